"""Confirmations: a person's word that a version is right, once per person and version."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from datetime import datetime

from . import facts
from .changes import expected
from .records import Confirmation, Declined, Expect, Fact, Signature, Source
from .schema import as_text, as_time

FURTHER_PERSON = 0.05  # what each further person adds to the trust of a fact that somebody stands behind already


def confirm(
    connection: sqlite3.Connection, fact_id: int, signature: Signature, start: Mapping[Source | None, float], now: datetime, expect: Expect | None
) -> tuple[float, Fact]:
    """Note that a person confirms a live fact; returns the trust before, and the fact.

    A guess, or a fact of which nobody said where it is from, becomes confirmed and gains what a confirmed fact starts with above its
    own start (`start`, by source). Declined "unchanged" when this person has confirmed this version, or said it.
    """
    expected(connection, fact_id, expect)
    fact = facts.get(connection, fact_id)
    author = connection.execute("SELECT written_by FROM fact_versions WHERE fact_id = ? AND version = ?", (fact_id, fact.version)).fetchone()[0]
    told = fact.source in ("said", "confirmed")
    if told and author == signature.by:
        raise Declined("unchanged", "This person stands behind the fact already.", fact_id, fact.version)
    new = connection.execute(
        "INSERT OR IGNORE INTO confirmations (fact_id, version, person, session, confirmed_at) VALUES (?, ?, ?, ?, ?)",
        (fact_id, fact.version, signature.by, signature.session, as_text(now)),
    ).rowcount
    if not new:
        raise Declined("unchanged", "This person has confirmed this version already; it counts once.", fact_id, fact.version)
    facts.rate(connection, fact_id, FURTHER_PERSON if told else start["confirmed"] - start[fact.source], helpful=None)
    if not told:
        connection.execute("UPDATE fact_heads SET source = 'confirmed' WHERE fact_id = ?", (fact_id,))
    return fact.trust, facts.get(connection, fact_id)


def confirmations(connection: sqlite3.Connection, fact_id: int) -> tuple[Confirmation, ...]:
    """Who confirmed which version of a fact, and when."""
    rows = connection.execute(
        "SELECT fact_id, version, person, session, confirmed_at FROM confirmations WHERE fact_id = ? ORDER BY version, confirmed_at, person", (fact_id,)
    )
    return tuple(Confirmation(row[0], row[1], row[2], row[3], as_time(row[4])) for row in rows)
