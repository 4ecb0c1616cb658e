"""Which live facts are likely copies of one that was just saved. Called inside a transaction."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from .index import any_of, facts_with, quick_rows

_MOST_WAYS = 6  # ways to hold some of the rarest terms that are put into one question: of up to six terms nothing is missed


def likely_copies(connection: sqlite3.Connection, fact_id: int, terms: Collection[str], share: float, limit: int) -> list[int]:
    """Ids of other live facts that hold this share of a live fact's terms; where very many may, only of the newest `limit` of these."""
    counts = facts_with(connection, terms)
    least = math.ceil(share * len(terms))
    wanted = frozenset(terms)
    rows: list[tuple[int, str]] = []
    for question in _questions(sorted(terms, key=lambda term: (counts.get(term, 0), term)), least, counts):
        rows = quick_rows(
            connection,
            "SELECT fact_id, terms FROM fact_terms WHERE fact_id IN (SELECT rowid FROM fact_search WHERE fact_search MATCH ? ORDER BY rowid DESC LIMIT ?)",
            (question, limit),
        )
        if len(rows) < limit:  # these are all
            break
    return [other for other, held in rows if other != fact_id and len(wanted.intersection(held.split())) >= least]


def _questions(rarest_first: Sequence[str], least: int, counts: Mapping[str, int]) -> Iterator[str]:
    """What finds all of these facts: they hold one of the rarest few terms at least, two of a few more, and so on; each finds fewer others."""
    for number in range(1, least + 1):
        few = [term for term in rarest_first[: len(rarest_first) - least + number] if counts.get(term, 0) > 1]
        if len(few) < number or (number > 1 and math.comb(len(few), number) > _MOST_WAYS):
            return
        ways = (" AND ".join(any_of([term]) for term in together) for together in combinations(few, number))
        yield " OR ".join(f"({way})" for way in ways)
