"""One line of a check, as `holodream doctor` shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at. "note" is worth knowing and nothing to repair."""

    name: str
    status: Literal["ok", "note", "wrong"]
    detail: str
