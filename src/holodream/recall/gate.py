"""The gate: whether a candidate may be put in front of the agent unasked.

A fact comes up when what it shares with the message (rare words, the name, the wanted kind of answer) outweighs what the
message asks and the fact does not say. Each reason has a fixed weight, in gate.toml; the sum decides. Three reasons are
absolute: a message that asks and holds nothing but names brings the facts about them; when the message names somebody or speaks of
a relative, a fact about somebody else does not come up; and a long message does not bring up what it shares one or two ordinary
words with.
"""

from __future__ import annotations

import functools
import math
import tomllib
from collections.abc import Mapping
from importlib import resources

# Reasons that keep a fact out whatever else speaks for it: the message names somebody and the fact names only others, or the same with
# relatives; a long message shares one or two words with it that say little.
FORBID = ("other_person", "other_relative", "few_of_many")
BRING = "asked_about"  # the reason that brings a fact up: the message asks, and holds nothing but names that the fact has
ABSOLUTE = 100.0  # how the contribution of such a reason is shown
STRICTNESS = ("open", "balanced", "strict")


@functools.cache
def _settings() -> tuple[Mapping[str, float], float, Mapping[str, float]]:
    data = tomllib.loads(resources.files(__package__).joinpath("gate.toml").read_text(encoding="utf-8"))
    return data["weights"], float(data["start"]), data["threshold"]


def score(features: Mapping[str, float]) -> float:
    """How likely a candidate is to answer the message, 0..1."""
    for name in FORBID:
        if features.get(name):
            return 0.0
    if features.get(BRING):
        return 1.0
    weights, total, _ = _settings()
    for name, value in features.items():
        if value and name in weights:
            total += weights[name] * value
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


def contributions(features: Mapping[str, float]) -> list[tuple[str, float]]:
    """What each reason added to or took from the sum, the strongest first."""
    weights, _, _ = _settings()
    absolute = [(name, -ABSOLUTE) for name in FORBID if features.get(name)] or [(BRING, ABSOLUTE)] * bool(features.get(BRING))
    if absolute:
        return absolute
    parts = [(name, weight * features.get(name, 0.0)) for name, weight in weights.items()]
    return sorted((part for part in parts if part[1]), key=lambda part: -abs(part[1]))


def threshold(strictness: str) -> float:
    """The score from which a candidate comes up."""
    return float(_settings()[2][strictness])
