"""The remembered speed of a server, and the sizes of batches that follow from it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holodream.servers.speed import Speed


def test_before_the_first_answer() -> None:
    speed = Speed(4, 1, 256)
    assert speed.per_item is None
    assert speed.batch(100) == 4


def test_a_batch_grows_with_what_was_seen() -> None:
    speed = Speed(4, 1, 256)
    speed.took(4, 0.004)
    assert speed.batch(4) == 16, "a small batch tells little about a large one"
    speed.took(16, 0.016)
    assert speed.batch(4) == 64
    speed.took(64, 64.0)
    assert speed.batch(4) == 7


def test_a_server_that_loaded_its_model_first_is_not_slow_for_long() -> None:
    speed = Speed(4, 1, 256)
    speed.took(4, 20.0)
    for _ in range(6):
        speed.took(4, 0.04)
    assert speed.batch(4) >= 16


def test_after_an_answer_too_late_the_next_batch_is_smaller() -> None:
    speed = Speed(10, 2, 40)
    for expected in (5, 2, 2):
        sent = speed.batch(3)
        speed.gave_up(sent, 3.0)
        assert speed.batch(3) == expected


@given(st.lists(st.tuples(st.integers(0, 300), st.floats(0, 1000), st.booleans())), st.floats(0, 1000))
def test_a_batch_stays_within_its_limits(seen: list[tuple[int, float, bool]], seconds: float) -> None:
    speed = Speed(4, 2, 40)
    for items, took, late in seen:
        (speed.gave_up if late else speed.took)(items, took)
        assert 2 <= speed.batch(seconds) <= 40
