"""A database that is only looked at: short questions, no cursor held open, patience with its writers, no trace left behind.

For files that may belong to another program. Nothing can be written through it; it works where file and folder cannot be written.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from ..errors import StoreBusy, StoreUnreadable
from ..files import file_uri
from . import opening
from .database import errors_in_our_words, readable_text

T = TypeVar("T")

PATIENCE = 30.0  # seconds that a question waits for a writer, all in all
_FIRST_REST, _LONGEST_REST = 0.02, 1.0  # seconds between two tries
_CACHE_KIB = 2048
_HEADER = b"SQLite format 3\x00"


class ReadOnlyFile:
    """One connection to a file that is only read. A context manager; not to be shared between threads."""

    def __init__(self, path: Path, *, patience: float = PATIENCE, sleep: Callable[[float], None] = time.sleep) -> None:
        """StoreUnreadable when there is no such database, StoreBusy when its writers did not let go of it for `patience` seconds."""
        self.path = path
        self._patience = patience
        self._sleep = sleep
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        _check_header(path)
        self._connection = self._patiently(self._connect)

    def rows(self, question: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of one question, at once: keep their number small. A locked file is asked again for a while."""
        return self._patiently(lambda: self._connection.execute(question, values).fetchall())

    def columns(self, table: str) -> frozenset[str]:
        """The names of a table's columns; empty when there is no such table."""
        return frozenset(str(row[0]) for row in self.rows("SELECT name FROM pragma_table_info(?)", (table,)))

    @contextlib.contextmanager
    def one_state(self) -> Iterator[None]:
        """Everything asked in the block sees one unchanging state of the file. Keep it short: where there is no WAL, writers wait for it."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Let go of the file. Safe to call twice."""
        self._connection.close()
        if self._folder is not None:
            self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _patiently(self, do: Callable[[], T]) -> T:
        waited, rest = 0.0, _FIRST_REST
        while True:
            try:
                with errors_in_our_words(self.path):
                    return do()
            except StoreBusy:
                if waited >= self._patience:
                    raise
            self._sleep(rest)
            waited, rest = waited + rest, min(rest * 2, _LONGEST_REST)

    def _connect(self) -> sqlite3.Connection:
        try:
            return _connected(self.path, opening.way_to_look(self.path))
        except sqlite3.OperationalError as error:
            if "unable to open" not in str(error) or not opening.log_of(self.path).exists():
                raise
        # A log that nobody has open, in a folder where its index cannot be made: SQLite can only read a copy of both.
        folder = tempfile.TemporaryDirectory(prefix="holodream-")
        try:
            connection = _connected(_copy(self.path, Path(folder.name)), "mode=rw")
        except BaseException:
            folder.cleanup()
            raise
        self._folder = folder
        return connection


def _connected(path: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file_uri(path)}?{how}", uri=True, timeout=0.0, isolation_level=None)
    try:
        connection.text_factory = readable_text
        connection.execute("PRAGMA query_only=ON")
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")
        connection.execute("PRAGMA temp_store=MEMORY")
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()  # only now SQLite opens the file
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _copy(path: Path, folder: Path) -> Path:
    """A copy of the file and its log. StoreBusy when somebody wrote meanwhile."""
    try:
        before = _stamps(path)
        for file in (path, opening.log_of(path)):
            shutil.copyfile(file, folder / file.name)
        changed = _stamps(path) != before
    except FileNotFoundError:  # a writer has written the log back
        changed = True
    if changed:
        raise StoreBusy(f"{path} was written while it was read. Nothing was changed; try again in a moment.")
    return folder / path.name


def _stamps(path: Path) -> list[tuple[int, int]]:
    return [(stat.st_mtime_ns, stat.st_size) for stat in (path.stat(), opening.log_of(path).stat())]


def _check_header(path: Path) -> None:
    try:
        with path.open("rb") as file:
            beginning = file.read(len(_HEADER))
    except OSError as error:
        raise StoreUnreadable(f"{path} cannot be read ({error.strerror or type(error).__name__}). Check that it is a file and its permissions.") from error
    if beginning and beginning != _HEADER:
        raise StoreUnreadable(f"{path} is not an SQLite database. It was left untouched; choose another file.")
