"""Where the file of facts lies when nobody says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

import holodream
from holodream.paths import FILE_NAME, default_store


def test_in_the_home_of_a_host(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HERMES_HOME", str(tmp_path))
    assert default_store() == tmp_path / "memory_store.db"
    with holodream.open() as memory:
        memory.add("The Vespa is green.")
    assert (tmp_path / FILE_NAME).is_file()


@pytest.mark.parametrize("value", ["", None])
def test_else_in_the_folder_for_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, value: str | None) -> None:
    if value is None:
        monkeypatch.delenv("HERMES_HOME", raising=False)
    else:
        monkeypatch.setenv("HERMES_HOME", value)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_store() == tmp_path / "holodream" / FILE_NAME
    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_store() == tmp_path / ".local" / "share" / "holodream" / FILE_NAME


def test_the_first_use_makes_its_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody made …/holodream before; an installation must work at once. Only the default's own folder is made."""
    monkeypatch.delenv("HERMES_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    with holodream.open() as memory:
        assert memory.add("The Vespa is green.").status == "added"


def test_each_system_has_its_own_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HERMES_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "darwin")
    assert default_store() == tmp_path / "Library" / "Application Support" / "holodream" / FILE_NAME
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    assert default_store() == tmp_path / "Local" / "holodream" / FILE_NAME


def test_the_home_is_read_when_it_is_needed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("one", "other"):
        monkeypatch.setenv("HERMES_HOME", str(tmp_path / name))
        assert default_store().parent.name == name
