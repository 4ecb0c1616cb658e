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
_OTHER_PERSON, _KIND_HELD, _SUBJECT = 0.5, 1.2, 1.5  # what these do to the rank
_LENGTH, _USUAL_LENGTH = 0.1, 10.0  # how much a fact's length counts, and the number of terms of a usual fact
_BEGINNING = 40  # characters of a fact in which its subject is looked for
_MANY_WORDS = 12.0
_LONG_MESSAGE = 4  # words that bear meaning
_ORDINARY = 4.0  # Zipf value of an ordinary word
_SURE = 0.85  # nearness from which a word is surely met


@dataclass(frozen=True, slots=True)
class Reasons:
    """What speaks for a candidate and against it; no text of a fact."""

    matched: tuple[tuple[str, float], ...]  # words met and how much each counts
    missed: tuple[tuple[str, float], ...]  # words not met and how much each would have counted
    features: dict[str, float]
    relevance: float  # for ranking
    score: float  # of the gate, 0..1


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
class _Comparison:
    """A fact's terms held against the words of a message."""

    held: frozenset[str]
    probes: Sequence[Probe]
    met: Sequence[tuple[Probe, float]]
    unmet: Sequence[Probe]
    signs: Sequence[str]  # of its terms that are no words

    @property
    def own_words(self) -> int:
        return len(self.held) - len(self.signs)

    def holds(self, kind: str) -> bool:
        return KIND_SIGN + kind in self.held

    @property
    def names_others(self) -> bool:
        """The fact is about somebody, and about nobody whom the message names."""
        return NAME_SIGN in self.signs and not any(probe.name for probe, _ in self.met)


def weigh(postings: Sequence[Posting], probes: Sequence[Probe], query: Query) -> list[Evidence]:
    """Hold each candidate against the message."""
    tone = _tone(query, len(probes))
    return [_weighed(posting, probes, query, tone) for posting in postings]


def _weighed(posting: Posting, probes: Sequence[Probe], query: Query, tone: dict[str, float]) -> Evidence:
    matches = [(probe, probe.match(posting.terms)) for probe in probes]
    met = [(probe, near) for probe, near in matches if near >= _MATCHED]
    unmet = [probe for probe, near in matches if near < _MATCHED]
    signs = [term[0] for term in posting.terms if term[0] in NOT_WORDS]
    compared = _Comparison(posting.terms, probes, met, unmet, signs)
    features = _shared_words(compared) | _missing_words(compared) | _people(compared, query) | _answer(compared, query) | tone
    reasons = Reasons(
        tuple([(probe.word.text, probe.weight * near) for probe, near in met]),
        tuple([(probe.word.text, probe.weight) for probe in unmet]),
        features,
        _relevance(compared, features, posting.fact.content),
        score(features),
    )
    return Evidence(posting, reasons)


def _shared_words(compared: _Comparison) -> dict[str, float]:
    met = compared.met
    gained = sum(probe.weight * near for probe, near in met)
    lost = sum(probe.weight for probe in compared.unmet if not probe.kind_noun)
    return {
        "coverage": gained / (gained + lost) if gained + lost else 0.0,
        "gained": gained,
        "lost": lost,
        "best": max((probe.weight * near for probe, near in met), default=0.0),
        "met": float(len(met)),
        "met_plain": sum(1.0 for probe, _ in met if not probe.name),
        "nearness": sum(near for _, near in met) / len(met) if met else 0.0,
        "ordinary": min((max(0.0, probe.word.zipf - 3.0) for probe, _ in met if not probe.name), default=0.0),
        "share_of_fact": min(1.0, len(met) / max(1, compared.own_words)),
    }


def _missing_words(compared: _Comparison) -> dict[str, float]:
    missing = [probe for probe in compared.unmet if not probe.kind_noun]
    return {
        "missing_elsewhere": sum(probe.weight for probe in missing if probe.facts and not probe.name),
        "missing_unknown": sum(probe.weight for probe in missing if not probe.facts),
        "missing_strange": sum(probe.weight for probe in missing if not probe.facts and not probe.word.zipf and not probe.word.number),
        "number_missed": float(sum(probe.word.number for probe in compared.unmet)),
        "few_of_many": float(_few_of_many(compared)),
    }


def _few_of_many(compared: _Comparison) -> bool:
    """A long message that meets the fact only in one word which says little, or in two ordinary ones; none of them a name."""
    if any(probe.name for probe, _ in compared.met) or len(compared.unmet) < max(_LONG_MESSAGE - 1, 2 * len(compared.met)):
        return False
    if len(compared.met) == 1:
        probe, near = compared.met[0]
        return probe.facts > 1 or near < _SURE
    return len(compared.met) == 2 and all(probe.word.zipf >= _ORDINARY for probe, _ in compared.met)


def _people(compared: _Comparison, query: Query) -> dict[str, float]:
    asked = any(probe.name for probe in compared.probes)
    names_met = sum(probe.name for probe, _ in compared.met)
    about_writer = compared.holds(USER)
    return {
        "name_met": float(bool(names_met)),
        "name_only": float(bool(names_met) and names_met == len(compared.met)),
        "name_missed": float(asked and not names_met),
        "other_person": float(asked and compared.names_others),
        "writer_met": float(query.personal and about_writer),
        "writer_missed": float(query.personal and not about_writer and compared.names_others),
    }


def _answer(compared: _Comparison, query: Query) -> dict[str, float]:
    """Whether the fact holds the kinds of answer that are wanted, each kind and all together."""
    features: dict[str, float] = {}
    for kind, answers in ANSWERED_BY.items():
        if kind in query.wanted:
            features[f"{kind}_held" if any(map(compared.holds, answers)) else f"{kind}_lacking"] = 1.0
    held = any(name.endswith("_held") for name in features)
    return features | {"kind_held": float(held), "kind_lacking": float(bool(features) and not held)}


def _tone(query: Query, words: int) -> dict[str, float]:
    return {
        "asks": float(query.asks),
        "explains": float(bool(query.wanted & {"why", "how"})),
        "personal": float(query.personal),
        "small_talk": float(query.small_talk),
        "task": float(query.task),
        "words": min(_MANY_WORDS, words) / _MANY_WORDS,
    }


def _relevance(compared: _Comparison, features: dict[str, float], content: str) -> float:
    """For the order of facts: rarity of the shared words, more for a fact that covers most of the message, a little less for a long one."""
    gained = sum(probe.rank * near**2 for probe, near in compared.met)
    possible = sum(probe.rank for probe in compared.probes)
    if not possible:
        return 0.0
    value = gained * (1.0 + gained / possible) / (1.0 - _LENGTH + _LENGTH * compared.own_words / _USUAL_LENGTH)
    for factor, holds in ((_SUBJECT, _begins_with_word(content, compared)), (_OTHER_PERSON, features["other_person"]), (_KIND_HELD, features["kind_held"])):
        value *= factor if holds else 1.0
    return value


def _begins_with_word(content: str, compared: _Comparison) -> bool:
    """Whether the fact begins with a word that the message asks about: then it is about this person or thing and does not just mention it."""
    beginning = fold(content[:_BEGINNING].lstrip("\"'«“„「『 "))
    words = [probe.word.text for probe, _ in compared.met]
    return any(beginning.startswith(word if len(word) < 5 else word[:-2]) for word in words)
