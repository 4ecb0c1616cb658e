"""Twenty agents of eight people in one process of a real host, for minutes: turns, what leaked (nothing), lock errors, memory, open files and threads over time."""

from __future__ import annotations

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any

from tests.hosts.host import Agents, Home, Host, Turn
from tests.hosts.model_server import ModelServer, call
from tests.hosts.test_people import AGENTS, PATIENT, USERS, add, place

from .tables import table

_SETTINGS = {"scope": "user", "experience": "on", "auto_extract": True, "mirror_memory_writes": True, **PATIENT}
_LIST = call("fact_store", action="list", limit=100)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench agents", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300, help="how long (default: 300)")
    parser.add_argument("--host", choices=("0.19", "0.22"), default="0.22")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, ModelServer() as model:
        home = _home(pathlib.Path(folder), chosen.host, model.port)
        with home.agents() as agents:
            agents._timeout = 300
            _run(agents, chosen.seconds)
        locked = [record for record in home.log_records() if "is locked" in record]
        print(f"lines of the log about a lock: {len(locked)}")


def _home(folder: pathlib.Path, version: str, port: int) -> Home:
    plugin = folder / "dist" / "holographic"
    subprocess.run([sys.executable, "-m", "holodream.hosts.hermes.placing.build", plugin], check=True, capture_output=True)
    home = Host.find(version).new_home(folder, port, _SETTINGS)
    home.install(plugin)
    return home


def _run(agents: Agents, seconds: float) -> None:
    start, turns, leaked, failed = time.monotonic(), 0, 0, 0
    rows: list[list[Any]] = []
    rounds = 0
    while time.monotonic() - start < seconds:
        scripts = [_session(number, rounds) for number in range(AGENTS)]
        for number, results in enumerate(agents.parallel(*scripts)):
            turns += len(results)
            failed += sum("error" in answer for turn in results for answer in turn.results)
            leaked += _of_others(number % USERS, results)
        rounds += 1
        rows.append(
            [time.monotonic() - start, rounds, turns, leaked, failed, _status(agents, "VmRSS:") / 1024, _open_files(agents), _status(agents, "Threads:")]
        )
    shown = [row for place, row in enumerate(rows) if place % max(1, len(rows) // 10) == 0 or place == len(rows) - 1]
    table(["seconds", "rounds", "turns", "leaked", "failed calls", "resident MB", "open files", "threads"], shown)


def _session(number: int, rounds: int) -> list[dict[str, Any]]:
    """An agent's whole session, as a gateway has it: made, talked to, ended."""
    name, user = f"a{number}", number % USERS
    steps: list[dict[str, Any]] = [{"open": name, "kwargs": place(str(1000 + user), "dm", user=str(1000 + user))}]
    steps.append({"turn": name, "text": add(f"Person {user} keeps box {rounds % 4} of agent {number} in room {number * 100 + rounds % 4}.")})
    steps.append({"turn": name, "text": f"Where is box {rounds % 4} of agent {number}?"})
    return [*steps, {"turn": name, "text": _LIST}, {"end": name}]


def _of_others(user: int, results: Sequence[Turn]) -> int:
    listed = results[-1].results[0].get("facts", []) if results and results[-1].results else []
    return sum(not row["content"].startswith(f"Person {user} ") for row in listed)


def _status(agents: Agents, name: str) -> int:
    """A number that the kernel keeps of the host's process."""
    status = pathlib.Path(f"/proc/{agents._process.pid}/status").read_text(encoding="utf-8")
    return int(status.partition(name)[2].split()[0])


def _open_files(agents: Agents) -> int:
    return len(list(pathlib.Path(f"/proc/{agents._process.pid}/fd").iterdir()))
