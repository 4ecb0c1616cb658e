"""Find an installed host on this machine, and let its own Python do something."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....errors import HolodreamError

_PROGRAM = "hermes"
_PYTHON = re.compile(rb"(/[^\s'\"]*python[\d.]*)")  # in the first lines of a program: "#!…" or "'''exec' …"
_HEAD = 1024  # bytes
_SECONDS = 120.0
_RUN = "import sys; sys.path.insert(0, sys.argv[1]); from holodream.hosts.hermes.placing.inside import main; main(sys.argv[2:])"


class HostNotFoundError(HolodreamError):
    """There is no host here, or not where it was looked for; the message says what to give."""


@dataclass(frozen=True, slots=True)
class FoundHost:
    """An installed host. `name`: the plugin folder that it needs, as 0.19 has a provider `holographic` of its own, which would win."""

    python: Path
    version: str
    home: Path
    bundled: bool

    @property
    def name(self) -> str:
        return "holodream" if self.bundled else "holographic"


def find(code: Path, program: Path | None = None) -> FoundHost:
    """The host whose program is given, else the one on the path, else the one of this Python. `code`: a folder with our package."""
    tried = []
    for python in _pythons(program):
        tried.append(str(python))
        try:
            seen = run(python, code, "probe")
        except HolodreamError:
            continue
        return FoundHost(python, seen["version"], Path(seen["home"]), bool(seen["bundled"]))
    where = f"the Python of {program}" if program else f"a program {_PROGRAM} on the path"
    looked = f" (looked at {', '.join(tried)})" if tried else ""
    raise HostNotFoundError(f"Hermes Agent was not found: {where} was looked for{looked}. Give the program with --hermes, or the Python that it runs on.")


def run(python: Path, code: Path, *command: str, home: Path | None = None) -> dict[str, Any]:
    """What a command of inside.py answers. HolodreamError when it cannot be run, or says what is wrong."""
    environment = {**os.environ, **({"HERMES_HOME": str(home)} if home else {})}
    try:
        with tempfile.TemporaryDirectory(prefix="holodream-") as folder:  # modules of the working folder must not hide the host's
            done = subprocess.run(
                [python, "-c", _RUN, code, *command],
                env=environment, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace", timeout=_SECONDS, check=False,
            )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise HolodreamError(f"{python} could not be run ({type(error).__name__}).") from error
    answer = _last_document(done.stdout)
    if answer is None:
        last = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        raise HolodreamError(f"{python} could not do this ({command[0]}): {last[:200]}")
    if "error" in answer:
        raise HolodreamError(str(answer["error"]))
    return answer


def _last_document(printed: str) -> dict[str, Any] | None:
    for line in reversed(printed.splitlines()):
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, dict):
            return found
    return None


def _pythons(program: Path | None) -> Iterator[Path]:
    """Interpreters that may be the host's, the likeliest first."""
    if program is not None and "python" in program.name.lower():
        yield program
        return
    found = program or (Path(path) if (path := shutil.which(_PROGRAM)) else None)
    if found is not None:
        yield from dict.fromkeys((*_named_in(found), *_beside(found), *_beside(found.resolve())))
    if program is None and importlib.util.find_spec("hermes_cli") is not None:
        yield Path(sys.executable)


def _named_in(program: Path) -> Iterator[Path]:
    try:
        with program.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return
    if head.startswith(b"#!"):
        yield from (Path(os.fsdecode(match)) for match in _PYTHON.findall(head))


def _beside(program: Path) -> Iterator[Path]:
    for name in ("python", "python3", "python.exe"):
        if (python := program.with_name(name)).exists():
            yield python
