"""What a model of meaning must offer. Another local model is one small file like `e5`, and a line in `local`."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

Vector: TypeAlias = "array[float]"  # of typecode "f" and length 1
Kind = Literal["query", "passage"]
Marks: TypeAlias = Mapping[Kind, Mapping[str, Vector]]  # the vectors of a few fixed texts


class NoVector(Exception):
    """There is no vector in time; the message says why, and what to do. The turn goes on with words."""


class Model(Protocol):
    """Vectors of questions and facts from one model. Thread-safe. What computes raises NoVector, and nothing else."""

    @property
    def name(self) -> str:
        """What vectors are stored under."""

    @property
    def leaves(self) -> bool:
        """Whether texts leave this process: then the screen looks at each one before."""

    @property
    def width(self) -> int | None:
        """The numbers in a vector; None when it is not known yet."""

    @property
    def marks(self) -> Marks:
        """What tells later whether the same model still answers."""

    @property
    def trouble(self) -> str:
        """The last failure while the model is not well again, else ""."""

    def know(self, width: int | None, marks: Marks) -> None:
        """What an earlier process learned of the model: another width or other marks are another model, and refused. None: begin anew."""

    def query(self, text: str, seconds: float) -> Vector:
        """The vector of a question, within this time."""

    def passages(self, texts: Sequence[str], seconds: float) -> Iterator[tuple[int, list[Vector | None]]]:
        """The vectors of facts as (place of the first, vectors), in batches; ends early when the time is up. None: this text gets no vector."""

    def rest_left(self) -> float:
        """Seconds until the model may be asked again; infinite when a setting must change first."""

    def close(self) -> None:
        """Let go of everything. Idempotent."""


def marks_to_bytes(marks: Marks) -> bytes:
    """Marks as a store keeps them."""
    return json.dumps({kind: {word: vector.tobytes().hex() for word, vector in words.items()} for kind, words in marks.items()}).encode()


def marks_from_bytes(data: bytes | None) -> Marks:
    """What `marks_to_bytes` made; no marks from what is none."""
    try:
        found = json.loads(data) if data else {}
        return {kind: {word: array("f", bytes.fromhex(vector)) for word, vector in words.items()} for kind, words in found.items()}
    except (ValueError, TypeError, AttributeError):  # written by another program, or damaged
        return {}
