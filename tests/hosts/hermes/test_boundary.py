"""The boundary to the host: whatever fails inside, a hook of the provider returns, the next one works, and a log line tells of it without a text."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from holodream import Memory
from holodream.hosts.hermes import budget, learning, outcomes, provider, settings, status, stores
from holodream.hosts.hermes.provider import HolographicProvider
from holodream.store import sharing

from .conftest import Start, call
from .host_stand_in import HostStandIn
from .test_learning import user
from .test_scopes import chat
from .test_status import until

FACT = "Livia takes violin lessons with Mr Adeyemi on Thursdays."
QUESTION = "What day is Livia's violin lesson?"
LEAK = "the text of a fact"


def failing(*_arguments: object, **_more: object) -> Any:
    raise RuntimeError(LEAK)


def failing_once(method: Callable[..., Any]) -> Callable[..., Any]:
    left = [1]

    def do(*arguments: Any, **more: Any) -> Any:
        return failing() if left and left.pop() else method(*arguments, **more)

    return do


def test_a_recall_that_fails_does_not_turn_memory_off(start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    agent = start()
    call(agent, action="add", content=FACT)
    monkeypatch.setattr(Memory, "recall", failing_once(Memory.recall))
    assert agent.prefetch(QUESTION, session_id="one") == ""
    assert FACT in agent.prefetch(QUESTION, session_id="one")
    assert call(agent, action="list")["count"] == 1
    assert "RuntimeError" in caplog.text
    assert LEAK not in caplog.text


def test_a_tool_call_that_fails_does_not_turn_memory_off(start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    agent = start()
    monkeypatch.setattr(Memory, "add", failing_once(Memory.add))
    answer = call(agent, action="add", content=FACT)
    assert "nothing was saved" in answer["error"]
    assert LEAK not in answer["error"] + caplog.text
    assert call(agent, action="add", content=FACT)["status"] == "added"


@pytest.mark.parametrize("error", [RuntimeError(LEAK), OSError(LEAK), ImportError(LEAK), RecursionError(LEAK)])
def test_the_tools_are_told_whatever_fails(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """The host asks for them before it initializes anything; an error there would take all tools from the agent."""

    def raising(*_arguments: object) -> bool:
        raise error

    monkeypatch.setattr(outcomes, "is_on", raising)
    monkeypatch.setattr(settings, "read", raising)
    assert [schema["name"] for schema in HolographicProvider().get_tool_schemas()] == ["fact_store", "fact_feedback"]


def test_notes_of_the_status_never_raise(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be no thread left to write them."""
    monkeypatch.setattr(status, "lane", failing)
    agent = start()
    call(agent, action="add", content=FACT)
    assert FACT in agent.prefetch(QUESTION)


def test_a_file_that_cannot_be_warmed_up_is_let_go(start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(stores, "_warm", set())
    warm_up = stores._warm_up
    monkeypatch.setattr(stores, "_warm_up", failing)
    agent = start()
    assert tmp_path / "memory_store.db" not in sharing._shared, "the file was let go"
    monkeypatch.setattr(stores, "_warm_up", warm_up)
    again = start()
    assert call(again, action="add", content=FACT)["status"] == "added"
    agent.shutdown()
    assert tmp_path / "memory_store.db" in sharing._shared
    again.shutdown()
    assert tmp_path / "memory_store.db" not in sharing._shared


def test_the_end_of_a_session_has_one_deadline_for_all_people(
    start: Start, hermes: HostStandIn, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Each person's store is worked on in what the ones before have left."""
    hermes.configure(scope="user", auto_extract=True, turn_budget=2)
    agent = start("session", **chat("-9", user="1", shared=True))
    said = [f"I never eat marzipan number {person}." for person in range(4)]
    for person, words in enumerate(said):
        agent.on_turn_start(person, words, author_id=str(person))
    now, given = [0.0], []

    def learn(_memory: Memory, messages: Any, session: str | None, seconds: float, categories: Any) -> int:  # noqa: ARG001
        given.append(seconds)
        now[0] += 0.9
        return 0

    monkeypatch.setattr(learning, "learn", learn)
    monkeypatch.setattr(provider, "time", SimpleNamespace(monotonic=lambda: now[0], perf_counter=lambda: now[0]))
    agent.on_session_end([user(words) for words in said])
    assert given == pytest.approx([1.0, 0.55, 0.1])
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING and "no time was left" in record.getMessage()]


def test_what_is_left_to_do_when_a_session_ends_is_no_failure(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    agent = start()
    call(agent, action="add", content=FACT)
    opened = agent._stores
    assert opened is not None
    [place] = opened._memories
    agent.shutdown()
    done: list[Memory] = []
    opened.later(place, done.append)
    lane = budget.lane(place.file, stores.LATER)
    until(lambda: lane._idle == lane._workers)
    assert done == []
    assert "failed" not in caplog.text


def test_what_was_given_is_noted_when_the_session_ends_at_once(start: Start, hermes: HostStandIn, tmp_path: Path) -> None:
    hermes.configure(experience="on")
    for number in range(5):
        agent = start(f"session-{number}")
        call(agent, action="add", content=FACT)
        assert FACT in agent.prefetch(QUESTION)
        agent.shutdown()
    with Memory(tmp_path / "memory_store.db") as memory:
        assert len(memory.deliveries()) == 5
