"""Facts as records that leave the file and come back: everything that is known of a fact, one JSON object each.

A record holds no more than JSON can: times as text, links by id. `read_all` gives them, `write` puts some into a file, `plan_ids` says
under which ids.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from . import graves, index, journal, merging, names
from .records import Indexer, as_texts, as_words

RECORDS = 1  # the version of what a record looks like
Record = dict[str, Any]

_HEAD = ("state", "version", "source", "unhelpful_count", "merged_into", "merged_version", "written_at", "shared")
_VERSION = (
    "version", "content", "category", "keywords", "names", "source", "trust", "written_by", "session", "written_at", "reason",
    "last_trust", "last_helpful", "last_unhelpful", "shared",
)  # fmt: skip
_EVENT = ("version", "kind", "other", "written_by", "session", "happened_at", "inverse")
_CONFIRMATION = ("version", "person", "session", "confirmed_at")
_JSON = frozenset({"keywords", "names", "inverse"})  # columns that hold JSON
_ROW = ("category", "tags", "trust_score", "retrieval_count", "helpful_count", "created_at", "updated_at")


def read_all(connection: sqlite3.Connection) -> Iterator[Record]:
    """Every fact in whatever state as a record, by id; first one that describes the file, last the marks of what was forgotten."""
    count = connection.execute("SELECT count(*) FROM fact_heads").fetchone()[0]
    yield {"type": "holodream", "records": RECORDS, "facts": count}
    for (fact_id,) in connection.execute("SELECT fact_id FROM fact_heads ORDER BY fact_id").fetchall():
        yield read_one(connection, fact_id)
    for name, alias in names.aliases(connection):
        yield {"type": "alias", "name": name, "alias": alias}
    for kind, marks in (("forgotten", graves.all_graves(connection)), ("deleted name", names.all_graves(connection))):
        yield from ({"type": kind, "salt": salt.hex(), "mark": mark.hex()} for salt, mark in marks)


def read_one(connection: sqlite3.Connection, fact_id: int) -> Record:
    """Everything that is known of a fact."""
    record: Record = {"type": "fact", "fact_id": fact_id}
    record |= _rows(connection, "fact_heads", _HEAD, fact_id)[0]
    row = connection.execute(f"SELECT {', '.join(_ROW)} FROM facts WHERE fact_id = ?", (fact_id,)).fetchone()
    if row is not None:
        record |= {
            "row": {name: as_words(value) if isinstance(value, bytes) else value for name, value in zip(_ROW, row, strict=True)},
            "links": journal.saved_links(connection, fact_id),
        }
    record["versions"] = _rows(connection, "fact_versions", _VERSION, fact_id, "version")
    record["confirmations"] = _rows(connection, "confirmations", _CONFIRMATION, fact_id, "version, person")
    record["events"] = _rows(connection, "fact_events", _EVENT, fact_id, "event_id")
    return record


def content_of(record: Mapping[str, Any]) -> str:
    """The text of a record's current version."""
    return next(str(version["content"]) for version in record["versions"] if version["version"] == record["version"])


def fingerprint(versions: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """By what a fact is known again under another id: when it said what. Of two states of one fact, one begins like the other."""
    return [(str(version["written_at"]), str(version["content"])) for version in versions]


def known_facts(connection: sqlite3.Connection) -> dict[tuple[str, str], list[int]]:
    """The ids of the facts in a file by their first version."""
    known: dict[tuple[str, str], list[int]] = {}
    for fact_id, written_at, content in connection.execute(
        "SELECT fact_id, written_at, content FROM fact_versions v WHERE version = (SELECT min(version) FROM fact_versions WHERE fact_id = v.fact_id)"
    ):
        known.setdefault((str(written_at), str(content)), []).append(int(fact_id))
    return known


def highest_id(connection: sqlite3.Connection) -> int:
    """The highest id that was ever given; a lower one without a fact was forgotten and is not given again."""
    row = connection.execute(
        "SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'facts'), 0), coalesce((SELECT max(fact_id) FROM fact_heads), 0))"
    )
    return int(row.fetchone()[0])


def reserve_id(connection: sqlite3.Connection, fact_id: int) -> None:
    """Let an id count as given, which SQLite does not know otherwise of a fact that it did not insert into `facts` itself."""
    if not connection.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'facts'", (fact_id,)).rowcount:
        connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('facts', ?)", (fact_id,))


def write(connection: sqlite3.Connection, record: Mapping[str, Any], fact_id: int, ids: Mapping[int, int], terms: Sequence[str]) -> None:
    """Put a fact into a file under an id that is free there; `ids` are the new ids of the other facts that it mentions."""
    head = {name: record.get(name) for name in _HEAD}
    head["unhelpful_count"], head["shared"] = head["unhelpful_count"] or 0, head["shared"] or 0
    if head["state"] == "merged":
        head["merged_into"] = ids.get(int(record["merged_into"]), record["merged_into"])
    mark = merging.text_mark(content_of(record)) if head["state"] == "merged" else None
    _insert(connection, "fact_heads", {"fact_id": fact_id, **head, "last_text": mark})
    for version in record["versions"]:
        _insert(connection, "fact_versions", {"fact_id": fact_id, **{name: version[name] for name in _VERSION if name in version}})
    for confirmation in record.get("confirmations", ()):
        _insert(connection, "confirmations", {"fact_id": fact_id, **{name: confirmation[name] for name in _CONFIRMATION}})
    for event in record.get("events", ()):
        moved = {name: event[name] for name in _EVENT if name in event}
        if moved.get("other") is not None:
            moved["other"] = ids.get(int(moved["other"]))
        if "row" in moved.get("inverse", {}):
            moved["inverse"] = {**moved["inverse"], "row": {**moved["inverse"]["row"], "fact_id": fact_id}}
        _insert(connection, "fact_events", {"fact_id": fact_id, **moved})
    if head["state"] == "live":
        _insert(
            connection, "facts", {"fact_id": fact_id, "content": content_of(record), **{name: record["row"][name] for name in _ROW if name in record["row"]}}
        )
        index.put(connection, [(fact_id, terms)])
        journal.put_links(connection, fact_id, record.get("links", []))
    else:
        reserve_id(connection, fact_id)


def terms_of(record: Mapping[str, Any], indexer: Indexer) -> tuple[str, ...]:
    """The index terms of a live record."""
    if record["state"] != "live":
        return ()
    keywords = tuple(word for word in str(record["row"].get("tags") or "").split(",") if word)
    return indexer(content_of(record), tuple(str(name) for name, *_ in record.get("links", ())), keywords)


def _rows(connection: sqlite3.Connection, table: str, columns: Iterable[str], fact_id: int, order: str = "fact_id") -> list[Record]:
    names = list(columns)
    rows = connection.execute(f"SELECT {', '.join(names)} FROM {table} WHERE fact_id = ? ORDER BY {order}", (fact_id,))
    return [{name: _READ[name](value) if name in _JSON else value for name, value in zip(names, row, strict=True)} for row in rows]


def _texts(stored: object) -> list[str]:
    return list(as_texts(stored))


_READ: dict[str, Callable[[Any], Any]] = {"keywords": _texts, "names": _texts, "inverse": json.loads}


def _insert(connection: sqlite3.Connection, table: str, values: Mapping[str, Any]) -> None:
    written = [json.dumps(value, ensure_ascii=False) if name in _JSON else value for name, value in values.items()]
    connection.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(written))})", written)
