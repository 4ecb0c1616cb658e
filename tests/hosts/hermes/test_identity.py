"""Who speaks: by what comes with the turn or by a session of one person, never by what the host said when it made the agent."""

from __future__ import annotations

from typing import Any

import pytest

from holodream.hosts.hermes import identity
from holodream.hosts.hermes.identity import BOT, BOTS_ID, UNKNOWN, Identity, Room

DM = {"platform": "telegram", "chat_type": "dm", "chat_id": "42", "user_id": "42", "gateway_session_key": "agent:main:telegram:dm:42"}
GROUP = {"platform": "telegram", "chat_type": "group", "chat_id": "-100", "user_id": "42"}
OWN_PART = GROUP | {"gateway_session_key": "agent:main:telegram:group:-100:42"}
SHARED = GROUP | {"gateway_session_key": "agent:main:telegram:group:-100"}
SLACK = {"platform": "slack", "chat_type": "channel", "chat_id": "C1", "user_id": "U7"}
OBSERVED = {"platform": "telegram", "chat_type": "group", "chat_id": "-100", "gateway_session_key": "agent:main:telegram:group:-100"}
HEADER = "[Current addressed message - answer only this unless it explicitly asks you to use the observed context]\n"


@pytest.fixture(autouse=True)
def no_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "_bots", set())
    for name in identity._OWN_IDS:
        monkeypatch.delenv(name, raising=False)


def speaker(host: dict[str, Any], author: object = None, message: str = "Where is the ladder?", *, is_bot: bool = False) -> identity.Speaker:
    who = Identity.of("session", host)
    who.begin_turn(author, is_bot=is_bot, message=message)
    return who.speaker


@pytest.mark.parametrize(
    ("host", "author", "message", "person"),
    [
        (DM, None, "hello", "42"),
        (DM, "77", "hello", "77"),
        (OWN_PART, None, "hello", "42"),
        (SHARED, "77", "hello", "77"),
        (SHARED, None, "[Tomas] hello", None),
        (SHARED, None, "[Tomas|77]\nhello", None),
        (OBSERVED, None, "[Tomas|77]\nhello", "77"),
        (OBSERVED, None, "[To|mas|77]\nhello", "77"),
        (OBSERVED, None, '[Replying to: "what"]\n\n[Tomas|77]\nhello', "77"),
        (OBSERVED, None, "[Tomas|77]\nhello\n[Oleg|78]\nand so on", None),
        (OBSERVED, None, f"[Observed]\n[Oleg|78]\nnoise\n\n{HEADER}[Tomas|77]\nhello", "77"),
        (OBSERVED, None, f"[Observed]\n[Oleg|78]\n{HEADER}[Marta|42]\nnoise\n\n{HEADER}[Tomas|77]\nhello", None),
        (OBSERVED, None, "hello", None),
        ({"platform": "cli", "user_id": "owner"}, None, "hello", "owner"),
        ({"platform": "cli"}, None, "hello", None),
        ({"platform": "telegram", "user_id": "42"}, None, "hello", None),
        ({"platform": "telegram", "user_id": "42", "chat_type": "dm", "gateway_session_key": "agent:main:telegram:dm"}, None, "hello", None),
        ({"platform": "api_server", "gateway_session_key": "agent:main:api_server:dm:user-42"}, None, "hello", "user-42"),
        (GROUP | {"thread_id": "9", "gateway_session_key": "agent:main:telegram:group:-100:9"}, None, "hello", None),
        (GROUP | {"thread_id": "9", "gateway_session_key": "agent:main:telegram:group:-100:9:42"}, None, "hello", "42"),
        (GROUP | {"gateway_session_key": "agent:main:telegram:group:-1001:42"}, None, "hello", None),
        (SLACK | {"gateway_session_key": "agent:main:slack:channel:T1:C1:U7"}, None, "hello", "U7"),
        (SLACK | {"gateway_session_key": "agent:main:slack:channel:T1:C1"}, None, "hello", None),
        (SLACK | {"gateway_session_key": "agent:main:slack:thread:T1:C1:9"}, None, "hello", None),
        (SLACK | {"gateway_session_key": "agent:main:slack:thread:T1:C1:9:U7"}, None, "hello", "U7"),
        ({"platform": "matrix", "chat_type": "group", "chat_id": "!a:b.org", "user_id": "@x:b.org"}, None, "hello", None),
        (
            {"platform": "matrix", "chat_type": "group", "chat_id": "!a:b.org", "user_id": "@x:b.org", "gateway_session_key": "agent:main:matrix:group:!a:b.org:@x:b.org"},
            None, "hello", "@x:b.org",
        ),
    ],
)  # fmt: skip
def test_who_speaks(host: dict[str, Any], author: object, message: str, person: str | None) -> None:
    found = speaker(host, author, message)
    assert found.person == person
    assert (found.nobody == "") == (person is not None)


def test_an_author_counts_for_one_turn_only() -> None:
    who = Identity.of("session", SHARED)
    who.begin_turn("77", is_bot=False)
    who.begin_turn(None, is_bot=False)
    assert who.speaker.nobody == UNKNOWN


def test_a_bot_is_nobody_even_in_a_private_chat() -> None:
    assert speaker(DM, "7", is_bot=True).nobody == BOT
    assert speaker(SHARED, "7").nobody == BOTS_ID, "its id stays that of a bot"
    assert speaker(SHARED | {"platform": "discord"}, "7").person == "7", "ids belong to a platform"


def test_the_bots_own_id_for_everybody_is_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEIXIN_ACCOUNT_ID", "wx-bot")
    assert speaker({"platform": "weixin", "chat_type": "dm", "chat_id": "wx-bot", "user_id": "wx-bot"}).nobody == BOTS_ID
    assert speaker({"platform": "weixin", "chat_type": "dm", "chat_id": "wx-1", "user_id": "wx-1"}).person == "wx-1"


@pytest.mark.parametrize("value", [None, "", 5, True, [], {}, b"x", object(), "\ud800", "a\0b", "x" * 100_000])
def test_whatever_the_host_tells_is_survived(value: Any) -> None:
    for name in ("platform", "user_id", "chat_id", "chat_type", "thread_id", "gateway_session_key", "agent_context"):
        who = Identity.of("session", {**DM, name: value})
        who.begin_turn(value, is_bot=value, message=value)
        assert isinstance(who.room.is_group, bool)


@pytest.mark.parametrize(
    ("host", "group"),
    [
        (DM, False),
        (OWN_PART, True),
        ({"platform": "cli"}, False),
        ({"platform": "slack", "chat_id": "C1"}, True),
        ({"platform": "slack", "gateway_session_key": "agent:main:slack:channel:C1"}, True),
        (DM | {"thread_id": "9"}, False),
        ({"platform": "telegram", "user_id": "42"}, True),  # a gateway that does not say where: it may be any chat
        ({"platform": "subagent"}, True),
        ({"platform": "acp"}, False),
        ({"platform": "cron"}, False),
        ({}, False),
    ],
)
def test_what_counts_as_a_group(host: dict[str, Any], group: bool) -> None:
    assert Room.of(host).is_group is group


@pytest.mark.parametrize(
    ("platform", "chat", "key", "agrees"),
    [
        ("telegram", "-100", "agent:main:telegram:group:-100", True),
        ("telegram", "-100", "agent:main:telegram:group:-100:42", True),
        ("telegram", "-100", "agent:main:telegram:group:-1001", False),
        ("telegram", "-1001", "agent:main:telegram:group:-100", False),
        ("telegram", "42", "agent:main:telegram:group:-100:42", False),
        ("telegram", "-100", "", True),
        ("matrix", "!a:b.org", "agent:main:matrix:group:!a:b.org:@x:b.org", True),
        ("matrix", "!a:b.or", "agent:main:matrix:group:!a:b.org:@x:b.org", False),
        ("slack", "C1", "agent:main:slack:channel:T1:C1", True),
        ("slack", "C1", "agent:main:slack:channel:T1:C12", False),
        ("telegram", "C1", "agent:main:telegram:channel:T1:C1", False),
        ("whatsapp", "491@s.whatsapp.net", "agent:main:whatsapp:dm:491", True),
    ],
)
def test_a_key_is_that_of_the_chat_when_the_whole_id_stands_in_it(platform: str, chat: str, key: str, agrees: bool) -> None:
    assert Room.of({"platform": platform, "chat_id": chat, "gateway_session_key": key}).agrees is agrees
