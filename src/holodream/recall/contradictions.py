"""Pairs of facts about the same name that disagree, over the whole store.

Two facts disagree when they say the same of the same name but for one thing: a number, a negation, another name, a word.
"""

from __future__ import annotations

import functools
import heapq
import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ..language import analyse, fold
from ..results import Contradiction
from ..store import Fact, Progress, Store
from .indexing import NOT_WORDS

Reason = Literal["number", "negation", "name", "word"]

_ALL_PAIRS = 12  # facts of a name that are all held against each other; of more, those that share a rare word
_CROWD = 3  # facts that share a rare word and are compared; more are a list of like things
_RARE_WORDS = 3  # of a fact, by which others like it are looked for
_SAMPLE = 4  # facts of a name whose common words are taken for the name itself
_SHARE = 0.4  # part of the shorter fact's other words that two facts share at least
_MOST_CLOSE = 2000  # pairs that are looked at closely, the likest
_LIKE = {"number": 0.5, "negation": 0.5, "name": 0.5, "word": 0.66}  # share of the words that both have, from which a difference counts
_MOST_DIFFERENT = 2  # words that one fact has and the other has not, of a pair that differs in a word
_NO_WORD = -1
_REPORT = 100  # names between two reports of progress


@dataclass(frozen=True, slots=True)
class _Statement:
    """A fact as the words that it is compared by."""

    fact: Fact
    words: frozenset[str]  # but those of its names
    name_words: frozenset[str]
    numbers: frozenset[str]
    denies: bool
    names: tuple[str, ...]  # as they stand in the text, the first one first


def contradictions(store: Store, limit: int, *, name: str | None = None, progress: Progress | None = None) -> list[Contradiction]:
    """The pairs that most likely disagree, at most `limit`: numbers and negations first. The second fact of a pair is the newer one."""
    with store.searching() as index:
        about = index.names_of_all(name)
        words = _by_rarity(index.terms_of_all(), index.counts_of_all())
        likest = heapq.nsmallest(_MOST_CLOSE, ((-like, first, second) for like, first, second in _alike(about, words, progress)))
        postings = {posting.fact.fact_id: posting.fact for posting in index.postings(list({fact_id for _, *pair in likest for fact_id in pair}))}
    named = {fact.fact_id: fact for fact in store.with_names(list(postings.values()))}
    found: list[tuple[int, float, Contradiction]] = []
    read = functools.cache(lambda fact_id: _statement(named[fact_id]))
    for unlike, first, second in likest:
        if first in named and second in named and (difference := _difference(read(first), read(second))):
            reason, subject = difference
            found.append((list(_LIKE).index(reason), unlike, Contradiction(named[first], named[second], subject, reason)))
    found.sort(key=lambda item: item[:2])
    return [item for _, _, item in found[:limit]]


def _by_rarity(terms: Sequence[tuple[int, str]], facts: Mapping[str, int]) -> dict[int, tuple[int, ...]]:
    """The words of each fact as numbers, the rarest first; words of one fact alone have number 0, once. `facts`: how many hold each term."""
    shared = sorted((count, term) for term, count in facts.items() if count > 1 and not term.startswith(NOT_WORDS))
    numbers = {term: number for number, (_, term) in enumerate(shared, 1)} | {term: _NO_WORD for term in facts if term.startswith(NOT_WORDS)}
    return {fact_id: tuple(sorted({numbers.get(term, 0) for term in joined.split()} - {_NO_WORD})) for fact_id, joined in terms}


def _alike(about: Sequence[tuple[int, list[int]]], words: Mapping[int, tuple[int, ...]], progress: Progress | None) -> Iterator[tuple[float, int, int]]:
    """Pairs of facts of one name that share words, with how alike they are; each pair once."""
    seen: set[tuple[int, int]] = set()
    sets = {fact_id: frozenset(own) - {0} for fact_id, own in words.items()}
    for done, (_, fact_ids) in enumerate(about, 1):
        own = [fact_id for fact_id in fact_ids if fact_id in words]
        of_name = len(frozenset.intersection(*(sets[fact_id] for fact_id in own[:_SAMPLE]))) if len(own) >= _SAMPLE else 0
        for first, second in _pairs(own, words):
            shared = len(sets[first] & sets[second]) - of_name
            if shared <= 0:
                continue
            one, other = len(words[first]) - of_name, len(words[second]) - of_name
            if shared >= _SHARE * (one if one < other else other) and (first, second) not in seen:
                seen.add((first, second))
                yield shared / (one + other - shared), first, second
        if progress and (done % _REPORT == 0 or done == len(about)):
            progress(done, len(about))


def _pairs(fact_ids: Sequence[int], words: Mapping[int, tuple[int, ...]]) -> Iterator[tuple[int, int]]:
    """Pairs of the facts of a name that may be alike, the older fact first."""
    if len(fact_ids) <= _ALL_PAIRS:
        yield from itertools.combinations(fact_ids, 2)
        return
    by_word: dict[int, list[int]] = defaultdict(list)
    for second in fact_ids:
        others: set[int] = set()
        for word in words[second][: _RARE_WORDS + 1]:
            if word:
                crowd = by_word[word]
                others.update(crowd[-_CROWD:])
                crowd.append(second)
        for first in others:
            yield first, second


def _statement(fact: Fact) -> _Statement:
    analysis = analyse(fact.content)
    text = fold(fact.content)
    places = sorted((text.find(fold(name).split()[0]), name) for name in dict.fromkeys((*fact.names, *fact.guessed)) if fold(name).split())
    denials = analysis.denials
    parts = [part for _, name in places for part in fold(name).split()]
    words = [word for word in analysis.words if word.forms and not word.stop and not word.number and word not in denials]
    named = frozenset(word.forms[0] for word in words if any(_is_form(word.text, part) for part in parts))
    said = frozenset(word.forms[0] for word in words) - named
    return _Statement(fact, said, named, analysis.numbers, bool(denials), tuple(name for place, name in places if place >= 0))


def _is_form(word: str, part: str) -> bool:
    """Whether a word is part of a name, perhaps inflected, or a piece of it in unspaced writing."""
    return word in part or word.startswith(part[: max(3, len(part) - 2)])


def _difference(one: _Statement, other: _Statement) -> tuple[Reason, str] | None:
    """In what two facts about the same name disagree, and the name; None when they say different things, or the same."""
    if not one.names or not other.names or one.names[0] != other.names[0]:
        return None  # about others, who are only mentioned in both
    subject = one.names[0]
    objects = frozenset(one.names) != frozenset(other.names)
    reason: Reason = "word"
    if one.numbers and other.numbers and one.numbers - other.numbers and other.numbers - one.numbers:
        reason = "number"
    elif one.denies != other.denies:
        reason = "negation"
    elif objects and set(one.names) - set(other.names) and set(other.names) - set(one.names):
        reason = "name"
    left, right = one.words - other.name_words, other.words - one.name_words
    shared, alone = left & right, (left - right, right - left)
    if not shared or len(shared) < _LIKE[reason] * min(len(left), len(right)):
        return None
    if reason == "word" and not (alone[0] and alone[1] and max(map(len, alone)) <= _MOST_DIFFERENT):
        return None
    if reason != "word" and max(map(len, alone)) > 2 * _MOST_DIFFERENT:
        return None
    return reason, subject
