"""The tables of a store and their migrations.

`facts` keeps the columns of the older bundled provider (schema 0.1) and holds what is true now, so that tools which read
that table go on working. Everything else is ours. A stranger's tables and columns are left alone.
"""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Callable
from datetime import datetime, timezone

from ..errors import StoreUnreadable
from ..language import TOKENIZER_VERSION
from . import older_index

NO_TIME = datetime(1970, 1, 1, tzinfo=timezone.utc)
NEUTRAL = 0.5  # trust
PROGRAM_FORMAT = 4  # the newest format that this program writes
OLDEST_WRITER = 2  # the oldest format whose programs may write this one: those before know nothing of names that must go with a fact
OLDEST_PROGRAM = ""  # the oldest holodream that may write this format; none is named while those of both formats call themselves 0.1.0
TIDIED = "tidied"  # noted in a file in which everything that was ever deleted has been overwritten; older programs did not care
_TO_THE_SECOND = len("1970-01-01 00:00:00")
_TOKEN_CHARACTERS = "#~+_'-."  # ASCII signs that may stand in a term; letters, digits and all non-ASCII characters may anyway

_FACTS = """
CREATE TABLE IF NOT EXISTS facts (
    fact_id INTEGER PRIMARY KEY AUTOINCREMENT,
    content TEXT NOT NULL UNIQUE,
    category TEXT DEFAULT 'general',
    tags TEXT DEFAULT '',
    trust_score REAL DEFAULT 0.5,
    retrieval_count INTEGER DEFAULT 0,
    helpful_count INTEGER DEFAULT 0,
    created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    hrr_vector BLOB
)
"""

_OURS = """
CREATE TABLE holodream_info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- One row for each fact that was not forgotten: what state it is in and which version is current. Of a merged fact also the version
-- of the main fact at that moment, and a hash of its last text.
CREATE TABLE fact_heads (
    fact_id INTEGER PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('live', 'ended', 'merged')),
    version INTEGER NOT NULL,
    source TEXT CHECK (source IN ('said', 'confirmed', 'inferred')),
    unhelpful_count INTEGER NOT NULL DEFAULT 0,
    merged_into INTEGER,
    merged_version INTEGER,
    last_text BLOB,
    written_at TEXT NOT NULL,
    shared INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX fact_heads_merged ON fact_heads (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX fact_heads_last_text ON fact_heads (last_text) WHERE last_text IS NOT NULL;

-- Every text a fact has had. `trust` is what it began with; the `last_…` columns are how it stood when it was no longer current.
CREATE TABLE fact_versions (
    fact_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    content TEXT NOT NULL,
    category TEXT NOT NULL,
    keywords TEXT NOT NULL,
    names TEXT NOT NULL,
    source TEXT,
    trust REAL NOT NULL,
    written_by TEXT,
    session TEXT,
    written_at TEXT NOT NULL,
    reason TEXT NOT NULL,
    last_trust REAL,
    last_helpful INTEGER NOT NULL DEFAULT 0,
    last_unhelpful INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (fact_id, version)
) WITHOUT ROWID;

-- What happened to a fact beside new texts; `inverse` (JSON) is what taking it back needs.
CREATE TABLE fact_events (
    event_id INTEGER PRIMARY KEY,
    fact_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('described', 'ended', 'merged', 'absorbed', 'unmerged')),
    other INTEGER,
    written_by TEXT,
    session TEXT,
    happened_at TEXT NOT NULL,
    inverse TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX fact_events_by_fact ON fact_events (fact_id);
CREATE INDEX fact_events_by_other ON fact_events (other) WHERE other IS NOT NULL;

-- Texts that were forgotten, as keyed hashes: they are not learnt again from old logs.
CREATE TABLE graves (salt BLOB NOT NULL, mark BLOB NOT NULL, PRIMARY KEY (salt, mark)) WITHOUT ROWID;

-- A person's word that a version is right; once per person and version.
CREATE TABLE confirmations (
    fact_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    person TEXT NOT NULL,
    session TEXT,
    confirmed_at TEXT NOT NULL,
    PRIMARY KEY (fact_id, version, person)
) WITHOUT ROWID;

CREATE TABLE names (
    name_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('declared', 'provisional', 'confirmed'))
);
CREATE TABLE fact_names (fact_id INTEGER NOT NULL, name_id INTEGER NOT NULL, PRIMARY KEY (fact_id, name_id)) WITHOUT ROWID;
CREATE INDEX fact_names_by_name ON fact_names (name_id, fact_id);

-- The index: the terms of each live fact, and in how many live facts a term occurs.
CREATE TABLE fact_terms (fact_id INTEGER PRIMARY KEY, terms TEXT NOT NULL);
CREATE TABLE vocabulary (term TEXT PRIMARY KEY, facts INTEGER NOT NULL) WITHOUT ROWID;

-- Rows of `facts` that were written since our last transaction: by another program, such as the older provider.
CREATE TABLE foreign_writes (fact_id INTEGER PRIMARY KEY);
"""

# Run inside any program that writes to `facts`. Our own transactions empty the table before they end.
_NOTES = tuple(
    f"CREATE TRIGGER facts_note_{verb} AFTER {event} ON facts BEGIN INSERT OR IGNORE INTO foreign_writes (fact_id) VALUES ({row}.fact_id); END"
    for verb, event, row in (("insert", "INSERT", "new"), ("update", "UPDATE OF content, category, tags", "new"), ("delete", "DELETE", "old"))
) + tuple(  # REPLACE deletes the row that is in the way without telling
    f"CREATE TRIGGER facts_note_{verb} BEFORE {event} ON facts "
    "BEGIN INSERT OR IGNORE INTO foreign_writes (fact_id) SELECT fact_id FROM facts WHERE content = new.content; END"
    for verb, event in (("replacing_insert", "INSERT"), ("replacing_update", "UPDATE OF content"))
)

_FTS = (
    "CREATE VIRTUAL TABLE fact_search USING fts5(terms, content='fact_terms', content_rowid='fact_id', "
    f"""tokenize="ascii tokenchars '{_TOKEN_CHARACTERS.replace("'", "''")}'", detail=none, columnsize=0)"""
)


def _statements(script: str) -> list[str]:
    lines = [line for line in script.splitlines() if not line.lstrip().startswith("--")]
    return [part for part in "\n".join(lines).split(";") if part.strip()]


def m001_initial(connection: sqlite3.Connection) -> None:
    """The first format of our own; facts that an older provider left count as foreign writes and are adopted."""
    older = connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    connection.execute(_FACTS)
    for statement in _statements(_OURS):
        connection.execute(statement)
    connection.execute(_FTS)
    connection.execute("INSERT INTO foreign_writes (fact_id) SELECT fact_id FROM facts")
    for trigger in _NOTES:
        connection.execute(trigger)
    write_info(connection, "tokenizer", TOKENIZER_VERSION)
    write_info(connection, "live_facts", "0")
    older_index.create_if_missing(connection)
    if not older:
        write_info(connection, TIDIED, "yes")


_NAMES = """
ALTER TABLE fact_names ADD COLUMN guessed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE names ADD COLUMN kind TEXT NOT NULL DEFAULT 'unknown';

-- Whether somebody has looked for names in the current text (1), or not yet (0); 2 only within a transaction: its index must follow.
ALTER TABLE fact_heads ADD COLUMN named INTEGER NOT NULL DEFAULT 0;
CREATE INDEX fact_heads_nameless ON fact_heads (fact_id) WHERE named = 0 AND state = 'live';

-- Other names of the same person or thing; the forms by which a name is found; deleted names, as keyed hashes.
CREATE TABLE name_aliases (folded TEXT PRIMARY KEY, alias TEXT NOT NULL, name_id INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX name_aliases_by_name ON name_aliases (name_id);
CREATE TABLE name_keys (key TEXT NOT NULL, name_id INTEGER NOT NULL, PRIMARY KEY (key, name_id)) WITHOUT ROWID;
CREATE INDEX name_keys_by_name ON name_keys (name_id);
CREATE TABLE name_graves (salt BLOB NOT NULL, mark BLOB NOT NULL, PRIMARY KEY (salt, mark)) WITHOUT ROWID;
"""


def m002_names(connection: sqlite3.Connection) -> None:
    """Guessed names, other names, deleted names."""
    for statement in _statements(_NAMES):
        connection.execute(statement)


_VECTORS = """
-- The models whose vectors the file holds. `mark` is the vector of a fixed text: another one under the same name is another model.
-- An id is never used again, so a process that knows one sees when the vectors were dropped to be made anew.
CREATE TABLE vector_models (model_id INTEGER PRIMARY KEY AUTOINCREMENT, model TEXT NOT NULL, width INTEGER NOT NULL, mark BLOB, UNIQUE (model, width));

-- One vector for the current text of a live fact and a model: the scale (4 bytes, little-endian float), then a signed byte for each
-- number; NULL when the model gives none for this text. An id is never used again, so a reader that has all up to one reads on from there.
CREATE TABLE fact_vectors (
    vector_id INTEGER PRIMARY KEY AUTOINCREMENT,
    fact_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    model_id INTEGER NOT NULL,
    vector BLOB,
    UNIQUE (fact_id, model_id)
);
"""

# Run inside any program that changes a fact, so also one that knows nothing of vectors leaves none behind.
_NO_VECTORS = tuple(
    f"CREATE TRIGGER fact_vectors_{name} AFTER {event} BEGIN DELETE FROM fact_vectors WHERE fact_id = old.fact_id; END"
    for name, event in (
        ("forgotten", "DELETE ON fact_heads"),
        ("outdated", "UPDATE OF version, state ON fact_heads WHEN new.state <> 'live' OR new.version <> old.version"),
    )
)


def m003_vectors(connection: sqlite3.Connection) -> None:
    """Vectors of facts, for finding them by meaning."""
    for statement in _statements(_VECTORS):
        connection.execute(statement)
    for trigger in _NO_VECTORS:
        connection.execute(trigger)


_OUTCOMES = """
-- Whether a version was told in a group, or a person marked it as shared; of the current version as in fact_heads.
ALTER TABLE fact_versions ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;

-- Task outcomes: which fact versions the agent was given, and what it reported of them. No text; kept for a month (see deliveries.py).
-- `facts`: each as a space and id:version, then + if it helped or - if it misled. One row each, so that all of them
-- can be written anew in a few milliseconds.
CREATE TABLE deliveries (
    delivery_id INTEGER PRIMARY KEY AUTOINCREMENT,
    given_at TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('block', 'search')),
    session TEXT,
    facts TEXT NOT NULL,
    missed INTEGER NOT NULL DEFAULT 0,
    missed_fact INTEGER
);

-- Messages in which statements were looked for, as keyed hashes: none is learnt from twice.
CREATE TABLE learnt_messages (mark BLOB PRIMARY KEY, learnt_at TEXT NOT NULL) WITHOUT ROWID;
"""

# Run inside any program that forgets a fact, so also one that knows nothing of outcomes leaves none behind.
_NO_OUTCOMES = (
    "CREATE TRIGGER outcomes_forgotten AFTER DELETE ON fact_heads BEGIN "
    "DELETE FROM deliveries WHERE missed_fact = old.fact_id OR instr(facts, ' ' || old.fact_id || ':'); END"
)


def m004_outcomes(connection: sqlite3.Connection) -> None:
    """Outcomes of tasks, shared versions, messages that were learnt from."""
    for statement in _statements(_OUTCOMES):
        connection.execute(statement)
    connection.execute(_NO_OUTCOMES)


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (m001_initial, m002_names, m003_vectors, m004_outcomes)


def format_of(connection: sqlite3.Connection) -> int:
    """0 for an empty file or one of the older provider, else the number of the last migration."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'holodream_info'").fetchone() is None:
        return 0
    return _number(connection, "format")


def is_of_another_program(connection: sqlite3.Connection) -> bool:
    """Whether a database holds something, but neither facts of ours nor of the older provider: it must not get our tables."""
    if format_of(connection) or connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
        return False
    return not {"fact_id", "content"} <= {str(row[1]) for row in connection.execute("PRAGMA table_info(facts)")}


def oldest_writer(connection: sqlite3.Connection) -> int:
    """The oldest format number whose programs may still write the file."""
    return _number(connection, "oldest_writer") if format_of(connection) else 0


def _number(connection: sqlite3.Connection, key: str) -> int:
    text = read_info(connection, key) or "0"
    if not text.isdecimal():
        raise StoreUnreadable(f"The file of facts does not say in which format it is ({key} is no number). It was left untouched; restore a backup.")
    return int(text)


def try_to_write(connection: sqlite3.Connection) -> None:
    """Write what is there already: an error of SQLite where the file cannot be written."""
    connection.execute(f"PRAGMA user_version = {int(connection.execute('PRAGMA user_version').fetchone()[0])}")


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file to this program's format; call inside a writing transaction."""
    present = format_of(connection)
    for migration in MIGRATIONS[present:]:
        migration(connection)
    if present < PROGRAM_FORMAT:
        write_info(connection, "format", str(PROGRAM_FORMAT))
        write_info(connection, "oldest_writer", str(OLDEST_WRITER))
        write_info(connection, "oldest_program", OLDEST_PROGRAM)


def read_info(connection: sqlite3.Connection, key: str) -> str | None:
    row = connection.execute("SELECT value FROM holodream_info WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def write_info(connection: sqlite3.Connection, key: str, value: str) -> None:
    connection.execute("INSERT INTO holodream_info (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, value))


def as_text(moment: datetime) -> str:
    """A time as the older provider wrote it: UTC, to the second."""
    return moment.astimezone(timezone.utc).isoformat(" ", "seconds")[:_TO_THE_SECOND]


@functools.lru_cache(maxsize=4096)
def as_time(text: object) -> datetime:
    """The aware UTC time of a stored value, whoever wrote it; the beginning of 1970 for what is no time."""
    try:
        if isinstance(text, int | float):
            return datetime.fromtimestamp(text, timezone.utc)
        moment = datetime.fromisoformat(str(text))
        return moment.replace(tzinfo=timezone.utc) if moment.tzinfo is None else moment.astimezone(timezone.utc)
    except (ValueError, OverflowError, OSError):
        return NO_TIME


def as_trust(value: object) -> float:
    """A stored trust, whoever wrote it: within 0..1, neutral for what is no number."""
    if isinstance(value, float) and 0.0 <= value <= 1.0:
        return value
    return min(1.0, max(0.0, float(value))) if isinstance(value, int | float) else NEUTRAL
