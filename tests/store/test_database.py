"""The file under stress: odd files, several threads and processes, a killed writer, a fork, a file that is swapped away."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import holodream
from holodream.store.database import Database, errors_in_our_words

from ..conftest import Opener
from ..old_provider import OldProvider
from ..support import open_files, outcome, outputs, run_python, start_python
from .checks import bytes_of, check_file

# --- odd files ---

NO_DATABASES = {
    "text": b"Dear diary, today was a good day.\n" * 10,
    "one byte": b"S",
    "half a header": b"SQLite f",
    "picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "json": b'{"facts": []}',
    "zeros": bytes(5000),
    "encrypted": bytes((number * 89 + 41) % 256 for number in range(8192)),
    "old sqlite": b"** This file contains an SQLite 2.1 database **" + bytes(2000),
    "header only": b"SQLite format 3\0",
    "header and noise": b"SQLite format 3\0" + bytes((number * 89 + 41) % 256 for number in range(8192)),
}


@pytest.mark.parametrize("kind", NO_DATABASES)
def test_a_file_that_is_no_database_is_left_untouched(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(NO_DATABASES[kind])
    with pytest.raises(holodream.StoreUnreadable) as caught:
        holodream.open(path)
    assert str(path) in str(caught.value)
    assert bytes_of(path) == {"memory.db": NO_DATABASES[kind]}
    del caught
    assert open_files(path) == []


@pytest.mark.parametrize("share", [0.02, 0.1, 0.3, 0.5, 0.8, 0.95])
def test_a_truncated_file_is_left_untouched(tmp_path: Path, share: float) -> None:
    whole = tmp_path / "whole.db"
    with holodream.open(whole) as memory:
        for number in range(60):
            memory.add(f"Item number {number} lies in box {number * 7} beside the window.")
    path = tmp_path / "memory.db"
    cut = whole.read_bytes()[: int(whole.stat().st_size * share)]
    path.write_bytes(cut)
    with pytest.raises(holodream.StoreError) as caught:
        holodream.open(path)
    assert "untouched" in str(caught.value)
    assert bytes_of(path) == {"memory.db": cut}


def test_a_damaged_page_is_reported_in_our_words(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with holodream.open(path) as memory:
        for number in range(60):
            memory.add(f"Item number {number} lies in box {number * 7} beside the window.")
    whole = bytearray(path.read_bytes())
    for page in range(1, len(whole) // 4096):
        whole[page * 4096 : page * 4096 + 60] = bytes((number * 89 + 41) % 256 for number in range(60))
    path.write_bytes(whole)
    with pytest.raises(holodream.StoreError) as caught, holodream.open(path) as memory:
        memory.list()
    assert "window" not in str(caught.value)


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    """What a crash right after creation, or `touch`, leaves behind."""
    path = tmp_path / "memory.db"
    path.touch()
    with holodream.open(path) as memory:
        assert memory.add("The Vespa is green.").status == "added"
    check_file(path)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(holodream.StoreUnreadable, match="folder"):
        holodream.open(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(holodream.StoreUnreadable, match="does not exist"):
        holodream.open(tmp_path / "nowhere" / "memory.db")
    assert list(tmp_path.iterdir()) == []


def test_a_path_through_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(holodream.StoreError):
        holodream.open(tmp_path / "file" / "memory.db")


@pytest.mark.parametrize(
    "name", ["a b.db", "what?.db", "50%20.db", "a#b.db", "мама.db", "記憶.db", "é.db", "a;b.db", "-x.db", "'q\".db", "file:x.db", ".hidden"]
)
def test_a_path_may_hold_any_sign(tmp_path: Path, name: str) -> None:
    with holodream.open(tmp_path / name) as memory:
        memory.add("The Vespa is green.")
    assert (tmp_path / name).is_file()
    with holodream.open(str(tmp_path / name)) as memory:
        assert len(memory.list()) == 1


def test_a_relative_path_stays_the_same_file_when_the_folder_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    with holodream.open("memory.db") as memory:
        memory.add("The Vespa is green.")
        monkeypatch.chdir(tmp_path / "elsewhere")
        memory.add("The Vespa needs oil.")
        assert len(memory.list()) == 2
    assert list((tmp_path / "elsewhere").iterdir()) == []


_WITHOUT_RIGHTS = """
import os, sys, tempfile, pathlib, holodream
with tempfile.TemporaryDirectory() as folder:  # what is loaded later on must be readable too
    with holodream.open(pathlib.Path(folder) / 'memory.db') as memory:
        memory.add('Κάτι άλλο.')
        memory.recall('Κάτι άλλο;')
    try:
        holodream.open(folder)
    except holodream.StoreError:
        pass
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    with holodream.open(sys.argv[1]) as memory:
        print('opened', len(memory.list()))
        memory.add('Κάτι νέο.')
        print('WRITTEN')
except holodream.StoreError as error:
    print(type(error).__name__, error)
"""


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that other users may enter; tmp_path is closed to them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights work differently here")
@pytest.mark.parametrize("file_mode", [0o444, 0o644])
def test_a_folder_that_may_not_be_written(public_folder: Path, file_mode: int) -> None:
    path = public_folder / "memory.db"
    with holodream.open(path) as memory:
        memory.add("The Vespa is green.")
    path.chmod(file_mode)
    public_folder.chmod(0o555)
    before = path.read_bytes()
    said = run_python(_WITHOUT_RIGHTS, path)
    assert "WRITTEN" not in said
    assert "Store" in said
    assert "permission" in said or "may be read and written" in said
    assert path.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights work differently here")
def test_a_file_that_may_not_be_read(public_folder: Path) -> None:
    path = public_folder / "memory.db"
    with holodream.open(path) as memory:
        memory.add("The Vespa is green.")
    path.chmod(0o000)
    assert run_python(_WITHOUT_RIGHTS, path).startswith("StoreUnreadable")


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights work differently here")
def test_a_new_file_in_a_folder_that_may_not_be_written(public_folder: Path) -> None:
    public_folder.chmod(0o555)
    assert run_python(_WITHOUT_RIGHTS, public_folder / "memory.db").startswith("Store")
    assert list(public_folder.iterdir()) == []


# --- several at once ---


def test_threads_of_one_process_lose_nothing(memory: holodream.Memory) -> None:
    failures: list[BaseException] = []

    def work(name: int) -> None:
        try:
            for number in range(12):
                fact = memory.add(f"Thread {name} puts thing {number} on the shelf.")
                memory.feedback(fact.fact_id or 0, "helpful")
                assert memory.search(f"Thread {name} thing {number} shelf").hits
        except BaseException as error:  # noqa: BLE001 - reported below
            failures.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(memory.list(limit=100)) == 48
    assert {fact.helpful for fact in memory.list(limit=100)} == {1}
    check_file(memory.store.path)


# Processes save Greek texts: for a language without word lists of its own a process starts faster.
_ADDING = """
import sys, holodream
with holodream.open(sys.argv[1]) as memory:
    for number in range(int(sys.argv[3])):
        added = memory.add(f"Διεργασία {sys.argv[2]}, πράγμα {number}.")
        memory.recall("Ποιο πράγμα;")
        print(added.fact_id, flush=True)
"""


@pytest.mark.parametrize("exists", [True, False])
def test_processes_lose_nothing_and_hear_of_no_lock(tmp_path: Path, exists: bool) -> None:
    path = tmp_path / "memory.db"
    if exists:
        holodream.open(path).close()
    printed = outputs([start_python(_ADDING, path, name, 10) for name in range(3)])
    ids = [int(line) for out in printed for line in out.split()]
    assert sorted(ids) == list(range(1, 31))
    with holodream.open(path) as memory:
        assert {fact.fact_id for fact in memory.list(limit=100)} == set(ids)
    check_file(path)


def test_two_threads_change_two_facts_to_the_same_text(memory: holodream.Memory) -> None:
    """One wins, the other hears so; no error of the database reaches anybody."""
    ids = [memory.add(f"Draft number {number}.").fact_id or 0 for number in range(8)]
    answers: list[object] = []
    for round_number in range(4):
        start = threading.Barrier(len(ids))

        def change(fact_id: int, text: str, start: threading.Barrier = start) -> None:
            start.wait()
            try:
                answers.append(memory.change(fact_id, text).status)
            except Exception as error:  # noqa: BLE001 - reported below
                answers.append(error)

        threads = [threading.Thread(target=change, args=(fact_id, f"The final text, round {round_number}.")) for fact_id in ids]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert set(answers) == {"changed", "refused"}
    assert answers.count("changed") == 4
    check_file(memory.store.path)


def test_a_reader_does_not_wait_for_a_writer(memory: holodream.Memory) -> None:
    memory.add("The Vespa is green.")
    with closing(sqlite3.connect(memory.store.path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE facts SET content = 'The Vespa is red.'")
        start = time.perf_counter()
        assert [fact.content for fact in memory.list()] == ["The Vespa is green."]
        assert memory.search("Vespa").hits
        assert memory.recall("Which colour is the green Vespa?").hits
        memory.why(1, "Vespa")
        memory.history(1)
        memory.probe("Vespa")
        assert time.perf_counter() - start < 6
        writer.execute("ROLLBACK")


def test_not_even_when_another_program_has_left_something_to_adopt(memory: holodream.Memory) -> None:
    memory.add("The Vespa is green.")
    with OldProvider(memory.store.path) as old:
        old.add("The tuner comes on Monday.")
    with closing(sqlite3.connect(memory.store.path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        start = time.perf_counter()
        assert "The Vespa is green." in [fact.content for fact in memory.list()]
        assert memory.search("Vespa").hits
        assert time.perf_counter() - start < 6, "a reader waited for a writer"
        writer.execute("ROLLBACK")
    assert memory.search("tuner").hits


def test_opening_does_not_wait_for_a_writer(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with holodream.open(path) as memory:
        memory.add("The Vespa is green.")
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        start = time.perf_counter()
        with holodream.open(path) as memory:
            assert memory.search("Vespa").hits
        assert time.perf_counter() - start < 6
        writer.execute("ROLLBACK")


def test_a_writer_waits_for_another_one_and_then_says_so(tmp_path: Path) -> None:
    database = Database(tmp_path / "memory.db", busy_seconds=0.3)
    with database.writing() as connection:
        connection.execute("CREATE TABLE t (x)")
    with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        start = time.perf_counter()
        with pytest.raises(holodream.StoreBusy, match="try again"), database.writing():
            pass
        assert 0.2 < time.perf_counter() - start < 5
        other.execute("ROLLBACK")
    with database.writing() as connection:
        connection.execute("INSERT INTO t VALUES (1)")
    database.close()


def _execute_and_raise(connection: sqlite3.Connection, sql: str, error: type[BaseException]) -> None:
    connection.execute(sql)
    raise error


def test_an_error_inside_a_transaction_leaves_none_open(tmp_path: Path) -> None:
    database = Database(tmp_path / "memory.db", busy_seconds=0.5)
    with database.writing() as connection:
        connection.execute("CREATE TABLE t (x)")
    for error in (ZeroDivisionError, KeyboardInterrupt):
        with pytest.raises(error), database.writing() as connection:
            _execute_and_raise(connection, "INSERT INTO t VALUES (1)", error)
        with pytest.raises(error), database.reading() as connection:
            _execute_and_raise(connection, "SELECT * FROM t", error)
    with closing(sqlite3.connect(tmp_path / "memory.db", timeout=0.1, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert other.execute("SELECT count(*) FROM t").fetchone() == (0,)
        other.execute("ROLLBACK")
    with database.writing() as connection:
        connection.execute("INSERT INTO t VALUES (2)")
    database.close()


def test_one_state_of_the_file_until_a_reading_ends(tmp_path: Path) -> None:
    database = Database(tmp_path / "memory.db")
    with database.writing() as connection:
        connection.execute("PRAGMA user_version")
        connection.execute("CREATE TABLE t (x)")
    with closing(sqlite3.connect(tmp_path / "memory.db")) as file:
        file.execute("PRAGMA journal_mode=WAL")
    with database.reading() as reader:
        assert reader.execute("SELECT count(*) FROM t").fetchone() == (0,)
        with database.writing() as writer:
            writer.execute("INSERT INTO t VALUES (1)")
        assert reader.execute("SELECT count(*) FROM t").fetchone() == (0,)
    with database.reading() as reader:
        assert reader.execute("SELECT count(*) FROM t").fetchone() == (1,)
    database.close()


# --- a writer dies ---


def test_a_killed_writer_leaves_a_sound_file_and_all_that_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    acknowledged: list[int] = []
    for name in range(3):
        process = start_python(_ADDING, path, name, 100_000)
        assert process.stdout
        acknowledged += [int(process.stdout.readline()) for _ in range(8 + 5 * name)]
        process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        rest, _ = process.communicate(timeout=30)
        acknowledged += [int(line) for line in rest.split("\n")[:-1] if line]
        with holodream.open(path) as memory:
            assert set(acknowledged) <= {fact.fact_id for fact in memory.list(limit=1000)}
        check_file(path)


def test_a_database_of_another_program_is_left_untouched(tmp_path: Path) -> None:
    """A slip of the finger must not put our tables into the host's own database."""
    path = tmp_path / "state.db"
    for columns in ("sessions (id TEXT)", "facts (statement TEXT)"):
        path.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as file:
            file.execute(f"CREATE TABLE {columns}")
        before = path.read_bytes()
        with pytest.raises(holodream.StoreUnreadable, match="another program"):
            holodream.open(path)
        assert path.read_bytes() == before


# --- who may read it ---


@pytest.mark.skipif(sys.platform == "win32", reason="other rights here")
def test_a_new_file_and_its_companions_are_private(tmp_path: Path) -> None:
    """Whatever the umask says."""
    (tmp_path / "link.db").symlink_to(tmp_path / "target.db")
    script = (
        "import os, sys, pathlib, holodream\nos.umask(0)\n"
        "with holodream.open(sys.argv[1]) as m:\n    m.add('The Vespa is green.')\n"
        "    print(*sorted(f'{p.name}:{p.stat().st_mode & 0o777:o}' for p in pathlib.Path(sys.argv[1]).parent.glob('*.db*') if not p.is_symlink()))"
    )
    assert run_python(script, tmp_path / "memory.db").split() == ["memory.db-shm:600", "memory.db-wal:600", "memory.db:600"]
    assert "target.db:600" in run_python(script, tmp_path / "link.db").split()


@pytest.mark.skipif(sys.platform == "win32", reason="other rights here")
def test_a_file_that_its_owner_shares_stays_shared(tmp_path: Path, open_memory: Opener) -> None:
    open_memory().close()
    (tmp_path / "memory.db").chmod(0o660)
    open_memory().add("The Vespa is green.")
    assert (tmp_path / "memory.db").stat().st_mode & 0o777 == 0o660


# --- a process forks ---

_FORKING = """
import os, sys, threading, time, holodream
memory = holodream.open(sys.argv[1])
memory.add("Πριν από όλα.")
child = os.fork()
who = "παιδί" if child == 0 else "γονιός"
for number in range(10):
    memory.add(f"Πράγμα {number}, {who}.")
    assert memory.search("πριν όλα").hits
memory.close()
if child == 0:
    sys.exit(0)
_, status = os.waitpid(child, 0)
print(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_parent_and_child_both_write_after_a_fork(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    assert run_python(_FORKING, path).split() == ["0"]
    with holodream.open(path) as memory:
        texts = {fact.content for fact in memory.list(limit=100)}
    assert texts == {"Πριν από όλα.", *(f"Πράγμα {number}, {who}." for number in range(10) for who in ("γονιός", "παιδί"))}
    check_file(path)


# --- the file goes away ---


def _remove(path: Path) -> None:
    for companion in ("", "-wal", "-shm"):
        path.with_name(path.name + companion).unlink(missing_ok=True)


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed here")
def test_a_deleted_file_is_begun_anew_or_reported_plainly(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    memory.add("The Vespa is green.")
    _remove(tmp_path / "memory.db")
    for act in (memory.list, lambda: memory.recall("Vespa"), lambda: memory.add("The tuner comes on Monday."), memory.list):
        assert "no such table" not in str(outcome(act)), "that tells nobody what to do"
    memory.close()
    with holodream.open(tmp_path / "memory.db") as again:
        assert again.add("The bakery closes at six.").status == "added"
    check_file(tmp_path / "memory.db")


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be replaced here")
def test_a_restored_backup_is_seen_and_written(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    memory.add("The Vespa is green.")
    memory.close()
    shutil.copy(tmp_path / "memory.db", tmp_path / "backup")
    memory = open_memory()
    memory.add("The tuner comes on Monday.")
    _remove(tmp_path / "memory.db")
    (tmp_path / "backup").replace(tmp_path / "memory.db")
    assert [fact.content for fact in memory.list()] == ["The Vespa is green."]
    memory.add("The bakery closes at six.")
    memory.close()
    check_file(tmp_path / "memory.db")
    with holodream.open(tmp_path / "memory.db") as again:
        assert {fact.content for fact in again.list()} == {"The Vespa is green.", "The bakery closes at six."}


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be replaced here")
def test_a_restored_backup_of_the_older_provider_is_upgraded(open_memory: Opener, tmp_path: Path) -> None:
    memory = open_memory()
    memory.add("The Vespa is green.")
    with OldProvider(tmp_path / "backup") as old:
        old.add("The tuner comes on Monday.")
    _remove(tmp_path / "memory.db")
    (tmp_path / "backup").replace(tmp_path / "memory.db")
    answer = outcome(memory.list)
    assert "The tuner comes on Monday." in str(answer) or isinstance(answer, holodream.StoreError)
    assert "no such table" not in str(answer), "that tells nobody what to do"
    memory.close()
    with holodream.open(tmp_path / "memory.db") as again:
        assert [fact.content for fact in again.list()] == ["The tuner comes on Monday."]


# --- letting go ---


def test_a_file_is_let_go_when_its_last_user_closes(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    one, other = holodream.open(path), holodream.open(path)
    one.add("The Vespa is green.")
    one.close()
    one.close()
    assert len(other.list()) == 1
    assert open_files(path)
    other.close()
    assert open_files(path) == []
    assert not path.with_name("memory.db-wal").exists(), "a clean end leaves one file"


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    memory = holodream.open(tmp_path / "memory.db")
    memory.close()
    for act in (memory.list, lambda: memory.recall("Vespa"), lambda: memory.add("The Vespa is green.")):
        with pytest.raises(holodream.StoreError, match="closed"):
            act()
    with holodream.open(tmp_path / "memory.db") as again:
        assert again.add("The Vespa is green.").status == "added"


def test_closing_while_others_read_is_no_accident(tmp_path: Path) -> None:
    memory = holodream.open(tmp_path / "memory.db")
    for number in range(20):
        memory.add(f"Thing {number} lies on the shelf.")
    unexpected: list[BaseException] = []

    def read() -> None:
        try:
            while True:
                memory.recall("Which thing lies on the shelf?")
        except holodream.StoreError:
            return
        except BaseException as error:  # noqa: BLE001 - reported below
            unexpected.append(error)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    memory.close()
    for thread in threads:
        thread.join()
    assert unexpected == []
    assert open_files(tmp_path / "memory.db") == []


def test_a_context_closes_after_an_error_too(tmp_path: Path) -> None:
    with pytest.raises(holodream.FactNotFound), holodream.open(tmp_path / "memory.db") as memory:
        memory.get(5)
    assert open_files(tmp_path / "memory.db") == []


def test_one_that_nobody_closed_leaves_no_connection_to_be_warned_of(tmp_path: Path) -> None:
    """Python warns of each from 3.13 on, and a warning is an error here."""
    database = Database(tmp_path / "memory.db")
    with database.writing() as connection:
        connection.execute("CREATE TABLE x (y)")
    assert open_files(tmp_path / "memory.db") != []
    del database, connection
    gc.collect()
    assert open_files(tmp_path / "memory.db") == []


def test_a_process_may_end_without_closing(tmp_path: Path) -> None:
    script = "import sys, holodream; print(holodream.open(sys.argv[1]).add('Κάτι νέο.').status)"
    done = subprocess.run([sys.executable, "-W", "error", "-c", script, tmp_path / "memory.db"], capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("added", "")
    check_file(tmp_path / "memory.db")


def test_no_error_quotes_a_stored_value(tmp_path: Path) -> None:
    with pytest.raises(holodream.StoreError) as told, errors_in_our_words(tmp_path / "memory.db"), closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("SELECT CAST(x'53656372657420746578742066666620ff' AS TEXT)").fetchone()
    shown = "".join(traceback.format_exception(told.value))
    assert "Secret text" not in shown
    assert "cannot be read" in shown
