"""What is said of a pair of texts: labels with the names of the reasons, never a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ..errors import InvalidArgument

Label = Literal["confirms", "contradicts", "unrelated"]
LABELS: tuple[Label, ...] = ("confirms", "contradicts", "unrelated")


@dataclass(frozen=True, slots=True)
class Pair:
    """What a person's message says of a fact. `reasons`: names of what counted, the strongest first."""

    label: Label
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Similarity:
    """Whether two facts say the same, so that merging them would be proposed. `reasons`: names of what counted, the strongest first."""

    same: bool
    reasons: tuple[str, ...] = ()


def checked(text: Any, name: str) -> str:
    """A text, or InvalidArgument."""
    if not isinstance(text, str):
        raise InvalidArgument(f"{name} is a text, not {type(text).__name__}.")
    return text
