"""The client against servers that misbehave: every call ends in time, says what is wrong and what to do, and the next one works."""

from __future__ import annotations

import logging
import socket
import threading

import pytest

from holodream.errors import ServerRefused, ServerTooSlow, ServerUnreachable, ServerUnusable
from holodream.servers.deadline import Budget
from holodream.servers.names import Endpoint, Resolver

from ..support import run_python
from . import misbehaving as bad
from .asking import GOOD, MARKER, ask, fails, recovers
from .conftest import KEY, SOON, Bench
from .misbehaving import Turn, answers, http


@pytest.mark.parametrize("behave", [bad.late_headers, bad.trickled_headers, bad.trickled_body, bad.trickled_chunks, bad.endless_continue])
def test_a_slow_server_does_not_hold_the_call(bench: Bench, behave: bad.Behaviour) -> None:
    server = bench.serve(behave)
    client = bench.client(server.url, timeout=SOON)
    assert "embeddings_timeout" in fails(client, ServerTooSlow)
    recovers(bench, server, client)


def test_nor_does_one_that_never_reads(bench: Bench) -> None:
    server = bench.serve(GOOD, reads=False)
    client = bench.client(server.url, timeout=4 * SOON)
    with pytest.raises(ServerTooSlow, match="sending"):
        client.ask("/embeddings", {"input": ["x" * 20_000_000]}, lambda answer: answer, Budget(10))


def test_nor_one_that_never_speaks_tls(bench: Bench) -> None:
    server = bench.serve(GOOD, reads=False)
    assert "encryption" in fails(bench.client(server.url.replace("http", "https"), timeout=SOON), ServerTooSlow)


def test_nor_one_that_never_accepts(bench: Bench) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full:
        waiting = [socket.socket() for _ in range(8)]
        for each in waiting:
            each.setblocking(False)
            each.connect_ex(full.getsockname())
        client = bench.client(f"http://127.0.0.1:{full.getsockname()[1]}/v1", timeout=SOON)
        fails(client, ServerTooSlow)
        for each in waiting:
            each.close()


def test_nor_a_name_that_is_never_found(bench: Bench) -> None:
    """The system's lookup cannot be interrupted. It runs on in one thread, however often it is asked and by however many clients."""
    release = threading.Event()
    lookups: list[str] = []

    def hangs(host: str, port: int) -> list[Endpoint]:
        lookups.append(host)
        release.wait(30)
        return [(socket.AF_INET, ("127.0.0.1", port))]

    server = bench.serve(GOOD)
    resolver = Resolver(hangs)
    clients = [bench.client(f"http://never.test:{server.port}/v1", timeout=SOON, resolver=resolver) for _ in range(2)]
    for client in clients:
        assert "looking up the name" in fails(client, ServerTooSlow)
    assert lookups == ["never.test"]
    release.set()
    recovers(bench, server, clients[0])


def test_a_lookup_that_hangs_does_not_hold_the_end_of_the_process() -> None:
    script = (
        "import time\n"
        "from holodream.servers.client import Client\n"
        "from holodream.servers.deadline import Budget\n"
        "from holodream.servers.names import Resolver\n"
        "from holodream.servers.settings import Server\n"
        "client = Client(Server('http://never.test/v1', 'x_', timeout=0.1), resolver=Resolver(lambda *_: time.sleep(600)))\n"
        "try:\n"
        "    client.ask('/x', {}, lambda answer: answer, Budget(1))\n"
        "except Exception as error:\n"
        "    print(type(error).__name__)\n"
    )
    assert run_python(script, seconds=60).strip() == "ServerTooSlow"


def test_a_name_without_an_address(bench: Bench) -> None:
    def unknown(_host: str, _port: int) -> list[Endpoint]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    for lookup in (unknown, lambda *_: []):
        text = fails(bench.client("http://nowhere.test:8000/v1", resolver=Resolver(lookup)), ServerUnreachable)
        assert "spelling in embeddings_url" in text


def test_the_next_address_is_tried(bench: Bench) -> None:
    """A name with an address where nothing listens (IPv6 without a server, often) and one that works."""
    server = bench.serve(GOOD)
    with socket.create_server(("127.0.0.1", 0)) as unused:
        dead = unused.getsockname()[1]
    resolver = Resolver(lambda _, port: [(socket.AF_INET, ("127.0.0.1", dead)), (socket.AF_INET, ("127.0.0.1", port))])
    assert ask(bench.client(f"http://two.test:{server.port}/v1", resolver=resolver)) == {"well": True}


def test_nothing_listens(bench: Bench) -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    assert "Start the server" in fails(bench.client(f"http://127.0.0.1:{port}/v1"), ServerUnreachable)


@pytest.mark.parametrize("behave", [bad.closes_at_once, bad.closes_in_the_headers, bad.closes_in_the_body, bad.closes_in_a_chunk, bad.resets])
def test_a_connection_that_ends_too_early(bench: Bench, behave: bad.Behaviour) -> None:
    server = bench.serve(behave)
    client = bench.client(server.url)
    fails(client, ServerUnreachable)
    recovers(bench, server, client)


NOT_JSON = {
    "page": answers(b"<html><body>Please log in</body></html>", headers={"Content-Type": "text/html"}),
    "page-with-blanks": answers(b"\n\n <!doctype html>"),
    "text": answers(b"ok"),
    "nothing": answers(b""),
    "half": answers(b'{"data": ['),
    "binary": answers(bytes(range(256))),
    "packed": answers(b"\x1f\x8b\x08\x00\x00", headers={"Content-Encoding": "gzip"}),
    "deep": bad.deep_json,
}


@pytest.mark.parametrize("behave", NOT_JSON.values(), ids=NOT_JSON)
def test_an_answer_that_is_no_json(bench: Bench, behave: bad.Behaviour) -> None:
    server = bench.serve(behave)
    client = bench.client(server.url)
    assert "most end in /v1" in fails(client, ServerUnusable)
    recovers(bench, server, client)


@pytest.mark.parametrize("behave", [bad.endless_body, bad.huge_length])
def test_an_answer_that_is_too_large(bench: Bench, behave: bad.Behaviour) -> None:
    server = bench.serve(behave)
    client = bench.client(server.url, most_bytes=1_000_000)
    assert "too large" in fails(client, ServerUnusable)
    recovers(bench, server, client)


def test_a_server_that_speaks_no_http(bench: Bench) -> None:
    assert "https://" in fails(bench.client(bench.serve(bad.no_http).url), ServerUnreachable)


REFUSALS: list[tuple[int, object, str]] = [
    (400, {"error": {"message": "bad", "type": "invalid_request_error", "param": None, "code": None}}, "embeddings_model"),
    (400, {"object": "error", "message": 'Model "m" does not support matryoshka representation', "code": 400}, "Remove embeddings_dimensions"),
    (400, {"code": 20015, "message": "The parameter is invalid. Please check again.", "data": None}, "embeddings_dimensions may be missing"),
    (400, {"error": {"message": "batch size is invalid, it should not be larger than 10"}}, "embeddings_batch"),
    (401, "Invalid token", "embeddings_key"),
    (402, {"error": {"message": "Insufficient credits", "code": 402}}, "credit"),
    (403, {"error": {"message": "no"}}, "embeddings_key"),
    (404, {"error": "model 'm' not found, try pulling it first"}, "Check embeddings_model"),
    (404, b"404 page not found", "Check embeddings_url"),
    (405, {"detail": "Method Not Allowed"}, "Check embeddings_url"),
    (413, {"code": 20042, "message": "input batch size 83 > maximum allowed batch size 64", "data": None}, "embeddings_batch"),
    (422, {"message": "batch size 33 > maximum allowed batch size 32", "code": 422, "type": "Validation"}, "embeddings_batch"),
    (422, {"detail": [{"loc": ["body"], "msg": "field required", "type": "missing"}]}, "embeddings_model"),
    (429, {"error": {"message": "Rate limit", "code": "rate_limit_exceeded"}}, "busy"),
    (429, {"error": {"message": "You exceeded", "code": "insufficient_quota"}}, "credit"),
    (500, b"<html>Internal Server Error</html>", "status 500"),
    (500, {"error": {"code": 500, "message": "input is too large to process. increase the physical batch size", "type": "server_error"}}, "-ub"),
    (502, b"", "status 502"),
    (503, {"error": {"message": "Loading model"}}, "busy"),
    (524, b"", "status 524"),
]


@pytest.mark.parametrize(("status", "body", "do"), REFUSALS)
def test_a_refusal_says_what_to_do(bench: Bench, status: int, body: object, do: str) -> None:
    server = bench.serve(answers(body, status))
    client = bench.client(server.url)
    assert do in fails(client, ServerRefused)
    if status not in (401, 403):
        recovers(bench, server, client)


def test_an_error_in_an_answer_with_status_200(bench: Bench) -> None:
    server = bench.serve(answers({"error": {"message": "upstream", "code": 502}}))
    client = bench.client(server.url)
    assert "status 502" in fails(client, ServerRefused)
    server.behave = answers({"error": "something"})
    bench.clock.sleep(client.rest_left())
    assert "status 500" in fails(client, ServerRefused)
    recovers(bench, server, client)


def test_an_error_repeats_neither_the_key_nor_the_text(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """Servers quote what they were sent, the key too."""
    caplog.set_level(logging.DEBUG)

    def parrot(turn: Turn) -> None:
        turn.send(http(str(turn.headers).encode() + turn.body, 400, {"X-Echo": turn.headers["authorization"]}))

    server = bench.serve(parrot)
    client = bench.client(f"{server.url}?secret={MARKER}", key=KEY)
    fails(client, ServerRefused)
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert server.asked[0].target == f"/v1/embeddings?secret={MARKER}"
    assert MARKER not in caplog.text + repr(client.server) + client.trouble
