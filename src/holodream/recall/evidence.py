"""How much speaks for a fact as an answer to a message: small explainable numbers, one each for a reason that a person would give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..language import fold
from ..language.answers import ANSWERED_BY, USER
from ..store import Posting
from .gate import score
from .indexing import KIND_SIGN, NAME_SIGN, NOT_WORDS
from .matching import Probe
from .query import Query

_MATCHED = 0.3  # a word counts as met from this nearness on
OTHER_PERSON, _KIND_HELD, _SUBJECT = 0.5, 1.2, 1.5  # what these do to the rank
_LENGTH, _USUAL_LENGTH = 0.1, 10.0  # how much a fact's length counts, and the number of terms of a usual fact
_BEGINNING = 40  # characters of a fact in which its subject is looked for
_MANY_WORDS = 12.0
_LONG_MESSAGE = 4  # words that bear meaning
_ORDINARY = 4.0  # Zipf value of an ordinary word
_SURE = 0.85  # nearness from which a word is surely met
_NO_PLAIN_WORD = 100.0  # more than any Zipf value
_SIGNS = "".join(NOT_WORDS)


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class _Message:
    """What of a message is the same for every candidate."""

    query: Query
    probes: Sequence[Probe]
    possible: float  # the rank of all its words
    names_somebody: bool
    tone: dict[str, float]


@dataclass(frozen=True, slots=True)
class _Comparison:
    """A fact's terms held against the words of a message."""

    held: frozenset[str]
    message: _Message
    met: Sequence[tuple[Probe, float]]
    unmet: Sequence[Probe]
    missed: Sequence[Probe]  # of the unmet words those that the fact could hold: one in another script holds none of the others
    own_words: int
    about_somebody: bool  # the fact has names
    names_met: int

    def holds(self, kind: str) -> bool:
        return KIND_SIGN + kind in self.held

    @property
    def names_others(self) -> bool:
        """The fact is about somebody, and about nobody whom the message names."""
        return self.about_somebody and not self.names_met


def weigh(postings: Sequence[Posting], probes: Sequence[Probe], query: Query) -> list[Evidence]:
    """Hold each candidate against the message."""
    message = _Message(query, probes, sum(probe.rank for probe in probes), any(probe.name for probe in probes), _tone(query, len(probes)))
    return [_weighed(posting, message) for posting in postings]


def _weighed(posting: Posting, message: _Message) -> Evidence:
    compared = _compared(posting.terms, message)
    features = _shared_words(compared)
    _missing_words(compared, features)
    _people(compared, features)
    _answer(compared, features)
    features["of_a_kind"] = _of_a_kind(compared)
    features |= message.tone
    reasons = Reasons(
        tuple([(probe.word.text, probe.weight * near) for probe, near in compared.met]),
        tuple([(probe.word.text, probe.weight) for probe in compared.unmet]),
        features,
        _relevance(compared, features, posting.fact.content),
        score(features),
    )
    return Evidence(posting, reasons)


def _compared(held: frozenset[str], message: _Message) -> _Comparison:
    met: list[tuple[Probe, float]] = []
    unmet: list[Probe] = []
    names_met = 0
    elsewhere = False
    for probe in message.probes:
        near = probe.match(held)
        if near >= _MATCHED:
            met.append((probe, near))
            names_met += probe.name
            elsewhere = elsewhere or probe.meets_in_other_script(held)
        else:
            unmet.append(probe)
    signs = [term[0] for term in held if term[0] in _SIGNS]
    missed = [probe for probe in unmet if probe.name or probe.word.number] if elsewhere else unmet
    return _Comparison(held, message, met, unmet, missed, len(held) - len(signs), NAME_SIGN in signs, names_met)


def _shared_words(compared: _Comparison) -> dict[str, float]:
    gained = best = nearness = 0.0
    ordinary = _NO_PLAIN_WORD
    for probe, near in compared.met:
        value = probe.weight * near
        gained += value
        best = max(best, value)
        nearness += near
        if not probe.name:
            ordinary = min(ordinary, max(0.0, probe.word.zipf - 3.0))
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
        "ordinary": ordinary if met > compared.names_met else 0.0,
        "share_of_fact": min(1.0, met / max(1, compared.own_words)),
    }


def _missing_words(compared: _Comparison, features: dict[str, float]) -> None:
    elsewhere = unknown = strange = numbers = 0.0
    for probe in compared.missed:
        numbers += probe.word.number
        if probe.kind_noun:
            continue
        if probe.facts:
            elsewhere += 0.0 if probe.name else probe.weight
        else:
            unknown += probe.weight
            strange += 0.0 if probe.word.zipf or probe.word.number else probe.weight
    features["missing_elsewhere"] = elsewhere
    features["missing_unknown"] = unknown
    features["missing_strange"] = strange
    features["number_missed"] = numbers
    features["few_of_many"] = float(_few_of_many(compared))


def _of_a_kind(compared: _Comparison) -> float:
    """The share of what is shared that the message names as one of a kind ("a bicycle"), not as a certain one."""
    of_a_kind = compared.message.query.of_a_kind
    if not of_a_kind:
        return 0.0
    weights = [(probe.weight * near, probe.word.text in of_a_kind and not probe.name) for probe, near in compared.met]
    return sum(weight for weight, held in weights if held) / (sum(weight for weight, _ in weights) or 1.0)


def _few_of_many(compared: _Comparison) -> bool:
    """A long message that meets the fact only in one word which says little, or in two ordinary ones; none of them a name."""
    if any(probe.name for probe, _ in compared.met) or len(compared.unmet) < max(_LONG_MESSAGE - 1, 2 * len(compared.met)):
        return False
    if len(compared.met) == 1:
        probe, near = compared.met[0]
        return probe.facts > 1 or near < _SURE
    return len(compared.met) == 2 and all(probe.word.zipf >= _ORDINARY for probe, _ in compared.met)


def _people(compared: _Comparison, features: dict[str, float]) -> None:
    asked, names_met, query = compared.message.names_somebody, compared.names_met, compared.message.query
    about_writer = query.personal and compared.holds(USER)
    features["name_met"] = float(bool(names_met))
    features["name_only"] = float(bool(names_met) and names_met == len(compared.met))
    features["asked_about"] = float(_asked_about(compared))
    features["name_missed"] = float(asked and not names_met)
    features["other_person"] = float(asked and compared.names_others)
    features["writer_met"] = float(about_writer)
    features["writer_missed"] = float(query.personal and not about_writer and compared.names_others)


def _asked_about(compared: _Comparison) -> bool:
    """The message asks or tells to tell, holds nothing but names, and wants no certain kind of answer; the fact has all of them."""
    query = compared.message.query
    if not (query.asks or query.framed) or query.small_talk or not query.wanted.isdisjoint(ANSWERED_BY.keys() - {"who"}):
        return False
    return compared.about_somebody and compared.names_met == len(compared.met) > 0 and not compared.unmet


def _answer(compared: _Comparison, features: dict[str, float]) -> None:
    """Whether the fact holds the kinds of answer that are wanted, each kind and all together."""
    any_held = any_lacking = False
    for kind in compared.message.query.wanted:
        answers = ANSWERED_BY.get(kind)
        if answers is None:
            continue
        held = any(map(compared.holds, answers))
        features[f"{kind}_held" if held else f"{kind}_lacking"] = 1.0
        any_held, any_lacking = any_held or held, any_lacking or not held
    features["kind_held"] = float(any_held)
    features["kind_lacking"] = float(any_lacking and not any_held)


def _tone(query: Query, words: int) -> dict[str, float]:
    return {
        "asks": float(query.asks),
        "explains": float(bool(query.wanted & {"why", "how"})),
        "personal": float(query.personal),
        "small_talk": float(query.small_talk and query.wanted.isdisjoint(ANSWERED_BY)),
        "task": float(query.task),
        "words": min(_MANY_WORDS, words) / _MANY_WORDS,
    }


def _relevance(compared: _Comparison, features: dict[str, float], content: str) -> float:
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


def _begins_with_word(content: str, compared: _Comparison) -> bool:
    """Whether the fact begins with a word that the message asks about: then it is about this person or thing and does not just mention it."""
    beginning = fold(content[:_BEGINNING].lstrip("\"'«“„「『 "))
    return beginning.startswith(tuple([text if len(text := probe.word.text) < 5 else text[:-2] for probe, _ in compared.met]))
