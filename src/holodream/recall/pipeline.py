"""From a message to the few facts that matter.

understand → probe the index → candidates, rarest words first → evidence → gate → rank. `recall` passes the gate, `search` does not.
"""

from __future__ import annotations

import dataclasses
import heapq
import itertools
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import TYPE_CHECKING

from ..language import fold
from ..store import ANY, IndexReader, Posting, Store, Wanted
from . import gate
from .evidence import Evidence, weigh
from .matching import Probe, Term, probes
from .query import Query, understand
from .trace import Trace

if TYPE_CHECKING:
    from .joining import Near

log = logging.getLogger("holodream.recall")

MAX_MESSAGE = 4000  # characters of a message that are looked at; a longer one is pasted material
_WORDS = 40  # words of a message that are looked up, the rarest
_ROWS = 2000  # places in the index that are read one by one for a message; words of more facts are looked up in pairs,
_PAIRED = 8  # so many of them, the rarest,
_STEPS = 30_000  # as long as the rarer words of the pairs stand in so many places together
_ENOUGH = 60  # facts taken from one pair
_MOST = 15  # candidates that are weighed for a recall of a few facts; a search for more weighs
_PER_FACT = 3  # so many for each fact asked for
_LEAST = 10  # as many are weighed in any case;
_SHARE = 0.35  # beyond those, a candidate must share this part of what the best one shares with the message
_PORTION = 200  # facts looked at together when some of the first are not wanted

# What stands behind a fact counts before trust: among facts that fit about equally well the told one comes first.
_SOURCE = {"said": 1.0, "confirmed": 1.0, None: 0.97, "inferred": 0.35}
_TRUST = 0.1  # the most that trust moves the rank of equally relevant facts


@dataclasses.dataclass(frozen=True, slots=True)
class Ranking:
    """How facts of equal relevance are ordered."""

    half_life_days: float = 0.0  # 0: age does not matter
    now: Callable[[], datetime] | None = None

    def factor(self, posting: Posting) -> float:
        """Source first, then trust and age within narrow bounds."""
        value = _SOURCE[posting.source] * (1.0 + _TRUST * (posting.trust - 0.5))
        if self.half_life_days and self.now:
            days = max(0.0, (self.now() - posting.fact.written_at).total_seconds() / 86400)
            value *= 0.9 + 0.1 * 0.5 ** (days / self.half_life_days)
        return value


def weighed(
    store: Store,
    message: str,
    trace: Trace,
    ranking: Ranking,
    *,
    limit: int = 5,
    include: int | None = None,
    wanted: Wanted = ANY,
    near: Near | None = None,
    gated: bool = True,
) -> list[Evidence]:
    """Every candidate for a message with its evidence, best first.

    Only facts that are `wanted` are candidates, so that others cannot crowd them out. `include` weighs that fact even if no word finds it.
    `near`: the facts whose meaning is nearest are candidates too, and meaning is among the reasons; then `gated` tells a recall from a search.
    """
    query = understand(message[:MAX_MESSAGE])
    trace.query = query
    if not query.words and include is None and near is None:
        trace.note("no word of the message bears meaning")
        return []
    with store.searching() as index:
        trace.size = index.size()
        found = probes(query, index, trace.size)
        postings = candidates(found, index, max(_MOST, _PER_FACT * limit), wanted)
        if include is not None and all(posting.fact_id != include for posting in postings):
            postings += index.postings([include])
        asked = {include} if near is None else {include, *(fact_id for fact_id, _ in near.found)}
        if near is not None:
            have = {posting.fact_id for posting in postings}
            postings += index.postings([fact_id for fact_id, _ in near.found if fact_id not in have], wanted)
    # in the view of a group a word may lead to a fact that shows nothing of it there
    evidence = [item for item in weigh(postings, found, query) if item.reasons.matched or item.posting.fact_id in asked]
    trace.candidates = len(evidence)
    if near is not None:
        from .joining import join

        evidence = join(evidence, near, gated=gated)
    whole = fold(message)
    evidence.sort(key=lambda item: _order(item, ranking, whole))
    trace.reasons = {item.posting.fact_id: item.reasons for item in evidence}
    trace.note(f"{len(query.words)} words, {trace.candidates} candidates of {trace.size} facts")
    return evidence


def _order(item: Evidence, ranking: Ranking, message: str) -> tuple[bool, float, float, int]:
    """Sort key: the very text of the message first; relevance with source and trust; of equals the more trusted, the newer one."""
    posting = item.posting
    alike = 2 * len(message) >= len(posting.content) >= len(message) // 2  # folding a text costs more than all the rest
    return not (alike and fold(posting.content) == message), -item.reasons.relevance * ranking.factor(posting), -posting.trust, -posting.fact_id


def candidates(found: Sequence[Probe], index: IndexReader, most: int = _MOST, wanted: Wanted = ANY) -> list[Posting]:
    """The facts that share the most with the message, by the summed rank of the words that they hold.

    Rare words are looked up first and in full. Words of very many facts are left out when they could not lift a fact into view any
    more; otherwise facts are looked up that hold two of them. So the cost follows the relevant facts, not the store.
    """
    shared: dict[int, float] = {}
    common: list[Probe] = []
    rows = _ROWS
    for places, probe in sorted(((_rows_of(probe), probe) for probe in found if probe.terms), key=itemgetter(0))[:_WORDS]:
        rows -= places
        if rows >= 0:
            _add(shared, _holders(probe, index))
        else:
            common.append(probe)
    best = max(shared.values(), default=0.0)
    if sum(probe.rank for probe in common) > _SHARE * best:
        _add(shared, _holders_of_common(common[:_PAIRED], index, wanted))
    return _first(shared, index, most, wanted)


def _add(shared: dict[int, float], held: dict[int, float]) -> None:
    """Add to what facts share what they hold; only those that are in both are looked at one by one."""
    for fact_id in shared.keys() & held.keys():
        held[fact_id] += shared[fact_id]
    shared.update(held)


def _first(shared: Mapping[int, float], index: IndexReader, most: int, wanted: Wanted) -> list[Posting]:
    """Of the facts that share something the first wanted ones; beyond the first few only those that share enough."""
    taken: list[Posting] = []
    for portion in _in_order(shared, most):
        wanted_ones = {posting.fact_id: posting for posting in index.postings(portion, wanted)}
        for fact_id in portion:
            if len(taken) == most or (len(taken) >= _LEAST and shared[fact_id] < _SHARE * shared[taken[0].fact_id]):
                return taken
            if fact_id in wanted_ones:
                taken.append(wanted_ones[fact_id])
        if len(wanted_ones) == len(portion) and len(taken) >= _LEAST:
            break  # the order goes on only in place of facts that are not wanted
    return taken


def _in_order(shared: Mapping[int, float], most: int) -> Iterator[list[int]]:
    """Ids in portions, those that share the most first, of equals the newest: those that are enough when all are wanted, then the others."""
    least = sorted(shared.values())[-most] if len(shared) > most else 0.0
    first = heapq.nlargest(most, [(gained, fact_id) for fact_id, gained in shared.items() if gained >= least])
    enough = [fact_id for place, (gained, fact_id) in enumerate(first) if place < _LEAST or gained >= first[0][0] * _SHARE]
    yield enough
    rest = sorted(((gained, fact_id) for fact_id, gained in shared.items()), reverse=True)[len(enough) :]
    for start in range(0, len(rest), _PORTION):
        yield [fact_id for _, fact_id in rest[start : start + _PORTION]]


def _holders(probe: Probe, index: IndexReader) -> dict[int, float]:
    """The facts that hold a word, and what that counts: less for similar words, and for a part of the pairs that a Chinese word is cut into."""
    held: dict[int, float] = {}
    strong = _strong(probe)
    if probe.word.pieces:
        for term in strong:
            for fact_id in index.holders([term.term]):
                held[fact_id] = held.get(fact_id, 0.0) + probe.rank / len(strong)
        return held
    exact = [term for term in strong if term.nearness == strong[0].nearness]
    for terms in (strong[len(exact) :], exact):  # the exact ones last: they overwrite; the looser ones all count as the nearest of them
        if terms:
            held.update(dict.fromkeys(index.holders([term.term for term in terms]), probe.rank * terms[0].nearness ** 2))
    return held


def _holders_of_common(common: Sequence[Probe], index: IndexReader, wanted: Wanted) -> dict[int, float]:
    """The facts that hold two of the words or more, the rarest pairs first; of a lone word the newest facts."""
    held: dict[int, dict[Probe, float]] = {}  # in the order of the words, so that the sums are the same in every process
    left = _STEPS
    for probe, other in itertools.combinations(common, 2):
        left -= _rows_of(probe)
        if left < 0 and held:
            break
        for fact_id in index.newest_holders(_texts(probe), _texts(other), limit=_ENOUGH, wanted=wanted):
            held.setdefault(fact_id, {}).update(((probe, probe.rank), (other, other.rank)))
    if not held:
        return dict.fromkeys(index.newest_holders(_texts(common[0]), limit=_ENOUGH, wanted=wanted), common[0].rank)
    return {fact_id: sum(ranks.values()) for fact_id, ranks in held.items()}


def _strong(probe: Probe) -> list[Term]:
    """The terms under which a word's facts are looked up, the nearest first; looser ones only when there is nothing better."""
    return [term for term in probe.terms if term.nearness >= 0.5] or list(probe.terms)


def _texts(probe: Probe) -> list[str]:
    return [term.term for term in _strong(probe)]


def _rows_of(probe: Probe) -> int:
    """How often the terms of a word stand in the index."""
    return sum(term.facts for term in _strong(probe))


def passed(evidence: Sequence[Evidence], strictness: str, trace: Trace, near: Near | None = None) -> list[Evidence]:
    """The candidates that the gate lets through, in their order. `near` as in `weighed`."""
    least = least_score(strictness, near)
    through = [item for item in evidence if item.score >= least]
    trace.note(f"gate {strictness} ({least:.2f}): {len(through)} of {len(evidence)} pass")
    return through


def least_score(strictness: str, near: Near | None = None) -> float:
    """The score from which a candidate comes up."""
    if near is None:
        return gate.threshold(strictness)
    from . import joining

    return joining.threshold(near.model, strictness)


__all__ = ["MAX_MESSAGE", "Query", "Ranking", "candidates", "least_score", "passed", "weighed"]
