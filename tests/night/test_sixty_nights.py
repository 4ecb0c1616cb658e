"""Sixty nights one after the other, with an agent that applies what it is told: what permanent memory and the store are in the end."""

from __future__ import annotations

import dataclasses
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from holodream import MemoryFile, NightFact, NightInputs, Report, night

from . import household
from .household import CAT_ENTRY, FACTS, FIRST_NIGHT, HEATING_ENTRY, MEMORY, PIANO_ENTRY, PINNED_ENTRY, USER, speech


class Agent:
    """An agent that does as it is told, and says no more than the people would."""

    def __init__(self) -> None:
        self.facts = {fact.fact_id: fact for fact in FACTS}
        self.entries = {"MEMORY.md": list(MEMORY), "USER.md": list(USER)}
        self.woken: list[int] = []
        self.questions: Counter[str] = Counter()

    def answer(self, report: Report) -> None:
        for section, found in report.as_mapping().items():
            if isinstance(found, list) and section != "wake_reasons":
                self.questions[section] += len(found)
        for one in report.promotions:
            self.entries[one.file].append(one.text)
        for confirmation in report.confirmations:
            fact = self.facts[confirmation.fact_id]
            count = fact.confirmations + len(confirmation.commands)
            self.facts[fact.fact_id] = dataclasses.replace(fact, confirmations=count, source=fact.source if fact.source == "said" else "confirmed", trust=0.6)
        for conflict in report.conflicts:
            self._replace(conflict.entry.file, conflict.entry.anchor, conflict.text)
        for question in report.md_decays:
            if question.reasons == ("contradicted",):
                self._replace(question.entry.file, question.entry.anchor, None)
        for event in report.expired_events:
            if event.fact_id is not None:
                del self.facts[event.fact_id]
        for decay in report.fact_decays:
            self.facts.pop(decay.fact_id, None)

    def _replace(self, file: str, anchor: str, text: str | None) -> None:
        hits = [entry for entry in self.entries[file] if anchor in entry]
        assert len(hits) == 1, "an anchor is unique"
        place = self.entries[file].index(hits[0])
        self.entries[file][place : place + 1] = [] if text is None else [hits[0].replace(anchor, text)]


@pytest.fixture(scope="module")
def agent() -> Agent:
    agent, state, answered = Agent(), {}, frozenset[str]()
    every = [one for one in speech() if one.at.minute == 0]  # without the small talk
    for day in range(61):
        now = FIRST_NIGHT + timedelta(days=day)
        files = tuple(MemoryFile(name, tuple(entries), 2200) for name, entries in agent.entries.items())
        inputs = NightInputs(_known(agent, now), tuple(one for one in every if one.at <= now), files, state, answered, timezone="Europe/Berlin")
        report = night(inputs, now=now)
        state, answered = report.next_state, frozenset[str]()
        if report.wake:
            agent.woken.append(day)
            agent.answer(report)
            answered = frozenset({report.report_id})
    return agent


def _known(agent: Agent, now: Any) -> tuple[NightFact, ...]:
    """The facts of the store on a night; how often one was retrieved grows with its age."""
    known = [fact for fact in agent.facts.values() if fact.written_at and fact.written_at <= now]
    return tuple(dataclasses.replace(fact, retrievals=fact.retrievals * (now - fact.written_at).days // 60) for fact in known if fact.written_at)


def test_permanent_memory_in_the_end(agent: Agent) -> None:
    assert set(agent.entries["MEMORY.md"]) == {
        "Nadia's piano lesson is on Wednesdays at 17:00.",
        "Leo is allergic to hazelnuts.",
        PINNED_ENTRY,
        HEATING_ENTRY,
        FACTS[household.TABLETS - 1].content,
        FACTS[household.COFFEE - 1].content,
        FACTS[household.TRAIN - 1].content,  # once a guess, then confirmed
    }
    assert agent.entries["USER.md"] == list(USER)
    assert PIANO_ENTRY not in agent.entries["MEMORY.md"]
    assert CAT_ENTRY not in agent.entries["MEMORY.md"]


def test_the_store_in_the_end(agent: Agent) -> None:
    assert {fact.fact_id for fact in FACTS} - set(agent.facts) == {household.ESPRESSO, household.CONCERT, household.SHED}
    assert agent.facts[household.TRAIN].source == "confirmed"
    assert agent.facts[household.BEES].source == "inferred"


def test_most_nights_the_agent_sleeps(agent: Agent) -> None:
    assert len(agent.woken) <= 20
    assert sum(agent.questions.values()) <= 40
