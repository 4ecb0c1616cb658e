"""Pairs of facts that say nearly the same, over the whole store and in about linear time.

Two facts that share most of their words share one of their rarest few (prefix filtering), so only those are compared.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ..language import analyse
from ..results import Duplicate
from ..store import Posting, Store
from .indexing import NAME_SIGN, word_terms

LEAST = 0.7  # share of their words, weighted by rarity, that two facts have in common
_CROWD = 50  # facts that share a rare word and are compared with each other; more are a list of like things


def near_copies(store: Store, limit: int) -> list[Duplicate]:
    """The likest pairs of live facts, at most `limit`. The second fact of a pair is the newer one."""
    with store.searching() as index:
        facts = {fact_id: word_terms(terms.split()) for fact_id, terms in index.terms_of_all()}
        held: dict[str, int] = defaultdict(int)
        for terms in facts.values():
            for term in terms:
                held[term] += 1
        likest = sorted(_pairs(facts, held), key=lambda pair: (-pair[0], pair[1], pair[2]))
        found: list[Duplicate] = []
        for begin in range(0, len(likest), limit):
            part = likest[begin : begin + limit]
            postings = {posting.fact.fact_id: posting for posting in index.postings([fact_id for _, *pair in part for fact_id in pair])}
            for similarity, first, second in part:
                if not _contradict(postings[first], postings[second]):
                    found.append(Duplicate(postings[first].fact, postings[second].fact, round(similarity, 3)))
            if len(found) >= limit:
                break
    return found[:limit]


def _pairs(facts: Mapping[int, frozenset[str]], held: Mapping[str, int]) -> Iterator[tuple[float, int, int]]:
    size = len(facts)
    weights = {term: math.log(1 + size / count) for term, count in held.items()}
    by_rare: dict[str, list[int]] = defaultdict(list)
    for fact_id in sorted(facts):
        terms = sorted(facts[fact_id], key=lambda term: (held[term], term))
        candidates: set[int] = set()
        for term in _rarest(terms, weights):
            candidates.update(by_rare[term][-_CROWD:])
            by_rare[term].append(fact_id)
        for other in candidates:
            similarity = _similarity(facts[other], facts[fact_id], weights)
            if similarity >= LEAST:
                yield similarity, other, fact_id


def _rarest(terms: Sequence[str], weights: Mapping[str, float]) -> Sequence[str]:
    """The rarest terms, of which every fact that is like this one holds at least one: together they weigh more than may differ."""
    may_differ = (1 - LEAST) * sum(weights[term] for term in terms)
    for place, term in enumerate(terms, 1):
        may_differ -= weights[term]
        if may_differ < 0:
            return terms[:place]
    return terms


def _similarity(one: frozenset[str], other: frozenset[str], weights: Mapping[str, float]) -> float:
    common = sum(weights[term] for term in one & other)
    return common / sum(weights[term] for term in one | other)


def _contradict(one: Posting, other: Posting) -> bool:
    """Numbers, names or a negation tell the facts apart."""
    if _numbers(one) != _numbers(other) or _negated(one) != _negated(other):
        return True
    names = [{term for term in posting.terms if term.startswith(NAME_SIGN)} for posting in (one, other)]
    return bool(names[0] - names[1] and names[1] - names[0])


def _numbers(posting: Posting) -> frozenset[str]:
    return frozenset(word.forms[0] for word in analyse(posting.fact.content).words if word.number and word.forms)


def _negated(posting: Posting) -> bool:
    return any(word.text in language.negations for word in analyse(posting.fact.content).words for language in word.languages)
