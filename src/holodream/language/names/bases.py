"""The base form of an inflected name: Лене → Лена, w Krakowie → Kraków, у Игоря Петрова → Игорь Петров."""

from __future__ import annotations

import functools

from ..catalogue import Language
from ..characters import fold, script_of
from .words import given_names, is_known_name, pool

_SURE = "?"  # instead of a base ending: the ending is cut only when a known name is left
_SHORTEST = 2  # letters that must be left of a name
_VOWELS = frozenset("aeiouyąęóаяеёиоуыэюіїє")
_FEMININE = frozenset("аяa")
# Endings that a base form may have too; without a word that shows the case they are left alone.
_OPEN = frozenset({"а", "я", "a", "ia", "ия", "ія", "e", "е", "ie", "i", "y", "и", "і", "ы", "ова", "ева", "owa", "ий", "им", "ka", "ej", "ii", "ии", "ії"})
_GENITIVE = frozenset({"а", "я", "a", "ia", "ka"})


def base_of_name(parts: list[str], before: str, language: Language) -> list[str]:
    """The words of a name in their base forms; `before` is the folded word in front of it, which may show the case.

    The words of a name agree: when the first is in its base form so are the others, and when it is a woman's they are feminine.
    """
    case = "genitive" if before in language.names["genitive"] else "oblique" if _shows_case(before, language) else ""
    first = base_of(parts[0], language, case)
    if first == parts[0] and len(parts) > 1:
        return parts
    feminine = first[-1] in _FEMININE
    return [first, *(_agreeing(part, feminine, language) for part in parts[1:])]


def _shows_case(before: str, language: Language) -> bool:
    """Prepositions are function words that join nothing; which one asks for which case is not needed."""
    return bool(before) and before in language.stop and before not in language.names["joins"]


@functools.lru_cache(maxsize=10_000)
def base_of(word: str, language: Language, case: str = "") -> str:
    """A word of a name in its base form; unchanged when it is one already or cannot be told."""
    folded = language.unify(fold(word))
    readings = _readings(folded, language)
    if not readings or len(folded) != len(word) or _is_base(folded, language):
        return word
    for rest, base in readings:
        if _is_base(folded[:rest] + base.strip(_SURE), language):
            return word[:rest] + base.strip(_SURE)
    for rest, base in readings:
        ending = folded[rest:]
        if ending[0] not in _VOWELS or base == _SURE:
            continue  # a consonant may belong to the name
        if ending not in _OPEN or (case == "oblique" and ending not in _GENITIVE) or (case == "genitive" and not base.endswith(tuple(_FEMININE))):
            return word[:rest] + base
        return word
    return word


def _agreeing(word: str, feminine: bool, language: Language) -> str:
    """A further word of a name whose first word is inflected."""
    folded = language.unify(fold(word))
    if len(folded) != len(word):
        return word
    for rest, base in _readings(folded, language):
        if base != _SURE and (base[-1:] in _FEMININE and base != "") == feminine:
            return word[:rest] + base
    return word


def may_be_declined(word: str, language: Language) -> bool:
    """Whether a word ends as inflected names of the language do."""
    return bool(_readings(language.unify(fold(word)), language))


@functools.lru_cache(maxsize=10_000)
def _readings(folded: str, language: Language) -> tuple[tuple[int, str], ...]:
    """Where the ending of a word begins and what the base form has instead, by the longest ending first."""
    places = [len(folded) - length for length in _lengths(language)]
    return tuple((rest, base) for rest in places if rest >= _SHORTEST for base in language.name_bases.get(folded[rest:], ()))


@functools.cache
def _lengths(language: Language) -> tuple[int, ...]:
    """How many letters the endings have, the longest first."""
    return tuple(sorted({len(ending) for ending in language.name_bases}, reverse=True))


def _is_base(folded: str, language: Language) -> bool:
    script = script_of(folded[0])
    return folded in given_names(language) or folded in pool("given", script) or is_known_name(folded, script)


@functools.lru_cache(maxsize=10_000)
def declined_from(word: str, base: str, language: Language) -> bool:
    """Whether a folded word is a folded base form with another ending of its declension."""
    word, base = language.unify(word), language.unify(base)
    return any(word[:rest] + ending.strip(_SURE) == base for rest, ending in _readings(word, language))
