"""What was forgotten is not learnt again from old logs, unless a person says it anew; the file does not know the text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import holodream
from holodream.store import graves

from ..conftest import Opener
from .checks import bytes_of


@pytest.fixture
def memory(open_memory: Opener) -> holodream.Memory:
    memory = open_memory()
    memory.add("Vera keeps the ladder in the orchard.")
    memory.change(1, "Vera keeps the ladder in the barn.")
    memory.add("奶奶的生日是五月三日。")
    memory.forget(1)
    memory.forget(2)
    assert memory.settle(10)
    return memory


@pytest.mark.parametrize("source", [None, "inferred", "confirmed"])
@pytest.mark.parametrize("text", ["Vera keeps the ladder in the orchard.", "vera keeps the LADDER in the barn", "奶奶的生日是五月三日"])
def test_it_is_not_learnt_again(memory: holodream.Memory, text: str, source: object) -> None:
    done = memory.add(text, source=source)  # type: ignore[arg-type]
    assert (done.status, done.fact_id) == ("refused", None)
    assert "source=said" in done.reason
    assert "ladder" not in done.reason
    memory.add("Vera has a ladder.")
    assert memory.change(3, text, source=source).status == "refused"  # type: ignore[arg-type]


def test_unless_a_person_says_it_anew(memory: holodream.Memory) -> None:
    assert memory.add("Vera keeps the ladder in the barn.", source="said").status == "added"
    memory.end(3)
    assert memory.add("Vera keeps the ladder in the barn.", source="inferred").status == "added", "it is no longer forgotten"
    assert memory.add("Vera keeps the ladder in the orchard.", source="inferred").status == "refused", "the other text still is"


def test_a_text_that_another_fact_has_is_not_forgotten(open_memory: Opener) -> None:
    memory = open_memory()
    memory.add("The bakery closes at six.")
    memory.change(1, "The bakery closes at seven.")
    memory.add("The bakery closes at six.")
    memory.forget(1)
    memory.end(2)
    assert memory.add("The bakery closes at six.").status == "added"
    assert memory.add("The bakery closes at seven.").status == "refused"


def test_the_file_does_not_hold_the_text_and_another_file_has_other_marks(memory: holodream.Memory) -> None:
    assert not any(b"ladder" in data for data in bytes_of(memory.store.path).values())
    assert graves.mark(b"one", "Vera keeps the ladder.") == graves.mark(b"one", "VERA keeps, the ladder")
    assert graves.mark(b"one", "Vera keeps the ladder.") != graves.mark(b"two", "Vera keeps the ladder.")


@pytest.mark.parametrize("text", ["!!!", "🎂🎂", "…", "\u200d"])
def test_a_text_of_signs_alone_has_a_mark_of_its_own(text: str) -> None:
    assert graves.mark(b"one", text) != graves.mark(b"one", text + text)


def test_marks_of_several_files(open_memory: Opener) -> None:
    """Of an import: each file has its own key."""
    memory = open_memory("several.db")
    memory.add("The Vespa is green.")
    memory.forget(1)
    with memory.store.writing() as connection:
        for salt in (b"\x00" * 16, b"\xff" * 16, b"\x01" * 16):
            graves.add_graves(connection, [(salt, graves.mark(salt, f"The bridge {salt.hex()} is closed.")), (salt, b"another mark")])
    with memory.store._reading() as connection:
        assert len(list(graves._salts(connection))) == 4
        assert graves.is_buried(connection, "The Vespa is green!")
        assert graves.is_buried(connection, f"The bridge {'ff' * 16} is closed.")
        assert graves.is_buried(connection, f"the bridge {'01' * 16} is closed")
        assert not graves.is_buried(connection, "The bridge is open.")


@pytest.mark.parametrize("kind", ["forgotten", "deleted name"])
@pytest.mark.parametrize(("salt", "mark"), [("ab" * 65, "cd" * 16), ("", ""), ("ab" * 16, "cd")])
def test_a_mark_of_the_wrong_length_is_refused(open_memory: Opener, tmp_path: Path, kind: str, salt: str, mark: str) -> None:
    lines = [{"type": "holodream", "records": 1, "facts": 0}, {"type": kind, "salt": salt, "mark": mark}]
    (tmp_path / "facts.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    memory = open_memory("other.db")
    assert memory.import_file(tmp_path / "facts.jsonl").left_out == ((0, "a mark of something forgotten has not the right length"),)
    assert memory.add("Kim sat down.", entities=["Kim"]).status == "added"


def test_a_mark_that_makes_no_sense_is_passed_over(memory: holodream.Memory) -> None:
    with memory.store.writing() as connection:
        for table in ("graves", "name_graves"):
            connection.executemany(f"INSERT INTO {table} VALUES (?, ?)", [(b"x" * 65, b"y"), (b"", b""), ("text", 5), (b"x" * 16, "text")])
    assert memory.add("Kim sat down.", entities=["Kim"]).status == "added"
    assert memory.add("Yesterday I met Zoe Fischer.", source="inferred").status == "added"
    assert [record for record in memory.store.records() if record.get("mark") in ("79", "")] == []
