"""What holds for every command: options, errors, files that are no store, pipes, terminals."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

import holodream
from holodream.hosts.cli.main import cli
from holodream.store import Draft

from .conftest import Program

READING = [
    ("list",), ("search", "x"), ("recall", "x"), ("why", "1", "x"), ("show", "1"), ("doctor",), ("history", "1"), ("duplicates",), ("export", "-"),
    ("names", "list"), ("names", "show", "x"), ("names", "together", "x", "y"), ("names", "contradict"),
]  # fmt: skip
WRITING = [
    ("add", "A fact."), ("change", "1", "A fact."), ("correct", "1", "A fact."), ("end", "1"), ("revert", "1", "1"), ("confirm", "1"),
    ("forget", "1", "--yes"), ("merge", "1", "2"), ("unmerge", "1"), ("upgrade",),
    ("names", "confirm", "x"), ("names", "rename", "x", "y"), ("names", "rebuild"),
]  # fmt: skip
ALL = [*READING, *WRITING]
ELSEWHERE = {"screen", "import", "backup", "install", "night", "eval", "embed"}  # commands with tests of their own
names = pytest.mark.parametrize("command", ALL, ids=lambda command: "-".join(command[: 1 + (command[0] == "names")]))
reading_names = pytest.mark.parametrize("command", READING, ids=lambda command: "-".join(command[: 1 + (command[0] == "names")]))


def test_every_command_is_tested_here() -> None:
    assert set(cli.commands) == {command[0] for command in ALL} | ELSEWHERE


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_every_command_has_help_and_the_common_options(program: Program, command: str) -> None:
    text = program(command, "-h").stdout
    assert "--json" in text
    assert "--store" in text


def test_help_and_version(program: Program) -> None:
    text = program("--help").stdout
    assert "_HOLODREAM_COMPLETE=bash_source" in text
    assert all(command in text for command in cli.commands)
    assert program("--version").stdout == f"holodream, version {holodream.__version__}\n"


@reading_names
def test_reading_never_makes_a_file(program: Program, tmp_path: Path, command: tuple[str, ...]) -> None:
    done = program(*command, code=1)
    assert done.stdout == ""
    assert "no store yet" in done.stderr
    assert "holodream add" in done.stderr
    assert "no store yet" in program.json(*command, code=1)["error"]
    assert list(tmp_path.iterdir()) == []


@reading_names
def test_an_empty_file_is_no_store_and_stays_empty(program: Program, command: tuple[str, ...]) -> None:
    program.store.touch()
    assert "no store yet" in program(*command, code=1).stderr
    assert program.store.stat().st_size == 0


@names
@pytest.mark.parametrize("content", [b"Dear diary, today", b"\x00" * 100, b"SQLite format 3\x00" + b"\xa5" * 5000, b"SQLite format 3\x00"])
def test_a_file_that_is_no_database_stays_as_it_is(program: Program, tmp_path: Path, command: tuple[str, ...], content: bytes) -> None:
    program.store.write_bytes(content)
    done = program(*command, code=1)
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    assert program.json(*command, code=1)["error"]
    assert program.store.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == ["memory_store.db"]


@names
def test_missing_folders_and_folders_in_place_of_files(program: Program, tmp_path: Path, command: tuple[str, ...]) -> None:
    assert program.json("--store", str(tmp_path / "no" / "a.db"), *command, code=1)["error"]
    assert program.json(*command, "--store", str(tmp_path), code=1)["error"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(filled: Program, tmp_path: Path) -> None:
    filled.store.chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        assert "cannot be written" in filled.json("add", "A fact.", code=1)["error"]
        filled("doctor", code=1)
    finally:
        tmp_path.chmod(0o700)
        filled.store.chmod(0o600)


def test_options_may_stand_before_and_after_the_command(program: Program, tmp_path: Path) -> None:
    other = str(tmp_path / "other.db")
    program("--store", other, "add", "One.")
    program("add", "--store", other, "Two.")
    assert len(json.loads(program("--json", "list", "--store", other).stdout)["facts"]) == 2
    assert not program.store.exists()


def test_the_option_beats_the_environment(filled: Program, tmp_path: Path) -> None:
    assert "no store yet" in filled("list", "--store", str(tmp_path / "other.db"), code=1).stderr


def test_without_a_choice_the_systems_folder_is_made_for_the_first_fact(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holodream.paths._data_folder", lambda: tmp_path / "data")
    program.env |= {"HOLODREAM_STORE": "", "HERMES_HOME": ""}
    assert "no store yet" in program("list", code=1).stderr
    assert not (tmp_path / "data").exists()
    program("add", "A fact.")
    assert (tmp_path / "data" / "holodream" / "memory_store.db").exists()


def test_a_hosts_home_that_is_missing_is_not_made(program: Program, tmp_path: Path) -> None:
    program.env["HOLODREAM_STORE"] = ""
    assert "does not exist" in program("add", "A fact.", code=1).stderr
    assert not (tmp_path / "no-host").exists()


@names
def test_a_database_of_another_program_is_left_untouched(program: Program, command: tuple[str, ...]) -> None:
    with closing(sqlite3.connect(program.store)) as file:
        file.execute("CREATE TABLE sessions (id TEXT)")
    before = program.store.read_bytes()
    assert "another program" in program(*command, code=1).stderr
    assert program.store.read_bytes() == before


@pytest.mark.parametrize("arguments", [(), ("lst",), ("list", "--nonsense"), ("add",), ("show",), ("add", "a", "b")])
def test_misuse_is_told_also_as_json(program: Program, arguments: tuple[str, ...]) -> None:
    assert "Usage:" in program(*arguments, code=2).stderr
    assert program.json(*arguments, code=2)["error"]


def test_a_text_that_looks_like_an_option(program: Program) -> None:
    assert program("add", "--", "--json").stdout == "Saved as fact 1.\n"


def test_in_a_process_of_its_own(program: Program) -> None:
    assert program.process("add", "-", input="Лео играет на виолончели.".encode()).returncode == 0
    done = program.process("list")
    assert done.stdout.decode() == "1\t0.50\t\tgeneral\tЛео играет на виолончели.\n"
    assert done.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are bytes on POSIX only")
def test_arguments_that_are_no_text(program: Program) -> None:
    done = program.process("add", b"caf\xe9 \xff", "--json")
    assert done.returncode == 1
    assert "Unicode" in json.loads(done.stdout)["error"]
    assert b"Traceback" not in done.stderr
    assert b"Traceback" not in program.process(b"\xff\xfe").stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_a_pipe_that_closes_early_is_no_error(program: Program) -> None:
    long = tuple(Draft(f"Fact {number} " + "is about a longish thing " * 150, ("fact",)) for number in range(40))
    with holodream.open(program.store) as memory:
        memory.store.add_many(long)
    for command in (("list",), ("list", "--json"), ("show", "7"), ("--help",)):
        done = program.process(*command, shell="| head -c 10")
        assert (done.returncode, done.stderr, len(done.stdout)) == (0, b"", 10), command


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_closed_and_full_streams(filled: Program) -> None:
    assert filled.process("list", shell=">&-").returncode == 0
    assert b"Standard input is closed" in filled.process("add", "-", shell="<&-").stderr
    if Path("/dev/full").exists():
        done = filled.process("list", shell=">/dev/full")
        assert done.returncode != 0
        assert b"Traceback" not in done.stderr


def test_a_stream_that_lacks_the_letters(filled: Program) -> None:
    filled.env["PYTHONIOENCODING"] = "ascii"
    done = filled.process("list")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u5976" in done.stdout


def test_rich_is_loaded_for_tables_in_terminals_only(filled: Program) -> None:
    filled.env["PYTHONPROFILEIMPORTTIME"] = "1"
    assert b"rich" not in filled.process("list").stderr
    assert b"rich.table" in _in_terminal(filled, "list")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_gets_a_table_with_whole_texts(filled: Program) -> None:
    filled("add", "Square [bold]brackets[/bold] and :smile: stay as they are.")
    text = _in_terminal(filled, "list").decode()
    assert "trust" in text
    for fact in ("[bold]brackets[/bold] and :smile:", "奶奶的生日是五月三日。", "موعد ليلى مع طبيب الأسنان يوم الأحد.", "พี่นกแพ้อาหารทะเล"):
        assert fact in text


def _in_terminal(program: Program, *arguments: str) -> bytes:
    import pty
    import subprocess

    leader, follower = pty.openpty()
    env = {**os.environ, **program.env, "PYTHONPATH": str(Path(holodream.__file__).parents[1]), "COLUMNS": "100", "TERM": "xterm", "NO_COLOR": "1"}
    with subprocess.Popen([sys.executable, "-m", "holodream.hosts.cli.main", *arguments], env=env, stdin=follower, stdout=follower, stderr=follower) as running:
        os.close(follower)
        parts = []
        while True:
            try:
                part = os.read(leader, 65536)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            parts.append(part)
        os.close(leader)
        assert running.wait(timeout=30) == 0
    return b"".join(parts)
