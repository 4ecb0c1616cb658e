"""The score of a fact: relevance, frequency, diversity, recency, consolidation and richness, each 0..1, by their weights."""

from __future__ import annotations

import math
from datetime import date, tzinfo

from ..language.characters import script_of
from .heard import Heard
from .inputs import NightFact
from .report import Scored
from .settings import NightConfig

_WIDE = frozenset({"Han", "Hiragana", "Katakana", "Hangul"})  # one letter says as much as two of an alphabet
_TRUST = 0.7  # of relevance; the rest are the ratings


def score(fact: NightFact, said: Heard, today: date, zone: tzinfo, config: NightConfig) -> Scored:
    """A fact's score with its components and the numbers behind them."""
    numbers = _numbers(fact, said, today, zone)
    parts = {
        "relevance": _TRUST * numbers["trust"] + (1 - _TRUST) * numbers["ratings"],
        "frequency": _saturating(numbers["retrievals"] + numbers["mentions"], config.frequency_full),
        "diversity": min(1.0, numbers["days"] / config.diversity_full),
        "recency": 0.5 ** (numbers["days_since"] / config.recency_half_life) if "days_since" in numbers else 0.0,
        "consolidation": min(1.0, numbers["span"] / config.consolidation_full),
        "richness": min(1.0, numbers["characters"] / config.richness_full),
    }
    weights = config.weights
    whole = sum(weights.values())
    return Scored(fact.fact_id, sum(weights[name] * value for name, value in parts.items()) / whole, parts, numbers)


def _saturating(count: float, full: int) -> float:
    return min(1.0, math.log1p(max(0.0, count)) / math.log1p(full))


def _numbers(fact: NightFact, said: Heard, today: date, zone: tzinfo) -> dict[str, float]:
    days = [mention.day for mention in said.standing]
    lately = max([*days, *([written] if (written := written_on(fact, zone)) else [])], default=None)
    since = {} if lately is None else {"days_since": float(max(0, (today - lately).days))}
    return since | {
        "trust": min(1.0, max(0.0, fact.trust)),
        "ratings": (fact.helpful + 1) / (fact.helpful + fact.unhelpful + 2),  # one half without a rating
        "retrievals": float(fact.retrievals),
        "mentions": float(len(said.standing)),
        "days": float(len(set(days))),
        "span": float((max(days) - min(days)).days) if days else 0.0,
        "characters": float(sum(2 if script_of(char) in _WIDE else 1 for char in fact.content if char.isalnum())),
    }


def written_on(fact: NightFact, zone: tzinfo) -> date | None:
    """The local day on which the current text was written."""
    return None if fact.written_at is None else fact.written_at.astimezone(zone).date()


def age(fact: NightFact, today: date, zone: tzinfo) -> int | None:
    """Days since the current text was written; None: unknown."""
    written = written_on(fact, zone)
    return None if written is None else max(0, (today - written).days)
