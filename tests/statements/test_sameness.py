"""Whether two facts say the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holodream import InvalidArgument, Similarity, same_statement

from .talk import RENT, SAME, TASTE

ANY_TEXT = st.text(max_size=100)


@pytest.mark.parametrize("code", SAME)
def test_other_ways_to_write_a_number_make_no_difference(code: str) -> None:
    assert same_statement(*SAME[code][0]).same


@pytest.mark.parametrize("code", SAME)
def test_one_decisive_difference_keeps_facts_apart(code: str) -> None:
    assert not same_statement(*SAME[code][1]).same


@pytest.mark.parametrize("code", RENT)
def test_a_denial_keeps_facts_apart(code: str) -> None:
    fact, _, denied, *_ = RENT[code]
    assert not same_statement(fact, denied).same


@pytest.mark.parametrize("code", TASTE)
def test_the_opposite_taste_keeps_facts_apart(code: str) -> None:
    fact, turned, *_ = TASTE[code]
    assert not same_statement(fact, turned).same


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Lucy is allergic to nuts.", "Lucas is allergic to nuts."),
        ("The race is on 3 October.", "The race is on 13 October."),
        ("Take the drops before meals.", "Take the drops after meals."),
        ("The old server is in the cellar.", "The new server is in the cellar."),
    ],
)
def test_look_alikes(a: str, b: str) -> None:
    assert not same_statement(a, b).same


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="b is a text"):
        same_statement("Nora loves olives.", 3)  # type: ignore[arg-type]


@given(ANY_TEXT, ANY_TEXT)
@settings(max_examples=150, deadline=None)
def test_the_order_of_the_two_makes_no_difference(a: str, b: str) -> None:
    assert same_statement(a, b) == same_statement(b, a)


@given(ANY_TEXT)
def test_a_fact_is_the_same_as_itself(a: str) -> None:
    assert same_statement(a, a) == Similarity(True, ("exact",))
