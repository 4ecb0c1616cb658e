"""export, import, backup, upgrade."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

import holodream

from ...store.checks import check_file
from ...support import FIXTURES
from .conftest import REFUSED, SECRET, Program


def test_out_and_in_again(filled: Program, tmp_path: Path) -> None:
    target = tmp_path / "facts.jsonl"
    assert filled("export", str(target)).stdout == f"Wrote 4 facts to {target}.\n"
    assert "exists already" in filled("export", str(target), code=1).stderr
    other = Program(tmp_path / "other.db")
    assert other("import", str(target), "--dry-run").stdout == "Would take in 4 facts; 0 are there already.\n"
    assert other("import", str(target)).stdout == "Took in 4 facts; 0 are there already.\n"
    assert other.json("import", str(target))["present"] == 4
    assert other.json("list") == filled.json("list")


def test_to_standard_output(filled: Program) -> None:
    records = [json.loads(line) for line in filled("export", "-").stdout.splitlines()]
    assert [record["type"] for record in records] == ["holodream", "fact", "fact", "fact", "fact"]
    assert filled("export", "-", "--form", "markdown").stdout.startswith("# Facts\n")


def test_for_people_by_the_name_of_the_file(filled: Program, tmp_path: Path) -> None:
    filled("export", str(tmp_path / "facts.md"))
    assert "- Mika is allergic to hazelnuts." in (tmp_path / "facts.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "category", "count"), [("MEMORY.md", "general", 6), ("USER.md", "user_pref", 4)])
def test_a_hosts_memory_file(program: Program, tmp_path: Path, name: str, category: str, count: int) -> None:
    source = tmp_path / name
    entries = [f"Entry {number} about jar {number * 7}.\nIts second line (§ {number})." for number in range(count)]
    source.write_text("\ufeff" + "\n§\n".join([*entries, entries[0], " "]), encoding="utf-8")
    done = program.json("import", str(source))
    assert (len(done["fact_ids"]), done["renumbered"]) == (count, {})
    with holodream.open(program.store) as memory:
        assert {fact.category for fact in memory.list()} == {category}
        assert memory.get(1).content == entries[0]
    assert program.json("import", str(source))["present"] == count


def test_what_is_left_out_is_told_and_the_exit_code_says_so(program: Program, tmp_path: Path) -> None:
    source = tmp_path / "facts.jsonl"
    source.write_text('no json\n{"type":"fact"}\n', encoding="utf-8")
    done = program("import", str(source), code=1)
    assert "left out: entry 1, no record of a fact" in done.stdout
    program("import", str(tmp_path / "missing"), code=2)


@pytest.mark.parametrize("text", ["one line\ntwo lines\n", "[" * 200_000, '{"a": 1}\n[]\n'], ids=["words", "nested without end", "other JSON"])
def test_a_file_that_is_no_export_is_told_once(program: Program, tmp_path: Path, text: str) -> None:
    source = tmp_path / "facts.jsonl"
    source.write_text(text, encoding="utf-8")
    told = program("import", str(source), code=1)
    assert told.stdout == ""
    assert told.stderr.count("neither a store nor an export") == 1


def test_a_dry_run_makes_no_store(filled: Program, tmp_path: Path) -> None:
    filled("export", str(tmp_path / "facts.jsonl"))
    (tmp_path / "MEMORY.md").write_text("- The Vespa is green.\n", encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    other = Program(tmp_path / "other.db")
    assert other("import", str(tmp_path / "facts.jsonl"), "--dry-run").stdout == "Would take in 4 facts; 0 are there already.\n"
    assert other("import", str(tmp_path / "MEMORY.md"), "--dry-run").stdout == "Would take in 1 fact; 0 are there already.\n"
    assert sorted(tmp_path.iterdir()) == before


def test_ordinary_markdown_is_taken_entry_by_entry(program: Program, tmp_path: Path) -> None:
    source = tmp_path / "MEMORY.md"
    source.write_text(f"# Notes\n\n## Family\n- The twins swim on Fridays.\n- {REFUSED}\n\nThe bakery closes\nat six.\n", encoding="utf-8")
    done = program("import", str(source), code=1)
    assert SECRET not in done.stdout
    with holodream.open(program.store) as memory:
        assert {fact.content for fact in memory.list()} == {"The twins swim on Fridays.", "The bakery closes at six."}


@pytest.mark.parametrize("command", ["export", "backup"])
def test_a_folder_that_takes_no_file_is_named(filled: Program, command: str) -> None:
    told = filled(command, "/proc/copy", code=1).stderr
    assert "/proc" in told
    assert "unfinished" not in told


@pytest.mark.parametrize("command", ["export", "backup"])
@pytest.mark.parametrize("folder", ["missing", "file"])
def test_a_target_without_a_folder(filled: Program, tmp_path: Path, command: str, folder: str) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    told = filled(command, str(tmp_path / folder / "copy"), code=1).stderr
    assert f"{tmp_path / folder} " in told
    assert "Make it first" in told
    assert "unfinished" not in told
    assert sorted(tmp_path.iterdir()) == before


def test_backup(filled: Program, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    assert "the copy is sound" in filled("backup", str(target)).stdout
    assert "exists already" in filled("backup", str(target), code=1).stderr
    assert Program(target).json("list") == filled.json("list")
    assert filled.json("backup", str(tmp_path / "second.db"))["bytes"] > 4096


def test_upgrade(program: Program) -> None:
    shutil.copy(FIXTURES / "memory_store_v0.1.db", program.store)
    assert f"{program.store.name}.before-holodream" in program("upgrade").stdout
    assert len(program.json("upgrade")["copies"]) == 1, "a second time there is nothing to do"
    assert len(program.json("list")["facts"]) == 13


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process there")
def test_an_import_that_is_stopped(program: Program, tmp_path: Path) -> None:
    """Ctrl-C in the middle: one sentence, the exit code of shells, whole facts only, and the way to go on."""
    source = tmp_path / "list.md"
    source.write_text("".join(f"- Jar {number} of the cellar holds plums, pears and apples.\n" for number in range(3000)), encoding="utf-8")
    with program.start("import", str(source)) as importing:
        while importing.poll() is None and not _facts_in(program.store):
            time.sleep(0.01)
        importing.send_signal(signal.SIGINT)
        told = importing.communicate(timeout=60)[1].decode()
    assert importing.returncode == 130, told
    assert told == "Stopped. Each fact is there as a whole or not at all; the same command takes in what is missing.\n"
    taken = _facts_in(program.store)
    assert 0 < taken < 3000
    check_file(program.store)
    assert program.json("import", str(source))["present"] == taken
    assert _facts_in(program.store) == 3000


def _facts_in(path: Path) -> int:
    """How many facts a store holds that another process may just be making."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as file:
        try:
            return int(file.execute("SELECT count(*) FROM facts").fetchone()[0])
        except sqlite3.OperationalError:  # no table yet, or it is being made
            return 0


def test_which_store_was_written_to_is_told_beside_the_result(program: Program, tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("Leo plays the cello.", encoding="utf-8")
    for command in (("add", "The bakery closes at six."), ("import", str(tmp_path / "MEMORY.md"))):
        assert program(*command).stderr == f"Store: {program.store}\n"
        assert program.json(*command)["store"] == str(program.store)
