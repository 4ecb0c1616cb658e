"""doctor: what it finds, and that it changes nothing."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import holodream
from holodream.hosts.cli.doctor import _sqlite

from .conftest import REFUSED, SECRET, Program

OLDER_FACTS = """CREATE TABLE facts (
    fact_id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL UNIQUE, category TEXT DEFAULT 'general', tags TEXT DEFAULT '',
    trust_score REAL DEFAULT 0.5, retrieval_count INTEGER DEFAULT 0, helpful_count INTEGER DEFAULT 0,
    created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, hrr_vector BLOB)"""


def change(store: Path, *statements: str, values: tuple[Any, ...] = ()) -> None:
    """Write to the file as another program would."""
    with closing(sqlite3.connect(store)) as connection, connection:
        for statement in statements:
            connection.execute(statement, values)


def contents(folder: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir() if file.is_file()}


def status(answer: Any, name: str) -> str:
    return next(str(check["status"]) for check in answer["checks"] if check["name"] == name)


def test_a_sound_store(filled: Program, tmp_path: Path) -> None:
    before = contents(tmp_path)
    text = filled("doctor").stdout
    answer = filled.json("doctor")
    assert contents(tmp_path) == before
    assert "4 true now" in text
    assert "WRONG" not in text
    assert answer["sound"] is True
    assert {check["name"] for check in answer["checks"]} == {
        "integrity",
        "journal",
        "sqlite",
        "writing",
        "format",
        "facts",
        "word rules",
        "index",
        "screen",
        "sending",
    }
    assert {check["status"] for check in answer["checks"] if check["name"] != "sqlite"} == {"ok"}


def test_while_another_process_has_it_open(filled: Program) -> None:
    with holodream.open(filled.store) as memory:
        memory.add("Sofie liest gern.")
        assert "5 true now" in filled("doctor").stdout
        assert memory.get(5).content == "Sofie liest gern."


def test_facts_that_have_ended_are_counted(filled: Program) -> None:
    with holodream.open(filled.store) as memory:
        memory.end(1)
    assert "3 true now, 1 no longer true" in filled("doctor").stdout


def test_a_secret_in_the_store_is_named_by_id_and_rule_only(filled: Program) -> None:
    change(filled.store, "INSERT INTO facts (content) VALUES (?)", values=(REFUSED,))
    done = filled("doctor", code=1)
    assert "fact 5: secret (" in done.stdout
    filled("list")  # takes the row over
    answer = filled.json("doctor", code=1)
    assert (answer["screened"][0]["fact_id"], answer["screened"][0]["version"], answer["screened"][0]["kind"]) == (5, 1, "secret")
    assert SECRET not in done.stdout + done.stderr + str(answer)


def test_rows_of_another_program_are_noted(filled: Program) -> None:
    change(filled.store, "INSERT INTO facts (content) VALUES ('The old provider wrote this.')")
    assert status(filled.json("doctor"), "other programs") == "note"


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM fact_heads WHERE fact_id = 1",
        "DELETE FROM fact_terms WHERE fact_id = 1",
        "UPDATE fact_terms SET terms = 'foo bar' WHERE fact_id = 1",
        "UPDATE vocabulary SET facts = facts + 1 WHERE term = 'mika'",
        "UPDATE holodream_info SET value = '17' WHERE key = 'live_facts'",
        "INSERT INTO fact_terms (fact_id, terms) VALUES (77, 'foo')",
    ],
)
def test_an_index_that_does_not_agree_is_wrong(filled: Program, harm: str) -> None:
    change(filled.store, harm)
    answer = filled.json("doctor", code=1)
    assert answer["sound"] is False
    assert status(answer, "index") == "wrong"


def test_another_tokenizer_is_noted_and_not_compared(filled: Program) -> None:
    change(filled.store, "UPDATE holodream_info SET value = 'old' WHERE key = 'tokenizer'")
    assert status(filled.json("doctor"), "word rules") == "note"


def test_a_file_of_a_newer_program_is_wrong(filled: Program) -> None:
    change(filled.store, "UPDATE holodream_info SET value = '99' WHERE key IN ('format', 'oldest_writer')")
    assert "update holodream" in filled("doctor", code=1).stdout


def test_a_file_of_the_older_provider_is_noted_and_left_alone(program: Program, tmp_path: Path) -> None:
    change(program.store, OLDER_FACTS)
    change(program.store, "INSERT INTO facts (content) VALUES ('Written long ago.')")
    before = contents(tmp_path)
    answer = program.json("doctor")
    assert status(answer, "format") == "note"
    assert "1 true now" in str(answer)
    assert contents(tmp_path) == before


def test_damage_is_told(filled: Program, tmp_path: Path) -> None:
    data = bytearray(filled.store.read_bytes())
    data[3 * 4096 :] = b"\xa5" * (len(data) - 3 * 4096)
    filled.store.write_bytes(data)
    before = contents(tmp_path)
    done = filled("doctor", code=1)
    assert "damage" in done.stdout or "malformed" in done.stderr
    assert filled("doctor", "--json", code=1).stderr == ""
    assert contents(tmp_path)["memory_store.db"] == before["memory_store.db"]


def test_a_store_that_is_not_there(program: Program) -> None:
    assert "no store yet" in program("doctor", code=1).stderr
    assert not program.store.exists()


@pytest.mark.parametrize(("version", "status"), [("3.51.2", "note"), ("3.51.3", "ok"), ("3.44.6", "ok")])
def test_a_version_of_sqlite_that_can_damage_a_file_is_told(version: str, status: str) -> None:
    check = _sqlite(version)
    assert (check.status, version in check.detail) == (status, True)


# --- the host that uses the store ---


def test_a_wrong_setting_of_the_host_is_named(filled: Program, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("plugins:\n  hermes-memory-store:\n    scope: users\n", encoding="utf-8")
    answer = filled.json("doctor", code=1)
    assert status(answer, "settings") == "wrong"
    assert "Allowed: profile, user, chat, thread" in str(answer)


def test_a_wrong_setting_is_named_before_there_is_a_store(program: Program, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("plugins: {hermes-memory-store: {recall_limit: 99}}\n", encoding="utf-8")
    assert "recall_limit: 99" in program("doctor", code=1).stdout
    assert not program.store.exists()


@pytest.mark.parametrize("text", ["plugins: [", "- a\n", "just words"])
def test_a_broken_configuration_is_told(filled: Program, tmp_path: Path, text: str) -> None:
    (tmp_path / "config.yaml").write_text(text, encoding="utf-8")
    answer = filled.json("doctor", code=1)
    assert status(answer, "settings") == "wrong"
    assert (tmp_path / "config.yaml").read_text(encoding="utf-8") == text


def test_right_settings_and_the_last_recall_are_told(filled: Program, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("memory: {provider: holographic}\n", encoding="utf-8")
    folder = tmp_path / "plugin-data" / "holographic"
    folder.mkdir(parents=True)
    last = {"recall": {"at": "2026-05-03 10:00:00 UTC", "facts": 2, "tokens": 31, "milliseconds": 4, "why_nothing": ""}}
    (folder / "status.json").write_text(json.dumps(last), encoding="utf-8")
    text = filled("doctor").stdout
    assert "last recall: 2 facts, about 31 tokens, 4 ms, at 2026-05-03 10:00:00 UTC" in text
    assert "ok    settings" in text
