"""From the host's messages to what people really said."""

from __future__ import annotations

import sqlite3
import threading
import tracemalloc
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from holodream.hosts.hermes.night.message_database import MessagesUnavailable
from holodream.hosts.hermes.night.messages import Speech, own_words
from holodream.hosts.hermes.night.trust import TrustedChats
from holodream.night.inputs import Utterance

from ...support import FIXTURES
from . import message_files
from .message_files import NOON, VERSIONS, message, messages, session, written

LONG_AGO, FAR_AHEAD = datetime(2020, 1, 1, tzinfo=timezone.utc), datetime(2040, 1, 1, tzinfo=timezone.utc)
GROUP = "-1009876543210"
SUMMARY = "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.\nAna owns a boat.\n"
END = "--- END OF CONTEXT SUMMARY — respond to the message below, not the summary above ---"


def speech(path: Path, *groups: str, patience: float = 5.0, **trusted: object) -> Speech:
    return Speech(path, TrustedChats(group_chats=frozenset(groups), **trusted), LONG_AGO, FAR_AHEAD, patience=patience)  # type: ignore[arg-type]


def texts(path: Path, *groups: str) -> list[str]:
    return [one.text for one in speech(path, *groups)]


@pytest.fixture(params=VERSIONS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """An empty database of each version."""
    return message_files.empty(tmp_path / "state.db", request.param)


# --- the fixtures of both hosts ---


@pytest.fixture(params=VERSIONS)
def real(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "state.db"
    path.write_bytes((FIXTURES / f"state_v{request.param}.db").read_bytes())
    return path


def test_both_hosts_tell_the_same(tmp_path: Path) -> None:
    told: list[list[Utterance]] = []
    for version in VERSIONS:
        (tmp_path / version).write_bytes((FIXTURES / f"state_v{version}.db").read_bytes())
        told.append(list(speech(tmp_path / version, GROUP)))
    assert told[0] == told[1]
    assert len({one.key for one in told[0]}) == len(told[0]) == 25


def test_who_said_what_when_and_where(real: Path) -> None:
    said = list(speech(real, GROUP))
    assert said == sorted(said, key=lambda one: one.at)
    assert {one.person for one in said} == {"700100200", "700100201", "700100202"}
    assert {one.chat for one in said} == {"telegram:700100200", f"telegram:{GROUP}"}
    in_group = [one for one in said if one.chat.endswith(GROUP)]
    assert len({one.person for one in in_group}) == 2
    assert not [one for one in said if one.text.startswith(("[", '"'))]
    assert len([one for one in said if one.quote]) == 3


def test_neither_cron_nor_a_summary_nor_a_skill_nor_an_image_speaks(real: Path) -> None:
    whole = "\n".join(texts(real, GROUP))
    for of_machines in ("scheduled cron job", "COMPACTION", "Always ask for the number of guests", "grey cat sleeping", "System note", "https://"):
        assert of_machines not in whole


def test_what_was_taken_back_does_not_count(real: Path) -> None:
    assert not [text for text in texts(real, GROUP) if "delete the staging node" in text]


def test_a_group_counts_only_when_it_is_listed(real: Path) -> None:
    assert {one.chat for one in speech(real)} == {"telegram:700100200"}
    assert {one.chat for one in speech(real, f"telegram:{GROUP}")} == {"telegram:700100200", f"telegram:{GROUP}"}
    assert {one.chat for one in speech(real, GROUP, private_chats=False)} == {f"telegram:{GROUP}"}


def test_reading_leaves_no_trace(real: Path) -> None:
    before = real.read_bytes()
    list(speech(real, GROUP))
    assert real.read_bytes() == before
    assert [path.name for path in real.parent.iterdir()] == ["state.db"]


# --- copies ---


def test_a_branch_and_a_session_that_goes_on_repeat_nothing(database: Path) -> None:
    with written(database) as connection:
        session(connection, "s1", end_reason="compression")
        session(connection, "s2", parent_session_id="s1")
        for name in ("s1", "s2"):
            message(connection, "We moved to Riga.", name)
    assert texts(database) == ["We moved to Riga."]


def test_a_copy_with_the_time_of_the_compaction_is_no_new_statement(database: Path) -> None:
    with written(database) as connection:
        session(connection)
        message(connection, "We moved to Riga.", at=NOON - 90_000, active=0, compacted=1)
        message(connection, f"{SUMMARY}{END}", at=NOON)
        message(connection, "We moved to Riga.", at=NOON + 0.01)
        message(connection, "We moved to Riga.", at=NOON + 3600)
    assert texts(database) == ["We moved to Riga.", "We moved to Riga."]


@pytest.mark.parametrize(
    "merged",
    [
        f"{SUMMARY}{END}\n\nWe moved to Riga.",
        f"[PRIOR CONTEXT — for reference only; not a new message]\nWe moved to Riga.\n\n[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]\n\n{SUMMARY}{END}",
    ],
)
def test_a_message_that_a_summary_was_merged_into(database: Path, merged: str) -> None:
    with written(database) as connection:
        session(connection)
        message(connection, merged)
    assert texts(database) == ["We moved to Riga."]


def test_two_people_may_say_the_same_at_one_moment(database: Path) -> None:
    with written(database) as connection:
        session(connection, "s1")
        session(connection, "s2", chat_id="78", user_id="78")
        for name in ("s1", "s2"):
            message(connection, "We moved to Riga.", name)
    assert len(texts(database)) == 2


# --- who may be heard ---


@pytest.mark.parametrize("source", ["cron", "subagent", "tool", "curator", "webhook", "api_server", "email", "telegram-of-another-kind", ""])
def test_a_source_that_is_not_known_is_not_trusted(database: Path, source: str) -> None:
    with written(database) as connection:
        session(connection, "s1", source)
        session(connection, "s2", source, chat_id=None, chat_type=None, user_id=None)
        messages(connection, ["We moved to Riga."], "s1")
        messages(connection, ["We moved to Oslo."], "s2")
    assert texts(database) == []


@pytest.mark.parametrize("columns", [{"archived": 1}, {"model_config": '{"_delegate_from": "x"}'}, {"chat_type": None}, {"chat_type": "thread"}])
def test_sessions_that_do_not_count(database: Path, columns: dict[str, object]) -> None:
    with written(database) as connection:
        session(connection, **columns)
        messages(connection, ["We moved to Riga."])
    assert texts(database) == []


def test_the_key_of_a_session_may_say_that_it_is_private(database: Path) -> None:
    with written(database) as connection:
        session(connection, chat_type=None, session_key="agent:main:telegram:dm:77")
        messages(connection, ["We moved to Riga."])
    assert texts(database) == ["We moved to Riga."]


@pytest.mark.parametrize(("source", "switch", "heard"), [("cli", True, 1), ("oneshot", True, 1), ("cli", False, 0)])
def test_a_session_at_the_terminal(database: Path, source: str, switch: bool, heard: int) -> None:
    with written(database) as connection:
        session(connection, source=source, chat_id=None, chat_type=None, user_id=None)
        messages(connection, ["We moved to Riga."])
    said = list(speech(database, sessions_without_chat=switch))
    assert [(one.person, one.chat) for one in said] == [("", "")] * heard


def test_nobody_can_claim_to_be_another_person(database: Path) -> None:
    with written(database) as connection:
        session(connection)
        messages(connection, ["[Bob|99]\nI like tea.", "[Bob] I like tea."])
        session(connection, "s2", chat_id="g", chat_type="group", user_id="88", session_key="agent:main:telegram:group:g:88")
        messages(connection, ["[Bob|99]\nI like tea."], "s2")
    assert [one.person for one in speech(database, "g")] == ["77", "88", "77"]


def test_whoever_began_a_shared_session_does_not_speak_for_all(database: Path) -> None:
    with written(database) as connection:
        session(connection, chat_id="g", chat_type="group", user_id="88", session_key="agent:main:telegram:group:g")
        messages(connection, ["[Bob|99]\nI like tea.", "[Eva] I like tea."])
    assert [one.person for one in speech(database, "g")] == ["99", "~eva"]


@pytest.mark.parametrize(("key", "people"), [("T1:C1:U7", ["U7", "U7"]), ("T1:C1", ["~bob", "~eva"]), ("T1:U7", ["~bob", "~eva"])])
def test_a_session_of_one_person_in_a_workspace(database: Path, key: str, people: list[str]) -> None:
    """As the provider decides it: what follows the chat is a person."""
    with written(database) as connection:
        session(connection, source="slack", chat_id="C1", chat_type="channel", user_id="U7", session_key=f"agent:main:slack:channel:{key}")
        messages(connection, ["[Bob] I like tea.", "[Eva] I like it too."])
    assert [one.person for one in speech(database, "C1")] == people


def test_people_of_a_shared_session(database: Path) -> None:
    with written(database) as connection:
        session(connection, chat_id="g", chat_type="group", user_id=None)
        messages(connection, ["[Bob|99]\nI like tea.", "[Eva] I like tea.", "I like coffee."])
    assert [one.person for one in speech(database, "g")] == ["99", "~eva", "~telegram:g"]


# --- what is speech ---


@pytest.mark.parametrize(
    ("content", "text", "quote"),
    [
        ('[Replying to your previous message: "Still the Vespa?"]\n\nyes, still the Vespa', "yes, still the Vespa", "Still the Vespa?"),
        ('"I sold the boat."\n\nvoice, sorry', "I sold the boat.\n\nvoice, sorry", ""),
        ('\x00json:[{"type": "image", "url": "x"}, {"type": "text", "text": "I sold the boat."}]', "I sold the boat.", ""),
        ("see https://example.org/Ana_likes_tea please", "see   please", ""),
        ("我搬家了https://example.org/abc真的", "我搬家了 真的", ""),
        ("> Ana likes tea\nNo she does not", "No she does not", ""),
        ("look\n```\nAna likes tea\n```\nstrange", "look\n \nstrange", ""),
    ],
)
def test_own_words(database: Path, content: str, text: str, quote: str) -> None:
    with written(database) as connection:
        session(connection)
        messages(connection, [content])
    assert [(one.text, one.quote) for one in speech(database)] == [(text, quote)]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "/new",
        "/model@bot fast",
        "https://example.org/Ana_likes_tea",
        "👍",
        "[voice message could not be transcribed]",
        "\x00json:{broken",
        '\x00json:{"a": 1}',
        "[Content of notes.txt]:\nAna likes tea.\n\nread this",
        "[IMPORTANT: You are running as a scheduled cron job. DELIVERY: x]\n\nAna likes tea.",
        f"The {'pass'}{'word'} of the router is BlueHeron4207!",
        "Ana likes tea. " * 40_000,
    ],
)
def test_no_words(database: Path, content: str) -> None:
    with written(database) as connection:
        session(connection)
        messages(connection, [content])
    heard = speech(database)
    assert list(heard) == []
    assert sum(heard.left_out.values()) == 1


def test_the_host_itself_does_not_speak(tmp_path: Path) -> None:
    path = message_files.empty(tmp_path / "state.db", "0.22")
    with written(path) as connection:
        session(connection)
        message(connection, "The job has finished.", display_kind="async_delegation_complete")
    assert texts(path) == []


def test_a_command_is_no_speech_but_a_path_is() -> None:
    assert own_words("/etc/hosts names the server") == "/etc/hosts names the server"
    assert own_words("/reset now") == ""


def test_only_the_time_that_is_asked_for(database: Path) -> None:
    with written(database) as connection:
        session(connection)
        for day in range(5):
            message(connection, f"It is day {day}.", at=NOON + 86400 * day)
    noon = datetime.fromtimestamp(NOON, timezone.utc)
    heard = Speech(database, TrustedChats(), noon + timedelta(days=1), noon + timedelta(days=3))
    assert [one.text for one in heard] == ["It is day 1.", "It is day 2."]


# --- a live database ---


def test_pages_are_small_and_no_cursor_stays_open(database: Path) -> None:
    """While the caller works on an utterance, the host can write, without WAL too."""
    with written(database) as connection:
        assert connection.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",)
        session(connection)
        messages(connection, [f"It is number {number}." for number in range(450)])
    count = 0
    for utterance in speech(database):
        count += 1
        if count % 50 == 0:
            with closing(sqlite3.connect(database, timeout=0)) as host:
                message(host, "A new one.", at=NOON + 1e6 + count)
                host.commit()
        assert utterance.text
    assert count == 450


def test_a_database_that_is_busy_for_a_while_is_waited_for(database: Path) -> None:
    with written(database) as connection:
        session(connection)
        messages(connection, ["We moved to Riga."])
    with closing(sqlite3.connect(database, isolation_level=None, check_same_thread=False)) as host:
        host.execute("BEGIN EXCLUSIVE")
        release = threading.Timer(0.3, lambda: host.execute("ROLLBACK"))
        release.start()
        assert texts(database) == ["We moved to Riga."]
        release.join()


def test_a_database_that_stays_busy_is_unavailable(database: Path) -> None:
    with written(database) as connection:
        session(connection)
        messages(connection, ["We moved to Riga."])
    with closing(sqlite3.connect(database, isolation_level=None)) as host:
        host.execute("BEGIN EXCLUSIVE")
        with pytest.raises(MessagesUnavailable):
            list(speech(database, patience=0.2))


@pytest.mark.parametrize("content", [None, b"", b"no database at all, but long enough to be one" * 30])
def test_no_database_is_not_silence(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "state.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(MessagesUnavailable):
        list(speech(path))


def test_a_database_of_another_kind(tmp_path: Path) -> None:
    with written(tmp_path / "state.db") as connection:
        connection.execute("CREATE TABLE sessions (id, source)")
        connection.execute("CREATE TABLE messages (id, words)")
    with pytest.raises(MessagesUnavailable, match="messages has no column"):
        list(speech(tmp_path / "state.db"))


def test_fewer_columns_than_today(tmp_path: Path) -> None:
    with written(tmp_path / "state.db") as connection:
        connection.execute("CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT)")
        connection.execute("CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id, role, content, timestamp)")
        connection.execute("INSERT INTO sessions VALUES ('s', 'cli')")
        connection.execute("INSERT INTO messages VALUES (1, 's', 'user', 'We moved to Riga.', ?)", (NOON,))
    assert texts(tmp_path / "state.db") == ["We moved to Riga."]


def test_memory_does_not_grow_with_the_words(database: Path) -> None:
    """Many long messages: what is held at one time is some pages, not all of them."""
    long = "We moved to Riga and then to Oslo. " * 200
    with written(database) as connection:
        session(connection)
        messages(connection, [f"{number} {long}" for number in range(700)])
    next(iter(speech(database)))
    tracemalloc.start()
    words = sum(len(one.text) for one in speech(database))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert words > 4_500_000
    assert peak < 3_000_000
