"""Pairs of facts that say nearly the same, over the whole store.

Two facts that share most of their words share their rarest few, and all of their numbers; facts are put together by these, so that only
likely pairs are ever compared: the time goes with the number of facts and of likely pairs, not with the square.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..results import Duplicate
from ..store import Posting, Progress, Store
from .indexing import NAME_SIGN, NOT_WORDS, analysed, word_terms

LEAST = 0.7  # share of their words, weighted by rarity, that two facts have in common
_CANDIDATE = 0.6  # the same of all their index terms, for pairs that are looked at closely
_NEEDED = _CANDIDATE / (1 + _CANDIDATE)  # the same as a share of both weights together
_MOST = 2000  # pairs that are looked at closely
_SPARE = 10  # times the pairs asked for are looked at closely, in case that keywords made others look likelier than they are
_CROWD = 20  # facts with the same rare words that are compared with each other; more are a list of like things
_STEP = 5000  # facts between two calls of progress


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words by number: those of digits first, the others from the rarest to the most frequent; and how much each weighs."""

    numbers: dict[str, int]
    weights: list[float]
    digits: int  # how many of the words are digits
    once: int  # the first number after digits of a word that several facts hold


class Facts:
    """The facts seen so far, each by its place: its id, the numbers of its words in order, and their weight.

    Plain lists of numbers, since a hundred thousand facts with some keys each are many objects.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.ids: list[int] = []
        self.words: list[tuple[int, ...]] = []
        self.weights: list[float] = []
        self._newest: dict[int, int] = {}  # by key: the last entry with it
        self._entries: list[tuple[int, float, int]] = []  # a fact, the weight that it can share under the key, the entry before
        self._digits: dict[tuple[int, ...], int] = {}

    def add(self, fact_id: int, terms: Iterable[str]) -> Iterator[tuple[float, int, int]]:
        """Take a fact in; gives how like it is to which earlier ones, with both ids."""
        numbers = set(map(self.lexicon.numbers.get, terms))
        numbers.discard(None)
        words = tuple(sorted(numbers))  # type: ignore[type-var]
        weight = sum(map(self.lexicon.weights.__getitem__, words))  # type: ignore[arg-type]
        place = len(self.ids)
        self.ids.append(fact_id)
        self.words.append(words)  # type: ignore[arg-type]
        self.weights.append(weight)
        for other in dict.fromkeys(self._crowd(place)):
            shared = sum(map(self.lexicon.weights.__getitem__, numbers.intersection(self.words[other])))  # type: ignore[arg-type]
            whole = weight + self.weights[other] - shared
            if whole and shared >= _CANDIDATE * whole:
                yield shared / whole, self.ids[other], fact_id

    def _crowd(self, place: int) -> Iterator[int]:
        """The last few facts that have a key in common with this one and can share enough; notes its keys."""
        weight, weights, entries = self.weights[place], self.weights, self._entries
        for key, shared in self._keys(place):
            entry, left = self._newest.get(key, -1), _CROWD
            self._newest[key] = len(entries)
            entries.append((place, shared, entry))
            while entry >= 0 and left:
                other, most, entry = entries[entry]
                if min(shared, most) >= (weight + weights[other]) * _NEEDED:
                    yield other
                left -= 1

    def _keys(self, place: int) -> Iterator[tuple[int, float]]:
        """What a like fact has in common with this one: all numbers, and the two rarest words that both hold, whichever these are.

        Each as a number, with the weight that the two can share at most. A like fact has at least one of the keys.
        """
        words, weights, weight, once, size = self.words[place], self.lexicon.weights, self.weights[place], self.lexicon.once, len(self.lexicon.weights)
        begin = bisect_left(words, self.lexicon.digits)
        digits = (self._digits.setdefault(words[:begin], len(self._digits)) + 1) * size
        may_lack = (1 - _CANDIDATE) * weight
        passed = 0.0  # weight of the words before the first shared one
        for first_place, first in enumerate(words[begin:], begin + 1):
            if first >= once:
                key, skipped = (digits + first) * (size + 1), passed
                for second in words[first_place:]:
                    yield key + second, weight - skipped
                    skipped += weights[second]
                    if skipped > may_lack:
                        break
                else:
                    yield key + size, weight - skipped  # one word alone, and the numbers, weigh enough
            passed += weights[first]
            if passed > may_lack:
                return
        yield -digits, weight - passed


def near_copies(store: Store, limit: int, progress: Progress | None = None) -> list[Duplicate]:
    """The likest pairs of live facts, at most `limit`. The second fact of a pair is the newer one."""
    with store.searching() as index:
        rows = index.terms_of_all()
        lexicon = lexicon_of(index.counts_of_all(), len(rows))
        own = {fact_id: own_words(text) for fact_id, text in index.with_numbers_in_keywords()}
        likely = sorted(_likely_pairs(_told(rows, progress), lexicon, own), key=lambda pair: (-pair[0], pair[1], pair[2]))[:_MOST]
        found: list[Duplicate] = []
        for begin in range(0, len(likely), step := max(50, limit)):
            if len(found) >= limit and begin >= _SPARE * limit:
                break
            part = likely[begin : begin + step]
            postings = {posting.fact.fact_id: posting for posting in index.postings([fact_id for _, *pair in part for fact_id in pair])}
            found += _closely(part, postings, lexicon)
    found.sort(key=lambda pair: -pair.similarity)
    if progress:
        progress(len(rows), len(rows))
    return found[:limit]


def lexicon_of(counts: Mapping[str, int], size: int) -> Lexicon:
    """The words of a store, from the numbers of facts that hold each. The rarer, the more a word weighs."""
    order = sorted((not word.isdecimal(), count, word) for word, count in counts.items() if not word.startswith(NOT_WORDS))
    digits = bisect_left(order, (True, 0, ""))
    weights = [math.log(1 + size / count) for _, count, _ in order]
    return Lexicon({word: number for number, (*_, word) in enumerate(order)}, weights, digits, bisect_left(order, (True, 2, ""), digits))


def _told(rows: Sequence[tuple[int, str]], progress: Progress | None) -> Iterator[tuple[int, str]]:
    for done, row in enumerate(rows):
        if progress and done % _STEP == 0:
            progress(done, len(rows))
        yield row


def _likely_pairs(rows: Iterator[tuple[int, str]], lexicon: Lexicon, own: Mapping[int, frozenset[str]]) -> Iterator[tuple[float, int, int]]:
    """Pairs that are alike by their index terms, keywords and names among them: how alike, the older fact, the newer one.

    `own` are the words of those facts whose keywords hold numbers that the text may not have.
    """
    facts = Facts(lexicon)
    for fact_id, terms in rows:
        yield from facts.add(fact_id, own[fact_id] if fact_id in own else terms.split())


def _closely(pairs: Sequence[tuple[float, int, int]], postings: Mapping[int, Posting], lexicon: Lexicon) -> Iterator[Duplicate]:
    """Of likely pairs those whose texts alone, without keywords and names, say nearly the same."""
    for _, first, second in pairs:
        one, other = postings.get(first), postings.get(second)
        if one is None or other is None:  # another program took it away
            continue
        similarity = _shared_weight(own_words(one.fact.content), own_words(other.fact.content), lexicon)
        if similarity >= LEAST and not _contradict(one, other):
            yield Duplicate(one.fact, other.fact, round(similarity, 3))


def copies_among(fact: Posting, near: Sequence[Posting], least: float) -> list[Posting]:
    """Of other facts those that say nearly what `fact` says: this share of their words, keywords and names aside, in common; the likest first."""
    own = own_words(fact.content)
    found: list[tuple[float, int, Posting]] = []
    for posting in near:
        other = own_words(posting.content)
        if len(own & other) >= least * len(own | other) and not _contradict(fact, posting):
            found.append((-len(own & other) / max(1, len(own | other)), posting.fact_id, posting))
    return [twin for *_, twin in sorted(found, key=lambda one: one[:2])]


def own_words(text: str) -> frozenset[str]:
    """The terms of a text alone, without those of keywords and names."""
    return word_terms(analysed(text).terms)


def _shared_weight(one: frozenset[str], other: frozenset[str], lexicon: Lexicon) -> float:
    def weight(words: frozenset[str]) -> float:
        return sum(lexicon.weights[lexicon.numbers[word]] for word in words if word in lexicon.numbers)

    whole = weight(one | other)
    return weight(one & other) / whole if whole else 0.0


def _contradict(one: Posting, other: Posting) -> bool:
    """Numbers, names or a negation tell the facts apart."""
    texts = [analysed(posting.fact.content) for posting in (one, other)]
    if texts[0].numbers != texts[1].numbers or bool(texts[0].denials) != bool(texts[1].denials):
        return True
    names = [{term for term in posting.terms if term.startswith(NAME_SIGN)} for posting in (one, other)]
    return bool(names[0] - names[1] and names[1] - names[0])
