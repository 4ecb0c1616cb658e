"""The actions of fact_store on facts that are there: few tokens, and what to do next."""

from __future__ import annotations

from typing import Any

import pytest

import holodream
from holodream.hosts.hermes import tools
from holodream.hosts.hermes.call import Call


@pytest.fixture
def memory(memory: holodream.Memory) -> holodream.Memory:
    memory.add("Leo plays the cello.", source="inferred", entities=["Leo"], keywords=["music"])
    memory.add("Leo plays cello.", source="said", by="u2")
    return memory


def call(memory: holodream.Memory, *, by: str | None = "u1", **arguments: Any) -> dict[str, Any]:
    try:
        return tools.answer("fact_store", Call(memory, arguments, by, "s1"))
    except holodream.HolodreamError as error:
        return {"error": str(error)}


def test_change_and_correct(memory: holodream.Memory) -> None:
    assert call(memory, action="change", fact_id=1, content="Leo plays the viola.", source="said") == {
        "status": "changed", "fact_id": 1, "version": 2, "keywords": ["music"],
    }  # fmt: skip
    assert call(memory, action="correct", fact_id="1", content="Leo plays the violin.")["version"] == 3
    versions = memory.history(1)
    assert [(version.reason, version.by, version.session) for version in versions[1:]] == [("changed", "u1", "s1"), ("corrected", "u1", "s1")]


@pytest.mark.parametrize("expect", [2, "2", {"1": 2}, 2.0])
def test_expect(memory: holodream.Memory, expect: Any) -> None:
    answer = call(memory, action="change", fact_id=1, content="Leo plays the viola.", expect=expect)
    assert (answer["status"], answer["version"]) == ("changed_since", 1)
    assert "Read it again" in answer["hint"]
    assert call(memory, action="update", fact_id=1, content="Leo plays the viola.", expect=expect)["updated"] is False
    assert call(memory, action="remove", fact_id=1, expect=expect)["removed"] is False
    assert memory.get(1).version == 1


def test_end_and_revert(memory: holodream.Memory) -> None:
    assert call(memory, action="end", fact_id=1) == {"status": "ended", "fact_id": 1, "version": 1}
    assert "has ended" in call(memory, action="end", fact_id=1)["error"]
    assert call(memory, action="remove", fact_id=1)["removed"] is False
    assert call(memory, action="revert", fact_id=1, version=1)["status"] == "changed"
    assert call(memory, action="revert", fact_id=1, version=9)["status"] == "refused"


def test_a_confirmation_is_of_who_speaks(memory: holodream.Memory) -> None:
    assert call(memory, action="confirm", fact_id=1) == {"status": "confirmed", "fact_id": 1, "version": 1, "trust": 0.6}
    assert call(memory, action="confirm", fact_id=1)["status"] == "already"
    assert call(memory, action="confirm", fact_id=1, by=None)["status"] == "confirmed"
    assert {item.person for item in memory.history(1).confirmations} == {"owner", "u1"}  # in their order, which is not told within a second


def test_merge_and_unmerge(memory: holodream.Memory) -> None:
    assert call(memory, action="duplicates")["count"] in (0, 1)
    assert call(memory, action="merge", fact_id=1, copies=[2], expect={"1": 1, "2": 1}) == {
        "status": "merged", "fact_id": 1, "copies": [2], "keywords": ["music"],
    }  # fmt: skip
    assert call(memory, action="merge", fact_id=1, copies=2)["status"] == "unchanged"
    answer = call(memory, action="add", content="Leo plays cello.")
    assert (answer["fact_id"], answer["status"]) == (1, "exists")
    history = call(memory, action="history", fact_id=1)
    assert [copy["fact_id"] for copy in history["copies"]] == [2]
    call(memory, action="change", fact_id=1, content="Leo plays the viola.")
    past = call(memory, action="add", content="Leo plays cello.")
    assert (past["status"], past["fact_id"]) == ("past", 1)
    assert "change fact 1" in past["hint"]
    assert call(memory, action="unmerge", fact_id=2) == {"status": "unmerged", "fact_id": 1, "copies": [2], "keywords": ["music"]}
    assert "ids of one or more" in call(memory, action="merge", fact_id=1)["error"]


def test_forget(memory: holodream.Memory) -> None:
    answer = call(memory, action="forget", fact_id=1)
    assert answer["status"] in ("forgotten", "pending")
    assert answer["fact_ids"] == [1]
    assert any("session history" in place for place in answer["may_still_be_in"])
    assert "the cello" not in str(answer)
    assert call(memory, action="add", content="Leo plays the cello.")["status"] == "refused"
    assert "no fact 1" in call(memory, action="history", fact_id=1)["error"]


def test_history_is_short_and_complete(memory: holodream.Memory) -> None:
    call(memory, action="change", fact_id=1, content="Leo plays the viola.", source="said")
    answer = call(memory, action="history", fact_id=1)
    assert [(row["version"], row["content"], row["why"]) for row in answer["versions"]] == [
        (1, "Leo plays the cello.", "added"), (2, "Leo plays the viola.", "changed"),
    ]  # fmt: skip
    assert answer["versions"][1]["by"] == "u1"


@pytest.mark.parametrize("action", ["change", "correct", "end", "revert", "confirm", "merge", "unmerge", "forget", "history"])
@pytest.mark.parametrize("fact_id", [None, "one", 0, -3, 1.5, True, [1], 10**30])
def test_a_wrong_id_is_told(memory: holodream.Memory, action: str, fact_id: Any) -> None:
    assert "fact_id" in call(memory, action=action, fact_id=fact_id, content="Something.", version=1, copies=[2])["error"]


def test_what_writes_is_off_in_cron_jobs(memory: holodream.Memory) -> None:
    for action in ("change", "correct", "end", "revert", "confirm", "merge", "unmerge", "forget"):
        assert tools.ACTIONS[action].writes, action
        with pytest.raises(holodream.InvalidArgument, match="cron_writes"):
            tools.answer("fact_store", Call(memory, {"action": action, "fact_id": 1}), may_write=False)
    for action in ("history", "duplicates"):
        tools.answer("fact_store", Call(memory, {"action": action, "fact_id": 1}), may_write=False)


def test_forget_names_what_says_nearly_the_same(memory: holodream.Memory) -> None:
    answer = call(memory, action="forget", fact_id=1)
    assert [near["content"] for near in answer["similar"]] == ["Leo plays cello."]
    assert "ask the user" in answer["hint"]
