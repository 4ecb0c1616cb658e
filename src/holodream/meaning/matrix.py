"""The vectors of a store in memory, and the nearest of them to a question. With numpy where a local model brings it along, else in plain Python.

With numpy many vectors are looked at twice: roughly all of them, by the directions in which vectors differ most, and exactly the first few hundred.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Sequence
from typing import Any

from .model import Vector
from .nearest import Matrix, Nearest
from .plain import PlainMatrix
from .threads import one_thread

_EXACT_NUMPY = 4000  # vectors that are all looked at exactly
_ROUGH = 400  # of more, so many are looked at exactly
_DIRECTIONS = 96
_SAMPLE = 256  # vectors from which the usual nearness of a question is learnt
_LEARN = 4000  # vectors from which the middle and the directions are learnt


def matrix(width: int) -> Matrix:
    """An empty one, with numpy when it is installed."""
    return NumpyMatrix(width) if importlib.util.find_spec("numpy") else PlainMatrix(width)


class NumpyMatrix:
    """100,000 vectors of 384 numbers take about 90 MB; how long a question takes: docs/figures.md."""

    def __init__(self, width: int) -> None:
        with one_thread():
            import numpy

        self._np: Any = numpy
        self.size = 0
        self._width = width
        self._ids: Any = numpy.empty(0, "int64")
        self._scales: Any = numpy.empty(0, "float32")
        self._numbers: Any = numpy.empty((0, width), "int8")
        self._rough: Any = numpy.empty((0, min(width, _DIRECTIONS)), "float32")
        self._middle: Any = None
        self._directions: Any = None
        self._learnt = 0

    def add(self, rows: Sequence[tuple[int, bytes]]) -> None:
        """See `Matrix`."""
        fitting = [row for row in rows if len(row[1]) == self._width + 4]
        if not fitting:
            return
        np, begin = self._np, self.size
        raw = np.frombuffer(b"".join(blob for _, blob in fitting), "int8").reshape(len(fitting), self._width + 4)
        self.size += len(fitting)
        self._make_room()
        self._ids[begin : self.size] = [vector_id for vector_id, _ in fitting]
        self._scales[begin : self.size] = np.ascontiguousarray(raw[:, :4]).view("<f4")[:, 0]
        self._numbers[begin : self.size] = raw[:, 4:]
        if self.size > _EXACT_NUMPY:
            self._project(begin)

    def nearest(self, question: Vector, most: int) -> Nearest:
        """See `Matrix`."""
        np = self._np
        asked = np.frombuffer(question, "float32")
        places = np.arange(self.size)
        if self.size > _EXACT_NUMPY:
            rough = self._rough[: self.size] @ (asked @ self._directions)
            places = np.argpartition(rough, -_ROUGH)[-_ROUGH:]
        near = self._cosines(places, asked)
        best = np.argsort(-near)[:most]
        sample = self._cosines(np.arange(0, self.size, max(1, self.size // _SAMPLE)), asked)
        found = tuple((int(self._ids[places[place]]), float(near[place])) for place in best)
        return Nearest(found, float(sample.mean()) if self.size else 0.0, float(sample.std()) if self.size else 0.0, self.size)

    def _cosines(self, places: Any, asked: Any) -> Any:
        return (self._numbers[places].astype("float32") @ asked) * self._scales[places]

    def _make_room(self) -> None:
        """A quarter more than needed, so that single vectors do not copy everything each time."""
        if self.size <= len(self._ids):
            return
        room = self.size if self.size < 64 else self.size + self.size // 4
        for name in ("_ids", "_scales", "_numbers", "_rough"):
            old = getattr(self, name)
            new = self._np.empty((room, *old.shape[1:]), old.dtype)
            new[: len(old)] = old
            setattr(self, name, new)

    def _project(self, begin: int) -> None:
        """The rough vectors from a place on; of all when there are twice as many as when the directions were learnt."""
        if self.size >= 2 * self._learnt:
            np = self._np
            places = np.arange(0, self.size, max(1, self.size // _LEARN))
            learnt = self._numbers[places].astype("float32") * self._scales[places, None]
            self._middle = learnt.mean(axis=0)
            _, directions = np.linalg.eigh(np.cov(learnt - self._middle, rowvar=False))
            self._directions = np.ascontiguousarray(directions[:, -_DIRECTIONS:].astype("float32"))
            begin, self._learnt = 0, self.size
        for start in range(begin, self.size, _LEARN):
            part = slice(start, min(self.size, start + _LEARN))
            centred = self._numbers[part].astype("float32") * self._scales[part, None] - self._middle
            self._rough[part] = centred @ self._directions


class GuardedMatrix:
    """A matrix for several threads."""

    def __init__(self, width: int) -> None:
        self._matrix = matrix(width)
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """How many vectors it holds."""
        return self._matrix.size

    def add(self, rows: Sequence[tuple[int, bytes]]) -> None:
        """See `Matrix`."""
        with self._lock:
            self._matrix.add(rows)

    def nearest(self, question: Vector, most: int) -> Nearest:
        """See `Matrix`."""
        with self._lock:
            return self._matrix.nearest(question, most)
