"""Which listed words of a language stand in a text: days and months, family and roles, opposites, words of tone, all looked up at once."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..language import Analysis, Language
from .cues import opposites, sides_begun

Kind = Literal["holds", "kin", "day", "month", "side", "asks"]
Mention = tuple[
    Kind, Any
]  # what is listed and which of it: the name of a list, a tie of family, the number of a day or month, a side of opposites, a kind of answer

_TONES = ("small_talk", "past", "hedges", "self_words", "user_words")


@dataclass(frozen=True, slots=True)
class _Listed:
    """Single words; longer phrases by their first words; phrases that are looked for as they stand, since words are torn at an apostrophe or not set apart."""

    single: Mapping[str, tuple[Mention, ...]]
    longer: Mapping[str, tuple[tuple[str, Mention], ...]]
    whole: tuple[tuple[str, Mention], ...]


def mentions(analysis: Analysis, padded: str, language: Language) -> frozenset[Mention]:
    """What a text mentions in the words of a language; `padded` is `spaced(analysis)`."""
    listed = _listed(language)
    found: set[Mention] = set()
    for form in set(padded.split(" ")):
        if form in listed.single:
            found.update(listed.single[form])
        if form in listed.longer:
            found.update(mention for phrase, mention in listed.longer[form] if f" {phrase} " in padded)
    if not language.spaces or "'" in analysis.folded:
        found.update(mention for phrase, mention in listed.whole if phrase in analysis.folded)
    for word in analysis.words:
        if sides := sides_begun(word.text, language):
            found.update(("side", side) for side in sides)
    return frozenset(found)


@functools.cache
def _listed(language: Language) -> _Listed:
    single: dict[str, tuple[Mention, ...]] = {}
    longer: dict[str, tuple[tuple[str, Mention], ...]] = {}
    whole: list[tuple[str, Mention]] = []
    for phrase, mention in dict.fromkeys(_entries(language)):
        if not language.spaces or "'" in phrase:
            whole.append((phrase, mention))
        elif " " not in phrase:
            single[phrase] = (*single.get(phrase, ()), mention)
        if language.spaces and (" " in phrase or "'" in phrase):
            first = phrase.split(" ")[0]
            longer[first] = (*longer.get(first, ()), (phrase, mention))
    return _Listed(single, longer, tuple(whole))


def _entries(language: Language) -> Iterator[tuple[str, Mention]]:
    for key in _TONES:
        yield from ((phrase, ("holds", key)) for phrase in getattr(language, key))
    yield from ((phrase, ("kin", phrase)) for phrase in language.kin | language.roles)
    kinds: tuple[tuple[Kind, tuple[frozenset[str], ...]], ...] = (("day", language.weekdays), ("month", language.months))
    for kind, listed in kinds:
        yield from ((form, (kind, number)) for number, forms in enumerate(listed) for form in forms if len(form) > 1)
    yield from ((phrase, ("side", side)) for phrase, sides in opposites(language)[0].items() for side in sides)
    yield from ((phrase, ("asks", kind)) for kind, phrases in language.asking.items() if kind != "yes_no" for phrase in phrases)
