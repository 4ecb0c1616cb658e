"""new_facts: what was written lately, that people stand behind, nobody rated, and permanent memory does not hold."""

from __future__ import annotations

from ..desk import Desk, facts_of
from ..inputs import NightFact
from ..report import Proposal
from ..scoring import age
from .promotions import guess, keep_key, proposal

_SECTION = "new_facts"


def new_facts(desk: Desk) -> tuple[Proposal, ...]:
    """The new facts by their score."""
    found = []
    for fact in facts_of(desk, desk.by_score):
        old = age(fact, desk.today, desk.zone)
        if old is None or old >= desk.config.new_fact_days:
            continue
        key = keep_key(fact)
        if desk.decide(fact, _SECTION, key, _gate(desk, fact)):
            desk.put.add(fact.fact_id)
            found.append(proposal(desk, fact, key, (f"{old} days old",)))
    return tuple(found)


def _gate(desk: Desk, fact: NightFact) -> str:
    if guess(fact):
        return "a guess that nobody confirmed"
    if fact.helpful or fact.unhelpful:
        return "rated already"
    if fact.trust < desk.config.new_fact_trust:
        return f"trust {fact.trust:.2f} is below {desk.config.new_fact_trust}"
    if desk.heard(fact).against:
        return "people last said something else"
    if not desk.files_readable:
        return "a memory file cannot be read"
    return "permanent memory holds it" if not desk.full(_SECTION) and desk.covered(fact.content) else ""
