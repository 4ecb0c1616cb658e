"""Scores of rerankers: read from the answers of different servers, and brought to one scale."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .client import Unusable

_ROUNDING = 1e-3  # beyond 0 to 1 by less than this is a rounding error
_WEAK = 0.1  # of the best score


def read(answer: object, sent: Sequence[str]) -> dict[int, float]:
    """Scores by place from an answer, `{"results": […]}` or a bare list; NaN for one that is no number. Else `Unusable`."""
    items = answer.get("results") if isinstance(answer, dict) else answer
    if not isinstance(items, list) or not items or not all(isinstance(item, dict) for item in items):
        raise Unusable("answers without a list of results: it is no reranker, or of another format. Check its address.")
    found: dict[int, float] = {}
    for item in items:
        index = item.get("index")
        if type(index) is not int or not 0 <= index < len(sent):
            raise Unusable("names a document that was not sent, or none. Look into the server's log: its answers are mixed up.")
        if index in found:
            raise Unusable("names the same document twice. Look into the server's log: its answers are mixed up.")
        if not _is_same(item, sent[index]):
            raise Unusable("gives back a document that was not sent at this place. Look into the server's log: its answers are mixed up.")
        found[index] = _number(item.get("relevance_score", item.get("score")))
    if all(map(math.isnan, found.values())):
        raise Unusable("gives no number as a score. Check that its model is a reranker.")
    return found


def _number(score: object) -> float:
    if isinstance(score, bool) or not isinstance(score, int | float):
        return math.nan
    try:
        value = float(score)
    except OverflowError:
        return math.nan
    return value if math.isfinite(value) else math.nan


def _is_same(item: Mapping[str, object], sent: str) -> bool:
    """Whether a document that came back is the one sent; servers may cut it or change its white space."""
    back = item.get("document", item.get("text"))
    if isinstance(back, dict):
        back = back.get("text")
    if not isinstance(back, str) or not back.strip():
        return True
    one, other = "".join(back.split()), "".join(sent.encode("utf-8", "replace").decode("utf-8").split())
    return other.startswith(one.rstrip("….")) or one.startswith(other)


def are_raw(found: Mapping[int, float]) -> bool:
    """Whether scores are raw logits: some lie beyond 0 to 1."""
    return any(score < -_ROUNDING or score > 1 + _ROUNDING for score in found.values())


def to_unit(found: Mapping[int, float], raw: bool) -> dict[int, float]:
    """Scores from 0 to 1. Raw ones go through the sigmoid; others are left alone, a second sigmoid would squeeze them. No number: as low as the lowest."""
    known = [score for score in found.values() if not math.isnan(score)]
    lowest = min(known)
    filled = {place: lowest if math.isnan(score) else score for place, score in found.items()}
    return {place: _sigmoid(score) if raw else min(1.0, max(0.0, score)) for place, score in filled.items()}


def is_weak(score: float, best: float, window: float) -> bool:
    """Whether a score is so far below the best that the candidate is cut. Only compared with the best: no fixed number means the same for two models."""
    return best - score > window and score < _WEAK * best


def _sigmoid(logit: float) -> float:
    if logit >= 0:
        return 1 / (1 + math.exp(-logit))
    power = math.exp(logit)
    return power / (1 + power)
