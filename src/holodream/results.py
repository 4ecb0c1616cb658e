"""What the public API gives back: frozen records. Scores and trusts are floats in 0..1, times aware UTC datetimes."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from .recall.trace import Trace
from .store import Source


@dataclass(frozen=True, slots=True)
class Similar:
    """A fact that says nearly the same as the one just added."""

    fact_id: int
    content: str
    advice: str = "If both say the same, merge them or change the older one."


@dataclass(frozen=True, slots=True)
class Added:
    """The answer to a save. `fact_id` is None exactly when `status` is "refused"; then `reason` says why and what to do instead."""

    fact_id: int | None
    version: int | None
    status: Literal["added", "exists", "refused"]
    reason: str = ""
    keywords: tuple[str, ...] = ()
    keywords_dropped: tuple[str, ...] = ()
    keywords_not_set: tuple[str, ...] = ()
    similar: tuple[Similar, ...] = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """The answer to a change of a fact that exists."""

    fact_id: int
    version: int | None
    status: Literal["changed", "unchanged", "refused", "changed_since", "ended"]
    reason: str = ""
    keywords: tuple[str, ...] = ()
    keywords_dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rated:
    """The answer to feedback."""

    fact_id: int
    old_trust: float
    new_trust: float
    helpful_count: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A fact that was found."""

    fact_id: int
    version: int
    content: str
    score: float
    trust: float
    source: Source | None
    how: Literal["words", "meaning"] = "words"
    category: str = "general"
    keywords: tuple[str, ...] = ()
    written_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to a search or a recall; `text` is the block for the prompt, "" when nothing was found."""

    hits: tuple[Hit, ...]
    text: str
    trace: Trace = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a fact came up for a message or did not. `text` is for people, the rest for programs."""

    fact_id: int
    shown: bool
    rank: int | None
    score: float
    threshold: float
    matched: tuple[tuple[str, float], ...]
    missed: tuple[tuple[str, float], ...]
    reasons: tuple[tuple[str, float], ...]
    text: str
