"""How long the host waits: importing the provider, opening a store, the first save and the first recall of a process."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from .tables import table

_SCRIPT = """
import json, sys, time
start = time.perf_counter()
import holodream.hosts.hermes.entry, holodream.hosts.hermes.provider
provider = time.perf_counter()
import holodream
memory = holodream.open(sys.argv[1])
opened = time.perf_counter()
memory.add("Marta's piano lesson is on Tuesday at five", source="said")
added = time.perf_counter()
memory.recall("when is the piano lesson?")
recalled = time.perf_counter()
memory.add("Игорь Петров живёт в Самаре")
memory.add("果果每周三看牙医")
others = time.perf_counter()
steps = [start, provider, opened, added, recalled, others]
print(json.dumps([(after - before) * 1000 for before, after in zip(steps, steps[1:])] + [(added - start) * 1000]))
"""
_STEPS = (
    "import of the provider",
    "opening a new store",
    "first save (English)",
    "first recall",
    "first saves in Russian and Chinese",
    "from import to first save",
)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench imports", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="new processes (default: 7)")
    chosen = parser.parse_args(arguments)
    runs = [_run() for _ in range(chosen.rounds + 1)][1:]  # the first one may compile the modules
    print(f"milliseconds in a new process, {chosen.rounds} runs")
    table(["", "least", "median"], [[step, min(times), sorted(times)[len(times) // 2]] for step, times in zip(_STEPS, zip(*runs, strict=True), strict=True)])


def _run() -> list[float]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run([sys.executable, "-c", _SCRIPT, f"{scratch}/memory.db"], env=environment, stdout=subprocess.PIPE, text=True, check=True)
    times: list[float] = json.loads(done.stdout)
    return times
