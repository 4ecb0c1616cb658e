"""conflicts: a fact that repeats an entry of permanent memory with other numbers or dates."""

from __future__ import annotations

from ..desk import Desk
from ..entries import Entry
from ..fingerprints import fingerprint
from ..inputs import NightFact
from ..overlap import Overlap
from ..report import Conflict
from .promotions import guess

_SECTION = "conflicts"


def conflicts(desk: Desk) -> tuple[Conflict, ...]:
    """Facts that people stand behind against entries that say otherwise, those with the highest score first."""
    if not desk.files_readable:
        return ()
    found = []
    for fact in desk.by_score:
        for entry, held in desk.rivals(fact.content)[:1]:
            key = fingerprint("conflict", fact.content, entry.text)
            if desk.decide(fact, _SECTION, key, _gate(desk, fact, entry), about=entry):
                found.append(_conflict(desk, fact, entry, held, key))
    return tuple(found)


def _gate(desk: Desk, fact: NightFact, entry: Entry) -> str:
    if guess(fact):
        return "a guess that nobody confirmed"
    if desk.heard(fact).against:
        return "people last said something else"
    if fact.trust < desk.config.decay_trust:
        return f"trust {fact.trust:.2f} is below {desk.config.decay_trust}"
    if desk.covered(fact.content):
        return "another entry says it"
    return "the entry is pinned or about to change" if entry.settled else ""


def _conflict(desk: Desk, fact: NightFact, entry: Entry, held: Overlap, key: str) -> Conflict:
    desk.put.add(fact.fact_id)
    place = desk.place(entry, held.about)
    return Conflict(key, fact.fact_id, fact.version, fact.content, place, held.differences, desk.evidence(desk.heard(fact).standing))
