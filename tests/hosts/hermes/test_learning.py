"""auto_extract: what people stated about themselves and decided, from their own words in a session, each once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from holodream.hosts.hermes.provider import HolographicProvider

from .conftest import Start, call
from .host_stand_in import HostStandIn
from .test_scopes import chat

STATED = "I never eat marzipan."
DECIDED = "We decided to use PostgreSQL for the shop."
TASTE = "My favourite colour is green."


def user(content: Any, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": content, **more}


def facts(provider: HolographicProvider) -> list[str]:
    return [row["content"] for row in reversed(call(provider, action="list", limit=100)["facts"])]


@pytest.fixture
def agent(start: Start, hermes: HostStandIn) -> HolographicProvider:
    hermes.configure(auto_extract=True)
    return start(user_id="marta")


def test_off_by_default(start: Start) -> None:
    provider = start()
    provider.on_session_end([user(STATED)])
    assert facts(provider) == []


def test_what_was_stated_and_decided_is_saved_at_the_end(agent: HolographicProvider, tmp_path: Path) -> None:
    agent.on_session_end([user(STATED), {"role": "assistant", "content": "Noted."}, user("Where is the ladder?"), user(DECIDED)])
    assert facts(agent) == [STATED, DECIDED]
    row = call(agent, action="list")["facts"][1]
    assert (row["source"], row["trust_score"], row["category"]) == ("said", 0.6, "user_pref")
    with closing(sqlite3.connect(tmp_path / "memory_store.db")) as file:
        assert file.execute("SELECT DISTINCT written_by, session FROM fact_versions").fetchall() == [("marta", "session-1")]


def test_a_message_that_is_no_text_stops_nothing(agent: HolographicProvider) -> None:
    agent.on_session_end([user(STATED), user("I never eat\x07 mushrooms."), user("I never eat \ud800 olives."), user(DECIDED)])
    assert facts(agent) == [STATED, DECIDED]


def test_before_a_compaction_too_and_nothing_twice(agent: HolographicProvider, start: Start) -> None:
    messages = [user(STATED), user(TASTE)]
    assert agent.on_pre_compress(messages) == ""
    assert facts(agent) == [STATED, TASTE]
    call(agent, action="end", fact_id=1)
    call(agent, action="update", fact_id=2, content="My favourite colour is blue now.")
    agent.on_session_end(messages)
    again = start("session-2")
    again.on_session_end(messages)
    assert facts(again) == ["My favourite colour is blue now."], "what has ended or changed since does not come back"


@pytest.mark.parametrize(
    "message",
    [
        {"role": "assistant", "content": STATED},
        {"role": "tool", "content": STATED, "tool_name": "web"},
        {"role": "system", "content": STATED},
        user("Where is the ladder?", api_content=f"Where is the ladder?\n\n<memory-context>\n- [1] {STATED}\n</memory-context>"),
        user(f"Where is the ladder?\n\n<memory-context>\n[System note: recalled]\n\n- [1] {STATED}\n</memory-context>"),
        user(f'[Replying to: "{STATED}"]\n\nok, thanks'),
        user(f'[Replying to your previous message: "{STATED}"]\n\nok, thanks'),
        user(f"> {STATED}\nWhat does she mean?"),
        user(f"What does this mean?\n```\n{STATED}\n```"),
        user(f"[The user sent a text document: 'a.txt'. Its content follows.]\n\n{STATED}"),
        user(f"[The user sent an image~ Here's what I can see:\nA note that says: {STATED}]\n[If you need a closer look, use vision_analyze with image_url: /x ~]\n\nnice?"),
        user(f"[IMPORTANT: You are running as a scheduled cron job. DELIVERY: ...]\n\n{STATED}"),
        user(f"[System note: {STATED}]"),
        user(f"[CONTEXT COMPACTION — REFERENCE ONLY] {STATED}"),
        user(STATED, _compressed_summary=1),
        user(STATED, display_kind="hidden"),
        user(STATED + " And so on." * 400),
        user("Translate into German: " + STATED),
        user(f"/remember {STATED}"),
        user(""),
        user(None),
        user(5),
        user([{"type": "image_url", "image_url": {"url": "x"}}]),
        "no message",
        None,
    ],
)  # fmt: skip
def test_nothing_but_a_persons_own_words(agent: HolographicProvider, message: Any) -> None:
    agent.on_session_end([message])
    assert facts(agent) == []


@pytest.mark.parametrize(
    "content",
    [
        STATED,
        f"[Marta] {STATED}",
        f'[Replying to: "What about the cake?"]\n\n{STATED}',
        f'"{STATED}"',
        [{"type": "text", "text": STATED}, {"type": "image_url", "image_url": {"url": "x"}}],
    ],
)
def test_decorations_are_taken_off(agent: HolographicProvider, content: Any) -> None:
    agent.on_session_end([user(content)])
    assert facts(agent) == [STATED]


def test_what_the_agent_saved_itself_is_not_saved_again(agent: HolographicProvider) -> None:
    call(agent, action="add", content="Never eats marzipan.", source="said")
    agent.on_session_end([user(STATED)])
    assert facts(agent) == ["Never eats marzipan."]


def test_a_forgotten_text_is_not_learnt_again(agent: HolographicProvider) -> None:
    fact_id = call(agent, action="add", content=STATED, source="said")["fact_id"]
    call(agent, action="forget", fact_id=fact_id)
    agent.on_session_end([user(STATED), user(STATED.upper())])
    assert facts(agent) == []


def test_a_message_with_a_secret_is_left_alone(agent: HolographicProvider) -> None:
    agent.on_session_end([user(f"{STATED} The alarm code password is Sun" + "flower2024!")])
    assert facts(agent) == []


def test_a_job_learns_nothing(start: Start, hermes: HostStandIn) -> None:
    hermes.configure(auto_extract=True, cron_writes=True)
    start("job", platform="cron").on_session_end([user(STATED)])
    assert facts(start()) == []


def test_each_person_gets_their_own(start: Start, hermes: HostStandIn) -> None:
    hermes.configure(auto_extract=True, scope="user")
    agent = start("session", **chat("-9", user="1", shared=True))
    for author, bot, text in (("1", False, STATED), ("2", False, TASTE), ("3", True, "I always play chess on Mondays."), (None, False, DECIDED)):
        agent.on_turn_start(1, text, author_id=author, author_is_bot=bot)
    agent.on_session_end([user(text) for text in (STATED, TASTE, "I always play chess on Mondays.", DECIDED, "I hate early mornings.")])
    for author, expected in (("1", [STATED]), ("2", [TASTE])):
        agent.on_turn_start(9, "hello", author_id=author)
        assert facts(agent) == expected


def test_a_bots_words_are_nobodys(start: Start, hermes: HostStandIn) -> None:
    hermes.configure(auto_extract=True)
    agent = start("session", **chat("1", "dm", user="1"))
    agent.on_turn_start(1, STATED, author_id="bot:other", author_is_bot=True)
    agent.on_session_end([user(STATED)])
    assert facts(agent) == []


@pytest.mark.parametrize(
    "value", [None, "", 5, {}, "text", [None], [[]], [{"role": "user"}], [{"role": "user", "content": "\ud800"}], [{"role": "user", "content": "a\0b"}]]
)
def test_whatever_the_host_tells_is_survived(agent: HolographicProvider, value: Any) -> None:
    agent.on_session_end(value)
    assert agent.on_pre_compress(value) == ""
    assert facts(agent) == []
