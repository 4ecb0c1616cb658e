"""Writing the log (WAL) back into the file, only ever while nobody writes.

SQLite does this by itself beside running writers, and up to 3.51.2 (but for 3.50.7 and 3.44.6) that can damage a file: a checkpoint that
begins just when a writer starts the log anew takes the new log for one that is written back already ("WAL-reset bug"). A checkpoint that
begins while a second connection holds the write lock cannot meet such a writer, in whatever process. So SQLite's own checkpoints are
off in our connections (the one when the last connection closes is safe, it has the file to itself), and the log is written back here.
"""

from __future__ import annotations

import functools
import sqlite3
from pathlib import Path

LONG_LOG = 1000 * (4096 + 24) + 32  # bytes: 1,000 pages of the usual size, at which SQLite too would write the log back
TOO_LONG = 4 * LONG_LOG  # from here on it is worth waiting for other writers, else the log might grow for ever
_HEADER = 32  # bytes at the beginning of the log; they change when it begins anew
_FIXED_BRANCHES = ((3, 44, 6), (3, 50, 7))  # releases that got the fix later than their branch


def has_reset_bug(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> bool:
    """Whether a release of SQLite can damage a file when two processes write and checkpoint at the same moment."""
    return version < (3, 51, 3) and not any(version[:2] == fixed[:2] and version >= fixed for fixed in _FIXED_BRANCHES)


def log_size(path: Path) -> int:
    """Bytes of the log beside a file; 0 when there is none."""
    try:
        return _log(path).stat().st_size
    except FileNotFoundError:
        return 0


def write_back(connection: sqlite3.Connection, guard: sqlite3.Connection) -> bool:
    """Copy the log into the file while `guard`, another connection to it, keeps all writers out; True when all of it was copied.

    The guard waits for the current writer as long as its busy_timeout says; False when that was too short. Readers are not held up.
    """
    try:
        guard.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    try:
        busy, pages, copied = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    finally:
        guard.execute("ROLLBACK")
    return not busy and pages == copied


def begin_anew(connection: sqlite3.Connection, path: Path) -> bool:
    """After `write_back`: start the log anew and cut it to the one page that this writes. False when a reader still needs the old one."""
    limit = connection.execute("PRAGMA journal_size_limit").fetchone()[0]
    connection.execute("PRAGMA journal_size_limit=0")
    try:
        connection.execute("BEGIN IMMEDIATE")
        before = _header(path)
        connection.execute(  # the value must be another one, or SQLite writes nothing
            "INSERT INTO holodream_info (key, value) VALUES ('log_begun', '1') ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1"
        )
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        connection.execute(f"PRAGMA journal_size_limit={limit}")
    return _header(path) != before


@functools.lru_cache(maxsize=64)
def _log(path: Path) -> Path:
    """The log beside a file; its size is asked after each save."""
    return path.with_name(f"{path.name}-wal")


def _header(path: Path) -> bytes:
    """The beginning of the log. SQLite holds no lock on that file which closing it could drop."""
    try:
        with _log(path).open("rb") as file:
            return file.read(_HEADER)
    except FileNotFoundError:
        return b""
