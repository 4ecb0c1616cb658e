"""How long `recall` takes, by the size of the store and the kind of message, beside bm25s and the provider that Hermes 0.19 bundles."""

from __future__ import annotations

import argparse
import collections
import pathlib
import statistics
import tempfile
from collections.abc import Sequence
from typing import Any

from . import stores
from .tables import BUNDLED_PYTHON, OURS, System, others, percentile, run, table, write_work

SAMPLE = 20_000  # facts that the messages are about
COMPARED = 20_000  # larger stores are measured without the others: filling the bundled provider takes hours,
COMPARED_WITH_NUMPY = 2000  # with numpy its time for a save grows with the store
PASTED = "five hundred words"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench recall", description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=[1000, 10_000], help="facts in the store (default: 1000 10000)")
    parser.add_argument("--million", action="store_true", help="also 100,000 and 1,000,000 facts")
    parser.add_argument("--each", type=int, default=40, help="messages of each kind")
    parser.add_argument("--rounds", type=int, default=3, help="times that every message is asked")
    parser.add_argument("--bundled", default=str(BUNDLED_PYTHON), help="Python of an environment with hermes-agent 0.19")
    parser.add_argument("--alone", action="store_true", help="without the others")
    parser.add_argument("--folder", type=pathlib.Path, help="keep our stores here and use those that are there")
    chosen = parser.parse_args(arguments)
    compared = {} if chosen.alone else others(chosen.bundled)
    for size in [*chosen.sizes, *([100_000, 1_000_000] if chosen.million else [])]:
        if chosen.folder:
            folder = chosen.folder / str(size)
            folder.mkdir(parents=True, exist_ok=True)
            _measure(folder, size, chosen, compared)
        else:
            with tempfile.TemporaryDirectory() as scratch:
                _measure(pathlib.Path(scratch), size, chosen, compared)


def _measure(folder: pathlib.Path, size: int, chosen: argparse.Namespace, compared: dict[str, System]) -> None:
    sample = list(stores.facts(min(size, SAMPLE)))
    asked = stores.messages(sample, chosen.each)
    ready = (folder / "ours.db").exists()
    write_work(folder, stores.facts(size), asked)
    answers: dict[str, Any] = {"holodream": {} if ready else run(OURS, "fill", folder, size)}
    answers["holodream"] |= run(OURS, "recall", folder, size, chosen.rounds)
    for who, system in compared.items():
        if size <= (COMPARED_WITH_NUMPY if system.packages else COMPARED):
            for left in folder.glob("bundled.db*"):
                left.unlink()
            answers[who] = run(system, "fill,recall", folder, size, chosen.rounds)
    print(f"\nrecall, {size:,} facts, {len(asked)} messages × {chosen.rounds}, milliseconds")
    _print_kinds(answers)
    _print_sums(answers)


def _print_kinds(answers: dict[str, Any]) -> None:
    """Median and 95th percentile of each kind of message; how many times as long the others take."""
    by_kind: dict[str, dict[str, list[float]]] = collections.defaultdict(lambda: collections.defaultdict(list))
    candidates: dict[str, list[int]] = collections.defaultdict(list)
    for who, answer in answers.items():
        for kind, wall, _, _, weighed in answer["recall"]:
            by_kind[kind][who].append(wall)
            if who == "holodream":
                candidates[kind].append(weighed)
    compared = [who for who in answers if who != "holodream"]
    head = ["message", "candidates", *(f"{who} {what}" for who in answers for what in ("p50", "p95")), *(f"{who} ÷ ours" for who in compared)]
    rows = []
    for kind, times in sorted(by_kind.items()):
        figures = [percentile(times[who], share) for who in answers for share in (0.5, 0.95)]
        ours = percentile(times["holodream"], 0.5)
        rows.append([kind, round(statistics.mean(candidates[kind])), *figures, *(percentile(times[who], 0.5) / ours for who in compared)])
    table(head, rows)


def _print_sums(answers: dict[str, Any]) -> None:
    """One line for each system over all kinds, and over all but the pasted page, which is rare in a chat."""
    rows = []
    for who, answer in answers.items():
        for what, all_of in (("all messages", True), (f"without {PASTED}", False)):
            taken = [entry for entry in answer["recall"] if all_of or entry[0] != PASTED]
            wall, worked = [entry[1] for entry in taken], [entry[2] for entry in taken]
            filled = round(answer["fill"], 1) if "fill" in answer else "-"
            percentiles = [percentile(wall, share) for share in (0.5, 0.95, 0.99)]
            rows.append([f"{who}, {what}", *percentiles, statistics.mean(wall), percentile(worked, 0.95), answer["megabytes"], filled])
    table(["", "p50", "p95", "p99", "mean", "p95 of processor", "memory MB", "filled in s"], rows)
