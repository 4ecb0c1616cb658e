"""What a collection of vectors in memory offers, with numpy or without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .model import Vector


@dataclass(frozen=True, slots=True)
class Nearest:
    """The vectors nearest to a question, as (id, cosine), best first; and how near vectors are to it usually."""

    found: tuple[tuple[int, float], ...]
    mean: float
    deviation: float
    size: int


class Matrix(Protocol):
    """Packed vectors of one width. Not safe for threads."""

    @property
    def size(self) -> int:
        """How many vectors it holds."""

    def add(self, rows: Sequence[tuple[int, bytes]]) -> None:
        """More vectors, by id."""

    def nearest(self, question: Vector, most: int) -> Nearest:
        """The `most` nearest ones."""
