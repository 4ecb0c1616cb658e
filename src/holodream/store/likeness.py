"""Which live facts are likely copies of one that was just saved. Called inside a transaction."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Collection

from .index import any_of, facts_with, quick_rows


def likely_copies(connection: sqlite3.Connection, fact_id: int, terms: Collection[str], share: float, limit: int) -> list[int]:
    """Ids of other live facts that hold this share of a live fact's terms, among the newest `limit` that hold one of the rarest few."""
    counts = facts_with(connection, terms)
    least = math.ceil(share * len(terms))
    rarest = sorted(terms, key=lambda term: (counts.get(term, 0), term))[: len(terms) - least + 1]  # who holds the share holds one of these
    elsewhere = [term for term in rarest if counts.get(term, 0) > 1]
    if not elsewhere:
        return []
    rows = quick_rows(
        connection,
        "SELECT fact_id, terms FROM fact_terms WHERE fact_id IN (SELECT rowid FROM fact_search WHERE fact_search MATCH ? ORDER BY rowid DESC LIMIT ?)",
        (any_of(elsewhere), limit),
    )
    wanted = frozenset(terms)
    return [other for other, held in rows if other != fact_id and len(wanted.intersection(held.split())) >= least]
