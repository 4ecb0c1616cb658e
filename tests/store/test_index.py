"""The word index, as recall asks it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holodream.store import Draft, Store, index
from holodream.store.database import readable_text

from ..language.sentences import ALPHABET


def plain_terms(text: str, *_: object) -> tuple[str, ...]:
    return tuple(text.split())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "memory.db", plain_terms)
    yield store
    store.close()


def put(store: Store, *texts: str) -> None:
    store.add_many([Draft(text, tuple(dict.fromkeys(text.split()))) for text in texts])


def test_how_many_facts_hold_a_term(store: Store) -> None:
    put(store, "a b", "b c", "b")
    with store.searching() as index:
        assert index.size() == 3
        assert index.facts_with(["a", "b", "c", "d", "a"]) == {"a": 1, "b": 3, "c": 1}
        assert index.facts_with([]) == {}


def test_it_follows_every_change(store: Store) -> None:
    put(store, "a b", "b c")
    store.rewrite(1, Draft("x b", ("x", "b")))
    store.end(2)
    with store.searching() as index:
        assert index.size() == 1
        assert index.facts_with(["a", "b", "c", "x"]) == {"b": 1, "x": 1}


def test_more_terms_than_a_statement_may_hold(store: Store) -> None:
    put(store, "needle")
    with store.searching() as index:
        assert index.facts_with([f"t{number}" for number in range(5000)] + ["needle"]) == {"needle": 1}


def test_terms_with_a_common_beginning(store: Store) -> None:
    put(store, "play player players plan", "play", "скрипка скрипач", "家族 家")
    with store.searching() as index:
        assert dict(index.terms_like("play", 10)) == {"play": 2, "player": 1, "players": 1}
        assert len(index.terms_like("pla", 2)) == 2
        assert dict(index.terms_like("скрип", 10)) == {"скрипка": 1, "скрипач": 1}
        assert index.terms_like("nothing", 10) == []


@pytest.mark.parametrize("beginning", ["\uffff", "z", "힣힣힣힣", "ÿÿÿÿ"])
def test_a_beginning_at_the_end_of_the_alphabet(store: Store, beginning: str) -> None:
    put(store, "a")
    with store.searching() as index:
        assert index.terms_like(beginning, 10) == []


@settings(max_examples=20)
@given(
    st.lists(
        st.text(st.sampled_from(ALPHABET), min_size=1, max_size=8).filter(lambda term: not any(map(str.isspace, term))), min_size=1, max_size=6, unique=True
    )
)
def test_a_term_finds_the_facts_that_hold_it(tmp_path_factory: pytest.TempPathFactory, terms: list[str]) -> None:
    store = Store(tmp_path_factory.mktemp("index") / "memory.db", plain_terms)
    try:
        store.add(Draft("first", tuple(terms)))
        store.add(Draft("second", ("unrelated",)))
        with store.searching() as index:
            assert set(index.facts_with(terms)) == set(terms)
            (posting,) = index.postings([1])
            assert posting.terms == frozenset(terms)
        store.end(1)
        with store.searching() as index:
            assert index.facts_with(terms) == {}
    finally:
        store.close()


def test_postings_are_live_facts_only(store: Store) -> None:
    put(store, *(f"term{number}" for number in range(900)))
    store.end(5)
    with store.searching() as index:
        found = index.postings(list(range(1, 1000)))
        assert sorted(posting.fact.fact_id for posting in found) == [number for number in range(1, 901) if number != 5]
        assert index.postings([]) == []


@pytest.fixture
def plain_connection() -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.text_factory = readable_text
        yield connection


def test_rows_with_a_text_that_is_no_utf8_are_read_too(plain_connection: sqlite3.Connection) -> None:
    assert index.quick_rows(plain_connection, "SELECT 'good', CAST(x'6261ff' AS TEXT)", ()) == [("good", "ba\ufffd")]
    assert plain_connection.text_factory is readable_text


def test_an_error_of_sqlite_is_not_taken_for_such_a_text(plain_connection: sqlite3.Connection) -> None:
    """It is told at once; the rows are not read a second time."""
    asked: list[int] = []

    def fail(value: int) -> int:
        asked.append(value)
        raise ValueError

    plain_connection.create_function("fail", 1, fail)
    with pytest.raises(sqlite3.OperationalError):
        index.quick_rows(plain_connection, "SELECT fail(1)", ())
    assert asked == [1]
    assert plain_connection.text_factory is readable_text
