"""Which words of a fact stand in another text, as themselves, as forms of one root, as pet names, or in another script."""

from __future__ import annotations

import functools
from typing import NamedTuple

from ..language import Word
from ..language.similarity import nearness
from ..language.sound import terms_of_other_scripts
from ..language.stem import stems
from .keys import NAME_PART, RARE, skeleton, sound_of
from .understanding import Speech, is_alphabetic

_WEAK = 0.7  # what a looser term counts: part of a compound, a word without accents
_NEAR = 0.5  # nearness of terms from which they count as forms of one root
_CHARACTERS = 0.4  # what the single characters of a Chinese word count where the word itself is not there
_SOUND = 0.8


class Met(NamedTuple):
    """How well a word was found, 0..1, and the place of the word that it was found in (-1: between words)."""

    score: float
    place: int


_NOT = Met(0.0, -1)
_nearness = functools.lru_cache(maxsize=50_000)(nearness)


def meet(word: Word, name: bool, other: Speech) -> Met:
    """A word of one text held against the other one."""
    held = other.held
    if word.pieces:
        return _meet_pieces(word, other)
    for term in word.forms:
        if term in held:
            return Met(1.0, held[term])
    best = _alike(word, name, other)
    if best.score < _WEAK:
        for term in word.weak:
            if term in held:
                return Met(_WEAK, held[term])
    if best.score < _SOUND and (len(other.scripts) > 1 or word.script not in other.scripts):
        return _heard(word, other) or best
    return best


def _heard(word: Word, other: Speech) -> Met | None:
    """A word in another script."""
    root = stems(word.text, word.languages[0].code)[0] if word.languages else word.text
    for term in terms_of_other_scripts(root):
        if term in other.sounds:
            return Met(_SOUND, other.sounds[term])
    place = other.skeletons.get(skeleton(word), -1)
    return Met(_SOUND, place) if place >= 0 and other.words[place].script != word.script else None


def likeness(word: Word, other: Word, script: str) -> float:
    """How alike two words are that are written with spaces or in different scripts, as `meet` would say it, a little too high for short forms of rare words."""
    if not set(word.forms).isdisjoint(other.forms):
        return 1.0
    if word.script != script:
        same_sound = bool(sound_of(word)[2:]) and sound_of(word)[2:] == sound_of(other)[2:]
        return _SOUND if same_sound or (skeleton(word) and skeleton(word) == skeleton(other)) else 0.0
    best = max((_nearness(term, own) for term in word.forms for own in other.forms), default=0.0)
    if best >= _NEAR:
        return best
    related = not {*word.forms, *word.weak}.isdisjoint((*other.forms, *other.weak))
    short = word.zipf < RARE and any(_begins(term, own) for term in word.forms for own in other.forms)
    return _WEAK if related or short else 0.0


def _begins(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= NAME_PART and (one.startswith(other) or other.startswith(one))


def _alike(word: Word, name: bool, other: Speech) -> Met:
    """The likest word with the same beginning: a form of one root, or a name and its short form; the first of several."""
    best = _NOT
    for term in word.forms:
        for own, place in other.beginnings.get(term[:NAME_PART], ()):
            near = _nearness(term, own)
            if near < _NEAR:
                near = _WEAK if name and is_alphabetic(word) and _begins(own, term) else 0.0
            if near > best.score:
                best = Met(near, place)
    return best


def _meet_pieces(word: Word, other: Speech) -> Met:
    held = other.held
    there = [form for form in word.forms if form in held]
    place = max((held[form] for form in there), default=-1)
    share = len(there) / len(word.forms)
    if share == 1.0:
        return Met(1.0, place)
    kin = next((term for term in word.weak if len(term) > 1 and term in held), "")
    if kin:
        return Met(_WEAK, held[kin])
    singles = [term for term in word.weak if len(term) == 1]
    loose = sum(term in held for term in singles) / len(singles) if singles else 0.0
    if share * 0.85 >= _CHARACTERS * loose:
        return Met(share * 0.85, place)
    return Met(_CHARACTERS * loose, max((held[term] for term in singles if term in held), default=-1))
