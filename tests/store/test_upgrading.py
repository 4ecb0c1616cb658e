"""A file of the older provider is taken over in portions, with progress, while others go on; a newer file is only read."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

import holodream
from holodream.recall.indexing import index_terms
from holodream.store import Store

from ..old_provider import OldProvider
from ..support import REPOSITORY
from .checks import check_file

OLD_PYTHON = Path(os.environ.get("HOLODREAM_HOSTS") or REPOSITORY / ".hosts") / "0.19" / "bin" / "python"


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    with OldProvider(tmp_path / "memory.db") as old:
        for number in range(600):
            old.add(f"Jar {number} holds {number * 3} plums.", tags="cellar,fruit", entities=["s bike is a blue"] if number < 3 else ())
        old.rate(5, helpful=True)
        old.remove(6)
    return tmp_path / "memory.db"


def test_progress_is_told_up_to_the_end(old_file: Path) -> None:
    told: list[tuple[int, int]] = []
    store = Store(old_file, index_terms, progress=lambda *seen: told.append(seen))
    store.close()
    assert len(told) >= 2
    assert all(0 < done <= total for done, total in told)
    assert told == sorted(told)
    assert told[-1][1] >= 580
    check_file(old_file)


def test_another_program_can_write_meanwhile(old_file: Path) -> None:
    """Each portion is a short transaction; what is changed under our hands is taken over as it is then."""
    old = sqlite3.connect(old_file, timeout=0.5, isolation_level=None)

    def write(done: int, _total: int) -> None:
        old.execute("INSERT INTO facts (content) VALUES (?)", (f"Written meanwhile, number {done}.",))
        old.execute("UPDATE facts SET content = ? WHERE fact_id = ?", (f"Jar 599 is empty after {done}.", 600))

    with closing(old):
        store = Store(old_file, index_terms, progress=write)
        store.close()
    with holodream.open(old_file) as memory:
        assert memory.get(600).content.startswith("Jar 599 is empty")
        assert len(memory.search("written meanwhile number", limit=10).hits) >= 2
        assert [fact.fact_id for fact in memory.list(limit=1000) if "plums" in fact.content][-1] == 1
    check_file(old_file)


def test_guessed_names_are_not_taken_over(old_file: Path) -> None:
    with holodream.open(old_file) as memory:
        assert memory.get(1).names == ()
        assert memory.probe("s bike is a blue") == []
        assert memory.get(5).trust == pytest.approx(0.55)
        assert memory.get(5).helpful == 1


@pytest.mark.skipif(not OLD_PYTHON.exists(), reason="`make hosts` installs the older provider")
def test_the_real_older_provider_works_on_the_upgraded_file(old_file: Path) -> None:
    with holodream.open(old_file) as memory:
        memory.merge(1, [2])
        memory.forget(3)
        memory.end(4)
        memory.change(5, "Jar 4 holds honey now.")
        assert memory.settle(20)
        script = (
            "import sys; from plugins.memory.holographic.store import MemoryStore\n"
            "store = MemoryStore(db_path=sys.argv[1])\n"
            "assert [row['fact_id'] for row in store.search_facts('honey')] == [5]\n"
            "assert {row['fact_id'] for row in store.list_facts(limit=1000)} & {2, 3, 4} == set()\n"
            "store.update_fact(7, content='Jar 6 holds Old Tea now.', tags='tea')\n"
            "store.record_feedback(8, True)\n"
            "store.remove_fact(9)\n"
            "print(store.add_fact('The Piano Tuner comes on Monday.'))\n"
            "store.close()"
        )
        environment = {"HERMES_HOME": str(old_file.parent)}
        done = subprocess.run([str(OLD_PYTHON), "-c", script, str(old_file)], capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 0, done.stderr
        assert memory.get(int(done.stdout)).content == "The Piano Tuner comes on Monday."
        assert (memory.get(7).content, memory.get(7).keywords, memory.get(7).version) == ("Jar 6 holds Old Tea now.", ("tea",), 2)
        assert memory.get(8).helpful == 1
        assert memory.history(9).state == "ended"
    check_file(old_file)


def test_a_newer_file_is_read_and_says_what_is_needed(tmp_path: Path) -> None:
    with holodream.open(tmp_path / "memory.db") as memory:
        memory.add("Vera lives in Rome.")
    with closing(sqlite3.connect(tmp_path / "memory.db")) as file:
        file.execute("UPDATE holodream_info SET value = '99' WHERE key IN ('format', 'oldest_writer')")
        file.execute("UPDATE holodream_info SET value = '7.3.1' WHERE key = 'oldest_program'")
        file.commit()
    with holodream.open(tmp_path / "memory.db") as memory:
        assert memory.get(1).content == "Vera lives in Rome."
        assert memory.search("Rome").hits
        assert len(memory.history(1)) == 1
        assert memory.duplicates() == []
        for act in (
            lambda: memory.add("Something."), lambda: memory.change(1, "Something."), lambda: memory.end(1), lambda: memory.merge(1, [2]),
            lambda: memory.forget(1), lambda: memory.confirm(1, by="anna"), lambda: memory.revert(1, 1), lambda: memory.feedback(1, "helpful"),
            lambda: memory.import_texts(["Something."]),
        ):  # fmt: skip
            with pytest.raises(holodream.StoreTooNew, match=r"7\.3\.1"):
                act()
