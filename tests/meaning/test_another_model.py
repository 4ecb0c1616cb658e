"""Another model behind the name of the one before, while several use the store: vectors of the two are never mixed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from array import array
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest

import holodream
from holodream.meaning.background import Background
from holodream.meaning.local import Library, LocalModel
from holodream.meaning.model import NoVector, Vector
from holodream.meaning.remote import RemoteModel
from holodream.meaning.threads import one_thread

from ..servers.misbehaving import Standin, Turn, http
from ..support import PACKAGE
from .concepts import FACTS, answer, concepts

SECONDS = 20.0


def turned_round(turn: Turn) -> None:
    """Another model: its numbers stand the other way round."""
    said = answer(turn.json)
    for one in said["data"]:
        one["embedding"] = one["embedding"][::-1]
    turn.send(http(json.dumps(said).encode()))


def giving(numbers: Sequence[float]) -> ModuleType:
    """A model in this process that gives these numbers for every text."""
    home = ModuleType("giving")
    home.NAME, home.WIDTH, home.PACKAGE, home.load = "same name", 3, "json", lambda: lambda _kind, _text: array("f", numbers)  # type: ignore[attr-defined]
    return home


def work(background: Background) -> None:
    while background.round():
        pass


def test_who_runs_goes_on_with_what_another_process_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    code = (
        "import sys, holodream\n"
        "with holodream.open(sys.argv[1], embeddings=holodream.EmbeddingServer(sys.argv[2], 'small', timeout=20.0)) as memory: memory.embed(again=True)"
    )
    config = holodream.Config(embeddings_wait=5.0)
    with (
        Standin(concepts) as server,
        closing(holodream.open(path, embeddings=holodream.EmbeddingServer(server.url, "small", timeout=SECONDS), config=config)) as a,
    ):
        for fact in FACTS:
            a.add(fact)
        assert a.settle(SECONDS)
        assert a.search("my teeth").trace.steps[0].startswith("meaning: the")
        server.behave = turned_round
        assert "words only" in a.search("my tooth").trace.steps[0]
        environment = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
        subprocess.run([sys.executable, "-c", code, str(path), server.url], check=True, timeout=60, env=environment)
        a.search("their teeth")  # sees that they are others
        a.settle(SECONDS)
        assert a.search("the teeth again").trace.steps[0].startswith("meaning: the")


def test_an_old_model_puts_nothing_beside_the_vectors_of_the_new_one(memory: holodream.Memory) -> None:
    memory.add("The kettle is broken.")
    old, new = Background(memory.store, LocalModel(giving([1, 0, 0]))), Background(memory.store, LocalModel(giving([0, 1, 0])))
    work(old)
    new.forget_model()
    work(new)
    memory.add("The bridge is closed.")
    with pytest.raises(NoVector, match="embed --again"):
        work(old)
    work(new)
    assert [(known.vectors, known.model_id) for known in memory.store.vector_models()] == [(2, new.model_id)]


def test_a_model_that_one_store_does_not_know_serves_another_one(tmp_path: Path) -> None:
    library = Library(giving([0, 1, 0]))
    with holodream.open(tmp_path / "a.db") as a, holodream.open(tmp_path / "b.db") as b:
        for memory in (a, b):
            memory.add("The kettle is broken.")
        work(Background(a.store, LocalModel(giving([1, 0, 0]))))
        a.add("The bridge is closed.")
        with pytest.raises(NoVector, match="embed --again"):
            work(Background(a.store, LocalModel(giving([0, 1, 0]), library)))
        other = Background(b.store, LocalModel(giving([0, 1, 0]), library))
        work(other)
        assert [known.vectors for known in b.store.vector_models()] == [1]


def test_dropping_waits_for_the_batch_in_hand(memory: holodream.Memory) -> None:
    for number in range(6):
        memory.add(f"Parcel number {number} lies beside the ladder.")
    asked, go_on = threading.Event(), threading.Event()

    class Slow(LocalModel):
        def _vector(self, kind: str, text: str) -> Vector:
            asked.set()
            assert go_on.wait(SECONDS)
            return super()._vector(kind, text)  # type: ignore[arg-type]

    background = Background(memory.store, Slow(giving([1, 0, 0])))
    working = threading.Thread(target=background.round)
    working.start()
    assert asked.wait(SECONDS)
    dropping = threading.Thread(target=background.forget_model)
    dropping.start()
    go_on.set()
    working.join(SECONDS)
    dropping.join(SECONDS)
    assert memory.store.vector_models() == []


def test_a_round_under_way_ends_when_its_vectors_are_dropped_elsewhere(memory: holodream.Memory) -> None:
    for number in range(40):
        memory.add(f"Parcel number {number} lies beside the ladder.")
    batches = []

    def dropped_after_two(count: int) -> None:
        batches.append(count)
        if len(batches) == 2:
            for known in memory.store.vector_models():
                memory.store.drop_model(known.model_id)

    with Standin(concepts) as server, closing(RemoteModel(holodream.EmbeddingServer(server.url, "small", batch=8, timeout=SECONDS))) as model:
        background = Background(memory.store, model)
        assert background.round(dropped_after_two)
        work(background)
    assert [known.vectors for known in memory.store.vector_models()] == [40]


def test_two_that_load_at_once_leave_the_environment_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    inside, leave = threading.Event(), threading.Event()

    def first() -> None:
        with one_thread():
            inside.set()
            assert leave.wait(SECONDS)

    thread = threading.Thread(target=first)
    thread.start()
    assert inside.wait(SECONDS)
    with one_thread():
        leave.set()
        thread.join(SECONDS)
        assert os.environ["OMP_NUM_THREADS"] == "1"
    assert "OMP_NUM_THREADS" not in os.environ
