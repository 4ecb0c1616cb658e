"""Small helpers of the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType

import holodream

REPOSITORY = Path(__file__).resolve().parents[1]
PACKAGE = Path(holodream.__file__).parent
FIXTURES = Path(__file__).with_name("fixtures")


def run_python(script: str, *arguments: object, options: Iterable[str] = (), seconds: float = 60, **environment: str) -> str:
    """Run a script in a Python of its own; returns what it printed."""
    command = [sys.executable, *options, "-c", script, *map(str, arguments)]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, encoding="utf-8", timeout=seconds, check=False)
    assert done.returncode == 0, f"the script ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def start_python(script: str, *arguments: object) -> subprocess.Popen[str]:
    """Start a script in a Python of its own; the caller waits for it."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")


def outputs(processes: Iterable[subprocess.Popen[str]]) -> list[str]:
    """Wait for all processes; what each printed. None may have failed or complained."""
    done = [(*process.communicate(timeout=60), process.returncode) for process in processes]
    for out, errors, code in done:
        assert (code, errors) == (0, ""), f"a process ended with {code}\n{out}\n{errors}"
    return [out for out, _, _ in done]


def contents(found: holodream.Found) -> list[str]:
    """The texts of the facts that were found, best first."""
    return [hit.content for hit in found.hits]


def open_files(path: Path) -> list[str]:
    """The descriptors of this process that are open on a file or its companions (-wal, -shm). Empty where the system does not tell."""
    folder = Path("/proc/self/fd")
    found = []
    for entry in folder.iterdir() if folder.is_dir() else ():
        try:
            target = str(entry.readlink())
        except OSError:
            continue
        if target.startswith(str(path)):
            found.append(target)
    return found


def steps(call: Callable[[], object]) -> int:
    """The work of a call, on whatever machine: how many lines of Python it runs in this thread, those of a loop each time round."""
    count = 0

    def counted(frame: FrameType, event: str, argument: object) -> Callable[..., object]:  # noqa: ARG001 - as sys.settrace wants it
        nonlocal count
        count += event == "line"
        return counted

    before = sys.gettrace()
    sys.settrace(counted)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def outcome(call: Callable[[], object]) -> object:
    """What a call gives, or the error of ours that it raises; any other error is a fault."""
    try:
        return call()
    except holodream.HolodreamError as error:
        return error
