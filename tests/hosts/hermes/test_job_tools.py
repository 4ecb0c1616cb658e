"""The tools of 0.19's jobs, which have no provider: a cron job reads all, a subagent only what its group chat might know; neither writes unasked."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from holodream.hosts.hermes import job_tools

from .conftest import Start, call
from .host_stand_in import HostStandIn
from .test_scopes import GROUP, PRIVATE

FACT = "Quillon keeps the zeppelin model in the cellar."
OPEN = "The bakery closes at six."
CRON, SUBAGENT = "cron_4711", "20261130_192705_ab12cd"  # sessions as the host names them

Job = Callable[..., dict[str, Any]]


@pytest.fixture
def job(hermes: HostStandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Job]:  # noqa: ARG001 - its settings
    """Call a tool as a job of the host does."""
    monkeypatch.setitem(sys.modules, "hermes_constants", SimpleNamespace(get_hermes_home=lambda: tmp_path))
    yield lambda session, **arguments: dict(json.loads(job_tools.answer("fact_store", arguments, session_id=session)))
    for one in job_tools._jobs.values():
        one.end()
    job_tools._jobs.clear()


def contents(answer: dict[str, Any]) -> list[str]:
    return [row["content"] for row in answer["facts"]]


@pytest.fixture
def told(start: Start, hermes: HostStandIn) -> None:
    hermes.configure(group_recall="shared")
    call(start("private", **PRIVATE), action="add", content=FACT)
    call(start("group", **GROUP), action="add", content=OPEN)


@pytest.mark.usefixtures("told")
def test_a_subagent_may_be_that_of_a_group(job: Job) -> None:
    """The host does not say whose it is."""
    assert contents(job(SUBAGENT, action="list")) == [OPEN]
    assert contents(job("", action="list")) == [OPEN]


@pytest.mark.usefixtures("told")
def test_a_cron_job_is_its_owners(job: Job) -> None:
    assert contents(job(CRON, action="list")) == [OPEN, FACT]


def test_neither_writes_unless_it_is_allowed(job: Job, hermes: HostStandIn) -> None:
    assert "cron_writes" in job(CRON, action="add", content=FACT)["error"]
    assert "cron_writes" in job(SUBAGENT, action="add", content=FACT)["error"]
    hermes.configure(cron_writes=True)
    assert job("cron_2", action="add", content=FACT)["status"] == "added"


def test_a_job_keeps_its_provider_and_the_oldest_one_goes(job: Job) -> None:
    for number in range(20):
        assert job(f"cron_{number}", action="list") == {"facts": [], "count": 0}
    kept = list(job_tools._jobs.values())
    assert len(kept) == 16
    job("cron_19", action="list")
    assert list(job_tools._jobs.values()) == kept


def test_a_job_that_is_pushed_out_before_it_begins_is_begun_anew(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it would open after its end nobody would close."""
    begin, pushed = job_tools._Job.provider, []

    def late(self: job_tools._Job, home: str, session: str) -> Any:
        if not pushed:
            pushed.append(job_tools._jobs.pop((home, session)))
            self.end()
        return begin(self, home, session)

    monkeypatch.setattr(job_tools._Job, "provider", late)
    assert job(CRON, action="list") == {"facts": [], "count": 0}
    assert pushed[0]._provider is None
    assert len(job_tools._jobs) == 1


def test_calls_of_one_job_at_once(job: Job) -> None:
    answers: list[dict[str, Any]] = []
    threads = [threading.Thread(target=lambda: answers.append(job(CRON, action="list"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [{"facts": [], "count": 0}] * 8
    assert len(job_tools._jobs) == 1


def test_the_tools_are_offered_to_whoever_has_the_toolset_memory() -> None:
    offered: list[dict[str, Any]] = []
    job_tools.register(SimpleNamespace(register_tool=lambda **what: offered.append(what)))
    assert [(one["name"], one["toolset"]) for one in offered] == [("fact_store", "memory"), ("fact_feedback", "memory")]
