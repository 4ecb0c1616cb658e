"""Making a folder of files anew: a folder of somebody else is left alone, and the old one goes only once the new one is complete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path


def made_anew(folder: Path, fill: Callable[[Path], None], *, is_ours: Callable[[Path], bool], at_the_top: frozenset[str], what: str) -> Path:
    """Fill a new folder and put it in the place of `folder`; returns that. SystemExit says what is in the way; then nothing changes.

    `fill` makes the folder that it is given. `at_the_top`: names of everything that it puts at the top; `what`: what such a folder is called.
    """
    _check_replaceable(folder, is_ours, at_the_top, what)
    folder.parent.mkdir(parents=True, exist_ok=True)
    unfinished = folder.with_name(f".{folder.name}.{os.getpid()}.unfinished")
    try:
        fill(unfinished)
        if folder.exists():
            shutil.rmtree(folder)
        unfinished.rename(folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return folder


def _check_replaceable(folder: Path, is_ours: Callable[[Path], bool], at_the_top: frozenset[str], what: str) -> None:
    if not folder.is_symlink() and not folder.exists():
        return
    if folder.is_symlink() or not folder.is_dir():
        raise SystemExit(f"{folder} is no folder; it was left alone. Give an empty or a new folder.")
    present = {item.name for item in folder.iterdir()}
    if present and not is_ours(folder):
        raise SystemExit(f"{folder} is not a {what} that this program built; it was left alone. Give an empty or a new folder.")
    if others := present - at_the_top:
        raise SystemExit(f"{folder} also holds {sorted(others)[0]}, which this program did not build; it was left alone. Move it away, or give a new folder.")
