"""Which messages statements were looked for in, as keyed hashes: none is learnt from twice, also by another process or after a restart."""

from __future__ import annotations

import contextlib
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import datetime

from . import graves
from .schema import as_text

_MOST = 20_000  # messages remembered; then the oldest tenth goes


class LearntMessages(ABC):
    """The part of a store that remembers messages."""

    _clock: Callable[[], datetime]

    @abstractmethod
    def writing(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """One transaction of ours."""

    @abstractmethod
    def _reading(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """One state of the file."""

    def note_message(self, message: str) -> bool:
        """Remember a message; False when it was remembered already."""
        with self.writing() as connection:
            moment = as_text(self._clock())
            done = connection.execute("INSERT OR IGNORE INTO learnt_messages (mark, learnt_at) VALUES (?, ?)", (_mark(connection, message), moment))
            if connection.execute("SELECT count(*) FROM learnt_messages").fetchone()[0] > _MOST:
                oldest = "SELECT mark FROM learnt_messages ORDER BY learnt_at LIMIT ?"
                connection.execute(f"DELETE FROM learnt_messages WHERE mark IN ({oldest})", (_MOST // 10,))
            return bool(done.rowcount)

    def knows_message(self, message: str) -> bool:
        """Whether a message is remembered."""
        with self._reading() as connection:
            if connection.execute("SELECT 1 FROM holodream_info WHERE key = 'grave_salt'").fetchone() is None:
                return False
            return connection.execute("SELECT 1 FROM learnt_messages WHERE mark = ?", (_mark(connection, message),)).fetchone() is not None

    def was_forgotten(self, text: str) -> bool:
        """Whether a text, however it is spelt in signs and capitals, was forgotten."""
        with self._reading() as connection:
            return graves.is_buried(connection, text)


def _mark(connection: sqlite3.Connection, message: str) -> bytes:
    return graves.mark(graves.own_salt(connection), f"message {message}")
