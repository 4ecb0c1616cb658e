"""Files of the night: for their owner alone, written whole or not at all, by one process at a time."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from ...errors import HolodreamError

_UNFINISHED = ".unfinished"
_REST = 0.05  # seconds between two tries to get the lock


class NightUnderWay(HolodreamError):
    """Another process keeps the files of the night; nothing was done."""


def make_folder(folder: Path) -> None:
    """Make a folder for its owner alone, when it is missing."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def write(path: Path, text: str) -> None:
    """Put a text into a file, whole or not at all; a file that holds it already is left alone. Whatever rights it had, only its owner may read it."""
    data = text.encode("utf-8")
    make_folder(path.parent)
    handle, unfinished = tempfile.mkstemp(prefix=f".{path.name}.", suffix=_UNFINISHED, dir=path.parent)  # mkstemp gives 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(unfinished).replace(path)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Make the new name in a folder last through a power cut, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def set_aside(path: Path, now: datetime) -> Path:
    """Give a broken file another name; an earlier one that was set aside is not overwritten."""
    base = f"{path.name}.broken-{now:%Y%m%dT%H%M%S}"
    target = path.with_name(base)
    number = 1
    while target.exists():
        number += 1
        target = path.with_name(f"{base}-{number}")
    path.rename(target)
    with contextlib.suppress(OSError):  # on file systems without rights
        target.chmod(0o600)
    return target


@contextlib.contextmanager
def alone(folder: Path, *, seconds: float) -> Iterator[None]:
    """Keep other processes out until the block ends; the system lets go when this one dies. NightUnderWay after `seconds`."""
    make_folder(folder)
    handle = os.open(folder / ".lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        deadline = time.monotonic() + seconds
        while not _locked(handle):
            if time.monotonic() >= deadline:
                raise NightUnderWay(f"Another night is under way in {folder}. Nothing was done; try again in a moment.")
            time.sleep(_REST)
        for left in folder.glob(f".*{_UNFINISHED}"):  # by a process that died while it wrote
            left.unlink(missing_ok=True)
        yield
    finally:
        os.close(handle)  # which also unlocks


if os.name == "nt":  # pragma: no cover - the other half of each system
    import msvcrt

    def _locked(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
