"""Sixty days of a household: the night proposes exactly what a careful reader would, section by section."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

import pytest

from holodream import QueuedWrite, Report, night
from holodream.hosts.cli import night_page

from . import household
from .household import CAT_ENTRY, FACTS, HEATING_ENTRY, NIGHT, PIANO_ENTRY, PINNED_ENTRY, inputs


@pytest.fixture(scope="module")
def state() -> Any:
    return household.first_night().next_state


@pytest.fixture(scope="module")
def report(state: Any) -> Report:
    return night(inputs(state=state), now=NIGHT)


def ids(found: Iterable[Any]) -> list[int]:
    return [one.fact_id for one in found]


def test_the_first_night_knows_of_nothing_to_ask() -> None:
    first = household.first_night()
    assert not first.wake
    assert first.next_state["files"].keys() == {"MEMORY.md", "USER.md"}


def test_promotions_are_what_people_said_on_several_days(report: Report) -> None:
    assert ids(report.promotions) == [household.TABLETS, household.COFFEE]
    tablets = report.promotions[0]
    assert tablets.reasons == ("4 days", "2 people", "0 confirmations")
    assert (tablets.file, tablets.target, tablets.fits) == ("MEMORY.md", "memory", True)


def test_evidence_is_the_latest_days_in_their_order(report: Report) -> None:
    evidence = report.promotions[0].evidence
    assert [one.day for one in evidence] == [date(2026, 4, 7), date(2026, 4, 18), date(2026, 5, 12)]
    assert evidence[1].snippet == "yes, still at 7:30 in the morning"


def test_a_guess_is_asked_about_and_never_promoted(report: Report) -> None:
    assert ids(report.to_confirm) == [household.BEES]


def test_confirmations_carry_a_command_for_each_person(report: Report) -> None:
    assert ids(report.confirmations) == [household.TABLETS, household.NUTS, household.COFFEE, household.TRAIN]
    train = report.confirmations[-1]
    assert train.days == (date(2026, 4, 13), date(2026, 4, 30))
    assert [command.line for command in train.commands] == [
        "holodream confirm 5 --by tom --expect 1",
        "holodream confirm 5 --by nadia --expect 1",
    ]


def test_a_conflict_names_the_entry_with_its_anchor(report: Report) -> None:
    assert ids(report.conflicts) == [household.PIANO]
    conflict = report.conflicts[0]
    assert conflict.reasons == ("day",)
    assert (conflict.entry.file, conflict.entry.anchor, conflict.entry.whole) == ("MEMORY.md", PIANO_ENTRY, True)


def test_new_facts_are_the_ones_of_the_last_days(report: Report) -> None:
    assert ids(report.new_facts) == [household.FENCING]


def test_decays_are_what_a_person_took_back_and_what_nobody_uses(report: Report) -> None:
    assert [(one.fact_id, one.reasons) for one in report.fact_decays] == [(household.ESPRESSO, ("contradicted",)), (household.SHED, ("unused",))]
    assert report.fact_decays[0].evidence[0].snippet.startswith("I don't drink espresso any more")


def test_entries_are_asked_about_when_people_said_otherwise_or_nothing(report: Report) -> None:
    assert [(one.entry.entry, one.reasons) for one in report.md_decays] == [(CAT_ENTRY, ("contradicted",)), (HEATING_ENTRY, ("silent",))]


def test_a_pinned_entry_is_never_asked_about(report: Report) -> None:
    assert PINNED_ENTRY not in json.dumps(report.as_mapping(), ensure_ascii=False)


def test_events_that_are_over(report: Report) -> None:
    assert [(one.fact_id, one.day) for one in report.expired_events] == [(household.CONCERT, date(2026, 5, 12))]


def test_themes_are_names_that_new_facts_share(report: Report) -> None:
    assert [(one.name, one.fact_ids) for one in report.emerging_themes] == [("Sonnental", (household.ALLOTMENT, 21, 22))]


def test_quarantine_tells_reason_and_id_and_no_text(report: Report) -> None:
    assert [(one.fact_id, one.reason.partition(":")[0]) for one in report.quarantine] == [(household.COMMAND, "instruction")]
    assert "system prompt" not in json.dumps(report.as_mapping())


def test_nothing_else(report: Report) -> None:
    assert report.alerts == ()
    assert report.wake
    told = {
        fact_id
        for section in report.as_mapping().values()
        if isinstance(section, list)
        for one in section
        if isinstance(one, dict) and (fact_id := one.get("fact_id"))
    }
    assert told.isdisjoint({household.FILTER, household.RENT}), "a question, a pasted text and thanks under a quote confirm nothing"


def test_the_diary_names_ids_and_no_text(report: Report) -> None:
    assert report.diary.startswith(f"## 2026-06-01 ({report.report_id})\n")
    assert "- promotions: 2 (facts 1, 3)" in report.diary
    assert not any(fact.content in report.diary for fact in FACTS)


def test_no_word_of_a_quote_gets_anywhere(state: Any, report: Report) -> None:
    """A quote is somebody else's text, and no screen has looked at it: it is compared with facts and never shown."""
    mark = "quvortanelk"
    marked = tuple(dataclasses.replace(one, quote=f"{one.quote} It is {mark}.") if one.quote else one for one in inputs().speech)
    assert sum(mark in one.quote for one in marked) == 2
    found = night(inputs(state=state, speech=marked), now=NIGHT)
    assert found.promotions[0].evidence == report.promotions[0].evidence, "an answer to a quote counted"
    document = found.as_mapping()
    places = (json.dumps(document, ensure_ascii=False), found.diary, json.dumps(found.next_state), repr(found.scores), repr(found))
    assert not [place for place in (*places, night_page.page({**document, "wakeAgent": True})) if mark in place]


def test_the_document_is_plain_json(report: Report) -> None:
    document = report.as_mapping()
    assert json.loads(json.dumps(document)) == document
    assert "next_state" not in document


def test_why_a_fact_was_not_proposed(report: Report) -> None:
    rent = report.explain(household.RENT)
    assert rent is not None
    assert {one.section: one.outcome for one in rent.decisions}["confirmations"] == "stated plainly on 1 days, 2 are needed"
    assert rent.components.keys() == {"relevance", "frequency", "diversity", "recency", "consolidation", "richness"}
    assert report.explain(household.COMMAND) is None, "the screen held it back"


# --- again, and after an answer ---


def test_the_same_night_twice_changes_nothing(report: Report) -> None:
    again = night(inputs(state=report.next_state), now=NIGHT + timedelta(minutes=5))
    assert again == report


def test_without_an_answer_the_next_night_asks_again(report: Report) -> None:
    later = night(inputs(state=report.next_state), now=NIGHT + timedelta(days=1))
    assert ids(later.promotions) == ids(report.promotions)


def test_an_answer_starts_the_cooldowns(report: Report) -> None:
    answered = frozenset({report.report_id})
    later = night(inputs(state=report.next_state, answered=answered), now=NIGHT + timedelta(days=1))
    keys = {one["key"] for section in report.as_mapping().values() if isinstance(section, list) for one in section if isinstance(one, dict)}
    assert keys.isdisjoint(later.next_state["pending"].get(later.report_id, {"questions": {}})["questions"])
    assert later.promotions == later.confirmations == later.conflicts == later.quarantine == ()


def test_after_two_weeks_it_may_be_asked_again(report: Report) -> None:
    state = night(inputs(state=report.next_state, answered=frozenset({report.report_id})), now=NIGHT + timedelta(days=1)).next_state
    for days, expected in ((13, []), (14, [household.TABLETS])):
        later = night(inputs(state=state), now=NIGHT + timedelta(days=days))
        assert [one for one in ids(later.promotions) if one == household.TABLETS] == expected


def test_an_answer_in_the_same_night_leaves_no_room_for_more(report: Report) -> None:
    again = night(inputs(state=report.next_state, answered=frozenset({report.report_id})), now=NIGHT + timedelta(hours=1))
    assert not again.wake
    assert again.md_decays == (), "two entries were asked about already"


# --- what closes a question ---


def test_what_waits_for_approval_counts_as_written(state: Any) -> None:
    waiting = (QueuedWrite("MEMORY.md", "add", FACTS[0].content), QueuedWrite("MEMORY.md", "replace", "Misha eats wet food.", "Misha eats only"))
    found = night(inputs(state=state, queued=waiting), now=NIGHT)
    assert ids(found.promotions) == [household.COFFEE]
    assert CAT_ENTRY not in [one.entry.entry for one in found.md_decays]


def test_a_rejected_question_is_closed_for_good(state: Any, report: Report) -> None:
    from holodream.night.state import reject, unreject

    closed = reject(state, report.promotions[0].key, date(2026, 5, 1))
    assert ids(night(inputs(state=closed), now=NIGHT).promotions) == [household.COFFEE]
    assert ids(night(inputs(state=unreject(closed, report.promotions[0].key)), now=NIGHT).promotions) == ids(report.promotions)


def test_a_key_belongs_to_a_text_and_not_to_a_number(state: Any, report: Report) -> None:
    renumbered = tuple(dataclasses.replace(fact, fact_id=fact.fact_id + 500) for fact in FACTS)
    found = night(inputs(state=state, facts=renumbered), now=NIGHT)
    assert [one.key for one in found.promotions] == [one.key for one in report.promotions]


# --- what cannot be read ---


def test_busy_messages_ask_no_questions(state: Any) -> None:
    found = night(inputs(state=state, speech=(), messages_status="messages_unavailable"), now=NIGHT)
    document = found.as_mapping()
    assert not found.wake
    assert [one.kind for one in found.alerts] == ["messages_unavailable"]
    assert all(document[section] == [] for section in ("promotions", "to_confirm", "md_decays", "fact_decays", "new_facts", "expired_events"))


def test_three_nights_without_messages_wake_the_agent(state: Any) -> None:
    for day, wake in ((0, False), (1, False), (1, False), (2, True)):
        found = night(inputs(state=state, speech=(), messages_status="messages_unavailable"), now=NIGHT + timedelta(days=day))
        assert found.wake == wake
        state = found.next_state


def test_a_file_that_cannot_be_read_is_not_empty(state: Any) -> None:
    files = (dataclasses.replace(inputs().files[0], entries=(), status="unreadable"), inputs().files[1])
    found = night(inputs(state=state, files=files), now=NIGHT)
    assert found.promotions == found.conflicts == found.new_facts == found.emerging_themes == ()
    assert [one.kind for one in found.alerts] == ["file_unreadable"]
    assert found.next_state["files"]["MEMORY.md"] == state["files"]["MEMORY.md"]


def test_without_facts_only_the_files_are_looked_after(state: Any) -> None:
    found = night(inputs(state=state, facts=(), facts_status="none"), now=NIGHT)
    assert [(one.entry.entry, one.reasons) for one in found.md_decays] == [(CAT_ENTRY, ("contradicted",)), (PIANO_ENTRY, ("contradicted",))]
    assert found.alerts == found.promotions == ()
