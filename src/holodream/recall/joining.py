"""Words and meaning in one gate and one ranking.

How near a fact's meaning is to the message becomes reasons beside those of the words (see evidence), and one sum decides. Its weights are fitted for
each model by training/train_joining.py and stand in joined/<model>.toml; any.toml is for models that nobody fitted. What the words forbid (the message
names somebody else) stays forbidden, however near the meaning is.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from operator import mul

from . import gate
from .evidence import OTHER_PERSON, Evidence, Reasons

ABSOLUTE = ("other_person", "other_relative")  # what forbids a fact here too
_ANY = "any"
_PRIOR = 10.0  # vectors: so much the usual nearness of the model counts beside that of the store
_LARGE = 50  # vectors of the stores with which the weights were fitted
_NARROWEST = 1e-6
RANKS = 0.5  # of the sum, before source and trust: an inferred fact stands behind a told one unless it speaks to the message much better
_MOST = 30.0  # of a sum
LOUDEST = 5.0  # of the tone
COSINE = 20.0  # brings cosines, which lie close together, to the size of other reasons


@dataclass(frozen=True, slots=True)
class Near:
    """The facts whose meaning is nearest to a message, as (id, cosine), best first; and how near the facts of the store are to it usually.

    `others` gives the cosines of other facts that have a vector; `question` is the vector of the message.
    """

    model: str
    found: tuple[tuple[int, float], ...]
    mean: float
    deviation: float
    size: int
    others: Callable[[Sequence[int]], Mapping[int, float]]
    question: Sequence[float]

    def cosines(self, fact_ids: Sequence[int]) -> dict[int, float]:
        """Of all facts that are found, and of these."""
        known = dict(self.found)
        return known | dict(self.others([fact_id for fact_id in fact_ids if fact_id not in known]))


@dataclass(frozen=True, slots=True)
class Joining:
    """The weights of one model."""

    model: str
    mean: float  # usual nearness of a question and a fact
    deviation: float  # 0: not known
    start: float
    weights: Mapping[str, float]
    search: Mapping[str, float]
    threshold: Mapping[str, float]
    tone_start: float
    tone: Sequence[float]  # one weight for each number of a vector; empty when nobody fitted them

    def tone_of(self, question: Sequence[float]) -> float:
        """Whether a message sounds like one to the memory (above 0) or like small talk and other work (below), whatever its language."""
        if len(self.tone) != len(question):
            return 0.0
        return float(max(-LOUDEST, min(LOUDEST, self.tone_start + sum(map(mul, self.tone, question)))))


@functools.cache
def joining(model: str) -> Joining:
    """The weights fitted for a model, or those for any."""
    name = re.sub(r"[^a-z0-9.-]+", "-", model.lower())
    folder = resources.files(__package__) / "joined"
    file = folder / f"{name}.toml"
    data = tomllib.loads((file if file.is_file() else folder / f"{_ANY}.toml").read_text(encoding="utf-8"))
    usual, tone = data["usual"], data.get("tone", {})
    return Joining(
        data["model"],
        usual["mean"],
        usual["deviation"],
        data["start"],
        data["weights"],
        data["search"],
        data["threshold"],
        tone.get("start", 0.0),
        tuple(tone.get("weights", ())),
    )


def join(evidence: Sequence[Evidence], near: Near, *, gated: bool) -> list[Evidence]:
    """The candidates with meaning among their reasons, and with the score and relevance that follow from both. `gated`: for a recall, not a search."""
    weights = joining(near.model)
    scale = Scale.of(near, weights)
    cosines = near.cosines([item.posting.fact.fact_id for item in evidence])
    tone = weights.tone_of(near.question)
    return [_joined(item, cosines.get(item.posting.fact.fact_id), scale, tone, weights, gated=gated) for item in evidence]


def threshold(model: str, strictness: str) -> float:
    """The score from which a candidate comes up."""
    return joining(model).threshold[strictness]


def contributions(reasons: Reasons) -> list[tuple[str, float]]:
    """What each reason added to or took from the sum, the strongest first."""
    absolute = [(name, -gate.ABSOLUTE) for name in ABSOLUTE if reasons.features.get(name)]
    if absolute:
        return absolute
    if reasons.features.get(gate.BRING):
        return [(gate.BRING, gate.ABSOLUTE)]
    parts = [(name, weight * reasons.features.get(name, 0.0)) for name, weight in joining(reasons.model).weights.items()]
    return sorted((part for part in parts if part[1]), key=lambda part: -abs(part[1]))


@dataclass(frozen=True, slots=True)
class Scale:
    """Cosines of one message in deviations from what is usual for it, so that models and messages can be compared."""

    mean: float
    deviation: float
    tops: tuple[float, float, float]  # the three nearest facts, in deviations

    @classmethod
    def of(cls, near: Near, weights: Joining) -> Scale:
        """Of a small store we know little: there the model's usual values count more. In a large one the nearest is near by chance."""
        share = near.size / (near.size + _PRIOR) if weights.deviation else 1.0
        mean = share * near.mean + (1 - share) * weights.mean
        variance = share * near.deviation**2 + (1 - share) * weights.deviation**2
        mean += math.sqrt(variance) * _by_chance(near.size)
        deviation = max(math.sqrt(variance), _NARROWEST)
        tops = [(cosine - mean) / deviation for _, cosine in near.found[:3]]
        tops += [0.0] * (3 - len(tops))
        return cls(mean, deviation, (tops[0], tops[1], tops[2]))

    def of_cosine(self, cosine: float | None) -> float:
        """How much nearer than usual; of a fact that is not among the nearest 0."""
        return 0.0 if cosine is None else (cosine - self.mean) / self.deviation


def _by_chance(size: int) -> float:
    """By how many deviations the nearest of so many is nearer than the nearest of a small store, when none has to do with the message."""
    return max(0.0, math.sqrt(2 * math.log(max(size, 2))) - math.sqrt(2 * math.log(_LARGE)))


def reasons_of_meaning(words: Mapping[str, float], score: float, near: float, matched: int, scale: Scale) -> dict[str, float]:
    """What meaning says of a candidate, beside what its words say (their reasons and their score)."""
    first, second, third = scale.tops
    is_first = near >= first > 0
    return {
        "near": near,
        "very_near": max(0.0, near - 3.0),
        "nearest_by": first - second if is_first else 0.0,
        "behind_nearest": first - near,
        "crowd": second,
        "apart": first - third,
        "words_say": math.log((score + 1e-4) / (1 - score + 1e-4)),
        "no_word": float(not matched),
        "near_without_word": near if not matched else 0.0,
        "near_and_kind_held": near * words["kind_held"],
        "near_but_kind_lacking": near * words["kind_lacking"],
        "near_and_personal": near * words["personal"],
        "near_and_asks": near * words["asks"],
        "near_and_small_talk": near * words["small_talk"],
        "near_and_task": near * words["task"],
        "near_but_name_missed": near * words["name_missed"],
        "near_and_words": near * words["words"],
        "near_but_unknown_words": near * min(2.0, words["missing_unknown"]),
    }


def reasons_of_tone(words: Mapping[str, float], tone: float) -> dict[str, float]:
    """What the sound of the message says; `words` holds the reasons of words and meaning."""
    chat = min(0.0, tone)
    return {
        "to_memory": tone,
        "to_memory_and_near": tone * words["near"],
        "to_memory_without_word": tone * words["no_word"],
        "to_memory_and_words": tone * words["words_say"] / 5,
        "chat": chat,
        "chat_and_near": chat * words["near"],
    }


def _joined(item: Evidence, cosine: float | None, scale: Scale, tone: float, weights: Joining, *, gated: bool) -> Evidence:
    words = item.reasons
    near = scale.of_cosine(cosine)
    features = words.features | reasons_of_meaning(words.features, words.score, near, len(words.matched), scale)
    features |= reasons_of_tone(features, tone)
    features["cosine"] = COSINE * (scale.mean if cosine is None else cosine)
    total = weights.start + sum(weight * features.get(name, 0.0) for name, weight in weights.weights.items())
    if cosine is None:  # it has no vector yet: then its words alone are enough
        total = max(total, features["words_say"])
    if gated:
        relevance = math.exp(RANKS * max(-_MOST, min(_MOST, total))) * (OTHER_PERSON if features["other_person"] else 1.0)
    else:
        search = weights.search
        relevance = search["words"] * words.relevance + search["near"] * max(0.0, near) ** search["power"]
    reasons = dataclasses.replace(words, features=features, score=_score(features, total), relevance=relevance, model=weights.model, alone=words.score)
    return Evidence(item.posting, reasons)


def _score(features: Mapping[str, float], total: float) -> float:
    if any(features.get(name) for name in ABSOLUTE):
        return 0.0
    if features.get(gate.BRING):
        return 1.0
    return 1.0 / (1.0 + math.exp(-max(-_MOST, min(_MOST, total))))
