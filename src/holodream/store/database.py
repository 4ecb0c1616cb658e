"""The SQLite file: connections, transactions, and SQLite's errors in our words.

One `Database` per file and process (see `shared`). Reading takes a connection from a small pool, so readers run side by
side and never wait for a writer (WAL); writing is one short BEGIN IMMEDIATE transaction at a time.
"""

from __future__ import annotations

import contextlib
import logging
import operator
import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

from ..errors import StoreBusy, StoreError, StoreReadOnly, StoreUnreadable
from ..files import file_uri
from . import checkpoint, opening

log = logging.getLogger("holodream.store")

BUSY_SECONDS = 10.0  # how long a writer waits for another process
_IDLE_CONNECTIONS = 4
_CACHE_KIB = 8192  # pages kept by each connection


# A text as SQLite holds it. What another program wrote as no UTF-8 never stops a reader.
readable_text = operator.methodcaller("decode", "utf-8", "replace")


class Database:
    """Connections to one file. Thread-safe; close() ends them all."""

    def __init__(self, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.path = path
        self._busy_seconds = busy_seconds
        self._idle: list[sqlite3.Connection] = []
        weakref.finalize(self, _close_all, self._idle)  # whoever forgets to close, or ends, leaves no open connection to be warned of
        self._pool_lock = threading.Lock()
        self._write_lock = threading.RLock()
        self._pid = self._lock_pid = os.getpid()
        self._identity: tuple[int, ...] | None = None
        self._closed = False
        self.writable = True
        self.writers_waiting = 0  # threads of this process that want to write; long work in the background gives way to them

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one unchanging state of the file until the block ends."""
        with self._connection() as connection, errors_in_our_words(self.path):
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextlib.contextmanager
    def writing(self, *, patience: float | None = None, lasting: bool = True) -> Iterator[sqlite3.Connection]:
        """One transaction that is wholly written or not at all. Keep it short; never wait for anything inside.

        StoreBusy after `patience` seconds (the usual time without it). One that need not be `lasting` may be undone by a power cut, and
        does not wait for the disk.
        """
        if not self.writable:
            raise StoreReadOnly(READ_ONLY.format(path=self.path))
        seconds = self._busy_seconds if patience is None else patience
        self._acquire_write_lock(seconds)
        try:
            with self._connection() as connection, errors_in_our_words(self.path):
                if patience is not None:
                    connection.execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")
                if not lasting:
                    connection.execute("PRAGMA synchronous=NORMAL")
                try:
                    connection.execute("BEGIN IMMEDIATE")
                    yield connection
                    connection.execute("COMMIT")
                finally:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                    if not lasting:
                        connection.execute("PRAGMA synchronous=FULL")
                    if patience is not None:
                        connection.execute(f"PRAGMA busy_timeout={int(self._busy_seconds * 1000)}")
                if lasting:
                    self._shorten_log(connection)
        finally:
            self._write_lock.release()

    def _shorten_log(self, connection: sqlite3.Connection) -> None:
        """Write a long log back after a transaction. What goes wrong here is no fault of that one, which is safe in the log."""
        try:
            size = checkpoint.log_size(self.path)
            if size > checkpoint.LONG_LOG:
                with self.guard(self._busy_seconds if size > checkpoint.TOO_LONG else 0) as guard:
                    checkpoint.write_back(connection, guard)
        except (StoreError, sqlite3.Error, OSError) as error:
            what = getattr(error, "sqlite_errorname", type(error).__name__)
            log.warning("store: the log of %s could not be written back and grows on (%s)", self.path, what)

    @contextlib.contextmanager
    def guard(self, seconds: float) -> Iterator[sqlite3.Connection]:
        """A second connection, to keep the writers of other processes out; it waits so long for the one at work."""
        with self._connection() as connection:
            connection.execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")
            try:
                yield connection
            finally:
                connection.execute(f"PRAGMA busy_timeout={int(self._busy_seconds * 1000)}")

    def _acquire_write_lock(self, seconds: float) -> None:
        if self._lock_pid != os.getpid():  # a thread that does not exist in this child may have held it
            self._write_lock, self._lock_pid, self.writers_waiting = threading.RLock(), os.getpid(), 0
        if self._write_lock.acquire(blocking=False):
            return
        with self._pool_lock:
            self.writers_waiting += 1
        try:
            if not self._write_lock.acquire(timeout=seconds):
                raise StoreBusy(_BUSY.format(path=self.path))
        finally:
            with self._pool_lock:
                self.writers_waiting -= 1

    def identity(self) -> tuple[int, ...] | None:
        """Which file lies at the path now; another one after a backup was put back, None when there is none.

        Of a file that this process cannot write also when it was written: connections to one at rest would not see that.
        """
        try:
            stat = self.path.stat()
        except FileNotFoundError:
            return None
        return (stat.st_dev, stat.st_ino) if self.writable else (stat.st_dev, stat.st_ino, stat.st_mtime_ns, opening.log_of(self.path).exists())

    def close(self) -> None:
        """Close every connection. Safe to call twice."""
        with self._pool_lock:
            self._closed = True
            idle = self._taken_out()
        _close_all(idle)

    @contextlib.contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        connection = self._take()
        try:
            yield connection
        except StoreBusy:
            self._give_back(connection)
            raise
        except (StoreError, sqlite3.Error):  # after an error of the disk SQLite may go on to fail on this connection
            connection.close()
            raise
        except BaseException:
            self._give_back(connection)
            raise
        self._give_back(connection)

    def _take(self) -> sqlite3.Connection:
        with self._pool_lock:
            if self._closed:
                raise StoreError(f"The store {self.path} was closed. Open it again.")
            self._drop_stale()
            if self._idle:
                return self._idle.pop()
        with errors_in_our_words(self.path):
            connection = self._connect()
        with self._pool_lock:
            self._identity = self.identity()
        return connection

    def _drop_stale(self) -> None:
        """Connections of a parent process, or to a file that was replaced meanwhile, must not be used again."""
        if self._pid == os.getpid() and (not self._idle or self.identity() == self._identity):
            return
        self._pid = os.getpid()
        _close_all(self._taken_out())

    def _taken_out(self) -> list[sqlite3.Connection]:
        idle = self._idle.copy()
        self._idle.clear()
        return idle

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._pool_lock:
            if not self._closed and len(self._idle) < _IDLE_CONNECTIONS:
                self._idle.append(connection)
                return
        connection.close()

    def _make_private(self) -> None:
        """Make a missing file for its owner alone; SQLite would ask the umask. Its companions get the same rights.

        Under the lock, since closing a file takes away the locks of all connections that this process has to it.
        """
        with self._pool_lock:
            if self.path.exists():
                return
            with contextlib.suppress(OSError):  # SQLite meets the same obstacle right after this, and its error is told
                os.close(os.open(self.path.resolve(), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    def _connect(self) -> sqlite3.Connection:
        if self.writable:
            self._make_private()
        how = "mode=rwc" if self.writable else "mode=ro&immutable=1" if opening.is_at_rest(self.path) else "mode=ro"
        uri = f"{file_uri(self.path)}?{how}"
        connection = sqlite3.connect(uri, uri=True, timeout=self._busy_seconds, isolation_level=None, check_same_thread=False)
        connection.text_factory = readable_text
        try:
            connection.execute("PRAGMA trusted_schema=ON")  # else the older provider's triggers, which write to its word index, fail
            connection.execute("PRAGMA synchronous=FULL")  # a saved fact survives a power cut; some builds of SQLite have another default
            connection.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten: forgetting is physical
            connection.execute("PRAGMA wal_autocheckpoint=0")  # see checkpoint.py
            connection.execute(f"PRAGMA journal_size_limit={checkpoint.LONG_LOG}")  # a longer log is cut to this when it begins anew
            connection.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")
            connection.execute("PRAGMA temp_store=MEMORY")
        except sqlite3.Error:
            connection.close()
            raise
        return connection


def _close_all(connections: list[sqlite3.Connection]) -> None:
    while connections:
        connections.pop().close()


def choose_journal(connection: sqlite3.Connection, path: Path) -> str:
    """Switch a file to WAL; where the file system does not allow it, keep a rollback journal and say so once."""
    try:
        mode = str(connection.execute("PRAGMA journal_mode=WAL").fetchone()[0])
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            return str(connection.execute("PRAGMA journal_mode").fetchone()[0])
        mode = ""
    if mode != "wal":
        mode = str(connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0])
        log.warning("store: %s lies on a file system without shared memory; journal mode is %s, readers may wait for writers", path, mode)
    return mode


_BUSY = "The store {path} is locked by another process. Nothing was changed; try again in a moment."
READ_ONLY = "The store {path} cannot be written: check the permissions of the file and of its folder, and the space on the disk. Facts can still be read."
_DAMAGED = (  # SQLite says the same of a disk that failed to read for once
    "{path} is not a usable database, or the disk cannot read it ({what}). "
    "It was left untouched. Try again; if it stays, restore a backup, or choose another file."
)


@contextlib.contextmanager
def errors_in_our_words(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours, with what to do. What an error says is quoted, kept short, only where it cannot hold a stored value."""
    try:
        yield
    except sqlite3.OperationalError as error:
        text = str(error)
        if "locked" in text or "busy" in text:
            raise StoreBusy(_BUSY.format(path=path)) from error
        if "readonly" in text or "disk is full" in text or "disk I/O" in text:
            raise StoreReadOnly(f"{READ_ONLY.format(path=path)} ({text})") from error
        if "unable to open" in text:
            raise StoreUnreadable(f"The store {path} cannot be opened: check that its folder exists and may be read and written.") from error
        code = getattr(error, "sqlite_errorname", "")
        if not code or text.startswith("fts5:"):  # of Python's own making, such as for a text that is no UTF-8, which it quotes; or with a word searched for
            raise StoreError(f"The store {path} could not do this ({code or 'a value cannot be read'}). Run holodream doctor on it.") from None
        raise StoreError(f"The store {path} could not do this ({type(error).__name__}: {text[:120]}).") from error
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError | sqlite3.InterfaceError):
            raise
        raise StoreUnreadable(_DAMAGED.format(path=path, what=str(error)[:80])) from error
