"""Words by which people tell that something holds, holds no more, or is only thought of: table [change] of the language files."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..language import Analysis, Language, fold
from ..language.answers import phrases_in
from ..language.catalogue import CHANGE_WORDS, read, section
from ..language.characters import MARKS, plain

CUES = CHANGE_WORDS[: CHANGE_WORDS.index("opposites")]
_LETTER = rf"[\w{MARKS}]"
_SHORTEST_BARE = 4  # letters of a word that is also looked for without its accents
_BETWEEN = 3  # words that " * " in a phrase stands for
_INSIDE = 8  # characters that * stands for where words are not set apart


@functools.cache
def change(code: str) -> Mapping[str, Any]:
    """The table of a language as it stands in its file."""
    table: Mapping[str, Any] = read(section(code, "change"))
    return table


@dataclass(frozen=True, slots=True)
class _List:
    """A list of cues: single words; phrases by their first words; and other entries, each as a part that stands in a text as it is, and a pattern."""

    single: frozenset[str]
    begun: Mapping[str, tuple[str, ...]]
    others: tuple[tuple[str, str], ...]


@functools.cache
def _entries(language: Language, key: str) -> _List:
    entries = spellings(language, key)
    if not language.spaces:
        patterns = (re.escape(entry).replace(r"\*", rf"[^\s。、！？]{{0,{_INSIDE}}}?") for entry in entries)
        return _List(frozenset(), {}, tuple(zip(map(_fixed, entries), patterns, strict=True)))
    single = frozenset(entry for entry in entries if re.fullmatch(rf"{_LETTER}+", entry))
    begun: dict[str, tuple[str, ...]] = {}
    others = []
    for entry in entries:
        first, _, rest = entry.partition(" ")
        if rest and re.fullmatch(rf"{_LETTER}+", first):
            begun[first] = (*begun.get(first, ()), _phrase(entry))
        elif entry not in single:
            others.append((_fixed(entry), _phrase(entry)))
    return _List(single, begun, tuple(others))


def _fixed(entry: str) -> str:
    """The longest part of an entry that stands in a text as it is: looking for that first is many times faster."""
    return max(re.split(r"[\s*]+", entry), key=len)


_compiled = functools.lru_cache(maxsize=10_000)(re.compile)


@functools.cache
def spellings(language: Language, key: str) -> tuple[str, ...]:
    """The entries of a list folded, longer ones also without their accents, as people type them in a hurry; the longest first."""
    return spelt(change(language.code)[key], language)


def spelt(entries: Iterable[str], language: Language) -> tuple[str, ...]:
    folded = {fold(entry).strip() for entry in entries}
    if not language.syllables:  # where accents tell words apart nobody leaves them out
        folded |= {plain(entry) for entry in folded if len(entry) >= _SHORTEST_BARE}
    return tuple(sorted(folded - {""}, key=lambda entry: (-len(entry), entry)))


def _phrase(entry: str) -> str:
    gap = rf"(?:{_LETTER}+[\s,'-]+){{0,{_BETWEEN}}}"
    body = re.escape(entry).replace(r"\ \*\ ", rf"\s+{gap}").replace(r"\*", f"{_LETTER}*").replace(r"\ ", r"\s+")
    start = "" if entry.startswith("*") else rf"(?<!{_LETTER})"
    return f"{start}{body}(?!{_LETTER})" if re.match(_LETTER, entry[-1]) else f"{start}{body}"


def places(key: str, analysis: Analysis, starts: Mapping[str, Sequence[int]]) -> tuple[int, ...]:
    """Where words of one of the lists `CUES` stand in a folded text, in order. `starts`: its words with the places where they begin."""
    found: set[int] = set()
    text = analysis.folded
    for language in analysis.languages:
        listed = _entries(language, key)
        for word in listed.single & starts.keys():
            found.update(starts[word])
        patterns = [pattern for word in listed.begun.keys() & starts.keys() for pattern in listed.begun[word]]
        patterns += [pattern for fixed, pattern in listed.others if fixed in text]
        for pattern in patterns:
            found.update(match.start() for match in _compiled(pattern).finditer(text))
    return tuple(sorted(found))


Side = tuple[int, int]  # the number of a group of words that exclude each other, and of the side within it


@functools.cache
def _opposites(language: Language) -> tuple[Mapping[str, tuple[Side, ...]], tuple[tuple[str, Side], ...]]:
    """The words that exclude each other with their sides, and the beginnings that stand for many words."""
    whole: dict[str, tuple[Side, ...]] = {}
    begun: list[tuple[str, Side]] = []
    for group, row in enumerate(change(language.code)["opposites"]):
        for side, words in enumerate(row.split(" = ")):
            for word in filter(None, (fold(part).strip() for part in words.split(","))):
                if word.endswith("*"):
                    begun.append((word[:-1], (group, side)))
                else:
                    whole[word] = (*whole.get(word, ()), (group, side))
    return whole, tuple(begun)


@functools.cache
def _words_of_opposites(language: Language) -> frozenset[str]:
    return frozenset(_opposites(language)[0])


def sides_held(analysis: Analysis, padded: str, language: Language) -> set[Side]:
    """The sides of opposites that stand in a text; `padded` is `spaced(analysis)`."""
    whole, begun = _opposites(language)
    found = {side for word in phrases_in(_words_of_opposites(language), analysis, padded, language) for side in whole[word]}
    if begun:
        words = [word.text for word in analysis.words]
        found.update(side for beginning, side in begun for word in words if word.startswith(beginning))
    return found
