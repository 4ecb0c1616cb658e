"""confirmations: facts that people stated on several days, each with ready commands that confirm it in the store."""

from __future__ import annotations

import shlex

from ..counting import Mention
from ..desk import Desk
from ..fingerprints import CONFIRM, fingerprint
from ..inputs import NightFact
from ..report import Command, Confirmation

_SECTION = "confirmations"


def confirmations(desk: Desk) -> tuple[Confirmation, ...]:
    """Facts stated on enough days without a denial and without another number, that these people have not confirmed in the store yet."""
    found = []
    for fact in desk.by_score:
        said = desk.heard(fact)
        if not said.confirmed and not said.contradicted:
            continue
        plain = [mention for mention in said.standing if mention.plain]
        key = fingerprint(CONFIRM, fact.content)
        if desk.decide(fact, _SECTION, key, _gate(desk, fact, plain)):
            desk.confirming.add(fact.fact_id)
            found.append(_confirmation(desk, fact, key, plain))
    return tuple(found)


def _gate(desk: Desk, fact: NightFact, plain: list[Mention]) -> str:
    days = {mention.day for mention in plain}
    if elsewhere := desk.elsewhere(fact):
        return elsewhere
    if desk.heard(fact).against:
        return "people last said something else"
    if len(days) < desk.config.confirmation_days:
        return f"stated plainly on {len(days)} days, {desk.config.confirmation_days} are needed"
    if not _people(fact, plain) or (not fact.behind and fact.confirmations >= len({mention.person for mention in plain})):
        return "the store has their word"
    return ""


def _people(fact: NightFact, plain: list[Mention]) -> tuple[str, ...]:
    """Who stated it and is not known in the store to stand behind it."""
    return tuple(dict.fromkeys(mention.person for mention in plain if mention.person not in fact.behind))


def _confirmation(desk: Desk, fact: NightFact, key: str, plain: list[Mention]) -> Confirmation:
    days = tuple(sorted({mention.day for mention in plain}))
    commands = tuple(_command(fact, person) for person in _people(fact, plain))
    return Confirmation(key, fact.fact_id, fact.version, fact.content, days, commands, desk.evidence(plain))


def _command(fact: NightFact, person: str) -> Command:
    by = f" --by {shlex.quote(person)}" if person else ""
    return Command("confirm", fact.fact_id, fact.version, person, f"holodream confirm {fact.fact_id}{by} --expect {fact.version}")
