"""Which two words follow each other in phrases, by numbers: a word has one as the first of two, and one as the second."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

Written = tuple[tuple[str, int], ...]  # all letters of a phrase, "" for those of its two words, and its kinds
Pairs = Mapping[bytes, Mapping[tuple[bytes, bool], Mapping[str, int]]]  # by the first word and the second (and whether that may go on)

_BITS = 16  # of a number
_FIRST, _SECOND = (0, _BITS) if sys.byteorder == "little" else (_BITS, 0)  # where two numbers that follow each other in memory stand in one


class Phrases:
    """The pairs of words of some languages. `pairs` are those of their numbers, as one number each."""

    def __init__(self, pairs: Pairs, clitics: tuple[bytes, ...]) -> None:
        self._following, self._clitics = pairs, clitics
        self._firsts = {word: number for number, word in enumerate(pairs, 1)}
        seconds = dict.fromkeys(second for following in pairs.values() for second in following)
        self._seconds = {second: number for number, second in enumerate(seconds, 1)}
        self._lengths = sorted({len(word) for word, is_open in seconds if is_open}, reverse=True)
        matching: dict[tuple[bytes, bool], list[int]] = {}
        for (word, is_open), number in self._seconds.items():
            for second in self._all_seconds(word, is_open=is_open):
                matching.setdefault(second, []).append(number << _SECOND)
        self.pairs = {
            number << _FIRST | other
            for word, number in self._firsts.items()
            for first in self._all_firsts(word)
            for second in pairs[first]
            for other in matching[second]
        }
        self._written: dict[int, Written] = {}

    def first(self, word: bytes) -> int:
        """The number of a word as the first of two, 0 when it is none: that of its longest part, which stands for the shorter ones too."""
        return self._firsts[max(found, key=len)] if (found := list(self._all_firsts(word))) else 0

    def second(self, word: bytes) -> int:
        """The number of a word as the second of two, 0 when it is none: its own or that of the longest that it begins with."""
        return next((self._seconds[found] for found in self._all_seconds(word, is_open=False)), 0)

    def written(self, pair: int) -> Written:
        """The phrases to which two words may belong."""
        found = self._written.get(pair)
        if found is None:
            firsts, seconds = list(self._firsts), list(self._seconds)
            first, (second, is_open) = firsts[_number(pair, _FIRST) - 1], seconds[_number(pair, _SECOND) - 1]
            both = [(left, right) for left in self._all_firsts(first) for right in self._all_seconds(second, is_open=is_open)]
            found = self._written[pair] = tuple(phrase for left, right in both for phrase in self._following[left].get(right, {}).items())
        return found

    def _all_firsts(self, word: bytes) -> Iterator[bytes]:
        """All that a word is as the first of two."""
        if word in self._following:
            yield word
        for clitic in self._clitics:
            if word.startswith(clitic) and word[len(clitic) :] in self._following:
                yield word[len(clitic) :]

    def _all_seconds(self, word: bytes, *, is_open: bool) -> Iterator[tuple[bytes, bool]]:
        """All that a word, or what goes on behind it, is as the second of two; the longest first."""
        if not is_open and (word, False) in self._seconds:
            yield word, False
        for length in self._lengths:
            if length <= len(word) and (word[:length], True) in self._seconds:
                yield word[:length], True


def _number(pair: int, place: int) -> int:
    return pair >> place & (1 << _BITS) - 1
