"""A night of a home: what it reads, what it leaves, and what it never touches."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from holodream import ConfigError
from holodream.hosts.hermes import private_files
from holodream.hosts.hermes.night import output
from holodream.hosts.hermes.night import run as night_run
from holodream.hosts.hermes.night import state as night_state
from holodream.night.report import Report

from ...support import run_python
from .message_files import VERSIONS, message, session, written
from .night_home import FACT, NightHome


@pytest.fixture(params=VERSIONS)
def home(request: pytest.FixtureRequest, tmp_path: Path) -> NightHome:
    return NightHome(tmp_path / "home", request.param)


def dream(home: NightHome, *, days: float = 0, dry_run: bool = False) -> Report:
    return night_run.dream(home.path, dry_run=dry_run, now=home.now + timedelta(days=days)).report


def proposed(report: Report) -> list[str]:
    return [one.text for one in report.confirmations]


def test_a_home_that_is_named_from_here(home: NightHome, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home.path.parent)
    assert night_run.dream(Path(home.path.name), dry_run=True, now=home.now).report == dream(home, dry_run=True)
    monkeypatch.setenv("HERMES_HOME", home.path.name)
    assert night_run.default_home() == home.path


def test_a_night_that_has_something_to_say(home: NightHome) -> None:
    report = dream(home)
    assert proposed(report) == [FACT]
    assert report.wake
    [confirmation] = report.confirmations
    assert [command.by for command in confirmation.commands] == ["77"]
    assert report.statistics["messages"] == 2
    assert (home.path / "dreaming" / "DREAMS.md").read_text(encoding="utf-8").count("## ") == 1


SECRET = "The password of the cabin's wifi is kX9-tulip-Zaun77."


@pytest.mark.parametrize(
    "words",
    [
        f'[Replying to: "{FACT} {SECRET}"]\n\nYes, the spare key of the cabin hangs behind the blue barrel.',
        f"The spare key of the cabin hangs behind the blue barrel. {SECRET}",
    ],
)
def test_a_secret_that_somebody_wrote_is_nowhere_in_what_a_night_says_or_keeps(home: NightHome, words: str) -> None:
    """Neither one of a quote nor one of the own words beside a fact."""
    with written(home.messages) as connection:
        message(connection, words, at=home.at(0.5))
    report = dream(home)
    assert proposed(report) == [FACT]
    kept = b"".join(content for name, (_, _, content) in home.files().items() if name.startswith("dreaming"))
    said = output.encoded(report.as_mapping()).encode() + str(report).encode() + kept
    assert b"cabin" in said
    assert b"tulip" not in said


def test_a_dry_run_writes_nothing_anywhere(home: NightHome) -> None:
    dream(home)
    before = home.files()
    dream(home, days=1, dry_run=True)
    assert home.files() == before


def test_the_first_dry_run_makes_no_folder(home: NightHome) -> None:
    before = home.files()
    dream(home, dry_run=True)
    assert home.files() == before
    assert not (home.path / "dreaming").exists()


def test_only_the_folder_of_the_night_is_written(home: NightHome) -> None:
    before = home.files()
    dream(home)
    after = home.files()
    assert {name: value for name, value in after.items() if not name.startswith("dreaming")} == before


def test_the_same_night_twice_changes_nothing(home: NightHome) -> None:
    first = dream(home)
    before = home.files()
    second = dream(home)
    assert second.as_mapping() == first.as_mapping()
    assert home.files() == before


# --- answers ---


def test_it_asks_again_until_it_is_answered_and_then_rests(home: NightHome) -> None:
    report = dream(home)
    assert proposed(dream(home, days=0.5)) == [FACT]
    home.answer(report.report_id)
    assert proposed(dream(home, days=1)) == []
    assert report.confirmations[0].key in home.state["asked"]


@pytest.mark.parametrize("words", ["", "  "])
def test_an_agent_that_died_has_not_answered(home: NightHome, words: str) -> None:
    report = dream(home)
    home.answer(report.report_id, words)
    assert proposed(dream(home, days=0.5)) == [FACT]


def test_words_beside_a_call_of_a_tool_are_no_answer_yet(home: NightHome) -> None:
    report = dream(home)
    home.answer(report.report_id, "Let me see.", calls='[{"id": "1"}]')
    assert proposed(dream(home, days=0.5)) == [FACT]


def test_a_person_who_quotes_a_report_has_not_made_the_agent_answer(home: NightHome) -> None:
    report = dream(home)
    home.answer(report.report_id, source="telegram")
    assert proposed(dream(home, days=0.5)) == [FACT]


def test_an_agent_that_ran_the_script_by_hand_has_answered(home: NightHome) -> None:
    report = dream(home)
    with written(home.messages) as connection:
        session(connection, "chat")
        message(connection, f'{{"report_id": "{report.report_id}"}}', "chat", at=home.at(0), role="tool")
        message(connection, "Two things to ask.", "chat", at=home.at(0), role="assistant")
    assert proposed(dream(home, days=0.5)) == []


def test_silence_is_an_answer(home: NightHome) -> None:
    home.answer(dream(home).report_id, "[SILENT]")
    assert proposed(dream(home, days=0.5)) == []


# --- what cannot be read ---


def test_messages_that_cannot_be_read_are_not_silence(home: NightHome) -> None:
    home.configure(busy_seconds=0.2)
    with closing(sqlite3.connect(home.messages, isolation_level=None)) as host:
        host.execute("BEGIN EXCLUSIVE")
        report = dream(home)
    assert [(one.kind, one.text) for one in report.alerts] == [
        ("messages_unavailable", f"The messages could not be read for 1 night: {home.messages} cannot be read now (StoreBusy). Try again later.")
    ]
    assert [name for name in ("confirmations", "promotions", "fact_decays", "md_decays", "new_facts") if getattr(report, name)] == []


def test_messages_that_break_off_in_the_middle(home: NightHome) -> None:
    with written(home.messages) as connection:
        for number in range(300):
            message(connection, f"It is number {number}.", at=home.at(1.5))
        connection.execute("UPDATE messages SET timestamp = 'soon' WHERE id = 302")
    data = bytearray(home.messages.read_bytes())
    begin = data.find(b"It is number 250.") // 4096 * 4096
    data[begin : begin + 4096] = os.urandom(4096)
    home.messages.write_bytes(data)
    report = dream(home)
    assert [one.kind for one in report.alerts] == ["messages_unavailable"]
    assert proposed(report) == []


def test_a_missing_database_of_messages(home: NightHome) -> None:
    home.messages.unlink()
    assert str(home.messages) in dream(home).statistics["messages_status"]


def test_a_broken_state_is_set_aside_and_told(home: NightHome) -> None:
    dream(home)
    (home.path / "dreaming" / "state.json").write_text("{", encoding="utf-8")
    before = home.files()
    told = dream(home, dry_run=True)
    assert home.files() == before
    report = dream(home)
    assert "state.json" in report.alerts[0].text
    assert report.alerts == told.alerts
    assert report.wake
    [aside] = [path for path in (home.path / "dreaming").iterdir() if ".broken-" in path.name]
    assert aside.read_text(encoding="utf-8") == "{"
    assert home.state["pending"]


def test_who_dies_between_setting_aside_and_writing_still_tells(home: NightHome, monkeypatch: pytest.MonkeyPatch) -> None:
    dream(home)
    (home.path / "dreaming" / "state.json").write_text("{", encoding="utf-8")

    def die(*_: object) -> None:
        raise OSError("no space")

    with monkeypatch.context() as patch:
        patch.setattr(night_state, "write_diary", die)
        with pytest.raises(OSError, match="no space"):
            dream(home)
    assert "state.json" in dream(home).alerts[0].text
    assert len(list((home.path / "dreaming").glob("state.json.broken-*"))) == 1


def test_a_diary_that_is_no_text_is_told(home: NightHome) -> None:
    (home.path / "dreaming").mkdir()
    (home.path / "dreaming" / "DREAMS.md").write_bytes(b"\xff")
    assert "DREAMS.md" in dream(home).alerts[0].text
    assert dream(home, days=1).alerts == ()


@pytest.mark.parametrize(
    ("file", "content"), [("dreaming/dreaming.json", "{"), ("config.yaml", "[1]"), ("dreaming/dreaming.json", '{"chats": {"private_chats": 1}}')]
)
def test_a_broken_setting_stops_the_night(home: NightHome, file: str, content: str) -> None:
    dream(home)
    (home.path / file).write_text(content, encoding="utf-8")
    before = home.files()
    with pytest.raises(ConfigError):
        dream(home, days=1)
    assert home.files() == before


def test_only_trusted_chats_count(home: NightHome) -> None:
    home.configure(chats={"private_chats": False})
    report = dream(home)
    assert report.statistics["messages"] == 0
    assert proposed(report) == []


def test_who_told_a_fact_need_not_confirm_it(home: NightHome) -> None:
    with written(home.path / "memory_store.db") as store:
        store.execute("UPDATE fact_versions SET written_by = '77'")
    assert proposed(dream(home)) == []


def test_other_facts(home: NightHome) -> None:
    (home.path / "facts.jsonl").write_text(f'{{"content": "{FACT}", "id": 5}}\n', encoding="utf-8")
    home.configure(facts={"from": "jsonl", "path": "facts.jsonl"})
    assert [one.fact_id for one in dream(home).confirmations] == [5]
    home.configure(facts={"from": "none"})
    report = dream(home)
    assert report.statistics["facts_status"] == "none"
    assert report.statistics["entries"] == 1


def test_only_one_night_at_a_time(home: NightHome) -> None:
    home.configure(busy_seconds=0.1)
    with private_files.alone(home.path / "dreaming", seconds=1):
        with pytest.raises(private_files.NightUnderWay):
            dream(home)
        assert proposed(dream(home, dry_run=True)) == [FACT]


# --- nothing but the state is written ---

_WITHOUT_RIGHTS = """
import os, pathlib, sys
from holodream.hosts.hermes.night import output
from holodream.hosts.hermes.night import run as night_run
night_run.dream(pathlib.Path(sys.argv[1]))  # what is loaded later on must be readable too
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
home = pathlib.Path(sys.argv[2])
for dry_run in (True, False):
    report = night_run.dream(home, dry_run=dry_run).report
    print(report.statistics["facts_status"], report.statistics["messages_status"], len(report.confirmations), report.statistics["entries"])
"""


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that other users may enter; tmp_path is closed to them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights work differently here")
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
def test_store_messages_and_memory_may_be_unwritable(public_folder: Path, tmp_path: Path, version: str, journal: str) -> None:
    home = NightHome(public_folder / "home", version)
    for name in ("state.db", "memory_store.db"):
        with closing(sqlite3.connect(home.path / name)) as connection:
            connection.execute(f"PRAGMA journal_mode={journal}")
    shutil.copytree(home.path, tmp_path / "warm")
    (home.path / "dreaming").mkdir()
    before = home.files()
    for path in (home.path, *home.path.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    (home.path / "dreaming").chmod(0o777)
    said = run_python(_WITHOUT_RIGHTS, tmp_path / "warm", home.path)
    assert said.splitlines() == ["ok ok 1 1"] * 2
    after = {name: value for name, value in home.files().items() if not name.startswith("dreaming")}
    assert {name: value[2] for name, value in after.items()} == {name: value[2] for name, value in before.items()}
    assert (home.path / "dreaming" / "state.json").is_file()
