"""Names of people and things, and the live facts that are about them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from ..language import fold
from .index import chunks


def link(connection: sqlite3.Connection, fact_id: int, declared: Sequence[str]) -> None:
    """Make a live fact be about exactly these names."""
    connection.execute("DELETE FROM fact_names WHERE fact_id = ?", (fact_id,))
    for name in declared:
        connection.execute(
            "INSERT INTO names (name, folded, status) VALUES (?, ?, 'declared') ON CONFLICT (folded) DO UPDATE SET status = 'declared'", (name, key(name))
        )
        connection.execute("INSERT OR IGNORE INTO fact_names (fact_id, name_id) SELECT ?, name_id FROM names WHERE folded = ?", (fact_id, key(name)))


def key(name: str) -> str:
    """The form in which two spellings of a name are the same (Hermes Agent, hermes-agent)."""
    return " ".join(fold(name).replace("-", " ").replace("_", " ").split())


def still_mentioned(declared: Sequence[str], old_text: str, new_text: str) -> tuple[str, ...]:
    """Of the names of an old text those that a new text keeps: a name that only the old one mentions goes."""
    old, new = old_text.casefold(), new_text.casefold()
    return tuple(name for name in declared if name.casefold() in new or name.casefold() not in old)


def of_fact(connection: sqlite3.Connection, fact_id: int) -> list[str]:
    rows = connection.execute("SELECT n.name FROM fact_names l JOIN names n USING (name_id) WHERE l.fact_id = ? ORDER BY n.name_id", (fact_id,))
    return [str(row[0]) for row in rows]


def of_facts(connection: sqlite3.Connection, fact_ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """The names of several facts, by the facts that have any."""
    found: dict[int, list[str]] = {}
    for marks, chunk in chunks(fact_ids):
        rows = connection.execute(
            f"SELECT l.fact_id, n.name FROM fact_names l JOIN names n USING (name_id) WHERE l.fact_id IN ({marks}) ORDER BY n.name_id", chunk
        )
        for fact_id, name in rows:
            found.setdefault(fact_id, []).append(name)
    return {fact_id: tuple(linked) for fact_id, linked in found.items()}


def facts_about(connection: sqlite3.Connection, name: str, limit: int) -> list[int]:
    """Ids of live facts about a name, newest first."""
    rows = connection.execute(
        "SELECT l.fact_id FROM names n JOIN fact_names l USING (name_id) WHERE n.folded = ? ORDER BY l.fact_id DESC LIMIT ?", (key(name), limit)
    )
    return [int(row[0]) for row in rows]
