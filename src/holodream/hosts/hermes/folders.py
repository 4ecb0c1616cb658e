"""Folders that this program makes, replaces and removes as a whole: one of somebody else, or with something of somebody else in it, is left alone.

An older folder goes only once the new one is in its place. What a process left that died in the middle goes with a later try.
"""

from __future__ import annotations

import glob
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...errors import InvalidArgument

_UNFINISHED, _OLD = "unfinished", "old"
_STALE_SECONDS = 3600.0  # no build takes as long, so nobody is at it any more


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of folder: what people call it, names of everything that may lie at its top, and how one that is there is known to be ours."""

    what: str
    at_the_top: frozenset[str]
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
        _exchange(folder, unfinished)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return folder


def remove(folder: Path, kind: Kind) -> bool:
    """Remove a folder; False when it is not there. InvalidArgument, and nothing changes, when something in it is not ours."""
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
    present = {item.name for item in folder.iterdir()}
    if present and not kind.is_ours(folder):
        raise InvalidArgument(f"{folder} is not a {kind.what} that this program made; it was left alone. Give an empty or a new folder, or move that away.")
    if others := present - kind.at_the_top:
        raise InvalidArgument(f"{folder} also holds {min(others)}, which this program did not make; it was left alone. Move {min(others)} away first.")


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
    """Remove what processes left that died while they were at this folder."""
    for state in (_UNFINISHED, _OLD):
        for left in folder.parent.glob(f".{glob.escape(folder.name)}.*.{state}"):
            pid = left.name.removeprefix(f".{folder.name}.").removesuffix(f".{state}")
            if pid.isdecimal() and left.is_dir() and not left.is_symlink() and time.time() - left.stat().st_mtime > _STALE_SECONDS:
                shutil.rmtree(left, ignore_errors=True)
