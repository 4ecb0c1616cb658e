"""Running the workers and printing what they found."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .stores import MadeFact, Message

ROOT = pathlib.Path(__file__).parent.parent
BUNDLED_PYTHON = ROOT / ".hosts" / "0.19" / "bin" / "python"
NUMPY = ROOT / ".hosts" / "numpy"  # numpy alone, for the bundled provider
_WORKERS = pathlib.Path(__file__).with_name("workers.py")


@dataclass(frozen=True)
class System:
    """What is measured: which class of workers.py, in which Python, with which other packages."""

    worker: str
    python: str = sys.executable
    packages: pathlib.Path | None = None


OURS = System("ours")


def others(bundled: str, *, in_memory: bool = True) -> dict[str, System]:
    """The systems to compare with; a line says which one is missing and what to do.

    The bundled provider comes twice: as Hermes installs it, and with numpy, without which it does no holographic search (it then falls
    back to SQLite's word index alone).
    """
    found = {}
    if pathlib.Path(bundled).exists():
        found["bundled"] = System("bundled", bundled)
        if NUMPY.exists():
            found["bundled + numpy"] = System("bundled", bundled, NUMPY)
        else:
            print(f"(the bundled provider with numpy is left out: {NUMPY} is missing; `make bench-others` fetches it)")
    else:
        print(f"(the provider that Hermes 0.19 bundles is left out: {bundled} is missing; `make bench-others` installs it)")
    if in_memory:
        try:
            import bm25s  # type: ignore[import-not-found]  # noqa: F401

            found["bm25s"] = System("bm25s")
        except ImportError:
            print("(bm25s is left out: pip install bm25s)")
    return found


def write_work(folder: pathlib.Path, made: Iterable[MadeFact], asked: Sequence[Message]) -> None:
    """The facts and messages in the form that the workers read."""
    with (folder / "facts.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps([fact.text, fact.name], ensure_ascii=False) + "\n" for fact in made)
    (folder / "messages.json").write_text(json.dumps([[message.text, message.kind] for message in asked], ensure_ascii=False), encoding="utf-8")


def run(system: System, what: str, folder: pathlib.Path, count: int, rounds: int = 1) -> dict[str, Any]:
    """One worker's answer. Its working folder is empty, so that no package is found by accident; compiled modules are kept, as in daily use."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}
    if system.packages:
        environment["PYTHONPATH"] = str(system.packages)
    command = [system.python, str(_WORKERS), system.worker, what, str(folder), str(count), str(rounds)]
    errors = None if system == OURS else subprocess.DEVNULL  # the bundled provider logs a line for every fact beyond the 256th
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return answer


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Columns under their heads, numbers to the right."""
    cells = [list(head), *([_cell(value) for value in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    for row in cells:
        print("  ".join(cell.ljust(width) if column == 0 else cell.rjust(width) for column, (cell, width) in enumerate(zip(row, widths, strict=True))).rstrip())


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}" if value < 100 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
