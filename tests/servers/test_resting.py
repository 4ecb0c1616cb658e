"""Rest after failures, and budgets: a server that is not well costs a turn nothing."""

from __future__ import annotations

import threading

import pytest

from holodream.errors import ServerRefused, ServerResting, ServerTooSlow, ServerUnusable
from holodream.servers.client import Unusable
from holodream.servers.deadline import Budget

from ..support import outcome
from . import misbehaving as bad
from .asking import GOOD, QUESTION, ask, fails, recovers
from .conftest import KEY, SOON, Bench
from .misbehaving import Turn, answers


def test_a_failed_server_rests_longer_each_time(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    server = bench.serve(answers({}, 500))
    client = bench.client(server.url)
    pauses = []
    for _ in range(10):
        fails(client, ServerRefused)
        pauses.append(client.rest_left())
        asked = len(server.asked)
        text = fails(client, ServerResting)
        assert "Last trouble" in text
        assert len(server.asked) == asked
        bench.clock.sleep(client.rest_left())
    assert pauses == [5, 10, 20, 40, 80, 160, 320, 600, 600, 600]
    assert len(caplog.records) == 10, "one line for each failure, none for not asking"
    assert all(server.host in record.getMessage() and "rests for" in record.getMessage() for record in caplog.records)
    recovers(bench, server, client)
    server.behave = answers({}, 500)
    fails(client, ServerRefused)
    assert client.rest_left() == 5


def test_calls_that_fail_together_count_once(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    together = threading.Barrier(4)

    def behave(turn: Turn) -> None:
        together.wait(10)
        turn.keep = False

    client = bench.client(bench.serve(behave).url)
    threads = [threading.Thread(target=lambda: outcome(lambda: ask(client))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert client.rest_left() == 5
    assert len(caplog.records) == 1


def test_a_refused_key_rests_until_the_settings_change(bench: Bench) -> None:
    server = bench.serve(answers("Invalid token", 401))
    client = bench.client(server.url, key=KEY)
    assert "embeddings_key" in fails(client, ServerRefused)
    bench.clock.sleep(10**9)
    assert "until its settings change" in fails(client, ServerResting)
    assert len(server.asked) == 1
    server.behave = GOOD
    assert ask(bench.client(server.url, key=KEY + "-new")) == {"well": True}
    client.wake()
    assert ask(client) == {"well": True}


@pytest.mark.parametrize(
    ("headers", "pause"),
    [
        ({"Retry-After": "42"}, 42),
        ({"Retry-After": "1"}, 5),
        ({"Retry-After": "999999999"}, 3600),
        ({"Retry-After-Ms": "42500", "Retry-After": "1"}, 42.5),
        ({"Retry-After": "Thu, 01 Jan 1970 00:17:20 GMT"}, 40),  # the test's clock stands at 1000
        ({"Retry-After": "Thu, 01 Jan 1970 00:00:00 GMT"}, 5),
        ({"Retry-After": "soon"}, 5),
        ({"Retry-After": "-5"}, 5),
        ({"Retry-After": "nan"}, 5),
        ({"Retry-After-Ms": "nan"}, 5),
        ({"Retry-After-Ms": "inf"}, 3600),
        ({}, 5),
    ],
)
def test_a_server_is_left_alone_as_long_as_it_asks(bench: Bench, headers: dict[str, str], pause: float) -> None:
    server = bench.serve(answers({}, 429, headers))
    client = bench.client(server.url)
    fails(client, ServerRefused)
    assert client.rest_left() == pause
    recovers(bench, server, client)


def test_after_a_rest_one_caller_tries(bench: Bench) -> None:
    server = bench.serve(answers({}, 500))
    client = bench.client(server.url)
    fails(client, ServerRefused)
    bench.clock.sleep(5)
    trying, go_on = threading.Event(), threading.Event()

    def slowly(turn: Turn) -> None:
        trying.set()
        go_on.wait(10)
        GOOD(turn)

    server.behave = slowly
    thread = threading.Thread(target=ask, args=(client,))
    thread.start()
    assert trying.wait(10)
    with pytest.raises(ServerResting):
        ask(client)
    go_on.set()
    thread.join(10)
    assert ask(client) == {"well": True}


def test_a_budget_ends_a_call_before_the_timeout(bench: Bench) -> None:
    server = bench.serve(bad.late_headers)
    client = bench.client(server.url, timeout=60)
    fails(client, ServerTooSlow, SOON)
    assert client.rest_left() == 5, "too slow for turns"


def test_the_rest_of_a_budget_that_others_used_says_nothing_about_the_server(bench: Bench) -> None:
    server = bench.serve(bad.late_headers)
    client = bench.client(server.url, timeout=60)
    budget = Budget(1.0)
    while budget.left() > 0.3:
        threading.Event().wait(0.02)
    with pytest.raises(ServerTooSlow):
        client.ask("/embeddings", QUESTION, lambda answer: answer, budget)
    assert client.rest_left() == 0


def test_a_spent_budget_asks_nothing(bench: Bench) -> None:
    server = bench.serve(GOOD)
    client = bench.client(server.url)
    budget = Budget(10, calls=2)
    for _ in range(2):
        client.ask("/embeddings", QUESTION, lambda answer: answer, budget)
    with pytest.raises(ServerResting, match="used up"):
        client.ask("/embeddings", QUESTION, lambda answer: answer, budget)
    assert len(server.asked) == 2
    assert client.rest_left() == 0


def test_complaints_that_the_caller_mends_are_no_failures(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    server = bench.serve(answers({"message": "no matryoshka"}, 400))
    client = bench.client(server.url)
    with pytest.raises(ServerRefused) as caught:
        ask(client, handled=("dimensions",))
    assert caught.value.about == "dimensions"
    assert client.rest_left() == 0
    assert not caplog.records
    client.rest(caught.value)
    assert client.rest_left() == 60
    assert len(caplog.records) == 1


def test_a_complaint_that_is_mended_ends_a_rest(bench: Bench) -> None:
    """The server speaks again; the question that mends it follows at once."""
    server = bench.serve(answers({}, 500))
    client = bench.client(server.url)
    fails(client, ServerRefused)
    bench.clock.sleep(client.rest_left())
    server.behave = answers({"message": "no matryoshka"}, 400)
    with pytest.raises(ServerRefused):
        ask(client, handled=("dimensions",))
    server.behave = GOOD
    assert ask(client) == {"well": True}


def test_an_answer_that_the_reader_cannot_use(bench: Bench) -> None:
    def read(_: object) -> object:
        raise Unusable("says nothing.")

    server = bench.serve(GOOD)
    client = bench.client(server.url)
    with pytest.raises(ServerUnusable, match="says nothing"):
        client.ask("/embeddings", QUESTION, read, Budget(5))
    assert client.rest_left() == 5
    recovers(bench, server, client)
