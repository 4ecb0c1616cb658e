"""How long it takes to look names up in a large store: probe, related, reason; contradict over all of it; and what guessing names adds to a save."""

from __future__ import annotations

import argparse
import itertools
import pathlib
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence

import holodream
from holodream.recall.indexing import index_terms
from holodream.store import Draft
from holodream.store.names import guesses

from . import stores
from .tables import percentile, table

ASKED = 300  # names that are looked up
SAVED = 2000  # facts saved one by one, with and without a look for names


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench names", description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=[10_000], help="facts in the store (default: 10000)")
    parser.add_argument("--folder", type=pathlib.Path, help="keep the stores here and use those that are there")
    chosen = parser.parse_args(arguments)
    for size in chosen.sizes:
        with tempfile.TemporaryDirectory() as scratch:
            folder = chosen.folder or pathlib.Path(scratch)
            folder.mkdir(parents=True, exist_ok=True)
            _measure(folder / f"names-{size}.db", size)
    _saves()


def _measure(path: pathlib.Path, size: int) -> None:
    filled = path.exists()
    with holodream.open(path) as memory:
        if not filled:
            memory.store.add_many(_drafts(size), progress=lambda done: print(f"\rfilling {done:,} of {size:,}", end="", file=sys.stderr))
            print(file=sys.stderr)
        counts = memory.store.count_names()
        print(f"\n{size:,} facts, {counts['confirmed']:,} names confirmed, {counts['provisional']:,} provisional; milliseconds")
        chance = random.Random(4)
        known = [entity.name for entity in memory.entities(limit=1000)]
        asked = [chance.choice(known) for _ in range(ASKED)]
        pairs = [(one, other.entity.name) for one in asked for other in memory.related(one, limit=3)][:ASKED]
        rows = [
            ["probe", *_times(lambda name: memory.probe(name), asked)],
            ["probe, most facts", *_times(lambda name: memory.probe(name), known[:20] * 5)],
            ["probe, no such name", *_times(lambda name: memory.probe(name + "xq"), asked)],
            ["related", *_times(lambda name: memory.related(name), asked)],
            ["related, most facts", *_times(lambda name: memory.related(name), known[:20] * 5)],
            ["reason", *_times(lambda pair: memory.reason(list(pair)), pairs)],
        ]
        table(["", "p50", "p95", "p99", "p95 of processor"], rows)
        _contradict(memory)


def _contradict(memory: holodream.Memory) -> None:
    reports: list[int] = []
    began, worked = time.perf_counter(), time.thread_time()
    pairs = memory.contradict(progress=lambda done, _: reports.append(done))
    wall, worked = time.perf_counter() - began, time.thread_time() - worked
    print(f"contradict over the whole store: {wall:.2f} s ({worked:.2f} s of processor), {len(pairs)} pairs shown, {len(reports)} reports of progress")


def _times(look: Callable[..., object], asked: Sequence[object]) -> list[float]:
    look(asked[0])
    wall, worked = [], []
    for name in asked:
        began, busy = time.perf_counter(), time.thread_time()
        look(name)
        wall.append((time.perf_counter() - began) * 1000)
        worked.append((time.thread_time() - busy) * 1000)
    return [*(percentile(wall, share) for share in (0.5, 0.95, 0.99)), percentile(worked, 0.95)]


def _drafts(size: int) -> Iterator[Draft]:
    for fact in stores.facts(size):
        guessed = guesses(fact.text)
        names = (fact.name,) if fact.name else ()
        terms = index_terms(fact.text, (*names, *(guess.name for guess in guessed)), ())
        yield Draft(fact.text, terms, names=names, guessed=guessed)


def _saves() -> None:
    """Processor time of a save with a look for names, and without one."""
    texts = [fact.text for fact in itertools.islice(stores.facts(SAVED * 2), SAVED)]
    from holodream.actions import writing

    look = writing.guesses
    best = {}
    for what, chosen in (("without", lambda _text: ()), ("with", look)) * 3:
        writing.guesses = chosen
        with tempfile.TemporaryDirectory() as scratch, holodream.open(pathlib.Path(scratch) / "memory.db") as memory:
            began = time.thread_time()
            for text in texts:
                memory.add(text)
            best[what] = min(best.get(what, 1e9), (time.thread_time() - began) / len(texts) * 1000)
    writing.guesses = look
    print(f"a save: {best['without']:.2f} ms of processor without, {best['with']:.2f} ms with a look for names ({best['with'] / best['without'] - 1:+.0%})")
