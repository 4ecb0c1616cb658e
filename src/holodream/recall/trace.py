"""What recall did with one message, step by step: the source of `why`, of the DEBUG log and of tests. Ids, words and scores only."""

from __future__ import annotations

from dataclasses import dataclass, field

from .evidence import Reasons
from .query import Query


@dataclass(slots=True)
class Trace:
    """Filled while a message is looked up."""

    query: Query | None = None
    size: int = 0  # live facts
    candidates: int = 0
    reasons: dict[int, Reasons] = field(default_factory=dict)  # by fact id, of every candidate that was weighed
    steps: list[str] = field(default_factory=list)
    reranked: dict[int, str] = field(default_factory=dict)  # by fact id: where the reranker put it and why, in words
    shown: list[int] = field(default_factory=list)

    def note(self, step: str) -> None:
        self.steps.append(step)
