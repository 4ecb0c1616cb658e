"""A store as a group chat may see it: only what was told in a group, or what a person marked as shared.

One filter stands under all reading: on these connections views that leave out everything else take the place of the tables, so whatever
is asked (facts, words, names, histories) is asked of the shared part. Of a shared fact they leave out its keywords and of its names the
nicknames, as nobody knows where those were told. Writing goes to the store itself.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from . import names
from .database import Database
from .merging import Merge
from .records import NOBODY, Declined, Draft, Expect, Fact, Indexer, Signature, Source
from .sharing import release
from .store import Store

# In place of each table with texts. A table with texts that a later format adds must be listed here.
_OF_A_SHARED_FACT = "SELECT {columns} FROM main.{table} t WHERE EXISTS (SELECT 1 FROM main.fact_heads h WHERE h.fact_id = t.fact_id AND h.shared)"
_VIEWS = {
    "fact_heads": "SELECT {columns} FROM main.fact_heads WHERE shared",
    "fact_versions": "SELECT {columns} FROM main.fact_versions WHERE shared",
    "confirmations": (
        "SELECT {columns} FROM main.confirmations t WHERE EXISTS "
        "(SELECT 1 FROM main.fact_versions v WHERE v.fact_id = t.fact_id AND v.version = t.version AND v.shared)"
    ),
    "names": (
        "SELECT {columns} FROM main.names t WHERE EXISTS "
        "(SELECT 1 FROM main.fact_names l JOIN main.fact_heads h USING (fact_id) WHERE l.name_id = t.name_id AND h.shared AND h.state = 'live')"
    ),
    "name_aliases": "SELECT {columns} FROM main.name_aliases WHERE 0",
    "name_keys": "SELECT k.key, k.name_id FROM main.name_keys k JOIN temp.names n USING (name_id) WHERE is_key_of(k.key, n.name)",
    "fact_terms": (
        "SELECT t.fact_id, CASE WHEN ifnull(f.tags, '') = '' AND NOT EXISTS "
        "(SELECT 1 FROM main.fact_names l JOIN main.name_aliases a USING (name_id) WHERE l.fact_id = t.fact_id) THEN t.terms "
        "ELSE terms_of(f.content, (SELECT group_concat(n.name, char(10)) "
        "FROM main.fact_names l JOIN main.names n USING (name_id) WHERE l.fact_id = t.fact_id)) "
        "END AS terms FROM main.fact_terms t JOIN main.facts f USING (fact_id) "
        "WHERE EXISTS (SELECT 1 FROM main.fact_heads h WHERE h.fact_id = t.fact_id AND h.shared)"
    ),
    **dict.fromkeys(("facts", "fact_names", "fact_events", "fact_vectors"), _OF_A_SHARED_FACT),
}
# May hold what was told in private, or who told it there.
_EMPTIED = {
    ("facts", "tags"): "''",
    ("fact_versions", "keywords"): "'[]'",
    ("fact_versions", "written_by"): "NULL",
    ("fact_versions", "session"): "NULL",
    ("fact_events", "inverse"): "'{}'",
    ("fact_events", "written_by"): "NULL",
    ("fact_events", "session"): "NULL",
    ("confirmations", "session"): "NULL",
}


_KNOWN_ELSEWHERE = "Nothing was saved: this memory knew the text before, and not from this group. Whoever told it can share it there, or say it again."


class _SharedPart(Database):
    """Connections that see the shared facts only, and write nothing."""

    def __init__(self, path: Path, indexer: Indexer) -> None:
        super().__init__(path)
        self._indexer = indexer

    def _connect(self) -> sqlite3.Connection:
        connection = super()._connect()
        connection.create_function("is_key_of", 2, names.is_key_of, deterministic=True)
        connection.create_function("terms_of", 2, self._terms_of, deterministic=True)
        try:
            for table, query in _VIEWS.items():
                connection.execute(f"CREATE TEMP VIEW {table} AS {query.format(table=table, columns=_columns(connection, table))}")
            connection.execute("PRAGMA query_only=ON")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _terms_of(self, content: str, known_names: str | None) -> str:
        """The index terms of a fact as the group knows it: a keyword or a nickname that it does not see finds nothing there."""
        return " ".join(self._indexer(content, (known_names or "").splitlines(), ()))


def _columns(connection: sqlite3.Connection, table: str) -> str:
    """All columns of a table, those of strangers too, some without what stands in them."""
    columns = [str(row[1]) for row in connection.execute(f"PRAGMA main.table_info({table})")]
    quoted = {name: '"' + name.replace('"', '""') + '"' for name in columns}
    return ", ".join(f"{_EMPTIED[table, name]} AS {quoted[name]}" if (table, name) in _EMPTIED else quoted[name] for name in columns)


class GroupView(Store):
    """Reads the shared part of a store, which it was given to keep: closing it gives that back."""

    def __init__(self, whole: Store) -> None:
        vars(self).update(vars(whole))  # the same file, locks and listeners
        self._whole = whole
        self._shared_part = _SharedPart(whole.path, whole._indexer)

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction of the whole store: it keeps what a group may not see in step as well."""
        with self._whole.writing() as connection:
            yield connection

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._whole._reading():  # what another program wrote is adopted
            pass
        self._shared_part.writable = self._whole._database.writable
        with self._shared_part.reading() as connection:
            yield connection

    # What a writing action tells of a fact comes from the whole store: its keywords are left out there too.

    def save(self, draft: Draft) -> tuple[Fact, int | None]:
        """As in the whole store, but of a fact that a group does not see it is told nothing: not that it is there, not its number."""
        try:
            fact, twin = super().save(draft)
        except Declined as declined:
            if self._shows(declined.fact_id):
                raise
            raise Declined("refused", _KNOWN_ELSEWHERE, 0) from None
        if twin not in (None, fact.fact_id) and not fact.shared:
            raise Declined("refused", _KNOWN_ELSEWHERE, 0)
        return _seen(fact), twin

    def _shows(self, fact_id: int) -> bool:
        with self._reading() as connection:
            return connection.execute("SELECT 1 FROM fact_heads WHERE fact_id = ?", (fact_id,)).fetchone() is not None

    def change(self, fact_id: int, remake: Callable[[Fact], Draft], *, expect: Expect | None = None) -> Fact:
        return _seen(super().change(fact_id, remake, expect=expect))

    def describe(
        self, fact_id: int, *, category: str | None = None, keywords: Sequence[str] | None = None, signature: Signature = NOBODY, expect: Expect | None = None
    ) -> Fact:
        return _seen(super().describe(fact_id, category=category, keywords=keywords, signature=signature, expect=expect))

    def revert(self, fact_id: int, version: int, *, signature: Signature = NOBODY, expect: Expect | None = None) -> Fact:
        return _seen(super().revert(fact_id, version, signature=signature, expect=expect))

    def confirm(self, fact_id: int, signature: Signature, start: Mapping[Source | None, float], *, expect: Expect | None = None) -> tuple[float, Fact]:
        before, fact = super().confirm(fact_id, signature, start, expect=expect)
        return before, _seen(fact)

    def share(self, fact_id: int, shared: bool) -> Fact:
        return _seen(super().share(fact_id, shared))

    def rate(self, fact_id: int, step: float, *, helpful: bool | None = None, expect: Expect | None = None) -> tuple[float, Fact]:
        before, fact = super().rate(fact_id, step, helpful=helpful, expect=expect)
        return before, _seen(fact)

    def merge(self, main_id: int, copies: Sequence[int], *, most_keywords: int, signature: Signature = NOBODY, expect: Expect | None = None) -> Merge:
        return _merge_seen(super().merge(main_id, copies, most_keywords=most_keywords, signature=signature, expect=expect))

    def unmerge(
        self, fact_id: int, copies: Sequence[int] | None = None, *, most_keywords: int, signature: Signature = NOBODY, expect: Expect | None = None
    ) -> Merge:
        return _merge_seen(super().unmerge(fact_id, copies, most_keywords=most_keywords, signature=signature, expect=expect))

    def other_spellings(self, fact_id: int) -> dict[str, list[str]]:
        """Of the whole store: a changed text keeps the names that it mentions by a nickname. Not to be told."""
        return self._whole.other_spellings(fact_id)

    def close(self) -> None:
        """Let go of the file. Call it once."""
        self._shared_part.close()
        release(self._whole)


def _seen(fact: Fact) -> Fact:
    return replace(fact, keywords=())


def _merge_seen(done: Merge) -> Merge:
    return replace(done, fact=_seen(done.fact), keywords_left_out=0) if done.fact else done
