"""The kinds of words in pieces of a text of a script without spaces: a few letters of each entry are looked for at all places at once, as numbers."""

from __future__ import annotations

import bisect
import functools
import itertools
import operator
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from .vocabulary import Letters, literals_of

# Scripts whose entries may stand anywhere in a word: how many letters of one are looked for, and the number as which they are read from memory.
LETTERS_AT_ONCE: dict[str, tuple[int, Literal["Q", "I"]]] = {"Thai": (4, "Q"), "Han": (2, "I"), "Hangul": (2, "I")}
_WIDTH = 2  # bytes of a letter
_WIDE = re.compile("[\U00010000-\U0010ffff]")

# What is written, how many letters of it stand before those that were found, all letters of its phrase, its kinds.
_Entry = tuple[str, int, str, int]
_Known = tuple[int, list[_Entry]]  # all kinds of some entries, and the entries


class Unspaced:
    """The entries of a script without spaces in some languages, by letters in a row of each."""

    def __init__(self, script: str, codes: tuple[str, ...]) -> None:
        self._length, self._format = LETTERS_AT_ONCE[script]
        literals: dict[str, dict[str, int]] = {}
        for part in (literals_of(script, code) for code in codes):
            for written, phrases in part.items():
                known = literals.setdefault(written, {})
                for letters, kinds in phrases.items():
                    known[letters] = known.get(letters, 0) | kinds
        often = Counter(row for written in literals for row in _rows(written, self._length))
        long: dict[int, list[_Entry]] = {}
        short: dict[str, list[_Entry]] = {}
        for written, phrases in literals.items():
            rows = list(_rows(written, self._length))
            offset = min(range(len(rows)), key=lambda place: often[rows[place]]) if rows else 0
            found = long.setdefault(self._number(rows[offset]), []) if rows else short.setdefault(written[0], [])
            found += [(written, offset, letters, kinds) for letters, kinds in phrases.items()]
        self._long = {number: _known(entries) for number, entries in long.items()}
        self._short = {first: _known(entries) for first, entries in short.items()}  # what is shorter, by its first letter

    def _number(self, row: str) -> int:
        return memoryview(_in_memory(row)).cast(self._format)[0]

    def add(self, masks: list[int], low: str, pieces: Sequence[str], starts: Sequence[int]) -> None:
        """Adds the kinds of the entries to those of their pieces."""
        letters_of, is_there, piece_at = Letters(pieces), low.startswith, bisect.bisect_right
        for place, (every, known) in itertools.chain(self._longer(low), self._shorter(low)):
            piece = piece_at(starts, place) - 1
            if every & ~masks[piece]:
                for written, offset, letters, kinds in known:
                    if kinds & ~masks[piece] and is_there(written, place - offset) and (not letters or letters_of.has(piece, letters)):
                        masks[piece] |= kinds

    def _longer(self, low: str) -> Iterator[tuple[int, _Known]]:
        """Where the letters of entries stand; not in order."""
        data, known = _in_memory(low), self._long
        if len(data) > _WIDTH * len(low):
            data = _in_memory(_WIDE.sub("?", low))
        for offset in range(min(self._length, len(low))):
            count = (len(low) - offset) // self._length
            numbers = memoryview(data)[_WIDTH * offset : _WIDTH * (offset + count * self._length)].cast(self._format)
            for hit in itertools.compress(range(count), map(known.__contains__, numbers)):
                yield offset + hit * self._length, known[numbers[hit]]

    def _shorter(self, low: str) -> Iterator[tuple[int, _Known]]:
        for match in self._beginnings.finditer(low) if self._short else ():
            yield match.start(), self._short[match[0]]

    @functools.cached_property
    def _beginnings(self) -> re.Pattern[str]:
        """The first letter of what is shorter, where the others follow."""
        following = {first: sorted({re.escape(written[1:]) for written, *_ in entries}) for first, (_, entries) in self._short.items()}
        return re.compile("|".join(f"{re.escape(first)}(?={'|'.join(rest)})" if all(rest) else re.escape(first) for first, rest in sorted(following.items())))


def _known(entries: list[_Entry]) -> _Known:
    return functools.reduce(operator.or_, (kinds for *_, kinds in entries)), entries


def _rows(written: str, length: int) -> Iterator[str]:
    """The letters in a row that an entry has, none when it is shorter."""
    return (written[place : place + length] for place in range(len(written) - length + 1))


def _in_memory(text: str) -> bytes:
    """Two bytes for each character, in the order of this machine."""
    return text.encode("utf-16-le" if sys.byteorder == "little" else "utf-16-be", "surrogatepass")
