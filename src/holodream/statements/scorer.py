"""Scores of labels from named reasons: weights that add up, and small trees of questions about the reasons, all in a readable file.

A tree is written as `reason<limit[yes|no]`, where yes and no are points or one further question each.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, TypeAlias

_TOKEN = re.compile(r"([a-z_0-9]+)<(-?[\d.]+)\[|(-?[\d.]+)|([|\]])")
_TOLD = 8
# Sizes and shapes that are weighed but explain nothing to a person.
_SILENT = frozenset({"length", "words", "sentences", "clauses", "fact_words", "quote_sentences", "met", "denial_gap", "lengths", "alone_least", "alone_most"})

# A question: the place of its reason, the limit below which it is answered yes, the points of yes and of no.
Question: TypeAlias = tuple[int, float, float, float]
# A tree: the place and limit of its first question, the question that is asked after yes, and the one after no.
Tree: TypeAlias = tuple[int, float, Question, Question]


@dataclass(frozen=True, slots=True)
class Scale:
    """What speaks for one label."""

    start: float
    weights: Sequence[float]
    trees: tuple[Tree, ...]
    asking: Mapping[int, frozenset[int]]  # for each place the numbers of the trees that ask for it


@dataclass(frozen=True, slots=True)
class Scorer:
    """The labels of a task, each with its scale, over reasons in a fixed order."""

    reasons: tuple[str, ...]
    scales: Mapping[str, Scale]
    places: Mapping[str, int]  # of the reasons in their order
    leads: Mapping[str, Mapping[str, float]]  # for each label what a reason adds to it beyond the best other label, roughly

    def points(self, found: Mapping[str, float]) -> dict[str, float]:
        """The points of each label."""
        places = self.places
        there = sorted((places[name], value) for name, value in found.items() if value and name in places)
        values = [0.0] * len(places)
        for place, value in there:
            values[place] = value
        return {label: _points(scale, there, values) for label, scale in self.scales.items()}

    def points_also_with(self, found: Mapping[str, float], more: Mapping[str, float]) -> tuple[dict[str, float], dict[str, float]]:
        """The points of each label, and those with some reasons more: only the trees that ask for one of these are asked again."""
        points, places = self.points(found), self.places
        values = [0.0] * len(places)
        for name, value in found.items():
            if name in places:
                values[places[name]] = value
        instead = values.copy()
        for name, value in more.items():
            if name in places:
                instead[places[name]] = value
        changed = tuple(place for place, (value, other) in enumerate(zip(values, instead, strict=True)) if value != other)
        return points, {label: points[label] + _difference(scale, changed, values, instead) for label, scale in self.scales.items()}

    def told(self, label: str, found: Mapping[str, float]) -> tuple[str, ...]:
        """The names of the reasons that speak for a label, the strongest first."""
        lead = self.leads[label]
        strength = {name: min(value, 1.0) * lead.get(name, 0.0) for name, value in found.items() if value and name not in _SILENT}
        chosen = sorted((name for name, points in strength.items() if points > 0), key=lambda name: (-strength[name], name))
        return tuple(chosen[:_TOLD])


def _points(scale: Scale, there: Sequence[tuple[int, float]], values: Sequence[float]) -> float:
    """The points of a scale for the reasons that are there, by their places, and for all of them in their order."""
    total = scale.start
    weights = scale.weights
    for place, value in there:
        total += weights[place] * value
    return total + _of_trees(scale.trees, values)


def _of_trees(trees: Iterable[Tree], values: Sequence[float]) -> float:
    total = 0.0
    for place, limit, yes, no in trees:  # the innermost loop of a night
        place, limit, below, above = yes if values[place] < limit else no
        total += below if values[place] < limit else above
    return total


def _difference(scale: Scale, changed: Sequence[int], values: Sequence[float], instead: Sequence[float]) -> float:
    """What the points of a scale change by when the values at some places do."""
    weights = sum(scale.weights[place] * (instead[place] - values[place]) for place in changed)
    asked = [scale.trees[number] for number in sorted(frozenset().union(*(scale.asking.get(place, ()) for place in changed)))]
    return weights + _of_trees(asked, instead) - _of_trees(asked, values) if asked else weights


@functools.cache
def scorer(name: str) -> Scorer:
    """The scorer in the file `<name>.toml` beside this module."""
    return read(resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def read(text: str) -> Scorer:
    """A scorer from its file; ValueError for a tree that is none."""
    data = tomllib.loads(text)
    asked = {match[1] for part in data.values() for tree in part["trees"] for match in _TOKEN.finditer(tree) if match[1]}
    reasons = tuple(sorted(asked.union(*(part["weights"] for part in data.values()))))
    places = {reason: place for place, reason in enumerate(reasons)}
    scales = {label: _scale(part, reasons, places) for label, part in data.items()}
    effects = {label: _effects(scale) for label, scale in scales.items()}
    leads = {
        label: {reason: own[place] - max(effects[other][place] for other in scales if other != label) for place, reason in enumerate(reasons)}
        for label, own in effects.items()
    }
    return Scorer(reasons, scales, places, leads)


def _scale(part: Mapping[str, Any], reasons: Sequence[str], places: Mapping[str, int]) -> Scale:
    weights = [float(part["weights"].get(reason, 0.0)) for reason in reasons]
    trees = tuple(parse(tree, places) for tree in part["trees"])
    asking: dict[int, set[int]] = {}
    for number, tree in enumerate(trees):
        for place in _asked(tree):
            asking.setdefault(place, set()).add(number)
    return Scale(float(part["start"]), weights, trees, {place: frozenset(numbers) for place, numbers in asking.items()})


def _asked(tree: Tree) -> set[int]:
    """The places of the reasons that a tree asks for."""
    return {tree[0]} | {question[0] for question in tree[2:] if question[2] != question[3]}


def _effects(scale: Scale) -> list[float]:
    """What the presence of each reason adds: its weight, and what changes by the trees that ask for it first."""
    effects = list(scale.weights)
    for place, _, yes, no in scale.trees:
        effects[place] += (sum(no[2:]) - sum(yes[2:])) / 2
    return effects


def parse(text: str, places: Mapping[str, int]) -> Tree:
    """A tree from its text; ValueError when it is none, or asks more than two questions in a row."""
    tokens = _TOKEN.finditer(text)
    place, limit = _question(_next(tokens), places)
    yes = _answered(tokens, places)
    _expect(tokens, "|")
    no = _answered(tokens, places)
    _expect(tokens, "]")
    if next(tokens, None) is not None:
        raise ValueError("a tree ends before its text does")
    return place, limit, yes, no


def _answered(tokens: Iterator[re.Match[str]], places: Mapping[str, int]) -> Question:
    """What follows on an answer: another question, or points, which are a question with the same points for both answers."""
    token = _next(tokens)
    if token[3]:
        return 0, 0.0, float(token[3]), float(token[3])
    place, limit = _question(token, places)
    below = _points_of(_next(tokens))
    _expect(tokens, "|")
    above = _points_of(_next(tokens))
    _expect(tokens, "]")
    return place, limit, below, above


def _next(tokens: Iterator[re.Match[str]]) -> re.Match[str]:
    token = next(tokens, None)
    if token is None or token[4]:
        raise ValueError("a tree lacks a question or points")
    return token


def _question(token: re.Match[str], places: Mapping[str, int]) -> tuple[int, float]:
    if not token[1]:
        raise ValueError("a tree begins with a question")
    return places[token[1]], float(token[2])


def _points_of(token: re.Match[str]) -> float:
    if not token[3]:
        raise ValueError("a tree asks at most two questions in a row")
    return float(token[3])


def _expect(tokens: Iterator[re.Match[str]], sign: str) -> None:
    token = next(tokens, None)
    if token is None or token[4] != sign:
        raise ValueError(f"a tree lacks {sign!r}")
