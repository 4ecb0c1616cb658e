"""Four processes with two threads each on one file: mixed operations a second, what was lost (nothing), and how long readers waited."""

from __future__ import annotations

import argparse
import pathlib
import tempfile
import time
from collections.abc import Sequence

from tests.store.test_many_processes import run

from .tables import percentile, table


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench processes", description=__doc__)
    parser.add_argument("operations", type=int, nargs="?", default=20_000, help="operations in all (default: 20000)")
    parser.add_argument("--folder", type=pathlib.Path, help="where the store is made: a folder on the disk to be measured")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        start = time.perf_counter()
        told = run(pathlib.Path(folder) / "memory.db", chosen.operations)
        seconds = time.perf_counter() - start
    waits = [1000 * wait for one in told for wait in one["waits"]]  # type: ignore[attr-defined]
    errors = [error for one in told for error in one["errors"]]  # type: ignore[attr-defined]
    head = ["operations", "a second", "errors", "changes guarded", "tried again", "read p50 ms", "read p99", "read max"]
    counts = [sum(int(one[name]) for one in told) for name in ("changed", "refused")]  # type: ignore[call-overload]
    table(head, [[chosen.operations, chosen.operations / seconds, len(errors), *counts, percentile(waits, 0.5), percentile(waits, 0.99), max(waits)]])
    for error in sorted(set(errors))[:5]:
        print(error)
