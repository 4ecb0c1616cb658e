"""Whether a person's message confirms a fact, contradicts it, or does neither."""

from __future__ import annotations

from collections.abc import Mapping

from .pairs import features, shared
from .scorer import scorer
from .understanding import Speech, understand
from .verdicts import LABELS, Pair, checked

_SCORER = "corroboration"
# Reasons that never let a message confirm, whatever else speaks for it.
NEVER_CONFIRM = (
    "number_unlike",
    "day_unlike",
    "only_asks",
    "nothing_own",
    "stranger_instead",
    "denied",
    "denial_gone",
    "taste_against",
)
_LEAST = 0.25  # share of a fact's words that a message without a quote holds at least


def corroborates(fact: str, message: str, *, quote: str | None = None) -> Pair:
    """What a message says of a fact: `label` is "confirms", "contradicts" or "unrelated", `reasons` names what counted, the strongest first.

    `message` holds the person's own words only, `quote` the text that they answer. Pure: no file, no clock, no network; linear
    in the length of the texts. InvalidArgument for what is no text.
    """
    said = understand(checked(fact, "fact"))
    answered = None if quote is None else understand(checked(quote, "quote"))
    return compare(said, understand(checked(message, "message")), answered)


def compare(fact: Speech, message: Speech, quote: Speech | None = None) -> Pair:
    """The same for texts that are understood already: each is analysed once, however many pairs it is part of."""
    if quote is None and fact.analysis.folded == message.analysis.folded and fact.words:
        return Pair("confirms", ("exact",))
    if _strangers(fact, message, quote):
        return Pair("unrelated", ("nothing_shared",))
    own = shared(fact, message)
    if quote is None and own.coverage < _LEAST:
        return Pair("unrelated", ("little_shared",))
    quickly = _judged(features(fact, message, quote, own, strangers=False))
    if quickly.label == "unrelated":
        return quickly  # whom else the message names would not bring it nearer, and finding names is dear
    return _judged(features(fact, message, quote, own))


def _judged(found: Mapping[str, float]) -> Pair:
    judge = scorer(_SCORER)
    points = judge.points(found)
    forbidden = tuple(reason for reason in NEVER_CONFIRM if found[reason])
    if forbidden:
        del points["confirms"]
    best = max((label for label in LABELS if label in points), key=lambda label: points[label])
    return Pair(best, tuple(dict.fromkeys((*forbidden, *judge.told(best, found)))))


def _strangers(fact: Speech, message: Speech, quote: Speech | None) -> bool:
    """Whether a message has nothing in common with a fact; what answers a quote of the fact may use other words."""
    if quote is not None and not fact.keys.isdisjoint(quote.keys):
        return False
    return fact.keys.isdisjoint(message.keys)
