"""fact_decays and md_decays: facts that nobody uses or trusts, entries that nobody speaks of, and what people said against both."""

from __future__ import annotations

from datetime import date

from ..desk import Desk, facts_of
from ..entries import Entry
from ..fingerprints import HOLDS, asked_about, fingerprint
from ..heard import NOTHING, Heard
from ..inputs import NightFact
from ..report import EntryQuestion, Proposal
from ..scoring import age
from .promotions import proposal

CONTRADICTED, SILENT, UNUSED = "contradicted", "silent", "unused"


def fact_decays(desk: Desk) -> tuple[Proposal, ...]:
    """Facts that people last contradicted, then those of low trust that nobody uses; the lowest score first."""
    found = []
    facts = [(fact, _reason(desk, fact)) for fact in facts_of(desk, desk.by_score)]
    for fact, reason in sorted(facts, key=lambda pair: (pair[1] != CONTRADICTED, desk.score(pair[0]), pair[0].fact_id)):
        if not reason:
            continue
        key = fingerprint(HOLDS, fact.content)
        if desk.decide(fact, "fact_decays", key, ""):
            desk.put.add(fact.fact_id)
            found.append(proposal(desk, fact, key, (reason,), written=False))
    return tuple(found)


def _reason(desk: Desk, fact: NightFact) -> str:
    """Why a fact may no longer hold; "" when nothing speaks against it."""
    config, said = desk.config, desk.heard(fact)
    if said.against:
        return CONTRADICTED
    old = age(fact, desk.today, desk.zone)
    unused = fact.trust < config.decay_trust and fact.retrievals <= config.decay_retrievals and not fact.confirmations and fact.helpful <= fact.unhelpful
    if not unused or old is None or old < config.decay_days:
        return ""
    quiet = said.last is None or (desk.today - said.last).days >= config.silent_days
    return UNUSED if quiet else ""


def md_decays(desk: Desk) -> tuple[EntryQuestion, ...]:
    """Entries that people last contradicted, then those that nobody has spoken of for longest."""
    candidates = []
    for entry in desk.entries:
        if entry.settled or not desk.people_heard or asked_about(entry.key) in desk.questions:
            continue
        said = desk.said_of.get(entry.key, NOTHING)
        reason = CONTRADICTED if said.against else SILENT if _silent(desk, entry, said) else ""
        if reason:
            candidates.append((reason != CONTRADICTED, said.last or first_seen(desk, entry), entry.file, entry.number, entry, reason, said))
    found = []
    for *_, entry, reason, said in sorted(candidates, key=lambda one: one[:4]):
        key = fingerprint("entry holds", entry.text)
        if not desk.closed(key) and desk.ask("md_decays", key, about=entry):
            found.append(EntryQuestion(key, desk.place(entry), (reason,), desk.evidence(said.against)))
    return tuple(found)


def _silent(desk: Desk, entry: Entry, said: Heard) -> bool:
    known = (desk.today - first_seen(desk, entry)).days
    return known >= desk.config.entry_days and (said.last is None or (desk.today - said.last).days >= desk.config.silent_days)


def first_seen(desk: Desk, entry: Entry) -> date:
    """The night that first saw an entry."""
    seen = desk.state.files.get(entry.file)
    return seen.first.get(entry.key, desk.today) if seen else desk.today
