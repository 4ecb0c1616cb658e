"""Task outcomes: which fact versions the agent was really given, and what it reported of them. A log apart from trust, without any text.

A delivery and its reports are kept for 30 days, and 1,000 deliveries at most. What is past that goes with the next write to the file,
whatever is written. It goes physically: the rows that stay are written anew, since a table that is emptied whole is overwritten page by
page, and the log is cut (see sweeping.py). Each function is called inside a transaction.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from .schema import as_text, as_time, read_info, write_info

DAYS, MOST = 30, 1000
_LEFT_OF_MOST = 900  # so many stay when there are too many: then all is written anew once in a hundred deliveries
_MOST_FACTS = 100  # of one delivery

EXPIRED = "outcomes_erasure"  # in holodream_info: expired rows that may still stand in the log, by a number that grows

Kind = Literal["block", "search"]
Outcome = Literal["helped", "misled"]
_SIGNS: dict[Outcome | None, str] = {None: "", "helped": "+", "misled": "-"}
_OUTCOMES: dict[str, Outcome] = {"+": "helped", "-": "misled"}
_FACT = re.compile(r" (\d{1,18}):(\d{1,18})([+-]?)")
_COLUMNS = "delivery_id, given_at, kind, session, facts, missed, missed_fact"


@dataclass(frozen=True, slots=True)
class Given:
    """A fact version that the agent was given, and what it reported of it."""

    fact_id: int
    version: int
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Delivery:
    """What the agent was given at one time: in the block before a turn, or as the answer to a search. Times are aware UTC.

    `missed`: it reported that it needed another fact, `missed_fact` which one, if it was there.
    """

    delivery_id: int
    given_at: datetime
    kind: Kind
    session: str | None
    facts: tuple[Given, ...]
    missed: bool = False
    missed_fact: int | None = None


def note(connection: sqlite3.Connection, kind: Kind, given: Sequence[tuple[int, int]], session: str | None, now: datetime) -> int | None:
    """Write down what the agent was given, as (fact, version); returns the delivery's number, None when all was forgotten since."""
    there = [Given(*pair) for pair in given[:_MOST_FACTS] if connection.execute("SELECT 1 FROM fact_heads WHERE fact_id = ?", pair[:1]).fetchone()]
    if not there:
        return None
    cursor = connection.execute("INSERT INTO deliveries (given_at, kind, session, facts) VALUES (?, ?, ?, ?)", (as_text(now), kind, session, _as_text(there)))
    return int(cursor.lastrowid or 0)


def report(connection: sqlite3.Connection, outcome: Outcome, fact_ids: Sequence[int], session: str | None) -> list[int]:
    """Write down of facts that they helped or misled, each at its last delivery in the session; returns the ids that were never given there."""
    unknown = []
    for fact_id in fact_ids:
        row = connection.execute(
            "SELECT delivery_id, facts FROM deliveries WHERE session IS ? AND instr(facts, ?) ORDER BY delivery_id DESC LIMIT 1", (session, _mark(fact_id))
        ).fetchone()
        if row is None:
            unknown.append(fact_id)
            continue
        reported = [replace(given, outcome=outcome) if given.fact_id == fact_id else given for given in _given(row[1])]
        connection.execute("UPDATE deliveries SET facts = ? WHERE delivery_id = ?", (_as_text(reported), row[0]))
    return unknown


def report_missed(connection: sqlite3.Connection, fact_id: int | None, session: str | None) -> bool:
    """Write down that the last delivery of the session lacked a fact; False when nothing was ever given there."""
    done = connection.execute(
        "UPDATE deliveries SET missed = 1, missed_fact = ? WHERE delivery_id = (SELECT max(delivery_id) FROM deliveries WHERE session IS ?)",
        (fact_id, session),
    )
    return bool(done.rowcount)


def log(connection: sqlite3.Connection, limit: int, fact_id: int | None, now: datetime) -> list[Delivery]:
    """The last deliveries, the newest first; only those of a fact, if one is named."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM deliveries WHERE given_at >= ? AND (? IS NULL OR missed_fact = ? OR instr(facts, ?)) ORDER BY delivery_id DESC LIMIT ?",
        (_begin(now), fact_id, fact_id, _mark(fact_id or 0), limit),
    )
    return [Delivery(row[0], as_time(row[1]), row[2], row[3], tuple(_given(row[4])), bool(row[5]), row[6]) for row in rows]


def expire(connection: sqlite3.Connection, now: datetime) -> bool:
    """Let go of what is too old or too much; True when there was any. Costs two look-ups at most when there is none."""
    first = connection.execute("SELECT given_at FROM deliveries ORDER BY delivery_id LIMIT 1").fetchone()
    if first is None:
        return False
    too_much = connection.execute("SELECT 1 FROM deliveries ORDER BY delivery_id LIMIT 1 OFFSET ?", (MOST,)).fetchone()
    begin = _begin(now)
    if not too_much and first[0] >= begin:
        return False
    _write_anew(connection, lambda rows: [row for row in rows if row[1] >= begin][-_LEFT_OF_MOST if too_much else -MOST :])
    return True


def erase(connection: sqlite3.Connection, fact_ids: Collection[int]) -> None:
    """Forget that facts were given, and what was reported of them."""

    def without(row: tuple[Any, ...]) -> tuple[Any, ...]:
        facts = [given for given in _given(row[4]) if given.fact_id not in fact_ids]
        return (*row[:4], _as_text(facts), row[5], None if row[6] in fact_ids else row[6])

    question = "SELECT 1 FROM deliveries WHERE instr(facts, ?) OR missed_fact = ? LIMIT 1"
    if any(connection.execute(question, (_mark(fact_id), fact_id)).fetchone() for fact_id in fact_ids):
        _write_anew(connection, lambda rows: [kept for row in rows if (kept := without(row))[4] or kept[5]])


def is_pending(connection: sqlite3.Connection) -> str | None:
    """The number of the last expiry whose rows may still stand in the log."""
    return read_info(connection, EXPIRED)


def _write_anew(connection: sqlite3.Connection, choose: Callable[[list[tuple[Any, ...]]], list[tuple[Any, ...]]]) -> None:
    """Keep some rows. SQLite would leave copies of deleted rows where it moves others; of a table that it empties whole it leaves none."""
    rows = choose(connection.execute(f"SELECT {_COLUMNS} FROM deliveries ORDER BY delivery_id").fetchall())
    connection.execute("DELETE FROM deliveries")
    connection.executemany(f"INSERT INTO deliveries ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    write_info(connection, EXPIRED, str(int(read_info(connection, EXPIRED) or 0) + 1))


def _begin(now: datetime) -> str:
    return as_text(now - timedelta(days=DAYS))


def _mark(fact_id: int) -> str:
    return f" {int(fact_id)}:"


def _as_text(facts: Sequence[Given]) -> str:
    return "".join(f" {given.fact_id}:{given.version}{_SIGNS[given.outcome]}" for given in facts)


def _given(text: str) -> list[Given]:
    return [Given(int(fact_id), int(version), _OUTCOMES.get(sign)) for fact_id, version, sign in _FACT.findall(text)]
