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
                if name in ("vocabulary", "sqlite_sequence"):  # single words, which no answer shows
                    continue
                rows = str(connection.execute(f"SELECT * FROM {name}").fetchall())
                assert "zeppelin" not in rows, name
                assert "quillon" not in rows.lower(), name


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


@pytest.fixture
def known_in_private(tmp_path: Path) -> Path:
    """A fact that somebody told in private, described there, and shared."""
    file = tmp_path / "memory.db"
    with Memory(file) as memory:
        memory.add("Mina parks the caravan behind the barn.", keywords=["zeppelin"], entities=["Mina"], by="hanna", session="private-7")
        memory.add_alias("Mina", "Quillon")
        memory.share(1)
    return file


@pytest.mark.parametrize("words", ["zeppelin", "Quillon", "who is Quillon?", "where is the zeppelin?"])
def test_a_shared_fact_is_not_found_by_what_was_told_in_private(known_in_private: Path, words: str) -> None:
    with Memory(known_in_private) as memory:
        assert memory.search(words).hits
    with Memory(known_in_private, for_groups=True) as memory:
        assert not memory.search(words).hits
        assert not memory.recall(words).hits
        assert not memory.probe(words)
        assert memory.search("Mina's caravan").hits


def test_who_told_a_fact_in_private_is_not_said(known_in_private: Path) -> None:
    with Memory(known_in_private, for_groups=True) as memory:
        assert [(version.by, version.session) for version in memory.history(1)] == [(None, None)]


def test_a_group_is_not_told_into_which_private_fact_its_text_was_merged(tmp_path: Path) -> None:
    file = tmp_path / "memory.db"
    with Memory(file) as memory:
        memory.add("Quillon keeps a zeppelin, an airship, in the cellar.")
        memory.add("Quillon keeps a zeppelin.")
        memory.merge(1, [2])
    for change in (None, "Quillon sold the airship."):
        with Memory(file) as memory:
            if change:
                memory.change(1, change)
        with Memory(file, for_groups=True) as memory:
            done = memory.add("Quillon keeps a zeppelin.")
            assert (done.status, done.fact_id, done.version) == ("refused", None, None)
            assert "1" not in done.reason
            assert not memory.list()
