"""Words by which people tell that something holds, holds no more, or is only thought of: table [change] of the language files."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..language import Analysis, Language, fold
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


_Phrase = tuple[str, str, str]  # a part that stands in the text as it is, which is looked for first, the name of the list, a pattern


@dataclass(frozen=True, slots=True)
class _Cues:
    """All lists of a language: single words; phrases by their first words; other entries."""

    single: Mapping[str, tuple[str, ...]]
    begun: Mapping[str, tuple[_Phrase, ...]]
    others: tuple[_Phrase, ...]


@functools.cache
def _entries(language: Language) -> _Cues:
    single: dict[str, tuple[str, ...]] = {}
    begun: dict[str, tuple[_Phrase, ...]] = {}
    others: list[_Phrase] = []
    for key in CUES:
        for entry in spellings(language, key):
            first, _, rest = entry.partition(" ")
            if not language.spaces:
                others.append((_fixed(entry), key, re.escape(entry).replace(r"\*", rf"[^\s。、！？]{{0,{_INSIDE}}}?")))
            elif not rest and re.fullmatch(rf"{_LETTER}+", entry):
                single[entry] = (*single.get(entry, ()), key)
            elif rest and re.fullmatch(rf"{_LETTER}+", first):
                begun[first] = (*begun.get(first, ()), (_fixed(entry), key, _phrase(entry)))
            else:
                others.append((_fixed(entry), key, _phrase(entry)))
    return _Cues(single, begun, tuple(others))


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


def cues_in(analysis: Analysis, starts: Mapping[str, Sequence[int]], language: Language) -> dict[str, set[int]]:
    """Where words of a language's lists `CUES` stand in a folded text; lists without any are left out. `starts`: its words with the places where they begin."""
    listed = _entries(language)
    found: dict[str, set[int]] = {}
    phrases = list(listed.others)
    for word, places in starts.items():
        for key in listed.single.get(word, ()):
            found.setdefault(key, set()).update(places)
        phrases += listed.begun.get(word, ())
    for fixed, key, pattern in phrases:
        if fixed in analysis.folded and (places := [match.start() for match in _compiled(pattern).finditer(analysis.folded)]):
            found.setdefault(key, set()).update(places)
    return found


Side = tuple[int, int]  # the number of a group of words that exclude each other, and of the side within it


@functools.cache
def opposites(language: Language) -> tuple[Mapping[str, tuple[Side, ...]], Mapping[str, tuple[Side, ...]]]:
    """The words that exclude each other with their sides, and the beginnings that stand for many words."""
    whole: dict[str, tuple[Side, ...]] = {}
    begun: dict[str, tuple[Side, ...]] = {}
    for group, row in enumerate(change(language.code)["opposites"]):
        for side, words in enumerate(row.split(" = ")):
            for word in filter(None, (fold(part).strip() for part in words.split(","))):
                listed, form = (begun, word[:-1]) if word.endswith("*") else (whole, word)
                listed[form] = (*listed.get(form, ()), (group, side))
    return whole, begun


@functools.lru_cache(maxsize=20_000)
def sides_begun(word: str, language: Language) -> tuple[Side, ...]:
    """The sides of the beginnings that a word has."""
    begun = opposites(language)[1]
    return tuple(side for length in _lengths(language) for side in begun.get(word[:length], ()))


@functools.cache
def _lengths(language: Language) -> tuple[int, ...]:
    return tuple(sorted({len(beginning) for beginning in opposites(language)[1]}))
