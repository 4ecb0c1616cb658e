"""Finding by meaning: vector search in a large store, making vectors, memory with the local model, and what is loaded while it is off."""

from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

from .tables import ROOT, percentile, table

LOCAL_PYTHON = ROOT / ".hosts" / "local" / "bin" / "python"  # an environment with holodream[local], made by `make test-local`
MOST_MS, MOST_MB = 15, 350  # the limits that we hold ourselves to


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench meaning", description=__doc__)
    parser.add_argument("--facts", type=int, default=100_000, help="facts among which vectors are searched (default: 100000)")
    parser.add_argument("--questions", type=int, default=300, help="questions asked (default: 300)")
    parser.add_argument("--embed", type=int, default=10_000, help="facts whose vectors the local model makes (default: 10000, some minutes); 0: none")
    parser.add_argument("--local", default=str(LOCAL_PYTHON), help="Python of an environment with holodream[local]")
    parser.add_argument("--folder", type=pathlib.Path, help="where the stores are made: a folder on the disk to be measured")
    chosen = parser.parse_args(arguments)
    print(f"loaded in a process that saves and recalls, with meaning off: {_worked(sys.executable, 'off', '')['loaded']} modules of it (goal: 0)")
    there = pathlib.Path(chosen.local).exists()
    if not there:
        print(f"(numpy and the local model are left out: {chosen.local} is missing; `make test-local` installs it, or give --local)")
    print(f"\nvector search, {chosen.facts:,} facts, {chosen.questions} questions without the model's own time, milliseconds (goal: p95 of {MOST_MS})")
    ways = {"with numpy": (chosen.local, "search")} if there else {}
    _print_searches({**ways, "without numpy": (sys.executable, "plain")}, chosen)
    if there and chosen.embed:
        _print_embedding(_worked(chosen.local, "embed", chosen.folder or "", chosen.embed))


def _print_searches(ways: dict[str, tuple[str, str]], chosen: argparse.Namespace) -> None:
    head = ["", "searched", "p50", "p95", "p95 of processor", "whole search p50", "p95", "read in s", "MB above the empty process"]
    rows = []
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        found = {name: _worked(python, what, folder, chosen.facts, chosen.questions) for name, (python, what) in ways.items()}
    for name, told in found.items():
        figures = [percentile(told[kind], share) for kind, share in (("wall", 0.5), ("wall", 0.95), ("worked", 0.95), ("whole", 0.5), ("whole", 0.95))]
        rows.append([name, told["searched"], *figures, told["read"], told["megabytes"]])
    table(head, rows)


def _print_embedding(told: dict[str, Any]) -> None:
    print(f"\nthe local model, {told['made']:,} facts")
    head = ["facts a second", "ms of processor a fact", "a question, ms p50", "p95", "MB at most"]
    questions = [percentile(told["questions"], share) for share in (0.5, 0.95)]
    table(head, [[told["made"] / told["seconds"], 1000 * told["worked"] / told["made"], *questions, told["megabytes"]]])
    print(f"(goal: the process never holds more than {MOST_MB} MB)")


def _worked(python: str, what: str, *options: object) -> dict[str, Any]:
    command = [python, "-m", "bench.meaning_work", what, *map(str, options)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told
