"""What the provider bundled with Hermes 0.19 does to a store: its schema and its statements, as reference for "other programs write too"."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

SCHEMA = """
CREATE TABLE IF NOT EXISTS facts (
    fact_id         INTEGER PRIMARY KEY AUTOINCREMENT,
    content         TEXT NOT NULL UNIQUE,
    category        TEXT DEFAULT 'general',
    tags            TEXT DEFAULT '',
    trust_score     REAL DEFAULT 0.5,
    retrieval_count INTEGER DEFAULT 0,
    helpful_count   INTEGER DEFAULT 0,
    created_at      TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    updated_at      TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    hrr_vector      BLOB
);
CREATE TABLE IF NOT EXISTS entities (
    entity_id   INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT NOT NULL,
    entity_type TEXT DEFAULT 'unknown',
    aliases     TEXT DEFAULT '',
    created_at  TIMESTAMP DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE IF NOT EXISTS fact_entities (
    fact_id   INTEGER REFERENCES facts(fact_id),
    entity_id INTEGER REFERENCES entities(entity_id),
    PRIMARY KEY (fact_id, entity_id)
);
CREATE INDEX IF NOT EXISTS idx_facts_trust    ON facts(trust_score DESC);
CREATE INDEX IF NOT EXISTS idx_facts_category ON facts(category);
CREATE INDEX IF NOT EXISTS idx_entities_name  ON entities(name);
CREATE VIRTUAL TABLE IF NOT EXISTS facts_fts USING fts5(content, tags, content=facts, content_rowid=fact_id);
CREATE TRIGGER IF NOT EXISTS facts_ai AFTER INSERT ON facts BEGIN
    INSERT INTO facts_fts(rowid, content, tags) VALUES (new.fact_id, new.content, new.tags);
END;
CREATE TRIGGER IF NOT EXISTS facts_ad AFTER DELETE ON facts BEGIN
    INSERT INTO facts_fts(facts_fts, rowid, content, tags) VALUES ('delete', old.fact_id, old.content, old.tags);
END;
CREATE TRIGGER IF NOT EXISTS facts_au AFTER UPDATE ON facts BEGIN
    INSERT INTO facts_fts(facts_fts, rowid, content, tags) VALUES ('delete', old.fact_id, old.content, old.tags);
    INSERT INTO facts_fts(rowid, content, tags) VALUES (new.fact_id, new.content, new.tags);
END;
CREATE TABLE IF NOT EXISTS memory_banks (
    bank_id    INTEGER PRIMARY KEY AUTOINCREMENT,
    bank_name  TEXT NOT NULL UNIQUE,
    vector     BLOB NOT NULL,
    dim        INTEGER NOT NULL,
    fact_count INTEGER DEFAULT 0,
    updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP
);
"""

COLUMNS = "fact_id, content, category, tags, trust_score, retrieval_count, helpful_count, created_at, updated_at"


class OldProvider:
    """The older provider with a file open; a context manager."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, timeout=10)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.executescript(SCHEMA)
        columns = {row[1] for row in self.connection.execute("PRAGMA table_info(facts)").fetchall()}
        if "hrr_vector" not in columns:
            self.connection.execute("ALTER TABLE facts ADD COLUMN hrr_vector BLOB")
        self.connection.commit()

    def __enter__(self) -> OldProvider:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def add(self, content: str, category: str = "general", tags: str = "", entities: Iterable[str] = ()) -> int:
        try:
            cursor = self.connection.execute("INSERT INTO facts (content, category, tags, trust_score) VALUES (?, ?, ?, ?)", (content, category, tags, 0.5))
            self.connection.commit()
        except sqlite3.IntegrityError:
            self.connection.rollback()
            return int(self.connection.execute("SELECT fact_id FROM facts WHERE content = ?", (content,)).fetchone()[0])
        fact_id = int(cursor.lastrowid or 0)
        for name in entities:
            entity = self.connection.execute("INSERT INTO entities (name) VALUES (?)", (name,)).lastrowid
            self.connection.execute("INSERT OR IGNORE INTO fact_entities (fact_id, entity_id) VALUES (?, ?)", (fact_id, entity))
            self.connection.commit()
        self.connection.execute("UPDATE facts SET hrr_vector = ? WHERE fact_id = ?", (bytes(64), fact_id))
        self.connection.commit()
        return fact_id

    def update(self, fact_id: int, **values: object) -> None:
        """content, tags, category or trust_score."""
        assignments = ", ".join(["updated_at = CURRENT_TIMESTAMP", *(f"{name} = ?" for name in values)])
        self.connection.execute(f"UPDATE facts SET {assignments} WHERE fact_id = ?", (*values.values(), fact_id))
        self.connection.commit()

    def rate(self, fact_id: int, *, helpful: bool) -> None:
        step = 0.05 if helpful else -0.10
        self.connection.execute(
            "UPDATE facts SET trust_score = min(1.0, max(0.0, trust_score + ?)), helpful_count = helpful_count + ?, "
            "updated_at = CURRENT_TIMESTAMP WHERE fact_id = ?",
            (step, int(helpful), fact_id),
        )
        self.connection.commit()

    def remove(self, fact_id: int) -> None:
        self.connection.execute("DELETE FROM fact_entities WHERE fact_id = ?", (fact_id,))
        self.connection.execute("DELETE FROM facts WHERE fact_id = ?", (fact_id,))
        self.connection.commit()

    def search(self, words: str) -> list[int]:
        """By its own index; bumps the counter of retrievals as it does."""
        rows = self.connection.execute(
            f"SELECT {', '.join('f.' + name for name in COLUMNS.split(', '))} FROM facts f JOIN facts_fts fts ON fts.rowid = f.fact_id "
            "WHERE facts_fts MATCH ? AND f.trust_score >= ? ORDER BY fts.rank, f.trust_score DESC LIMIT ?",
            (words, 0.0, 20),
        ).fetchall()
        ids = [int(row[0]) for row in rows]
        self.connection.execute(f"UPDATE facts SET retrieval_count = retrieval_count + 1 WHERE fact_id IN ({','.join('?' * len(ids))})", ids)
        self.connection.commit()
        return ids

    def listed(self) -> dict[int, str]:
        return dict(self.connection.execute("SELECT fact_id, content FROM facts WHERE trust_score >= 0 ORDER BY trust_score DESC").fetchall())
