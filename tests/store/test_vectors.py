"""Vectors in the file: what drops them, and what is kept of them."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holodream
from holodream.store import Draft
from holodream.store.vectors import packed, unpacked

VECTOR = packed(array("f", [0.6, -0.8]))


@given(st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=400))
def test_a_packed_vector_is_nearly_the_same(values: list[float]) -> None:
    scale, numbers = unpacked(packed(array("f", values)))
    largest = max(map(abs, values))
    assert all(abs(scale * number - value) <= largest / 127 / 2 + 1e-6 for number, value in zip(numbers, values, strict=True))


@pytest.fixture
def embedded(memory: holodream.Memory) -> holodream.Memory:
    """Three facts with a vector each."""
    for fact in ("Marta lives in Kiel.", "Otto plays the cello.", "Ines sells boats."):
        memory.add(fact)
    model = memory.store.note_model("m", 2, b"mark")
    assert memory.store.put_vectors(model, [(number, 1, VECTOR) for number in (1, 2, 3)]) == 3
    return memory


def having_one(memory: holodream.Memory) -> set[int]:
    with closing(sqlite3.connect(memory.store.path)) as file:
        return {row[0] for row in file.execute("SELECT fact_id FROM fact_vectors")}


@pytest.mark.parametrize(
    "act",
    [
        lambda memory: memory.change(2, "Otto plays the harp."),
        lambda memory: memory.end(2),
        lambda memory: memory.merge(1, [2]),
        lambda memory: memory.forget(2),
    ],
    ids=["change", "end", "merge", "forget"],
)
def test_a_vector_goes_with_its_text(embedded: holodream.Memory, act: Callable[[holodream.Memory], object]) -> None:
    act(embedded)
    assert having_one(embedded) == {1, 3}


@pytest.mark.parametrize("act", [lambda memory: memory.feedback(2, "helpful"), lambda memory: memory.confirm(2, by="person:1")], ids=["feedback", "confirm"])
def test_a_vector_stays_with_its_text(embedded: holodream.Memory, act: Callable[[holodream.Memory], object]) -> None:
    act(embedded)
    assert having_one(embedded) == {1, 2, 3}


def test_a_program_that_knows_no_vectors_leaves_none(embedded: holodream.Memory) -> None:
    """What an older holodream runs when it forgets a fact, and when it changes one."""
    with closing(sqlite3.connect(embedded.store.path)) as file:
        file.execute("DELETE FROM fact_heads WHERE fact_id = 1")
        file.execute("UPDATE fact_heads SET version = 2 WHERE fact_id = 2")
        file.commit()
    assert having_one(embedded) == {3}


def test_a_vector_of_an_older_version_is_not_kept(embedded: holodream.Memory) -> None:
    embedded.change(2, "Otto plays the harp.")
    (model,) = embedded.store.vector_models()
    assert embedded.store.put_vectors(model.model_id, [(2, 1, VECTOR), (2, 2, None)]) == 1
    assert [fact.fact_id for fact in embedded.store.without_vector(model.model_id, 10)] == []


def test_nothing_is_kept_of_a_model_that_was_dropped(embedded: holodream.Memory) -> None:
    (model,) = embedded.store.vector_models()
    assert embedded.store.drop_model(model.model_id) == 3
    assert embedded.store.put_vectors(model.model_id, [(1, 1, VECTOR)]) is None


def test_what_lacks_a_vector_comes_newest_first(embedded: holodream.Memory) -> None:
    assert [fact.fact_id for fact in embedded.store.without_vector(None, 2)] == [3, 2]
    assert embedded.store.count_without_vector(None) == 3


@pytest.mark.parametrize("missing", [0, 2])
def test_the_search_for_what_lacks_a_vector_goes_with_what_is_missing(memory: holodream.Memory, missing: int) -> None:
    """Not with the facts of the store, of which each save would look at all."""
    few, many = _steps(memory, 50, missing), _steps(memory, 400, missing)
    assert many <= 1.5 * few


def _steps(memory: holodream.Memory, facts: int, missing: int) -> int:
    """What SQLite does to find the newest facts without a vector among so many."""
    store = memory.store
    store.add_many(Draft(f"Jar {number} holds plums.", ("jar", str(number)), guessed=()) for number in range(facts))
    model = store.note_model("m", 2, b"mark")
    store.put_vectors(model, [(fact.fact_id, 1, VECTOR) for fact in memory.list(limit=facts)])
    store.add_many(Draft(f"Jar {facts} holds {number} pears.", ("jar", str(facts)), guessed=()) for number in range(missing))
    count = 0

    def tally() -> None:
        nonlocal count
        count += 1

    with store.searching() as reader:
        reader._connection.set_progress_handler(tally, 1)
    try:
        found = len(store.without_vector(model, 32))
        steps = count
    finally:
        with store.searching() as reader:
            reader._connection.set_progress_handler(None, 0)
    assert found == store.count_without_vector(model) == missing
    return steps
