"""From a message to the few facts that matter.

understand → probe the index → candidates, rarest words first → evidence → gate → rank. `recall` passes the gate, `search` does not.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Sequence
from datetime import datetime

from ..store import Fact, IndexReader, Store
from . import gate
from .evidence import Evidence, weigh
from .matching import Probe, probes
from .query import Query, understand
from .trace import Trace

log = logging.getLogger("holodream.recall")

MAX_MESSAGE = 4000  # characters of a message that are looked at; a longer one is pasted material
_ENOUGH = 60  # candidates from the rarest words before commoner words are looked up
_MOST = 400  # candidates that are weighed
_COMMON = 0.05  # a word of more facts than this share is looked up only together with a rarer one
_SMALL = 2000  # in a store of this many facts every word is looked up

# What stands behind a fact counts before trust: among facts that fit about equally well the told one comes first.
_SOURCE = {"said": 1.0, "confirmed": 1.0, None: 0.97, "inferred": 0.45}
_TRUST = 0.1  # the most that trust moves the rank of equally relevant facts


@dataclasses.dataclass(frozen=True, slots=True)
class Ranking:
    """How facts of equal relevance are ordered."""

    half_life_days: float = 0.0  # 0: age does not matter
    now: Callable[[], datetime] | None = None

    def factor(self, fact: Fact) -> float:
        """Source first, then trust and age within narrow bounds."""
        value = _SOURCE[fact.source] * (1.0 + _TRUST * (fact.trust - 0.5))
        if self.half_life_days and self.now:
            days = max(0.0, (self.now() - fact.written_at).total_seconds() / 86400)
            value *= 0.9 + 0.1 * 0.5 ** (days / self.half_life_days)
        return value


def weighed(store: Store, message: str, trace: Trace, ranking: Ranking, *, include: int | None = None) -> list[Evidence]:
    """Every candidate for a message with its evidence, best first. `include` weighs that fact even if no word finds it."""
    query = understand(message[:MAX_MESSAGE])
    trace.query = query
    if not query.words and include is None:
        trace.note("no word of the message bears meaning")
        return []
    with store.searching() as index:
        trace.size = index.size()
        found = probes(query.words, query.kind_nouns, index)
        ids = candidates(found, index, trace.size)
        if include is not None and include not in ids:
            ids.append(include)
        postings = index.postings(ids)
    trace.candidates = len(postings)
    evidence = [_scored(weigh(posting, found, query)) for posting in postings]
    evidence.sort(key=lambda item: (-item.relevance * ranking.factor(item.posting.fact), -item.posting.fact.trust, -item.posting.fact.fact_id))
    trace.evidence = {item.posting.fact.fact_id: item for item in evidence}
    trace.note(f"{len(query.words)} words, {len(postings)} candidates of {trace.size} facts")
    return evidence


def _scored(evidence: Evidence) -> Evidence:
    return dataclasses.replace(evidence, score=gate.score(evidence.features))


def candidates(found: Sequence[Probe], index: IndexReader, size: int) -> list[int]:
    """Ids of facts that hold a word of the message. Rare words are looked up first, so the cost follows the relevant facts."""
    by_rarity = sorted((probe for probe in found if _terms(probe)), key=lambda probe: probe.facts)
    common = max(_ENOUGH, int(size * _COMMON))
    ids: dict[int, None] = {}
    if size <= _SMALL:
        terms = list(dict.fromkeys(term for probe in by_rarity for term in _terms(probe)))
        return index.holders(terms, limit=_MOST) if terms else []
    for position, probe in enumerate(by_rarity):
        if probe.facts <= common or not position:
            ids.update(dict.fromkeys(index.holders(_terms(probe), limit=_MOST // 2)))
        for other in by_rarity[position + 1 : position + 4]:
            if probe.facts > _ENOUGH:
                ids.update(dict.fromkeys(index.holders(_terms(probe), _terms(other), limit=_ENOUGH)))
        if len(ids) >= _MOST:
            break
    return list(ids)[:_MOST]


def _terms(probe: Probe) -> list[str]:
    """The terms under which a word's facts are looked up; pieces of a Chinese word only as pairs when it has any."""
    strong = [term.term for term in probe.terms if term.nearness >= 0.5]
    return strong or [term.term for term in probe.terms]


def passed(evidence: Sequence[Evidence], strictness: str, trace: Trace) -> list[Evidence]:
    """The candidates that the gate lets through, in their order."""
    least = gate.threshold(strictness)
    through = [item for item in evidence if item.score >= least]
    trace.note(f"gate {strictness} ({least:.2f}): {len(through)} of {len(evidence)} pass")
    return through


__all__ = ["MAX_MESSAGE", "Query", "Ranking", "candidates", "passed", "weighed"]
