"""The word index of the older provider in files that we made: it can take a file back at any moment, and saving does not pay for that."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import holodream

from ..conftest import Opener
from ..old_provider import OldProvider
from .checks import bytes_of, check_file

_KILLED = """
import os, signal, sys, holodream
memory = holodream.open(sys.argv[1])
memory.add("The Vespa is green.")
memory.add("The bakery closes at six.")
os.kill(os.getpid(), signal.SIGKILL)
"""


def indexed(path: Path) -> set[int]:
    with closing(sqlite3.connect(path)) as file:
        return {row[0] for row in file.execute("SELECT id FROM facts_fts_docsize")}


def test_saving_does_not_write_to_it_and_closing_brings_it_up_to_date(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    for number in range(5):
        memory.add(f"Hasselblad lens number {number}.")
    memory.change(1, "The Vespa is green.")
    assert indexed(tmp_path / "memory.db") == set()
    memory.close()
    assert indexed(tmp_path / "memory.db") == {1, 2, 3, 4, 5}
    with OldProvider(tmp_path / "memory.db") as old:
        assert old.search("vespa") == [1]
        assert old.search("hasselblad") == [2, 3, 4, 5]
    check_file(tmp_path / "memory.db")


def test_who_only_reads_does_not_write_at_the_end(open_memory: Opener, tmp_path: Path) -> None:
    open_memory().add("The Vespa is green.")
    open_memory().close()
    memory = open_memory()
    memory.search("Vespa")
    before = bytes_of(tmp_path / "memory.db")["memory.db"]
    memory.close()
    assert bytes_of(tmp_path / "memory.db")["memory.db"] == before


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_after_a_crash_the_older_provider_can_still_write(tmp_path: Path) -> None:
    """Its own index would be empty, and its triggers would take the file for damaged, also in our transactions."""
    path = tmp_path / "memory.db"
    done = subprocess.run([sys.executable, "-c", _KILLED, path], env={**os.environ}, check=False)
    assert done.returncode == -signal.SIGKILL
    assert indexed(path) == set()
    with OldProvider(path) as old:
        old.update(1, content="The Vespa is red.")
        old.rate(2, helpful=True)
        old.remove(2)
        new = old.add("The tuner comes on Monday.")
        assert old.search("tuner") == [new]
    with holodream.open(path) as memory:
        memory.change(1, "The Vespa is blue.")
        memory.feedback(new, "helpful")
        memory.add("The roses need water.")
        memory.end(new)
    with OldProvider(path) as old:
        assert old.search("blue") == [1]
        assert old.search("roses")
        assert old.search("tuner") == []
    check_file(path)


def test_a_file_of_the_older_provider_that_lacks_it_gets_it(tmp_path: Path, open_memory: Opener) -> None:
    with closing(sqlite3.connect(tmp_path / "memory.db")) as file:
        file.execute(
            "CREATE TABLE facts (fact_id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL UNIQUE, category TEXT DEFAULT 'general', tags TEXT DEFAULT '', trust_score REAL DEFAULT 0.5, retrieval_count INTEGER DEFAULT 0, helpful_count INTEGER DEFAULT 0, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)"
        )
        file.execute("INSERT INTO facts (content) VALUES ('The Vespa is green.')")
        file.commit()
    memory = open_memory()
    memory.add("The bakery closes at six.")
    memory.close()
    with OldProvider(tmp_path / "memory.db") as old:
        assert old.search("vespa") == [1]
        old.remove(1)


def test_a_forgotten_text_is_not_in_it(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    memory.add("The Vespa is green.")
    fact_id = memory.add("Zephyrine pays the piano tuner in Ouagadougou.").fact_id or 0
    memory.close()
    memory = open_memory()
    memory.forget(fact_id)
    assert memory.settle(10)
    memory.close()
    for content in bytes_of(tmp_path / "memory.db").values():
        assert b"ouagadougou" not in content.lower()
    check_file(tmp_path / "memory.db")


def test_closing_does_not_bring_a_deleted_file_back(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    memory.add("The Vespa is green.")
    for companion in ("", "-wal", "-shm"):
        (tmp_path / f"memory.db{companion}").unlink()
    memory.close()
    assert not (tmp_path / "memory.db").exists()
