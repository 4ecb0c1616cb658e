"""Forgetting, the first half: every row that holds a fact or was made from it goes, in one transaction.

`sweeping` is the second half: no piece of the text stays in the bytes of the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from ..errors import FactNotFound
from . import deliveries, finding_names, graves, index, keywords_of_copies, names
from .changes import expected
from .merging import copies_of, give_back_keywords
from .records import Expect, Indexer, as_texts
from .schema import as_text, read_info, write_info

PENDING = "erasure"  # in holodream_info: erasures that are not physically complete, by a number that grows; never a text

_SMALL = 500  # live facts; the word index of a smaller store is built anew at once, which costs less than another transaction

# Tables with a row or more for each fact, by the column of its id. A table that a later format adds must be listed here.
_BELONGING = (
    ("confirmations", "fact_id"),
    ("fact_events", "fact_id"),
    ("fact_events", "other"),
    ("fact_names", "fact_id"),
    ("fact_vectors", "fact_id"),
    ("fact_versions", "fact_id"),
    ("fact_heads", "fact_id"),
    ("foreign_writes", "fact_id"),
)


@dataclass(frozen=True, slots=True)
class Erased:
    """Which facts went, every text that they had (for checking the bytes; kept in memory only), and what else holds them."""

    fact_ids: tuple[int, ...]
    texts: tuple[str, ...]
    strangers: bool  # the file has tables of other programs, which may hold anything


def erase(connection: sqlite3.Connection, fact_id: int, most_keywords: int, now: datetime, indexer: Indexer, expect: Expect | None) -> Erased:
    """Delete a fact with its copies, in whatever state, and all that was made from them. FactNotFound when there is none."""
    if connection.execute("SELECT 1 FROM fact_heads WHERE fact_id = ?", (fact_id,)).fetchone() is None:
        raise FactNotFound(fact_id)
    expected(connection, fact_id, expect)
    ids = list(_with_copies(connection, fact_id))
    texts = tuple(dict.fromkeys(_texts(connection, ids)))
    row = connection.execute("SELECT merged_into FROM fact_heads WHERE fact_id = ?", (fact_id,)).fetchone()
    if row[0] is not None:
        give_back_keywords(connection, int(row[0]), [fact_id], most_keywords, indexer)
    keywords_of_copies.take_out(connection, ids, indexer)
    mentioned = set(_names(connection, ids))
    deliveries.erase(connection, ids)  # before the heads go, at which older programs' trigger lets go of whole deliveries
    for gone in ids:
        index.take(connection, gone)
        _erase_older(connection, gone)
        connection.execute("DELETE FROM facts WHERE fact_id = ?", (gone,))
        for table, column in _BELONGING:
            connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (gone,))
    names.drop_unused(connection, [name_id for name_id in mentioned if name_id])
    graves.bury(connection, [text for text in texts if not _is_elsewhere(connection, text)])
    write_info(connection, PENDING, str(int(read_info(connection, PENDING) or 0) + 1))
    write_info(connection, "last_erasure", as_text(now))
    if index.live_facts(connection) <= _SMALL:
        for table in word_indexes(connection):
            connection.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")
    return Erased(tuple(ids), texts, _has_strangers(connection))


def word_indexes(connection: sqlite3.Connection) -> list[str]:
    """Our word index and, in its files, the older provider's."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE name IN ('fact_search', 'facts_fts') AND sql LIKE 'CREATE VIRTUAL TABLE%'")
    return [str(row[0]) for row in rows]


def is_pending(connection: sqlite3.Connection) -> str | None:
    """The number of the last erasure that is not physically complete."""
    return read_info(connection, PENDING)


def _with_copies(connection: sqlite3.Connection, fact_id: int) -> Iterator[int]:
    yield fact_id
    for copy_id in copies_of(connection, fact_id):
        yield from _with_copies(connection, copy_id)


def _texts(connection: sqlite3.Connection, ids: Sequence[int]) -> Iterator[str]:
    for fact_id in ids:
        yield from (str(row[0]) for row in connection.execute("SELECT content FROM facts WHERE fact_id = ?", (fact_id,)))
        yield from (str(row[0]) for row in connection.execute("SELECT content FROM fact_versions WHERE fact_id = ?", (fact_id,)))


def _names(connection: sqlite3.Connection, ids: Sequence[int]) -> Iterator[int | None]:
    """The names that the facts are or were about. One that no live fact is about goes; a fact that returns brings its names along."""
    for fact_id in ids:
        for content, joined in connection.execute("SELECT content, names FROM fact_versions WHERE fact_id = ?", (fact_id,)).fetchall():
            yield from (finding_names.find_exact(connection, name) for name in as_texts(joined))
            yield from (finding_names.find_exact(connection, guess.name) for guess in names.guesses(content))
        yield from (int(row[0]) for row in connection.execute("SELECT name_id FROM fact_names WHERE fact_id = ?", (fact_id,)))


def _is_elsewhere(connection: sqlite3.Connection, text: str) -> bool:
    """Another fact says this, so it is not forgotten."""
    return connection.execute("SELECT 1 FROM facts WHERE content = ?", (text,)).fetchone() is not None


# --- what the older provider keeps about a fact ---

_OLDER_TABLES = frozenset({"facts", "entities", "fact_entities", "memory_banks", "facts_fts"})


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _erase_older(connection: sqlite3.Connection, fact_id: int) -> None:
    """Its names of the fact, and the vectors into which it mixed all facts of a category; it makes them anew when it runs."""
    tables = _tables(connection)
    if {"entities", "fact_entities"} <= tables:
        linked = connection.execute("SELECT entity_id FROM fact_entities WHERE fact_id = ?", (fact_id,)).fetchall()
        connection.execute("DELETE FROM fact_entities WHERE fact_id = ?", (fact_id,))
        connection.executemany("DELETE FROM entities WHERE entity_id = ? AND entity_id NOT IN (SELECT entity_id FROM fact_entities)", linked)
    if "memory_banks" in tables:
        connection.execute("DELETE FROM memory_banks")


def _has_strangers(connection: sqlite3.Connection) -> bool:
    ours = _OLDER_TABLES | {table for table, _ in _BELONGING} | {"holodream_info", "fact_terms", "vocabulary", "graves", "fact_search"}
    ours |= {"names", "name_aliases", "name_keys", "name_graves", "vector_models", "deliveries", "learnt_messages"}
    return any(not name.startswith(("sqlite_", "fact_search_", "facts_fts_")) and name not in ours for name in _tables(connection))
