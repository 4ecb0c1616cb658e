"""No repetition within a few turns of a session."""

from __future__ import annotations

import threading

import pytest

import holodream

from ..conftest import Opener
from ..support import contents

QUESTION = "Where does the Zephyrine machine stand?"
FACT = "The Zephyrine machine stands in the pantry."


@pytest.fixture
def told(open_memory: Opener) -> holodream.Memory:
    memory = open_memory(repeat_after_turns=3)
    memory.add(FACT)
    return memory


def test_a_fact_just_shown_is_not_shown_again_until_some_turns_later(told: holodream.Memory) -> None:
    shown = [bool(told.recall(QUESTION, session="s").hits) for _ in range(9)]
    assert shown == [True, False, False, False, True, False, False, False, True]


def test_turns_that_recall_nothing_count_too(told: holodream.Memory) -> None:
    assert told.recall(QUESTION, session="s").hits
    for _ in range(3):
        assert not told.recall("Good morning, how are you?", session="s").hits
    assert told.recall(QUESTION, session="s").hits


def test_sessions_do_not_know_of_each_other(told: holodream.Memory) -> None:
    assert told.recall(QUESTION, session="one").hits
    assert told.recall(QUESTION, session="two").hits
    assert not told.recall(QUESTION, session="one").hits


def test_without_a_session_nothing_is_remembered(told: holodream.Memory) -> None:
    assert all(told.recall(QUESTION).hits for _ in range(3))
    assert told.recall(QUESTION, session="s").hits


def test_asking_explicitly_shows_it_again(told: holodream.Memory) -> None:
    assert told.recall(QUESTION, session="s").hits
    assert contents(told.search(QUESTION)) == [FACT]
    fact_id = told.search(QUESTION).hits[0].fact_id
    assert told.why(fact_id, QUESTION).shown


def test_a_new_object_for_each_message_does_not_forget(open_memory: Opener) -> None:
    """A host makes a new agent for every message."""
    open_memory(repeat_after_turns=3).add(FACT)
    shown = [bool(open_memory(repeat_after_turns=3).recall(QUESTION, session="s").hits) for _ in range(5)]
    assert shown == [True, False, False, False, True]


def test_a_session_that_lost_its_context_is_shown_all_again(told: holodream.Memory) -> None:
    assert told.recall(QUESTION, session="s").hits
    told.forget_session("s")
    told.forget_session("never seen")
    assert told.recall(QUESTION, session="s").hits


def test_a_changed_fact_is_news(told: holodream.Memory) -> None:
    fact_id = told.recall(QUESTION, session="s").hits[0].fact_id
    told.change(fact_id, "The Zephyrine machine stands in the cellar.")
    assert contents(told.recall(QUESTION, session="s")) == ["The Zephyrine machine stands in the cellar."]


def test_zero_turns_means_always(open_memory: Opener) -> None:
    memory = open_memory(repeat_after_turns=0)
    memory.add(FACT)
    assert all(memory.recall(QUESTION, session="s").hits for _ in range(3))


def test_what_did_not_fit_was_not_shown_and_comes_next(memory: holodream.Memory) -> None:
    for number in range(3):
        memory.add(f"Hasselblad lens number {number} lies in drawer {number + 20}.")
    question = "In which drawer are the Hasselblad lenses?"
    seen = [contents(memory.recall(question, session="s", max_tokens=25)) for _ in range(3)]
    assert all(len(texts) == 1 for texts in seen)
    assert len({text for texts in seen for text in texts}) == 3


def test_what_the_limit_left_out_comes_next(memory: holodream.Memory) -> None:
    for number in range(4):
        memory.add(f"Hasselblad lens number {number} lies in drawer {number + 20}.")
    question = "In which drawer are the Hasselblad lenses?"
    first, second = (contents(memory.recall(question, session="s", limit=2)) for _ in range(2))
    assert len({*first, *second}) == 4


def test_many_sessions_do_not_pile_up(told: holodream.Memory) -> None:
    for number in range(1200):
        assert told.recall(QUESTION, session=f"s{number}").hits
    assert not told.recall(QUESTION, session="s1199").hits


def test_eight_threads_in_one_session(told: holodream.Memory) -> None:
    shown: list[int] = []

    def turn() -> None:
        shown.append(len(told.recall(QUESTION, session="s").hits))

    threads = [threading.Thread(target=turn) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(shown) == 8
    assert sum(shown) >= 1
