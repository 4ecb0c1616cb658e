"""The scripts of the skill: the gate never fails, a report is one line, questions are closed for good."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import holodream
from holodream.hosts.hermes.night import commands as night_commands
from holodream.hosts.hermes.night import run as night_run

from .night_home import FACT, NightHome

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def home(tmp_path: Path) -> NightHome:
    return NightHome(tmp_path / "home")


def run(command: Any, home: NightHome, capsys: Printed, *arguments: str, code: int = 0) -> dict[str, Any]:
    """What a script prints: one line of ASCII."""
    assert command(["--home", str(home.path), *arguments]) == code
    out = capsys.readouterr().out
    assert out.isascii()
    assert out.count("\n") == 1
    return dict(json.loads(out))


def test_the_gate_wakes_the_agent_with_the_report(home: NightHome, capsys: Printed) -> None:
    report = run(night_commands.precheck, home, capsys)
    assert report["wakeAgent"] is True
    assert report["confirmations"][0]["text"] == FACT
    assert report["report_id"] in home.state["pending"]


def test_the_agent_sleeps(home: NightHome, capsys: Printed) -> None:
    home.configure(chats={"private_chats": False})
    assert run(night_commands.precheck, home, capsys) == {"wakeAgent": False}


def test_the_gate_tells_of_a_trouble_once_a_week(home: NightHome, capsys: Printed) -> None:
    (home.path / "dreaming").mkdir()
    (home.path / "dreaming" / "dreaming.json").write_text("{", encoding="utf-8")
    first = run(night_commands.precheck, home, capsys)
    assert first["wakeAgent"] is True
    assert "dreaming.json" in first["stopped"]
    assert run(night_commands.precheck, home, capsys) == {"wakeAgent": False}
    (home.path / "dreaming" / "dreaming.json").write_text("[]", encoding="utf-8")
    assert run(night_commands.precheck, home, capsys)["stopped"] != first["stopped"]


def test_the_gate_never_fails(home: NightHome, capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError(FACT)

    monkeypatch.setattr(night_run, "dream", fail)
    told = run(night_commands.precheck, home, capsys)
    assert told["wakeAgent"] is True
    assert "RuntimeError" in told["stopped"]
    assert FACT not in json.dumps(told)


def test_without_a_home_the_reason_is_told_each_time_and_nothing_is_made(tmp_path: Path, capsys: Printed) -> None:
    nowhere = tmp_path / "nothing"
    for _ in range(2):
        assert night_commands.precheck(["--home", str(nowhere)]) == 0
        assert "no home" in json.loads(capsys.readouterr().out)["stopped"]
    for command, *arguments in ((night_commands.dream,), (night_commands.reject, "--list"), (night_commands.reject, "k"), (night_commands.confirm, "k")):
        assert command(["--home", str(nowhere), *arguments]) == 1
        assert "no home" in json.loads(capsys.readouterr().out)["error"]
    assert not nowhere.exists()


@pytest.mark.parametrize("command", [night_commands.dream, night_commands.confirm, night_commands.reject])
def test_no_script_lets_the_message_of_an_error_through(home: NightHome, capsys: Printed, monkeypatch: pytest.MonkeyPatch, command: Any) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError(FACT)

    monkeypatch.setattr(night_run, "check_home", fail)
    told = run(command, home, capsys, *([] if command is night_commands.dream else ["0123456789abcdef"]), code=1)
    assert "RuntimeError" in told["error"]
    assert FACT not in json.dumps(told)


def test_a_state_that_cannot_be_used_does_not_stop_the_telling(home: NightHome, capsys: Printed) -> None:
    home.configure()
    (home.path / "dreaming" / "dreaming.json").write_text("{", encoding="utf-8")
    (home.path / "dreaming" / "state.json").write_text("{", encoding="utf-8")
    assert run(night_commands.precheck, home, capsys)["wakeAgent"] is True
    assert (home.path / "dreaming" / "state.json").read_text(encoding="utf-8") == "{"


def test_another_night_is_under_way(home: NightHome, capsys: Printed) -> None:
    from holodream.hosts.hermes import private_files

    home.configure(busy_seconds=0.1)
    with private_files.alone(home.path / "dreaming", seconds=1):
        assert run(night_commands.precheck, home, capsys) == {"wakeAgent": False}


def test_a_night_by_hand(home: NightHome, capsys: Printed) -> None:
    before = home.files()
    dry = run(night_commands.dream, home, capsys, "--dry-run")
    assert home.files() == before
    assert run(night_commands.dream, home, capsys) == dry


def test_an_explanation(home: NightHome, capsys: Printed) -> None:
    before = home.files()
    explained = run(night_commands.dream, home, capsys, "--explain", "1")
    assert explained["numbers"]["days"] == 2
    assert {"section": "confirmations", "outcome": "proposed"} in explained["decisions"]
    assert "error" in run(night_commands.dream, home, capsys, "--explain", "99", code=1)
    assert home.files() == before


def test_an_error_is_told_as_json(home: NightHome, capsys: Printed) -> None:
    home.configure(nights=3)
    assert "nights" in run(night_commands.dream, home, capsys, code=1)["error"]


# --- confirming ---


def test_what_people_stated_is_confirmed_in_the_store(home: NightHome, capsys: Printed) -> None:
    key = run(night_commands.precheck, home, capsys)["confirmations"][0]["key"]
    assert run(night_commands.confirm, home, capsys, key)["confirmed"] == [{"fact_id": 1, "status": "confirmed"}]
    with holodream.open(home.path / "memory_store.db") as memory:
        assert [one.person for one in memory.history(1).confirmations] == ["77"]
    assert run(night_commands.dream, home, capsys)["confirmations"] == []
    assert "error" in run(night_commands.confirm, home, capsys, key, code=1)


def test_what_nobody_stated_cannot_be_confirmed(home: NightHome, capsys: Printed) -> None:
    home.configure(chats={"private_chats": False})
    assert "error" in run(night_commands.confirm, home, capsys, "0123456789abcdef", code=1)
    with holodream.open(home.path / "memory_store.db") as memory:
        assert memory.history(1).confirmations == ()


def test_facts_of_another_program_are_not_written(home: NightHome, capsys: Printed) -> None:
    home.configure(facts={"from": "database", "path": "memory_store.db"})
    key = run(night_commands.dream, home, capsys)["confirmations"][0]["key"]
    before = home.files()
    assert "another program" in run(night_commands.confirm, home, capsys, key, code=1)["error"]
    assert home.files() == before


# --- closing questions ---


def test_a_closed_question_does_not_come_again(home: NightHome, capsys: Printed) -> None:
    key = run(night_commands.dream, home, capsys)["confirmations"][0]["key"]
    assert run(night_commands.reject, home, capsys, key) == {"closed": [key], "opened": [], "rejected": [key]}
    assert run(night_commands.dream, home, capsys)["confirmations"] == []
    assert run(night_commands.reject, home, capsys, "--list") == {"rejected": [key]}
    assert run(night_commands.reject, home, capsys, key)["rejected"] == [key]
    run(night_commands.reject, home, capsys, "--undo", key)
    assert run(night_commands.dream, home, capsys)["confirmations"][0]["key"] == key


def test_a_key_as_it_stands_in_the_json(home: NightHome, capsys: Printed) -> None:
    key = run(night_commands.dream, home, capsys)["confirmations"][0]["key"]
    escaped = "".join(f"\\u{ord(char):04x}" for char in key)
    assert run(night_commands.reject, home, capsys, f'"{escaped}"')["closed"] == [key]


@pytest.mark.parametrize("arguments", [["0000000000000000"], ["--undo", "0000000000000000"], ["D-17"]])
def test_a_key_with_a_slip_changes_nothing(home: NightHome, capsys: Printed, arguments: list[str]) -> None:
    run(night_commands.dream, home, capsys)
    before = home.files()
    assert "error" in run(night_commands.reject, home, capsys, *arguments, code=1)
    assert home.files() == before


def test_nothing_is_closed_in_a_broken_state(home: NightHome, capsys: Printed) -> None:
    key = run(night_commands.dream, home, capsys)["confirmations"][0]["key"]
    (home.path / "dreaming" / "state.json").write_text("{", encoding="utf-8")
    before = home.files()
    assert "error" in run(night_commands.reject, home, capsys, key, code=1)
    assert home.files() == before


def test_without_a_key(home: NightHome, capsys: Printed) -> None:
    with pytest.raises(SystemExit):
        night_commands.reject(["--home", str(home.path)])
    assert "KEY" in capsys.readouterr().err
