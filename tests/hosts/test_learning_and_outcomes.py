"""In real hosts: outcomes of tasks, the built-in memory followed, facts found at the end of a session, and jobs that do none of it."""

from __future__ import annotations

import json
from typing import Any

import holodream

from .conftest import Process
from .host import PATIENT, Agents, Home, Host
from .model_server import call
from .test_people import RUN_JOBS, add
from .test_roundtrip import assert_clean_logs

FACT = "The boiler engineer Marta Kvist comes on the 4th of May."
QUESTION = "When does the boiler engineer come?"


def facts(home: Home) -> list[str]:
    with holodream.open(home.store_path) as memory:
        return [fact.content for fact in reversed(memory.list())]


def memory_tool(**arguments: object) -> str:
    return call("memory", **arguments)


def done(agents: Agents, text: str) -> dict[str, Any]:
    result = agents.turn("a", text).results[0]
    assert result.get("success"), result
    return result


def test_what_was_given_is_noted_and_reported_on(shared: Process) -> None:
    home, agents, model = shared.home, shared.agents, shared.model
    home.configure({"experience": "on", **PATIENT})
    agents.open("a")
    agents.turn("a", add(FACT))
    agents.open("b")
    agents.turn("b", QUESTION)
    assert "fact_experience" in {tool["function"]["name"] for tool in model.turns[-1]["tools"]}
    agents.turn("b", call("fact_store", action="search", query="engineer"))
    assert agents.turn("b", call("fact_experience", outcome="helped", fact_ids=[1])).results == [{"status": "noted"}]
    assert "error" in agents.turn("a", call("fact_experience", outcome="helped", fact_ids=[1])).results[0], "given to another session"
    with holodream.open(home.store_path) as memory:
        found = [(one.kind, [(given.fact_id, given.version, given.outcome) for given in one.facts]) for one in memory.deliveries()]
        assert memory.get(1).trust == 0.6
    assert found == [("search", [(1, 1, "helped")]), ("block", [(1, 1, None)])]
    assert_clean_logs(home, [FACT])


def test_without_the_setting_there_is_no_such_tool(shared: Process) -> None:
    agents, model = shared.agents, shared.model
    agents.open("a")
    agents.turn("a", "Good evening!")
    assert "fact_experience" not in {tool["function"]["name"] for tool in model.turns[-1]["tools"]}


def test_the_built_in_memory_is_followed(shared: Process, host: Host) -> None:
    home, agents = shared.home, shared.agents
    home.configure({"mirror_memory_writes": True, **PATIENT})
    change = "replace" if host.version == "0.19" else "patch"
    agents.open("a")
    done(agents, memory_tool(action="add", target="user", content="Prefers metric units and short answers."))
    done(agents, memory_tool(action="add", target="memory", content="The staging server runs Debian."))
    assert facts(home) == ["Prefers metric units and short answers.", "The staging server runs Debian."]
    new = "Prefers metric units and long answers." if change == "replace" else "long answers"
    done(agents, memory_tool(action=change, target="user", old_text="short answers" if change == "patch" else "metric units", content=new))
    assert facts(home) == ["Prefers metric units and long answers.", "The staging server runs Debian."]
    operations = [{"action": "remove", "old_text": "Debian"}, {"action": "add", "content": "The staging server was switched off."}]
    done(agents, memory_tool(target="memory", operations=operations))
    assert facts(home) == ["Prefers metric units and long answers.", "The staging server was switched off."]
    done(agents, memory_tool(action="remove", target="user", old_text="metric units"))
    assert facts(home) == ["The staging server was switched off."]
    assert_clean_logs(home, ["Debian", "metric units"])


def test_what_people_stated_is_saved_when_the_session_ends(shared: Process) -> None:
    home, agents = shared.home, shared.agents
    home.configure({"auto_extract": True, **PATIENT})
    agents.open("a")
    agents.turn("a", add(FACT))
    agents.turn("a", f'[Replying to: "I always eat marzipan."]\n\n{QUESTION}')
    agents.turn("a", "I never eat mushrooms.")
    assert facts(home) == [FACT]
    agents.end("a")
    assert facts(home) == [FACT, "I never eat mushrooms."], "and nothing of what was recalled or quoted"
    assert_clean_logs(home, ["mushrooms", "marzipan"])


def test_a_job_reads_and_does_nothing_else(shared: Process, host: Host) -> None:
    home, agents, model = shared.home, shared.agents, shared.model
    home.configure({"auto_extract": True, "mirror_memory_writes": True, "experience": "on", **PATIENT})
    agents.open("a")
    agents.turn("a", add(FACT))
    before, results_before = len(model.turns), len(model.tool_results())
    prompts = [f"I never eat mushrooms. {QUESTION}", call("fact_store", action="search", query="engineer"), add("The bridge is closed.")]
    home.script(RUN_JOBS, *prompts)
    asked = [json.dumps(body["messages"], ensure_ascii=False) for body in model.turns[before:]]
    assert asked
    assert not [text for text in asked if "<memory-context>" in text], "prompts of jobs recall nothing"
    if host.version != "0.19":  # whose jobs have no provider
        results = [json.loads(result) for result in model.tool_results()[results_before:]]
        assert results[0]["count"] == 1
        assert "cron_writes" in results[1]["error"]
    assert facts(home) == [FACT]
    with holodream.open(home.store_path) as memory:
        assert memory.deliveries() == []
