"""Taking over what another program wrote: a whole file of the older provider, or a row now and then.

Rows are analysed outside of any transaction, a portion at a time, so that neither readers nor the other program wait long. What
another program wrote is not trusted to make sense: a text that is no text and the like are put right in the row.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from . import facts, index, journal, linking_names, names, transfer
from .database import Database
from .records import NOBODY, Draft, Indexer, Progress, as_texts
from .schema import NO_TIME, as_text, as_time, as_trust

FEW = 20  # rows that are taken over inside the next transaction
_PORTION = 100
_REASON = "written by another program"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of `facts` as another program left it, with its values put right; `odd` says whether that changed any."""

    content: str
    category: str
    keywords: tuple[str, ...]
    trust: float
    written_at: str
    created_at: str
    odd: bool


def is_long(connection: sqlite3.Connection) -> bool:
    """Whether more rows wait than should be taken over at once."""
    return len(_waiting(connection)) > FEW


def _waiting(connection: sqlite3.Connection) -> list[int]:
    """The rows that wait, one more than a few at most."""
    return [int(row[0]) for row in connection.execute("SELECT fact_id FROM foreign_writes LIMIT ?", (FEW + 1,))]


def adopt_backlog(
    database: Database,
    indexer: Indexer,
    clock: Callable[[], datetime],
    progress: Progress | None = None,
    patience: float | None = None,
) -> None:
    """Take rows over in portions until only a few are left; `progress` is told the rows done and in all. StoreBusy after `patience` seconds."""
    done = 0
    while True:
        with database.reading() as connection:
            if not is_long(connection):
                return
            total = done + int(connection.execute("SELECT count(*) FROM foreign_writes").fetchone()[0])
            ids = [int(row[0]) for row in connection.execute("SELECT fact_id FROM foreign_writes ORDER BY fact_id LIMIT ?", (_PORTION,))]
            rows = {fact_id: read_row(connection, fact_id, clock) for fact_id in ids}
        drafts = {fact_id: _draft(row, (), indexer) for fact_id, row in rows.items() if row is not None}
        with database.writing(patience=patience) as connection:
            for fact_id in ids:
                if connection.execute("DELETE FROM foreign_writes WHERE fact_id = ?", (fact_id,)).rowcount:  # else another process was quicker
                    row = read_row(connection, fact_id, clock)
                    _take_over(connection, fact_id, row, drafts.get(fact_id) if row == rows[fact_id] else None, indexer, clock)
                    connection.execute("DELETE FROM foreign_writes WHERE fact_id = ?", (fact_id,))
        done += len(ids)
        if progress:
            progress(done, max(done, total))


def adopt_few(connection: sqlite3.Connection, indexer: Indexer, clock: Callable[[], datetime]) -> bool:
    """Take over all rows that wait, inside a transaction; False, and nothing is done, when these are more than a few."""
    ids = _waiting(connection)
    if len(ids) > FEW:
        return False
    for fact_id in ids:
        _take_over(connection, fact_id, read_row(connection, fact_id, clock), None, indexer, clock)
    if ids:
        facts.forget_notes(connection)
    return True


def read_row(connection: sqlite3.Connection, fact_id: int, clock: Callable[[], datetime]) -> Row | None:
    """A row of the table that the older provider and we share; None when it is gone."""
    row = connection.execute(
        "SELECT CAST(content AS BLOB), typeof(content), CAST(category AS BLOB), CAST(tags AS BLOB), trust_score, "
        "CAST(created_at AS TEXT), CAST(updated_at AS TEXT), typeof(created_at) FROM facts WHERE fact_id = ?",
        (fact_id,),
    ).fetchone()
    if row is None:
        return None
    content, category, tags = ((value or b"").decode("utf-8", "replace") for value in (row[0], row[2], row[3]))
    keywords = tuple(dict.fromkeys(word.strip() for word in tags.split(",") if word.strip()))
    created, written = (_moment(value) for value in (row[5], row[6]))
    created = created or written or as_text(clock())
    trust = as_trust(row[4])
    odd = row[1] != "text" or content.encode() != row[0] or trust != row[4] or as_time(row[5]) == NO_TIME
    return Row(content, category or "general", keywords, trust, written or created, created, odd)


def _moment(value: str | None) -> str | None:
    """A time as we write it; None for what is none, such as the seconds of another clock written as text."""
    moment = as_time(value)
    return None if moment == NO_TIME else as_text(moment)


def _draft(row: Row, kept_names: tuple[str, ...], indexer: Indexer) -> Draft:
    """A row of another program as a version. The names that the older provider guessed are not taken over: most are junk. Ours are guessed later."""
    return Draft(row.content, indexer(row.content, kept_names, row.keywords), row.category, row.keywords, kept_names, trust=row.trust, reason=_REASON)


def _take_over(connection: sqlite3.Connection, fact_id: int, row: Row | None, draft: Draft | None, indexer: Indexer, clock: Callable[[], datetime]) -> None:
    """Bring history and index in step with a row; `draft` spares the analysis of a new text without names."""
    if row is not None and fact_id < 1:
        fact_id = _renumber(connection, fact_id)
    known = connection.execute(
        "SELECT v.version, v.content, v.category, v.keywords FROM fact_heads h JOIN fact_versions v USING (fact_id, version) "
        "WHERE h.fact_id = ? AND h.state = 'live'",
        (fact_id,),
    ).fetchone()
    if row is None:
        if known is not None:
            journal.note(connection, fact_id, known[0], "ended", NOBODY, clock())
        facts.end_vanished(connection, fact_id)
        return
    if row.odd:
        row = _put_right(connection, fact_id, row)
        draft = None
    if known is None:
        facts.adopt(connection, fact_id, draft or _draft(row, (), indexer), row.written_at)
    elif known[1] != row.content:
        kept = names.still_mentioned(linking_names.of_fact(connection, fact_id), known[1], row.content, linking_names.other_spellings(connection, fact_id))
        facts.adopt(connection, fact_id, draft if draft and not kept else _draft(row, kept, indexer), row.written_at)
    elif (known[2], as_texts(known[3])) != (row.category, row.keywords):
        _describe(connection, fact_id, int(known[0]), row, indexer, clock)


def _renumber(connection: sqlite3.Connection, fact_id: int) -> int:
    """Give a fact whose id is no id of ours, 0 or less, the next one that was never used."""
    new = transfer.highest_id(connection) + 1
    connection.execute("UPDATE facts SET fact_id = ? WHERE fact_id = ?", (new, fact_id))
    transfer.reserve_id(connection, new)
    return new


def _put_right(connection: sqlite3.Connection, fact_id: int, row: Row) -> Row:
    """Write the values that make sense into a row that held others; a text that another fact has is told apart by its id."""
    other = facts.find_text(connection, row.content)
    if other is not None and other != fact_id:
        row = Row(f"{row.content} ({fact_id})", row.category, row.keywords, row.trust, row.written_at, row.created_at, row.odd)
    connection.execute("UPDATE facts SET content = ?, trust_score = ?, created_at = ? WHERE fact_id = ?", (row.content, row.trust, row.created_at, fact_id))
    return row


def _describe(connection: sqlite3.Connection, fact_id: int, version: int, row: Row, indexer: Indexer, clock: Callable[[], datetime]) -> None:
    """Another program changed category or tags: that is no new text."""
    journal.note(connection, fact_id, version, "described", NOBODY, clock())
    connection.execute(
        "UPDATE fact_versions SET category = ?, keywords = ? WHERE fact_id = ? AND version = ?",
        (row.category, json.dumps(row.keywords, ensure_ascii=False), fact_id, version),
    )
    index.take(connection, fact_id)
    index.put(connection, [(fact_id, indexer(row.content, linking_names.spellings(connection, fact_id), row.keywords))])
