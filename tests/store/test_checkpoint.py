"""The log is written back only while nobody writes, so that SQLite's WAL-reset bug cannot strike, and it does not grow for ever."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import holodream
from holodream.store import Draft, checkpoint
from holodream.store.checkpoint import LONG_LOG, TOO_LONG, begin_anew, has_reset_bug, log_size, write_back
from holodream.store.database import Database

from ..conftest import Opener
from .checks import check_file


@pytest.mark.parametrize("version", ["3.7.0", "3.40.1", "3.44.5", "3.45.0", "3.50.4", "3.50.6", "3.51.0", "3.51.2"])
def test_releases_with_the_bug(version: str) -> None:
    assert has_reset_bug(tuple(map(int, version.split("."))))


@pytest.mark.parametrize("version", ["3.44.6", "3.44.7", "3.50.7", "3.51.3", "3.52.0", "4.0.0"])
def test_releases_without_it(version: str) -> None:
    assert not has_reset_bug(tuple(map(int, version.split("."))))


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """A store with a log in which something waits to be written back."""
    path = tmp_path / "memory.db"
    with holodream.open(path) as memory:
        memory.add("The bridge is closed.")
        database = Database(path, busy_seconds=0.1)
        yield database
        database.close()


def test_no_connection_checkpoints_by_itself(database: Database) -> None:
    with database.reading() as connection:
        assert connection.execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)


def test_the_log_is_written_back_while_nobody_writes(database: Database) -> None:
    before = database.path.read_bytes()
    with database._connection() as connection, database.guard(0) as guard:
        assert write_back(connection, guard)
        assert begin_anew(connection, database.path)
    assert database.path.read_bytes() != before
    assert log_size(database.path) < 2 * 4120 + 32
    check_file(database.path)


def test_it_is_not_beside_a_writer_of_whatever_program(database: Database) -> None:
    before = database.path.read_bytes()
    with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with database._connection() as connection, database.guard(0) as guard:
            assert not write_back(connection, guard)
            assert not guard.in_transaction
        assert database.path.read_bytes() == before, "no checkpoint may even begin"


def test_writers_are_kept_out_for_as_long_as_it_lasts(database: Database) -> None:
    """Asked at the moment of the checkpoint, through SQLite's own trace of statements."""
    told: list[str] = []

    def try_to_write(statement: str) -> None:
        if "wal_checkpoint" in statement:
            with closing(sqlite3.connect(database.path, timeout=0, isolation_level=None)) as other:
                try:
                    other.execute("BEGIN IMMEDIATE")
                    told.append("could write")
                except sqlite3.OperationalError:
                    told.append("kept out")

    with database._connection() as connection, database.guard(0) as guard:
        connection.set_trace_callback(try_to_write)
        write_back(connection, guard)
        connection.set_trace_callback(None)
    assert told == ["kept out"]


def test_a_log_that_a_reader_needs_is_not_begun_anew(database: Database) -> None:
    with closing(sqlite3.connect(database.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM facts").fetchone()
        with database._connection() as connection, database.guard(0) as guard:
            write_back(connection, guard)
            assert not begin_anew(connection, database.path)
            reader.execute("ROLLBACK")
            assert write_back(connection, guard)
            assert begin_anew(connection, database.path)


def some(begin: int, count: int) -> list[Draft]:
    return [Draft(f"Jar {number} holds {'plums ' * 100}", (f"jar{number}", "plum")) for number in range(begin, begin + count)]


def test_the_log_stays_short(open_memory: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holodream.store.store._PORTION", 200)
    memory = open_memory()
    sizes = []
    for begin in range(0, 12_000, 1000):
        memory.store.add_many(some(begin, 1000))
        sizes.append(log_size(memory.store.path))
    assert max(sizes) < 2 * LONG_LOG
    assert memory.store.path.stat().st_size > LONG_LOG, "nothing was written back"


def test_a_reader_lets_it_grow_and_then_it_shrinks(open_memory: Opener) -> None:
    memory = open_memory()
    memory.add("The bridge is closed.")
    with closing(sqlite3.connect(memory.store.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM facts").fetchone()
        memory.store.add_many(some(0, 15_000))
        assert log_size(memory.store.path) > TOO_LONG
        reader.execute("ROLLBACK")
    for number in range(3):
        memory.add(f"The bridge {number} is open.")
    assert log_size(memory.store.path) <= LONG_LOG


def test_a_failed_write_back_does_not_take_the_saved_fact_back(open_memory: Opener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def broken(_connection: sqlite3.Connection, _guard: sqlite3.Connection) -> bool:
        raise sqlite3.OperationalError("disk I/O error")

    memory = open_memory()
    monkeypatch.setattr(checkpoint, "write_back", broken)
    monkeypatch.setattr(checkpoint, "LONG_LOG", 1)
    assert memory.add("The bridge is closed.").status == "added"
    assert "written back" in caplog.text
    assert "bridge" not in caplog.text


def test_nor_does_a_lack_of_file_handles(open_memory: Opener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    memory = open_memory()
    memory.add("The bridge is open.")
    idle = memory.store._database._idle
    while len(idle) > 1:
        idle.pop().close()

    def no_more(_database: Database) -> sqlite3.Connection:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(Database, "_connect", no_more)
    monkeypatch.setattr(checkpoint, "LONG_LOG", 1)
    assert memory.store.add(Draft("The bridge is closed.", ("bridge",)))[1]
    assert "written back" in caplog.text
