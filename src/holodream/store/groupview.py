"""A store as a group chat may see it: only what was told in a group, or what a person marked as shared.

One filter stands under all reading: on these connections views that leave out everything else take the place of the tables, so whatever
is asked (facts, words, names, histories) is asked of the shared part. Writing goes to the store itself.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

from .database import Database
from .sharing import release
from .store import Store

# In place of each table with texts. A table with texts that a later format adds must be listed here.
_OF_A_SHARED_FACT = "SELECT * FROM main.{table} t WHERE EXISTS (SELECT 1 FROM main.fact_heads h WHERE h.fact_id = t.fact_id AND h.shared)"
_VIEWS = {
    "fact_heads": "SELECT * FROM main.fact_heads WHERE shared",
    "fact_versions": "SELECT * FROM main.fact_versions WHERE shared",
    "names": (
        "SELECT * FROM main.names t WHERE EXISTS "
        "(SELECT 1 FROM main.fact_names l JOIN main.fact_heads h USING (fact_id) WHERE l.name_id = t.name_id AND h.shared AND h.state = 'live')"
    ),
    **dict.fromkeys(("facts", "fact_terms", "fact_names", "fact_events", "confirmations", "fact_vectors"), _OF_A_SHARED_FACT),
}


class _SharedPart(Database):
    """Connections that see the shared facts only, and write nothing."""

    def _connect(self) -> sqlite3.Connection:
        connection = super()._connect()
        for table, query in _VIEWS.items():
            connection.execute(f"CREATE TEMP VIEW {table} AS {query.format(table=table)}")
        connection.execute("PRAGMA query_only=ON")
        return connection


class GroupView(Store):
    """Reads the shared part of a store, which it was given to keep: closing it gives that back."""

    def __init__(self, whole: Store) -> None:
        self._whole = whole
        self.path, self._indexer, self._clock = whole.path, whole._indexer, whole._clock
        self._database, self._sweeper = whole._database, whole._sweeper
        self.journal_mode, self.read_only_reason = whole.journal_mode, whole.read_only_reason
        self._undelivered, self._noting = whole._undelivered, whole._noting
        self._shared_part = _SharedPart(whole.path)

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction of the whole store: it keeps what a group may not see in step as well."""
        with self._whole.writing() as connection:
            yield connection

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._whole._reading():  # what another program wrote is adopted
            pass
        with self._shared_part.reading() as connection:
            yield connection

    def close(self) -> None:
        """Let go of the file. Call it once."""
        self._shared_part.close()
        release(self._whole)
