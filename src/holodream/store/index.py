"""The word index: which live facts hold a term. Written in the same transaction as the fact, so it can't be stale."""

from __future__ import annotations

import itertools
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .records import ANY, Wanted
from .schema import read_info, write_info

_MANY, _SMALL = 8, 300  # pieces from which the index is merged into one, and the pages up to which that is quick
_CHUNKS = (1, 8, 16, 24, 40, 64, 96, 140, 200)  # parameters of one statement; few sizes, so that SQLite's compiled statements are used again


def put(connection: sqlite3.Connection, facts: Sequence[tuple[int, Sequence[str]]]) -> None:
    """Index live facts, each under its terms."""
    rows = [(fact_id, " ".join(terms)) for fact_id, terms in facts]
    connection.executemany("INSERT INTO fact_terms (fact_id, terms) VALUES (?, ?)", rows)
    connection.executemany("INSERT INTO fact_search (rowid, terms) VALUES (?, ?)", rows)
    counts = Counter(itertools.chain.from_iterable(dict.fromkeys(terms) for _, terms in facts))
    connection.executemany(
        "INSERT INTO vocabulary (term, facts) VALUES (?, ?) ON CONFLICT (term) DO UPDATE SET facts = facts + excluded.facts",
        sorted(counts.items()),  # neighbours lie on one page of the file
    )
    _count(connection, len(facts))


def take(connection: sqlite3.Connection, fact_id: int) -> None:
    """Take a fact out of the index."""
    row = connection.execute("SELECT terms FROM fact_terms WHERE fact_id = ?", (fact_id,)).fetchone()
    if row is None:
        return
    connection.execute("INSERT INTO fact_search (fact_search, rowid, terms) VALUES ('delete', ?, ?)", (fact_id, row[0]))
    connection.execute("DELETE FROM fact_terms WHERE fact_id = ?", (fact_id,))
    terms = [(term,) for term in dict.fromkeys(str(row[0]).split())]
    connection.executemany("UPDATE vocabulary SET facts = facts - 1 WHERE term = ?", terms)
    connection.executemany("DELETE FROM vocabulary WHERE term = ? AND facts <= 0", terms)
    _count(connection, -1)


def is_in_pieces(connection: sqlite3.Connection) -> bool:
    """Whether many saves left the index of a smaller store in so many pieces that a search takes several times as long."""
    pieces, pages = connection.execute("SELECT count(DISTINCT segid), count(*) FROM (SELECT segid FROM fact_search_idx LIMIT ?)", (_SMALL,)).fetchone()
    return bool(pieces > _MANY and pages < _SMALL)


def clear(connection: sqlite3.Connection) -> None:
    """Empty the index, to fill it anew."""
    connection.execute("INSERT INTO fact_search (fact_search) VALUES ('delete-all')")
    connection.execute("DELETE FROM fact_terms")
    connection.execute("DELETE FROM vocabulary")
    write_info(connection, "live_facts", "0")


def terms_of_all(connection: sqlite3.Connection) -> list[tuple[int, str]]:
    """Every live fact's id with its terms, joined by spaces."""
    return connection.execute("SELECT fact_id, terms FROM fact_terms ORDER BY fact_id").fetchall()


def counts_of_all(connection: sqlite3.Connection) -> dict[str, int]:
    """Every term with the number of live facts that hold it."""
    return dict(connection.execute("SELECT term, facts FROM vocabulary").fetchall())


def with_numbers_in_keywords(connection: sqlite3.Connection) -> list[tuple[int, str]]:
    """The live facts whose keywords hold digits, with their texts."""
    rows = connection.execute("SELECT f.fact_id, f.content FROM facts f JOIN fact_terms t USING (fact_id) WHERE f.tags GLOB '*[0-9]*'")
    return [(int(fact_id), str(content)) for fact_id, content in rows]


def live_facts(connection: sqlite3.Connection) -> int:
    return int(read_info(connection, "live_facts") or 0)


def _count(connection: sqlite3.Connection, step: int) -> None:
    connection.execute("UPDATE holodream_info SET value = CAST(value AS INTEGER) + ? WHERE key = 'live_facts'", (step,))


def chunks(values: Sequence[Any]) -> Iterator[tuple[str, Sequence[Any]]]:
    """Values in portions for `IN (…)`, each with its question marks; the last one is filled up with its last value."""
    begin = 0
    while begin < len(values):
        size = next((size for size in _CHUNKS if size >= len(values) - begin), _CHUNKS[-1])
        part = list(values[begin : begin + size])
        yield ",".join("?" * size), part + part[-1:] * (size - len(part))
        begin += size


def quick_rows(connection: sqlite3.Connection, statement: str, parameters: Sequence[object]) -> list[Any]:
    """The rows of a query with their texts read as strict UTF-8, which SQLite's module does several times as quickly as the usual way.

    Rows with a text that another program wrote as no UTF-8 are read the usual way.
    """
    usual = connection.text_factory
    connection.text_factory = str
    try:
        return connection.execute(statement, parameters).fetchall()
    except sqlite3.OperationalError as error:
        if hasattr(error, "sqlite_errorcode"):  # an error of SQLite's own; Python tells of a text in this way
            raise
    finally:
        connection.text_factory = usual
    return connection.execute(statement, parameters).fetchall()


def facts_with(connection: sqlite3.Connection, terms: Iterable[str]) -> dict[str, int]:
    """In how many live facts each term occurs; terms that occur nowhere are left out."""
    counts: dict[str, int] = {}
    for marks, chunk in chunks(list(dict.fromkeys(terms))):
        counts.update(quick_rows(connection, f"SELECT term, facts FROM vocabulary WHERE term IN ({marks})", chunk))
    return counts


def terms_like(connection: sqlite3.Connection, beginning: str, limit: int) -> list[tuple[str, int]]:
    """Terms with a common beginning and their numbers of facts, shortest first."""
    end = beginning[:-1] + chr(ord(beginning[-1]) + 1)
    statement = "SELECT term, facts FROM vocabulary WHERE term >= ? AND term < ? ORDER BY length(term), term LIMIT ?"
    return quick_rows(connection, statement, (beginning, end, limit))


def holders(connection: sqlite3.Connection, terms: Sequence[str]) -> list[int]:
    """Ids of the live facts that hold one of the terms."""
    return [fact_id for (fact_id,) in connection.execute("SELECT rowid FROM fact_search WHERE fact_search MATCH ?", (any_of(terms),))]


def newest_holders(connection: sqlite3.Connection, *groups: Sequence[str], limit: int, wanted: Wanted = ANY) -> list[int]:
    """Ids of the newest wanted facts that hold a term of each group."""
    query = " AND ".join(f"({any_of(terms)})" for terms in groups)
    if wanted == ANY:
        rows = connection.execute("SELECT rowid FROM fact_search WHERE fact_search MATCH ? ORDER BY rowid DESC LIMIT ?", (query, limit))
    else:
        rows = connection.execute(
            "SELECT s.rowid FROM fact_search s CROSS JOIN facts f ON f.fact_id = s.rowid "  # CROSS: the word index first
            "WHERE fact_search MATCH ? AND (? IS NULL OR f.category = ?) AND ifnull(f.trust_score, 0.5) >= ? ORDER BY s.rowid DESC LIMIT ?",
            (query, wanted.category, wanted.category, wanted.min_trust, limit),
        )
    return [fact_id for (fact_id,) in rows]


def any_of(terms: Sequence[str]) -> str:
    """The query for facts that hold one of some terms."""
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)
