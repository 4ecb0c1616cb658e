"""Changing a fact: a new text, another description, its end, and the way back. Each is called inside a transaction.

Every change can be taken back: a new text by the version before, a description and an end by what the journal keeps of them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from ..errors import FactNotFound
from . import facts, index, journal, linking_names, names
from .records import REVERTED, Declined, Draft, Expect, Fact, Indexer, Signature, Source, as_texts


def expected(connection: sqlite3.Connection, fact_id: int, expect: Expect | None) -> None:
    """Declined("changed_since") when a fact has another version than the caller saw; FactNotFound when it was forgotten."""
    if expect is None:
        return
    for named, version in ({fact_id: expect} if isinstance(expect, int) else expect).items():
        current, state = head(connection, named)
        if current != version:
            raise Declined("changed_since", f"Fact {named} has changed since: it is at version {current}, not {version}. {_READ_AGAIN}", named, current)
        if state == "ended":
            raise Declined("changed_since", f"Fact {named} has ended since. {_READ_AGAIN}", named, current)


_READ_AGAIN = "Nothing was written. Read it again, then decide."


def head(connection: sqlite3.Connection, fact_id: int) -> tuple[int, str]:
    """The current version of a fact and its state; FactNotFound when there is no such fact."""
    row = connection.execute("SELECT version, state FROM fact_heads WHERE fact_id = ?", (fact_id,)).fetchone()
    if row is None:
        raise FactNotFound(fact_id)
    return int(row[0]), str(row[1])


def change(connection: sqlite3.Connection, fact_id: int, remake: Callable[[Fact], Draft], now: datetime, expect: Expect | None) -> Fact:
    """Give a fact the text that `remake` makes of it. Declined when it has that text or another fact has it."""
    expected(connection, fact_id, expect)
    old = facts.get(connection, fact_id)
    draft = remake(old)
    if draft.content == old.content:
        raise Declined("unchanged", "The fact already has this text; its category, keywords, entities and source were left as they are.", fact_id, old.version)
    _check_free(connection, draft.content, old)
    keep_standing(connection, old)
    facts.rewrite(connection, fact_id, draft, now)
    return facts.get(connection, fact_id)


def describe(
    connection: sqlite3.Connection, fact_id: int, category: str | None, keywords: Sequence[str] | None, signature: Signature, now: datetime, indexer: Indexer
) -> Fact:
    """Change category or keywords of the current version; its text, trust and age stay."""
    old = facts.get(connection, fact_id)
    wanted = replace(old, category=category or old.category, keywords=old.keywords if keywords is None else tuple(keywords))
    if wanted == old:
        return old
    journal.note(connection, fact_id, old.version, "described", signature, now, inverse={"category": old.category, "keywords": old.keywords})
    set_description(connection, wanted, indexer)
    return wanted


def set_description(connection: sqlite3.Connection, fact: Fact, indexer: Indexer) -> None:
    """Write a live fact's category and keywords to its row, its current version and the index."""
    facts.describe(connection, fact.fact_id, category=fact.category, keywords=fact.keywords)
    connection.execute(
        "UPDATE fact_versions SET category = ?, keywords = ? WHERE fact_id = ? AND version = ?",
        (fact.category, json.dumps(fact.keywords, ensure_ascii=False), fact.fact_id, fact.version),
    )
    index.take(connection, fact.fact_id)
    index.put(connection, [(fact.fact_id, indexer(fact.content, linking_names.spellings(connection, fact.fact_id), fact.keywords))])


def end(connection: sqlite3.Connection, fact_id: int, signature: Signature, now: datetime, expect: Expect | None) -> int:
    """Take a fact out of what is true now; returns the version that ended."""
    expected(connection, fact_id, expect)
    fact = facts.get(connection, fact_id)
    keep_standing(connection, fact)
    inverse = {"row": journal.saved_row(connection, fact_id) | {"hrr_vector": None}}
    journal.note(connection, fact_id, fact.version, "ended", signature, now, inverse=inverse)
    facts.end(connection, fact_id)
    return fact.version


def revert(connection: sqlite3.Connection, fact_id: int, version: int, signature: Signature, now: datetime, indexer: Indexer, expect: Expect | None) -> Fact:
    """Give a fact an earlier version's text, trust, ratings, source, names and keywords as a new version; a fact that ended lives again."""
    current, state = head(connection, fact_id)
    if not (state == "ended" and expect == current):
        expected(connection, fact_id, expect)
    if state == "merged":
        raise Declined("refused", f"Fact {fact_id} was merged into another fact. Unmerge it first.", fact_id, current)
    if state == "live" and version == current:
        raise Declined("unchanged", f"Fact {fact_id} is at version {version} already; nothing was changed.", fact_id, current)
    draft, helpful, unhelpful = _as_it_stood(connection, fact_id, version, signature, indexer)
    if state == "live":
        old = facts.get(connection, fact_id)
        if draft.content != old.content:
            _check_free(connection, draft.content, old)
        keep_standing(connection, old)
    else:
        _check_free(connection, draft.content, None, fact_id)
        _put_back(connection, fact_id, draft)
    new = facts.rewrite(connection, fact_id, draft, now)
    connection.execute("UPDATE facts SET helpful_count = ? WHERE fact_id = ?", (helpful, fact_id))
    connection.execute("UPDATE fact_heads SET unhelpful_count = ? WHERE fact_id = ?", (unhelpful, fact_id))
    connection.execute(
        "INSERT INTO confirmations (fact_id, version, person, session, confirmed_at) "
        "SELECT fact_id, ?, person, session, confirmed_at FROM confirmations WHERE fact_id = ? AND version = ?",
        (new, fact_id, version),
    )
    return facts.get(connection, fact_id)


def keep_standing(connection: sqlite3.Connection, fact: Fact) -> None:
    """Before a version stops being current: keep how it stands, for the way back."""
    connection.execute(
        "UPDATE fact_versions SET last_trust = ?, last_helpful = ?, last_unhelpful = ? WHERE fact_id = ? AND version = ?",
        (fact.trust, fact.helpful, fact.unhelpful, fact.fact_id, fact.version),
    )


def _as_it_stood(connection: sqlite3.Connection, fact_id: int, version: int, signature: Signature, indexer: Indexer) -> tuple[Draft, int, int]:
    """A draft of an earlier version, and its ratings."""
    row = connection.execute(
        "SELECT content, category, keywords, names, source, coalesce(last_trust, trust), last_helpful, last_unhelpful, shared "
        "FROM fact_versions WHERE fact_id = ? AND version = ?",
        (fact_id, version),
    ).fetchone()
    if row is None:
        current, _ = head(connection, fact_id)
        raise Declined("refused", f"Fact {fact_id} has no version {version}. {_versions_told(current)}", fact_id, current)
    confirmed = connection.execute("SELECT 1 FROM confirmations WHERE fact_id = ? AND version = ? LIMIT 1", (fact_id, version)).fetchone()
    source: Source | None = "confirmed" if confirmed and row[4] in (None, "inferred") else row[4]
    keywords, linked = as_texts(row[2]), tuple(name for name in as_texts(row[3]) if not names.is_buried(connection, name))
    guessed = names.guesses(row[0])
    terms = indexer(row[0], (*linked, *(guess.name for guess in guessed)), keywords)
    draft = Draft(row[0], terms, row[1], keywords, linked, source, row[5], signature.by, signature.session, REVERTED, guessed, bool(row[8]))
    return draft, row[6], row[7]


def _versions_told(current: int) -> str:
    return f"Give one from 1 to {current}." if current > 1 else "Its only one is version 1."


def _put_back(connection: sqlite3.Connection, fact_id: int, draft: Draft) -> None:
    """The row of a fact that ended, with the text that it is to have."""
    inverse = journal.last_inverse(connection, fact_id, "ended") or {}
    row: dict[str, Any] = inverse.get("row") or {"fact_id": fact_id, "created_at": _first_written(connection, fact_id)}
    journal.put_row(connection, row | {"content": draft.content, "hrr_vector": None})
    connection.execute("UPDATE fact_heads SET state = 'live' WHERE fact_id = ?", (fact_id,))


def _first_written(connection: sqlite3.Connection, fact_id: int) -> str:
    row = connection.execute("SELECT min(written_at) FROM fact_versions WHERE fact_id = ?", (fact_id,)).fetchone()
    return str(row[0])


def _check_free(connection: sqlite3.Connection, content: str, fact: Fact | None, fact_id: int = 0) -> None:
    own = fact.fact_id if fact else fact_id
    other = facts.find_text(connection, content)
    if other is not None and other != own:
        advice = f"Merge or end fact {own} instead." if fact else f"Fact {own} stays ended; end fact {other} first if this one is to stand for it."
        raise Declined("refused", f"Fact {other} already says this. {advice}", own, fact.version if fact else None)
