"""Copies of a whole store: one state, checked, private, and never over another file."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

import holodream

from ..support import start_python
from .checks import check_file


def test_a_copy_is_a_store_of_its_own(memory: holodream.Memory, tmp_path: Path) -> None:
    memory.add("Vera lives in Rome.", entities=["Vera"], source="said")
    memory.change(1, "Vera lives in Oslo.")
    assert memory.back_up(tmp_path / "copy.db") == tmp_path / "copy.db"
    memory.add("Written after the copy.")
    assert [item.name for item in tmp_path.iterdir() if item.name.startswith("copy")] == ["copy.db"], "one file, without companions"
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    with holodream.open(tmp_path / "copy.db") as copy:
        assert copy.list() == [memory.get(1)]
        assert copy.history(1) == memory.history(1)
    check_file(tmp_path / "copy.db")


def test_it_is_one_state_while_others_write(memory: holodream.Memory, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            memory.add(f"Jar {number} holds plums.")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            memory.back_up(tmp_path / f"copy{number}.db")
    finally:
        stop.set()
        writer.join()
    for number in range(5):
        check_file(tmp_path / f"copy{number}.db")


def test_a_file_that_is_there_is_never_overwritten(memory: holodream.Memory, tmp_path: Path) -> None:
    memory.add("Vera lives in Rome.")
    target = tmp_path / "precious"
    target.write_text("precious")
    for path in (target, tmp_path):
        with pytest.raises(holodream.InvalidArgument, match="exists already"):
            memory.back_up(path)
    assert target.read_text() == "precious"
    with pytest.raises(holodream.InvalidArgument, match="does not exist"):
        memory.back_up(tmp_path / "nowhere" / "copy.db")


def test_where_no_links_can_be_made(memory: holodream.Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("not here")

    memory.add("Vera lives in Rome.")
    monkeypatch.setattr(os, "link", refuse)
    memory.back_up(tmp_path / "copy.db")
    check_file(tmp_path / "copy.db")


def test_progress_is_told(memory: holodream.Memory, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    memory.back_up(tmp_path / "copy.db", progress=lambda *seen: told.append(seen))
    assert told
    assert told[-1][0] == told[-1][1]


def test_a_damaged_store_makes_no_copy(memory: holodream.Memory, tmp_path: Path) -> None:
    for number in range(300):
        memory.add(f"Jar {number} holds plums and pears.")
    memory.store._database.close()
    memory.close()
    path = memory.store.path
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'fact_versions'").fetchone()[0]
    with path.open("r+b") as raw:
        raw.seek((page - 1) * 4096 + 4096 - 200)
        raw.write(bytes(range(200)))
        raw.seek((page - 1) * 4096 + 3)
        raw.write(b"\xff\xff")
    with holodream.open(path) as damaged, pytest.raises(holodream.StoreError):
        damaged.back_up(tmp_path / "copy.db")
    assert not [item for item in tmp_path.iterdir() if item.name.startswith("copy")]


def test_what_a_killed_backup_left_behind_goes_with_the_next(memory: holodream.Memory, tmp_path: Path) -> None:
    dead = start_python("pass")
    dead.communicate()
    left, other = tmp_path / f"copy.db.{dead.pid}.unfinished", tmp_path / f"copy.db.{os.getppid()}.unfinished"
    for path in (left, left.with_name(f"{left.name}-journal"), other):
        path.write_bytes(b"The Vespa is green.")
    memory.back_up(tmp_path / "copy.db")
    assert not left.exists()
    assert not left.with_name(f"{left.name}-journal").exists()
    assert other.exists(), "that process lives"
