"""Whether pieces of a forgotten text are found in the bytes of a file, copied in memory or read."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import holodream
from holodream.store import remains
from holodream.store.remains import _pieces, holds_piece

SAID = "A long sentence about otters that sleep by the river all day."
UNSAID = "Something that nobody ever wrote into this file."


@pytest.fixture(params=["copied", "read"])
def memory(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[holodream.Memory]:
    """A store whose file is copied in memory, or read as if it were large."""
    monkeypatch.setattr(remains, "_LARGE", 1 << 40 if request.param == "copied" else 0)
    with holodream.open(tmp_path / "memory.db") as opened:
        opened.add(SAID)
        yield opened
    for handle in remains._handles.values():
        handle.close()
    remains._handles.clear()


def held(memory: holodream.Memory, text: str) -> bool:
    with memory.store._database.reading() as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        return holds_piece(connection, memory.store._database.path, [text])


def write(memory: holodream.Memory, text: str) -> None:
    with memory.store._database.writing() as connection:
        connection.execute("CREATE TABLE zzz (x)")
        connection.execute("INSERT INTO zzz VALUES (?)", (text,))


def test_what_another_fact_says_does_not_count(memory: holodream.Memory) -> None:
    assert not held(memory, SAID)


def test_what_nobody_wrote_is_not_found(memory: holodream.Memory) -> None:
    assert not held(memory, UNSAID)


@pytest.mark.parametrize("begin", [0, 1, 7])
def test_a_piece_is_found(memory: holodream.Memory, begin: int) -> None:
    write(memory, "… " + UNSAID[begin:])
    assert held(memory, UNSAID)


def test_a_piece_across_two_windows_is_found(memory: holodream.Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remains, "_WINDOW", 5)
    write(memory, UNSAID)
    assert held(memory, UNSAID)


def test_reading_the_bytes_drops_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remains, "_LARGE", 0)
    path = tmp_path / "memory.db"
    with holodream.open(path) as memory:
        memory.add(SAID)
        with memory.store._database.writing() as connection:
            connection.execute("CREATE TABLE zzz (x)")
            holds_piece(connection, path, [UNSAID])
            other = f"import sqlite3; sqlite3.connect({str(path)!r}, timeout=0).execute('BEGIN IMMEDIATE')"
            done = subprocess.run([sys.executable, "-c", other], stderr=subprocess.PIPE, text=True, check=False)
            assert "database is locked" in done.stderr
    for handle in remains._handles.values():
        handle.close()
    remains._handles.clear()


@pytest.mark.parametrize("length", [1, 23, 24, 25, 47, 48, 49, 100])
def test_no_long_stretch_of_a_text_escapes_the_check(length: int) -> None:
    text = bytes(range(length))
    pieces = list(_pieces(text))
    assert all(piece in text for piece in pieces)
    for begin in range(max(1, length - 47)):
        stretch = text[begin : begin + 47]
        assert len(stretch) < 47 or any(piece in stretch for piece in pieces)
