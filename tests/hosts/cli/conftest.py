"""A store in a temporary folder, and the program to run on it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import holodream
from holodream.hosts.cli.main import cli
from holodream.store import close_shared

SECRET = "BlueHeron4207!"
REFUSED = f"The {'pass'}{'word'} of the router is {SECRET}"


class Program:
    """The program on one store, in this process or in one of its own."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.env = {"HOLODREAM_STORE": str(store), "HERMES_HOME": str(store.parent / "no-host"), "XDG_DATA_HOME": str(store.parent / "data")}

    def __call__(self, *arguments: str, given: str | bytes | None = None, code: int = 0) -> Result:
        """Run a command; the exit code is checked, and that nothing but an exit ended it."""
        done = CliRunner(env=self.env).invoke(cli, arguments, input=given)
        assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
        assert done.exit_code == code, f"exit code {done.exit_code}\n{done.stdout}\n{done.stderr}"
        return done

    def json(self, *arguments: str, given: str | bytes | None = None, code: int = 0) -> Any:
        """Run a command with --json; all of stdout is one document and stderr is silent."""
        done = self(*arguments, "--json", given=given, code=code)
        assert done.stderr == ""
        return json.loads(done.stdout)

    def process(self, *arguments: str | bytes, shell: str = "", **settings: Any) -> subprocess.CompletedProcess[bytes]:
        """Run a command in a process of its own; `shell` is what follows it on a shell's line."""
        line = self._line(*arguments)
        if shell:
            line = ["bash", "-o", "pipefail", "-c", f'"$@" {shell}', "bash", *line]
        return subprocess.run(line, env=self._environment, capture_output=True, timeout=60, check=False, **settings)

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a command in a process of its own, as from a terminal; the caller waits for it."""

        def hears_ctrl_c() -> None:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # what a shell starts in the background ignores it

        return subprocess.Popen(
            self._line(*arguments),
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=None if os.name == "nt" else hears_ctrl_c,
        )

    @staticmethod
    def _line(*arguments: str | bytes) -> list[str | bytes]:
        return [sys.executable, "-m", "holodream.hosts.cli.main", *arguments]

    @property
    def _environment(self) -> dict[str, str]:
        return {**os.environ, **self.env, "PYTHONPATH": str(Path(holodream.__file__).parents[1]), "PYTHONWARNINGS": "error"}


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """The program on a store that is not there yet."""
    yield Program(tmp_path / "memory_store.db")
    close_shared(tmp_path)


@pytest.fixture
def filled(program: Program) -> Program:
    """The program on a store of four facts in four scripts."""
    with holodream.open(program.store) as memory:
        memory.add("Mika is allergic to hazelnuts.", entities=["Mika"], keywords=["nuts"], source="said", by="anna")
        memory.add("奶奶的生日是五月三日。", entities=["奶奶"], category="user_pref", source="confirmed")
        memory.add("موعد ليلى مع طبيب الأسنان يوم الأحد.", entities=["ليلى"])
        memory.add("พี่นกแพ้อาหารทะเล", source="inferred")
    return program
