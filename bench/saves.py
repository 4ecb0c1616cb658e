"""Saves a second, one by one (each durable when the call returns) and in bulk, beside the provider that Hermes 0.19 bundles."""

from __future__ import annotations

import argparse
import pathlib
import tempfile
from collections.abc import Sequence

from . import stores
from .tables import BUNDLED_PYTHON, OURS, System, others, run, table, write_work
from .workers import WARM_UP_SAVES

_BULK_WITH_NUMPY = 1000  # a save of the bundled provider with numpy takes the longer the more facts there are


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench saves", description=__doc__)
    parser.add_argument("--one-by-one", type=int, default=500, help="facts saved by a call each (default: 500)")
    parser.add_argument("--bulk", type=int, default=10_000, help="facts saved at once (default: 10000)")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many runs counts")
    parser.add_argument("--bundled", default=str(BUNDLED_PYTHON), help="Python of an environment with hermes-agent 0.19")
    parser.add_argument("--folder", type=pathlib.Path, help="where the stores are made: a folder on the disk to be measured")
    chosen = parser.parse_args(arguments)
    systems = {"holodream": OURS, **others(chosen.bundled, in_memory=False)}
    rates: dict[str, tuple[float, float]] = {}
    for _ in range(chosen.rounds):
        for who, system in systems.items():
            one, bulk = rates.get(who, (0.0, 0.0))
            rates[who] = max(one, _one_by_one(system, chosen)), max(bulk, _in_bulk(system, chosen))
    print(f"saves a second, the best of {chosen.rounds} runs")
    ours = rates["holodream"]
    rows = [[who, one, bulk, ours[0] / one, ours[1] / bulk] for who, (one, bulk) in rates.items()]
    table(["", f"one by one ({chosen.one_by_one:,})", f"in bulk ({chosen.bulk:,})", "ours is × as fast", "in bulk ×"], rows)


def _one_by_one(system: System, chosen: argparse.Namespace) -> float:
    with tempfile.TemporaryDirectory(dir=chosen.folder) as scratch:
        folder = pathlib.Path(scratch)
        write_work(folder, stores.facts(chosen.one_by_one + WARM_UP_SAVES), [])
        return float(run(system, "one", folder, chosen.one_by_one)["one"])


def _in_bulk(system: System, chosen: argparse.Namespace) -> float:
    count = min(chosen.bulk, _BULK_WITH_NUMPY) if system.packages else chosen.bulk
    with tempfile.TemporaryDirectory(dir=chosen.folder) as scratch:
        folder = pathlib.Path(scratch)
        write_work(folder, stores.facts(count), [])
        return count / float(run(system, "fill", folder, count)["fill"])
