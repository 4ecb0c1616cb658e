"""How near two terms are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.language.similarity import nearness, shared_beginning

TERMS = st.text(st.sampled_from("abcdeабвгдеجدلمकखगकि"), min_size=1, max_size=20)


@st.composite
def relatives(draw: st.DrawFn) -> tuple[str, str]:
    """Two terms with a common beginning."""
    beginning = draw(st.text(st.sampled_from("abcde"), min_size=2, max_size=14))
    ending = st.text(st.sampled_from("abcde"), max_size=7)
    return beginning + draw(ending), beginning + draw(ending)


@given(relatives() | st.tuples(TERMS, TERMS))
def test_nearness_is_a_share_and_the_same_from_both_sides(pair: tuple[str, str]) -> None:
    one, other = pair
    assert 0.0 <= nearness(one, other) <= 1.0
    assert nearness(one, other) == nearness(other, one)


@given(TERMS)
def test_only_an_equal_term_is_wholly_near(term: str) -> None:
    assert nearness(term, term) == 1.0


@given(relatives())
def test_whatever_is_near_can_be_looked_up_by_the_shared_beginning(pair: tuple[str, str]) -> None:
    """Recall asks the index for terms with that beginning; a near term without it would never be seen."""
    one, other = pair
    if one != other and nearness(one, other) > 0:
        assert shared_beginning(one)
        assert other.startswith(shared_beginning(one))


@pytest.mark.parametrize(("one", "other"), [("violin", "violinist"), ("таблетк", "таблеток"), ("скрипк", "скрипач"), ("دراج", "دراجت")])
def test_forms_of_one_root_are_near(one: str, other: str) -> None:
    assert nearness(one, other) > 0.3


@pytest.mark.parametrize(
    ("one", "other"),
    [("anna", "anton"), ("berlin", "bergen"), ("cat", "car"), ("2026", "2027"), ("x99", "x98"), ("garage", "garden"), ("家", "屋"), ("ева", "иван")],
)
def test_strangers_are_not(one: str, other: str) -> None:
    assert nearness(one, other) == 0.0


def test_short_terms_of_one_length_are_different_roots() -> None:
    """chiave, chiamare; but kapsl, kapsel are one."""
    assert nearness("chiav", "chiam") == 0.0
    assert nearness("kapsl", "kapsel") > 0.5
