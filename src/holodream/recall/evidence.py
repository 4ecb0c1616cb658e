"""How much speaks for a fact as an answer to a message: small explainable numbers, one each for a reason that a person would give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..language import fold
from ..language.answers import ANSWERED_BY, USER
from ..store import Posting
from .indexing import KIND_SIGN, NAME_SIGN, NOT_WORDS
from .matching import Probe
from .query import Query

_OTHER_PERSON, _KIND_HELD, _SUBJECT = 0.5, 1.2, 1.5  # what these do to the rank
_BEGINNING = 40  # characters of a fact in which its subject is looked for
_LENGTH, _USUAL_LENGTH = 0.1, 10.0  # how much a fact's length counts, and the number of terms of a usual fact
_MATCHED = 0.3  # a word counts as met from this nearness on


@dataclass(frozen=True, slots=True)
class Evidence:
    """One candidate held against the message."""

    posting: Posting
    matched: tuple[tuple[str, float], ...]  # words met and how much each counts
    missed: tuple[tuple[str, float], ...]  # words not met and how much each would have counted
    features: dict[str, float]
    relevance: float  # for ranking
    score: float = 0.0  # of the gate, 0..1


def weigh(posting: Posting, probes: Sequence[Probe], query: Query) -> Evidence:
    """Hold one candidate against the message."""
    held = posting.terms
    matches = [(probe, probe.match(held)) for probe in probes]
    met = [(probe, near) for probe, near in matches if near >= _MATCHED]
    unmet = [probe for probe, near in matches if near < _MATCHED]
    gained = sum(probe.weight * near for probe, near in met)
    lost = sum(probe.weight for probe in unmet if not probe.kind_noun)
    total = gained + lost
    own_words = sum(1 for term in held if not term.startswith(NOT_WORDS))
    asked_names = [probe for probe in probes if probe.name]
    names_met = [probe for probe, near in met if probe.name]
    others_named = any(term.startswith(NAME_SIGN) for term in held) and not names_met
    kinds = frozenset().union(*(ANSWERED_BY[kind] for kind in query.wanted if kind in ANSWERED_BY))
    features = {
        "coverage": gained / total if total else 0.0,
        "gained": gained,
        "lost": lost,
        "best": max((probe.weight * near for probe, near in met), default=0.0),
        "met": float(len(met)),
        "met_plain": sum(1.0 for probe, _ in met if not probe.name),
        "nearness": sum(near for _, near in met) / len(met) if met else 0.0,
        "ordinary": min((max(0.0, probe.word.zipf - 3.0) for probe, _ in met if not probe.name), default=0.0) if met else 0.0,
        "share_of_fact": min(1.0, len(met) / max(1, own_words)),
        "name_met": float(bool(names_met)),
        "name_only": float(bool(names_met) and len(names_met) == len(met)),
        "name_missed": float(bool(asked_names) and not names_met),
        "other_person": float(bool(asked_names) and others_named),
        "missing_elsewhere": sum(probe.weight for probe in unmet if probe.facts and not probe.kind_noun and not probe.name),
        "missing_unknown": sum(probe.weight for probe in unmet if not probe.facts and not probe.kind_noun),
        "number_missed": float(sum(probe.word.number for probe in unmet)),
        "writer_met": float(query.personal and KIND_SIGN + USER in held),
        "writer_missed": float(query.personal and KIND_SIGN + USER not in held and others_named),
        "explains": float(bool(query.wanted & {"why", "how"})),
        "kind_held": float(bool(kinds) and any(KIND_SIGN + kind in held for kind in kinds)),
        "kind_lacking": float(bool(kinds) and not any(KIND_SIGN + kind in held for kind in kinds)),
        "asks": float(query.asks),
        "personal": float(query.personal),
        "small_talk": float(query.small_talk),
        "task": float(query.task),
        "words": min(12.0, float(len(probes))) / 12.0,
    }
    for kind in ("when", "where", "who", "how_many", "money"):
        if kind in query.wanted:
            good = any(KIND_SIGN + answer in held for answer in ANSWERED_BY[kind])
            features[f"{kind}_held" if good else f"{kind}_lacking"] = 1.0
    relevance = _relevance(met, probes, own_words)
    relevance *= (_SUBJECT if _begins_with_name(posting.fact.content, met) else 1.0) * (_OTHER_PERSON if features["other_person"] else 1.0) * (_KIND_HELD if features["kind_held"] else 1.0)
    return Evidence(
        posting,
        tuple((probe.word.text, round(probe.weight * near, 3)) for probe, near in met),
        tuple((probe.word.text, round(probe.weight, 3)) for probe in unmet),
        features,
        relevance,
    )


def _relevance(met: Sequence[tuple[Probe, float]], probes: Sequence[Probe], own_words: int) -> float:
    """For the order of facts: rarity of the shared words, more for a fact that covers most of the message, a little less for a long one."""
    gained = sum(probe.rank * near**2 for probe, near in met)
    possible = sum(probe.rank for probe in probes)
    return gained * (1.0 + gained / possible) / (1.0 - _LENGTH + _LENGTH * own_words / _USUAL_LENGTH) if possible else 0.0


def _begins_with_name(content: str, met: Sequence[tuple[Probe, float]]) -> bool:
    """Whether the fact begins with the name that the message asks about: then it is about this person and does not just mention them."""
    names = [probe.word.text for probe, _ in met if probe.name or probe.word.capital]
    beginning = fold(content[:_BEGINNING].lstrip("\"'«“„「『 ")) if names else ""
    return any(beginning.startswith(name if len(name) < 5 else name[:-2]) for name in names)
