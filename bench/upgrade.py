"""Taking over a file of the older provider: how long it takes, what it is told meanwhile, and how long the other program waits."""

from __future__ import annotations

import argparse
import pathlib
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Sequence

from holodream.recall.indexing import index_terms
from holodream.store import Store

from . import stores
from .tables import table

_SCHEMA = pathlib.Path(__file__).parent.parent / "tests" / "fixtures" / "memory_store_v0.1.db"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench upgrade", description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[1_000, 10_000], help="facts of the older file (default: 1000 10000; the goal speaks of 100000)")
    parser.add_argument("--folder", type=pathlib.Path, help="where the files are made: a folder on the disk to be measured")
    chosen = parser.parse_args(arguments)
    print("an older provider's file is opened; the older provider goes on writing meanwhile")
    rows: list[list[object]] = []
    for size in chosen.sizes:
        with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
            path = pathlib.Path(folder) / "memory_store.db"
            _older_file(path, size)
            rows.append([f"{size:,} facts", *_upgraded(path, size)])
    table(["", "seconds", "facts a second", "times told", "other writer waits at most, ms", "files, MB before", "after"], rows)


def _older_file(path: pathlib.Path, size: int) -> None:
    with sqlite3.connect(_SCHEMA) as fixture, sqlite3.connect(path) as file:
        fixture.backup(file)
        file.execute("DELETE FROM facts")
        file.executemany(
            "INSERT OR IGNORE INTO facts (content, category, tags) VALUES (?, 'general', ?)", ((fact.text, fact.name) for fact in stores.facts(size))
        )
    file.close()
    fixture.close()


def _upgraded(path: pathlib.Path, size: int) -> list[object]:
    told: list[int] = []
    stop, waits = threading.Event(), [0.0]
    before = path.stat().st_size / 1e6
    other = threading.Thread(target=_write_beside, args=(path, waits, stop))
    other.start()

    def progress(done: int, total: int) -> None:
        told.append(done)
        print(f"\r  {done:,} of {total:,} facts ", end="", file=sys.stderr, flush=True)

    start = time.perf_counter()
    Store(path, index_terms, progress=progress).close()
    seconds = time.perf_counter() - start
    print("\r" + " " * 40, end="\r", file=sys.stderr)
    stop.set()
    other.join()
    return [seconds, size / seconds, len(told), 1000 * max(waits), before, path.stat().st_size / 1e6]


def _write_beside(path: pathlib.Path, waits: list[float], stop: threading.Event) -> None:
    """What the older provider does in another process: short transactions of its own."""
    file = sqlite3.connect(path, timeout=30, isolation_level=None)
    while not stop.is_set():
        start = time.perf_counter()
        file.execute("UPDATE facts SET trust_score = trust_score WHERE fact_id = (SELECT max(fact_id) FROM facts)")
        waits.append(time.perf_counter() - start)
        time.sleep(0.02)
    file.close()
