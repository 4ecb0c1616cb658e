"""The state of the nights: read back as it was written, refused when it is broken, small however many nights there are."""

from __future__ import annotations

import contextlib
import json
from datetime import date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holodream
from holodream.night import state as states
from holodream.night.state import Asked, BrokenState, Pending, Seen, State

DAY = date(2026, 5, 1)
NOW = datetime(2026, 5, 1, 3, tzinfo=timezone.utc)

_DAYS = st.dates(date(2020, 1, 1), date(2030, 1, 1))
_KEYS = st.text("0123456789abcdef", min_size=16, max_size=16)
_LENGTHS = st.dictionaries(_KEYS, st.integers(0, 5000), max_size=3)
STATES = st.builds(
    State,
    rejected=st.dictionaries(_KEYS, _DAYS, max_size=3),
    asked=st.dictionaries(_KEYS, st.builds(Asked, _DAYS, st.sampled_from(["promotions", "about"])), max_size=3),
    pending=st.dictionaries(_KEYS, st.builds(Pending, _DAYS, st.dictionaries(_KEYS, st.just("alerts"), max_size=2)), max_size=2),
    files=st.dictionaries(st.sampled_from(["MEMORY.md", "USER.md"]), st.builds(Seen, _DAYS, _LENGTHS, _LENGTHS, st.dictionaries(_KEYS, _DAYS, max_size=3))),
    unavailable=st.dictionaries(st.sampled_from(["messages", "facts"]), st.lists(_DAYS, max_size=3).map(tuple), max_size=2),
)


@given(STATES)
def test_it_is_read_back_as_it_was_written(state: State) -> None:
    assert states.parse(json.loads(json.dumps(state.as_mapping()))) == state


def test_an_empty_mapping_is_the_first_night() -> None:
    assert states.parse({}) == State()


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(STATES, st.sampled_from(["version", "rejected", "asked", "pending", "files", "unavailable"]), _JSON)
def test_a_broken_part_is_an_error_that_names_it_or_no_change(state: State, part: str, value: Any) -> None:
    changed = {**state.as_mapping(), part: value}
    with contextlib.suppress(BrokenState):  # and no other error
        assert states.parse(states.parse(changed).as_mapping()) == states.parse(changed)


@pytest.mark.parametrize(
    ("broken", "named"),
    [
        ([], "no mapping"),
        ({"version": 99}, "update holodream"),
        ({"version": "1"}, "version"),
        ({"version": True}, "version"),
        ({"rejected": {}}, "version"),
        ({**State().as_mapping(), "asked": {"a": "2026-05-01"}}, "asked"),
        ({**State().as_mapping(), "asked": {"a": ["yesterday", "promotions"]}}, "asked"),
        ({**State().as_mapping(), "pending": {"a": {"day": "2026-05-01"}}}, "pending"),
        ({**State().as_mapping(), "files": {"MEMORY.md": {"day": "2026-05-01", "now": {"a": "b"}, "before": {}, "first": {}}}}, "files"),
        ({**State().as_mapping(), "surprise": {}}, "surprise"),
    ],
)
def test_what_is_broken_is_named(broken: Any, named: str) -> None:
    with pytest.raises(BrokenState, match=named):
        states.parse(broken)
    with pytest.raises(holodream.InvalidArgument, match=named):
        holodream.night(holodream.NightInputs(state=broken))


def test_an_answer_counts_from_the_day_of_the_question() -> None:
    asked = states.issued(State(), "r1", DAY, {"k": "promotions"})
    settled = states.settle(asked, {"r1", "never heard of"}, DAY + timedelta(days=3), 60)
    assert settled.asked == {"k": Asked(DAY, "promotions")}
    assert settled.pending == {}


def test_without_an_answer_nothing_is_settled() -> None:
    asked = states.issued(State(), "r1", DAY, {"k": "promotions"})
    assert states.settle(asked, (), DAY + timedelta(days=3), 60) == asked


def test_an_older_answer_does_not_shorten_a_cooldown() -> None:
    state = states.issued(State(), "old", DAY, {"k": "promotions"})
    state = states.issued(state, "new", DAY + timedelta(days=5), {"k": "promotions"})
    state = states.settle(state, {"new"}, DAY + timedelta(days=6), 60)
    state = states.settle(state, {"old"}, DAY + timedelta(days=7), 60)
    assert state.asked["k"].day == DAY + timedelta(days=5)


def test_what_is_over_is_let_go() -> None:
    state = states.issued(State(asked={"k": Asked(DAY, "promotions")}), "r1", DAY, {"q": "alerts"})
    later = states.settle(state, (), DAY + timedelta(days=100), 60)
    assert later.asked == later.pending == {}


def test_rejecting_and_taking_it_back() -> None:
    state = states.reject({}, "k", DAY)
    assert states.parse(state).rejected == {"k": DAY}
    assert states.parse(states.unreject(state, "k")).rejected == {}
    with pytest.raises(BrokenState):
        states.reject({"version": 5}, "k", DAY)


def test_a_forgotten_fact_leaves_no_fingerprint() -> None:
    fact = holodream.NightFact(1, 1, "Leo keeps a diary.", source="said", trust=0.6, written_at=NOW - timedelta(days=1))
    report = holodream.night(holodream.NightInputs(facts=(fact,)), now=NOW)
    key = report.new_facts[0].key
    state = states.reject(report.next_state, key, DAY)
    assert key in json.dumps(states.forget(state, ["another text"]))
    assert key not in json.dumps(states.forget(state, [fact.content]))
