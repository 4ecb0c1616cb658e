"""Writes of the built-in memory tool, followed by facts: as 0.22 tells them and as 0.19 does."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from holodream.hosts.hermes.provider import HolographicProvider

from .conftest import Start, call
from .host_stand_in import HostStandIn

ENTRY = "Prefers metric units and short answers."
NEW = "Prefers metric units and long answers."


@pytest.fixture
def agent(start: Start, hermes: HostStandIn) -> HolographicProvider:
    hermes.configure(mirror_memory_writes=True)
    return start()


def facts(provider: HolographicProvider) -> list[str]:
    return [row["content"] for row in reversed(call(provider, action="list", limit=100)["facts"])]


def newer(old: str, part: str) -> dict[str, Any]:
    """What 0.22 tells of a write."""
    return {"write_origin": "tool", "session_id": "s", "platform": "cli", "tool_name": "memory", "old_text": part, "previous_content": old}


def older(old: str, part: str) -> dict[str, Any]:  # noqa: ARG001 - it tells no more
    """What 0.19 tells of a write."""
    return {"write_origin": "tool", "session_id": "s", "platform": "cli", "tool_name": "memory", "old_text": part}


HOSTS = pytest.mark.parametrize("told", [newer, older], ids=["0.22", "0.19"])


def test_off_by_default(start: Start) -> None:
    provider = start()
    provider.on_memory_write("add", "user", ENTRY, {})
    assert facts(provider) == []


@HOSTS
def test_add_replace_remove(agent: HolographicProvider, told: Any) -> None:
    agent.on_memory_write("add", "user", ENTRY, {"session_id": "s"})
    agent.on_memory_write("add", "memory", "The staging server runs Debian.", {"session_id": "s"})
    rows = call(agent, action="list")["facts"]
    assert [row["category"] for row in rows] == ["general", "user_pref"]
    agent.on_memory_write("replace", "user", NEW, told(ENTRY, "short answers"))
    assert facts(agent) == [NEW, "The staging server runs Debian."]
    assert [version["content"] for version in call(agent, action="history", fact_id=1)["versions"]] == [ENTRY, NEW]
    agent.on_memory_write("remove", "user", "", told(NEW, "long answers"))
    assert facts(agent) == ["The staging server runs Debian."]
    assert call(agent, action="history", fact_id=1)["state"] == "ended", "its history stays"


def test_a_patch_comes_as_the_whole_new_entry(agent: HolographicProvider) -> None:
    agent.on_memory_write("add", "memory", ENTRY, {})
    agent.on_memory_write("replace", "memory", NEW, newer(ENTRY, "short"))
    agent.on_memory_write("patch", "memory", ENTRY, newer(NEW, "long"))
    assert facts(agent) == [ENTRY]


def test_a_batch_comes_as_one_call_for_each(agent: HolographicProvider) -> None:
    for action, content, metadata in [
        ("add", "One thing about the shed.", {}), ("add", "Another thing about the mill.", {}), ("remove", "", newer("One thing about the shed.", "shed")),
        ("replace", "A third thing about the mill.", newer("Another thing about the mill.", "Another")), ("add", "A last thing about the dam.", {}),
    ]:  # fmt: skip
        agent.on_memory_write(action, "memory", content, metadata)
    assert facts(agent) == ["A third thing about the mill.", "A last thing about the dam."]


@HOSTS
def test_a_fact_that_somebody_saved_is_not_touched(agent: HolographicProvider, told: Any) -> None:
    call(agent, action="add", content=ENTRY, source="said")
    agent.on_memory_write("add", "user", ENTRY, {})
    agent.on_memory_write("remove", "user", "", told(ENTRY, "metric"))
    assert facts(agent) == [ENTRY]


def test_a_part_that_two_entries_hold_changes_none(agent: HolographicProvider) -> None:
    agent.on_memory_write("add", "user", "Likes tea in the morning.", {})
    agent.on_memory_write("add", "user", "Likes tea in the evening.", {})
    agent.on_memory_write("remove", "user", "", older("", "Likes tea"))
    assert len(facts(agent)) == 2


@HOSTS
def test_the_two_files_are_kept_apart(agent: HolographicProvider, told: Any) -> None:
    agent.on_memory_write("add", "memory", ENTRY, {})
    agent.on_memory_write("remove", "user", "", told(ENTRY, "metric"))
    assert facts(agent) == [ENTRY]


@HOSTS
def test_what_replaces_an_unknown_entry_is_added(agent: HolographicProvider, told: Any) -> None:
    agent.on_memory_write("replace", "user", NEW, told(ENTRY, "short"))
    assert facts(agent) == [NEW]


def test_a_text_that_may_not_be_kept_leaves_no_old_one_as_true(agent: HolographicProvider, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    agent.on_memory_write("add", "memory", "The router stands in the hall.", {})
    agent.on_memory_write("replace", "memory", "The router's admin password is Hunter" + "22x!", newer("The router stands in the hall.", "hall"))
    assert facts(agent) == []
    assert "Hunter" not in caplog.text
    assert "MEMORY.md is not mirrored" in caplog.text


def test_a_masked_entry_is_not_kept(agent: HolographicProvider) -> None:
    """0.22 masks what it hands over."""
    agent.on_memory_write("add", "memory", "The plumber's number is +668" + "****5678.", {})
    assert facts(agent) == []


@pytest.mark.parametrize("context", [{"platform": "cron"}, {"agent_context": "cron"}, {"platform": "subagent"}])
@pytest.mark.parametrize("cron_writes", [False, True])
def test_a_job_mirrors_only_with_cron_writes(start: Start, hermes: HostStandIn, context: dict[str, str], cron_writes: bool) -> None:
    hermes.configure(mirror_memory_writes=True, cron_writes=cron_writes)
    job = start("job", **context)
    job.on_memory_write("add", "memory", ENTRY, {})
    assert (facts(start()) == [ENTRY]) is cron_writes


@pytest.mark.parametrize("value", [None, "", 5, True, [], {}, b"x", "\ud800", "a\0b", "x" * 10_000])
def test_whatever_the_host_tells_is_survived(agent: HolographicProvider, value: Any, caplog: pytest.LogCaptureFixture) -> None:
    agent.on_memory_write("add", "user", ENTRY, value)
    agent.on_memory_write(value, "user", NEW, {})
    agent.on_memory_write("add", value, NEW, {})
    agent.on_memory_write("add", "user", value, {})
    agent.on_memory_write("replace", "user", NEW, {"old_text": value, "previous_content": value, "session_id": value})
    agent.on_memory_write("remove", "user", value, {"old_text": value, "previous_content": value, "platform": value})
    assert ENTRY in facts(agent)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
