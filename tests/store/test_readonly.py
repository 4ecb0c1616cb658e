"""Files that are only looked at: no trace, patience, also where nothing can be written."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

import holodream
from holodream.store import readonly
from holodream.store.reading import facts_on_file
from holodream.store.readonly import ReadOnlyFile

from ..support import FIXTURES, run_python


def filled(path: Path) -> Path:
    with holodream.open(path) as memory:
        added = memory.add("Vera keeps the ladder in the orchard.", source="said", entities=["Vera"], by="vera")
        memory.confirm(added.fact_id or 0, by="ana")
        memory.confirm(added.fact_id or 0, by="ben")
        guess = memory.add("Tom likes tea.", source="inferred")
        memory.end(memory.add("Tom has a beard.").fact_id or 0)
        memory.change(guess.fact_id or 0, "Tom likes green tea.", source="said")
        memory.feedback(added.fact_id or 0, "helpful")
    return path


def test_facts_as_they_stand(tmp_path: Path) -> None:
    ladder, tea = facts_on_file(filled(tmp_path / "memory.db"))
    assert (ladder.fact_id, ladder.version, ladder.content) == (1, 1, "Vera keeps the ladder in the orchard.")
    assert (ladder.source, ladder.confirmations, ladder.helpful, ladder.unhelpful) == ("said", 2, 1, 0)
    assert ladder.behind == ("vera", "ana", "ben")
    assert "Vera" in ladder.names
    assert (tea.version, tea.content, tea.source, tea.confirmations) == (2, "Tom likes green tea.", "said", 0)
    assert tea.written_at is not None
    assert tea.written_at.tzinfo is not None


@pytest.mark.parametrize("name", ["memory_store_v0.1.db", "memory_store_v0.1_nonumpy.db"])
def test_a_file_of_the_older_provider_is_not_upgraded(tmp_path: Path, name: str) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes((FIXTURES / name).read_bytes())
    found = facts_on_file(path)
    assert [fact.fact_id for fact in found] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14]
    assert {fact.version for fact in found} == {1}
    assert path.read_bytes() == (FIXTURES / name).read_bytes()
    assert [item.name for item in tmp_path.iterdir()] == ["memory.db"]


def test_what_another_program_wrote_is_read_too(tmp_path: Path) -> None:
    path = filled(tmp_path / "memory.db")
    with closing(sqlite3.connect(path)) as other:
        other.execute("INSERT INTO facts (content, trust_score, helpful_count) VALUES ('Ana sings.', 'much', NULL)")
        other.execute("INSERT INTO facts (content) VALUES (' ')")
        other.commit()
    assert [(fact.content, fact.trust, fact.version) for fact in facts_on_file(path)][2:] == [("Ana sings.", 0.5, 1)]


def test_a_database_with_a_table_of_facts(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "x.db")) as other:
        other.execute("CREATE TABLE facts (fact_id INTEGER PRIMARY KEY, content TEXT)")
        other.execute("INSERT INTO facts VALUES (7, 'Ana sings.')")
        other.commit()
    [fact] = facts_on_file(tmp_path / "x.db")
    assert (fact.fact_id, fact.content, fact.category, fact.written_at) == (7, "Ana sings.", "general", None)


def test_a_database_without_facts(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "x.db")) as other:
        other.execute("CREATE TABLE notes (id)")
        other.commit()
    with pytest.raises(holodream.StoreError, match="holds no facts"):
        facts_on_file(tmp_path / "x.db")


@pytest.mark.parametrize("content", [None, b"no database" * 100])
def test_no_database(tmp_path: Path, content: bytes | None) -> None:
    if content:
        (tmp_path / "x.db").write_bytes(content)
    with pytest.raises(holodream.StoreUnreadable):
        facts_on_file(tmp_path / "x.db")


@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
def test_nothing_can_be_written_and_no_trace_is_left(tmp_path: Path, journal: str) -> None:
    path = filled(tmp_path / "memory.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode={journal}")
    before = path.read_bytes()
    with ReadOnlyFile(path) as file, pytest.raises(holodream.StoreError):
        file.rows("DELETE FROM facts")
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["memory.db"]


def test_a_file_that_somebody_has_open(tmp_path: Path) -> None:
    with holodream.open(tmp_path / "memory.db") as memory:
        memory.add("Ana sings.")
        assert [fact.content for fact in facts_on_file(tmp_path / "memory.db")] == ["Ana sings."]
        memory.add("Ana dances.")
        assert len(facts_on_file(tmp_path / "memory.db")) == 2


def test_a_locked_file_is_waited_for_and_then_given_up(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as writer:
        writer.execute("CREATE TABLE facts (fact_id INTEGER PRIMARY KEY, content TEXT)")
        writer.execute("BEGIN EXCLUSIVE")
        with pytest.raises(holodream.StoreBusy):
            facts_on_file(path, patience=0.1)
        release = threading.Timer(0.2, lambda: writer.execute("ROLLBACK"))
        release.start()
        assert facts_on_file(path, patience=20) == []
        release.join()


_WITHOUT_RIGHTS = """
import os, pathlib, sys
from holodream.store import readonly
from holodream.store.reading import facts_on_file
facts_on_file(pathlib.Path(sys.argv[1]))  # what is loaded later on must be readable too
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
print(len(facts_on_file(pathlib.Path(sys.argv[2]))))
"""


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that other users may enter; tmp_path is closed to them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


def put_there(public_folder: Path, made_in: Path, kept: Sequence[str]) -> dict[str, bytes]:
    """A store with one fact, with the files of it that are kept, where nothing can be written; the file alone is that of a closed store."""
    with holodream.open(made_in / "memory.db") as memory:
        memory.add("Ana sings.")
        files = {name: (made_in / name).read_bytes() for name in kept}
    if len(kept) == 1:
        files = {"memory.db": (made_in / "memory.db").read_bytes()}
    for name, content in files.items():
        (public_folder / name).write_bytes(content)
        (public_folder / name).chmod(0o444)
    public_folder.chmod(0o555)
    return files


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights work differently here")
@pytest.mark.parametrize("kept", [("memory.db",), ("memory.db", "memory.db-wal")])
def test_where_nothing_can_be_written(public_folder: Path, tmp_path: Path, kept: tuple[str, ...]) -> None:
    """Also a file with a log that a program left behind when it died."""
    files = put_there(public_folder, tmp_path, kept)
    assert run_python(_WITHOUT_RIGHTS, tmp_path / "memory.db", public_folder / "memory.db").strip() == "1"
    assert {item.name: item.read_bytes() for item in public_folder.iterdir()} == files


_ALL_READING = """
import os, pathlib, sys
import holodream
def read(path):
    with holodream.open(path) as memory:
        memory.list(), memory.search("Ana sings"), memory.why(1, "Ana sings"), memory.entities(), memory.duplicates(), memory.history(1)
        found = memory.recall("Who sings? Ana?").text
        try:
            memory.add("Tom dances.")
        except holodream.StoreReadOnly:
            return found + " (read only)"
        return found
read(sys.argv[1])  # what is loaded later on must be readable too
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    print(read(sys.argv[2]))
except holodream.StoreUnreadable as error:
    print(error)
"""


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights work differently here")
@pytest.mark.parametrize(
    ("kept", "told"),
    [
        (("memory.db",), "- [1] Ana sings. (read only)"),
        (("memory.db", "memory.db-wal", "memory.db-shm"), "- [1] Ana sings. (read only)"),
        (("memory.db", "memory.db-wal"), "Copy both files to a folder where you may write"),
    ],
)
def test_a_store_that_cannot_be_written_can_be_read(public_folder: Path, tmp_path: Path, kept: tuple[str, ...], told: str) -> None:
    """On a disk mounted for reading, or of another user. Where SQLite cannot read it, what to do is said."""
    files = put_there(public_folder, tmp_path, kept)
    assert told in run_python(_ALL_READING, tmp_path / "memory.db", public_folder / "memory.db")
    assert {item.name for item in public_folder.iterdir()} == set(files)
    assert (public_folder / "memory.db").read_bytes() == files["memory.db"]


_OPENS_TWICE = """
import os, sys
import holodream
with holodream.open(sys.argv[1]) as memory:
    memory.list()
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
for _ in range(2):
    try:
        holodream.open(sys.argv[2])
    except holodream.StoreReadOnly as error:
        print(error)
"""


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights work differently here")
def test_an_older_file_that_cannot_be_written_is_not_copied_at_each_opening(public_folder: Path, tmp_path: Path) -> None:
    path = public_folder / "memory.db"
    path.write_bytes((FIXTURES / "memory_store_v0.1.db").read_bytes())
    path.chmod(0o444)
    public_folder.chmod(0o777)
    told = run_python(_OPENS_TWICE, filled(tmp_path / "memory.db"), path)
    assert told.count("copy it to a folder where you may write") == 2
    assert [item.name for item in public_folder.iterdir()] == ["memory.db"]


_LOOKS_TWICE = """
import os, sys
import holodream
with holodream.open(sys.argv[1]) as memory:
    memory.list()
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
with holodream.open(sys.argv[2]) as memory:
    print(len(memory.list()), flush=True)
    sys.stdin.readline()
    print(memory.list()[0].content)
"""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be the owner and somebody else")
def test_a_reader_without_rights_sees_what_the_owner_writes_later(public_folder: Path, tmp_path: Path) -> None:
    """The file lay at rest when it was opened: so opened, SQLite would never look at it again."""
    (public_folder / "memory.db").write_bytes(filled(tmp_path / "memory.db").read_bytes())
    (public_folder / "memory.db").chmod(0o644)
    command = [sys.executable, "-c", _LOOKS_TWICE, str(tmp_path / "memory.db"), str(public_folder / "memory.db")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "2\n"
        with holodream.open(public_folder / "memory.db") as memory:
            memory.add("Ben whistles.")
            assert reader.communicate("\n", timeout=30)[0] == "Ben whistles.\n"


def test_a_log_that_goes_while_it_is_copied_is_a_writer_at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its file is asked again; of the half copy nothing is left."""
    path, copies = tmp_path / "x.db", tmp_path / "copies"
    copies.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(copies))
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("CREATE TABLE facts (fact_id INTEGER PRIMARY KEY, content TEXT)")
        connect, refusals = readonly._connected, iter([sqlite3.OperationalError("unable to open database file")])

        def refuse_once(file: Path, how: str) -> sqlite3.Connection:
            if error := next(refusals, None):
                raise error
            return connect(file, how)

        def written_back(*_files: object) -> None:
            raise FileNotFoundError(2, "No such file or directory")

        monkeypatch.setattr(readonly, "_connected", refuse_once)
        monkeypatch.setattr(shutil, "copyfile", written_back)
        with ReadOnlyFile(path) as file:
            assert file.rows("SELECT * FROM facts") == []
        assert list(copies.iterdir()) == []
