"""What a night proposes: plain records, section by section, with their evidence. Nothing here was applied."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

Target = Literal["memory", "user"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a person said on a local day; the snippet passed the screen."""

    day: date
    snippet: str


@dataclass(frozen=True, slots=True)
class Place:
    """An entry of permanent memory. `anchor`: a verbatim part of it that no other entry of the file holds, for the host's memory tool.

    `whole`: the anchor is the whole entry. "" as anchor: every part of the entry stands in another one too; change that one first.
    """

    file: str
    target: Target
    entry: str
    anchor: str
    whole: bool
    likeness: float = 0.0  # share of the candidate's words that the entry holds, 0..1


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something about one fact: a promotion, a guess to be confirmed, a new fact, or one that decays."""

    key: str  # names the question: for the reject list and the cooldowns
    fact_id: int
    version: int
    text: str
    source: str | None
    trust: float
    score: float
    reasons: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    nearest: Place | None = None
    file: str = ""  # the file it would belong in
    target: Target | None = None
    fits: bool | None = None  # whether the file has room for it; None: no limit known, or nothing to be written


@dataclass(frozen=True, slots=True)
class Command:
    """A call that confirms a fact in the store, ready for the agent, and the same as a command line."""

    action: str
    fact_id: int
    expect: int  # the version that people confirmed: nothing happens when the fact has changed
    by: str  # a stable id of the person; "": the owner
    line: str


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A fact that people stated on several days: each command confirms it for one of them."""

    key: str
    fact_id: int
    version: int
    text: str
    days: tuple[date, ...]
    commands: tuple[Command, ...]
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Conflict:
    """A fact that repeats an entry of permanent memory with other numbers or dates."""

    key: str
    fact_id: int
    version: int
    text: str
    entry: Place
    reasons: tuple[str, ...]
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryQuestion:
    """Does this entry of permanent memory still hold?"""

    key: str
    entry: Place
    reasons: tuple[str, ...]
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class ExpiredEvent:
    """A dated event that is over: a fact (`fact_id`) or an entry of permanent memory (`entry`)."""

    key: str
    day: date  # the last day it may have been on
    text: str
    fact_id: int | None = None
    version: int | None = None
    entry: Place | None = None


@dataclass(frozen=True, slots=True)
class Theme:
    """A name that several new facts are about and no entry of permanent memory mentions."""

    key: str
    name: str
    fact_ids: tuple[int, ...]
    days: tuple[date, ...]  # on which the facts were written
    nearest: Place | None = None


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A text that the screen holds back: why, and where it is; never the text."""

    key: str
    reason: str
    fact_id: int | None = None
    file: str = ""
    number: int | None = None  # of the entry in its file, from 1


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that people should know. `kind`: loss, memory_pressure, messages_unavailable, facts_unavailable, file_unreadable, host."""

    key: str
    kind: str
    text: str
    file: str = ""
    wakes: bool = True


@dataclass(frozen=True, slots=True)
class Decision:
    """What a section made of a fact: "proposed", or the gate that it did not pass."""

    section: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A fact's score, 0..1, the components that it is made of (each 0..1 before its weight), and the numbers behind them."""

    fact_id: int
    score: float
    components: Mapping[str, float]
    numbers: Mapping[str, float]
    decisions: tuple[Decision, ...] = ()


SECTIONS = (
    "promotions",
    "to_confirm",
    "confirmations",
    "conflicts",
    "new_facts",
    "fact_decays",
    "md_decays",
    "expired_events",
    "emerging_themes",
    "quarantine",
    "alerts",
)  # "duplicates" follows


@dataclass(frozen=True, slots=True)
class Report:
    """A night's proposals. `next_state` is what the host keeps for the next night; `diary` is added once to the diary, under its heading."""

    report_id: str
    day: date
    wake: bool = False
    wake_reasons: tuple[str, ...] = ()
    promotions: tuple[Proposal, ...] = ()
    to_confirm: tuple[Proposal, ...] = ()
    confirmations: tuple[Confirmation, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    new_facts: tuple[Proposal, ...] = ()
    fact_decays: tuple[Proposal, ...] = ()
    md_decays: tuple[EntryQuestion, ...] = ()
    expired_events: tuple[ExpiredEvent, ...] = ()
    emerging_themes: tuple[Theme, ...] = ()
    quarantine: tuple[Quarantined, ...] = ()
    alerts: tuple[Alert, ...] = ()
    statistics: Mapping[str, int | str] = field(default_factory=dict)
    diary: str = ""
    next_state: Mapping[str, Any] = field(default_factory=dict)
    scores: Mapping[int, Scored] = field(default_factory=dict)

    def explain(self, fact_id: int) -> Scored | None:
        """How a fact was scored and what each section made of it; None for a fact that this night did not look at."""
        return self.scores.get(fact_id)

    def as_mapping(self) -> dict[str, Any]:
        """The document for the agent, of plain JSON values: without the state, the scores and the diary."""
        kept = {name: getattr(self, name) for name in ("report_id", "day", "wake", "wake_reasons", *SECTIONS, "statistics")}
        return {name: plain(value) for name, value in kept.items()}


def plain(value: Any) -> Any:
    """Records as JSON values: mappings, lists, texts, numbers; days as YYYY-MM-DD; None and empty texts of a record are left out."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = {item.name: getattr(value, item.name) for item in dataclasses.fields(value)}
        return {name: plain(part) for name, part in parts.items() if part is not None and part != ""}
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, date):
        return value.isoformat()
    return round(value, 3) if isinstance(value, float) else value
