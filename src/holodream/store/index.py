"""The word index: which live facts hold a term. Written in the same transaction as the fact, so it can't be stale."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from .schema import read_info, write_info

_CHUNK = 500  # parameters of one statement


def put(connection: sqlite3.Connection, fact_id: int, terms: Sequence[str]) -> None:
    """Index a live fact under its terms."""
    joined = " ".join(terms)
    connection.execute("INSERT INTO fact_terms (fact_id, terms) VALUES (?, ?)", (fact_id, joined))
    connection.execute("INSERT INTO fact_search (rowid, terms) VALUES (?, ?)", (fact_id, joined))
    connection.executemany(
        "INSERT INTO vocabulary (term, facts) VALUES (?, 1) ON CONFLICT (term) DO UPDATE SET facts = facts + 1",
        [(term,) for term in dict.fromkeys(terms)],
    )
    _count(connection, 1)


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


def clear(connection: sqlite3.Connection) -> None:
    """Empty the index, to fill it anew."""
    connection.execute("INSERT INTO fact_search (fact_search) VALUES ('delete-all')")
    connection.execute("DELETE FROM fact_terms")
    connection.execute("DELETE FROM vocabulary")
    write_info(connection, "live_facts", "0")


def live_facts(connection: sqlite3.Connection) -> int:
    return int(read_info(connection, "live_facts") or 0)


def _count(connection: sqlite3.Connection, step: int) -> None:
    connection.execute("UPDATE holodream_info SET value = CAST(value AS INTEGER) + ? WHERE key = 'live_facts'", (step,))


def facts_with(connection: sqlite3.Connection, terms: Iterable[str]) -> dict[str, int]:
    """In how many live facts each term occurs; terms that occur nowhere are left out."""
    counts: dict[str, int] = {}
    wanted = list(dict.fromkeys(terms))
    for begin in range(0, len(wanted), _CHUNK):
        chunk = wanted[begin : begin + _CHUNK]
        marks = ",".join("?" * len(chunk))
        counts.update(connection.execute(f"SELECT term, facts FROM vocabulary WHERE term IN ({marks})", chunk))
    return counts


def terms_like(connection: sqlite3.Connection, beginning: str, limit: int) -> list[tuple[str, int]]:
    """Terms with a common beginning and their numbers of facts, shortest first."""
    end = beginning[:-1] + chr(ord(beginning[-1]) + 1)
    rows = connection.execute("SELECT term, facts FROM vocabulary WHERE term >= ? AND term < ? ORDER BY length(term), term LIMIT ?", (beginning, end, limit))
    return [(str(term), int(facts)) for term, facts in rows]


def holders(connection: sqlite3.Connection, any_of: Sequence[str], also_any_of: Sequence[str] = (), *, limit: int) -> list[int]:
    """Ids of live facts that hold a term of `any_of` (and, when given, one of `also_any_of`), newest first."""
    query = _any(any_of)
    if also_any_of:
        query = f"({query}) AND ({_any(also_any_of)})"
    rows = connection.execute("SELECT rowid FROM fact_search WHERE fact_search MATCH ? ORDER BY rowid DESC LIMIT ?", (query, limit))
    return [int(row[0]) for row in rows]


def _any(terms: Sequence[str]) -> str:
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)
