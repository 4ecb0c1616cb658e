"""What a night leaves: private, whole, versioned; broken is never empty."""

from __future__ import annotations

import errno
import json
import os
import stat
import threading
from datetime import date, datetime, timezone
from pathlib import Path

import pytest

from holodream import ConfigError
from holodream.hosts.hermes import private_files
from holodream.hosts.hermes.night import state as night_state
from holodream.hosts.hermes.night.state import Kept
from holodream.night.state import EMPTY, reject

from ...support import start_python

NOW = datetime(2026, 11, 30, 3, 30, tzinfo=timezone.utc)
NIGHT = reject(EMPTY.as_mapping(), "0123456789abcdef", NOW.date())
DAMAGED = json.dumps({"version": 1, "night": {**NIGHT, "asked": []}, "told": {}}).encode()
WITHOUT_DAYS = json.dumps({"version": 1, "night": NIGHT, "told": {"a": 1}}).encode()


def test_it_comes_back(tmp_path: Path) -> None:
    assert night_state.read(tmp_path) == Kept()
    night_state.write(tmp_path, Kept(NIGHT, {"x": "2026-11-30"}))
    assert night_state.read(tmp_path) == Kept(NIGHT, {"x": "2026-11-30"})


@pytest.mark.skipif(os.name == "nt", reason="rights work differently here")
def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        night_state.write(tmp_path, Kept(NIGHT))
        night_state.write_diary(tmp_path, "## 2026-11-30\n\n- x\n", 1000, NOW)
    finally:
        os.umask(before)
    folder = tmp_path / "dreaming"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


@pytest.mark.skipif(os.name == "nt", reason="rights work differently here")
def test_a_file_that_others_could_read_is_made_private(tmp_path: Path) -> None:
    night_state.write(tmp_path, Kept(NIGHT))
    (tmp_path / "dreaming" / "state.json").chmod(0o644)
    night_state.write(tmp_path, Kept(NIGHT, {"x": "2026-11-30"}))
    assert stat.S_IMODE((tmp_path / "dreaming" / "state.json").stat().st_mode) == 0o600


def test_the_same_state_again_writes_nothing(tmp_path: Path) -> None:
    night_state.write(tmp_path, Kept(NIGHT))
    before = (tmp_path / "dreaming" / "state.json").stat()
    night_state.write(tmp_path, Kept(NIGHT))
    after = (tmp_path / "dreaming" / "state.json").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b'{"version": 2}',
        b'{"version": 1}',
        b'{"version": 1, "night": [], "told": {}}',
        b'{"version": 1, "night": {"version": 99}, "told": {}}',
        DAMAGED,
        WITHOUT_DAYS,
    ],
)
def test_a_broken_state_is_never_empty_silently(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "dreaming").mkdir()
    (tmp_path / "dreaming" / "state.json").write_bytes(content)
    assert night_state.read(tmp_path).problem
    aside = night_state.set_aside(tmp_path, NOW)
    assert aside.read_bytes() == content
    assert night_state.set_aside(tmp_path, NOW) == aside, "a night that died after it is not told from this one"
    night_state.write(tmp_path, Kept(NIGHT))
    assert night_state.read(tmp_path) == Kept(NIGHT)
    (tmp_path / "dreaming" / "state.json").write_bytes(b"again")
    assert night_state.set_aside(tmp_path, NOW) != aside
    assert aside.read_bytes() == content


def test_a_state_that_may_not_be_read_stops_the_night(tmp_path: Path) -> None:
    (tmp_path / "dreaming" / "state.json").mkdir(parents=True)
    with pytest.raises(ConfigError):
        night_state.read(tmp_path)


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    night_state.write(tmp_path, Kept(NIGHT))

    def fail(_: int) -> None:
        raise OSError("no space")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no space"):
        night_state.write(tmp_path, Kept({}, {}))
    assert night_state.read(tmp_path) == Kept(NIGHT)
    assert [path.name for path in (tmp_path / "dreaming").iterdir()] == ["state.json"]


# --- who was told ---


def test_people_are_told_of_a_trouble_once_in_a_while() -> None:
    kept = night_state.telling(Kept(), "trouble", date(2026, 11, 1), 7)
    assert night_state.was_told(kept, "trouble", date(2026, 11, 7), 7)
    assert not night_state.was_told(kept, "trouble", date(2026, 11, 8), 7)
    assert not night_state.was_told(kept, "another", date(2026, 11, 2), 7)
    assert list(night_state.telling(kept, "new", date(2027, 11, 1), 7).told) == ["new"]


# --- the diary ---


def test_the_diary(tmp_path: Path) -> None:
    path = tmp_path / "dreaming" / "DREAMS.md"
    for day in (28, 29):
        night_state.write_diary(tmp_path, f"## 2026-11-{day} (a)\n\n- night {day}\n", 1000, NOW)
    assert path.read_text(encoding="utf-8") == "# Dreams\n\n## 2026-11-28 (a)\n\n- night 28\n\n## 2026-11-29 (a)\n\n- night 29\n"
    before = path.stat()
    night_state.write_diary(tmp_path, "## 2026-11-29 (a)\n\n- night 29\n", 1000, NOW)
    assert path.stat().st_ino == before.st_ino
    night_state.write_diary(tmp_path, "## 2026-11-29 (b)\n\n- another\n", 1000, NOW)
    assert path.read_text(encoding="utf-8").count("2026-11-29") == 1
    night_state.write_diary(tmp_path, "## 2026-11-30 (c)\n\n- last\n", 60, NOW)
    assert "2026-11-28" not in path.read_text(encoding="utf-8")
    assert "- last" in path.read_text(encoding="utf-8")


def test_what_a_person_wrote_above_the_nights_stays(tmp_path: Path) -> None:
    (tmp_path / "dreaming").mkdir()
    (tmp_path / "dreaming" / "DREAMS.md").write_text("My notes\n", encoding="utf-8")
    night_state.write_diary(tmp_path, "## 2026-11-30 (c)\n\n- last\n", 1000, NOW)
    assert (tmp_path / "dreaming" / "DREAMS.md").read_text(encoding="utf-8") == "My notes\n\n## 2026-11-30 (c)\n\n- last\n"


def test_a_diary_that_is_no_text_is_kept_aside(tmp_path: Path) -> None:
    (tmp_path / "dreaming").mkdir()
    content = "# Träume\n".encode("latin-1")
    (tmp_path / "dreaming" / "DREAMS.md").write_bytes(content)
    assert not night_state.diary_is_text(tmp_path)
    night_state.write_diary(tmp_path, "## 2026-11-30 (c)\n\n- last\n", 1000, NOW)
    assert night_state.diary_is_text(tmp_path)
    [aside] = (tmp_path / "dreaming").glob("DREAMS.md.broken-*")
    assert aside.read_bytes() == content


# --- one at a time ---


@pytest.mark.skipif(os.name == "nt", reason="locks work differently here")
def test_a_folder_that_cannot_be_locked_is_no_other_night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def fail(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", fail)
    with pytest.raises(ConfigError, match="file system that can lock"), private_files.alone(tmp_path / "x", seconds=60):
        pass


def test_no_folder_is_made_where_there_is_no_home(tmp_path: Path) -> None:
    with pytest.raises(ConfigError), private_files.alone(tmp_path / "nothing" / "x", seconds=1):
        pass
    assert list(tmp_path.iterdir()) == []


def test_only_one_process_at_a_time(tmp_path: Path) -> None:
    with private_files.alone(tmp_path / "x", seconds=1), pytest.raises(private_files.NightUnderWay), private_files.alone(tmp_path / "x", seconds=0.1):
        pass


_DIES = """
import os, pathlib, sys
from holodream.hosts.hermes import private_files
folder = pathlib.Path(sys.argv[1])
os.fsync = lambda handle: os.kill(os.getpid(), 9)  # in the middle of a write
with private_files.alone(folder, seconds=1):
    private_files.write(folder / "state.json", "new")
"""


@pytest.mark.skipif(os.name == "nt", reason="signals work differently here")
def test_a_process_that_is_killed_in_the_middle(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text("old", encoding="utf-8")
    died = start_python(_DIES, tmp_path)
    died.communicate(timeout=60)
    assert died.returncode == -9
    assert (tmp_path / "state.json").read_text(encoding="utf-8") == "old"
    with private_files.alone(tmp_path, seconds=1):
        assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "state.json"]


def test_the_next_one_waits(tmp_path: Path) -> None:
    entered, order = threading.Event(), []

    def first() -> None:
        with private_files.alone(tmp_path / "x", seconds=1):
            entered.set()
            order.append("first")
            threading.Event().wait(0.2)
            order.append("first ends")

    thread = threading.Thread(target=first)
    thread.start()
    assert entered.wait(5)
    with private_files.alone(tmp_path / "x", seconds=5):
        order.append("second")
    thread.join()
    assert order == ["first", "first ends", "second"]
