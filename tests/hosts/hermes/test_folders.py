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
    assert folders.made_anew(folder, KIND, filled("new")) == folder
    assert {item.name: item.read_text(encoding="utf-8") for item in folder.iterdir()} == {"ours": "new", folders.RECORD: "ours\n"}
    assert names(folder) == ["folder"]


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("notes", True),
        ("more/notes", True),
        ("skills/mine/notes.md", True),
        ("notes", False),
        ("skills/mine/notes.md", False),
    ],  # False: made before there were lists
)
def test_what_somebody_put_into_it_is_left_alone_at_any_depth(folder: Path, name: str, listed: bool) -> None:
    if not listed:
        (folder / folders.RECORD).unlink()
    theirs = folder / name
    theirs.parent.mkdir(parents=True, exist_ok=True)
    theirs.write_text("mine", encoding="utf-8")
    for do in (lambda: folders.made_anew(folder, KIND, filled("new")), lambda: folders.remove(folder, KIND)):
        with pytest.raises(InvalidArgument, match=f"also holds {name}, which this program did not make"):
            do()
    assert theirs.read_text(encoding="utf-8") == "mine"
    assert (folder / "ours").read_text(encoding="utf-8") == "old"


def test_a_link_to_elsewhere_is_left_alone(folder: Path, tmp_path: Path) -> None:
    (folder / "elsewhere").symlink_to(tmp_path)
    with pytest.raises(InvalidArgument, match="elsewhere"):
        folders.remove(folder, KIND)


def test_what_python_and_systems_add_does_not_count(folder: Path) -> None:
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "ours.pyc").write_bytes(b"")
    (folder / ".DS_Store").write_bytes(b"")
    assert folders.remove(folder, KIND)
    assert names(folder) == []


@pytest.mark.parametrize("state", ["unfinished", "old"])
def test_what_a_process_with_our_number_left_is_swept_at_once(folder: Path, state: str) -> None:
    """In a container every process may have the same number."""
    for do in (lambda: folders.made_anew(folder, KIND, filled("new")), lambda: folders.remove(folder, KIND)):
        filled("half")(folder.with_name(f".folder.{os.getpid()}.{state}"))
        do()
    assert names(folder) == []


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
