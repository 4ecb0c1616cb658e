"""Forgetting a fact and its bytes: how long the caller waits, when no byte is left, and how long others wait meanwhile."""

from __future__ import annotations

import argparse
import pathlib
import tempfile
import threading
import time
from collections.abc import Callable, Sequence

import holodream
from holodream.recall.indexing import index_terms
from holodream.store import Draft

from . import stores
from .tables import percentile, table

_FIRST = 10  # the id of the first fact that is forgotten


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench forget", description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[40, 3_000], help="facts of the store (default: 40 3000)")
    parser.add_argument("--large", action="store_true", help="100,000 facts as well; filling takes a minute or two")
    parser.add_argument("--times", type=int, default=15, help="facts that are forgotten")
    parser.add_argument("--folder", type=pathlib.Path, help="where the stores are made: a folder on the disk to be measured")
    chosen = parser.parse_args(arguments)
    print(f"milliseconds, {chosen.times} facts forgotten one after the other; a reader and a writer are at work beside it in the second line of each size")
    rows = []
    for size in [*chosen.sizes, *([100_000] if chosen.large else [])]:
        for busy in (False, True):
            with tempfile.TemporaryDirectory(dir=chosen.folder) as folder, holodream.open(pathlib.Path(folder) / "memory.db") as memory:
                fill(memory, size)
                rows.append([f"{size:,} facts" + (", others at work" if busy else ""), *_measured(memory, min(chosen.times, size // 2), busy=busy)])
    table(["", "caller p50", "caller max", "bytes gone p50", "bytes gone max", "reader max", "writer max"], rows)


def fill(memory: holodream.Memory, size: int) -> None:
    memory.store.add_many(Draft(fact.text, index_terms(fact.text, (fact.name,), ()), names=(fact.name,)) for fact in stores.facts(size))


def _measured(memory: holodream.Memory, times: int, *, busy: bool) -> list[object]:
    waits: dict[str, list[float]] = {"read": [], "write": []}
    stop = threading.Event()
    last = memory.list(limit=1)[0].fact_id
    others = [
        threading.Thread(target=_at_work, args=(lambda: memory.get(last), waits["read"], stop)),
        threading.Thread(target=_at_work, args=(lambda: memory.feedback(last, "helpful"), waits["write"], stop)),
    ]
    for other in others if busy else []:
        other.start()
    called, gone = [], []
    for fact_id in range(_FIRST, _FIRST + times):
        start = time.perf_counter()
        memory.forget(fact_id)
        called.append(1000 * (time.perf_counter() - start))
        memory.settle(60)
        gone.append(1000 * (time.perf_counter() - start))
    stop.set()
    for other in others if busy else []:
        other.join()
    return [percentile(called, 0.5), max(called), percentile(gone, 0.5), max(gone), *(max(wait) if wait else "" for wait in waits.values())]


def _at_work(act: Callable[[], object], waits: list[float], stop: threading.Event) -> None:
    while not stop.is_set():
        start = time.perf_counter()
        act()
        waits.append(1000 * (time.perf_counter() - start))
        time.sleep(0.005)
