"""What a text has of the words of a fact: how much, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .matching import Met, meet
from .understanding import Speech


@dataclass(slots=True)  # not frozen, which would make the making of each many times slower
class Shared:
    """The words of a fact in another text."""

    met: tuple[Met, ...]
    coverage: float  # share of the fact's words that were met, by weight
    plain: float  # the same without its names
    names: float  # share of its names that were met; 1 without names
    count: int


def shared(fact: Speech, other: Speech) -> Shared:
    names = fact.named
    met = tuple([meet(word, place in names, other) for place, word in enumerate(fact.words)])
    every = [(weight, one.score) for weight, one in zip(fact.weights, met, strict=True)]
    plain = [pair for place, pair in enumerate(every) if place not in names] if names else every
    named = max([met[place].score for place in names], default=1.0)
    return Shared(met, share_of(every), share_of(plain), named, sum([one.score >= 0.5 for one in met]))


def share_of(weighted: Sequence[tuple[float, float]]) -> float:
    whole = sum([weight for weight, _ in weighted])
    return sum([weight * score for weight, score in weighted]) / whole if whole else 0.0


def focus_of(own: Shared, message: Speech) -> int:
    """The sentence of a message that shares most with the fact; the first of several."""
    points = [0.0] * len(message.sentences)
    for score, place in own.met:
        if place >= 0:
            points[message.sentence_of[place]] += score
    return points.index(max(points))


def places_of(own: Shared, message: Speech) -> list[int]:
    """Where words of the fact stand in a message."""
    return [message.words[one.place].start for one in own.met if one.place >= 0 and one.score >= 0.5]
