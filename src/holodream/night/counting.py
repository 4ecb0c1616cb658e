"""What people said of each fact, day by day: who confirmed it, who contradicted it, and in which words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from ..statements.corroboration import Weighed, weighed
from ..statements.reasons import features
from ..statements.understanding import Speech
from ..statements.verdicts import Label, Pair
from .facts import FactIndex
from .inputs import NightFact, Utterance
from .passages import passages
from .understood import Understood
from .zones import zone_of

_MENTION_BYTES = 900  # of one mention with its snippet
_FEWEST_DAYS = 4  # kept of each fact and label, however little memory there is
_FOR_MENTIONS, _FOR_FACTS, _FOR_SPEECH = (
    0.25,
    0.35,
    0.05,
)  # shares of the memory that mentions, understood facts and messages may fill; the rest is for the index
_MEGABYTE = 1_000_000
SNIPPET = 160  # characters of a snippet
_REASONS = 6  # kept of each mention
_LEAST, _LEAST_ALONE = 0.36, 0.45  # share of a fact's rarer words that a message holds at least, roughly; the same where it is a single word
_BESIDE_BEST = 0.6  # of the share of the best fact, from which others are looked at beside it
_BESIDE_FOREMOST = 0.9  # of the share that a quote holds of a fact, from which a bare answer may be one to others beside it
_LEAST_OWN = 0.05  # the same for what answers a quote of the fact
_LEAST_QUOTED = 0.5  # the share that the quote holds
_LONGEST_ANSWER, _LONGEST_QUOTE = 300, 4_000  # characters
_LONGEST_BARE = 80  # of an answer that has no word of the fact (yes, exactly; no, it never was): longer ones speak of something else
_ANSWERS = ("agree", "correct", "still", "now")  # lists of words with which an answer begins


@dataclass(frozen=True, slots=True)
class Counting:
    """The settings of `corroboration` in dreaming.json."""

    memory_mb: int = 256
    household_share: float = 0.2  # a word of so many of the facts says nothing of one of them
    household_from: int = 10  # facts from which on that holds
    paste_chars: int = 1_000  # a longer message is pasted text and confirms nothing
    passage_chars: int = 160  # a longer message is read in passages of about this length
    most_facts: int = 4  # facts that one passage is held against, those it shares most with


@dataclass(frozen=True, slots=True)
class Mention:
    """One message that speaks of a fact. Of one local day the last one counts; a plain one before others, unless the day also holds one against it."""

    day: date
    key: str  # of the utterance
    person: str
    snippet: str  # the passage that was judged, shortened; not screened
    reasons: tuple[str, ...]
    at: datetime
    plain: bool = False  # the passage states the fact without a denial beside it and without another number of the same kind


@dataclass(frozen=True, slots=True)
class Counted:
    """What people said of a fact: at most one mention a local day in each list, in order of the days."""

    fact_id: int
    confirmed: tuple[Mention, ...] = ()
    contradicted: tuple[Mention, ...] = ()


_DEFAULT = Counting()


def counted(facts: Sequence[NightFact], speech: Iterable[Utterance], *, timezone: str = "UTC", settings: Counting = _DEFAULT) -> Mapping[int, Counted]:
    """What people said of each fact, by its id; facts that nobody spoke of are left out.

    `speech` is read once, in order of time. The cost follows what facts and messages share; memory stays within `settings.memory_mb`.
    `timezone` is an IANA name (InvalidArgument for an unknown one). What was said before the text of a fact was written does not contradict it.
    """
    zone = zone_of(timezone)
    if not facts:
        return {}
    judge = _Judge(facts, settings)
    ledger = _Ledger(facts, settings)
    for utterance in speech:
        for number, verdict in judge.verdicts(utterance).items():
            ledger.enter(number, verdict, utterance, zone)
    return ledger.counted()


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What a passage of a message says of a fact."""

    pair: Pair
    passage: str
    plain: bool

    def outweighs(self, earlier: _Verdict) -> bool:
        """Whether it counts instead of an earlier one of the same message: a contradiction, or a plain statement where the earlier one is none."""
        return self.pair.label == "contradicts" or (earlier.pair.label == "confirms" and self.plain and not earlier.plain)


class _Judge:
    """Finds the facts that a message may speak of and holds it against them."""

    def __init__(self, facts: Sequence[NightFact], settings: Counting) -> None:
        self._settings = settings
        many = len(facts) >= settings.household_from
        household = math.ceil(len(facts) * settings.household_share) if many else len(facts) + 1
        self._index = FactIndex(facts, household, int(settings.memory_mb * _MEGABYTE * _FOR_FACTS))
        self._understood = Understood(int(settings.memory_mb * _MEGABYTE * _FOR_SPEECH))

    def verdicts(self, utterance: Utterance) -> dict[int, _Verdict]:
        """The facts that are confirmed or contradicted, by their number; one that is contradicted anywhere is not confirmed elsewhere."""
        if len(utterance.text) > self._settings.paste_chars:
            return {}
        found: dict[int, _Verdict] = {}
        pieces = list(passages(utterance.text, self._settings.passage_chars))
        for piece in pieces:
            quote = utterance.quote if len(pieces) == 1 else ""
            for number, verdict in self._judged(piece, quote[:_LONGEST_QUOTE]):
                if number not in found or verdict.outweighs(found[number]):
                    found[number] = verdict
        return found

    def _judged(self, text: str, quote: str) -> Iterator[tuple[int, _Verdict]]:
        message: Speech | None = None
        own = self._index.candidates(text)
        asked: dict[int, float] = {}
        if quote and len(text) <= _LONGEST_ANSWER and (offered := self._index.candidates(quote).sharing(_LEAST_QUOTED)):
            asked = own.among(offered, _LEAST_OWN)
            if len(asked) < len(offered) and len(text) <= _LONGEST_BARE:
                message = self._understood(text)
                if any(message.opens_with(key) for key in _ANSWERS):
                    asked |= _foremost(offered)
        best = self._best(own.sharing(_LEAST, _LEAST_ALONE), asked)
        if not best:
            return
        message = message or self._understood(text)
        answered = self._understood(quote) if asked else None
        for number in best:
            fact = self._index.speech(number)
            asked_of = answered if number in asked else None
            found = weighed(fact, message, asked_of)
            if found.label != "unrelated":
                yield number, _Verdict(found.pair(), text, found.label == "confirms" and _plainly(fact, message, found, asked_of))

    def _best(self, shares: Mapping[int, float], asked: Mapping[int, float]) -> list[int]:
        """The facts that a text may speak of: those that it was asked of, then those that it shares most with."""
        least = max(shares.values(), default=0.0) * _BESIDE_BEST

        def rank(number: int) -> tuple[float, float, int]:
            return -shares.get(number, 0.0), -asked.get(number, 0.0), number

        near = (number for number, share in shares.items() if share >= least and number not in asked)
        return [*sorted(asked, key=rank), *sorted(near, key=rank)][: self._settings.most_facts]


def _foremost(offered: Mapping[int, float]) -> dict[int, float]:
    """The facts of which a quote holds most: a bare answer is one to these."""
    least = max(offered.values()) * _BESIDE_FOREMOST
    return {number: share for number, share in offered.items() if share >= least}


def _plainly(fact: Speech, message: Speech, weighed: Weighed, quote: Speech | None) -> bool:
    """Whether a message states a fact without a denial beside it and without another number or day, whatever it answers."""
    found = weighed.found if weighed.found and quote is None else features(fact, message, None, strangers=False)
    return not any(found.get(reason) for reason in ("denial_in_clause", "number_rival", "day_other", "month_other"))


class _Ledger:
    """The mentions of each fact: one of a local day, and of many days the first ones and the latest one, so that memory stays bounded."""

    def __init__(self, facts: Sequence[NightFact], settings: Counting) -> None:
        self._facts = facts
        self._days: dict[tuple[int, Label], dict[date, Mention]] = {}
        self._most = max(_FEWEST_DAYS, int(settings.memory_mb * _MEGABYTE * _FOR_MENTIONS / _MENTION_BYTES / len(facts) / 2))

    def enter(self, number: int, verdict: _Verdict, utterance: Utterance, zone: tzinfo) -> None:
        pair = verdict.pair
        written = self._facts[number].written_at
        if pair.label == "contradicts" and written is not None and utterance.at < written:
            return
        day = utterance.at.astimezone(zone).date()
        days = self._days.setdefault((number, pair.label), {})
        earlier = days.get(day)
        if earlier and earlier.plain and not verdict.plain and day not in self._days.get((number, "contradicts"), {}):
            return
        days.pop(day, None)
        if len(days) >= self._most:
            days.popitem()
        days[day] = Mention(day, utterance.key, utterance.person, _snippet(verdict.passage), pair.reasons[:_REASONS], utterance.at, verdict.plain)

    def counted(self) -> dict[int, Counted]:
        numbers = sorted({number for number, _ in self._days})
        found = (Counted(self._facts[number].fact_id, self._mentions(number, "confirms"), self._mentions(number, "contradicts")) for number in numbers)
        return {one.fact_id: one for one in found}

    def _mentions(self, number: int, label: Label) -> tuple[Mention, ...]:
        days = self._days.get((number, label), {})
        return tuple(days[day] for day in sorted(days))


def _snippet(text: str) -> str:
    joined = " ".join(text[: 2 * SNIPPET].split())
    return joined if len(joined) <= SNIPPET else joined[: SNIPPET - 1] + "…"
