"""A fact's terms held against the words of a message: which are met and how well, which are not, and whom both name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..language.answers import ANSWERED_BY
from ..store import Posting
from .indexing import KIND_SIGN, NAME_SIGN, NOT_WORDS
from .matching import Probe
from .naming import is_named_in
from .people import Asked
from .query import Query

_MATCHED = 0.3  # a word counts as met from this nearness on
_IN_TEXT = 0.9  # nearness of a name that stands in a fact's text and not among its terms
_MANY_WORDS = 12.0
_SIGNS = "".join(NOT_WORDS)
_SHORT_WORD, _ENDING = 5, 2  # a fact begins with a word whatever the last two letters of one from five letters on


@dataclass(frozen=True, slots=True)
class Message:
    """What of a message is the same for every candidate."""

    query: Query
    probes: Sequence[Probe]
    possible: float  # the rank of all its words
    names_somebody: bool
    may_ask_about: bool  # it asks or tells to tell and wants no certain kind of answer
    answers: Sequence[tuple[str, frozenset[str]]]  # the wanted kinds of answer, each with the terms of facts that give it
    tone: Mapping[str, float]
    finds: Mapping[str, Sequence[tuple[int, float]]]  # for each term the places of the words that it stands for, and how near it is to them
    terms: frozenset[str]  # that find a word
    in_pieces: Sequence[int]  # places of words of which a share counts
    elsewhere: frozenset[int]  # places of names that only another script has
    beginnings: Sequence[str]  # of each word that with which a fact about it begins
    lacking: Sequence[tuple[str, float]]  # of each word what is told of a fact that lacks it
    asked: Asked  # whom it is about
    itself: Mapping[int, frozenset[str]]  # of each name that is only itself its place and its terms among the names of facts

    @classmethod
    def of(cls, query: Query, probes: Sequence[Probe], postings: Sequence[Posting] = ()) -> Message:
        """Of a message and its words as the index knows them, for comparing it with `postings`."""
        finds: dict[str, list[tuple[int, float]]] = {}
        in_pieces: list[int] = []
        for place, probe in enumerate(probes):
            if probe.counts_by_share:
                in_pieces.append(place)
                continue
            for term in probe.terms:
                finds.setdefault(term.term, []).append((place, term.nearness))
        return cls(
            query,
            probes,
            possible=sum(probe.rank for probe in probes),
            names_somebody=any(probe.name for probe in probes),
            may_ask_about=(query.asks or query.framed) and not query.small_talk and query.wanted.isdisjoint(ANSWERED_BY.keys() - {"who"}),
            answers=[(kind, frozenset(KIND_SIGN + answer for answer in ANSWERED_BY[kind])) for kind in query.wanted if kind in ANSWERED_BY],
            tone=_tone(query, len(probes)),
            finds=finds,
            terms=frozenset(finds),
            in_pieces=in_pieces,
            elsewhere=frozenset(place for place, probe in enumerate(probes) if probe.only_in_other_script),
            beginnings=[text if len(text := probe.word.text) < _SHORT_WORD else text[:-_ENDING] for probe in probes],
            lacking=[(probe.word.text, probe.weight) for probe in probes],
            asked=Asked(query, postings),
            itself={place: frozenset(probe.names) for place, probe in enumerate(probes) if probe.only_itself},
        )


@dataclass(slots=True)  # not frozen: one is made for every candidate, and making a frozen one takes several times as long
class Comparison:
    """A fact's terms held against the words of a message."""

    held: frozenset[str]
    message: Message
    met: Sequence[tuple[Probe, float]]
    unmet: Sequence[Probe]
    missed: Sequence[Probe]  # of the unmet words those that the fact could hold: one in another script holds none of the others
    own_words: int
    about_somebody: bool  # the fact has names
    names_met: int
    beginnings: tuple[str, ...]  # of the words that are met
    matched: tuple[tuple[str, float], ...]  # the words that are met and how much each counts
    lacking: tuple[tuple[str, float], ...]

    @property
    def names_others(self) -> bool:
        """The fact is about somebody, and about nobody whom the message names."""
        return self.about_somebody and not self.names_met


def compare(held: frozenset[str], message: Message, content: str = "") -> Comparison:
    """Hold the terms of a fact against a message; `content` is the fact's text, for names of which it has the root."""
    met: list[tuple[Probe, float]] = []
    unmet: list[Probe] = []
    beginnings: list[str] = []
    matched: list[tuple[str, float]] = []
    lacking: list[tuple[str, float]] = []
    names_met = 0
    elsewhere = False
    for place, near in enumerate(_nearness(held, message)):
        probe = message.probes[place]
        if place in message.itself:
            near = _nearness_of_name(near, probe, message.itself[place], held, content)
        if near >= _MATCHED:
            met.append((probe, near))
            matched.append((probe.word.text, probe.weight * near))
            beginnings.append(message.beginnings[place])
            names_met += probe.name
            elsewhere = elsewhere or (place in message.elsewhere and not held.isdisjoint([term.term for term in probe.terms]))
        else:
            unmet.append(probe)
            lacking.append(message.lacking[place])
    signs = [term[0] for term in held if term[0] in _SIGNS]
    missed = [probe for probe in unmet if probe.name or probe.word.number] if elsewhere else unmet
    own_words = len(held) - len(signs)
    return Comparison(held, message, met, unmet, missed, own_words, NAME_SIGN in signs, names_met, tuple(beginnings), tuple(matched), tuple(lacking))


def _nearness(held: frozenset[str], message: Message) -> list[float]:
    """How well a fact with these terms covers each word of the message, 0..1."""
    nears = [0.0] * len(message.probes)
    for term in held & message.terms:
        for place, near in message.finds[term]:
            if near > nears[place]:
                nears[place] = near
    for place in message.in_pieces:
        nears[place] = message.probes[place].share(held)
    return nears


def _nearness_of_name(near: float, probe: Probe, terms: frozenset[str], held: frozenset[str], content: str) -> float:
    """How well a fact covers a name that is only itself: fully or not at all.

    It has it among its names, where not only as another name without its ending (julie, of Julien), or in its text, maybe by the root of another language.
    """
    if near < _MATCHED and terms:
        return near
    met = tuple(held & terms)
    if met and not any(term[0] == NAME_SIGN and term not in terms and term.startswith(met) for term in held):
        return near
    return max(near, _IN_TEXT) if is_named_in(content, probe.word) else 0.0


def _tone(query: Query, words: int) -> dict[str, float]:
    return {
        "asks": float(query.asks),
        "explains": float(bool(query.wanted & {"why", "how"})),
        "personal": float(query.personal),
        "small_talk": float(query.small_talk and query.wanted.isdisjoint(ANSWERED_BY)),
        "task": float(query.task),
        "words": min(_MANY_WORDS, words) / _MANY_WORDS,
    }
