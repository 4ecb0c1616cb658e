"""The tool fact_experience: there only when it is wanted, about what the agent was really given, and it changes nothing else."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

import holodream
from holodream import Memory
from holodream.hosts.hermes.provider import HolographicProvider
from holodream.store import Store

from .conftest import Start, call
from .host_stand_in import HostStandIn
from .test_status import until

FACT = "Livia takes violin lessons with Mr Adeyemi on Thursdays."
OTHER = "The bakery in Harbour Street closes at six."
QUESTION = "What day is Livia's violin lesson?"


def deliveries(tmp_path: Path) -> list[tuple[str, tuple[int, ...], bool]]:
    with holodream.open(tmp_path / "memory_store.db") as memory:
        return [(one.kind, tuple(given.fact_id for given in one.facts), one.missed) for one in reversed(memory.deliveries())]


def tools_of(provider: HolographicProvider) -> list[str]:
    return [schema["name"] for schema in provider.get_tool_schemas()]


def test_off_by_default(start: Start, tmp_path: Path) -> None:
    provider = start()
    call(provider, action="add", content=FACT)
    assert provider.prefetch(QUESTION)
    assert "fact_experience" not in tools_of(provider)
    assert "fact_experience" not in provider.system_prompt_block()
    assert "error" in call(provider, "fact_experience", outcome="helped", fact_ids=[1])
    assert deliveries(tmp_path) == []


def test_the_block_and_a_search_are_noted_and_reported_on(start: Start, hermes: HostStandIn, tmp_path: Path) -> None:
    hermes.configure(experience="on")
    provider = start()
    assert "fact_experience" in tools_of(provider)
    assert "fact_experience" in provider.system_prompt_block()
    for content in (FACT, OTHER):
        call(provider, action="add", content=content)
    before = call(provider, action="list")
    provider.prefetch(QUESTION)
    call(provider, action="search", query="bakery")
    call(provider, action="list")
    provider.prefetch("What is the capital of Mongolia?")
    assert call(provider, "fact_experience", outcome="helped", fact_ids=[1]) == {"status": "noted"}
    assert call(provider, "fact_experience", outcome="misled", fact_ids="2") == {"status": "noted"}
    assert call(provider, "fact_experience", outcome="needed_another") == {"status": "noted"}
    assert deliveries(tmp_path) == [("block", (1,), False), ("search", (2,), True)]
    assert call(provider, action="list") == before


def test_no_turn_waits_until_what_was_given_is_on_file(start: Start, hermes: HostStandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Old reports may have to be erased then."""
    hermes.configure(experience="on")
    provider = start()
    call(provider, action="add", content=FACT)
    writers: list[str] = []
    monkeypatch.setattr(Memory, "write_deliveries", lambda _memory: writers.append(threading.current_thread().name))
    monkeypatch.setattr(Store, "write_deliveries", lambda _store: writers.append("whoever notes them"))
    assert provider.prefetch(QUESTION)
    assert call(provider, action="search", query=QUESTION)["count"] == 1
    until(lambda: len(writers) >= 2)
    assert writers == ["holodream-later"] * 2


@pytest.mark.parametrize(
    "arguments",
    [{}, {"outcome": "great"}, {"outcome": "helped"}, {"outcome": "helped", "fact_ids": [2]}, {"outcome": "helped", "fact_ids": ["x"]}, {"outcome": ["helped"]},
     {"outcome": "needed_another", "fact_ids": [99]}, {"outcome": "needed_another", "fact_ids": [1, 2]}],
)  # fmt: skip
def test_a_wrong_report_says_what_to_do(start: Start, hermes: HostStandIn, arguments: dict[str, object]) -> None:
    hermes.configure(experience="on")
    provider = start()
    call(provider, action="add", content=FACT)
    provider.prefetch(QUESTION)
    assert "Memory failed" not in call(provider, "fact_experience", **arguments)["error"]


def test_a_fact_that_the_screen_holds_back_was_not_given(start: Start, hermes: HostStandIn, tmp_path: Path) -> None:
    hermes.configure(experience="on")
    provider = start()
    call(provider, action="add", content=FACT)
    with closing(sqlite3.connect(tmp_path / "memory_store.db")) as file:  # another program does not screen
        file.execute("INSERT INTO facts (content) VALUES ('Livia says the violin alarm password is " + "Sun" + "flower2024!" + "')")
        file.commit()
    call(provider, action="search", query="Livia violin")
    provider.shutdown()
    assert deliveries(tmp_path) == [("search", (1,), False)]


def test_a_job_reports_only_when_it_may_write(start: Start, hermes: HostStandIn, tmp_path: Path) -> None:
    hermes.configure(experience="on")
    call(start(), action="add", content=FACT)
    job = start("job", platform="cron")
    call(job, action="search", query=QUESTION)
    assert "cron_writes" in call(job, "fact_experience", outcome="helped", fact_ids=[1])["error"]
    assert deliveries(tmp_path) == []
    hermes.configure(experience="on", cron_writes=True)
    job = start("job-2", platform="cron")
    call(job, action="search", query=QUESTION)
    assert call(job, "fact_experience", outcome="helped", fact_ids=[1]) == {"status": "noted"}
