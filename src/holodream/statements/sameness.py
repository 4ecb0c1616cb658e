"""Whether two facts say the same, so that merging them would be proposed to a person."""

from __future__ import annotations

from .likeness import features
from .scorer import scorer
from .understanding import Speech, understand
from .verdicts import Similarity, checked

_SCORER = "sameness"
# Differences that keep two facts apart, whatever else speaks for merging them.
APART = ("number_rival", "day_other", "month_other", "taste_turned")
# Differences that a person is not asked to merge only because the numbers are the same.
_DOUBTS = ("unit_other", "denials_differs", "ended_differs", "plans_differs", "opposite", "swapped", "name_inexact", "kin_other", "past_differs")


def same_statement(a: str, b: str) -> Similarity:
    """Whether two facts say the same thing of the same subject; the order of the two makes no difference.

    Pure: no file, no clock, no network; linear in the length of the texts. InvalidArgument for what is no text.
    """
    return compare(understand(checked(a, "a")), understand(checked(b, "b")))


def compare(one: Speech, other: Speech) -> Similarity:
    """The same for texts that are understood already."""
    if one.analysis.folded == other.analysis.folded:
        return Similarity(True, ("exact",))
    one, other = sorted((one, other), key=lambda speech: speech.text)
    if one.keys.isdisjoint(other.keys):
        return Similarity(False, ("nothing_shared",))
    found = features(one, other)
    for reason in APART:
        if found.get(reason):
            return Similarity(False, (reason,))
    if found.get("rest_same") and not any(found[reason] for reason in _DOUBTS):
        return Similarity(True, ("numbers_equal",))
    judge = scorer(_SCORER)
    points = judge.points(found)
    label = "same" if points["same"] > points["apart"] else "apart"
    return Similarity(label == "same", judge.told(label, found))
