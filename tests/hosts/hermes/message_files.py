"""Message databases for tests, with the tables of either version of the host."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ...support import FIXTURES

VERSIONS = ("0.19", "0.22")
NOON = datetime(2026, 11, 20, 12, tzinfo=timezone.utc).timestamp()


def empty(path: Path, version: str) -> Path:
    """A database with the tables of a host and nothing in them."""
    with closing(sqlite3.connect(FIXTURES / f"state_v{version}.db")) as pattern, closing(sqlite3.connect(path)) as made:
        for (statement,) in pattern.execute("SELECT sql FROM sqlite_master WHERE type = 'table' AND name IN ('sessions', 'messages')"):
            made.execute(statement)
        made.commit()
    return path


@contextmanager
def written(path: Path) -> Iterator[sqlite3.Connection]:
    """The database, to be written as its host would."""
    with closing(sqlite3.connect(path)) as connection:
        yield connection
        connection.commit()


def session(connection: sqlite3.Connection, session_id: str = "s1", source: str = "telegram", **columns: Any) -> None:
    """A session: a private chat of person 77, unless columns say otherwise."""
    row = {"id": session_id, "source": source, "started_at": NOON, "chat_id": "77", "chat_type": "dm", "user_id": "77", **columns}
    _insert(connection, "sessions", row)


def message(connection: sqlite3.Connection, content: str | None, session_id: str = "s1", *, at: float = NOON, role: str = "user", **columns: Any) -> None:
    _insert(connection, "messages", {"session_id": session_id, "role": role, "content": content, "timestamp": at, **columns})


def messages(connection: sqlite3.Connection, contents: Iterable[str], session_id: str = "s1") -> None:
    """Messages, a minute apart."""
    for minute, content in enumerate(contents):
        message(connection, content, session_id, at=NOON + 60 * minute)


def _insert(connection: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values()))
