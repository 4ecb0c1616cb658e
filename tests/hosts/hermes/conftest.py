"""Providers in temporary homes, with a stand-in for the host."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import holodream
from holodream.hosts.hermes.provider import HolographicProvider

from . import host_stand_in
from .host_stand_in import HostStandIn

Start = Callable[..., HolographicProvider]


@pytest.fixture(scope="session", autouse=True)
def warm(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the first recall of a process loads must not count as a turn's time: a machine may be busy."""
    with holodream.open(tmp_path_factory.mktemp("warm") / "memory.db") as memory:
        memory.add("Ana keeps the ladder in the orchard.", entities=["Ana"])
        memory.recall("Where does Ana keep the ladder?")


@pytest.fixture
def hermes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HostStandIn]:
    """The host's configuration, empty at first."""
    yield host_stand_in.install(tmp_path / "host", monkeypatch)
    host_stand_in.forget(monkeypatch)


@pytest.fixture
def start(tmp_path: Path, hermes: HostStandIn) -> Iterator[Start]:
    """Start providers as the host does; all are shut down at the end. `hermes` holds their settings."""
    started: list[HolographicProvider] = []

    def starter(session: str = "session-1", **kwargs: Any) -> HolographicProvider:
        assert hermes is not None
        provider = HolographicProvider()
        started.append(provider)
        provider.initialize(session_id=session, **{"hermes_home": str(tmp_path), "platform": "cli", "agent_context": "primary", **kwargs})
        return provider

    yield starter
    for provider in started:
        provider.shutdown()


def call(provider: HolographicProvider, tool: str = "fact_store", /, **arguments: Any) -> dict[str, Any]:
    """Call a tool and read its answer."""
    answer = provider.handle_tool_call(tool, arguments)
    assert isinstance(answer, str)
    answer.encode("utf-8")
    result = json.loads(answer)
    assert isinstance(result, dict)
    return result
