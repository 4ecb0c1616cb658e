"""The score: between 0 and 1, more for more of anything, and made of what it says."""

from __future__ import annotations

import dataclasses
from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream import NightConfig, NightFact
from holodream.night.counting import Counted, Mention
from holodream.night.heard import NOTHING, Heard, said_since
from holodream.night.scoring import age, score

TODAY = date(2026, 6, 1)
UTC = timezone.utc
CONFIG = NightConfig()


def at(days_ago: int) -> datetime:
    return datetime(2026, 6, 1, 9, tzinfo=UTC) - timedelta(days=days_ago)


def mention(days_ago: int, person: str = "ada") -> Mention:
    moment = at(days_ago)
    return Mention(moment.date(), f"k{days_ago}", person, "words", (), moment)


def spoken(*days_ago: int, against: tuple[int, ...] = ()) -> Heard:
    return said_since((Counted(1, tuple(map(mention, days_ago)), tuple(map(mention, against))),), None, UTC)


FACTS = st.builds(
    NightFact,
    st.just(1),
    st.just(1),
    st.text(max_size=80),
    trust=st.floats(-1, 2),
    helpful=st.integers(0, 50),
    unhelpful=st.integers(0, 50),
    retrievals=st.integers(0, 10_000),
    written_at=st.none() | st.integers(-5, 4000).map(at),
)
SPOKEN = st.lists(st.integers(0, 400), max_size=6, unique=True).map(lambda days: spoken(*days))


@given(FACTS, SPOKEN)
def test_it_lies_between_0_and_1_and_is_the_weighted_sum(fact: NightFact, said: Heard) -> None:
    found = score(fact, said, TODAY, UTC, CONFIG)
    assert 0 <= found.score <= 1
    assert all(0 <= part <= 1 for part in found.components.values())
    assert found.score == pytest.approx(sum(CONFIG.weights[name] * part for name, part in found.components.items()))


@given(FACTS, SPOKEN)
def test_more_of_anything_never_lowers_it(fact: NightFact, said: Heard) -> None:
    before = score(fact, said, TODAY, UTC, CONFIG).score
    for better in ({"retrievals": fact.retrievals + 1}, {"trust": fact.trust + 0.1}, {"helpful": fact.helpful + 1}, {"content": fact.content + " word"}):
        assert score(dataclasses.replace(fact, **better), said, TODAY, UTC, CONFIG).score >= before - 1e-9
    days = {(TODAY - one.day).days for one in said.standing}
    assert score(fact, spoken(*days, 0), TODAY, UTC, CONFIG).score >= before - 1e-9


def test_days_count_and_not_messages() -> None:
    once = said_since((Counted(1, (mention(3), mention(3, "bob"))),), None, UTC)
    assert score(NightFact(1, 1, "x"), once, TODAY, UTC, CONFIG).numbers["days"] == 1


def test_age_is_that_of_the_current_text() -> None:
    assert age(NightFact(1, 4, "x", written_at=at(3)), TODAY, UTC) == 3
    assert age(NightFact(1, 4, "x"), TODAY, UTC) is None
    assert age(NightFact(1, 4, "x", written_at=at(-2)), TODAY, UTC) == 0


# --- what was heard ---


def test_the_last_word_counts() -> None:
    assert spoken(9, 5, against=(2,)).against
    turned_back = spoken(9, 1, against=(2,))
    assert turned_back.against == ()
    assert turned_back.days == (TODAY - timedelta(days=1),), "what was said before the contradiction does not stand any more"


def test_what_was_said_before_the_text_was_written_does_not_count() -> None:
    said = said_since((Counted(1, (mention(9), mention(2)), (mention(5),)),), at(4), UTC)
    assert said.days == (TODAY - timedelta(days=2),)
    assert said.contradicted == ()


def test_what_led_to_a_fact_on_its_day_counts() -> None:
    written = at(4) + timedelta(hours=2)
    said = said_since((Counted(1, (mention(4),), (mention(4),)),), written, UTC)
    assert len(said.days) == 1
    assert said.contradicted == ()


def test_nothing_heard() -> None:
    assert NOTHING.days == NOTHING.against == ()
    assert NOTHING.last is None
