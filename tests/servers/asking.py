"""What the tests of the client share: a question, and what must hold of every error."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from holodream.errors import ServerError
from holodream.servers.client import Client
from holodream.servers.deadline import Budget

from .conftest import Bench
from .misbehaving import Standin, answers

MARKER = "quillfeather"
QUESTION = {"input": [f"Aunt {MARKER} hides presents."]}
GOOD = answers({"well": True})


def ask(client: Client, seconds: float = 10.0, **more: Any) -> object:
    return client.ask("/embeddings", QUESTION, lambda answer: answer, Budget(seconds), **more)


def fails(client: Client, kind: type[ServerError], seconds: float = 10.0) -> str:
    """The error of a call, which must come and be of this kind, name the server and a setting, and quote nothing."""
    ended: list[BaseException] = []

    def run() -> None:
        with pytest.raises(ServerError) as caught:
            ask(client, seconds)
        ended.append(caught.value)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(20)
    assert ended, "the call did not end"
    assert type(ended[0]) is kind, ended[0]
    text = str(ended[0])
    assert client.server.address.shown in text
    assert "embeddings_" in text
    assert MARKER not in text + repr(ended[0])
    return text


def recovers(bench: Bench, server: Standin, client: Client) -> None:
    """After its rest the server, well again, is asked and answers."""
    server.behave = GOOD
    bench.clock.sleep(client.rest_left())
    assert ask(client) == {"well": True}
    assert client.rest_left() == 0
    assert client.trouble == ""
