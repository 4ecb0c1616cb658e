"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from holodream.files import UNFINISHED, file_uri, unfinished_name, written_whole


def test_a_file_takes_its_place_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    with written_whole(path) as file:
        file.write(b"new")
        assert not path.exists()
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [item.name for item in tmp_path.iterdir()] == ["x.txt"]


def test_a_block_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"old")

    def half() -> None:
        with written_whole(path) as file:
            file.write(b"ne")
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        half()
    assert path.read_bytes() == b"old"
    assert [item.name for item in tmp_path.iterdir()] == ["x.txt"]


@pytest.mark.parametrize(("keep", "rights"), [(True, 0o644), (False, 0o600)])
def test_the_rights_of_the_file_before(tmp_path: Path, keep: bool, rights: int) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"old")
    path.chmod(0o644)
    with written_whole(path, keep_rights=keep) as file:
        file.write(b"new")
    assert path.stat().st_mode & 0o777 == rights


def test_what_a_dead_process_left_goes_and_what_a_living_one_writes_stays(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left = [tmp_path / f"x.db.{dead.pid}.7{UNFINISHED}{ending}" for ending in ("", "-journal")]
    living, other = tmp_path / f"x.db.{os.getppid()}.7{UNFINISHED}", tmp_path / f"y.db.{dead.pid}.7{UNFINISHED}"
    for path in (*left, living, other):
        path.touch()
    unfinished_name(tmp_path / "x.db")
    assert set(tmp_path.iterdir()) == {living, other}


def test_what_a_thread_that_ended_left_goes(tmp_path: Path) -> None:
    """The process goes on: nobody else would ever remove it."""
    ended = threading.Thread(target=lambda: None)
    ended.start()
    ended.join()
    living, writing, stop = tmp_path / "x.db", threading.Thread(target=lambda: stop.wait(20)), threading.Event()
    writing.start()
    left, written = (tmp_path / f"x.db.{os.getpid()}.{thread.ident}{UNFINISHED}" for thread in (ended, writing))
    left.touch()
    written.touch()
    unfinished_name(living)
    stop.set()
    writing.join()
    assert list(tmp_path.iterdir()) == [written]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="for this user every folder can be read")
def test_a_folder_that_may_only_be_written_to(tmp_path: Path) -> None:
    """The file is there: to say that it failed would be wrong."""
    tmp_path.chmod(0o300)
    try:
        with written_whole(tmp_path / "x.txt") as file:
            file.write(b"new")
        assert (tmp_path / "x.txt").read_bytes() == b"new"
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize("name", ["x.db", "a b#c?d%e.db", "ключ ü.db", "-~._.db"])
def test_the_address_of_a_file(tmp_path: Path, name: str) -> None:
    assert file_uri(tmp_path / name) == (tmp_path / name).as_uri()
    with contextlib.closing(sqlite3.connect(f"{file_uri(tmp_path / name)}?mode=rwc", uri=True)) as connection:
        connection.execute("CREATE TABLE x (y)")
    assert [path.name for path in tmp_path.iterdir()] == [name]
