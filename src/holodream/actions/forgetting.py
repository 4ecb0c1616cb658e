"""Forgetting a fact: what goes, what is still pending, and what cannot be reached from here."""

from __future__ import annotations

from .. import arguments
from ..results import Forgotten
from ..store import Declined, Expect, Store
from . import checks

BEYOND_REACH = (
    "backups and exports of the store",
    "files under version control, such as git",
    "the host's own session history and logs",
)
_STRANGERS = "tables that other programs keep in the same file"
_PENDING = "The fact is gone from memory; its bytes are being overwritten, at the latest when nobody reads an older state of the file any more."


class Forgetting:
    """The part of a memory that erases."""

    store: Store

    def forget(self, fact_id: int, *, expect: Expect | None = None) -> Forgotten:
        """Erase a fact for good: every version, its names, index entries, and the copies that were merged into it.

        Afterwards no piece of the text is in the bytes of the file; "pending" while somebody reads an older state (see `settle`). It is
        not learnt again unless a person says it anew. FactNotFound when there is no such fact.
        """
        try:
            erased, gone = self.store.forget(arguments.fact_id(fact_id), most_keywords=arguments.MAX_KEYWORDS, expect=checks.expect(expect))
        except Declined as declined:
            return Forgotten((), "changed_since", declined.reason)
        beyond = BEYOND_REACH + ((_STRANGERS,) if erased.strangers else ())
        beyond += tuple(f"the copy that was kept at the upgrade, {copy.name}: delete it if nobody needs it" for copy in self.store.safety_copies())
        return Forgotten(erased.fact_ids, "forgotten" if gone else "pending", "" if gone else _PENDING, beyond)
