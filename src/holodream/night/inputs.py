"""What a night is decided from: plain values that a host or a test fills in. A night can be replayed from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Utterance:
    """One message of a person: own words only, quotes apart. `at` is aware; `key` names the message (a fingerprint), also in a later night."""

    key: str
    person: str  # a stable id; "" where the host does not say who it was
    at: datetime
    chat: str  # "" for a session without a chat
    session: str
    text: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class NightFact:
    """A live fact as its store holds it tonight. `written_at`: when the current text was written. Times are aware."""

    fact_id: int
    version: int
    content: str
    category: str = "general"
    trust: float = 0.5
    source: str | None = None  # said, confirmed, inferred
    written_at: datetime | None = None
    helpful: int = 0
    unhelpful: int = 0
    retrievals: int = 0
    confirmations: int = 0  # people who confirmed this version
    names: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()  # ids of the people whose word the store has for this version: who told it, who confirmed it


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """One of the agent's small permanent memory files: its entries in order, verbatim, and its limit in characters (0: none known)."""

    name: str  # MEMORY.md or USER.md
    entries: tuple[str, ...]
    limit: int = 0
    status: Literal["ok", "missing", "unreadable"] = "ok"


@dataclass(frozen=True, slots=True)
class QueuedWrite:
    """A write to permanent memory that waits in the agent's approval queue; it counts as written. `old_text`: the part of an entry that it replaces."""

    file: str  # MEMORY.md or USER.md
    action: Literal["add", "replace", "patch", "remove"]
    text: str = ""
    old_text: str = ""


@dataclass(frozen=True, slots=True)
class NightInputs:
    """Everything one night looks at. `speech` is read once, in order of time, and need not fit into memory."""

    facts: tuple[NightFact, ...] = ()
    speech: Iterable[Utterance] = ()
    files: tuple[MemoryFile, ...] = ()
    state: Mapping[str, Any] = field(default_factory=dict)  # what earlier nights left: night/state.py
    answered: frozenset[str] = frozenset()  # ids of earlier reports that the agent really answered
    facts_status: str = "ok"  # ok, none (no store wanted), or why it could not be read: "cannot read" is never "empty"
    messages_status: str = "ok"  # ok, none, or why they could not be read
    timezone: str = "UTC"  # an IANA name: days are local days
    alerts: tuple[str, ...] = ()  # what the host's side noticed: a state file set aside, a job that is paused
    queued: tuple[QueuedWrite, ...] = ()
