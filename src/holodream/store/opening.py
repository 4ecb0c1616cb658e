"""How a file can be opened, by its rights and the files beside it."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
from pathlib import Path

from ..errors import StoreUnreadable
from ..files import file_uri

log = logging.getLogger("holodream.store")

_SMALLEST = 512  # bytes of a database; SQLite takes a shorter file for a new one
STRANDED = (
    "{path} cannot be read where it lies: the last writer left a log ({path}-wal) that was not written back, and the folder cannot be written. "
    "Copy both files to a folder where you may write, and use the copy."
)


def may_be_written(path: Path) -> bool:
    """Whether this user may write a file that is there, and the companions that SQLite makes beside it."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def log_of(path: Path) -> Path:
    """What was written to a file in WAL mode and is not yet in the file itself."""
    return path.with_name(f"{path.name}-wal")


def is_in_wal_mode(path: Path) -> bool:
    """Whether the file is in WAL mode, from its header: a connection that may not lock the file cannot say.

    Only for files that this process cannot write: closing one takes away the locks that SQLite holds on it in the same process.
    """
    with path.open("rb") as file:
        return file.read(20)[18:] == b"\x02\x02"


def can_only_be_read(path: Path) -> bool:
    """Whether no write can succeed. In a folder that cannot be written SQLite can still write a file whose log's files are there."""
    return not os.access(path, os.W_OK) or (not os.access(path.parent, os.W_OK) and not log_of(path).exists())


def is_at_rest(path: Path) -> bool:
    """Whether the file is best read as one that nobody writes: SQLite would make a log, or leave an empty one behind; while there is none, nobody writes."""
    return not may_be_written(path) and not _has_left_a_log(path) and is_in_wal_mode(path)


def is_stranded(path: Path) -> bool:
    """Whether a log lies beside the file that nobody has open, where SQLite cannot make the index that it needs to read it."""
    return _has_left_a_log(path) and not path.with_name(f"{path.name}-shm").exists() and not os.access(path.parent, os.W_OK)


def _has_left_a_log(path: Path) -> bool:
    try:
        return log_of(path).stat().st_size > 0
    except FileNotFoundError:
        return False


def way_to_look(path: Path) -> str:
    """How to look without leaving a trace: whoever opens a file with a log alone, and may write, also tidies up the files that opening it makes."""
    if is_at_rest(path):
        return "mode=ro&immutable=1"
    return "mode=rw" if may_be_written(path) and not log_of(path).exists() else "mode=ro"


def check_header(path: Path) -> None:
    """A file that is no database must not even be opened by SQLite for writing."""
    if path.is_dir():
        raise StoreUnreadable(f"{path} is a folder. Give the path of a file.")
    if not path.parent.is_dir():
        what = "is a file, no folder" if path.parent.exists() else "does not exist"
        raise StoreUnreadable(f"The folder {path.parent} {what}. Make it, or choose another file.")
    if not path.exists() or not path.stat().st_size:
        return
    if path.stat().st_size < _SMALLEST:
        raise StoreUnreadable(f"{path} is not a database of facts. It was left untouched; choose another file.")
    if not os.access(path, os.R_OK):
        raise StoreUnreadable(f"{path} cannot be read. Check its permissions.")
    # Asked of SQLite: closing a file that is open elsewhere in this process would drop SQLite's locks on it.
    try:
        with contextlib.closing(sqlite3.connect(f"{file_uri(path)}?mode=ro&immutable=1", uri=True)) as connection:
            connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_NOTADB:  # what another process is just writing, or told when it is really opened
            log.debug("store: a first look at %s failed (%s)", path, error)
            return
        raise StoreUnreadable(f"{path} is not a database of facts. It was left untouched; choose another file.") from error
