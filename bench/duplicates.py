"""Pairs of facts that say nearly the same: how long looking through a whole store takes, in time of the processor too."""

from __future__ import annotations

import argparse
import pathlib
import sys
import tempfile
import time
from collections.abc import Sequence

import holodream

from .forget import fill
from .tables import table


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench duplicates", description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[1_000, 10_000], help="facts of the store (default: 1000 10000; the goal speaks of 100000)")
    parser.add_argument("--times", type=int, default=3, help="the best of so many times counts")
    parser.add_argument("--folder", type=pathlib.Path, help="where the stores are made")
    chosen = parser.parse_args(arguments)
    rows = []
    for size in chosen.sizes:
        with tempfile.TemporaryDirectory(dir=chosen.folder) as folder, holodream.open(pathlib.Path(folder) / "memory.db") as memory:
            print(f"  filling {size:,} facts", file=sys.stderr)
            fill(memory, size)
            took = [_once(memory) for _ in range(chosen.times)]
            rows.append([f"{size:,} facts", min(wall for wall, _, _ in took), min(work for _, work, _ in took), took[0][2]])
    table(["", "seconds", "of the processor", "pairs (20 at most)"], rows)


def _once(memory: holodream.Memory) -> tuple[float, float, int]:
    start, worked = time.perf_counter(), time.thread_time()
    pairs = memory.duplicates()
    return time.perf_counter() - start, time.thread_time() - worked, len(pairs)
