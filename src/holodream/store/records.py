"""What goes into a store and what comes out: small frozen records."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Source = Literal["said", "confirmed", "inferred"]
SOURCES: tuple[Source, ...] = ("said", "confirmed", "inferred")
State = Literal["live", "ended", "merged"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A text about to be saved, with all that belongs to its version."""

    content: str
    terms: tuple[str, ...]
    category: str = "general"
    keywords: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    source: Source | None = None
    trust: float = 0.5
    by: str | None = None
    session: str | None = None
    reason: str = "added"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as it stands: its current version. Times are aware UTC."""

    fact_id: int
    version: int
    content: str
    category: str
    keywords: tuple[str, ...]
    source: Source | None
    trust: float
    helpful: int
    unhelpful: int
    retrieved: int
    state: State
    created_at: datetime
    written_at: datetime
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """One text that a fact has had."""

    fact_id: int
    version: int
    content: str
    category: str
    keywords: tuple[str, ...]
    names: tuple[str, ...]
    source: Source | None
    trust: float
    by: str | None
    session: str | None
    written_at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Posting:
    """What recall needs of a candidate: a live fact and its index terms."""

    fact: Fact
    terms: frozenset[str]
