"""What goes into a store and what comes out: small frozen records."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, overload

Source = Literal["said", "confirmed", "inferred"]
SOURCES: tuple[Source, ...] = ("said", "confirmed", "inferred")
State = Literal["live", "ended", "merged"]
Indexer = Callable[[str, Sequence[str], Sequence[str]], tuple[str, ...]]  # text, names, keywords → index terms
Progress = Callable[[int, int], None]  # is told what is done, and how much there is in all
CORRECTED, REVERTED = "corrected", "reverted"  # reasons of versions that tell of no change in the world
Expect = int | Mapping[int, int]  # the version that a fact has, or the versions of several facts by id


class Declined(Exception):
    """An action is not done, and nothing was written. Callers turn it into a result.

    `status`: "changed_since" (a fact has another version than expected), "refused", "past" (a text that is no longer true) or "unchanged".
    """

    def __init__(self, status: Literal["changed_since", "refused", "past", "unchanged"], reason: str, fact_id: int, version: int | None = None) -> None:
        super().__init__(reason)
        self.status, self.reason, self.fact_id, self.version = status, reason, fact_id, version


@dataclass(frozen=True, slots=True)
class Signature:
    """Who did something, and in which session."""

    by: str | None = None
    session: str | None = None


NOBODY = Signature()


@dataclass(frozen=True, slots=True)
class Guess:
    """A name that a text shows. `kind`: "person", "place", "thing" or "unknown"."""

    name: str
    kind: str = "unknown"


@dataclass(frozen=True, slots=True)
class Naming:
    """The names that a fact is about: those that somebody declared for it, and those that its text shows."""

    declared: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entity:
    """A name that live facts are about. `declared`: somebody gave it with a fact; `kind`: "person", "place", "thing" or "unknown"."""

    name: str
    status: Literal["confirmed", "provisional"]
    declared: bool
    facts: int
    kind: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A text about to be saved, with all that belongs to its version. `guessed` None: nobody has looked for names in it yet."""

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
    guessed: tuple[Guess, ...] | None = None
    shared: bool = False  # told in a group: a group chat may be given it


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as it stands: its current version. Times are aware UTC. `names` were declared for it, `guessed` are names that its text shows."""

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
    guessed: tuple[str, ...] = ()
    shared: bool = False  # a group chat may be given it, also where these get only what was told in a group


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
class EndedFact:
    """A fact that is no longer true, as it stood last; `version` is what `revert` brings back. `ended_at` None: nobody noted when."""

    fact_id: int
    version: int
    content: str
    category: str
    source: Source | None
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A person's word that a version is right."""

    fact_id: int
    version: int
    person: str
    session: str | None
    confirmed_at: datetime


@dataclass(frozen=True, slots=True)
class Event:
    """What happened to a fact beside new texts. `other` is the other fact of a merge."""

    fact_id: int
    version: int
    kind: Literal["described", "ended", "merged", "absorbed", "unmerged"]
    other: int | None
    by: str | None
    session: str | None
    happened_at: datetime


@dataclass(frozen=True)
class History(Sequence[Version]):
    """A fact's versions, the first one first, and what else happened to it. `copies` are the facts that were merged into it."""

    fact_id: int
    state: State
    merged_into: int | None
    versions: tuple[Version, ...]
    confirmations: tuple[Confirmation, ...] = ()
    events: tuple[Event, ...] = ()
    copies: tuple[History, ...] = ()

    @overload
    def __getitem__(self, place: int) -> Version: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Version]: ...
    def __getitem__(self, place: int | slice) -> Version | Sequence[Version]:
        return self.versions[place]

    def __len__(self) -> int:
        return len(self.versions)


@dataclass(slots=True, eq=False)  # not frozen: one is made for every candidate, and making a frozen one takes several times as long
class Posting:
    """What recall needs of a candidate: its index terms and what orders it. The whole fact is made when it is asked for; few are."""

    fact_id: int
    content: str
    source: Source | None
    trust: float
    terms: frozenset[str]
    _whole: Callable[[], Fact]
    _fact: Fact | None = None

    @property
    def fact(self) -> Fact:
        """The live fact, without its names."""
        if self._fact is None:
            self._fact = self._whole()
        return self._fact


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which facts are looked for: of a category, and trusted at least so much."""

    category: str | None = None
    min_trust: float = 0.0


ANY = Wanted()


def is_correction(reason: str) -> bool:
    """Whether a version was written as the text before was wrong from the start; what was wrong with it may follow."""
    return reason.partition(":")[0] == CORRECTED


def as_count(value: object) -> int:
    """A stored count, whoever wrote it; 0 for what is none."""
    if value.__class__ is int and value >= 0:  # as nearly always
        return value
    return int(value) if isinstance(value, int | float) and 0 <= value < 2**63 else 0


def as_words(value: object) -> str:
    """A stored text, whoever wrote it and as what; "" for nothing."""
    if value.__class__ is str:  # as nearly always
        return value
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else "" if value is None else str(value)


def as_texts(value: object) -> tuple[str, ...]:
    """A stored JSON list of texts; empty for what is none."""
    try:
        found = json.loads(as_words(value))
    except (ValueError, RecursionError):
        return ()
    return tuple(text for text in found if isinstance(text, str)) if isinstance(found, list) else ()
