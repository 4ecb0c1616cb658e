"""Copies of a whole store through SQLite's backup interface: one state of the file, whoever writes it meanwhile. Never a copied file."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from ..errors import InvalidArgument, StoreError
from ..files import unfinished_name
from .database import errors_in_our_words
from .records import Progress

_PAGES = 1000  # copied in one step


def back_up(connection: sqlite3.Connection, target: Path, *, progress: Progress | None = None) -> None:
    """Copy the database to a new file that is checked before it gets its name. InvalidArgument when there is one, StoreError when it failed."""
    if target.exists():
        raise InvalidArgument(f"{target} exists already and is not overwritten. Choose another name, or move it away.")
    if not target.parent.is_dir():
        raise InvalidArgument(f"The folder {target.parent} does not exist. Make it first.")
    unfinished = unfinished_name(target)
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # private from its first byte
        with errors_in_our_words(unfinished), contextlib.closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
            connection.backup(copy, pages=_PAGES, progress=_told(progress), sleep=0.001)
            copy.execute("PRAGMA journal_mode=DELETE").fetchall()  # one file, without companions
            if copy.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise StoreError(f"The copy {target} is damaged and was removed. Run holodream doctor on the store.")
        _name(unfinished, target)
    finally:
        _remove(unfinished)


def _told(progress: Progress | None) -> Callable[[int, int, int], None] | None:
    if progress is None:
        return None
    return lambda _status, remaining, total: progress(total - remaining, total)


def _name(unfinished: Path, target: Path) -> None:
    """Give the copy its name without ever replacing a file that appeared meanwhile, where the file system can do that."""
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())
    try:
        os.link(unfinished, target)
    except FileExistsError as error:
        raise InvalidArgument(f"{target} exists already and is not overwritten. Choose another name, or move it away.") from error
    except OSError:  # no hard links there
        if target.exists():
            raise InvalidArgument(f"{target} exists already and is not overwritten. Choose another name, or move it away.") from None
        unfinished.rename(target)


def _remove(unfinished: Path) -> None:
    for ending in ("", "-journal", "-wal", "-shm"):
        unfinished.with_name(unfinished.name + ending).unlink(missing_ok=True)
