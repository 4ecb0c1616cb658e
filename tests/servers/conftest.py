"""Servers and clients of a test, ended with it."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from holodream.servers.client import Client
from holodream.servers.embeddings import Embeddings
from holodream.servers.rerank import Reranker
from holodream.servers.settings import EmbeddingServer, RerankServer, Server

from .misbehaving import Behaviour, Standin

KEY = "nokey" + "-quillfeather"
SOON = 0.25  # seconds: the deadline of calls that are meant to be too late


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


class Bench:
    """Starts stand-ins, and makes clients for them with a clock of the test's own."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self.clock = Clock()

    def serve(self, behave: Behaviour, **more: Any) -> Standin:
        return self._stack.enter_context(Standin(behave, **more))

    def client(self, url: str, *, resolver: Any = None, **settings: Any) -> Client:
        more = {"resolver": resolver} if resolver else {}
        client = Client(Server(url, "embeddings_", **{"timeout": 5.0, **settings}), clock=self.clock, now=self.clock, **more)
        self._stack.callback(client.close)
        return client

    def embeddings(self, url: str, *, width: int | None = None, marks: Any = None, **settings: Any) -> Embeddings:
        made = Embeddings(EmbeddingServer(url, **{"model": "small", "timeout": 5.0, **settings}), width=width, marks=marks, clock=self.clock, now=self.clock)
        self._stack.callback(made.close)
        return made

    def reranker(self, url: str, **settings: Any) -> Reranker:
        made = Reranker(RerankServer(url, **{"timeout": 5.0, **settings}), clock=self.clock, now=self.clock)
        self._stack.callback(made.close)
        return made


@pytest.fixture
def bench() -> Iterator[Bench]:
    with ExitStack() as stack:
        yield Bench(stack)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A certificate of its own for 127.0.0.1, or for another name; with its key in one file."""
    folder = tmp_path_factory.mktemp("certificates")

    def make(name: str) -> Path:
        program = shutil.which("openssl")
        if program is None:
            pytest.skip("needs the program openssl to make a certificate")
        path = folder / f"{name.replace(':', '-')}.pem"
        if not path.exists():
            key, found = folder / "key.pem", folder / "found.pem"
            options = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=test"]
            command = [program, "req", *options, "-addext", f"subjectAltName={name}", "-keyout", str(key), "-out", str(found)]
            subprocess.run(command, check=True, capture_output=True)
            path.write_text(key.read_text() + found.read_text())
        return path

    return make


@pytest.fixture
def tls(certificate: Callable[[str], Path]) -> tuple[ssl.SSLContext, Path]:
    """What a stand-in needs to speak TLS as 127.0.0.1, and the file that a client must trust."""
    path = certificate("IP:127.0.0.1")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context, path
