"""The reasons for and against two facts saying the same."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from ..language import Word
from .amounts import rival_number, same_number
from .numbers import Quantity
from .readings import in_one_language
from .sharing import Shared, shared
from .understanding import Speech

_TOLD = ("ended", "now", "still", "supposed", "likes", "dislikes", "denials", "others", "plans")
_MET = 0.5


def features(one: Speech, other: Speech) -> dict[str, float]:
    """Each reason with its strength; the order of the two texts makes no difference."""
    one, other = in_one_language(one, other)
    numbers = _numbers(one, other)
    there, back = shared(one, other), shared(other, one)
    alone = _alone(there), _alone(back)
    found = {
        "coverage_least": min(there.coverage, back.coverage),
        "coverage_most": max(there.coverage, back.coverage),
        "plain_least": min(there.plain, back.plain),
        "plain_most": max(there.plain, back.plain),
        "alone_least": float(min(map(len, alone))),
        "alone_most": float(max(map(len, alone))),
        "one_for_one": float(len(alone[0]) == len(alone[1]) == 1),
        "replaced": _weight(one, alone[0], other, alone[1]),
        "alike": max((_likeness(one.words[a], other.words[b]) for a in alone[0] for b in alone[1]), default=0.0),
        "met": float(min(there.count, back.count)),
        "lengths": min(len(one.text), len(other.text)) / max(1, len(one.text), len(other.text)),
        "swapped": float(_swapped(one, there)),
        "order_kept": _order(there),
        "exact": float(one.analysis.terms == other.analysis.terms),
    }
    if numbers["numbers_equal"]:
        found |= _apart_from_numbers(one.without_numbers(), other.without_numbers())
    return found | _names(one, there, other, back) | numbers | _tones(one, other)


def _apart_from_numbers(one: Speech, other: Speech) -> dict[str, float]:
    """What the words have in common that are no part of a number, a unit or a time of day."""
    there, back = shared(one, other), shared(other, one)
    alone = len(_alone(there)), len(_alone(back))
    return {"rest_covered": min(there.coverage, back.coverage), "rest_least": float(min(alone)), "rest_same": float(_roots(one) == _roots(other))}


def _roots(text: Speech) -> list[str]:
    return [word.forms[0] for word in text.words]


def _alone(own: Shared) -> list[int]:
    """The words that the other text lacks."""
    return [place for place, met in enumerate(own.met) if met.score < _MET]


def _weight(one: Speech, mine: list[int], other: Speech, theirs: list[int]) -> float:
    """How much the words say that each text has instead of the other's."""
    return min(sum(one.weights[place] for place in mine), sum(other.weights[place] for place in theirs))


@functools.lru_cache(maxsize=10_000)
def _pairs_of(word: str) -> frozenset[str]:
    return frozenset(word[place : place + 2] for place in range(len(word) - 1)) or frozenset({word})


def _likeness(one: Word, other: Word) -> float:
    """The share of pairs of letters that two words have in common."""
    mine, theirs = _pairs_of(one.text), _pairs_of(other.text)
    return 2 * len(mine & theirs) / (len(mine) + len(theirs))


def _swapped(one: Speech, there: Shared) -> bool:
    """Whether two names stand in the other order."""
    places = [met.place for place, met in enumerate(there.met) if place in one.named and met.place >= 0 and met.score >= _MET]
    return any(left > right for left, right in itertools.pairwise(places))


def _order(there: Shared) -> float:
    """The share of neighbours among the shared words that stand in the same order."""
    places = [met.place for met in there.met if met.place >= 0 and met.score >= _MET]
    pairs = list(itertools.pairwise(places))
    return sum(left <= right for left, right in pairs) / len(pairs) if pairs else 1.0


def _names(one: Speech, there: Shared, other: Speech, back: Shared) -> dict[str, float]:
    lost = [any(met.score < _MET for place, met in enumerate(own.met) if place in text.named) for text, own in ((one, there), (other, back))]
    inexact = [
        place
        for place, met in enumerate(there.met)
        if place in one.named and met.place >= 0 and _MET <= met.score < 1.0 and one.words[place].script == other.words[met.place].script
    ]
    spelt = any(one.words[place].text != other.words[there.met[place].place].text for place in inexact)
    return {
        "name_other": float(all(lost)),
        "name_missing": float(any(lost) and not all(lost)),
        "name_inexact": float(spelt),
        "kin_other": float(bool(one.kin - other.kin) and bool(other.kin - one.kin)),
        "kin_missing": float(bool(one.kin) != bool(other.kin)),
    }


def _open(mine: tuple[Quantity, ...], theirs: tuple[Quantity, ...]) -> Iterator[Quantity]:
    return (number for number in mine if not any(same_number(number, other) for other in theirs))


def _numbers(one: Speech, other: Speech) -> dict[str, float]:
    mine, theirs = list(_open(one.numbers, other.numbers)), list(_open(other.numbers, one.numbers))
    paired = any(same_number(a, b) and a.kind == b.kind and a.unit and b.unit and a.unit != b.unit for a in one.numbers for b in other.numbers)
    return {
        "numbers_equal": float(bool(one.numbers) and not mine and not theirs),
        "numbers": float(bool(one.numbers and other.numbers)),
        "number_other": float(bool(mine and theirs)),
        "number_rival": float(any(rival_number(a, b) for a in mine for b in theirs)),
        "number_missing": float(bool(mine) != bool(theirs)),
        "unit_other": float(paired),
        "day_other": float(bool(one.days and other.days and one.days != other.days)),
        "day_missing": float(bool(one.days) != bool(other.days)),
        "month_other": float(bool(one.months and other.months and one.months != other.months)),
    }


def _tones(one: Speech, other: Speech) -> dict[str, float]:
    found = {f"{key}_differs": float(bool(one.cue(key)) != bool(other.cue(key))) for key in _TOLD}
    turned = kept = 0
    for group in one.sides.keys() & other.sides.keys():
        turned += one.sides[group] != other.sides[group]
        kept += one.sides[group] == other.sides[group]
    found["opposite"] = float(turned > 0)
    found["opposites"] = float(turned)
    found["opposite_kept"] = float(kept > 0)
    turned_taste = ((a.cue("likes") and not a.cue("dislikes"), b.cue("dislikes") and not b.cue("likes")) for a, b in ((one, other), (other, one)))
    found["taste_turned"] = float(any(liked and disliked for liked, disliked in turned_taste))
    found["past_differs"] = float(one.holds("past") != other.holds("past"))
    return found
