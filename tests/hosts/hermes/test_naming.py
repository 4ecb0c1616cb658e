"""The actions on names that the agent can call."""

from __future__ import annotations

from typing import Any

import pytest

from holodream.hosts.hermes.provider import HolographicProvider

from .conftest import Start, call


@pytest.fixture
def provider(start: Start) -> HolographicProvider:
    provider = start()
    call(provider, action="add", content="Branka met Ilir in Graz.", entities=["Branka", "Graz"])
    call(provider, action="add", content="Branka is 41 years old.", entities=["Branka"])
    call(provider, action="add", content="Branka is 42 years old.", entities=["Branka"])
    return provider


def names(answer: dict[str, Any], key: str = "name") -> list[str]:
    rows: list[dict[str, Any]] = answer.get("entities") or answer.get("results") or []
    return [str(row[key]) for row in rows]


def test_entities(provider: HolographicProvider) -> None:
    answer = call(provider, action="entities")
    assert names(answer) == ["Branka", "Graz", "Ilir"]
    assert answer["count"] == 3
    assert answer["in_all"] == {"confirmed": 2, "provisional": 1}
    assert "hint" in answer
    assert names(call(provider, action="entities", status="provisional")) == ["Ilir"]
    assert "error" in call(provider, action="entities", status="sure")


def test_related_reason_and_probe(provider: HolographicProvider) -> None:
    related = call(provider, action="related", entity="Branka")
    assert (names(related, "entity"), related["count"]) == (["Graz", "Ilir"], 2)
    reason = call(provider, action="reason", entities=["Branka", "Graz"])
    assert ([row["fact_id"] for row in reason["results"]], reason["count"]) == ([1], 1)
    assert [row["fact_id"] for row in call(provider, action="probe", entity="ilir")["results"]] == [1]
    assert call(provider, action="related", entity="Nobody") == {"results": [], "count": 0}
    assert "error" in call(provider, action="reason")


def test_contradict(provider: HolographicProvider) -> None:
    answer = call(provider, action="contradict", entity="Branka")
    assert answer["count"] == 1
    assert (answer["results"][0]["entity"], answer["results"][0]["differs_in"]) == ("Branka", "number")
    assert [fact["fact_id"] for fact in answer["results"][0]["facts"]] == [2, 3]
    assert call(provider, action="contradict", entity="Graz") == {"results": [], "count": 0}


def test_putting_names_right(provider: HolographicProvider) -> None:
    assert call(provider, action="confirm_entity", entity="Ilir")["status"] == "confirmed"
    assert call(provider, action="rename_entity", entity="Ilir", new_name="Ilir Doci")["aliases"] == ["Ilir"]
    assert call(provider, action="add_alias", entity="Branka", new_name="Bra")["aliases"] == ["Bra"]
    assert call(provider, action="merge_entities", entities=["Branka", "Ilir"])["facts"] == 3
    assert call(provider, action="merge_entities", entities=["Branka"])["error"]
    assert call(provider, action="rename_entity", entity="Nobody", new_name="Somebody")["status"] == "refused"
    assert call(provider, action="delete_entity", entities=["Graz", "Nobody"]) == {"deleted": ["Graz"], "not_there": ["Nobody"]}
    assert "error" in call(provider, action="delete_entity", entities=[f"n{number}" for number in range(101)])


def test_a_job_may_look_and_not_change(start: Start) -> None:
    provider = start(agent_context="cron")
    assert call(provider, action="entities")["count"] == 0
    assert "cron" in call(provider, action="delete_entity", entities=["Branka"])["error"]
