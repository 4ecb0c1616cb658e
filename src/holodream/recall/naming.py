"""What a word of a message may be called as a name, and whether a text names the same: a name is only itself and its own forms.

Roots do not tell names apart (Marta, martes; Giulio, Giulia; Марта, 5 марта), so that a fact which shares no more than the root
is looked at as it is written.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from ..language import Language, Word, fold, plain, script_of
from ..language.characters import WORD
from ..language.frequency import frequencies
from ..language.names import names
from ..language.names.bases import declined_from
from ..language.names.forms import base_forms, fits, is_listed
from ..language.names.shapes import CASED
from ..language.names.words import is_date
from ..language.similarity import nearness
from ..language.stem import stems
from .indexing import NAME_SIGN, without_name_endings

ORDINARY_WORD = 4.0  # Zipf value from which a word is ordinary
_RARE_WORD = 3.0  # and below which a word that is written like a name is hardly anything else
_MASCULINE_VOWEL = "о"  # Cyrillic
_GLUES_PARTICLES = "Hangul"
_SAME_LETTERS = 2  # at the beginning of all forms of a name without accents

spoken_names = functools.lru_cache(maxsize=64)(names)  # of a message, which is asked for them more than once


def possible_names(word: Word) -> frozenset[str]:
    """All of what a word may be called in the store as a name; `names_known` says which of them counts."""
    ordinary = word.zipf >= ORDINARY_WORD and not word.capital
    return frozenset((word.text,)) if ordinary else name_forms(word) | cut_forms(word)


def names_known(word: Word, counts: Mapping[str, int]) -> list[str]:
    """The terms of names of the store that a word may be; an ordinary word is one only as it stands, not without its ending."""
    if word.zipf >= ORDINARY_WORD:
        return [NAME_SIGN + word.text] if NAME_SIGN + word.text in counts else []
    return [NAME_SIGN + form for form in name_forms(word) if NAME_SIGN + form in counts]


def name_forms(word: Word) -> frozenset[str]:
    """What a word may be called in the store as a name: a known name is only itself (Виктория is no form of Виктор)."""
    return known_name(word) or cut_forms(word)


def cut_forms(word: Word) -> frozenset[str]:
    """A word without the endings of names."""
    return _cut(word.text, word.bare or word.text, word.languages)


@functools.lru_cache(maxsize=10_000)
def _cut(text: str, bare: str, languages: tuple[Language, ...]) -> frozenset[str]:
    texts = dict.fromkeys((text, bare))
    return frozenset(form for text in texts for form in without_name_endings(text, languages) if form == text or fits(form, text[len(form) :]))


def known_name(word: Word) -> frozenset[str]:
    """The known names that a word is or is inflected from; none for other words."""
    if not word.text or word.number or word.pieces:
        return frozenset()
    return _known_as(word.text, word.languages)


@functools.lru_cache(maxsize=10_000)
def _known_as(text: str, languages: tuple[Language, ...]) -> frozenset[str]:
    if is_listed(text):
        return frozenset((text,))
    inflected = any(language.name_bases for language in languages) or (text != "" and script_of(text[0]) == _GLUES_PARTICLES)
    bases = [form for form in base_forms(text, languages) if is_listed(form)] if inflected else []
    return frozenset((text, *bases)) if bases else frozenset()


def is_other_name(word: Word, counts: Mapping[str, int]) -> bool:
    """Whether a word is a known name with whose stem the store has only other names: then no word of that stem stands for it."""
    known = known_name(word) if word.capital or word.zipf < ORDINARY_WORD else frozenset()
    others = cut_forms(word) - known
    return bool(known) and any(NAME_SIGN + form in counts and is_listed(form) for form in others)


def is_named_in(text: str, word: Word) -> bool:
    """Whether a text holds a name of a message in any of its forms, or as somebody may misspell it; a name of the lists is not misspelt."""
    if word.pieces or any(not language.spaces for language in word.languages):
        return word.text in fold(text)
    if text.isascii() and word.text.isascii() and word.text[:_SAME_LETTERS] not in text.lower():
        return False
    first = plain(word.text[0])
    return any(_is_same(match[0], word) for match in WORD.finditer(text) if plain(fold(match[0][0])) == first or word.script not in CASED)


def is_only_a_name(text: str, word: Word, held: frozenset[str]) -> bool:
    """Whether a text has the root of an ordinary word of a message only in somebody's name (веришь, Вера)."""
    if word.capital or word.script not in CASED:
        return False
    alike = [
        written for written in WORD.findall(text) if any(form in word.forms for language in word.languages for form in stems(fold(written), language.code))
    ]
    return bool(alike) and all(written[0].isupper() and NAME_SIGN + fold(written) in held and not _is_same(written, word) for written in alike)


def _roots(token: str, languages: tuple[Language, ...]) -> frozenset[str]:
    return frozenset(stem for language in languages for stem in stems(token, language.code))


def _is_same(written: str, word: Word) -> bool:
    return _is_form(written, word.text, word.languages, word.capital)


@functools.lru_cache(maxsize=10_000)
def _is_form(written: str, name: str, languages: tuple[Language, ...], capital: bool) -> bool:
    token = fold(written)
    if capital and written.islower() and is_date(token, languages):
        return False  # 5 марта
    if not _spellings(token, languages).isdisjoint(_spellings(name, languages)) or _declined_to(name, token, languages):
        return True
    own = _known_as(name, languages) or _cut(name, name, languages) | frozenset(base_forms(name, languages))
    other = _known_as(token, languages) or _cut(token, token, languages) | frozenset(base_forms(written, languages))
    if not own.isdisjoint(other):
        return True
    shared = _cut(name, name, languages) & _cut(token, token, languages) - {name, token}
    if not is_listed(name) and not all(map(is_listed, shared)):
        return True  # Дашин, of Даша: what both are without their endings is nobody's name
    return not is_listed(name) and not is_listed(token) and nearness(token, name) > 0.0 and _is_written_like_name(written, token, languages)


@functools.lru_cache(maxsize=10_000)
def _spellings(name: str, languages: tuple[Language, ...]) -> frozenset[str]:
    """A name as it is and as it is often typed: without accents, with one letter for another (ё, е)."""
    return frozenset((name, plain(name), *(language.unify(name) for language in languages)))


def _declined_to(name: str, base: str, languages: tuple[Language, ...]) -> bool:
    """Whether a name is another one in -o with the last vowel of its declension (у Данила, of Данило): nobody tells these apart."""
    return base[-1] == _MASCULINE_VOWEL and name[:-1] == base[:-1] and any(declined_from(name, base, language) for language in languages)


def _is_written_like_name(written: str, token: str, languages: tuple[Language, ...]) -> bool:
    zipf = max((frequencies(language.code).get(token, 0.0) for language in languages), default=0.0)
    return zipf < _RARE_WORD and not written.islower() and not is_date(token, languages)
