"""Forgetting a fact: what goes, what is still pending, and what cannot be reached from here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from .. import arguments
from ..errors import FactNotFound
from ..results import Forgotten, Similar
from ..store import Declined, Expect, Fact, Store
from . import checks

BEYOND_REACH = (
    "backups and exports of the store",
    "files under version control, such as git",
    "the host's own session history and logs",
)
_STRANGERS = "tables that other programs keep in the same file"
_LEFT = "This says nearly the same and is still there: forget it too if it should be gone."
_PENDING = "The fact is gone from memory; its bytes are being overwritten, at the latest when nobody reads an older state of the file any more."


class Forgetting(ABC):
    """The part of a memory that erases."""

    store: Store

    def forget(self, fact_id: int, *, expect: Expect | None = None) -> Forgotten:
        """Erase a fact for good: every version, its names, index entries, and the copies that were merged into it.

        Afterwards no piece of the text is in the bytes of the file; "pending" while somebody reads an older state (see `settle`). It is
        not learnt again unless a person says it anew. Facts that say nearly the same stay, and are named. FactNotFound when there is no such fact.
        """
        near = self._beside(arguments.fact_id(fact_id))
        try:
            erased, gone = self.store.forget(fact_id, most_keywords=arguments.MAX_KEYWORDS, expect=checks.expect(expect))
        except Declined as declined:
            return Forgotten((), "changed_since", declined.reason)
        beyond = BEYOND_REACH + ((_STRANGERS,) if erased.strangers else ())
        beyond += tuple(f"the copy that was kept at the upgrade, {copy.name}: delete it if nobody needs it" for copy in self.store.safety_copies())
        left = tuple(replace(other, advice=_LEFT) for other in near if other.fact_id not in erased.fact_ids)
        return Forgotten(erased.fact_ids, "forgotten" if gone else "pending", "" if gone else _PENDING, beyond, left)

    def _beside(self, fact_id: int) -> tuple[Similar, ...]:
        try:
            return self._near_copies(self.store.get(fact_id))
        except FactNotFound:  # it has ended or is a part of another one; where there is none at all, forgetting it says so
            return ()

    @abstractmethod
    def _near_copies(self, fact: Fact) -> tuple[Similar, ...]:
        """Other facts that say nearly the same."""
