"""Making vectors is killed in the middle, again and again, done by two processes at once, overtaken by changes, or stopped by a full disk."""

from __future__ import annotations

import random
import sqlite3
import sys
import threading
from array import array
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import holodream
from holodream.store.vectors import packed

from ..servers.misbehaving import Standin, Turn, unit
from ..support import contents, outputs, start_python
from .concepts import FACTS, UNLIKE_IN_WORDS, concepts, meaning

MANY = tuple(f"Parcel number {number} lies on shelf {number % 7} beside the {('ladder', 'piano', 'boat', 'bread')[number % 4]}." for number in range(160))
KILLS = 5
EMBED = """
import sys, holodream
settings = holodream.EmbeddingServer(sys.argv[2], "small", batch=16, timeout=20.0)
with holodream.open(sys.argv[1], embeddings=settings) as memory:
    print(memory.embed().missing if sys.argv[3] == "wait" else memory.settle(60))
"""


class Held:
    """The server of `concepts`, each answer held back until it may go."""

    def __init__(self) -> None:
        self._asked = threading.Semaphore(0)
        self._allowed = threading.Semaphore(0)
        self.free = False

    def wait(self) -> None:
        """Until one more question has come."""
        assert self._asked.acquire(timeout=60), "nothing was asked"

    def let_one_go(self) -> None:
        """Answer the next question."""
        self.wait()
        self._allowed.release()

    def __call__(self, turn: Turn) -> None:
        self._asked.release()
        while not self.free and not self._allowed.acquire(timeout=0.02):
            if turn.stopped.is_set():
                return
        concepts(turn)


@pytest.fixture
def held() -> Held:
    return Held()


@pytest.fixture
def server(held: Held) -> Iterator[Standin]:
    with Standin(held) as started:
        yield started


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "memory.db"
    with holodream.open(path) as memory:
        for fact in MANY:
            memory.add(fact)
    return path


def stored(path: Path) -> dict[str, bytes]:
    """The vectors in a file that must be whole, by the text of their facts."""
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = file.execute("SELECT f.content, v.vector FROM fact_vectors v JOIN facts f USING (fact_id)").fetchall()
    found = dict(rows)
    assert len(found) == len(rows), "a fact has two vectors"
    return found


def right(content: str) -> bytes:
    return packed(array("f", unit(meaning(content))))


def all_right(found: dict[str, bytes]) -> bool:
    return all(sum(abs(a - b) for a, b in zip(blob[4:], right(content)[4:], strict=True)) < len(blob) for content, blob in found.items())


def sent(server: Standin, since: int = 0) -> list[str]:
    return [text for turn in server.asked[since:] for text in turn.json["input"] if text in MANY]


@pytest.mark.parametrize("how", ["wait", "background"])
def test_killed_again_and_again_it_goes_on_where_it_was(path: Path, server: Standin, how: str) -> None:
    chance = random.Random(how)
    before: dict[str, bytes] = {}
    for _ in range(KILLS):
        since, server.behave = len(server.asked), (held := Held())
        process = start_python(EMBED, path, server.url, how)
        for _ in range(chance.randrange(3)):
            held.let_one_go()
        held.wait()
        process.kill()
        process.communicate()
        held.free = True
        after = stored(path)
        assert before.items() <= after.items()
        assert not before.keys() & set(sent(server, since)), "a fact that had its vector was sent again"
        assert all_right(after)
        before = after
    server.behave = concepts
    (told,) = outputs([start_python(EMBED, path, server.url, how)])
    assert told.split() == ["0" if how == "wait" else "True"]
    whole = stored(path)
    assert whole.keys() == set(MANY)
    assert all_right(whole)


def test_two_processes_at_once_make_each_vector_once(path: Path, server: Standin, held: Held) -> None:
    held.free = True
    told = outputs([start_python(EMBED, path, server.url, how) for how in ("wait", "background")])
    assert [one.split() for one in told] == [["0"], ["True"]]
    whole = stored(path)
    assert whole.keys() == set(MANY)
    assert all_right(whole)


OVERTAKING: dict[str, Callable[[holodream.Memory], object]] = {
    "forgotten": lambda memory: memory.forget(2),
    "changed": lambda memory: memory.change(2, "The shop sells bicycles."),
    "ended": lambda memory: memory.end(2),
}


@pytest.mark.parametrize("overtake", OVERTAKING.values(), ids=OVERTAKING)
def test_a_vector_that_is_overtaken_does_not_appear(tmp_path: Path, server: Standin, held: Held, overtake: Callable[[holodream.Memory], object]) -> None:
    path = tmp_path / "memory.db"
    settings = holodream.EmbeddingServer(server.url, "small", timeout=20.0)
    with holodream.open(path) as other:
        for fact in FACTS[:4]:
            other.add(fact)
        with holodream.open(path, config=holodream.Config(embeddings_wait=5.0), embeddings=settings) as memory:
            held.wait()  # the vector of fact 2 is under way
            overtake(other)
            held.free = True
            assert memory.settle(20)
            assert FACTS[1] not in contents(memory.search(UNLIKE_IN_WORDS))
            assert FACTS[1] not in stored(path)
            assert right(FACTS[1]) not in stored(path).values()
            assert len(stored(path)) == len(other.list())


_FULL = """
import resource, signal, sys, holodream
settings = holodream.EmbeddingServer(sys.argv[2], "small", batch=16, timeout=20.0)
whole = resource.getrlimit(resource.RLIMIT_FSIZE)
with holodream.open(sys.argv[1], embeddings=settings) as memory:
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, whole[1]))  # no file grows beyond that any more
    print("full", flush=True)
    print(memory.settle(20), [hit.fact_id for hit in memory.recall("Which shelf is parcel number 17 on?").hits][:1], flush=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, whole)
    print(memory.embed().missing)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such limit there")
def test_a_full_disk_stops_vectors_and_nothing_else(path: Path, server: Standin, held: Held) -> None:
    process = start_python(_FULL, path, server.url)
    assert process.stdout
    assert process.stdout.readline().strip() == "full"
    held.free = True
    out, errors = process.communicate(timeout=60)
    assert out.splitlines() == ["False [18]", "0"], errors
    assert len(errors.splitlines()) == 1, "one line of the log"
    assert "Parcel" not in errors
    assert stored(path).keys() == set(MANY)
