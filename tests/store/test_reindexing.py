"""Other rules for words: the index follows in portions, whoever reads, writes, dies or helps meanwhile."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from holodream.language import TOKENIZER_VERSION
from holodream.recall.indexing import index_terms
from holodream.store import Draft, Store, reindexing

from ..support import outputs, run_python, start_python
from .checks import check_file

FACTS = 450


def older(text: str, names: Sequence[str], keywords: Sequence[str]) -> tuple[str, ...]:
    """Other rules: every word as it is written."""
    return tuple(dict.fromkeys(" ".join((text, *names, *keywords)).lower().replace(".", "").split()))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store that was written with older rules."""
    path = tmp_path / "memory.db"
    with closing(Store(path, older)) as store:
        texts = [f"Jar {number} of the cellars holds plums." for number in range(FACTS)]
        store.add_many(Draft(text, older(text, ("Ben",), ("fruit",)), keywords=("fruit",), names=("Ben",)) for text in texts)
        store.end(7)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE holodream_info SET value = 'older rules' WHERE key = 'tokenizer'")
    return path


def check_rules(path: Path) -> None:
    check_file(path)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT value FROM holodream_info WHERE key LIKE 'tokenizer%'").fetchall() == [(TOKENIZER_VERSION,)]
        for fact_id, content, terms in file.execute("SELECT fact_id, content, terms FROM facts JOIN fact_terms USING (fact_id)"):
            names = ["Ben"] if fact_id <= FACTS else []
            assert set(terms.split()) == set(index_terms(content, names, ["fruit"] if names else [])), fact_id


def test_the_whole_index_follows(path: Path) -> None:
    told: list[tuple[int, int]] = []
    Store(path, index_terms, progress=lambda *seen: told.append(seen)).close()
    check_rules(path)
    assert told[-1] == (FACTS - 1, FACTS - 1)
    assert len(told) > 3


def test_a_second_opening_has_nothing_to_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(path, index_terms).close()
    monkeypatch.setattr(reindexing, "_put", None)
    Store(path, index_terms).close()


class Died(Exception):
    pass


def test_it_goes_on_where_it_was_broken_off(path: Path) -> None:
    analysed: list[str] = []

    def counting(text: str, names: Sequence[str], keywords: Sequence[str]) -> tuple[str, ...]:
        analysed.append(text)
        return index_terms(text, names, keywords)

    def dies(done: int, _total: int) -> None:
        if done >= 200:
            raise Died

    with pytest.raises(Died):
        Store(path, counting, progress=dies)
    check_file(path)
    assert len(analysed) == 200
    Store(path, counting).close()
    assert len(analysed) == FACTS - 1
    check_rules(path)


def test_still_other_rules_begin_anew(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("INSERT INTO holodream_info (key, value) VALUES ('tokenizer_next', '3 rules between')")
    Store(path, index_terms).close()
    check_rules(path)


def test_others_read_and_write_meanwhile(path: Path) -> None:
    """Between any two portions another connection saves a fact, changes one and finds what it looks for."""
    steps = 0

    def meanwhile(_done: int, _total: int) -> None:
        nonlocal steps
        steps += 1
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:  # no lock is held
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")
        store.add(Draft(f"The bridge {steps} is closed.", index_terms(f"The bridge {steps} is closed.", (), ())))
        changed = f"Jar {steps} of the attic holds figs."
        store.change(steps, lambda _old: Draft(changed, index_terms(changed, ("Ben",), ("fruit",)), keywords=("fruit",), names=("Ben",)))
        with store.searching() as index:
            assert index.holders(["440"]) == [441]

    store = Store(path, older)  # open before
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE holodream_info SET value = 'older rules' WHERE key = 'tokenizer'")
    with closing(store):
        Store(path, index_terms, progress=meanwhile).close()
    assert steps >= 5
    check_rules(path)


_OPEN = """
import sys, holodream
with holodream.open(sys.argv[1]) as memory:
    assert memory.search("jar 12 cellar").hits
"""


def test_two_processes_share_the_work(path: Path) -> None:
    outputs([start_python(_OPEN, path) for _ in range(2)])
    check_rules(path)


_DIES = """
import os, pathlib, signal, sys
from holodream.store import Store
from holodream.recall.indexing import index_terms
Store(pathlib.Path(sys.argv[1]), index_terms, progress=lambda done, total: os.kill(os.getpid(), signal.SIGKILL) if done >= 200 else None)
"""


def test_a_process_that_is_killed_in_the_middle(path: Path) -> None:
    process = start_python(_DIES, path)
    process.communicate(timeout=60)
    assert process.returncode < 0
    run_python(_OPEN, path)
    check_rules(path)
