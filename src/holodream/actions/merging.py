"""Merging facts that say the same, taking it back, and finding candidates for it."""

from __future__ import annotations

import builtins
from collections.abc import Sequence

from .. import arguments
from ..recall.duplicates import near_copies
from ..results import Duplicate, Merged
from ..store import Declined, Expect, Progress, Store
from . import checks


class Merging:
    """The part of a memory that brings facts together."""

    store: Store

    def merge(self, fact_id: int, copies: Sequence[int] | int, *, expect: Expect | None = None, by: str | None = None, session: str | None = None) -> Merged:
        """Let the copies be part of a main fact, whose text, trust and source stay; its keywords are united with theirs.

        The copies leave search, recall and lists; their versions, sources and confirmations stay in the main fact's history.
        """
        signature, expect = checks.signature(by, session), checks.expect(expect)
        try:
            done = self.store.merge(
                arguments.fact_id(fact_id), checks.fact_ids(copies), most_keywords=arguments.MAX_KEYWORDS, signature=signature, expect=expect
            )
        except Declined as declined:
            return _declined(fact_id, declined)
        fact = done.fact
        left_out = (f"more than {arguments.MAX_KEYWORDS}",) * done.keywords_left_out
        return Merged(fact_id, fact.version if fact else None, "merged", "", done.copies, fact.keywords if fact else (), left_out)

    def unmerge(
        self, fact_id: int, copies: Sequence[int] | int | None = None, *, expect: Expect | None = None, by: str | None = None, session: str | None = None
    ) -> Merged:
        """Take a merge back: the copies return as they were. `fact_id` is a copy, or a main fact (all its copies, or those that are named)."""
        signature, expect = checks.signature(by, session), checks.expect(expect)
        chosen = None if copies is None else checks.fact_ids(copies)
        try:
            done = self.store.unmerge(arguments.fact_id(fact_id), chosen, most_keywords=arguments.MAX_KEYWORDS, signature=signature, expect=expect)
        except Declined as declined:
            return _declined(fact_id, declined)
        return Merged(done.main_id, done.fact.version if done.fact else None, "unmerged", "", done.copies, done.fact.keywords if done.fact else ())

    def duplicates(self, *, limit: int = 20, progress: Progress | None = None) -> builtins.list[Duplicate]:
        """Pairs of facts that say nearly the same, the likest first. Numbers, names and negations that differ speak against a pair.

        `progress` is told the facts looked at and how many there are.
        """
        return near_copies(self.store, limit, progress)


def _declined(fact_id: int, declined: Declined) -> Merged:
    status = "refused" if declined.status == "past" else declined.status
    return Merged(fact_id, declined.version if declined.fact_id == fact_id else None, status, declined.reason)
