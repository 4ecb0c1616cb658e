"""Work with a deadline: whoever waits goes on in time, a lane that hangs gets no further thread, and nothing is done twice or lost."""

from __future__ import annotations

import gc
import logging
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from holodream.hosts.hermes.budget import Lane, TooLate, TurnTime, lane

SOON = 0.05  # seconds that a caller waits for work that hangs
LONG = 30.0


@pytest.fixture
def hanging() -> Iterator[threading.Event]:
    """Work waits for this event; it is set at the end, so that no thread outlives the test."""
    event = threading.Event()
    yield event
    event.set()


def until(condition: Callable[[], bool]) -> None:
    """Wait for what other threads do."""
    deadline = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def threads_of(purpose: str) -> int:
    return sum(thread.name == f"holodream-{purpose}" for thread in threading.enumerate())


def test_the_result_and_the_error_of_the_work_come_back() -> None:
    at_work = Lane(Path("file"), "a")
    assert at_work.run(lambda: 5, LONG) == 5
    with pytest.raises(ZeroDivisionError):
        at_work.run(lambda: 1 // 0, LONG)


def test_whoever_waits_goes_on_and_is_told_that_the_work_had_begun(hanging: threading.Event) -> None:
    at_work = Lane(Path("file"), "b")
    with pytest.raises(TooLate) as late:
        at_work.run(hanging.wait, SOON)
    assert late.value.began
    assert at_work.stuck


def test_a_stuck_lane_is_left_alone_until_it_answers(hanging: threading.Event, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    at_work = Lane(Path("stuck"), "c")
    done: list[int] = []
    with pytest.raises(TooLate):
        at_work.run(hanging.wait, SOON)
    for _ in range(50):
        with pytest.raises(TooLate) as late:
            at_work.run(lambda: done.append(1), LONG)
        assert not late.value.began
    assert done == [], "work that was refused is never done"
    assert threads_of("c") == 1
    hanging.set()
    until(lambda: not at_work.stuck)
    assert at_work.run(lambda: 5, LONG) == 5
    lines = [record.getMessage() for record in caplog.records if "stuck" in record.getMessage()]
    assert [line for line in lines if "more than" in line] == lines[:1], "one line when it began"
    assert [line for line in lines if "answers again" in line] == lines[1:], "and one when it ended"
    assert len(lines) == 2


def test_work_that_waits_behind_hanging_work_is_never_begun(hanging: threading.Event) -> None:
    at_work = Lane(Path("file"), "d")
    done: list[int] = []
    busy = [threading.Thread(target=at_work.run, args=(hanging.wait, LONG)) for _ in range(4)]
    for thread in busy:
        thread.start()
    until(lambda: threads_of("d") == 4)
    with pytest.raises(TooLate) as late:
        at_work.run(lambda: done.append(1), SOON)
    assert not late.value.began
    hanging.set()
    for thread in busy:
        thread.join()
    assert at_work.run(lambda: list(done), LONG) == []


def test_a_result_that_comes_too_late_is_given_to_whom_it_concerns(hanging: threading.Event) -> None:
    at_work, told, ready = Lane(Path("file"), "e"), [], threading.Event()

    def late(result: bool) -> None:
        told.append(result)
        ready.set()

    with pytest.raises(TooLate):
        at_work.run(hanging.wait, SOON, late)
    hanging.set()
    assert ready.wait(LONG)
    assert told == [True]


def test_many_at_once_each_get_their_own() -> None:
    at_work, results = Lane(Path("file"), "f"), {}

    def ask(number: int) -> None:
        results[number] = at_work.run(lambda: number * 2, LONG)

    askers = [threading.Thread(target=ask, args=(number,)) for number in range(40)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert results == {number: number * 2 for number in range(40)}
    assert threads_of("f") <= 4


def test_what_nobody_waits_for_is_dropped_when_too_much_waits(hanging: threading.Event) -> None:
    at_work = Lane(Path("file"), "g")
    assert all(at_work.later(hanging.wait) for _ in range(4))
    until(lambda: threads_of("g") == 4 and not at_work._waiting)
    assert at_work.later(lambda: None, most_waiting=1)
    assert not at_work.later(lambda: None, most_waiting=1)


def test_an_error_that_nobody_waits_for_is_told_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    at_work, ended = Lane(Path("file"), "h"), threading.Event()

    def fail() -> None:
        ended.set()
        raise ValueError("the text of a fact")

    at_work.later(fail)
    assert ended.wait(LONG)
    at_work.run(lambda: None, LONG)
    until(lambda: bool(caplog.records))
    assert "ValueError" in caplog.text
    assert "the text of a fact" not in caplog.text


def test_one_lane_for_a_file_and_a_purpose() -> None:
    one = lane(Path("a"), "recall")
    assert one is lane(Path("a"), "recall")
    assert one is not lane(Path("a"), "tools")
    assert one is not lane(Path("b"), "recall")
    let_go = weakref.ref(one)
    del one
    gc.collect()
    assert let_go() is None, "a lane that nobody uses stays not in memory"


def test_a_turn_uses_its_time_up() -> None:
    turn = TurnTime(10)
    turn.use(4)
    turn.use(5)
    assert turn.left == 1
    turn.begin()
    assert turn.left == 10
