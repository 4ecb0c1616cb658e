"""Other forms of facts that become records: single texts, and the file of the older provider."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from ..errors import StoreUnreadable
from ..files import file_uri
from . import schema, transfer, upgrading
from .database import errors_in_our_words, readable_text
from .records import as_count
from .transfer import Record


def records_of_texts(texts: Iterable[str], category: str, trust: float, reason: str, now: datetime, first_id: int = 1) -> Iterator[Record]:
    """Texts without a history as records."""
    for fact_id, text in enumerate(texts, first_id):
        record = _record(fact_id, text, category, (), trust, schema.as_text(now), schema.as_text(now), reason)
        yield record | {"anonymous": True}  # its number is the place in the list, not an id that somebody knows


def records_of_file(path: Path, now: datetime) -> Iterator[Record]:
    """The facts of another file, one of ours or of the older provider, which is only read. StoreUnreadable when it is neither."""
    uri = f"{file_uri(path)}?mode=ro"
    with errors_in_our_words(path), contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.text_factory = readable_text
        connection.execute("BEGIN")
        if schema.format_of(connection):
            yield from transfer.read_all(connection)
            return
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'facts'").fetchone() is None:
            raise StoreUnreadable(f"{path} holds no facts. Give a store of holodream or of the provider that the host brings along.")
        for (fact_id,) in connection.execute("SELECT fact_id FROM facts ORDER BY fact_id").fetchall():
            row = upgrading.read_row(connection, fact_id, lambda: now)
            if row is not None and row.content.strip():
                yield _record(
                    fact_id, row.content, row.category, row.keywords, row.trust, row.created_at, row.written_at, "imported", *_counts(connection, fact_id)
                )


def _counts(connection: sqlite3.Connection, fact_id: int) -> tuple[int, int]:
    row = connection.execute("SELECT helpful_count, retrieval_count FROM facts WHERE fact_id = ?", (fact_id,)).fetchone()
    return as_count(row[0]), as_count(row[1])


def _record(
    fact_id: int,
    text: str,
    category: str,
    keywords: tuple[str, ...],
    trust: float,
    created: str,
    written: str,
    reason: str,
    helpful: int = 0,
    retrieved: int = 0,
) -> Record:
    version = {"version": 1, "content": text, "category": category, "keywords": list(keywords), "names": [], "source": None, "trust": trust}
    version |= {"written_by": None, "session": None, "written_at": written, "reason": reason}
    row = {"category": category, "tags": ",".join(keywords), "trust_score": trust, "retrieval_count": retrieved, "helpful_count": helpful}
    row |= {"created_at": created, "updated_at": written}
    head = {"type": "fact", "fact_id": fact_id, "state": "live", "version": 1, "source": None, "written_at": written}
    return {**head, "row": row, "links": [], "versions": [version], "confirmations": [], "events": []}
