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
_CANDIDATE = 0.6  # the same of all their index terms, for pairs that are looked at closely
_MOST = 2000  # pairs that are looked at closely
_CROWD = 20  # facts that share a rare word and are compared with each other; more are a list of like things


def near_copies(store: Store, limit: int) -> list[Duplicate]:
    """The likest pairs of live facts, at most `limit`. The second fact of a pair is the newer one."""
    with store.searching() as index:
        facts = {fact_id: word_terms(terms.split()) for fact_id, terms in index.terms_of_all()}
        held: dict[str, int] = defaultdict(int)
        for terms in facts.values():
            for term in terms:
                held[term] += 1
        weights = _weights(held, len(facts))
        likest = sorted(_pairs(facts, held, weights), key=lambda pair: (-pair[0], pair[1], pair[2]))[:_MOST]
        postings = {posting.fact.fact_id: posting for posting in index.postings([fact_id for _, *pair in likest for fact_id in pair])}
    found: list[Duplicate] = []
    for _, first, second in likest:
        one, other = postings[first], postings[second]
        similarity = _similarity(_own_words(one), _own_words(other), weights)
        if similarity >= LEAST and not _contradict(one, other):
            found.append(Duplicate(one.fact, other.fact, round(similarity, 3)))
    found.sort(key=lambda pair: -pair.similarity)
    return found[:limit]


def _weights(held: Mapping[str, int], size: int) -> dict[str, float]:
    """How much a term counts: the rarer, the more."""
    return {term: math.log(1 + size / count) for term, count in held.items()}


def _own_words(posting: Posting) -> frozenset[str]:
    """The terms of the text alone, without those of keywords and names."""
    return word_terms(analyse(posting.fact.content).terms)


def _pairs(facts: Mapping[int, frozenset[str]], held: Mapping[str, int], weights: Mapping[str, float]) -> Iterator[tuple[float, int, int]]:
    """Pairs that are alike by their index terms, keywords and names among them."""
    by_rare: dict[str, list[int]] = defaultdict(list)
    for fact_id in sorted(facts):
        terms = sorted(facts[fact_id], key=lambda term: (held[term], term))
        candidates: set[int] = set()
        for term in _rarest(terms, weights):
            candidates.update(by_rare[term][-_CROWD:])
            by_rare[term].append(fact_id)
        for other in candidates:
            similarity = _similarity(facts[other], facts[fact_id], weights)
            if similarity >= _CANDIDATE:
                yield similarity, other, fact_id


def _rarest(terms: Sequence[str], weights: Mapping[str, float]) -> Sequence[str]:
    """The rarest terms, of which every fact that is like this one holds at least one: together they weigh more than may differ."""
    may_differ = (1 - _CANDIDATE) * sum(weights[term] for term in terms)
    for place, term in enumerate(terms, 1):
        may_differ -= weights[term]
        if may_differ < 0:
            return terms[:place]
    return terms


def _similarity(one: frozenset[str], other: frozenset[str], weights: Mapping[str, float]) -> float:
    whole = sum(weights.get(term, 0.0) for term in one | other)
    return sum(weights.get(term, 0.0) for term in one & other) / whole if whole else 0.0


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
