"""How much speaks for a fact as an answer to a message: small explainable numbers, one each for a reason that a person would give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..language import Word, fold
from ..language.answers import USER
from ..store import Posting
from .comparison import Comparison, Message, compare
from .gate import STRICTNESS, score, threshold
from .indexing import KIND_SIGN
from .matching import Probe
from .naming import is_only_a_name
from .people import is_about_other_relative, is_about_others, is_place, may_name_somebody
from .query import Query

OTHER_PERSON, _KIND_HELD, _SUBJECT = 0.5, 1.2, 1.5  # what these do to the rank
_LENGTH, _USUAL_LENGTH = 0.1, 10.0  # how much a fact's length counts, and the number of terms of a usual fact
_BEGINNING = 40  # characters of a fact in which its subject is looked for
_LONG_MESSAGE = 4  # words that bear meaning
_ORDINARY = 4.0  # Zipf value of an ordinary word
_SURE, _BARELY = 0.85, 0.5  # nearness from which a word is surely met, and below which it may still be somebody else's name (小红, 小刚)
_NO_PLAIN_WORD = 100.0  # more than any Zipf value
_WRITER = KIND_SIGN + USER


@dataclass(slots=True)  # these two are not frozen: they are made for every candidate, and frozen ones take several times as long to make
class Reasons:
    """What speaks for a candidate and against it; no text of a fact."""

    matched: tuple[tuple[str, float], ...]  # words met and how much each counts
    missed: tuple[tuple[str, float], ...]  # words not met and how much each would have counted
    features: dict[str, float]
    relevance: float  # for ranking
    score: float  # of the gate, 0..1
    model: str = ""  # by whose meaning it was weighed too, see joining; "": by words only
    alone: float = 0.0  # then: the score of its words

    def by_meaning(self, gate: float) -> bool:
        """Whether its words alone would not have brought it up, where a score of `gate` does."""
        return bool(self.model) and (not self.matched or self.alone < gate)


@dataclass(slots=True)
class Evidence:
    """One candidate held against the message."""

    posting: Posting
    reasons: Reasons

    @property
    def relevance(self) -> float:
        return self.reasons.relevance

    @property
    def score(self) -> float:
        return self.reasons.score

    @property
    def features(self) -> dict[str, float]:
        return self.reasons.features


def weigh(postings: Sequence[Posting], probes: Sequence[Probe], query: Query) -> list[Evidence]:
    """Hold each candidate against the message."""
    message = Message.of(query, probes, postings)
    return [_weighed(posting, message) for posting in postings]


def _weighed(posting: Posting, message: Message) -> Evidence:
    compared = compare(posting.terms, message, posting.content)
    features = _shared_words(compared)
    _missing_words(compared, features)
    _people(compared, features)
    _answer(compared, features)
    features["of_a_kind"] = _of_a_kind(compared)
    features |= message.tone
    if features["name_met"] and features["asks"]:
        features["task"] = 0.0  # what to cook for somebody is a question about them
    value = score(features)
    if value >= threshold(STRICTNESS[0]) and _wrong_person(compared, posting.content, features):
        value = score(features)
    relevance = _relevance(compared, features, posting.content)
    return Evidence(posting, Reasons(compared.matched, compared.lacking, features, relevance, value))


def _shared_words(compared: Comparison) -> dict[str, float]:
    gained = best = nearness = 0.0
    ordinary = _NO_PLAIN_WORD
    for (probe, near), (_, value) in zip(compared.met, compared.matched, strict=True):
        gained += value
        nearness += near
        if value > best:
            best = value
        if not probe.name and probe.word.zipf - 3.0 < ordinary:
            ordinary = probe.word.zipf - 3.0
    lost = 0.0
    for probe in compared.missed:
        if not probe.kind_noun:
            lost += probe.weight
    met = len(compared.met)
    return {
        "coverage": gained / (gained + lost) if gained + lost else 0.0,
        "gained": gained,
        "lost": lost,
        "best": best,
        "met": float(met),
        "met_plain": float(met - compared.names_met),
        "nearness": nearness / met if met else 0.0,
        "ordinary": max(0.0, ordinary) if met > compared.names_met else 0.0,
        "share_of_fact": min(1.0, met / max(1, compared.own_words)),
    }


def _missing_words(compared: Comparison, features: dict[str, float]) -> None:
    elsewhere = unknown = strange = numbers = 0.0
    for probe in compared.missed:
        if probe.word.number:
            numbers += 1.0
        if probe.kind_noun:
            continue
        if probe.facts:
            if not probe.name:
                elsewhere += probe.weight
        else:
            unknown += probe.weight
            if not probe.word.zipf and not probe.word.number:
                strange += probe.weight
    features["missing_elsewhere"] = elsewhere
    features["missing_unknown"] = unknown
    features["missing_strange"] = strange
    features["number_missed"] = numbers
    features["few_of_many"] = 1.0 if _few_of_many(compared) else 0.0


def _of_a_kind(compared: Comparison) -> float:
    """The share of what is shared that the message names as one of a kind ("a bicycle"), not as a certain one."""
    of_a_kind = compared.message.query.of_a_kind
    if not of_a_kind:
        return 0.0
    kinds = [value for (probe, _), (word, value) in zip(compared.met, compared.matched, strict=True) if word in of_a_kind and not probe.name]
    return sum(kinds) / (sum(value for _, value in compared.matched) or 1.0)


def _few_of_many(compared: Comparison) -> bool:
    """A long message that meets the fact only in one word which says little, or in two ordinary ones; none of them a name."""
    met = compared.met
    if compared.names_met or len(compared.unmet) < max(_LONG_MESSAGE - 1, 2 * len(met)):
        return False
    if len(met) == 1:
        probe, near = met[0]
        return probe.facts > 1 or near < _SURE
    return len(met) == 2 and met[0][0].word.zipf >= _ORDINARY and met[1][0].word.zipf >= _ORDINARY


def _people(compared: Comparison, features: dict[str, float]) -> None:
    asked, names_met, personal = compared.message.names_somebody, compared.names_met, compared.message.query.personal
    about_writer = personal and _WRITER in compared.held
    features["name_met"] = 1.0 if names_met else 0.0
    features["name_only"] = 1.0 if names_met and names_met == len(compared.met) else 0.0
    features["asked_about"] = 1.0 if _asked_about(compared) else 0.0
    features["name_missed"] = 1.0 if asked and not names_met else 0.0
    features["other_person"] = 1.0 if asked and compared.names_others else 0.0
    features["other_relative"] = 0.0
    features["writer_met"] = 1.0 if about_writer else 0.0
    features["writer_missed"] = 1.0 if personal and not about_writer and compared.names_others else 0.0


def _wrong_person(compared: Comparison, content: str, features: dict[str, float]) -> bool:
    """Whether a fact that would come up is about somebody else, which takes a closer look at both texts; noted among the features."""
    asked, held = compared.message.asked, compared.held
    names = [probe for probe, _ in compared.met if probe.name] if compared.names_met else []
    elsewhere = all(is_place(probe.word) for probe in names)  # no person whom the message names is in the fact
    if compared.about_somebody and elsewhere:
        others = not names and all(is_only_a_name(content, probe.word, held) for probe, _ in compared.met)
        if not others and may_name_somebody(_barely_met(compared)):
            others = is_about_others(asked, content, held, held & {term for probe in names for term in probe.names})
        features["other_person"] = float(others)
    if asked.relatives:
        features["other_relative"] = float(is_about_other_relative(asked, content, held, named=not elsewhere))
    return bool(features["other_person"] or features["other_relative"])


def _barely_met(compared: Comparison) -> list[Word]:
    return [probe.word for probe in compared.unmet] + [probe.word for probe, near in compared.met if near < _BARELY]


def _asked_about(compared: Comparison) -> bool:
    """The message asks or tells to tell, holds nothing but names, and wants no certain kind of answer; the fact has all of them."""
    return compared.message.may_ask_about and compared.about_somebody and compared.names_met == len(compared.met) > 0 and not compared.unmet


def _answer(compared: Comparison, features: dict[str, float]) -> None:
    """Whether the fact holds the kinds of answer that are wanted, each kind and all together."""
    any_held = any_lacking = False
    for kind, answers in compared.message.answers:
        if compared.held.isdisjoint(answers):
            features[f"{kind}_lacking"] = 1.0
            any_lacking = True
        else:
            features[f"{kind}_held"] = 1.0
            any_held = True
    features["kind_held"] = 1.0 if any_held else 0.0
    features["kind_lacking"] = 1.0 if any_lacking and not any_held else 0.0


def _relevance(compared: Comparison, features: dict[str, float], content: str) -> float:
    """For the order of facts: rarity of the shared words, more for a fact that covers most of the message, a little less for a long one."""
    possible = compared.message.possible
    if not possible:
        return 0.0
    gained = 0.0
    for probe, near in compared.met:
        gained += probe.rank * near * near
    value = gained * (1.0 + gained / possible) / (1.0 - _LENGTH + _LENGTH * compared.own_words / _USUAL_LENGTH)
    value *= _SUBJECT if _begins_with_word(content, compared) else 1.0
    value *= OTHER_PERSON if features["other_person"] else 1.0
    return value * (_KIND_HELD if features["kind_held"] else 1.0)


def _begins_with_word(content: str, compared: Comparison) -> bool:
    """Whether the fact begins with a word that the message asks about: then it is about this person or thing and does not just mention it."""
    return fold(content[:_BEGINNING].lstrip("\"'«“„「『 ")).startswith(compared.beginnings)
