"""Facts and their versions: the statements behind each action, to be called inside a transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from ..errors import FactNotFound
from . import index, linking_names
from .records import ANY, REVERTED, Draft, EndedFact, Fact, Naming, Posting, Version, Wanted, as_count, as_texts, as_words, is_correction
from .schema import as_text, as_time, as_trust

_as_json = json.JSONEncoder(ensure_ascii=False).encode
_NAMELESS = Naming()
_COLUMNS = (
    "f.fact_id, h.version, f.content, f.category, f.tags, h.source, f.trust_score, f.helpful_count, h.unhelpful_count, "
    "f.retrieval_count, h.state, f.created_at, h.written_at, h.shared"
)
_INSERT_VERSION = (
    "INSERT INTO fact_versions (fact_id, version, content, category, keywords, names, source, trust, written_by, session, written_at, reason, shared) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_LIVE = f"SELECT {_COLUMNS} FROM facts f JOIN fact_heads h ON h.fact_id = f.fact_id AND h.state = 'live'"


def find_text(connection: sqlite3.Connection, content: str) -> int | None:
    """The id of the live fact with exactly this text."""
    row = connection.execute("SELECT fact_id FROM facts WHERE content = ?", (content,)).fetchone()
    return None if row is None else int(row[0])


def insert(connection: sqlite3.Connection, draft: Draft, now: datetime) -> Fact:
    """Save a new fact, whose text is not there yet, and index it; its id was never used before. Told as it would be read."""
    moment = as_text(now)
    ((fact_id, naming),) = _insert_all(connection, [draft], moment).items()
    row = (fact_id, 1, draft.content, draft.category, ",".join(draft.keywords), draft.source, draft.trust, 0, 0, 0, "live", moment, moment, draft.shared)
    return _fact(row, naming)


def insert_many(connection: sqlite3.Connection, drafts: Sequence[Draft], now: datetime) -> list[int]:
    """Save facts whose texts are not there yet, others are passed over; returns the new ids."""
    return list(_insert_all(connection, drafts, as_text(now)))


def _insert_all(connection: sqlite3.Connection, drafts: Sequence[Draft], moment: str) -> dict[int, Naming]:
    """The new ids with the names of these facts."""
    new: dict[int, Draft] = {}
    for draft in drafts:
        cursor = connection.execute(
            "INSERT INTO facts (content, category, tags, trust_score, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (content) DO NOTHING",
            (draft.content, draft.category, ",".join(draft.keywords), draft.trust, moment, moment),
        )
        if cursor.rowcount:
            new[int(cursor.lastrowid or 0)] = draft
    connection.executemany(
        "INSERT INTO fact_heads (fact_id, state, version, source, written_at, named, shared) VALUES (?, 'live', 1, ?, ?, ?, ?)",
        [(fact_id, draft.source, moment, draft.guessed is not None, draft.shared) for fact_id, draft in new.items()],
    )
    connection.executemany(_INSERT_VERSION, [_version_row(fact_id, 1, draft, moment) for fact_id, draft in new.items()])
    index.put(connection, [(fact_id, draft.terms) for fact_id, draft in new.items()])
    return {fact_id: linking_names.link_new(connection, fact_id, draft) for fact_id, draft in new.items()}


def rewrite(connection: sqlite3.Connection, fact_id: int, draft: Draft, now: datetime) -> int:
    """Give a live fact a new version; returns its number. Ratings start afresh."""
    version = get(connection, fact_id).version + 1
    moment = as_text(now)
    connection.execute(
        "UPDATE facts SET content = ?, category = ?, tags = ?, trust_score = ?, helpful_count = 0, updated_at = ? WHERE fact_id = ?",
        (draft.content, draft.category, ",".join(draft.keywords), draft.trust, moment, fact_id),
    )
    connection.execute(
        "UPDATE fact_heads SET version = ?, source = ?, unhelpful_count = 0, written_at = ?, named = ?, shared = ? WHERE fact_id = ?",
        (version, draft.source, moment, draft.guessed is not None, draft.shared, fact_id),
    )
    connection.execute(_INSERT_VERSION, _version_row(fact_id, version, draft, moment))
    index.take(connection, fact_id)
    index.put(connection, [(fact_id, draft.terms)])
    linking_names.link_draft(connection, fact_id, draft)
    return version


def end(connection: sqlite3.Connection, fact_id: int) -> None:
    """Take a fact out of what is true now; its versions stay."""
    get(connection, fact_id)
    index.take(connection, fact_id)
    linking_names.link(connection, fact_id, ())
    connection.execute("UPDATE fact_heads SET state = 'ended' WHERE fact_id = ?", (fact_id,))
    connection.execute("DELETE FROM facts WHERE fact_id = ?", (fact_id,))


def rate(connection: sqlite3.Connection, fact_id: int, step: float, *, helpful: bool | None) -> tuple[float, float]:
    """Move a fact's trust by `step`, within 0..1; returns the old and the new trust. Its age stays as it is."""
    before = get(connection, fact_id).trust
    after = min(1.0, max(0.0, round(before + step, 4)))
    connection.execute("UPDATE facts SET trust_score = ?, helpful_count = helpful_count + ? WHERE fact_id = ?", (after, int(helpful is True), fact_id))
    connection.execute("UPDATE fact_heads SET unhelpful_count = unhelpful_count + ? WHERE fact_id = ?", (int(helpful is False), fact_id))
    return before, after


def describe(connection: sqlite3.Connection, fact_id: int, *, category: str | None, keywords: Sequence[str] | None) -> None:
    """Change a fact's category or keywords without touching its text or age."""
    get(connection, fact_id)
    if category is not None:
        connection.execute("UPDATE facts SET category = ? WHERE fact_id = ?", (category, fact_id))
    if keywords is not None:
        connection.execute("UPDATE facts SET tags = ? WHERE fact_id = ?", (",".join(keywords), fact_id))


def get(connection: sqlite3.Connection, fact_id: int) -> Fact:
    """A live fact with its names; FactNotFound otherwise."""
    row = connection.execute(f"{_LIVE} WHERE f.fact_id = ?", (fact_id,)).fetchone()
    if row is None:
        raise _missing(connection, fact_id)
    return with_names(connection, [_fact(row)])[0]


def _missing(connection: sqlite3.Connection, fact_id: int) -> FactNotFound:
    """Why there is no live fact with this id."""
    row = connection.execute("SELECT state, version, merged_into FROM fact_heads WHERE fact_id = ?", (fact_id,)).fetchone()
    return FactNotFound(fact_id, merged_into=row[2], ended_version=int(row[1]) if row[0] == "ended" else None) if row else FactNotFound(fact_id)


def listed(connection: sqlite3.Connection, *, category: str | None, min_trust: float, limit: int, before: int | None) -> list[Fact]:
    """Live facts, newest first; `before` continues a list after that id."""
    rows = connection.execute(
        f"{_LIVE} WHERE (? IS NULL OR f.category = ?) AND ifnull(f.trust_score, 0.5) >= ? AND (? IS NULL OR f.fact_id < ?) ORDER BY f.fact_id DESC LIMIT ?",
        (category, category, min_trust, before, before, limit),
    )
    return with_names(connection, [_fact(row) for row in rows.fetchall()])


def ended(connection: sqlite3.Connection, *, category: str | None, limit: int, before: int | None) -> list[EndedFact]:
    """Facts that have ended, the newest ids first; `before` continues a list after that id."""
    rows = connection.execute(
        "SELECT h.fact_id, h.version, v.content, v.category, v.source, "
        "(SELECT max(e.happened_at) FROM fact_events e WHERE e.fact_id = h.fact_id AND e.kind = 'ended') "
        "FROM fact_heads h JOIN fact_versions v ON v.fact_id = h.fact_id AND v.version = h.version "
        "WHERE h.state = 'ended' AND (? IS NULL OR v.category = ?) AND (? IS NULL OR h.fact_id < ?) ORDER BY h.fact_id DESC LIMIT ?",
        (category, category, before, before, limit),
    )
    return [EndedFact(row[0], row[1], row[2], row[3], row[4], None if row[5] is None else as_time(row[5])) for row in rows.fetchall()]


def written_by(connection: sqlite3.Connection, writer: str) -> list[Fact]:
    """Live facts whose current text somebody wrote, the oldest first."""
    rows = connection.execute(
        f"{_LIVE} JOIN fact_versions v ON v.fact_id = h.fact_id AND v.version = h.version AND v.written_by = ? ORDER BY f.fact_id", (writer,)
    )
    return with_names(connection, [_fact(row) for row in rows.fetchall()])


def many(connection: sqlite3.Connection, fact_ids: Sequence[int]) -> list[Fact]:
    """Live facts with their names, in the order of the ids; those that are not live are left out."""
    found: dict[int, Fact] = {}
    for marks, chunk in index.chunks(fact_ids):
        found |= {int(row[0]): _fact(row) for row in connection.execute(f"{_LIVE} WHERE f.fact_id IN ({marks})", chunk)}
    return with_names(connection, [found[fact_id] for fact_id in fact_ids if fact_id in found])


def with_names(connection: sqlite3.Connection, found: Sequence[Fact]) -> list[Fact]:
    """Facts with the names that they are about."""
    linked = linking_names.of_facts(connection, [fact.fact_id for fact in found])
    return [_with_naming(fact, linked[fact.fact_id]) if fact.fact_id in linked else fact for fact in found]


def _with_naming(fact: Fact, naming: Naming) -> Fact:
    return replace(fact, names=naming.declared, guessed=naming.guessed)


def postings(connection: sqlite3.Connection, fact_ids: Sequence[int], wanted: Wanted = ANY) -> list[Posting]:
    """Of these live facts the wanted ones with their index terms, in any order."""
    found: list[Posting] = []
    for marks, chunk in index.chunks(fact_ids):
        rows = index.quick_rows(
            connection,
            f"SELECT {_COLUMNS}, t.terms FROM facts f JOIN fact_heads h ON h.fact_id = f.fact_id AND h.state = 'live' "
            f"JOIN fact_terms t ON t.fact_id = f.fact_id WHERE f.fact_id IN ({marks}) AND (? IS NULL OR f.category = ?) AND ifnull(f.trust_score, 0.5) >= ?",
            (*chunk, wanted.category, wanted.category, wanted.min_trust),
        )
        found += map(_posting, rows)
    return found


def share(connection: sqlite3.Connection, fact_id: int, shared: bool) -> None:
    """Let group chats be given a live fact's current text, or no longer."""
    get(connection, fact_id)
    connection.execute("UPDATE fact_heads SET shared = ? WHERE fact_id = ?", (shared, fact_id))
    connection.execute(
        "UPDATE fact_versions SET shared = ? WHERE fact_id = ? AND version = (SELECT version FROM fact_heads WHERE fact_id = ?)", (shared, fact_id, fact_id)
    )


def versions(connection: sqlite3.Connection, fact_id: int) -> list[Version]:
    """Every text that a fact has had, the first one first."""
    rows = connection.execute(
        "SELECT fact_id, version, content, category, keywords, names, source, trust, written_by, session, written_at, reason "
        "FROM fact_versions WHERE fact_id = ? ORDER BY version",
        (fact_id,),
    ).fetchall()
    if not rows:
        raise FactNotFound(fact_id)
    return [
        Version(row[0], row[1], row[2], row[3], as_texts(row[4]), as_texts(row[5]), row[6], row[7], row[8], row[9], as_time(row[10]), row[11]) for row in rows
    ]


def standing(connection: sqlite3.Connection, fact_id: int) -> tuple[datetime, bool]:
    """Since when a fact says what it says, and whether something else held before: neither a correction nor a way back is a change."""
    texts = versions(connection, fact_id)
    version = texts.pop()
    while texts:
        if version.reason == REVERTED:
            before = [place for place, earlier in enumerate(texts) if earlier.content == version.content]
            if not before:
                break
            del texts[before[-1] + 1 :]
        elif not is_correction(version.reason):
            break
        version = texts.pop()
    return version.written_at, bool(texts)


def has_foreign_writes(connection: sqlite3.Connection) -> bool:
    """Whether another program wrote to `facts` since our last transaction."""
    return connection.execute("SELECT 1 FROM foreign_writes LIMIT 1").fetchone() is not None


def forget_notes(connection: sqlite3.Connection) -> None:
    """Mark all writes to `facts` as our own."""
    connection.execute("DELETE FROM foreign_writes")


def adopt(connection: sqlite3.Connection, fact_id: int, draft: Draft, moment: str) -> None:
    """Take a row that another program wrote into the history and the index; a changed text is a new version."""
    row = connection.execute("SELECT max(version) FROM fact_versions WHERE fact_id = ?", (fact_id,)).fetchone()
    version = int(row[0] or 0) + 1
    connection.execute(
        "INSERT INTO fact_heads (fact_id, state, version, written_at, named) VALUES (?, 'live', ?, ?, ?) "
        "ON CONFLICT (fact_id) DO UPDATE SET state = 'live', version = excluded.version, source = NULL, written_at = excluded.written_at, "
        "named = excluded.named, merged_into = NULL, merged_version = NULL, last_text = NULL, shared = 0",
        (fact_id, version, moment, draft.guessed is not None),
    )
    connection.execute(_INSERT_VERSION, _version_row(fact_id, version, draft, moment))
    index.take(connection, fact_id)
    index.put(connection, [(fact_id, draft.terms)])
    linking_names.link_draft(connection, fact_id, draft)


def end_vanished(connection: sqlite3.Connection, fact_id: int) -> None:
    """End a fact whose row another program deleted; its versions stay."""
    index.take(connection, fact_id)
    linking_names.link(connection, fact_id, ())
    connection.execute("UPDATE fact_heads SET state = 'ended' WHERE fact_id = ? AND state = 'live'", (fact_id,))


def _version_row(fact_id: int, version: int, draft: Draft, moment: str) -> tuple[Any, ...]:
    return (
        fact_id, version, draft.content, draft.category, _as_json(draft.keywords), _as_json(draft.names),
        draft.source, draft.trust, draft.by, draft.session, moment, draft.reason, draft.shared,
    )  # fmt: skip


def _posting(row: Sequence[Any]) -> Posting:
    """Of a row of `_COLUMNS` with the terms behind them."""
    return Posting(row[0], as_words(row[2]), row[5], as_trust(row[6]), frozenset(row[14].split()), partial(_fact, row))


def _fact(row: Sequence[Any], naming: Naming = _NAMELESS) -> Fact:
    """A fact of a row of `_COLUMNS`, with its names where they are known."""
    keywords = tuple(filter(None, as_words(row[4]).split(",")))
    counts = (as_count(row[7]), as_count(row[8]), as_count(row[9]))
    return Fact(
        row[0],
        row[1],
        as_words(row[2]),
        as_words(row[3]) or "general",
        keywords,
        row[5],
        as_trust(row[6]),
        *counts,
        row[10],
        as_time(row[11]),
        as_time(row[12]),
        naming.declared,
        naming.guessed,
        bool(row[13]),
    )
