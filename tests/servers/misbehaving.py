"""Real servers on loopback that misbehave in every way we know of, and well-behaved ones to compare with.

A behaviour takes a `Turn` (one request on one connection) and answers it or not. `Standin.behave` may be changed while the server runs.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

WIDTH = 8


@dataclass
class Turn:
    """One request: what was asked, and the means to answer."""

    target: str
    headers: dict[str, str]
    body: bytes
    connection: socket.socket
    stopped: threading.Event
    keep: bool = True  # whether the connection stays open afterwards

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def trickle(self, data: bytes, pause: float = 0.02) -> None:
        """A byte at a time, so that no single wait of the client is long."""
        for byte in data:
            if self.stopped.wait(pause):
                return
            self.send(bytes([byte]))

    def hang(self) -> None:
        """Say nothing more until the test is over."""
        self.stopped.wait(30)
        self.keep = False


Behaviour = Callable[[Turn], None]


@dataclass
class Standin:
    """A server on loopback. `asked` holds the turns so far, `connections` counts the connections."""

    behave: Behaviour
    context: ssl.SSLContext | None = None
    reads: bool = True  # False: never reads what it is sent
    asked: list[Turn] = field(default_factory=list)
    connections: int = 0
    troubles: list[BaseException] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        with self._lock:
            for each in [*self._open, self._listener]:
                try:
                    each.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue  # it has ended already
        for thread in self._threads:
            thread.join(10)
        self._listener.close()
        assert not self.troubles, self.troubles

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"{'https' if self.context else 'http'}://{self.host}/v1"

    def _start(self, target: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            with self._lock:
                if self._stopped.is_set():
                    connection.close()
                    return
                self._open.append(connection)
            self._start(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        if not self.reads:
            self._stopped.wait(30)
        elif self.context is None:
            self._talk(connection)
        else:
            try:
                connection = self.context.wrap_socket(connection, server_side=True)
                self._talk(connection)
            except OSError:
                self.troubles += []  # a client that does not trust us hangs up
        with self._lock:
            self._open = [each for each in self._open if each is not connection and each.fileno() != connection.fileno()]
        connection.close()

    def _talk(self, connection: socket.socket) -> None:
        with connection.makefile("rb") as reader:
            while not self._stopped.is_set():
                try:
                    turn = _read(reader, connection, self._stopped)
                    if turn is None:
                        return
                    self.asked.append(turn)
                    self.behave(turn)
                except OSError:
                    return  # the client hung up
                except BaseException as trouble:
                    self.troubles.append(trouble)
                    raise
                if not turn.keep:
                    return


_TLS_HELLO = b"\x16"


def _read(reader: Any, connection: socket.socket, stopped: threading.Event) -> Turn | None:
    if reader.peek(1)[:1] == _TLS_HELLO:  # random bytes, perhaps without a line break
        return Turn("", {}, reader.read1(), connection, stopped)
    first = reader.readline()
    if not first:
        return None
    headers = {}
    while (line := reader.readline().strip()) and b":" in line:
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.strip().lower()] = value.strip()
    body = reader.read(int(headers.get("content-length", 0)))
    return Turn(first.decode("latin-1").split(" ")[1], headers, body, connection, stopped)


# --- answers ---


def http(body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> bytes:
    """The bytes of an answer."""
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", *(f"{name}: {value}" for name, value in (headers or {}).items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def answers(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Behaviour:
    """Answer every question with the same JSON (or the same bytes)."""
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    return lambda turn: turn.send(http(body, status, headers))


def vector(text: str, width: int = WIDTH) -> list[float]:
    """A vector that belongs to a text: the same for the same text, another for another."""
    digest = hashlib.shake_256(text.encode()).digest(4 * width)
    return [value / 2**31 - 1 for (value,) in struct.iter_unpack("<I", digest)]


def unit(values: list[float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values]


def embeddings(question: Mapping[str, Any], width: int = WIDTH) -> dict[str, Any]:
    """What a well-behaved server of embeddings answers."""
    data = [{"object": "embedding", "index": index, "embedding": vector(text, width)} for index, text in enumerate(question["input"])]
    return {"object": "list", "model": question["model"], "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}


def embed(turn: Turn) -> None:
    """A well-behaved server of embeddings."""
    turn.send(http(json.dumps(embeddings(turn.json)).encode()))


def embed_but(change: Callable[[dict[str, Any]], Any]) -> Behaviour:
    """A server of embeddings whose answer is changed before it is sent."""

    def behave(turn: Turn) -> None:
        answer = embeddings(turn.json)
        changed = change(answer)
        turn.send(http(json.dumps(answer if changed is None else changed).encode()))

    return behave


def relevance(query: str, document: str) -> float:
    """0 to 1: the share of the question's words that a document has."""
    words = set(query.lower().split())
    return len(words & set(document.lower().split())) / len(words)


def reranking(question: Mapping[str, Any]) -> dict[str, Any]:
    """What a well-behaved reranker answers, best first."""
    scored = [{"index": index, "relevance_score": relevance(question["query"], text)} for index, text in enumerate(question["documents"])]
    return {"results": sorted(scored, key=lambda item: -item["relevance_score"])}


def rerank(turn: Turn) -> None:
    """A well-behaved reranker."""
    turn.send(http(json.dumps(reranking(turn.json)).encode()))


def rerank_but(change: Callable[[dict[str, Any]], Any]) -> Behaviour:
    """A reranker whose answer is changed before it is sent."""

    def behave(turn: Turn) -> None:
        answer = reranking(turn.json)
        changed = change(answer)
        turn.send(http(json.dumps(answer if changed is None else changed).encode()))

    return behave


def as_base64(values: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(values)}f", *values)).decode()


# --- misbehaviours of the wire ---


def late_headers(turn: Turn) -> None:
    """Takes the question and says nothing."""
    turn.hang()


def trickled_headers(turn: Turn) -> None:
    turn.trickle(b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-Filler-%d: x\r\n" % number for number in range(90)))
    turn.hang()


def trickled_body(turn: Turn) -> None:
    turn.send(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")
    turn.trickle(b" " * 5000)


def trickled_chunks(turn: Turn) -> None:
    turn.send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    turn.trickle(b"1\r\n \r\n" * 2000)


def endless_continue(turn: Turn) -> None:
    """Again and again "100 Continue", never an answer."""
    for _ in range(2000):
        if turn.stopped.wait(0.01):
            return
        turn.send(b"HTTP/1.1 100 Continue\r\n\r\n")


def closes_at_once(turn: Turn) -> None:
    turn.keep = False


def closes_in_the_headers(turn: Turn) -> None:
    turn.send(b"HTTP/1.1 200 OK\r\nContent-Le")
    turn.keep = False


def closes_in_the_body(turn: Turn) -> None:
    turn.send(b'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"data": [')
    turn.keep = False


def closes_in_a_chunk(turn: Turn) -> None:
    turn.send(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50\r\n{"data": [')
    turn.keep = False


def resets(turn: Turn) -> None:
    """Ends the connection with a reset instead of a goodbye."""
    turn.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    turn.keep = False


def no_http(turn: Turn) -> None:
    turn.send(b"220 mail.example ESMTP ready\r\n")
    turn.keep = False


def endless_body(turn: Turn) -> None:
    turn.send(b"HTTP/1.1 200 OK\r\n\r\n")
    for _ in range(2000):
        turn.send(b" " * 65536)
    turn.keep = False


def huge_length(turn: Turn) -> None:
    turn.send(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{")
    turn.keep = False


def deep_json(turn: Turn) -> None:
    turn.send(http(b"[" * 200_000))


def exchanges(count: int = 2, right: Callable[[Mapping[str, Any]], object] = embeddings) -> Behaviour:
    """Waits for `count` questions at once and gives each the answer of the next; `right` makes the right one of a question."""
    waiting: list[Turn] = []
    lock = threading.Lock()
    full = threading.Event()

    def behave(turn: Turn) -> None:
        with lock:
            waiting.append(turn)
            if len(waiting) == count:
                full.set()
        full.wait(10)
        other = waiting[(waiting.index(turn) + 1) % len(waiting)]
        turn.send(http(json.dumps(right(other.json)).encode()))

    return behave
