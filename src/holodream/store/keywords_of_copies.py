"""Forgetting a copy: the keywords that it brought along leave the facts that it became part of, also in what these were before."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from . import facts
from .changes import set_description
from .merging import copies_of, own_keywords
from .records import Indexer, as_texts


def take_out(connection: sqlite3.Connection, copy_id: int, going: Sequence[int], indexer: Indexer) -> None:
    """Take what only the going facts brought out of every fact above a copy: its row, its versions, and what is kept for the way back.

    A keyword that a fact above had before the merge, that was set anew since, or that another copy has, stays.
    """
    words, at = set(own_keywords(connection, copy_id)), copy_id
    while words and (main_id := _above(connection, at)) is not None:
        merged = connection.execute(
            "SELECT event_id, version, inverse FROM fact_events WHERE fact_id = ? AND other = ? AND kind = 'absorbed' ORDER BY event_id LIMIT 1", (main_id, at)
        ).fetchone()
        if merged is None:
            return
        event_id, version, inverse = merged
        words.difference_update(json.loads(inverse).get("keywords", ()), _set_anew(connection, main_id, event_id))
        for other in copies_of(connection, main_id):
            words.difference_update(() if other in going or other == at else own_keywords(connection, other))
        _strip_events(connection, main_id, event_id, words)
        _strip_versions(connection, main_id, version, words, indexer)
        at = main_id


def _above(connection: sqlite3.Connection, fact_id: int) -> int | None:
    row = connection.execute("SELECT merged_into FROM fact_heads WHERE fact_id = ?", (fact_id,)).fetchone()
    return None if row is None or row[0] is None else int(row[0])


def _set_anew(connection: sqlite3.Connection, main_id: int, since: int) -> set[str]:
    """The keywords that a description has added to a fact since an event."""
    rows = connection.execute("SELECT kind, inverse FROM fact_events WHERE fact_id = ? AND event_id >= ? ORDER BY event_id", (main_id, since))
    states = [(kind, set(kept["keywords"])) for kind, kept in ((kind, json.loads(inverse)) for kind, inverse in rows) if "keywords" in kept]
    now = connection.execute("SELECT v.keywords FROM fact_heads h JOIN fact_versions v USING (fact_id, version) WHERE h.fact_id = ?", (main_id,)).fetchone()
    states.append(("", set(as_texts(now[0]) if now else ())))
    return {word for (kind, before), (_, after) in pairwise(states) if kind == "described" for word in after - before}


def _strip_events(connection: sqlite3.Connection, main_id: int, since: int, words: set[str]) -> None:
    """What is kept for taking back what happened to the fact since."""
    for event_id, inverse in connection.execute("SELECT event_id, inverse FROM fact_events WHERE fact_id = ? AND event_id > ?", (main_id, since)).fetchall():
        kept = json.loads(inverse)
        if "keywords" in kept:
            kept["keywords"] = [word for word in kept["keywords"] if word not in words]
        if "row" in kept:
            kept["row"]["tags"] = ",".join(word for word in str(kept["row"].get("tags") or "").split(",") if word not in words)
        written = json.dumps(kept, ensure_ascii=False)
        if written != inverse:
            connection.execute("UPDATE fact_events SET inverse = ? WHERE event_id = ?", (written, event_id))


def _strip_versions(connection: sqlite3.Connection, main_id: int, since: int, words: set[str], indexer: Indexer) -> None:
    """The texts that the fact has had since a version, and the fact as it stands."""
    rows = connection.execute("SELECT version, keywords FROM fact_versions WHERE fact_id = ? AND version >= ?", (main_id, since)).fetchall()
    for version, stored in rows:
        keywords = as_texts(stored)
        if not words.isdisjoint(keywords):
            written = json.dumps([word for word in keywords if word not in words], ensure_ascii=False)
            connection.execute("UPDATE fact_versions SET keywords = ? WHERE fact_id = ? AND version = ?", (written, main_id, version))
    for main in facts.many(connection, [main_id]):
        if not words.isdisjoint(main.keywords):
            set_description(connection, replace(main, keywords=tuple(word for word in main.keywords if word not in words)), indexer)
