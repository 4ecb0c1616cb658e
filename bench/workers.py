"""What is measured, each in a process of its own so that its memory is its own: `python workers.py WHO WHAT FOLDER …`, the answer as JSON.

Runs in any Python that has the system measured; imports nothing but it, so the provider that Hermes bundles runs in Hermes' environment.
A folder holds facts.jsonl (lines of [text, name]) and messages.json (a list of [text, kind]).
"""

from __future__ import annotations

import itertools
import json
import os
import pathlib
import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol

LIMIT = 5  # facts asked for
WARM_UP = 40  # messages before the clock counts
WARM_UP_SAVES = 100


class Measured(Protocol):
    """A memory that can be filled and asked."""

    def add(self, text: str, name: str) -> None: ...
    def add_all(self, facts: Iterator[tuple[str, str]], count: int) -> None: ...
    def recall(self, message: str) -> tuple[int, int]: ...


class Ours:
    """holodream through its public API; bulk saving through the store, as an import does it."""

    def __init__(self, folder: pathlib.Path) -> None:
        import holodream

        self._memory = holodream.open(folder / "ours.db")

    def add(self, text: str, name: str) -> None:
        self._memory.add(text, entities=[name], source="said")

    def add_all(self, facts: Iterator[tuple[str, str]], count: int) -> None:
        from holodream.recall.indexing import index_terms
        from holodream.store import Draft

        start = time.perf_counter()

        def progress(done: int) -> None:
            print(f"\r  {done:,} of {count:,} facts, {done / (time.perf_counter() - start):,.0f} a second ", end="", file=sys.stderr, flush=True)

        drafts = (Draft(text, index_terms(text, (name,), ()), names=(name,), source="said") for text, name in facts)
        self._memory.store.add_many(drafts, progress=progress if count >= 50_000 else None)

    def recall(self, message: str) -> tuple[int, int]:
        found = self._memory.recall(message, limit=LIMIT)
        return len(found.hits), found.trace.candidates


class Bundled:
    """The provider that Hermes 0.19 bundles, through the calls of its own tool and prefetch."""

    def __init__(self, folder: pathlib.Path) -> None:
        os.environ["HERMES_HOME"] = str(folder)
        from plugins.memory.holographic.retrieval import FactRetriever  # type: ignore[import-not-found]
        from plugins.memory.holographic.store import MemoryStore  # type: ignore[import-not-found]

        self._store = MemoryStore(db_path=folder / "bundled.db")
        self._retriever = FactRetriever(store=self._store)

    def add(self, text: str, _name: str) -> None:
        self._store.add_fact(text)

    def add_all(self, facts: Iterator[tuple[str, str]], _count: int) -> None:
        for text, name in facts:
            self.add(text, name)

    def recall(self, message: str) -> tuple[int, int]:
        return len(self._retriever.search(message, min_trust=0.3, limit=LIMIT)), LIMIT * 3


class Bm25s:
    """bm25s in memory, without stems or stop words; it keeps nothing on disk and is built anew for every change."""

    def __init__(self, _folder: pathlib.Path) -> None:
        self._index: Any = None

    def add(self, _text: str, _name: str) -> None:
        raise NotImplementedError

    def add_all(self, facts: Iterator[tuple[str, str]], _count: int) -> None:
        import bm25s  # type: ignore[import-not-found]

        self._bm25s = bm25s
        self._index = bm25s.BM25()
        self._index.index(bm25s.tokenize([text for text, _ in facts], stopwords=None, show_progress=False), show_progress=False)

    def recall(self, message: str) -> tuple[int, int]:
        tokens = self._bm25s.tokenize(message, stopwords=None, show_progress=False, return_ids=False)
        _, scores = self._index.retrieve(tokens, k=LIMIT, show_progress=False)
        return int((scores[0] > 0).sum()), LIMIT


def main() -> None:
    who, what, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    measured: Measured = {"ours": Ours, "bundled": Bundled, "bm25s": Bm25s}[who](folder)
    answer: dict[str, Any] = {}
    if "one" in what:
        answer["one"] = _rate(lambda facts: [measured.add(text, name) for text, name in facts], folder, int(sys.argv[4]))
    if "fill" in what:
        start = time.perf_counter()
        measured.add_all(_facts(folder), int(sys.argv[4]))
        answer["fill"] = time.perf_counter() - start
    if "recall" in what:
        answer["recall"] = _recalls(measured, json.loads((folder / "messages.json").read_text(encoding="utf-8")), int(sys.argv[5]))
    answer["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    print(json.dumps(answer))


def _rate(add: Callable[[list[tuple[str, str]]], Any], folder: pathlib.Path, count: int) -> float:
    """Saves a second, the first hundred not counted (they load the language files)."""
    facts = list(itertools.islice(_facts(folder), count + WARM_UP_SAVES))
    add(facts[:WARM_UP_SAVES])
    start = time.perf_counter()
    add(facts[WARM_UP_SAVES:])
    return count / (time.perf_counter() - start)


def _recalls(measured: Measured, messages: list[tuple[str, str]], rounds: int) -> list[tuple[str, float, float, int, int]]:
    """For every message of every round: its kind, milliseconds, milliseconds of the processor, facts given, candidates."""
    for text, _ in messages[:WARM_UP]:
        measured.recall(text)
    results = []
    for text, kind in messages * rounds:
        start, worked = time.perf_counter(), time.thread_time()
        given, candidates = measured.recall(text)
        results.append((kind, (time.perf_counter() - start) * 1e3, (time.thread_time() - worked) * 1e3, given, candidates))
    return results


def _facts(folder: pathlib.Path) -> Iterator[tuple[str, str]]:
    with (folder / "facts.jsonl").open(encoding="utf-8") as file:
        for line in file:
            text, name = json.loads(line)
            yield text, name


if __name__ == "__main__":
    main()
