"""A group that is given only what was told in a group (group_recall: shared): what its agent may change, and what answers do not tell."""

from __future__ import annotations

import json
from typing import Any

import pytest

from holodream.hosts.hermes.provider import HolographicProvider
from holodream.hosts.hermes.tools import ACTIONS

from .conftest import Start, call
from .host_stand_in import HostStandIn
from .test_learning import DECIDED, STATED, facts, user
from .test_scopes import GROUP, PRIVATE, chat

FACT = "Quillon keeps the zeppelin model in the cellar."
OF_NAMES = ("confirm_entity", "rename_entity", "merge_entities", "add_alias", "delete_entity")


@pytest.fixture
def private(start: Start, hermes: HostStandIn) -> HolographicProvider:
    hermes.configure(group_recall="shared")
    return start("private", **PRIVATE)


@pytest.fixture
def group(start: Start, private: HolographicProvider) -> HolographicProvider:  # noqa: ARG001 - its settings
    return start("group", **GROUP)


def test_every_action_on_names_that_writes_is_known_to_be_one() -> None:
    """Whoever adds one has to say whether a group may use it."""
    assert {name for name, action in ACTIONS.items() if action.writes and ("entit" in name or "alias" in name)} == set(OF_NAMES)


@pytest.mark.parametrize("action", OF_NAMES)
def test_a_group_changes_no_name(private: HolographicProvider, group: HolographicProvider, action: str) -> None:
    """Not even one that it sees: the same name stands in private facts."""
    call(group, action="add", content=FACT, entities=["Quillon", "Bernadette"])
    before = call(private, action="entities")
    answer = call(group, action=action, entity="Quillon", entities=["Quillon", "Bernadette"], new_name="Quill")
    assert "private chat" in answer["error"]
    assert call(private, action="entities") == before


def test_no_answer_tells_a_group_a_nickname_or_a_keyword(private: HolographicProvider, group: HolographicProvider) -> None:
    """Not those of a fact that it sees either: nobody knows where they were told."""
    fact_id = call(private, action="add", content=FACT, entities=["Quillon"], keywords=["hush"])["fact_id"]
    call(private, action="add_alias", entity="Quillon", new_name="Quill")
    call(private, action="share", fact_id=fact_id)
    asked: list[dict[str, Any]] = [
        {"action": "entities"}, {"action": "list"}, {"action": "probe", "entity": "Quillon"}, {"action": "search", "query": "zeppelin"},
        {"action": "history", "fact_id": fact_id}, {"action": "add", "content": FACT}, {"action": "confirm", "fact_id": fact_id},
        {"action": "update", "fact_id": fact_id, "category": "project"}, {"action": "correct", "fact_id": fact_id, "content": "Quillon keeps a zeppelin in the cellar."},
        {"action": "share", "fact_id": fact_id}, {"action": "probe", "entity": "Quill"},
    ]  # fmt: skip
    told = "\n".join([json.dumps(call(group, **arguments)) for arguments in asked] + [group.prefetch("Where does Quillon keep the zeppelin?")])
    assert "zeppelin" in told
    assert "hush" not in told
    assert '"Quill"' not in told
    assert "hush" in json.dumps(call(private, action="list")), "it is still there"


def test_a_confirmation_of_a_private_text_is_not_told(private: HolographicProvider, group: HolographicProvider) -> None:
    fact_id = call(private, action="add", content="Quillon pays 900 euros for the zeppelin.", source="inferred")["fact_id"]
    call(private, action="confirm", fact_id=fact_id)
    call(private, action="update", fact_id=fact_id, content="Quillon has a zeppelin.")
    call(private, action="share", fact_id=fact_id)
    assert call(private, action="history", fact_id=fact_id)["confirmed_by"]
    assert "confirmed_by" not in call(group, action="history", fact_id=fact_id)


def test_a_private_fact_that_is_told_again_gives_nothing_else_away(private: HolographicProvider, group: HolographicProvider) -> None:
    call(private, action="add", content=FACT, keywords=["hush"], entities=["Bernadette"])
    answer = call(group, action="add", content=FACT)
    assert (answer["status"], answer["fact_id"]) == ("exists", 1)
    assert "hush" not in json.dumps(answer)


@pytest.mark.parametrize(("first", "known"), [("group", True), ("private", False)])
def test_going_back_to_a_text_keeps_whether_it_was_shared(private: HolographicProvider, group: HolographicProvider, first: str, known: bool) -> None:
    teller = group if first == "group" else private
    fact_id = call(teller, action="add", content=FACT)["fact_id"]
    call(private, action="share", fact_id=fact_id)
    if not known:
        call(private, action="unshare", fact_id=fact_id)
    call(group if known else private, action="correct", fact_id=fact_id, content="Quillon keeps the zeppelin model in the attic.")
    assert call(private, action="revert", fact_id=fact_id, version=1)["status"] == "changed"
    assert ("cellar" in json.dumps(call(group, action="list"))) is known


# --- a gateway that does not say where it talks ---

UNKNOWN_PLACE = {"platform": "telegram", "user_id": "2"}


def test_an_unknown_chat_gets_only_what_groups_may_know(private: HolographicProvider, start: Start) -> None:
    call(private, action="add", content=FACT)
    call(start("group", **GROUP), action="add", content="The bakery closes at six.")
    unknown = start("unknown", **UNKNOWN_PLACE)
    assert facts(unknown) == ["The bakery closes at six."]


def test_what_is_told_in_an_unknown_chat_is_not_told_to_groups(private: HolographicProvider, start: Start) -> None:
    """It may have been a private one."""
    call(start("unknown", **UNKNOWN_PLACE), action="add", content=FACT)
    assert facts(start("group", **GROUP)) == []
    assert facts(private) == [FACT]


# --- what is found in what was said ---


@pytest.mark.parametrize(
    ("scope", "told", "saved"), [("profile", GROUP, [DECIDED]), ("profile", PRIVATE, [STATED, DECIDED]), ("user", chat("-9", user="1"), [STATED, DECIDED])]
)
def test_of_a_group_only_what_holds_for_all_is_learnt(start: Start, hermes: HostStandIn, scope: str, told: dict[str, str], saved: list[str]) -> None:
    """ "I never eat …" would be told as that of whoever speaks next, where all have one memory."""
    hermes.configure(auto_extract=True, scope=scope)
    agent = start("session", **told)
    agent.on_turn_start(1, STATED)
    agent.on_turn_start(2, DECIDED)
    agent.on_session_end([user(STATED), user(DECIDED)])
    assert facts(agent) == saved


@pytest.mark.parametrize("action", ["unmerge", "forget"])
def test_a_group_does_nothing_to_copies_that_may_be_private(private: HolographicProvider, group: HolographicProvider, action: str) -> None:
    shown = call(group, action="add", content="The club meets on Tuesday in the old mill.")["fact_id"]
    hidden = call(private, action="add", content="The club meets on Tuesday in the old mill because Tom is bankrupt.")["fact_id"]
    call(private, action="merge", fact_id=shown, copies=[hidden])
    assert "private chat" in call(group, action=action, fact_id=shown)["error"]
    assert call(private, action="unmerge", fact_id=shown)["status"] == "unmerged"
