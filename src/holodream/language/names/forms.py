"""The forms in which one and the same name may be asked for: inflected, with an ending after an apostrophe, with particles."""

from __future__ import annotations

import functools
import itertools
import re

from ..catalogue import Language, languages_of
from ..characters import fold, script_of
from .bases import base_of_name, declined_from, may_be_declined
from .shapes import CASED
from .words import is_given, is_known_name

_ENDING = re.compile(r"(?<=\w\w)['’ʼ]\w{0,5}$")  # Kerem'e, Tom's
_LEAST = 2  # letters that a cut must leave
# Korean endings after a consonant, and after a vowel: 민수 is called 민수야, so that 민수아 is another name.
_AFTER_CONSONANT, _AFTER_VOWEL = ("은", "이", "을", "과", "아", "으로", "이랑"), ("는", "가", "를", "와", "야", "랑")
_SYLLABLES, _FINALS = range(0xAC00, 0xD7A4), 28
_OF_CASES = frozenset("аеёиоуыэюяіїєйьм")  # letters of case endings; with others, endings also make new names


@functools.lru_cache(maxsize=10_000)
def base_forms(name: str, spoken: tuple[Language, ...] = ()) -> tuple[str, ...]:
    """What a name may be in its base form, folded and without itself: Еве → ева, Kerem'e → kerem, Krakowie → kraków.

    `spoken`: by the endings of these languages only (no Polish genitive in English), else of all of its script.
    """
    plain = _ENDING.sub("", name)
    found = [fold(plain)]
    parts = plain.split()
    if parts:
        for language in spoken or languages_of(script_of(parts[0][0])):
            if language.name_bases and may_be_declined(parts[0], language):
                found += [fold(" ".join(base_of_name(parts, before, language))) for before in _befores(language)]
            elif not language.name_bases and script_of(parts[0][0]) not in CASED:
                found += _without_particles(fold(plain), language)
    return tuple(form for form in dict.fromkeys(found) if form and form != fold(name))


def _without_particles(name: str, language: Language) -> list[str]:
    """A folded name without each particle or honorific that may end it, glued to it or set apart."""
    endings = (*language.name_endings, *language.titles_after)
    cut = [ending for ending in endings if name.endswith(ending) and len(name) - len(ending) >= _LEAST]
    return [name[: -len(ending)].rstrip() for ending in cut if fits(name[: -len(ending)], ending)]


def fits(name: str, ending: str) -> bool:
    """Whether a name can take an ending, where that depends on its last sound."""
    if not name or ord(name[-1]) not in _SYLLABLES:
        return True
    final = (ord(name[-1]) - _SYLLABLES.start) % _FINALS
    return ending not in (_AFTER_VOWEL if final else _AFTER_CONSONANT)


def is_form_of(asked: str, name: str) -> bool:
    """Whether a word or words are a name inflected with the endings of its own declension; not where they are a known name themselves."""
    if is_listed(asked):
        return False
    plain, known = fold(_ENDING.sub("", asked)).split(), fold(name).split()
    if len(plain) != len(known) or not known:
        return False
    if plain == known:
        return True
    languages = languages_of(script_of(known[0][0]))
    if script_of(known[0][0]) not in CASED:
        return fold(name) in base_forms(asked)
    declined = (all(word == own or declined_from(word, own, language) for word, own in zip(plain, known, strict=True)) for language in languages)
    return any(declined)


@functools.cache
def _befores(language: Language) -> tuple[str, ...]:
    """Words that ask for another case of the name behind them, and none."""
    genitive = sorted(language.names["genitive"])[:1]
    oblique = sorted(word for word in language.stop - language.names["joins"] - language.names["genitive"])[:1]
    return ("", *genitive, *oblique)


@functools.lru_cache(maxsize=10_000)
def stem_of(name: str) -> str:
    """What the inflected forms of a name have in common; "" where the script's languages do not inflect names, or mostly not.

    Different names may share it (Валентин, Валентина): it serves to find a name that is not there as it was typed.
    """
    words = fold(name).split()
    endings = _endings(script_of(words[0][0])) if words else frozenset()
    return " ".join(_stem(word, endings) for word in words) if endings else ""


def _stem(word: str, endings: frozenset[str]) -> str:
    return min((word[: -len(ending)] for ending in endings if word.endswith(ending) and len(word) - len(ending) >= _LEAST), key=len, default=word)


@functools.cache
def _endings(script: str) -> frozenset[str]:
    """The endings of cases. No suffix that makes another name (Мишка is not Миша)."""
    inflecting = [language for language in languages_of(script) if language.name_bases]
    if 2 * len(inflecting) <= len(languages_of(script)):
        return frozenset()
    found = {ending for language in inflecting for ending in (*language.name_bases, *itertools.chain.from_iterable(language.name_bases.values()))}
    return frozenset(ending for ending in found if ending and _OF_CASES.issuperset(ending))


@functools.lru_cache(maxsize=10_000)
def is_listed(name: str) -> bool:
    """Whether a name stands in the lists as it is, so that it is no form of another one."""
    words = fold(name).split()
    return bool(words) and all(is_given(word, script_of(word[0])) or is_known_name(word, script_of(word[0])) for word in words)
