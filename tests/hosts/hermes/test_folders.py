"""Folders made anew and removed: what is there stays until the new one is in its place, and what is not ours stays for good."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from holodream.errors import InvalidArgument
from holodream.hosts.hermes import folders

KIND = folders.Kind("test folder", frozenset({"ours", "more"}), lambda folder: (folder / "ours").is_file())


def filled(text: str) -> Callable[[Path], None]:
    def fill(folder: Path) -> None:
        folder.mkdir()
        (folder / "ours").write_text(text, encoding="utf-8")

    return fill


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that was made before."""
    return folders.made_anew(tmp_path / "place" / "folder", KIND, filled("old"))


def names(folder: Path) -> list[str]:
    return sorted(item.name for item in folder.parent.iterdir())


def test_the_new_one_takes_the_place_of_the_old_one(folder: Path) -> None:
    (folder / "more").write_text("left over", encoding="utf-8")
    assert folders.made_anew(folder, KIND, filled("new")) == folder
    assert [(item.name, item.read_text(encoding="utf-8")) for item in folder.iterdir()] == [("ours", "new")]
    assert names(folder) == ["folder"]


def test_the_old_one_is_whole_until_the_new_one_is_in_its_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever cannot put the new one in its place puts the old one back."""
    rename = Path.rename

    def refuse(self: Path, target: Path) -> Path:
        if self.name.endswith(".unfinished"):
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(PermissionError):
        folders.made_anew(folder, KIND, filled("new"))
    assert (folder / "ours").read_text(encoding="utf-8") == "old"
    assert names(folder) == ["folder"]


def test_an_old_one_that_cannot_be_deleted_does_no_harm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "rmtree", lambda *_arguments, **_more: None)
    folders.made_anew(folder, KIND, filled("new"))
    assert (folder / "ours").read_text(encoding="utf-8") == "new"


def test_what_a_process_left_that_died_is_swept(folder: Path) -> None:
    left = [folder.with_name(f".folder.{number}.{state}") for number, state in ((1, "unfinished"), (2, "old"))]
    at_work = folder.with_name(".folder.3.unfinished")
    others = folder.with_name(".other.4.unfinished")
    for place in (*left, at_work, others):
        place.mkdir()
    for place in (*left, others):
        os.utime(place, (1, 1))
    folders.made_anew(folder, KIND, filled("new"))
    assert names(folder) == [at_work.name, others.name, "folder"]


def test_a_process_that_died_between_the_two_renames_is_made_good(folder: Path) -> None:
    folder.rename(folder.with_name(".folder.1.old"))
    folders.made_anew(folder, KIND, filled("new"))
    assert (folder / "ours").read_text(encoding="utf-8") == "new"


def test_only_what_is_ours_is_removed(folder: Path, tmp_path: Path) -> None:
    (folder / "notes").write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidArgument, match="notes"):
        folders.remove(folder, KIND)
    assert (folder / "notes").read_text(encoding="utf-8") == "mine"
    (folder / "notes").unlink()
    link = tmp_path / "link"
    link.symlink_to(folder)
    with pytest.raises(InvalidArgument, match="no folder"):
        folders.remove(link, KIND)
    assert folders.remove(folder, KIND)
    assert not folders.remove(folder, KIND)
    assert names(folder) == []


def test_a_folder_of_somebody_else_beside_ours_stays(folder: Path) -> None:
    others = folder.with_name(".folder.2025-backup.old")
    others.mkdir()
    os.utime(others, (1, 1))
    folders.made_anew(folder, KIND, filled("new"))
    assert others.exists()
