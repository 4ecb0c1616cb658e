"""The forms in which one and the same name may be asked for: inflected, with an ending after an apostrophe, with particles."""

from __future__ import annotations

import functools
import itertools
import re

from ..catalogue import Language, languages_of
from ..characters import fold, script_of
from .bases import base_of_name
from .shapes import CASED
from .words import is_given, is_known_name

_ENDING = re.compile(r"(?<=\w\w)['’ʼ]\w{0,5}$")  # Kerem'e, Tom's
_LEAST = 2  # letters that a cut must leave
_OF_CASES = frozenset("аеёиоуыэюяіїєйьм")  # letters of case endings; with others, endings also make new names


@functools.lru_cache(maxsize=10_000)
def base_forms(name: str) -> tuple[str, ...]:
    """What a name may be in its base form, folded and without itself: Еве → ева, Kerem'e → kerem, Krakowie → kraków."""
    plain = _ENDING.sub("", name)
    found = [fold(plain)]
    parts = plain.split()
    if parts:
        for language in languages_of(script_of(parts[0][0])):
            if language.name_bases:
                found += [fold(" ".join(base_of_name(parts, before, language))) for before in _befores(language)]
            elif script_of(parts[0][0]) not in CASED:
                found += _without_particles(fold(plain), language)
    return tuple(form for form in dict.fromkeys(found) if form and form != fold(name))


def _without_particles(name: str, language: Language) -> list[str]:
    """A folded name without each particle or honorific that may end it, glued to it or set apart."""
    endings = (*language.name_endings, *language.titles_after)
    return [name[: -len(ending)].rstrip() for ending in endings if name.endswith(ending) and len(name) - len(ending) >= _LEAST]


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


def is_listed(name: str) -> bool:
    """Whether a name stands in the lists as it is, so that it is no form of another one."""
    words = fold(name).split()
    return bool(words) and all(is_given(word, script_of(word[0])) or is_known_name(word, script_of(word[0])) for word in words)
