"""Whatever a server sends, the caller gets an answer or a ServerError, and reranking never fails."""

from __future__ import annotations

import json
import threading

from hypothesis import given
from hypothesis import strategies as st

from holodream.errors import ServerError
from holodream.servers.client import Client
from holodream.servers.deadline import Budget
from holodream.servers.embeddings import Embeddings
from holodream.servers.rerank import Reranker
from holodream.servers.settings import EmbeddingServer, RerankServer, Server

from ..support import outcome
from .misbehaving import Standin, Turn, closes_in_the_body, embed, http

_PIECES = [
    b"HTTP/1.1 ", b"HTTP/1.0 ", b"HTTP/9 ", b"200", b"204", b"100", b"101", b"304", b"429", b"-1", b"99999", b" OK", b"\r\n", b"\r\n\r\n", b"\n", b"\0", b"{}", b"[",
    b"Content-Length: 5", b"Content-Length: -5", b"Content-Length: x", b"Content-Length: 5\r\nContent-Length: 7", b"Transfer-Encoding: chunked", b"5\r\n[1,2]\r\n",
    b"0\r\n\r\n", b"ffffffffffffffff\r\n", b"-5\r\n", b"Connection: close", b"Connection: keep-alive", b"Location: ///", b"Retry-After: \xff", b": ", b"\xff\xfe", b"x" * 70_000,
]  # fmt: skip
ANSWERS = st.one_of(
    st.lists(st.sampled_from(_PIECES), max_size=8).map(b"".join),
    st.lists(st.sampled_from(_PIECES), max_size=8).map(lambda pieces: b"HTTP/1.1 200 OK\r\n" + b"".join(pieces)),
    st.binary(max_size=60),
)
_PLAIN = st.one_of(st.none(), st.booleans(), st.integers(-2, 12), st.just(10**400), st.floats(), st.text(max_size=3))
_NAMES = st.sampled_from(["data", "index", "embedding", "results", "relevance_score", "score", "document", "text", "error", "code", "message"])
JSON = st.recursive(_PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_NAMES, inner, max_size=4), max_leaves=30)


@given(ANSWERS)
def test_any_bytes(sent: bytes) -> None:
    def behave(turn: Turn) -> None:
        turn.send(sent)
        turn.keep = False

    with Standin(behave) as server:
        client = Client(Server(server.url, "embeddings_", timeout=5.0, redirects=True))
        ended = outcome(lambda: client.ask("/embeddings", {}, lambda answer: answer, Budget(5)))
        client.close()
        assert not isinstance(ended, Exception) or (isinstance(ended, ServerError) and server.host in str(ended))


@given(JSON, st.sampled_from([200, 200, 200, 400, 422, 500]))
def test_any_json(value: object, status: int) -> None:
    with Standin(lambda turn: turn.send(http(json.dumps(value).encode(), status))) as server:
        embeddings = Embeddings(EmbeddingServer(server.url, "small"))
        reranker = Reranker(RerankServer(server.url))
        ended = outcome(lambda: embeddings.passages(["one", "two"], Budget(5)))
        assert not isinstance(ended, Exception) or (isinstance(ended, ServerError) and server.host in str(ended))
        found = reranker.rerank("who", ["one", "two", "three"], Budget(5))
        assert sorted(placed.place for placed in found.placed) == [0, 1, 2]
        embeddings.close()
        reranker.close()


def test_many_threads_and_a_server_that_fails_now_and_then() -> None:
    """Every call ends with its own vector or a ServerError; none gets another's."""
    count = [0]

    def behave(turn: Turn) -> None:
        count[0] += 1
        (closes_in_the_body if count[0] % 5 == 0 else embed)(turn)

    wrong: list[object] = []
    with Standin(behave) as server:
        embeddings = Embeddings(EmbeddingServer(server.url, "small"))
        expected = {}
        for number in range(6):
            embeddings.client.wake()
            try:
                expected[number] = embeddings.query(f"Question {number}", Budget(10)).tolist()
            except ServerError:
                embeddings.client.wake()
                expected[number] = embeddings.query(f"Question {number}", Budget(10)).tolist()

        def run(number: int) -> None:
            for _ in range(15):
                try:
                    if embeddings.query(f"Question {number}", Budget(10)).tolist() != expected[number]:
                        wrong.append(number)
                except ServerError:
                    embeddings.client.wake()

        threads = [threading.Thread(target=run, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert not any(thread.is_alive() for thread in threads)
        embeddings.close()
    assert wrong == []
