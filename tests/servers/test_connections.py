"""Connections are kept where that is safe, carry one question at a time, and end with the client."""

from __future__ import annotations

import threading

import pytest

from holodream.errors import ServerUnreachable
from holodream.servers.deadline import Budget
from holodream.servers.names import Endpoint, Resolver

from . import misbehaving as bad
from .asking import GOOD, ask
from .conftest import Bench
from .misbehaving import Turn, answers, http


def test_a_connection_is_used_again(bench: Bench) -> None:
    server = bench.serve(GOOD)
    client = bench.client(server.url)
    for _ in range(3):
        ask(client)
    assert server.connections == 1


@pytest.mark.parametrize(
    "behave",
    [
        answers({"well": True}, headers={"Connection": "close"}),
        lambda turn: turn.send(http(b'{"well": true}') + http(b'{"well": false}')),  # a second answer nobody asked for
        lambda turn: turn.send(http(b'{"well": true}') + b"x"),
    ],
)
def test_one_that_is_not_clean_is_not(bench: Bench, behave: bad.Behaviour) -> None:
    server = bench.serve(behave)
    client = bench.client(server.url)
    assert [ask(client) for _ in range(3)] == [{"well": True}] * 3
    assert server.connections == 3


def test_an_answer_that_nobody_asked_for_is_not_taken_for_the_next(bench: Bench) -> None:
    """It comes later, when the connection is kept already."""
    arrived = threading.Event()

    def twice(turn: Turn) -> None:
        GOOD(turn)
        server.behave = answers({"well": "now"})
        turn.stopped.wait(0.05)
        turn.send(http(b'{"well": "late"}'))
        arrived.set()

    server = bench.serve(twice)
    client = bench.client(server.url)
    assert ask(client) == {"well": True}
    assert arrived.wait(10)
    assert ask(client) == {"well": "now"}
    assert server.connections == 2


def test_a_kept_connection_that_ended_is_replaced(bench: Bench) -> None:
    """Servers end silent connections whenever they like, also in the moment in which we ask."""
    server = bench.serve(GOOD)
    client = bench.client(server.url)
    ask(client)

    def once(turn: Turn) -> None:
        server.behave = GOOD
        turn.keep = False

    server.behave = once
    assert ask(client) == {"well": True}
    assert server.connections == 2
    assert len(server.asked) == 3


def test_a_child_process_does_not_speak_on_its_parents_connection(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    server = bench.serve(GOOD)
    client = bench.client(server.url)
    ask(client)
    monkeypatch.setattr("os.getpid", lambda: 1)
    ask(client)
    assert server.connections == 2


def test_many_threads_get_their_own_answers(bench: Bench) -> None:
    server = bench.serve(lambda turn: turn.send(http(turn.body)))
    client = bench.client(server.url)
    got: dict[int, object] = {}

    def run(number: int) -> None:
        for _ in range(10):
            got[number] = client.ask("/embeddings", number, lambda answer: answer, Budget(20))
            assert got[number] == number

    threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert got == {number: number for number in range(8)}
    assert server.connections <= 80


def test_closing_ends_a_call(bench: Bench) -> None:
    began = threading.Event()

    def hang(turn: Turn) -> None:
        began.set()
        turn.hang()

    client = bench.client(bench.serve(hang).url, timeout=60)
    errors: list[BaseException] = []

    def run() -> None:
        with pytest.raises(ServerUnreachable, match="being closed") as caught:
            ask(client, 60)
        errors.append(caught.value)

    thread = threading.Thread(target=run)
    thread.start()
    assert began.wait(10)
    client.close()
    thread.join(10)
    assert errors
    assert client.rest_left() == 0, "the server is not to blame"
    client.close()
    with pytest.raises(ServerUnreachable, match="being closed"):
        ask(client)


def test_closing_ends_a_lookup(bench: Bench) -> None:
    release, began = threading.Event(), threading.Event()

    def hangs(_host: str, _port: int) -> list[Endpoint]:
        began.set()
        release.wait(30)
        return []

    client = bench.client("http://never.test/v1", timeout=60, resolver=Resolver(hangs))
    closer = threading.Thread(target=lambda: (began.wait(10), client.close()))
    closer.start()
    with pytest.raises(ServerUnreachable, match="being closed"):
        ask(client, 60)
    closer.join()
    release.set()
