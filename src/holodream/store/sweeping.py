"""Work on the file in the background. Forgetting, the second half: no piece of a forgotten text stays in the bytes of the file or of its log.

Deleted rows are overwritten by SQLite (secure_delete). What it leaves is worked off here, in steps of a few milliseconds on a thread
of its own: terms in old segments of the word indexes, which are merged away; the log, which is written back and cut to nothing; and
now and then a stale copy in the unused part of a page, which a check of all bytes finds and a VACUUM removes.

And the word index of a smaller store, when many single saves left it in pieces, is merged into one: that makes recall quicker.

While somebody reads an older state of the file, the log cannot be cut. Nobody waits for that: the file itself remembers, without the
text, that an erasure is pending, and whoever opens or writes it next completes it.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Iterator

from ..errors import HolodreamError
from . import checkpoint, deliveries, index
from .database import BUSY_SECONDS, Database, errors_in_our_words
from .erasure import PENDING, is_pending, word_indexes
from .remains import holds_piece
from .schema import TIDIED, read_info, write_info

log = logging.getLogger("holodream.store")

_STEP_SECONDS = 0.008  # how long a step may hold other writers up
_FIRST_PAGES, _MOST_PAGES = 16, 4096  # of a word index, merged in one step
_MOST_LEVELS = 400  # of a word index; then it is built anew, which takes about a second for 100,000 facts
_BURST_SECONDS = 2.0  # between a save and the merging of the word index
_RETRIES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)  # seconds between attempts while somebody reads
_PAUSES = (0.001, 0.004, 0)  # seconds after each try to cut the log: most readers are done by then
_OPERATIONS = 20_000  # of SQLite's machine between two looks whether a writer waits: about a millisecond
_BUSY_MILLISECONDS = 2000  # how long a step waits for another process's writer
_LONG_LOG = checkpoint.LONG_LOG // 4  # in portions of this size the log is written back: writers wait for less than for a whole one
_INDEX_MARK = bytes((255, 0, 0, 1))  # begins a newer kind of index record


class Sweeper:
    """Completes the erasures of one file in the background, and merges its word index. Thread-safe."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._later: threading.Timer | None = None
        self._woken, self._idle, self._closing = threading.Event(), threading.Event(), threading.Event()
        self._forgotten: list[tuple[str, ...]] = []  # the texts of each erasure of this process; of others they are not known
        self._idle.set()

    def wake(self, texts: tuple[str, ...] | None = None) -> None:
        """There is a chance to erase what is pending; `texts` are what this process just forgot."""
        if not self._database.writable:
            return
        with self._lock:
            if self._closing.is_set():
                return
            if texts is not None:
                self._forgotten.append(texts)
            self._idle.clear()
            self._woken.set()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="holodream-erasure", daemon=True)
                self._thread.start()

    def merge_soon(self) -> None:
        """The word index is in pieces: merge them in a while, so that a burst of saves pays for it once in so many seconds at most."""
        with self._lock:
            if not self._closing.is_set() and not self.merges_soon():
                later = threading.Timer(_BURST_SECONDS, self._merge_now)
                later.daemon = True
                later.start()
                self._later = later

    def merges_soon(self) -> bool:
        """Whether that is arranged already."""
        later = self._later
        return later is not None and later.is_alive()  # that of a parent process does not live here

    def _merge_now(self) -> None:
        with self._lock:
            later, self._later = self._later, None
        if later is not None:
            later.cancel()
            self.wake()

    def wait(self, seconds: float | None) -> bool:
        """Wait until nothing is left to do or it has to wait for a reader; True when all is erased."""
        self._idle.wait(seconds)
        return self._idle.is_set() and not self.pending()

    def wait_idle(self, seconds: float) -> None:
        """Wait until the work at hand is done, or has to wait for somebody."""
        self._idle.wait(seconds)

    def pending(self) -> bool:
        """Whether an erasure, or that of expired outcomes, is not physically complete."""
        with self._database.reading() as connection:
            return is_pending(connection) is not None or deliveries.is_pending(connection) is not None

    def close(self, seconds: float = 1.0) -> None:
        """Wait so long for the work at hand, then let the current step end; what is left is for whoever opens the file next."""
        self._merge_now()
        self._idle.wait(seconds)
        with self._lock:
            self._closing.set()
            thread, later = self._thread, self._later
        if later is not None:
            later.cancel()
        self._woken.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join(seconds)

    def _work(self) -> None:
        attempts = 0
        while not self._closing.is_set():
            self._woken.clear()
            done = self._attempt()
            with self._lock:
                if self._woken.is_set():
                    attempts = 0
                    continue
                if done or attempts >= len(_RETRIES):
                    self._thread = None
                    self._idle.set()
                    return
                self._idle.set()  # until somebody wakes it
            attempts = 0 if self._woken.wait(_RETRIES[attempts]) else attempts + 1
        self._idle.set()

    def _attempt(self) -> bool:
        try:
            with self._database._connection() as connection, errors_in_our_words(self._database.path):
                connection.execute(f"PRAGMA busy_timeout={_BUSY_MILLISECONDS}")
                connection.execute("PRAGMA synchronous=NORMAL")  # a power cut may undo a step: it is done again
                try:
                    return self._sweep(connection)
                finally:
                    connection.execute("PRAGMA synchronous=FULL")
                    connection.execute(f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}")
        except HolodreamError as error:
            log.debug("store: an erasure has to wait (%s)", type(error).__name__)
        return False

    def _sweep(self, connection: sqlite3.Connection) -> bool:
        """One attempt; True when nothing is left to erase."""
        with self._lock:
            forgotten = list(self._forgotten)
        number, expired = is_pending(connection), deliveries.is_pending(connection)
        if number is None:
            if index.is_in_pieces(connection):
                self._merge(connection, "fact_search")
            self._drop(len(forgotten))
            return expired is None or (self._cut_log(connection) and self._note_done(connection, deliveries.EXPIRED, expired))
        for table in word_indexes(connection):
            self._merge(connection, table)
        if not self._cut_log(connection):
            return False
        known = int(number) <= len(forgotten) and read_info(connection, TIDIED) is not None
        if not known or holds_piece(connection, self._database.path, [text for texts in forgotten for text in texts]):
            self._vacuum(connection)
            if not self._cut_log(connection):
                return False
        if expired is not None and not self._note_done(connection, deliveries.EXPIRED, expired):
            return False
        done = self._note_done(connection, PENDING, number)
        if done:
            self._drop(len(forgotten))
        return done

    def _note_done(self, connection: sqlite3.Connection, key: str, number: str) -> bool:
        with self._exclusively():
            connection.execute("BEGIN IMMEDIATE")
            try:
                done = read_info(connection, key) == number
                if done:
                    connection.execute("DELETE FROM holodream_info WHERE key = ?", (key,))
                    if key == PENDING:
                        write_info(connection, TIDIED, "yes")
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
        log.debug("store: an %s is %s", key, "complete" if done else "followed by another")
        return done

    def _drop(self, forgotten: int) -> None:
        with self._lock:
            del self._forgotten[:forgotten]

    def _vacuum(self, connection: sqlite3.Connection) -> None:
        """Write the whole file anew. Gives way to a writer of this process, and fails then."""
        with self._exclusively():
            connection.set_progress_handler(lambda: self._database.writers_waiting, _OPERATIONS)
            try:
                connection.execute("VACUUM")
            finally:
                connection.set_progress_handler(None, 0)

    def _merge(self, connection: sqlite3.Connection, table: str) -> None:
        """Merge a word index into one segment, from which deleted terms are gone, in short steps."""
        if levels(connection, table) > _MOST_LEVELS:
            with self._exclusively():
                connection.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")
        pages = _FIRST_PAGES
        while not self._closing.is_set():
            start = time.perf_counter()
            with self._exclusively():
                if not merge_step(connection, table, pages):
                    return
            took = time.perf_counter() - start
            pages = min(_MOST_PAGES, pages * 2) if took < _STEP_SECONDS / 2 else max(1, pages // 2) if took > _STEP_SECONDS else pages
            self._shorten_log(connection)
            time.sleep(0.0005)  # let a waiting writer in

    def _cut_log(self, connection: sqlite3.Connection) -> bool:
        """Write the log back and cut it to a page without a text. False while somebody reads an older state or writes all the time."""
        if not _has_log(connection):
            return True  # a rollback journal is deleted when its transaction ends
        for pause in _PAUSES:
            with self._exclusively():
                if self._write_back(connection) and checkpoint.begin_anew(connection, self._database.path):
                    return True
            time.sleep(pause)
        return False

    def _shorten_log(self, connection: sqlite3.Connection) -> None:
        """Write a long log back before a writer has to."""
        if checkpoint.log_size(self._database.path) > _LONG_LOG:
            with self._exclusively():
                self._write_back(connection)

    def _write_back(self, connection: sqlite3.Connection) -> bool:
        with self._database.guard(_BUSY_MILLISECONDS / 1000) as guard:
            return checkpoint.write_back(connection, guard)

    @contextlib.contextmanager
    def _exclusively(self) -> Iterator[None]:
        """Not beside a writer of this process: it would only find the file locked."""
        with self._database._write_lock:
            yield


def _has_log(connection: sqlite3.Connection) -> bool:
    return str(connection.execute("PRAGMA journal_mode").fetchone()[0]) == "wal"


def levels(connection: sqlite3.Connection, table: str) -> int:
    """How many levels a word index has. Each complete merge adds one in many versions of SQLite, and an index of 2,000 cannot be opened."""
    block = bytes(connection.execute(f"SELECT block FROM {table}_data WHERE id = 10").fetchone()[0])  # what SQLite calls the structure record
    begin = 8 if block[4:8] == _INDEX_MARK else 4
    count = 0
    for byte in block[begin : begin + 9]:
        count = count << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return count


def merge_step(connection: sqlite3.Connection, table: str, pages: int) -> bool:
    """Merge up to so many pages of a word index into one segment, in a transaction; False when nothing was left to merge."""
    before = connection.total_changes
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('merge', ?)", (-pages,))
        merged = connection.total_changes - before > 1  # SQLite's sign
        connection.execute("COMMIT" if merged else "ROLLBACK")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return merged
