"""Nothing of one scope reaches another: every tool action and every way of recall, tried across people, chats and threads in one process."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from holodream.hosts.hermes import identity
from holodream.hosts.hermes.provider import HolographicProvider
from holodream.hosts.hermes.tools import ACTIONS

from .conftest import Start, call
from .host_stand_in import HostStandIn

SECRETS = ("Quillon", "zeppelin", "marzipan")  # words of the other's facts, which must come up nowhere
FACTS = ("Quillon keeps the zeppelin model in the cellar.", "Quillon gave the zeppelin model to Bernadette.", "Bernadette bakes marzipan on Sundays.")
QUESTION = "Where does Quillon keep the zeppelin, and who bakes marzipan?"


@pytest.fixture(autouse=True)
def no_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "_bots", set())


def chat(chat_id: str, chat_type: str = "group", *, user: str = "", thread: str = "", shared: bool = False) -> dict[str, str]:
    """What the host tells of an agent in a chat, in its own words."""
    key = ":".join(filter(None, ["agent:main:telegram", chat_type, chat_id, thread, "" if shared or chat_type == "dm" or thread else user]))
    told = {"platform": "telegram", "chat_id": chat_id, "chat_type": chat_type, "thread_id": thread, "user_id": user, "gateway_session_key": key}
    return {name: value for name, value in told.items() if value}


def fill(provider: HolographicProvider) -> None:
    """Facts with all that belongs to them: names, keywords, versions, a merge, an end."""
    ids = [
        call(provider, action="add", content=content, entities=["Quillon", "Bernadette"], keywords=["zeppelin"], source="said")["fact_id"] for content in FACTS
    ]
    call(provider, action="update", fact_id=ids[0], content="Quillon keeps the zeppelin model in the attic.")
    copy = call(provider, action="add", content="Quillon owns a zeppelin.")["fact_id"]
    call(provider, action="merge", fact_id=ids[1], copies=[copy])
    ended = call(provider, action="add", content="Quillon rents a zeppelin hangar.")["fact_id"]
    call(provider, action="end", fact_id=ended)
    call(provider, action="add_alias", entity="Quillon", new_name="Quill")


def everything_asked(provider: HolographicProvider) -> str:
    """All that the agent can get out of its memory with any action, as one text."""
    answers = [provider.prefetch(QUESTION), provider.prefetch(f"[Tomas] {QUESTION}"), provider.system_prompt_block(), str(provider.recall_status())]
    for action in ACTIONS:
        arguments: dict[str, Any] = {"query": QUESTION, "new_name": "Someone", "version": 1, "copies": [2], "limit": 100, "min_trust": 0, "keywords": ["thing"]}
        if action not in ("add", "update", "change", "correct"):  # those take the names for new ones
            arguments |= {"entity": "Quillon", "entities": ["Quillon", "Bernadette"]}
        for fact_id in (1, 2, 3, 4, 5):
            answers.append(
                json.dumps(call(provider, action=action, fact_id=fact_id, content=f"The text of {action} {fact_id}.", **arguments), ensure_ascii=False)
            )
    answers.append(json.dumps(call(provider, "fact_feedback", action="helpful", fact_id=1)))
    answers.append(provider.handle_tool_call("fact_experience", {"outcome": "helped", "fact_ids": [1]}))
    return "\n".join(answers)


def own_words_taken_out(text: str) -> str:
    """The names of the call come back in the answer that they are not there."""
    for own in ('"not_there":["Quillon","Bernadette"]', '"not_there": ["Quillon", "Bernadette"]'):
        text = text.replace(own, "")
    return text


def assert_knows_nothing(provider: HolographicProvider) -> None:
    found = own_words_taken_out(everything_asked(provider))
    assert not [word for word in SECRETS if word in found], found


PAIRS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "user": (chat("1", "dm", user="1"), chat("2", "dm", user="2")),
    "user-in-one-group": (chat("-9", user="1"), chat("-9", user="2")),
    "chat": (chat("-8", user="1"), chat("-9", user="1")),
    "chat-and-private": (chat("-8", user="1"), chat("1", "dm", user="1")),
    "thread": (chat("-9", user="1", thread="5"), chat("-9", user="1", thread="6")),
    "thread-of-another-chat": (chat("-8", user="1", thread="5"), chat("-9", user="1", thread="5")),
}


@pytest.mark.parametrize("case", PAIRS)
def test_nothing_reaches_another_scope(start: Start, hermes: HostStandIn, case: str) -> None:
    hermes.configure(scope=case.split("-")[0], experience="on")
    one, other = (start(f"session-{number}", **told) for number, told in enumerate(PAIRS[case]))
    fill(one)
    assert "zeppelin" in one.prefetch(QUESTION)
    assert_knows_nothing(other)
    assert "zeppelin" in one.handle_tool_call("fact_store", {"action": "search", "query": QUESTION}), "and nothing was changed from there"
    assert call(one, action="history", fact_id=1)["versions"][-1]["content"].endswith("attic.")


def test_two_people_speak_to_one_agent(start: Start, hermes: HostStandIn) -> None:
    """0.22 names the author of each turn; the agent is kept, and was made for the first one."""
    hermes.configure(scope="user", experience="on")
    agent = start("session", **chat("-9", user="1", shared=True))
    agent.on_turn_start(1, "hello", author_id="1", author_name="Marta", author_is_bot=False)
    fill(agent)
    agent.on_turn_start(2, "hello", author_id="2", author_name="Tomas", author_is_bot=False)
    assert_knows_nothing(agent)
    agent.on_turn_start(3, "hello", author_id="1", author_name="Marta", author_is_bot=False)
    assert "zeppelin" in agent.prefetch(QUESTION)
    assert "zeppelin" in start("private", **chat("1", "dm", user="1")).prefetch(QUESTION), "the person is the same in a private chat"


@pytest.mark.parametrize(
    ("scope", "told", "turn", "why"),
    [
        ("user", chat("-9", user="1", shared=True), {}, "does not say who"),
        ("user", chat("-9", user="1", shared=True), {"author_id": "7", "author_is_bot": True}, "a bot wrote"),
        ("user", {"platform": "cli"}, {}, "does not say who"),
        ("user", {"platform": "cron", "agent_context": "cron"}, {}, "does not say who"),
        ("chat", {"platform": "cli"}, {}, "in no chat"),
        ("thread", chat("-9", user="1"), {}, "in no thread"),
        ("chat", {**chat("-9", user="1"), "gateway_session_key": "agent:main:telegram:group:-8:1"}, {}, "another chat"),
    ],
)
def test_without_the_identity_memory_is_off_for_the_turn_and_says_so(
    start: Start, hermes: HostStandIn, caplog: pytest.LogCaptureFixture, tmp_path: Path, scope: str, told: dict[str, str], turn: dict[str, Any], why: str
) -> None:
    hermes.configure(scope=scope, mirror_memory_writes=True, auto_extract=True)
    agent = start("session", **told)
    agent.on_turn_start(1, QUESTION, **turn)
    for action in ACTIONS:
        answer = call(agent, action=action, content=FACTS[0], fact_id=1, query=QUESTION)
        assert why in answer["error"]
        assert scope in answer["error"]
    assert agent.prefetch(QUESTION) == ""
    agent.on_memory_write("add", "memory", FACTS[0], {})
    agent.on_session_end([{"role": "user", "content": "I never eat marzipan."}])
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len([line for line in lines if why in line]) == 1, "one clear line"
    assert not list(tmp_path.rglob("*.db")), "nothing is kept anywhere, least of all in the wider scope"


def test_memory_comes_back_with_the_person(start: Start, hermes: HostStandIn) -> None:
    hermes.configure(scope="user")
    agent = start("session", **chat("-9", user="1", shared=True))
    agent.on_turn_start(1, "hello")
    assert "error" in call(agent, action="add", content=FACTS[0])
    agent.on_turn_start(2, "hello", author_id="2")
    assert call(agent, action="add", content=FACTS[0])["status"] == "added"


def test_an_agent_of_a_large_group_keeps_few_files_open(start: Start, hermes: HostStandIn) -> None:
    hermes.configure(scope="user")
    agent = start("session", **chat("-9", user="1", shared=True))
    for person in range(20):
        agent.on_turn_start(person, "hello", author_id=str(person))
        assert call(agent, action="add", content=f"Person {person} likes tea with {person} sugars.")["fact_id"] == 1
    assert agent._stores is not None
    assert len(agent._stores.opened()) <= 9
    agent.on_turn_start(21, "hello", author_id="0")
    assert call(agent, action="list")["facts"][0]["content"].startswith("Person 0 ")


# --- group_recall ---

PRIVATE, GROUP = chat("1", "dm", user="1"), chat("-9", user="2")


def test_a_group_is_given_only_what_was_told_in_a_group(start: Start, hermes: HostStandIn) -> None:
    hermes.configure(group_recall="shared")
    fill(start("private", **PRIVATE))
    group = start("group", **GROUP)
    assert_knows_nothing(group)
    assert "zeppelin" in start("private-2", **PRIVATE).prefetch(QUESTION)


def test_without_the_setting_a_group_is_given_all(start: Start) -> None:
    fill(start("private", **PRIVATE))
    assert "zeppelin" in start("group", **GROUP).prefetch(QUESTION)


@pytest.fixture
def told(start: Start, hermes: HostStandIn) -> Callable[[], tuple[HolographicProvider, HolographicProvider]]:
    hermes.configure(group_recall="shared")
    return lambda: (start("private", **PRIVATE), start("group", **GROUP))


Both = Callable[[], tuple[HolographicProvider, HolographicProvider]]


def test_what_was_told_in_a_group_is_known_everywhere(told: Both) -> None:
    private, group = told()
    call(group, action="add", content=FACTS[0], entities=["Quillon"])
    assert "cellar" in group.prefetch(QUESTION)
    assert "cellar" in private.prefetch(QUESTION)
    assert call(group, action="entities")["entities"][0]["name"] == "Quillon"


def test_a_person_marks_a_fact_as_shared_and_takes_it_back(told: Both) -> None:
    private, group = told()
    fact_id = call(private, action="add", content=FACTS[0])["fact_id"]
    assert group.prefetch(QUESTION) == ""
    assert call(private, action="share", fact_id=fact_id) == {"shared": True}
    assert "cellar" in group.prefetch(QUESTION, session_id="g1")
    assert call(private, action="unshare", fact_id=fact_id) == {"shared": False}
    assert group.prefetch(QUESTION, session_id="g2") == ""


def test_a_group_cannot_share_what_it_cannot_see(told: Both) -> None:
    private, group = told()
    fact_id = call(private, action="add", content=FACTS[0])["fact_id"]
    assert "error" in call(group, action="share", fact_id=fact_id)
    assert "error" in call(group, action="merge", fact_id=call(group, action="add", content="The bakery closes at six.")["fact_id"], copies=[fact_id])
    assert "error" in call(group, action="rename_entity", entity="Quillon", new_name="Bernadette")
    assert call(private, action="list")["count"] == 2


def test_a_private_change_of_a_shared_fact_is_private(told: Both) -> None:
    private, group = told()
    fact_id = call(group, action="add", content="Quillon keeps the zeppelin model in the shed.")["fact_id"]
    call(private, action="update", fact_id=fact_id, content="Quillon sold the zeppelin for 900 euros.")
    assert "error" in call(group, action="history", fact_id=fact_id)
    assert "900" not in everything_asked(group)


def test_the_private_past_of_a_shared_fact_stays_private(told: Both) -> None:
    private, group = told()
    fact_id = call(private, action="add", content="Quillon pays 900 euros for the zeppelin.")["fact_id"]
    call(private, action="update", fact_id=fact_id, content="Quillon has a zeppelin.")
    call(private, action="share", fact_id=fact_id)
    history = call(group, action="history", fact_id=fact_id)
    assert [version["content"] for version in history["versions"]] == ["Quillon has a zeppelin."]
    assert "error" in call(group, action="revert", fact_id=fact_id, version=1)
    assert "900" not in json.dumps(call(group, action="search", query="zeppelin euros"))


def test_a_private_fact_told_again_in_a_group_is_shared(told: Both) -> None:
    private, group = told()
    call(private, action="add", content=FACTS[0], keywords=["hush"])
    assert call(group, action="add", content=FACTS[0])["status"] == "exists"
    assert "cellar" in group.prefetch(QUESTION)
