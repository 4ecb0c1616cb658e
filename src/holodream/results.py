"""What the public API gives back: frozen records. Scores and trusts are floats in 0..1, times aware UTC datetimes."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from .recall.trace import Trace
from .store import Entity, Fact, Source


@dataclass(frozen=True, slots=True)
class Similar:
    """A fact that says nearly the same as the one just added or forgotten, and what to do about it."""

    fact_id: int
    content: str
    advice: str = "If both say the same, merge them or change the older one."


@dataclass(frozen=True, slots=True)
class Added:
    """The answer to a save. `fact_id` is None exactly when `status` is "refused"; then `reason` says why and what to do instead.

    "past": the text became part of the fact `fact_id` by a merge, and that one has changed or ended since; nothing was saved.
    """

    fact_id: int | None
    version: int | None
    status: Literal["added", "exists", "past", "refused"]
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
class Reported:
    """The answer to a report of what came of facts."""

    status: Literal["noted", "refused"]
    fact_ids: tuple[int, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Rated:
    """The answer to feedback."""

    fact_id: int
    old_trust: float
    new_trust: float
    helpful_count: int
    status: Literal["rated", "changed_since"] = "rated"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The answer to a confirmation. "already": this person stands behind this version, so it does not count again."""

    fact_id: int
    version: int | None
    status: Literal["confirmed", "already", "changed_since"]
    reason: str = ""
    old_trust: float | None = None
    new_trust: float | None = None


@dataclass(frozen=True, slots=True)
class Merged:
    """The answer to a merge or to taking one back: the main fact, the copies that moved, and its keywords now."""

    fact_id: int
    version: int | None
    status: Literal["merged", "unmerged", "unchanged", "refused", "changed_since"]
    reason: str = ""
    copies: tuple[int, ...] = ()
    keywords: tuple[str, ...] = ()
    keywords_dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The answer to forgetting. "pending": gone from memory, while the bytes wait for a reader; `beyond_reach` may still hold the text.

    `similar` are facts that say nearly the same and are still there.
    """

    fact_ids: tuple[int, ...]
    status: Literal["forgotten", "pending", "changed_since"]
    reason: str = ""
    beyond_reach: tuple[str, ...] = ()
    similar: tuple[Similar, ...] = ()


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two facts that say nearly the same. `similarity`: the share of their words, weighted by rarity, that both have."""

    first: Fact
    second: Fact
    similarity: float


@dataclass(frozen=True, slots=True)
class Named:
    """The answer to a change of a name: the name as it stands now, or None and the reason why nothing was done."""

    entity: Entity | None
    status: Literal["confirmed", "renamed", "merged", "added", "unchanged", "refused"]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Unnamed:
    """The answer to deleting names: those that went, and those that are not there."""

    deleted: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Related:
    """A name that shares facts with another, and how many."""

    entity: Entity
    shared: int


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two facts about the same name that disagree in a number, a negation, another name or a word. The second one is newer."""

    first: Fact
    second: Fact
    name: str
    reason: Literal["number", "negation", "name", "word"]


@dataclass(frozen=True, slots=True)
class Embedded:
    """What `embed` did: vectors made and dropped, how many there are now, and how many facts have none (refused by the screen or by the model)."""

    model: str
    made: int
    dropped: int
    vectors: int
    missing: int


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


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did, or would do (`dry_run`).

    `fact_ids`: the new facts. `present`: how many were there already. `renumbered`: old and new ids of those whose id was taken.
    `left_out`: the old id of each fact that was not taken in (a negative number: the line of the file), and why, never its text.
    """

    fact_ids: tuple[int, ...]
    present: int
    renumbered: dict[int, int]
    left_out: tuple[tuple[int, str], ...]
    dry_run: bool
