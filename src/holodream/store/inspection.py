"""A look into a file of facts that changes nothing in it: what `doctor` reports, gathered from one state of the file.

Nothing can be written through its connection; the file is copied into memory and all questions are put to the copy. Knows the
tables of store.schema.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import StoreUnreadable
from ..files import file_uri
from ..screen import screen
from . import opening, schema
from .linking_names import spellings
from .records import Indexer, Progress
from .vectors import VectorModel, models_in

_MOST_COMPLAINTS = 20


@dataclass(frozen=True, slots=True)
class Statement:
    """A text that the file holds. Version 0: written by another program and not yet taken over."""

    fact_id: int
    version: int
    content: str
    keywords: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class Inspection:
    """What was found. Ids, numbers and rules only, never a text."""

    integrity: list[str] = field(default_factory=list)  # SQLite's complaints
    journal: str = ""
    sqlite: str = sqlite3.sqlite_version  # of this program
    writable: bool = False
    format: int = 0
    oldest_writer: int = 0
    tokenizer: str | None = None
    live: int = 0
    past: int = 0  # facts that are no longer true
    waiting: int = 0  # rows that another program wrote
    nameless: int = 0  # facts in which nobody has looked for names
    vectors: list[VectorModel] = field(default_factory=list)
    index: list[str] = field(default_factory=list)  # where index and facts disagree
    screened: list[tuple[int, int, str, str]] = field(default_factory=list)  # fact, version, kind, rule


def inspect(path: Path, tokenizer: str, indexer: Indexer, progress: Progress | None = None) -> Inspection:
    """Look at a file; StoreUnreadable when it cannot be read at all. `progress` is told the texts done and in all."""
    _check_header(path)
    found = Inspection(writable=opening.may_be_written(path))
    with _copy_in_memory(path, found) as copy:
        if found.integrity:
            return found
        found.format = schema.format_of(copy)
        found.oldest_writer = schema.oldest_writer(copy)
        statements = list(_statements(copy, found))
        same_rules = bool(found.format) and found.tokenizer == tokenizer
        if found.format == schema.PROGRAM_FORMAT:
            found.index += _index_complaints(copy)
            found.nameless = int(copy.execute("SELECT count(*) FROM fact_heads WHERE named = 0 AND state = 'live'").fetchone()[0])
            found.vectors = models_in(copy)
        indexed = _indexed(copy) if same_rules else {}
        differing = 0
        for done, statement in enumerate(statements, 1):
            terms = indexed.get((statement.fact_id, statement.version))
            linked = spellings(copy, statement.fact_id) if found.format == schema.PROGRAM_FORMAT else statement.names
            if terms is not None and terms != frozenset(indexer(statement.content, linked, statement.keywords)):
                differing += 1
            _screen(statement, found)
            if progress:
                progress(done, len(statements))
        if differing:
            found.index.append(f"facts indexed under other words than they hold: {differing}")
    return found


def _check_header(path: Path) -> None:
    if not path.exists():
        raise StoreUnreadable(f"{path} cannot be read (there is no such file). Check the path.")
    opening.check_header(path)
    if not path.stat().st_size:
        raise StoreUnreadable(f"{path} is not a database of facts. It was left untouched; choose another file.")


@contextmanager
def _copy_in_memory(path: Path, found: Inspection) -> Iterator[sqlite3.Connection]:
    if opening.is_stranded(path):
        raise StoreUnreadable(opening.STRANDED.format(path=path))
    how = opening.way_to_look(path)
    uri = f"{file_uri(path)}?{how}"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=10)) as file, closing(sqlite3.connect(":memory:")) as copy:
            file.execute("PRAGMA query_only=ON")
            file.execute("PRAGMA trusted_schema=OFF")
            found.integrity = [str(row[0]) for row in file.execute(f"PRAGMA integrity_check({_MOST_COMPLAINTS})") if row[0] != "ok"]
            found.journal = "wal" if "immutable" in how else str(file.execute("PRAGMA journal_mode").fetchone()[0])
            if not found.integrity:
                file.backup(copy)
            if schema.is_of_another_program(copy):
                raise StoreUnreadable(f"{path} is a database of another program, without facts. It was left untouched; choose another file.")
            yield copy
    except sqlite3.Error as error:
        raise StoreUnreadable(f"{path} cannot be read as a database ({str(error)[:80]}). It was left untouched; restore a backup.") from error


def _statements(copy: sqlite3.Connection, found: Inspection) -> Iterator[Statement]:
    """Every text in the file; counts facts on the way."""
    if not found.format:
        if copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'facts'").fetchone():
            rows = copy.execute("SELECT fact_id, content FROM facts").fetchall()
            found.live = len(rows)
            yield from (Statement(fact_id, 0, str(content)) for fact_id, content in rows)
        return
    found.tokenizer = schema.read_info(copy, "tokenizer")
    foreign = {row[0] for row in copy.execute("SELECT fact_id FROM foreign_writes")}
    found.waiting = len(foreign)
    states = Counter(dict(copy.execute("SELECT state, count(*) FROM fact_heads GROUP BY state").fetchall()))
    found.live, found.past = states["live"], states.total() - states["live"]
    for fact_id, version, content, keywords, names in copy.execute("SELECT fact_id, version, content, keywords, names FROM fact_versions"):
        yield Statement(fact_id, version, content, tuple(json.loads(keywords)), tuple(json.loads(names)))
    for fact_id, content in copy.execute("SELECT fact_id, content FROM facts WHERE fact_id IN (SELECT fact_id FROM foreign_writes)"):
        yield Statement(fact_id, 0, str(content))


_DISAGREEMENTS = (
    ("facts without a history", "SELECT count(*) FROM facts WHERE fact_id NOT IN (SELECT fact_id FROM fact_heads WHERE state = 'live') AND {ours}"),
    ("facts with a history but no text", "SELECT count(*) FROM fact_heads WHERE state = 'live' AND fact_id NOT IN (SELECT fact_id FROM facts) AND {ours}"),
    ("facts that are not in the index", "SELECT count(*) FROM facts WHERE fact_id NOT IN (SELECT fact_id FROM fact_terms) AND {ours}"),
    ("entries of the index that belong to no fact", "SELECT count(*) FROM fact_terms WHERE fact_id NOT IN (SELECT fact_id FROM facts) AND {ours}"),
)
_OURS = "fact_id NOT IN (SELECT fact_id FROM foreign_writes)"


def _index_complaints(copy: sqlite3.Connection) -> Iterator[str]:
    for what, question in _DISAGREEMENTS:
        if number := int(copy.execute(question.format(ours=_OURS)).fetchone()[0]):
            yield f"{what}: {number}"
    counted = Counter(term for (terms,) in copy.execute("SELECT terms FROM fact_terms") for term in set(str(terms).split()))
    kept = dict(copy.execute("SELECT term, facts FROM vocabulary").fetchall())
    if wrong := sum(1 for term in counted.keys() | kept.keys() if counted[term] != kept.get(term, 0)):
        yield f"words counted wrongly: {wrong}"
    entries = int(copy.execute("SELECT count(*) FROM fact_terms").fetchone()[0])
    if entries != int(schema.read_info(copy, "live_facts") or 0):
        yield "the number of indexed facts is noted wrongly"
    try:
        copy.execute("INSERT INTO fact_search (fact_search, rank) VALUES ('integrity-check', 1)")
    except sqlite3.DatabaseError:
        yield "the full-text index differs from its terms"


def _indexed(copy: sqlite3.Connection) -> dict[tuple[int, int], frozenset[str]]:
    """The terms under which each live fact's current version is indexed."""
    rows = copy.execute(
        "SELECT h.fact_id, h.version, t.terms FROM fact_heads h JOIN fact_terms t USING (fact_id) "
        f"WHERE h.state = 'live' AND {_OURS.replace('fact_id NOT', 'h.fact_id NOT')}"
    )
    return {(fact_id, version): frozenset(str(terms).split()) for fact_id, version, terms in rows}


def _screen(statement: Statement, found: Inspection) -> None:
    for text in (statement.content, *statement.keywords, *statement.names):
        verdict = screen(text)
        if verdict.kind != "ok":
            found.screened.append((statement.fact_id, statement.version, verdict.kind, verdict.rule))
            return
