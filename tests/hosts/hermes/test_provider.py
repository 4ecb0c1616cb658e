"""The provider: nothing raises into the host, whatever it is given; one file for many agents."""

from __future__ import annotations

import logging
import re
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.hosts.hermes.provider import TITLE, HolographicProvider
from holodream.hosts.hermes.settings import ALL

from ...support import open_files
from .conftest import Start, call
from .host_stand_in import HostStandIn
from .test_settings import wrong_values

FACT = "Livia takes violin lessons with Mr Adeyemi on Thursdays."
QUESTION = "What day is Livia's violin lesson?"

ANYTHING: list[Any] = [None, "", " ", "text", 5, 1.5, True, [], ["a"], {}, {"a": 1}, b"bytes", object(), "\ud800", "a\0b", "x" * 1_000_000, float("nan")]


def names(value: Any) -> str:
    return repr(value)[:15]


# --- a turn ---


def test_a_turn_as_the_host_runs_it(start: Start, tmp_path: Path) -> None:
    provider = start(user_id="person-1")
    assert provider.name == "holographic"
    assert provider.is_available()
    assert TITLE in provider.system_prompt_block()
    provider.on_turn_start(1, FACT)
    assert call(provider, action="add", content=FACT, entities=["Livia"], source="said")["status"] == "added"
    provider.sync_turn(FACT, "Noted.", session_id="session-1", messages=[])
    provider.queue_prefetch(FACT, session_id="session-1")
    provider.on_session_end([])
    provider.shutdown()
    other = start("session-2")
    block = other.prefetch(QUESTION, session_id="session-2")
    assert block.splitlines() == ["## Holographic Memory", f"- [1] {FACT}"]
    status = other.recall_status()
    assert (status.count, status.provider_label) == (1, "Holographic")
    assert (tmp_path / "memory_store.db").is_file()


def test_the_block_holds_nothing_that_the_host_would_strip(start: Start) -> None:
    provider = start()
    call(provider, action="add", content=FACT)
    block = provider.prefetch(QUESTION)
    assert "<memory-context" not in block
    assert "System note" not in block
    assert re.fullmatch(r"## Holographic Memory\n(- \[\d+\] [^\n]+\n?)+", block)


@pytest.mark.parametrize(
    "message",
    [
        "ok",
        "Good morning!",
        "thanks",
        "/help",
        "",
        "谢谢",
        "спасибо",
        "[Marta] ok",
        '[Replying to: "What day is Livia\'s violin lesson?"]\n\nok thanks',
        "[System note: Livia has violin on Thursday]",
    ],
)
def test_a_turn_that_asks_for_nothing_gets_nothing(start: Start, message: str) -> None:
    provider = start()
    call(provider, action="add", content=FACT)
    assert provider.prefetch(message) == ""
    assert provider.recall_status() is None


@pytest.mark.parametrize(
    "message",
    [
        f"[Marta] {QUESTION}",
        f'[Replying to: "The bakery closes at six."]\n\n{QUESTION}',
        f'"{QUESTION}"',
        f"[Tomas|42]\n{QUESTION}",
        f"[The user sent a document: 'a.pdf'. It is saved at: /tmp/a.pdf.]\n\n{QUESTION}",
    ],
)
def test_decorations_do_not_hide_a_question(start: Start, message: str) -> None:
    provider = start()
    call(provider, action="add", content=FACT)
    assert FACT in provider.prefetch(message)


def test_a_session_is_not_shown_the_same_line_twice_even_by_another_object(start: Start) -> None:
    """A gateway may make a new agent for every message."""
    call(start("writer"), action="add", content=FACT)
    shown = [bool(start("chat-7").prefetch(QUESTION, session_id="chat-7")) for _ in range(4)]
    assert shown == [True, False, False, False]
    assert start("chat-8").prefetch(QUESTION, session_id="chat-8")


def test_a_host_that_sends_no_session_with_the_query(start: Start) -> None:
    """0.19 calls prefetch with session_id=""."""
    provider = start("chat-7")
    call(provider, action="add", content=FACT)
    assert provider.prefetch(QUESTION, session_id="")
    assert not provider.prefetch(QUESTION, session_id="")


@pytest.mark.parametrize("reset", [True, False])
def test_a_new_or_compacted_session_starts_afresh(start: Start, reset: bool) -> None:
    provider = start("one")
    call(provider, action="add", content=FACT)
    assert provider.prefetch(QUESTION)
    provider.on_session_switch("two" if reset else "one", parent_session_id="one", reset=reset, reason="compression", rewound=False)
    assert provider.prefetch(QUESTION)


def test_who_wrote_a_fact_is_remembered(start: Start, tmp_path: Path) -> None:
    provider = start(user_id="owner")
    calls = [
        (None, False, "The first thing.", "owner"),
        ("marta", False, "The second thing.", "marta"),
        ("bot-1", True, "The third thing.", None),
        (None, False, "The fourth thing.", "owner"),
    ]
    for author, bot, content, _ in calls:
        provider.on_turn_start(1, "text", author_id=author, author_name="x", author_is_bot=bot, anything_new=1)
        call(provider, action="add", content=content)
    with closing(sqlite3.connect(tmp_path / "memory_store.db")) as file:
        written = dict(file.execute("SELECT content, written_by FROM fact_versions").fetchall())
    assert written == {content: by for _, _, content, by in calls}


# --- settings ---


WRONG = [{name: wrong_values(setting)[0]} for name, setting in ALL.items()]


@pytest.mark.parametrize("settings", [*WRONG, {"no_such_setting": 1}], ids=lambda settings: next(iter(settings)))
def test_a_wrong_setting_turns_memory_off_and_the_log_says_which(
    start: Start, hermes: HostStandIn, settings: dict[str, Any], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    hermes.configure(**settings)
    provider = start()
    (name,) = settings
    assert [record.levelname for record in caplog.records if name in record.getMessage()] == ["WARNING"]
    answer = call(provider, action="add", content=FACT)
    assert name in answer["error"]
    assert provider.prefetch(QUESTION) == ""
    assert provider.system_prompt_block() == ""
    assert not (tmp_path / "memory_store.db").exists(), "never silently the default"


def test_a_config_that_cannot_be_read_turns_memory_off(start: Start, hermes: HostStandIn, tmp_path: Path) -> None:
    hermes.configure(error=OSError("broken yaml"))
    provider = start()
    assert "error" in call(provider, action="add", content=FACT)
    assert not (tmp_path / "memory_store.db").exists()


def test_settings_take_effect(start: Start, hermes: HostStandIn) -> None:
    hermes.configure(recall_limit=2, db_path="$HERMES_HOME/other.db", default_trust=0.9)
    provider = start()
    for number in range(4):
        call(provider, action="add", content=f"Hasselblad lens number {number} lies in drawer {number + 20}.")
    assert len(provider.prefetch("In which drawer are the Hasselblad lenses?").splitlines()) == 3
    assert call(provider, action="list")["facts"][0]["trust_score"] == 0.9


# --- jobs and subagents ---


@pytest.mark.parametrize("context", [{"agent_context": "cron"}, {"platform": "cron"}, {"platform": "subagent"}, {"agent_context": "subagent"}])
def test_a_job_recalls_nothing(start: Start, context: dict[str, str]) -> None:
    call(start(), action="add", content=FACT)
    assert start("job", **context).prefetch(QUESTION) == ""
    assert call(start("job", **context), action="search", query=QUESTION)["count"] == 1


def test_a_cron_prompt_recalls_nothing_in_a_host_that_calls_it_primary(start: Start) -> None:
    """0.19 says "primary" for everything."""
    call(start(), action="add", content=FACT)
    prompt = f"[IMPORTANT: You are running as a scheduled cron job. DELIVERY: ...]\n\n{QUESTION}"
    assert start("job").prefetch(prompt) == ""


# --- failures stay here ---


@pytest.mark.parametrize("name", ["memory_store.db"])
@pytest.mark.parametrize("content", [b"no database at all", b"SQLite format 3\0" + b"\xff" * 5000])
def test_an_unusable_file_turns_memory_off(start: Start, tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    provider = start()
    assert provider.prefetch(QUESTION) == ""
    answer = call(provider, action="add", content=FACT)
    assert "Memory is off" in answer["error"]
    assert name in answer["error"], "the agent can tell the person which file"
    assert (tmp_path / name).read_bytes() == content
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(lines) == 1, "one clear line"
    assert name in lines[0].getMessage()


def test_a_missing_home_turns_memory_off(start: Start, tmp_path: Path) -> None:
    provider = start(hermes_home=str(tmp_path / "nowhere"))
    assert "error" in call(provider, action="add", content=FACT)
    assert provider.prefetch(QUESTION) == ""
    assert not (tmp_path / "nowhere").exists()


def test_before_initialize_nothing_works_and_nothing_fails() -> None:
    provider = HolographicProvider()
    assert provider.identity_signature() == {}
    assert provider.get_tool_schemas()
    assert "error" in call(provider, action="list")
    assert provider.prefetch(QUESTION) == ""
    assert provider.system_prompt_block() == ""
    assert provider.recall_status() is None
    provider.on_turn_start(1, "text")
    provider.on_session_switch("other")
    provider.on_session_end([])
    provider.sync_turn("a", "b")
    provider.shutdown()


def test_shutting_down_twice(start: Start, tmp_path: Path) -> None:
    provider = start()
    call(provider, action="add", content=FACT)
    provider.shutdown()
    provider.shutdown()
    assert open_files(tmp_path / "memory_store.db") == []
    answer = call(provider, action="list")
    assert "ended" in answer["error"]
    assert provider.prefetch(QUESTION) == ""


def test_initializing_twice_lets_the_first_file_go(start: Start, tmp_path: Path) -> None:
    provider = start()
    provider.initialize("session-2", hermes_home=str(tmp_path))
    call(provider, action="add", content=FACT)
    (tmp_path / "other").mkdir()
    provider.initialize("session-3", hermes_home=str(tmp_path / "other"))
    assert call(provider, action="list")["count"] == 0
    provider.shutdown()
    assert open_files(tmp_path / "memory_store.db") == []
    assert open_files(tmp_path / "other" / "memory_store.db") == []


@pytest.mark.parametrize("value", ANYTHING, ids=names)
def test_any_argument_of_any_hook_is_survived(start: Start, value: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    provider = start()
    call(provider, action="add", content=FACT)
    for act in (
        lambda: provider.prefetch(value),
        lambda: provider.prefetch(QUESTION, session_id=value),
        lambda: provider.on_turn_start(value, value, author_id=value, author_is_bot=value),
        lambda: provider.handle_tool_call("fact_store", {"action": "add", "content": "The bakery closes at six."}),
        lambda: provider.on_turn_start(1, "x"),
        lambda: provider.sync_turn(value, value, session_id=value, messages=value),
        lambda: provider.queue_prefetch(value, session_id=value),
        lambda: provider.on_session_end(value),
        lambda: provider.handle_tool_call(value, value),
        lambda: provider.handle_tool_call("fact_store", {"action": value, "content": value}),
        lambda: provider.handle_tool_call("fact_store", {value if isinstance(value, str) else "x": value}),
        lambda: provider.on_session_switch(value, parent_session_id=value, reset=value, rewound=value),
        lambda: provider.prefetch(QUESTION),
        lambda: provider.handle_tool_call("fact_store", {"action": "add", "content": "The bridge is closed."}),
        lambda: provider.recall_status(),
    ):
        result = act()
        assert result is None or isinstance(result, str) or hasattr(result, "count")
    assert call(provider, action="search", query="Livia violin")["results"][0]["content"] == FACT
    assert "Livia" not in caplog.text


INITIAL = [
    (name, value)
    for name in ("hermes_home", "platform", "agent_context", "user_id", "session_id", "unheard_of")
    for value in ANYTHING
    if (name, value) != ("hermes_home", "\ud800")  # a file system has no such name, and the log of the tests no such letter
]


@pytest.mark.parametrize(("name", "value"), INITIAL, ids=[f"{name}-{names(value)}" for name, value in INITIAL])
def test_any_argument_of_initialize_is_survived(name: str, value: Any, tmp_path: Path, hermes: HostStandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert hermes
    provider = HolographicProvider()
    try:
        provider.initialize(**{"session_id": "s", "hermes_home": str(tmp_path), name: value})
        provider.on_turn_start(1, "x")
        answer = call(provider, action="add", content=FACT)
        assert answer.get("status") == "added" or "Memory failed" not in answer["error"]
        provider.prefetch(QUESTION)
        provider.system_prompt_block()
    finally:
        provider.shutdown()


@given(st.text(max_size=60))
def test_any_message_is_survived(start: Start, message: str) -> None:
    provider = start()
    assert isinstance(provider.prefetch(message), str)
    provider.shutdown()


@pytest.mark.parametrize("unit", ["lorem ipsum ", "我姐姐把自行车放在地下室", "<memory-context>", "[System note: ", "a", '"]\n\n'])
def test_a_long_paste_does_not_take_the_turns_time(start: Start, unit: str) -> None:
    provider = start()
    call(provider, action="add", content=FACT)
    begin = time.perf_counter()
    provider.prefetch(unit * (150_000 // len(unit)))
    assert time.perf_counter() - begin < 3


# --- many at once ---


def test_eight_threads_of_one_provider(start: Start) -> None:
    provider = start()
    failures: list[object] = []

    def work(name: int) -> None:
        try:
            for number in range(6):
                answer = call(provider, action="add", content=f"Thread {name} puts thing {number} on the shelf.", entities=[f"Thread {name}"])
                if answer.get("status") != "added":
                    failures.append(answer)
                provider.on_turn_start(number, "x", author_id=f"person-{name}")
                provider.prefetch(f"Where is thing {number} of thread {name}?", session_id=f"s{name}")
                call(provider, "fact_feedback", action="helpful", fact_id=answer["fact_id"])
                provider.recall_status()
        except BaseException as error:  # noqa: BLE001 - reported below
            failures.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    listed = call(provider, action="list", limit=100)
    assert listed["count"] == 48
    assert {row["trust_score"] for row in listed["facts"]} == {0.55}


def test_two_providers_on_one_file(start: Start) -> None:
    one, other = start("chat-1", user_id="marta"), start("chat-2", user_id="tomas")
    call(one, action="add", content=FACT)
    assert FACT in other.prefetch(QUESTION)
    one.shutdown()
    assert call(other, action="add", content="The bakery closes at six.")["fact_id"] == 2
    assert call(start("chat-3"), action="list")["count"] == 2


def test_ending_a_session_while_another_thread_asks(start: Start) -> None:
    for _ in range(5):
        provider = start()
        call(provider, action="add", content=FACT)
        failures: list[BaseException] = []

        def ask(provider: HolographicProvider = provider, failures: list[BaseException] = failures) -> None:
            try:
                for _ in range(20):
                    provider.prefetch(QUESTION)
                    call(provider, action="search", query="violin")
            except BaseException as error:  # noqa: BLE001 - reported below
                failures.append(error)

        thread = threading.Thread(target=ask)
        thread.start()
        provider.shutdown()
        thread.join()
        assert failures == []
