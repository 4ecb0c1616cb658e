"""Likely copies of a fact, looked up by its rarest terms."""

from __future__ import annotations

import itertools
import math
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holodream.store import Draft, Store, likeness

LETTERS = "abcdefgh"
TERMS = st.sets(st.sampled_from(LETTERS), min_size=1).map(sorted)


def indexed(text: str, *_: object) -> tuple[str, ...]:
    return tuple(text.split())


def put(store: Store, *texts: str) -> None:
    store.add_many([Draft(text, indexed(text)) for text in texts])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "memory.db", indexed)
    yield store
    store.close()


@given(st.lists(TERMS, min_size=1, max_size=8, unique_by=tuple), st.sampled_from([0.3, 0.5, 0.7, 0.9, 1.0]))
@settings(max_examples=25, deadline=None)
def test_all_that_hold_the_share_are_found_and_no_others(facts: list[list[str]], share: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "memory.db", indexed)
        put(store, *map(" ".join, facts))
        with store.searching() as reader:
            found = {place: set(reader.likely_copies(place, terms, share)) for place, terms in enumerate(facts, 1)}
        store.close()
    for place, terms in enumerate(facts, 1):
        least = math.ceil(share * len(terms))
        assert found[place] == {other for other, held in enumerate(facts, 1) if other != place and len({*terms} & {*held}) >= least}


def test_a_fact_whose_rarest_terms_nobody_else_holds_is_not_searched_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    put(store, "a b c x y z", "a b c")
    with store.searching() as reader:
        monkeypatch.setattr(likeness, "any_of", None)  # would be called for a search
        assert reader.likely_copies(1, ["a", "b", "c", "x", "y", "z"], 0.7) == []


def test_the_newest_come_first_where_many_may_be_copies(store: Store) -> None:
    put(store, *(f"a b c n{number}" for number in range(20)))
    with store.searching() as reader:
        assert sorted(reader.likely_copies(20, ["a", "b", "c", "n19"], 0.7, limit=5)) == [16, 17, 18, 19]


def test_a_copy_is_found_behind_many_newer_facts_with_the_same_frequent_terms(store: Store) -> None:
    """Each of its terms stands in more newer facts than are looked at; all of them together stand in the copy alone."""
    pairs = [f"{one} {other} n{number}" for number, (one, other) in enumerate(itertools.combinations("abcd", 2))]
    put(store, "a b c d", *(f"{pair}x{number}" for pair in pairs for number in range(20)), "a b c d last")
    newest = 2 + 20 * len(pairs)
    with store.searching() as reader:
        assert reader.likely_copies(newest, ["a", "b", "c", "d", "last"], 0.7, limit=10) == [1]


def test_a_fact_that_is_gone_is_no_copy(store: Store) -> None:
    put(store, "a b c d", "a b c e")
    store.end(1)
    with store.searching() as reader:
        assert reader.likely_copies(2, ["a", "b", "c", "e"], 0.7) == []


def test_a_fact_without_terms_has_no_copies(store: Store) -> None:
    put(store, "a")
    with store.searching() as reader:
        assert reader.likely_copies(1, [], 0.7) == []
