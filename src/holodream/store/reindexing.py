"""Bringing the word index to other rules for words, a portion at a time, while everybody reads and writes.

The newest facts come first. How far the work is stands in the file, so that whoever opens it next goes on there, and several processes
share the work. Until it is done the older facts are found by the words that both rules have in common.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence

from ..errors import StoreUnreadable
from . import facts, index, linking_names
from .database import Database
from .records import Indexer, Progress
from .schema import read_info, write_info

log = logging.getLogger("holodream.store")

_PORTION = 100  # facts written in one transaction
_RULES, _PLACE = "tokenizer", "tokenizer_next"  # in holodream_info: the rules of the whole index; those to come, and the last fact that has them

Row = tuple[int, str, tuple[str, ...], tuple[str, ...]]  # a fact's id, text, names and keywords


def refresh(database: Database, indexer: Indexer, rules: str, progress: Progress | None = None) -> None:
    """Index all facts by the given rules. `progress` is told the facts done and how many there are in all."""
    done = 0
    while True:
        with database.reading() as connection:
            if read_info(connection, _RULES) == rules:
                return
            below, total = _place(connection, rules), index.live_facts(connection)
            rows = _rows(connection, below)
        if done == 0:
            log.info("store: the rules for words have changed; bringing the index of %d facts in line", total)
        terms = [indexer(text, spelt, keywords) for _, text, spelt, keywords in rows]
        try:
            with database.writing() as connection:
                if read_info(connection, _RULES) != rules and _place(connection, rules) == below:  # else another process was quicker
                    _put(connection, rows, terms, indexer)
                    _note(connection, rules, rows[-1][0] if rows else None)
        except StoreUnreadable:  # so SQLite says when the index does not fit the facts
            log.warning("store: the index of %s does not fit its facts; building it anew", database.path)
            _build_anew(database, indexer, rules)
            return
        done += len(rows)
        if progress:
            progress(done, max(done, total))


def _build_anew(database: Database, indexer: Indexer, rules: str) -> None:
    """The whole index in one transaction: others wait, but nothing of the old one is needed."""
    with database.writing() as connection:
        index.clear(connection)
        below: int | None = None
        while rows := _rows(connection, below):
            index.put(connection, [(fact_id, indexer(text, spelt, keywords)) for fact_id, text, spelt, keywords in rows])
            below = rows[-1][0]
        _note(connection, rules, None)


def _note(connection: sqlite3.Connection, rules: str, place: int | None) -> None:
    """How far the work is; None: to the end."""
    if place is not None:
        write_info(connection, _PLACE, f"{place} {rules}")
        return
    write_info(connection, _RULES, rules)
    connection.execute("DELETE FROM holodream_info WHERE key = ?", (_PLACE,))


def _place(connection: sqlite3.Connection, rules: str) -> int | None:
    """The oldest fact that is done; None before the first one, also when the work was begun with still other rules."""
    place, _, begun = (read_info(connection, _PLACE) or "").partition(" ")
    return int(place) if begun == rules and place.isdecimal() else None


def _rows(connection: sqlite3.Connection, below: int | None, limit: int = _PORTION) -> list[Row]:
    found = facts.listed(connection, category=None, min_trust=0.0, limit=limit, before=below)
    return [(fact.fact_id, fact.content, linking_names.spellings(connection, fact.fact_id), fact.keywords) for fact in found]


def _put(connection: sqlite3.Connection, rows: Sequence[Row], terms: Sequence[Sequence[str]], indexer: Indexer) -> None:
    """Write the terms of facts, each only where it has others; what changed since the rows were read is analysed again."""
    for row, found in zip(rows, terms, strict=True):
        fact_id = row[0]
        now = next(iter(_rows(connection, fact_id + 1, 1)), None)
        if now is None or now[0] != fact_id:
            continue  # ended meanwhile
        if now != row:
            found = indexer(*now[1:])
        old = connection.execute("SELECT terms FROM fact_terms WHERE fact_id = ?", (fact_id,)).fetchone()
        if old is None or set(str(old[0]).split()) != set(found):
            index.take(connection, fact_id)
            index.put(connection, [(fact_id, found)])
