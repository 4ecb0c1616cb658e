"""What happened to facts beside new texts, each with what taking it back needs: rows and links as they were."""

from __future__ import annotations

import base64
import json
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from . import linking_names
from .records import Event, Signature
from .schema import as_text, as_time

Kind = Literal["described", "ended", "merged", "absorbed", "unmerged"]


def note(
    connection: sqlite3.Connection,
    fact_id: int,
    version: int,
    kind: Kind,
    signature: Signature,
    now: datetime,
    *,
    other: int | None = None,
    inverse: Mapping[str, Any] | None = None,
) -> None:
    """Write down what happened to a fact."""
    connection.execute(
        "INSERT INTO fact_events (fact_id, version, kind, other, written_by, session, happened_at, inverse) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (fact_id, version, kind, other, signature.by, signature.session, as_text(now), json.dumps(inverse or {}, ensure_ascii=False)),
    )


def last_inverse(connection: sqlite3.Connection, fact_id: int, kind: Kind, other: int | None = None) -> dict[str, Any] | None:
    """What taking back the last event of a kind needs; None when there was none."""
    row = connection.execute(
        "SELECT inverse FROM fact_events WHERE fact_id = ? AND kind = ? AND (? IS NULL OR other = ?) ORDER BY event_id DESC LIMIT 1",
        (fact_id, kind, other, other),
    ).fetchone()
    if row is None:
        return None
    inverse: dict[str, Any] = json.loads(row[0])
    return inverse


def events(connection: sqlite3.Connection, fact_id: int) -> tuple[Event, ...]:
    """What happened to a fact, the first event first."""
    rows = connection.execute(
        "SELECT fact_id, version, kind, other, written_by, session, happened_at FROM fact_events WHERE fact_id = ? ORDER BY event_id", (fact_id,)
    )
    return tuple(Event(row[0], row[1], row[2], row[3], row[4], row[5], as_time(row[6])) for row in rows)


def saved_row(connection: sqlite3.Connection, fact_id: int) -> dict[str, Any]:
    """The row of `facts` as JSON can hold it, with the columns that strangers added."""
    cursor = connection.execute("SELECT * FROM facts WHERE fact_id = ?", (fact_id,))
    values = cursor.fetchone()
    columns = [str(column[0]) for column in cursor.description]
    return {name: {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value for name, value in zip(columns, values, strict=True)}


def put_row(connection: sqlite3.Connection, row: Mapping[str, Any]) -> None:
    """Put a saved row back; a column that is gone meanwhile is left out."""
    present = {str(column[1]) for column in connection.execute("PRAGMA table_info(facts)")}
    columns = [name for name in row if name in present]
    values = [base64.b64decode(row[name]["base64"]) if isinstance(row[name], dict) else row[name] for name in columns]
    quoted = ", ".join('"' + name.replace('"', '""') + '"' for name in columns)
    connection.execute(f"INSERT INTO facts ({quoted}) VALUES ({', '.join('?' * len(columns))})", values)


def saved_links(connection: sqlite3.Connection, fact_id: int) -> list[list[Any]]:
    """The names that a fact is about, each with its status and whether it was only guessed for this fact."""
    rows = connection.execute(
        "SELECT n.name, n.status, l.guessed FROM fact_names l JOIN names n USING (name_id) WHERE l.fact_id = ? ORDER BY n.name_id", (fact_id,)
    )
    return [[str(name), str(status), bool(guessed)] for name, status, guessed in rows]


def put_links(connection: sqlite3.Connection, fact_id: int, links: Sequence[Sequence[Any]]) -> None:
    """Link saved names again; a name that is there keeps the status that it has now, and one that was deleted since stays away."""
    for name, status, *guessed in links:
        linking_names.link_saved(connection, fact_id, str(name), str(status), guessed=bool(guessed and guessed[0]))
