"""Real hosts: where they are installed, a fresh home for each test, and the ways to make them do something."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

REPOSITORY = Path(__file__).resolve().parents[2]
# 0.19 has a provider `holographic` of its own, which always wins.
PLUGIN_NAMES = {"0.19": "holodream", "0.22": "holographic"}

SECONDS = 240.0  # a busy machine must not look like a host that hangs

_RUNNER = Path(__file__).with_name("agent_runner.py")
_SESSION_ID = re.compile(r"^session_id: (\S+)", re.MULTILINE)

STORE_NAME = "memory_store.db"
PATIENT = {"turn_budget": 120, "recall_budget": 7}  # settings of ours: a busy machine must not look like memory that is off

Step = dict[str, Any]
Result = dict[str, Any]


class HostError(AssertionError):
    """The host did not do what it was told; the message holds what it printed."""


@dataclass(frozen=True)
class Host:
    """One installed version of Hermes Agent."""

    version: str
    python: Path
    plugin_name: str

    @classmethod
    def find(cls, version: str) -> Host:
        """The host in its environment: below $HOLODREAM_HOSTS, or below .hosts in the repository."""
        folder = Path(os.environ.get("HOLODREAM_HOSTS") or REPOSITORY / ".hosts") / version
        python = folder / "bin" / "python"
        if not python.exists() or not python.with_name("hermes").exists():
            raise HostError(f"Hermes {version} is not installed for the tests. Run `make hosts` once.")
        return cls(version, python, PLUGIN_NAMES[version])

    def new_home(self, folder: Path, model_port: int, settings: Mapping[str, object] | None = None) -> Home:
        """A home with nothing in it but a configuration: the model, our provider and its `settings`."""
        home = Home(self, folder / "hermes-home", f"http://127.0.0.1:{model_port}/v1")
        for place in (home.path, home.user_folder, home.working_folder):
            place.mkdir(parents=True)
        home.configure(settings or {})
        return home


@dataclass(frozen=True)
class Answer:
    """What `hermes chat` printed, and the session in which it did."""

    text: str
    session: str


@dataclass(frozen=True)
class Turn:
    """What came back from one turn of an agent: its answer and the results of its tool calls."""

    answer: str
    tools: list[str]

    @property
    def results(self) -> list[dict[str, Any]]:
        """The tool results, read as JSON."""
        return [json.loads(result) for result in self.tools]


@dataclass(frozen=True)
class Home:
    """A host's data folder. Nothing outside its own temporary folder is read or written.

    Several tests may share one, each with a store of another name.
    """

    host: Host
    path: Path
    model_url: str
    store_name: str = STORE_NAME

    @property
    def user_folder(self) -> Path:
        """The operating system's home folder, as the host sees it."""
        return self.path.with_name("user-home")

    @property
    def working_folder(self) -> Path:
        """An empty folder to start in."""
        return self.path.with_name("work")

    @property
    def store_path(self) -> Path:
        """The fact store's file."""
        return self.path / self.store_name

    def configure(self, settings: Mapping[str, object]) -> None:
        """Write config.yaml anew (as JSON, which YAML contains)."""
        own = {} if self.store_name == STORE_NAME else {"db_path": self.store_name}
        config = {
            "model": {
                "default": "fake-model",
                "provider": "custom",
                "base_url": self.model_url,
                "api_key": "none",
                "context_length": 200_000,
            },
            "memory": {"provider": self.host.plugin_name},
            "plugins": {"hermes-memory-store": {**own, **settings}},
            # Exceptions that the host swallows are logged at this level only.
            "logging": {"level": "DEBUG"},
            # Otherwise 0.19 fetches a package and a program at the start of `hermes chat`.
            "security": {"allow_lazy_installs": False, "tirith_enabled": False},
            "model_catalog": {"enabled": False},
        }
        (self.path / "config.yaml").write_text(json.dumps(config, indent=2), encoding="utf-8")

    def install(self, plugin_folder: Path) -> Path:
        """Copy a built plugin to where the host looks for it."""
        target = self.path / "plugins" / self.host.plugin_name
        shutil.copytree(plugin_folder, target)
        return target

    def environment(self) -> dict[str, str]:
        """The whole environment of the host: no key, proxy or setting of the person who runs the tests gets in."""
        kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
        return {**kept, "HERMES_HOME": str(self.path), "HOME": str(self.user_folder), "LANG": "C.UTF-8", "TZ": "UTC"}

    def hermes(self, *args: str, timeout: float = SECONDS) -> subprocess.CompletedProcess[str]:
        """Run the host's command line; once more after a SIGSEGV, of which 0.22 can die when all is done."""
        done = self._hermes(args, timeout)
        return self._hermes(args, timeout) if done.returncode == -signal.SIGSEGV else done

    def _hermes(self, args: Sequence[str], timeout: float) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.host.python.with_name("hermes"), *args],
            env=self.environment(), cwd=self.working_folder, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, encoding="utf-8", timeout=timeout, check=False,
        )  # fmt: skip

    def chat(self, text: str, resume: str | None = None) -> Answer:
        """One question to a program of its own, which ends after the answer."""
        done = self.hermes("chat", "-Q", "-q", text, *(("--resume", resume) if resume else ()))
        session = _SESSION_ID.search(done.stderr)
        if done.returncode != 0 or session is None:
            raise HostError(f"hermes chat ended with {done.returncode}\n{done.stdout}\n{done.stderr}")
        return Answer(done.stdout.strip(), session.group(1))

    def script(self, code: str, *args: str, timeout: float = SECONDS) -> str:
        """Run Python code in the host's environment and return what it printed."""
        done = subprocess.run(
            [self.host.python, "-c", code, *args],
            env=self.environment(), cwd=self.working_folder, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, encoding="utf-8", timeout=timeout, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise HostError(f"the script ended with {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def agents(self) -> Agents:
        """A process of the host in which agents can be opened; a context manager."""
        return Agents(self)

    def agent_script(self, steps: Sequence[Step]) -> list[Result]:
        """Run all steps (see agent_runner.py) in a process of their own."""
        with self.agents() as agents:
            return [agents.step(step) for step in steps]

    def log_records(self) -> list[str]:
        """The host's log, one string a record; a traceback belongs to the record above it."""
        text = "".join(
            path.read_text(encoding="utf-8", errors="replace") + "\n" for name in ("agent.log", "errors.log") if (path := self.path / "logs" / name).exists()
        )
        return re.split(r"\n(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)", text)


class Agents:
    """Agents of one process: much faster than `hermes chat`, and with the identity that a gateway gives them."""

    def __init__(self, home: Home, timeout: float = SECONDS) -> None:
        self._timeout = timeout
        self._open: set[str] = set()
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 (closed in __exit__)
        self._process = subprocess.Popen(
            [home.host.python, "-P", _RUNNER, home.model_url],  # -P: our modules must not hide the host's
            env=home.environment(), cwd=home.working_folder, text=True, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            self._process.communicate(timeout=10)  # closes its stdin, at which it ends
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
        self._errors.close()

    def end_all(self) -> None:
        """End the session of every agent that is still open."""
        for name in sorted(self._open):
            self.end(name)

    def open(self, name: str, **identity: str) -> str:
        """A new agent with a session of its own; returns the session's id."""
        return str(self.step({"open": name, "kwargs": identity})["session"])

    def turn(self, name: str, text: str, author: Mapping[str, object] | None = None) -> Turn:
        """A person writes `text` to the agent."""
        return Turn(**self.step({"turn": name, "text": text, "author": author}))

    def end(self, name: str) -> None:
        """The agent's session ends."""
        self.step({"end": name})

    def parallel(self, *scripts: Sequence[Step]) -> list[list[Turn]]:
        """Run lists of steps at the same time; returns the turns of each."""
        results = self.step({"parallel": [list(script) for script in scripts]})["parallel"]
        return [[Turn(**result) for result in one if "answer" in result] for one in results]

    def step(self, step: Step) -> Result:
        """Do one step and return its result."""
        self.send(step)
        return self.receive()

    def _note(self, step: Step) -> None:
        for inner in itertools.chain(*step.get("parallel", [[step]])):
            if "open" in inner:
                self._open.add(inner["open"])
            elif "end" in inner:
                self._open.discard(inner["end"])

    def send(self, step: Step) -> None:
        """Hand over a step without waiting for its result."""
        assert self._process.stdin is not None
        self._note(step)
        with contextlib.suppress(BrokenPipeError):  # receive() tells why the process has ended
            self._process.stdin.write(json.dumps(step) + "\n")
            self._process.stdin.flush()

    def receive(self) -> Result:
        """The result of the oldest step that was sent and not yet received."""
        assert self._process.stdout is not None
        watchdog = threading.Timer(self._timeout, self._process.kill)
        watchdog.start()
        line = self._process.stdout.readline()
        watchdog.cancel()
        if not line:
            self._errors.seek(0)
            raise HostError(f"the host's process ended or took longer than {self._timeout} s\n{self._errors.read()}")
        result: Result = json.loads(line)
        failed = [one for one in (result, *itertools.chain(*result.get("parallel", []))) if "error" in one]
        if failed:
            raise HostError(failed[0]["error"])
        return result
