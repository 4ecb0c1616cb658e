"""Task outcomes: what the agent was given, and its report whether it helped. A log of its own: trust, source and order stay as they are."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from .. import arguments
from ..errors import InvalidArgument
from ..results import Hit, Reported
from ..store import Declined, Store
from ..store.deliveries import MOST, Delivery
from . import checks

OUTCOMES = ("helped", "misled", "needed_another")


class Outcomes:
    """The part of a memory that keeps outcomes: for 30 days, and of the last 1,000 deliveries at most."""

    store: Store

    def delivered(self, kind: Literal["block", "search"], hits: Iterable[Hit], *, session: str | None = None, write: bool = True) -> None:
        """Note that the agent was really given these facts. Waits for nobody: while another process writes, it is written a little later.

        Without `write` it is kept in memory until the next report, or `write_deliveries`.
        """
        if kind not in ("block", "search"):
            raise InvalidArgument("kind is block or search.")
        signed = checks.signature(None, session)
        self.store.deliver(kind, [(hit.fact_id, hit.version) for hit in hits], signed.session)
        if write:
            self.store.write_deliveries()

    def write_deliveries(self) -> None:
        """Write what was noted as delivered to the file, unless another process is writing."""
        self.store.write_deliveries()

    def report(self, outcome: Literal["helped", "misled", "needed_another"], fact_ids: Sequence[int] | int = (), *, session: str | None = None) -> Reported:
        """Note what came of facts that were given in a session: they helped, they misled, or the agent needed another fact.

        Of the last one `fact_ids` is empty, or the one fact that was needed. "refused" when a fact was not given in this session. It is no
        rating and no confirmation.
        """
        if outcome not in OUTCOMES:
            raise InvalidArgument(f"outcome is one of {', '.join(OUTCOMES)}.")
        signed, ids = checks.signature(None, session), _ids(fact_ids)
        try:
            if outcome != "needed_another":
                self.store.report_outcome(outcome, checks.fact_ids(ids), signed.session)
            elif len(ids) > 1:
                raise InvalidArgument("needed_another names one fact at most.")
            else:
                self.store.report_missed(ids[0] if ids else None, signed.session)
        except Declined as declined:
            return Reported("refused", tuple(ids), declined.reason)
        return Reported("noted", tuple(ids))

    def deliveries(self, *, fact_id: int | None = None, limit: int = 50) -> builtins.list[Delivery]:
        """What the agent was given and what it reported, the newest first; all, or where a fact was among it."""
        return self.store.deliveries(arguments.whole(limit, "limit", 1, MOST), None if fact_id is None else arguments.fact_id(fact_id))


def _ids(values: Any) -> builtins.list[int]:
    values = [values] if isinstance(values, int) else values
    if not isinstance(values, list | tuple):
        raise InvalidArgument("Give the ids of facts, whole numbers.")
    return list(dict.fromkeys(arguments.fact_id(value) for value in values))
