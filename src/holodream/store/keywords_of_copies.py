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


def take_out(connection: sqlite3.Connection, going: Sequence[int], indexer: Indexer) -> None:
    """Take what only the going facts brought out of every fact that they are or were part of: its row, its versions, what is kept for the way back.

    A keyword that such a fact had before the merge, that was set anew since, or that another copy has, stays.
    """
    waiting = [(fact_id, _ever(connection, fact_id)) for fact_id in going]
    done: set[tuple[int, int]] = set()
    while waiting:
        copy_id, brought = waiting.pop()
        mains = connection.execute(
            "SELECT fact_id, version, inverse, min(event_id) FROM fact_events WHERE other = ? AND kind = 'absorbed' GROUP BY fact_id", (copy_id,)
        ).fetchall()
        for main_id, version, inverse, event_id in mains:
            words = brought.difference(
                json.loads(inverse).get("keywords", ()), _set_anew(connection, main_id, event_id), _written_anew(connection, main_id, version)
            )
            for other in copies_of(connection, main_id):
                words.difference_update(() if other in going or other == copy_id else own_keywords(connection, other))
            if words and (copy_id, main_id) not in done and main_id not in going:
                done.add((copy_id, main_id))
                _strip_events(connection, main_id, event_id, words)
                _strip_versions(connection, main_id, version, words, indexer)
                waiting.append((main_id, words))


def _ever(connection: sqlite3.Connection, fact_id: int) -> set[str]:
    """Every keyword that a fact has or had."""
    found = set(own_keywords(connection, fact_id))
    for (stored,) in connection.execute("SELECT keywords FROM fact_versions WHERE fact_id = ?", (fact_id,)):
        found.update(as_texts(stored))
    return found


def _set_anew(connection: sqlite3.Connection, main_id: int, since: int) -> set[str]:
    """The keywords that a description has added to a fact since an event."""
    rows = connection.execute("SELECT kind, inverse FROM fact_events WHERE fact_id = ? AND event_id >= ? ORDER BY event_id", (main_id, since))
    states = [(kind, set(kept["keywords"])) for kind, kept in ((kind, json.loads(inverse)) for kind, inverse in rows) if "keywords" in kept]
    now = connection.execute("SELECT v.keywords FROM fact_heads h JOIN fact_versions v USING (fact_id, version) WHERE h.fact_id = ?", (main_id,)).fetchone()
    states.append(("", set(as_texts(now[0]) if now else ())))
    return {word for (kind, before), (_, after) in pairwise(states) if kind == "described" for word in after - before}


def _written_anew(connection: sqlite3.Connection, main_id: int, since: int) -> set[str]:
    """The keywords that came with a new text since a version, not with a copy."""
    rows = connection.execute(
        "SELECT keywords, EXISTS (SELECT 1 FROM fact_events e WHERE e.fact_id = v.fact_id AND e.version = v.version AND e.kind = 'absorbed') "
        "FROM fact_versions v WHERE fact_id = ? AND version >= ? ORDER BY version",
        (main_id, since),
    )
    states = [(set(as_texts(keywords)), absorbed) for keywords, absorbed in rows]
    return {word for (before, _), (after, absorbed) in pairwise(states) if not absorbed for word in after - before}


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
