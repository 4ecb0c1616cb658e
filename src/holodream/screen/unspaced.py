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

# Scripts whose entries may stand anywhere in a word: how many letters of one are looked for, the most first, and as which numbers they are read from memory.
LETTERS_AT_ONCE: dict[str, tuple[tuple[int, Literal["Q", "I"]], ...]] = {"Thai": ((4, "Q"), (2, "I")), "Han": ((2, "I"),), "Hangul": ((2, "I"),)}
_WIDTH = 2  # bytes of a letter
_WIDE = re.compile("[\U00010000-\U0010ffff]")

# What is written, how many letters of it stand before those that were found, all letters of its phrase, its kinds.
_Entry = tuple[str, int, str, int]
# Of what may stand where some letters are found: all kinds, those that are sure as the letters are all that is written, and the entries of the others.
_Known = tuple[int, int, list[_Entry]]


class Unspaced:
    """The entries of a script without spaces in some languages, by letters in a row of each."""

    def __init__(self, script: str, codes: tuple[str, ...]) -> None:
        literals: dict[str, dict[str, int]] = {}
        for part in (literals_of(script, code) for code in codes):
            for written, phrases in part.items():
                known = literals.setdefault(written, {})
                for letters, kinds in phrases.items():
                    known[letters] = known.get(letters, 0) | kinds
        often = [Counter(row for written in literals for row in _rows(written, length)) for length, _ in LETTERS_AT_ONCE[script]]
        self._rows = [_Rows(literals, *counted) for counted in zip(*zip(*LETTERS_AT_ONCE[script], strict=True), often, strict=True)]
        self._letters = {written: _known(_entries(written, 0, phrases), 1) for written, phrases in literals.items()}  # what is left is one letter
        self._letter = re.compile(f"[{''.join(map(re.escape, self._letters))}]") if self._letters else None

    def add(self, masks: list[int], low: str, pieces: Sequence[str], starts: Sequence[int]) -> None:
        """Adds the kinds of the entries to those of their pieces."""
        letters_of, is_there = Letters(pieces), low.startswith
        places, found = self._found(low)
        for piece, place, (every, sure, entries) in zip(map(bisect.bisect_right, itertools.repeat(starts), places), places, found, strict=True):
            mask = masks[piece - 1]
            if every & ~mask:
                mask |= sure
                for written, offset, letters, kinds in entries:
                    if kinds & ~mask and is_there(written, place - offset) and (not letters or letters_of.has(piece - 1, letters)):
                        mask |= kinds
                masks[piece - 1] = mask

    def _found(self, low: str) -> tuple[list[int], list[_Known]]:
        """Where the letters of entries stand, and what may stand there; not in order."""
        data = _in_memory(low)
        if len(data) > _WIDTH * len(low):
            data = _in_memory(_WIDE.sub("?", low))
        places: list[int] = []
        found: list[_Known] = []
        for rows in self._rows:
            rows.find(data, places, found)
        if self._letter:
            letters = list(self._letter.finditer(low))
            places += [letter.start() for letter in letters]
            found += [self._letters[letter[0]] for letter in letters]
        return places, found


class _Rows:
    """Entries by some of their letters in a row, so many at once, those that are written least often; these are taken out of `literals`."""

    def __init__(self, literals: dict[str, dict[str, int]], length: int, format_: Literal["Q", "I"], often: Counter[str]) -> None:
        self._length, self._format = length, format_
        found: dict[int, list[_Entry]] = {}
        for written in [written for written in literals if len(written) >= length]:
            rows = list(_rows(written, length))
            offset = min(range(len(rows)), key=lambda place: often[rows[place]])
            found.setdefault(self._number(rows[offset]), []).extend(_entries(written, offset, literals.pop(written)))
        self._known = {number: _known(entries, length) for number, entries in found.items()}

    def _number(self, row: str) -> int:
        return memoryview(_in_memory(row)).cast(self._format)[0]

    def find(self, data: bytes, places: list[int], found: list[_Known]) -> None:
        """Adds where the letters stand in a text, as it is in memory, and what may stand there."""
        known, length, width = self._known, self._length, self._length * _WIDTH
        for offset in range(0, min(width, len(data)), _WIDTH):
            end = len(data) - (len(data) - offset) % width
            numbers = memoryview(data)[offset:end].cast(self._format)
            hits = list(itertools.compress(itertools.count(), map(known.__contains__, numbers)))
            places += [offset // _WIDTH + hit * length for hit in hits]
            found += [known[numbers[hit]] for hit in hits]


def _entries(written: str, offset: int, phrases: dict[str, int]) -> list[_Entry]:
    return [(written, offset, letters, kinds) for letters, kinds in phrases.items()]


def _known(entries: list[_Entry], length: int) -> _Known:
    sure = {entry for entry in entries if len(entry[0]) == length and not entry[2]}
    every, certain = (functools.reduce(operator.or_, (kinds for *_, kinds in some), 0) for some in (entries, sure))
    return every, certain, [entry for entry in entries if entry not in sure]


def _rows(written: str, length: int) -> Iterator[str]:
    """The letters in a row that an entry has, none when it is shorter."""
    return (written[place : place + length] for place in range(len(written) - length + 1))


def _in_memory(text: str) -> bytes:
    """Two bytes for each character, in the order of this machine."""
    return text.encode("utf-16-le" if sys.byteorder == "little" else "utf-16-be", "surrogatepass")
