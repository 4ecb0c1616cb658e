"""Forgetting is physical: no piece of a forgotten text is in the bytes of the file or its companions, whoever reads or dies meanwhile."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

import holodream
from holodream.store import Draft, erasure, sweeping
from holodream.store.sweeping import levels

from ..conftest import Opener
from ..old_provider import OldProvider
from ..support import FIXTURES, run_python, start_python
from .checks import bytes_of, check_file

# Words that occur nowhere else, in several scripts; short enough for a term of the index, long enough to be no accident.
SECRET = "Zyxophon quarkelt mit Wurzilda am Blubbersee, Выхухоль Прокофьевна танцует, 貔貅吞噬饕餮之夜"
PIECES = [
    piece.encode() for piece in ("Zyxophon", "zyxophon", "quarkel", "Wurzilda", "wurzilda", "Blubbersee", "Выхухоль", "выхухол", "Прокофьевн", "貔貅", "饕餮")
]
KEYWORDS = ["Krimskramsia", "Schnurpsel"]
PIECES += [b"Krimskrams", b"krimskrams", b"Schnurps", b"schnurps"]


def found_in(path: Path, pieces: Iterable[bytes] = PIECES) -> list[str]:
    """Which files beside a store, and the store itself, hold a piece."""
    return [f"{name}: {piece.decode(errors='replace')}" for name, data in bytes_of(path).items() for piece in pieces if piece in data]


def fill(memory: holodream.Memory, count: int) -> None:
    memory.store.add_many(
        Draft(f"Shelf {number} holds {number * 7} jars of plum jam.", tuple(f"{number} shelf hold {number * 7} jar plum jam x{number}".split()))
        for number in range(count)
    )


@pytest.fixture(params=[3, 900], ids=["small", "larger"])
def memory(request: pytest.FixtureRequest, open_memory: Opener) -> holodream.Memory:
    """A store with a fact that has a past of many kinds: id 1, with a copy."""
    memory = open_memory()
    memory.add("An otter sleeps here.", source="said")
    memory.change(1, SECRET, entities=["Wurzilda", "Blubbersee"], keywords=KEYWORDS, source="said", reason="because Zyxophon said so")
    fill(memory, request.param)
    memory.describe(1, keywords=[*KEYWORDS, "music"])
    memory.confirm(1, by="Schnurpsel")
    copy = memory.add(SECRET + "!", keywords=["Krimskramsia"]).fact_id or 0
    memory.merge(1, [copy])
    memory.change(1, "An otter sleeps there.")
    memory.revert(1, 2)
    memory.end(1)
    memory.revert(1, 3)
    memory.revert(1, 2)
    return memory


def test_the_pieces_are_there_before(memory: holodream.Memory) -> None:
    memory.store._database.close()
    data = b"".join(bytes_of(memory.store.path).values())
    assert all(any(form in data for form in (piece, piece.lower(), piece.capitalize())) for piece in PIECES)


def test_nothing_is_left_after_forgetting(memory: holodream.Memory) -> None:
    done = memory.forget(1)
    assert len(done.fact_ids) == 2
    assert memory.settle(10)
    assert found_in(memory.store.path) == []
    check_file(memory.store.path)
    assert memory.search("shelf 2").hits


def test_nothing_is_left_of_a_copy_and_the_main_fact_loses_the_keywords_it_brought(open_memory: Opener) -> None:
    memory = open_memory()
    memory.add("An otter sleeps here.", keywords=["animal"])
    memory.add(SECRET, keywords=["animal", *KEYWORDS])
    memory.merge(1, [2])
    assert memory.forget(2).fact_ids == (2,)
    assert memory.settle(10)
    assert memory.get(1).keywords == ("animal",)
    assert found_in(memory.store.path) == []
    check_file(memory.store.path)


def test_a_reader_of_an_older_state_holds_the_bytes_up_and_nobody_waits(memory: holodream.Memory) -> None:
    path = memory.store.path
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM facts").fetchone()
        start = time.perf_counter()
        done = memory.forget(1)
        assert time.perf_counter() - start < 1
        assert (done.status, bool(done.reason)) == ("pending", True)
        assert "Zyx" not in done.reason + str(done.beyond_reach)
        assert memory.add("The bridge is closed.").status == "added"
        assert memory.search("bridge").hits
        assert memory.recall("Wurzilda Zyxophon").hits == ()
        assert reader.execute("SELECT count(*) FROM facts WHERE content LIKE 'Zyxophon%'").fetchone() == (1,), "a reader keeps its state"
        assert not memory.settle(0.5)
        reader.execute("ROLLBACK")
    memory.add("The bridge is open.")  # the next chance
    assert memory.settle(20)
    assert found_in(path) == []
    check_file(path)


def test_what_is_pending_is_completed_when_the_file_is_opened_next(memory: holodream.Memory) -> None:
    path = memory.store.path
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM facts").fetchone()
        assert memory.forget(1).status == "pending"
        memory.close()
        reader.execute("ROLLBACK")
    with holodream.open(path) as again:
        assert again.settle(20)
        assert found_in(path) == []
    check_file(path)


_FORGETTING = """
import os, signal, sys, holodream
from holodream.store import sweeping
memory = holodream.open(sys.argv[1])
sweeping.Sweeper._attempt = lambda self: os.kill(os.getpid(), signal.SIGKILL)
memory.forget(1)
memory.settle()
"""


def test_a_process_that_dies_before_the_bytes_are_gone(memory: holodream.Memory) -> None:
    path = memory.store.path
    memory.close()
    process = start_python(_FORGETTING, path)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT count(*) FROM fact_heads WHERE fact_id = 1").fetchone() == (0,)
        pending = file.execute("SELECT value FROM holodream_info WHERE key = ?", (erasure.PENDING,)).fetchone()
    assert pending == ("1",), "the file remembers, without the text"
    with holodream.open(path) as again:
        assert again.settle(20)
        assert found_in(path) == []
    check_file(path)


def test_another_process_completes_what_is_pending(memory: holodream.Memory) -> None:
    path = memory.store.path
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM facts").fetchone()
        memory.forget(1)
        memory.store._sweeper.close()
        reader.execute("ROLLBACK")
    run_python("import sys, holodream\nwith holodream.open(sys.argv[1]) as m: m.add('The bridge is closed.'); assert m.settle(20)", path)
    assert found_in(path) == []


@pytest.mark.parametrize("fixture", ["memory_store_v0.1.db", "memory_store_v0.1_nonumpy.db"])
def test_a_file_of_the_older_provider_with_all_that_it_kept(fixture: str, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    shutil.copy(FIXTURES / fixture, path)
    with OldProvider(path) as old:
        for number in range(30):  # what it deletes and changes is not overwritten
            old.add(f"{SECRET} {number}", tags="Krimskramsia,Schnurpsel")
            old.remove(14 + number + 1) if number % 2 else old.update(14 + number + 1, content=f"An otter sleeps {number}.", tags="")
        kept = old.add(SECRET, tags="Krimskramsia,Schnurpsel", entities=["Wurzilda", "Blubbersee"])
        old.connection.execute("INSERT INTO memory_banks (bank_name, vector, dim) VALUES ('cat:x', x'5a79786f70686f6e', 1)")
        old.connection.commit()
    with holodream.open(path) as memory:
        done = memory.forget(kept)
        assert any("before-holodream" in place for place in done.beyond_reach), "the copy that was kept is named"
        assert memory.settle(20)
        (copy,) = memory.store.safety_copies()
        assert found_in(path, PIECES)
        copy.unlink()
        assert found_in(path) == []
    check_file(path)
    with OldProvider(path) as old:  # and it goes on working
        assert old.search("walnuts") == [1]


def test_a_second_forgetting_while_the_first_is_pending(open_memory: Opener) -> None:
    memory = open_memory()
    fill(memory, 5)
    memory.add(SECRET, keywords=KEYWORDS)
    memory.add("The Wurzilda of yesterday quarkelt.")
    with closing(sqlite3.connect(memory.store.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM facts").fetchone()
        assert memory.forget(6).status == "pending"
        reader.execute("ROLLBACK")
    memory.forget(7)
    assert memory.settle(20)
    assert found_in(memory.store.path) == []


def test_a_strangers_table_is_said_to_be_beyond_reach(open_memory: Opener) -> None:
    memory = open_memory()
    memory.add(SECRET)
    assert not any("other programs" in place for place in memory.forget(1).beyond_reach)
    memory.add("An otter sleeps here.")
    with closing(sqlite3.connect(memory.store.path)) as file:
        file.execute("CREATE TABLE zzz_notes (text TEXT)")
    assert any("other programs" in place for place in memory.forget(2).beyond_reach)


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be looked at here")
def test_in_a_rollback_journal_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "memory.db"
    monkeypatch.setattr("holodream.store.store.choose_journal", lambda connection, _path: str(connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0]))
    with holodream.open(path) as memory:
        assert memory.store.journal_mode == "delete"
        memory.add(SECRET, keywords=KEYWORDS)
        memory.add("An otter sleeps here.")
        memory.forget(1)
        assert memory.settle(20)
        assert found_in(path) == []


@pytest.mark.parametrize("count", [3, 700], ids=["small", "larger"])
def test_forgetting_thousands_of_facts_does_not_wear_the_index_out(open_memory: Opener, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every complete merge adds a level to the index, and SQLite cannot open one of 2,000 levels."""
    monkeypatch.setattr("holodream.store.sweeping._MOST_LEVELS", 12)
    memory = open_memory()
    fill(memory, count)
    seen = set()
    for number in range(40):
        memory.forget(memory.add(f"An otter sleeps in hollow {number}.", source="said").fact_id or 0)
        assert memory.settle(20)
        with memory.store._database.reading() as connection:
            seen.add(levels(connection, "fact_search"))
    assert max(seen) < 20
    assert count < 500 or max(seen) > 5, "the test does not see the levels"
    check_file(memory.store.path)


def pieces_of_index(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(DISTINCT segid) FROM fact_search_idx").fetchone()[0])


def test_single_saves_leave_the_index_in_one_piece_when_the_store_is_closed(open_memory: Opener) -> None:
    memory = open_memory()
    for number in range(12):
        memory.add(f"Shelf {number} holds {number * 7} jars of plum jam.")
    assert pieces_of_index(memory.store.path) == 12
    memory.close()
    assert pieces_of_index(memory.store.path) == 1
    check_file(memory.store.path)


def test_and_soon_after_a_burst_of_them(open_memory: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "_BURST_SECONDS", 0.05)
    memory = open_memory()
    for number in range(12):
        memory.add(f"Shelf {number} holds {number * 7} jars of plum jam.")
    deadline = time.monotonic() + 20
    while pieces_of_index(memory.store.path) > 8 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert pieces_of_index(memory.store.path) <= 8
    assert next(hit.fact_id for hit in memory.search("shelf 7 with 49 jars").hits) == 8
