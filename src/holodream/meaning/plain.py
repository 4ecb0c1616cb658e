"""The nearest vectors in plain Python, all looked at exactly, through the arithmetic of large whole numbers.

The numbers at one place of many vectors lie side by side in one whole number, 32 bits each. Multiplied by the question's number at that place and added
up over all places, these give the products of the question with all vectors at once: about 1 ns for each number of each vector.
"""

from __future__ import annotations

import heapq
import math
import sys
from array import array
from collections.abc import Sequence
from operator import mul

from ..store.vectors import packed, unpacked
from .model import Vector
from .nearest import Nearest

MOST_PLAIN = 10_000  # vectors that are looked at, the newest; how long that takes: docs/figures.md
_BLOCK = 2_000  # vectors in one row of whole numbers: adding to it copies them all
_SAMPLE = 256  # vectors from which the usual nearness of a question is learnt
_SPARE = 8  # vectors beyond those wanted that are looked at exactly: the question is rounded before
_SHIFT = 128  # makes signed bytes positive: then no product borrows from its neighbour
_LIMB = 4  # bytes of one product; enough for 65,000 places
_UNSIGNED = bytes(byte ^ _SHIFT for byte in range(256))


class _Block:
    """Some vectors, turned round."""

    def __init__(self, width: int) -> None:
        self.ids = array("q")
        self._rows: list[bytes] = []  # packed, as in the file
        self._scales: list[float] = []
        self._sums: list[int] = []  # of the positive numbers of a vector
        self._columns = [0] * width

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, rows: Sequence[tuple[int, bytes]]) -> None:
        """Put vectors behind those that are there."""
        begin, width = len(self), len(self._columns)
        for vector_id, blob in rows:
            self.ids.append(vector_id)
            self._rows.append(blob)
            self._scales.append(unpacked(blob)[0])
            self._sums.append(sum(blob[-width:].translate(_UNSIGNED)))
        raw = b"".join(blob[-width:] for _, blob in rows).translate(_UNSIGNED)
        spread = bytearray(_LIMB * len(rows))
        for place in range(width):
            spread[::_LIMB] = raw[place::width]
            self._columns[place] |= int.from_bytes(spread, "little") << (8 * _LIMB * begin)

    def drop(self, count: int) -> None:
        """Let go of the first ones."""
        del self.ids[:count], self._rows[:count], self._scales[:count], self._sums[:count]
        self._columns = [column >> (8 * _LIMB * count) for column in self._columns]

    def cosines(self, question: Sequence[int], scale: float) -> list[float]:
        """Of all vectors with a question of positive whole numbers, nearly exact."""
        products = array("I", sum(map(mul, self._columns, question)).to_bytes(_LIMB * len(self), "little"))
        if sys.byteorder == "big":
            products.byteswap()
        less = _SHIFT * sum(question) - _SHIFT**2 * len(self._columns)
        return [(product - _SHIFT * both - less) * own * scale for product, both, own in zip(products, self._sums, self._scales, strict=True)]

    def cosine(self, place: int, question: Vector) -> float:
        """Of one vector, as exact as it is kept."""
        scale, numbers = unpacked(self._rows[place])
        return float(scale * sum(map(mul, numbers, question)))


class PlainMatrix:
    """Without any library: the newest 10,000 vectors, of 384 numbers in about 25 MB."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._blocks: list[_Block] = []

    @property
    def size(self) -> int:
        """How many vectors it holds."""
        return sum(map(len, self._blocks))

    def add(self, rows: Sequence[tuple[int, bytes]]) -> None:
        """See `Matrix`."""
        fitting = [(vector_id, blob) for vector_id, blob in rows if len(unpacked(blob)[1]) == self._width][-MOST_PLAIN:]
        while fitting:
            if not self._blocks or len(self._blocks[-1]) >= _BLOCK:
                self._blocks.append(_Block(self._width))
            room = _BLOCK - len(self._blocks[-1])
            self._blocks[-1].add(fitting[:room])
            fitting = fitting[room:]
        self._drop(self.size - MOST_PLAIN)

    def _drop(self, surplus: int) -> None:
        while surplus > 0:
            count = min(surplus, len(self._blocks[0]))
            self._blocks[0].drop(count)
            surplus -= count
            if not len(self._blocks[0]):
                del self._blocks[0]

    def nearest(self, question: Vector, most: int) -> Nearest:
        """See `Matrix`."""
        scale, numbers = unpacked(packed(question))
        asked = [number + _SHIFT for number in numbers]
        rough: list[float] = []
        near: list[tuple[float, _Block, int]] = []
        for block in self._blocks:
            cosines = block.cosines(asked, scale)
            rough += cosines
            best = heapq.nlargest(most + _SPARE, range(len(cosines)), key=cosines.__getitem__)
            near += [(cosines[place], block, place) for place in best]
        first = heapq.nlargest(most + _SPARE, near, key=lambda one: one[0])
        found = [(block.ids[place], block.cosine(place, question)) for _, block, place in first]
        sample = rough[:: max(1, len(rough) // _SAMPLE)]
        mean = math.fsum(sample) / max(1, len(sample))
        deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in sample) / max(1, len(sample)))
        return Nearest(tuple(heapq.nlargest(most, found, key=lambda pair: pair[1])), mean, deviation, len(rough))
