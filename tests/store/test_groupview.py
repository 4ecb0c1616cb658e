"""The shared part of a store: what was told in a group or marked; nothing else can be read through it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from holodream import Memory
from holodream.errors import StoreError
from holodream.store.groupview import GroupView

PRIVATE = "Quillon keeps the zeppelin in the cellar."
SHARED = "The bakery in Harbour Street closes at six."


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "memory.db"
    with Memory(file) as memory:
        memory.add(PRIVATE, entities=["Quillon"])
    with Memory(file, for_groups=True) as memory:
        memory.add(SHARED, entities=["Harbour Street"])
    return file


def test_every_table_with_texts_is_filtered(path: Path) -> None:
    """A table that a later format adds must be listed in the view: no column of any table may hold the private text."""
    with Memory(path, for_groups=True) as memory:
        assert isinstance(memory.store, GroupView)
        with memory.store._reading() as connection:
            names = [
                row[0]
                for row in connection.execute(
                    "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'fact_search%' AND name NOT LIKE 'facts_fts%'"
                )
            ]
            for name in names:
                if name in ("vocabulary", "name_keys", "sqlite_sequence"):  # single words, which no answer shows
                    continue
                rows = str(connection.execute(f"SELECT * FROM {name}").fetchall())
                assert "zeppelin" not in rows, name
                assert "Quillon" not in rows, name


def test_nothing_can_be_written_through_it(path: Path) -> None:
    with Memory(path, for_groups=True) as memory, pytest.raises((sqlite3.Error, StoreError)), memory.store._reading() as connection:
        connection.execute("DELETE FROM main.facts")


def test_closing_it_lets_the_file_go(path: Path) -> None:
    whole = Memory(path)
    part = Memory(path, for_groups=True)
    part.close()
    assert whole.list()[0].content == SHARED
    whole.close()
    with Memory(path, for_groups=True) as memory:
        assert [fact.content for fact in memory.list()] == [SHARED]


def test_what_is_shared_survives_a_move(path: Path, tmp_path: Path) -> None:
    with Memory(path) as memory:
        memory.change(2, "The bakery in Harbour Street closes at seven.")
        memory.share(2)
        memory.export(tmp_path / "facts.jsonl")
    with Memory(tmp_path / "other.db") as memory:
        memory.import_file(tmp_path / "facts.jsonl")
    with Memory(tmp_path / "other.db", for_groups=True) as memory:
        assert [version.content for version in memory.history(2)] == [SHARED, "The bakery in Harbour Street closes at seven."]
        assert len(memory.list()) == 1
