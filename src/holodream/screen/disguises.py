"""Texts with a disguise taken off: letters set apart, digits for letters, words joined by signs or put on lines of their own, a key on two lines.

Each gives another text, which is judged like the first. Its places are traced back to the text as it was given.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterator

from .level import Level
from .lexicon import UNSPACED, scripts_of, words_of
from .wordlists import languages_in

_SHORTEST_OPEN = 5  # letters of an entry that goes on
_LONGEST = 20_000  # characters of a text that is searched for disguises
_SPELLED = re.compile(r"(?<![^\W_])[^\W_](?:(?P<gap>[ .·*_-])[^\W_])(?:(?P=gap)[^\W_]){2,}(?![^\W_])")
_LEET_WORD = re.compile(r"(?<![^\W_])(?=[a-z0-9$@!]*[a-z])(?=[a-z0-9$@!]*[0-9$@!])[a-z0-9$@!]{4,24}(?![^\W_])")
_LEET = (str.maketrans("01345789$@!", "oieastbgsai"), str.maketrans("01345789$@!", "oleastbgsai"))
_JOINED = re.compile(r"(?<![\w./\\@-])[^\W\d_]+(?:(?P<sign>[._-])[^\W\d_]+)(?:(?P=sign)[^\W\d_]+){2,}(?![\w/\\@-])")
_ON_LINES = re.compile(r"(?m)^[^\W\d_]{1,20}(?:\n[^\W\d_]{1,20}){2,}$")
_BROKEN_WORD = re.compile(r"(?<![\w-])[^\W\d_]{2,}(?:-[^\W\d_]{2,})+(?![\w-])")
_SET_APART = re.compile(rf"(?<={UNSPACED.pattern}) (?={UNSPACED.pattern})")  # where words are not set apart by spaces
_BROKEN_KEY = re.compile(r"(?<=[A-Za-z0-9_+/=-]{6})\\?\n[ \t]{0,4}(?=[A-Za-z0-9_+/=-]{6})")

_KEY_END, _KEY_BEGIN, _HALF = re.compile(r"[A-Za-z0-9_+/=-]+$"), re.compile(r"[A-Za-z0-9_+/=-]+"), 80


class Undone:
    """A level text without a disguise."""

    __slots__ = ("_begins", "_origins", "level")

    def __init__(self, level: Level, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str]) -> None:
        low, plain, self._begins, self._origins, done = "", "", [0], [0], 0
        for match in pattern.finditer(level.low):
            new = replace(match)
            before = slice(done, match.start())
            low, plain, done = low + level.low[before] + new, plain + level.plain[before] + _in_case(level.plain[match.start() : match.end()], new), match.end()
            self._begins += [len(low) - len(new), len(low)]
            self._origins += [match.start(), done]
        self.level = Level(plain + level.plain[done:], plain + level.plain[done:], low + level.low[done:])

    def origin(self, offset: int) -> int:
        """The place in the disguised text of a place in this one; within what was changed, its beginning."""
        piece = bisect.bisect_right(self._begins, offset) - 1
        changed = piece % 2 == 1
        return self._origins[piece] + (0 if changed else offset - self._begins[piece])


def _in_case(old: str, new: str) -> str:
    """What stands for the old text, with its own case where nothing but gaps was dropped (keys depend on it)."""
    letters = [char for char in old if char.isalnum() or char in "_"]
    return "".join(letters) if len(letters) == len(new) else new


def undone(level: Level) -> Iterator[Undone]:
    """The text without each disguise that it may wear."""
    if len(level.low) > _LONGEST:
        return
    for pattern, replace in (
        (_SPELLED, lambda match: match[0].replace(match["gap"], "")),
        (_JOINED, lambda match: match[0].replace(match["sign"], " ")),
        (_SET_APART, lambda _: ""),
        (_ON_LINES, lambda match: match[0].replace("\n", " ")),
        (_BROKEN_KEY, _joined_key),
    ):
        if pattern.search(level.low):
            yield Undone(level, pattern, replace)
    for pattern, spellings in ((_LEET_WORD, _with_letters), (_BROKEN_WORD, _without_hyphens)):
        if pattern.search(level.low):
            yield Undone(level, pattern, _known_one(spellings, _Known(level.low)))


def _joined_key(match: re.Match[str]) -> str:
    """The two halves of a key in one; two words without a digit stay apart."""
    text = match.string
    halves = _KEY_END.search(text, max(match.start() - _HALF, 0), match.start()), _KEY_BEGIN.match(text, match.end(), match.end() + _HALF)
    return "" if any(half and any(map(str.isdigit, half[0])) for half in halves) else match[0]


def _known_one(spellings: Callable[[str], Iterator[str]], known: _Known) -> Callable[[re.Match[str]], str]:
    """Puts for a word the first of its spellings that is known, if any is."""

    def replace(match: re.Match[str]) -> str:
        return next(filter(known.has, spellings(match[0])), match[0])

    return replace


def _with_letters(word: str) -> Iterator[str]:
    return (word.translate(table) for table in _LEET)


def _without_hyphens(word: str) -> Iterator[str]:
    yield word.replace("-", "")


class _Known:
    """The words of the languages that a text may be in, for looking up whether a changed word is one of them."""

    def __init__(self, low: str) -> None:
        scripts = scripts_of(low)
        codes = languages_in(scripts)
        self._indexes = [words_of(script, codes) for script in scripts]

    def has(self, word: str) -> bool:
        """Is it an entry, or does it begin like an open one?"""
        opens = [word[:length] + "*" for length in range(_SHORTEST_OPEN, len(word) + 1)]
        return any(index.has(entry) for index in self._indexes for entry in (word, *opens))
