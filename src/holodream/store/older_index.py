"""The word index of the older provider, `facts_fts`, in files that we made: it is there, so that the older provider can take a file back.

The older provider makes it where it is missing, but empty; its triggers then fail at every fact that is not in it, in our own
transactions too. So a new file has the table and triggers of the same names, which pass over facts that are not in it. Saving costs
nothing by that: the index is brought up to date when a store is closed. An upgraded file keeps the older provider's own triggers.
"""

from __future__ import annotations

import logging
import sqlite3
import time

from ..errors import StoreError
from .database import Database

log = logging.getLogger("holodream.store")

_PATIENCE = 0.2  # seconds that closing waits for another process
_MOST_SECONDS = 0.5  # that closing takes for this
_PORTION = 500  # facts in one transaction
_IS_IN_IT = "EXISTS (SELECT 1 FROM facts_fts_docsize WHERE id = old.fact_id)"
_DELETE = "INSERT INTO facts_fts (facts_fts, rowid, content, tags) VALUES ('delete', old.fact_id, old.content, old.tags)"
_INSERT = "INSERT INTO facts_fts (rowid, content, tags) VALUES (new.fact_id, new.content, new.tags)"

# Without facts_ai, the trigger that fills the index: the older provider makes it when it comes.
_STATEMENTS = (
    "CREATE VIRTUAL TABLE facts_fts USING fts5(content, tags, content=facts, content_rowid=fact_id)",
    f"CREATE TRIGGER facts_ad AFTER DELETE ON facts WHEN {_IS_IN_IT} BEGIN {_DELETE}; END",
    f"CREATE TRIGGER facts_au AFTER UPDATE OF content, tags ON facts WHEN {_IS_IN_IT} BEGIN {_DELETE}; {_INSERT}; END",
)


def create_if_missing(connection: sqlite3.Connection) -> None:
    """Make the index, empty, in a file that has none."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name IN ('facts_fts', 'facts_ad', 'facts_au')").fetchone():
        return  # the older provider's, or a stranger's
    for statement in _STATEMENTS:
        connection.execute(statement)


def bring_up_to_date(database: Database) -> None:
    """Put the facts into it that are not in it, some at a time, so that nobody waits.

    When another process writes just now, that or a later one does it; likewise after a very large import.
    """
    end = time.monotonic() + _MOST_SECONDS
    last: int | None = 0
    try:
        while last is not None and time.monotonic() < end:
            with database.writing(patience=_PATIENCE) as connection:
                last = _portion(connection, last)
    except StoreError as error:
        log.debug("store: the older provider's index was not brought up to date (%s)", type(error).__name__)


def _portion(connection: sqlite3.Connection, after: int) -> int | None:
    """Index some facts beyond an id; returns the last id, None when there is nothing left."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'facts_fts_docsize'").fetchone() is None:
        return None
    rows = connection.execute(
        "SELECT fact_id, content, tags FROM facts WHERE fact_id > ? AND NOT EXISTS (SELECT 1 FROM facts_fts_docsize WHERE id = fact_id) "
        "ORDER BY fact_id LIMIT ?",
        (after, _PORTION),
    ).fetchall()
    connection.executemany("INSERT INTO facts_fts (rowid, content, tags) VALUES (?, ?, ?)", rows)
    return int(rows[-1][0]) if len(rows) == _PORTION else None
