"""What every test with a real host needs: the hosts, the built plugin, a model and a fresh home.

HOLODREAM_HOSTS   a folder with the environments `0.19` and `0.22`; else `.hosts` in the repository (see `make hosts`)
HOLODREAM_PLUGIN  a ready plugin folder to test; else one is built
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from .host import PLUGIN_NAMES, REPOSITORY, Agents, Home, Host
from .model_server import ModelServer


@pytest.fixture(scope="session", params=list(PLUGIN_NAMES))
def host(request: pytest.FixtureRequest) -> Host:
    """Each installed host in turn."""
    return Host.find(request.param)


@pytest.fixture(scope="session")
def plugin_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plugin as it is delivered: built once, self-contained."""
    if given := os.environ.get("HOLODREAM_PLUGIN"):
        return Path(given).resolve()
    return _built("build", tmp_path_factory.mktemp("dist") / "holographic")


@pytest.fixture(scope="session")
def dreaming_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of the night as it is delivered: built once, self-contained."""
    return _built("build_dreaming", tmp_path_factory.mktemp("dist") / "hermes-dreaming")


def _built(module: str, target: Path) -> Path:
    search_path = os.pathsep.join(filter(None, [str(REPOSITORY / "src"), os.environ.get("PYTHONPATH")]))
    built = subprocess.run(
        [sys.executable, "-m", f"holodream.hosts.hermes.placing.{module}", target],
        env={**os.environ, "PYTHONPATH": search_path},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert built.returncode == 0, f"{target.name} could not be built\n{built.stdout}\n{built.stderr}"
    return target


@pytest.fixture
def model() -> Iterator[ModelServer]:
    """A model that does what the user message tells it to."""
    with ModelServer() as server:
        yield server


@pytest.fixture
def home(host: Host, model: ModelServer, plugin_folder: Path, tmp_path: Path) -> Home:
    """A fresh home with the plugin in place and default settings."""
    fresh = host.new_home(tmp_path, model.port)
    fresh.install(plugin_folder)
    return fresh


@dataclass(frozen=True)
class Process:
    """One started process of a host, which the tests of a module share."""

    home: Home
    model: ModelServer
    agents: Agents


@pytest.fixture(scope="module")
def process(host: Host, plugin_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A host takes seconds to start; its agents read the settings anew."""
    with ModelServer() as model:
        home = host.new_home(tmp_path_factory.mktemp("process"), model.port)
        home.install(plugin_folder)
        with home.agents() as agents:
            yield Process(home, model, agents)


@pytest.fixture
def shared(process: Process, request: pytest.FixtureRequest) -> Iterator[Process]:
    """The process, with a store of the test's own."""
    home = replace(process.home, store_name=f"{hashlib.sha256(request.node.name.encode()).hexdigest()[:16]}.db")
    home.configure({})
    yield replace(process, home=home)
    process.agents.end_all()
