"""Whether a person's message confirms a fact, contradicts it, or does neither."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .keys import TOO_COMMON
from .reasons import features, names_stranger, of_stranger
from .scorer import scorer
from .sharing import shared
from .understanding import Speech, understand
from .verdicts import LABELS, Label, Pair, checked

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


class Weighed(NamedTuple):
    """A label with the reasons that were weighed for it; `told` names those that were enough without weighing."""

    label: Label
    found: Mapping[str, float]
    told: tuple[str, ...] = ()

    def pair(self) -> Pair:
        if self.told:
            return Pair(self.label, self.told)
        forbidden = [reason for reason in NEVER_CONFIRM if self.found.get(reason)]
        return Pair(self.label, tuple(dict.fromkeys((*forbidden, *scorer(_SCORER).told(self.label, self.found)))))


def compare(fact: Speech, message: Speech, quote: Speech | None = None) -> Pair:
    """The same for texts that are understood already: each is analysed once, however many pairs it is part of."""
    return weighed(fact, message, quote).pair()


def weighed(fact: Speech, message: Speech, quote: Speech | None = None) -> Weighed:
    """The same with what was weighed; the reasons are put in order only for those who ask for them."""
    if quote is None and fact.analysis.folded == message.analysis.folded and fact.words:
        return Weighed("confirms", {}, ("exact",))
    if _strangers(fact, message, quote):
        return Weighed("unrelated", {}, ("nothing_shared",))
    own = shared(fact, message)
    if quote is None and own.coverage < _LEAST and not _figure_in_common(fact, message):
        return Weighed("unrelated", {}, ("little_shared",))
    found = features(fact, message, quote, own, strangers=False)
    stranger = of_stranger(found)
    points, points_instead = scorer(_SCORER).points_also_with(found, stranger)
    quickly, strangely = _best(found, points), _best({**found, **stranger}, points_instead)
    if quickly.label == strangely.label == "unrelated" or strangely.pair() == quickly.pair():
        return quickly  # whomever else it names: finding names is dear
    return strangely if names_stranger(fact, message, quote) else quickly


def _best(found: Mapping[str, float], points: dict[str, float]) -> Weighed:
    if any(found.get(reason) for reason in NEVER_CONFIRM):
        del points["confirms"]
    return Weighed(max((label for label in LABELS if label in points), key=lambda label: points[label]), found)


def _strangers(fact: Speech, message: Speech, quote: Speech | None) -> bool:
    """Whether a message has nothing in common with a fact; what answers a quote of the fact may use other words."""
    if _word_in_common(fact, message) or (quote is not None and _word_in_common(fact, quote)):
        return False
    if quote is not None and not fact.keys.isdisjoint(quote.keys):
        return False
    return fact.keys.isdisjoint(message.keys) and not _figure_in_common(fact, message)


def _figure_in_common(one: Speech, other: Speech) -> bool:
    """Whether a number of three digits or more stands in both: it tells a thing as a rare word does (paid the 650 for the net)."""
    return bool(one.figures) and not one.figures.isdisjoint(other.figures)


def _word_in_common(one: Speech, other: Speech) -> bool:
    """Whether a form of a word that is no common one stands in both: then they share a key, and the others need not be made."""
    held, words = other.held, other.words
    for word in one.words:
        if word.zipf <= TOO_COMMON:
            for form in word.forms:
                place = held.get(form, -1)
                if place >= 0 and words[place].zipf <= TOO_COMMON:
                    return True
    return False
