"""Folders that this program makes, replaces and removes as a whole: one of somebody else, or with something of somebody else in it, is left alone.

Each holds a list of the files that were made, so that one of somebody else is known however deep it lies. An older folder goes only once
the new one is in its place. What a process left that died in the middle goes with a later try.
"""

from __future__ import annotations

import glob
import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ...errors import InvalidArgument

RECORD = "files.txt"  # the list, at the top
_UNFINISHED, _OLD = "unfinished", "old"
_OF_NOBODY = frozenset({"__pycache__", ".DS_Store", "Thumbs.db", "desktop.ini"})  # what Python and systems put anywhere
_STALE_SECONDS = 3600.0  # no build takes as long, so nobody is at it any more


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of folder: what people call it, the files and folders in it that are ours as a whole where no list tells, how one is known to be ours."""

    what: str
    parts: frozenset[str]
    is_ours: Callable[[Path], bool]


def made_anew(folder: Path, kind: Kind, fill: Callable[[Path], None]) -> Path:
    """Let `fill` make a new folder and put that in the place of `folder`; returns this. InvalidArgument says what is in the way.

    Whatever fails, the older folder stays as it was.
    """
    check(folder, kind)
    folder.parent.mkdir(parents=True, exist_ok=True)
    _sweep(folder)
    unfinished = _beside(folder, _UNFINISHED)
    try:
        fill(unfinished)
        _write_record(unfinished)
        _exchange(folder, unfinished)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return folder


def remove(folder: Path, kind: Kind) -> bool:
    """Remove a folder; False when it is not there. InvalidArgument, and nothing changes, when something in it is not ours."""
    _sweep(folder)
    if not folder.is_symlink() and not folder.exists():
        return False
    check(folder, kind)
    old = _set_aside(folder)  # at once, so that nobody meets a half of it
    shutil.rmtree(old)
    return True


def check(folder: Path, kind: Kind) -> None:
    """InvalidArgument when there is something else in the place of a folder of ours."""
    if not folder.is_symlink() and not folder.exists():
        return
    if folder.is_symlink() or not folder.is_dir():
        raise InvalidArgument(f"{folder} is no folder; it was left alone. Give an empty or a new folder, or move that away.")
    if any(folder.iterdir()) and not kind.is_ours(folder):
        raise InvalidArgument(f"{folder} is not a {kind.what} that this program made; it was left alone. Give an empty or a new folder, or move that away.")
    if other := min(_others(folder, kind), default=None):
        raise InvalidArgument(f"{folder} also holds {other}, which this program did not make; it was left alone. Move {other} away first.")


def contents(folder: Path) -> list[str]:
    """Files and links of a folder, as paths below it: all that somebody put there, neither the list nor what Python or a system adds."""
    found = []
    for place, inner, files in os.walk(folder):
        links = [name for name in inner if (Path(place) / name).is_symlink()]
        inner[:] = [name for name in inner if name not in _OF_NOBODY]
        found += [(Path(place) / name).relative_to(folder).as_posix() for name in (*files, *links) if name not in _OF_NOBODY]
    return sorted(set(found) - {RECORD})


def _write_record(folder: Path) -> None:
    (folder / RECORD).write_text("".join(f"{name}\n" for name in contents(folder)), encoding="utf-8")


def _others(folder: Path, kind: Kind) -> Iterator[str]:
    """What is not ours."""
    record = folder / RECORD
    ours = frozenset(record.read_text(encoding="utf-8", errors="replace").splitlines()) if record.is_file() else None
    for name in contents(folder):
        known = name in ours if ours is not None else any(PurePosixPath(name).is_relative_to(part) for part in kind.parts)
        if not known:
            yield name


def _exchange(folder: Path, new: Path) -> None:
    if not folder.exists():
        new.rename(folder)
        return
    old = _set_aside(folder)
    try:
        new.rename(folder)
    except OSError:
        old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)  # what cannot go yet is swept later


def _set_aside(folder: Path) -> Path:
    old = _beside(folder, _OLD)
    os.utime(folder)  # so that nobody else takes it for stale
    return folder.rename(old)


def _beside(folder: Path, state: str) -> Path:
    return folder.with_name(f".{folder.name}.{os.getpid()}.{state}")


def _sweep(folder: Path) -> None:
    """Remove what processes left that died while they were at this folder, one with the number of this process among them."""
    for state in (_UNFINISHED, _OLD):
        for left in folder.parent.glob(f".{glob.escape(folder.name)}.*.{state}"):
            pid = left.name.removeprefix(f".{folder.name}.").removesuffix(f".{state}")
            if pid.isdecimal() and left.is_dir() and not left.is_symlink() and (int(pid) == os.getpid() or _is_stale(left)):
                shutil.rmtree(left, ignore_errors=True)


def _is_stale(folder: Path) -> bool:
    return time.time() - folder.stat().st_mtime > _STALE_SECONDS
