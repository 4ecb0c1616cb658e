"""What must hold for the file after whatever happened to it, looked at with plain SQL."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path


def check_file(path: Path) -> None:
    """The database is sound, and index, vocabulary and versions agree with the facts."""
    with closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert file.execute("SELECT count(*) FROM foreign_writes").fetchone()[0] == 0, "another program's writes are not adopted yet"
        facts = dict(file.execute("SELECT fact_id, content FROM facts"))
        terms = dict(file.execute("SELECT fact_id, terms FROM fact_terms"))
        assert set(terms) == set(facts), "the index holds other facts than the table"
        live = {row[0] for row in file.execute("SELECT fact_id FROM fact_heads WHERE state = 'live'")}
        assert live == set(facts), "a fact without a head, or a head without a fact"
        counted = Counter(term for joined in terms.values() for term in set(joined.split()))
        assert dict(file.execute("SELECT term, facts FROM vocabulary")) == dict(counted), "the vocabulary counts wrongly"
        assert file.execute("SELECT value FROM holodream_info WHERE key = 'live_facts'").fetchone()[0] in (len(facts), str(len(facts)))
        current = file.execute("SELECT h.fact_id, v.content FROM fact_heads h JOIN fact_versions v USING (fact_id, version) WHERE h.state = 'live'")
        assert dict(current) == facts, "the current version has another text than the fact"
        file.execute("BEGIN")
        file.execute("INSERT INTO fact_search (fact_search, rank) VALUES ('integrity-check', 1)")
        file.execute("ROLLBACK")
        links = {row[0] for row in file.execute("SELECT fact_id FROM fact_names")}
        assert links <= set(facts), "a name is linked to a fact that is not there"


def bytes_of(path: Path) -> dict[str, bytes]:
    """The file and its companions (-wal, -journal, copies) as they are."""
    return {item.name: item.read_bytes() for item in path.parent.iterdir() if item.is_file() and item.name.startswith(path.name)}
