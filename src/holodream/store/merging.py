"""Merging facts that say the same, and taking it back. Each is called inside a transaction.

A copy keeps its id, versions, sources and confirmations; it only leaves what is true now. What its row and links were is kept
with the event, so that taking a merge back restores it exactly.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..errors import FactNotFound
from . import facts, index, journal, linking_names
from .changes import expected, head, set_description
from .records import Declined, Expect, Fact, Indexer, Signature


@dataclass(frozen=True, slots=True)
class Merge:
    """The main fact after a merge or after one was taken back, which copies moved, and how many keywords found no room."""

    fact: Fact | None  # None: the main fact has ended
    main_id: int
    copies: tuple[int, ...]
    keywords_left_out: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """A text that a merged fact had last, and the fact that stands for it now. `current`: that one is as it was at the merge."""

    copy_id: int
    main_id: int
    version: int
    current: bool
    ended: bool


def merge(
    connection: sqlite3.Connection,
    main_id: int,
    copies: Sequence[int],
    most_keywords: int,
    signature: Signature,
    now: datetime,
    indexer: Indexer,
    expect: Expect | None,
) -> Merge:
    """Let the copies be part of the main fact. Declined "unchanged" when all are already, "refused" when one cannot be."""
    expected(connection, main_id, expect)
    main = facts.get(connection, main_id)
    moving = [copy_id for copy_id in dict.fromkeys(copies) if _may_move(connection, copy_id, main)]
    if not moving:
        raise Declined("unchanged", f"These facts are part of fact {main_id} already.", main_id, main.version)
    keywords, left_out = list(main.keywords), 0
    for copy_id in moving:
        copy, before = facts.get(connection, copy_id), list(keywords)
        united = list(dict.fromkeys([*keywords, *copy.keywords]))
        keywords = united[: max(most_keywords, len(keywords))]
        left_out += len(united) - len(keywords)
        _move(connection, copy, main, signature, now)
        journal.note(connection, main_id, main.version, "absorbed", signature, now, other=copy_id, inverse={"keywords": before})
    merged = replace(main, keywords=tuple(keywords))
    if merged != main:
        set_description(connection, merged, indexer)
    return Merge(merged, main_id, tuple(moving), left_out)


def _may_move(connection: sqlite3.Connection, copy_id: int, main: Fact) -> bool:
    if copy_id == main.fact_id:
        raise Declined("refused", f"Fact {copy_id} cannot be merged into itself.", copy_id, main.version)
    version, state = head(connection, copy_id)
    if state == "merged":
        other = _merged_into(connection, copy_id)
        if other == main.fact_id:
            return False
        raise Declined("refused", f"Fact {copy_id} was merged into fact {other}. Merge fact {other} instead, or unmerge first.", copy_id, version)
    if state == "ended":
        raise Declined("refused", f"Fact {copy_id} is no longer true, so there is nothing to merge.", copy_id, version)
    return True


def _move(connection: sqlite3.Connection, copy: Fact, main: Fact, signature: Signature, now: datetime) -> None:
    inverse = {"row": journal.saved_row(connection, copy.fact_id), "links": journal.saved_links(connection, copy.fact_id)}
    journal.note(connection, copy.fact_id, copy.version, "merged", signature, now, other=main.fact_id, inverse=inverse)
    facts.end(connection, copy.fact_id)
    connection.execute(
        "UPDATE fact_heads SET state = 'merged', merged_into = ?, merged_version = ?, last_text = ? WHERE fact_id = ?",
        (main.fact_id, main.version, text_mark(copy.content), copy.fact_id),
    )


def unmerge(
    connection: sqlite3.Connection,
    fact_id: int,
    copies: Sequence[int] | None,
    most_keywords: int,
    signature: Signature,
    now: datetime,
    indexer: Indexer,
    expect: Expect | None,
) -> Merge:
    """Take a merge back: of one copy, or of a main fact for all its copies or for those that are named. They return as they were."""
    expected(connection, fact_id, expect)
    main_id, leaving = _leaving(connection, fact_id, copies)
    for copy_id in leaving:
        _restore(connection, copy_id, signature, now, indexer)
    _, state = head(connection, main_id)
    if state != "live":
        return Merge(None, main_id, tuple(leaving))
    give_back_keywords(connection, main_id, leaving, most_keywords, indexer)
    return Merge(facts.get(connection, main_id), main_id, tuple(leaving))


def _leaving(connection: sqlite3.Connection, fact_id: int, copies: Sequence[int] | None) -> tuple[int, list[int]]:
    version, state = head(connection, fact_id)
    present = copies_of(connection, fact_id)
    if state == "merged" and not copies:
        return _merged_into(connection, fact_id), [fact_id]
    chosen = present if copies is None else list(dict.fromkeys(copies))
    for copy_id in chosen:
        if copy_id not in present:
            raise Declined("refused", f"Fact {copy_id} is not part of fact {fact_id}.", fact_id, version)
    if not chosen:
        raise Declined("unchanged", f"No fact was merged into fact {fact_id}.", fact_id, version)
    return fact_id, chosen


def _restore(connection: sqlite3.Connection, copy_id: int, signature: Signature, now: datetime, indexer: Indexer) -> None:
    version, _ = head(connection, copy_id)
    main_id = _merged_into(connection, copy_id)
    inverse = journal.last_inverse(connection, copy_id, "merged")
    if inverse is None:
        raise FactNotFound(copy_id)
    other = facts.find_text(connection, str(inverse["row"]["content"]))
    if other is not None:
        raise Declined("refused", f"Fact {other} says now what fact {copy_id} said. Change or end fact {other} first.", copy_id, version)
    journal.put_row(connection, inverse["row"])
    connection.execute("UPDATE fact_heads SET state = 'live', merged_into = NULL, merged_version = NULL, last_text = NULL WHERE fact_id = ?", (copy_id,))
    journal.put_links(connection, copy_id, inverse["links"])
    copy = facts.get(connection, copy_id)
    index.put(connection, [(copy_id, indexer(copy.content, linking_names.spellings(connection, copy_id), copy.keywords))])
    journal.note(connection, copy_id, version, "unmerged", signature, now, other=main_id)


def give_back_keywords(connection: sqlite3.Connection, main_id: int, leaving: Sequence[int], most_keywords: int, indexer: Indexer) -> None:
    """Take from a main fact, if it is live, the keywords that only the leaving copies brought along."""
    if head(connection, main_id)[1] != "live":
        return
    main = facts.get(connection, main_id)
    without = replace(main, keywords=_without(connection, main, leaving, most_keywords))
    if without != main:
        set_description(connection, without, indexer)


def _without(connection: sqlite3.Connection, main: Fact, leaving: Sequence[int], most_keywords: int) -> tuple[str, ...]:
    """The keywords of a main fact as if the leaving copies had never been merged; those that were set anew since then stay.

    The events of the other copies are brought in line, so that taking them back leaves nothing of the leaving ones.
    """
    events = connection.execute(
        "SELECT event_id, other, inverse FROM fact_events WHERE fact_id = ? AND kind = 'absorbed' AND version = ? AND event_id > "
        "coalesce((SELECT max(event_id) FROM fact_events WHERE fact_id = ? AND kind = 'described'), 0) ORDER BY event_id",
        (main.fact_id, main.version, main.fact_id),
    ).fetchall()
    if not any(other in leaving for _, other, _ in events):
        return main.keywords
    last = {int(other): int(event_id) for event_id, other, _ in events}  # a copy may have come and gone before
    keywords: list[str] = json.loads(events[0][2])["keywords"]
    for event_id, other, _ in events:
        connection.execute("UPDATE fact_events SET inverse = ? WHERE event_id = ?", (json.dumps({"keywords": keywords}, ensure_ascii=False), event_id))
        if other not in leaving and last[other] == event_id and _is_part_of(connection, other, main.fact_id):
            united = list(dict.fromkeys([*keywords, *own_keywords(connection, other)]))
            keywords = united[: max(most_keywords, len(keywords))]
    return tuple(keywords)


def _is_part_of(connection: sqlite3.Connection, copy_id: int, main_id: int) -> bool:
    return connection.execute("SELECT 1 FROM fact_heads WHERE fact_id = ? AND merged_into = ?", (copy_id, main_id)).fetchone() is not None


def own_keywords(connection: sqlite3.Connection, copy_id: int) -> list[str]:
    """The keywords with which a copy was merged."""
    inverse = journal.last_inverse(connection, copy_id, "merged")
    return [word for word in str((inverse or {"row": {}})["row"].get("tags") or "").split(",") if word]


def copies_of(connection: sqlite3.Connection, main_id: int) -> list[int]:
    """The facts that were merged into a fact, not into its copies."""
    return [int(row[0]) for row in connection.execute("SELECT fact_id FROM fact_heads WHERE merged_into = ? ORDER BY fact_id", (main_id,))]


def any_merged(connection: sqlite3.Connection) -> bool:
    """Whether any fact is part of another one."""
    return connection.execute("SELECT 1 FROM fact_heads WHERE last_text IS NOT NULL LIMIT 1").fetchone() is not None


def standing_for(connection: sqlite3.Connection, content: str) -> Standing | None:
    """Which fact stands for a text that a merged fact had last; None when no merged fact had it."""
    found = [_standing(connection, int(row[0])) for row in connection.execute("SELECT fact_id FROM fact_heads WHERE last_text = ?", (text_mark(content),))]
    return max(found, key=lambda standing: standing.current, default=None)


def _standing(connection: sqlite3.Connection, copy_id: int) -> Standing:
    current, at = True, copy_id
    while True:
        row = connection.execute("SELECT state, version, merged_into, merged_version FROM fact_heads WHERE fact_id = ?", (at,)).fetchone()
        if row[0] != "merged":
            return Standing(copy_id, at, int(row[1]), current and row[0] == "live", row[0] == "ended")
        at = int(row[2])
        version = connection.execute("SELECT version FROM fact_heads WHERE fact_id = ?", (at,)).fetchone()[0]
        current = current and version == row[3]


def text_mark(content: str) -> bytes:
    """A hash of a text, by which a merged fact's last text is found."""
    return hashlib.blake2b(content.encode(), digest_size=16).digest()


def _merged_into(connection: sqlite3.Connection, copy_id: int) -> int:
    return int(connection.execute("SELECT merged_into FROM fact_heads WHERE fact_id = ?", (copy_id,)).fetchone()[0])
