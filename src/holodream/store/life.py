"""What can be done with facts that are there: change, end, revert, confirm, merge, forget, each as one transaction of the store."""

from __future__ import annotations

import contextlib
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from . import changes, confirming, erasure, facts, graves, journal, merging
from .erasure import Erased
from .merging import Merge
from .naming import keep_in_step
from .records import NOBODY, Declined, Draft, Expect, Fact, History, Indexer, Signature, Source
from .sweeping import Sweeper

FORGET_SECONDS = 0.025  # how long a caller of forget waits for the bytes to go before it is told that this is pending


class LifeOfFacts(ABC):
    """The actions. Each raises FactNotFound, StoreError, or Declined when it was not done and why."""

    _indexer: Indexer
    _clock: Callable[[], datetime]
    _sweeper: Sweeper

    @abstractmethod
    def writing(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """One transaction of ours."""

    @abstractmethod
    def _reading(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """One state of the file."""

    def save(self, draft: Draft) -> tuple[Fact, int | None]:
        """Save a text: (the new fact, None), or (the live fact that stands for it, id of the fact that has this text).

        Declined "past" when it was the last text of a merged fact whose main fact has changed or ended since, "refused" when it was
        forgotten and no person says it now (source "said").
        """
        with self.writing() as connection:
            present = facts.find_text(connection, draft.content)
            if present is not None:
                return facts.get(connection, present), present
            standing = merging.standing_for(connection, draft.content)
            if standing is not None and standing.current:
                return facts.get(connection, standing.main_id), standing.copy_id
            if standing is not None:
                raise Declined("past", _past(standing), standing.main_id, standing.version)
            check_not_forgotten(connection, draft)
            fact = facts.insert(connection, draft, self._clock())
            keep_in_step(connection, [fact.fact_id], self._indexer)
            return fact, None

    def change(self, fact_id: int, remake: Callable[[Fact], Draft], *, expect: Expect | None = None) -> Fact:
        """Give a fact a new text; `remake` makes the draft from the fact as it stands, inside the transaction."""

        def checked(old: Fact) -> Draft:
            draft = remake(old)
            if draft.content != old.content:
                check_not_forgotten(connection, draft)
            return draft

        with self.writing() as connection:
            fact = changes.change(connection, fact_id, checked, self._clock(), expect)
            keep_in_step(connection, [fact_id], self._indexer)
            return fact

    def describe(
        self,
        fact_id: int,
        *,
        category: str | None = None,
        keywords: Sequence[str] | None = None,
        signature: Signature = NOBODY,
        expect: Expect | None = None,
    ) -> Fact:
        """Change category or keywords only; the index follows."""
        with self.writing() as connection:
            changes.expected(connection, fact_id, expect)
            return changes.describe(connection, fact_id, category, keywords, signature, self._clock(), self._indexer)

    def end(self, fact_id: int, *, signature: Signature = NOBODY, expect: Expect | None = None) -> int:
        """Take a fact out of what is true now; returns the version that ended."""
        with self.writing() as connection:
            return changes.end(connection, fact_id, signature, self._clock(), expect)

    def revert(self, fact_id: int, version: int, *, signature: Signature = NOBODY, expect: Expect | None = None) -> Fact:
        """Bring back an earlier version, as a new version; an ended fact lives again."""
        with self.writing() as connection:
            fact = changes.revert(connection, fact_id, version, signature, self._clock(), self._indexer, expect)
            keep_in_step(connection, [fact_id], self._indexer)
            return fact

    def confirm(self, fact_id: int, signature: Signature, start: Mapping[Source | None, float], *, expect: Expect | None = None) -> tuple[float, Fact]:
        """Note that a person confirms a fact; returns the trust before, and the fact."""
        with self.writing() as connection:
            return confirming.confirm(connection, fact_id, signature, start, self._clock(), expect)

    def share(self, fact_id: int, shared: bool) -> Fact:
        """Let group chats be given a fact, or no longer."""
        with self.writing() as connection:
            facts.share(connection, fact_id, shared)
            return facts.get(connection, fact_id)

    def rate(self, fact_id: int, step: float, *, helpful: bool | None = None, expect: Expect | None = None) -> tuple[float, Fact]:
        """Move a fact's trust; returns the trust before, and the fact."""
        with self.writing() as connection:
            changes.expected(connection, fact_id, expect)
            before, _ = facts.rate(connection, fact_id, step, helpful=helpful)
            return before, facts.get(connection, fact_id)

    def merge(
        self,
        main_id: int,
        copies: Sequence[int],
        *,
        most_keywords: int,
        signature: Signature = NOBODY,
        expect: Expect | None = None,
    ) -> Merge:
        """Let copies be part of a main fact."""
        with self.writing() as connection:
            return merging.merge(connection, main_id, copies, most_keywords, signature, self._clock(), self._indexer, expect)

    def unmerge(
        self,
        fact_id: int,
        copies: Sequence[int] | None = None,
        *,
        most_keywords: int,
        signature: Signature = NOBODY,
        expect: Expect | None = None,
    ) -> Merge:
        """Take a merge back, of a copy or of a main fact."""
        with self.writing() as connection:
            return merging.unmerge(connection, fact_id, copies, most_keywords, signature, self._clock(), self._indexer, expect)

    def forget(self, fact_id: int, *, most_keywords: int, expect: Expect | None = None) -> tuple[Erased, bool]:
        """Erase a fact and its copies; (what went, True when no byte of it is left already)."""
        with self.writing() as connection:
            erased = erasure.erase(connection, fact_id, most_keywords, self._clock(), self._indexer, expect)
        self._sweeper.wake(erased.texts)
        return erased, self._sweeper.wait(FORGET_SECONDS)

    def erased(self, seconds: float | None = None) -> bool:
        """Wait for the bytes of forgotten facts to go; False when a reader holds them or there was no time."""
        return self._sweeper.wait(seconds)

    def history(self, fact_id: int) -> History:
        """Everything that is known of a fact in whatever state, with the facts that were merged into it."""
        with self._reading() as connection:
            return history(connection, fact_id)


def history(connection: sqlite3.Connection, fact_id: int) -> History:
    """The versions, confirmations and events of a fact, and those of its copies."""
    versions = tuple(facts.versions(connection, fact_id))
    row = connection.execute("SELECT state, merged_into FROM fact_heads WHERE fact_id = ?", (fact_id,)).fetchone()
    copies = tuple(history(connection, copy_id) for copy_id in merging.copies_of(connection, fact_id))
    return History(fact_id, row[0], row[1], versions, confirming.confirmations(connection, fact_id), journal.events(connection, fact_id), copies)


def check_not_forgotten(connection: sqlite3.Connection, draft: Draft) -> None:
    """A forgotten text is learnt again only when a person says it: then its grave goes. Declined otherwise."""
    if not graves.is_buried(connection, draft.content):
        return
    if draft.source != "said":
        raise Declined("refused", "This was forgotten on purpose. It is saved again only when a person says it anew: then give source=said.", 0)
    graves.raise_up(connection, draft.content)


def learnable(connection: sqlite3.Connection, drafts: Sequence[Draft]) -> list[Draft]:
    """Of many drafts those that `save` would not refuse: not forgotten (or said anew by a person), and not the last text of a merged fact."""
    some_forgotten, some_merged = graves.any_graves(connection), merging.any_merged(connection)
    if not some_forgotten and not some_merged:
        return list(drafts)
    kept = []
    for draft in drafts:
        if some_merged and merging.standing_for(connection, draft.content) is not None:
            continue
        if some_forgotten and graves.is_buried(connection, draft.content):
            if draft.source != "said":
                continue
            graves.raise_up(connection, draft.content)
        kept.append(draft)
    return kept


def _past(standing: merging.Standing) -> str:
    main = standing.main_id
    if standing.ended:
        return f"This text is past: it became part of fact {main}, which has ended. If it is true again, revert fact {main}; else save nothing."
    return f"This text is past: it became part of fact {main}, which has changed since. If it is true again, change fact {main}; else save nothing."
