"""Why a fact came up or did not, in words: made from the trace of the same pipeline that recall runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from . import gate
from .gate import ABSOLUTE
from .trace import Trace

if TYPE_CHECKING:
    from ..results import Explanation
    from .evidence import Reasons

_WANTED = {
    "when": "a time, which is asked for",
    "where": "a place, which is asked for",
    "who": "a person, who is asked for",
    "how_many": "a number, which is asked for",
    "money": "an amount of money, which is asked for",
}
# What each reason of the gate means to a person.
REASONS = {
    "coverage": "share of the message's weight that the fact covers",
    "gained": "weight of the words it shares",
    "lost": "weight of the words it lacks",
    "best": "its rarest shared word",
    "met": "number of shared words",
    "met_plain": "shared words that are no names",
    "nearness": "how exactly the words agree",
    "ordinary": "the shared words are ordinary in the language",
    "share_of_fact": "share of the fact that the message mentions",
    "name_met": "it is about the name in the message",
    "name_only": "only the name is shared",
    "name_missed": "it lacks the name in the message",
    "asked_about": "the message asks and holds nothing but names, and the fact is about them",
    "other_person": "the message names somebody, and the fact is about somebody else",
    "other_relative": "the message speaks of one relative, and the fact is about another",
    "missing_elsewhere": "words it lacks that other facts have",
    "missing_strange": "words that no fact has and that are rare in the language",
    "missing_unknown": "words that no fact has",
    "kind_held": "it holds the kind of answer that is wanted",
    "kind_lacking": "it lacks the kind of answer that is wanted",
    "few_of_many": "of a long message it shares one or two words that say little",
    "number_missed": "it lacks a number of the message",
    "writer_met": "it is about the person who writes",
    "writer_missed": "it is about somebody other than the person who writes",
    "explains": "the message asks why or how",
    **{f"{kind}_held": f"it holds {what}" for kind, what in _WANTED.items()},
    **{f"{kind}_lacking": f"it lacks {what}" for kind, what in _WANTED.items()},
    "asks": "the message is a question",
    "personal": "the message speaks of the writer",
    "of_a_kind": "the message speaks of one of a kind, not of a certain one",
    "small_talk": "the message is small talk",
    "task": "the message asks for a piece of work",
    "words": "number of words in the message",
    "near": "how near its meaning is to the message",
    "very_near": "its meaning is very near",
    "cosine": "the cosine of both vectors",
    "nearest_by": "by how much it is the nearest",
    "behind_nearest": "how far the nearest is before it",
    "crowd": "how near others are",
    "apart": "how much nearer the nearest is than others",
    "words_say": "what its words say by themselves",
    "no_word": "it shares no word with the message",
    "near_without_word": "its meaning is near without a shared word",
    "near_and_kind_held": "its meaning is near and it holds the kind of answer that is wanted",
    "near_but_kind_lacking": "its meaning is near, but it lacks the kind of answer that is wanted",
    "near_and_personal": "its meaning is near and the message speaks of the writer",
    "near_and_asks": "its meaning is near and the message is a question",
    "near_and_small_talk": "its meaning is near, but the message is small talk",
    "near_and_task": "its meaning is near, but the message asks for a piece of work",
    "near_but_name_missed": "its meaning is near, but it lacks the name in the message",
    "to_memory": "the message sounds like one to the memory",
    "to_memory_and_near": "the message sounds like one to the memory and its meaning is near",
    "to_memory_without_word": "the message sounds like one to the memory, without a shared word",
    "to_memory_and_words": "the message sounds like one to the memory, and what its words say",
    "chat": "the message sounds like small talk",
    "chat_and_near": "the message sounds like small talk, but its meaning is near",
    "near_and_words": "its meaning is near to a message of many words",
    "near_but_unknown_words": "its meaning is near, but the message has words that no fact has",
}


def explain(fact_id: int, trace: Trace, shown: Sequence[int], rank: int | None, threshold: float, kept_out: str = "") -> Explanation:
    """The explanation of one fact for one message; `kept_out` is why a fact that passes the gate is not shown."""
    from ..results import Explanation

    item = trace.reasons.get(fact_id)
    if item is None:
        reason = trace.steps[-1] if trace.steps else "it shares no word with the message"
        return Explanation(fact_id, False, None, 0.0, threshold, (), (), (), f"Fact {fact_id} did not come up: {reason}.")
    comes_up = fact_id in shown
    reasons = tuple((name, round(value, 2)) for name, value in _contributions(item))
    lines = [
        f"Fact {fact_id} {'comes up' if comes_up else 'does not come up'}: "
        f"score {item.score:.2f}, needed {threshold:.2f}, rank {rank} of {len(trace.reasons)}.",
        f"Shared words: {_listed(f'{word} ({weight:.2f})' for word, weight in item.matched)}.",
        f"Words it lacks: {_listed(f'{word} ({weight:.2f})' for word, weight in item.missed)}.",
        f"What counted: {_listed(_reason(name, value) for name, value in reasons[:6])}.",
        *(
            [f"Meaning, by {item.model}: {item.features['near']:+.1f} deviations nearer than usual; its words alone score {item.alone:.2f}."]
            if item.model
            else []
        ),
        *([f"Reranking: {trace.reranked[fact_id]}."] if fact_id in trace.reranked else []),
        *([f"Kept out: {kept_out}."] if kept_out else []),
    ]
    return Explanation(fact_id, comes_up, rank, round(item.score, 4), threshold, item.matched, item.missed, reasons, "\n".join(lines))


def _contributions(item: Reasons) -> list[tuple[str, float]]:
    if not item.model:
        return gate.contributions(item.features)
    from .joining import contributions

    return contributions(item)


def _reason(name: str, value: float) -> str:
    return REASONS[name] if abs(value) == ABSOLUTE else f"{REASONS[name]} {value:+.2f}"


def _listed(parts: Iterable[str]) -> str:
    return "; ".join(parts) or "none"
