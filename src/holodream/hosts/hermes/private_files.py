"""Files of the night: for their owner alone, written whole or not at all, by one process at a time."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from ...errors import ConfigError, HolodreamError
from ...files import UNFINISHED, written_whole

_REST = 0.05  # seconds between two tries to get the lock


class NightUnderWay(HolodreamError):
    """Another process keeps the files of the night; nothing was done."""


def make_folder(folder: Path) -> None:
    """Make a folder for its owner alone, when it is missing."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def write(path: Path, text: str) -> None:
    """Put a text into a file, whole or not at all. Whatever rights an earlier file of that name had, only its owner may read this one."""
    _write(path, text.encode("utf-8"))


def _write(path: Path, data: bytes) -> None:
    make_folder(path.parent)
    with written_whole(path) as file:
        file.write(data)


def set_aside(path: Path, now: datetime) -> Path:
    """Keep a broken file under another name too; an earlier one that was set aside is not overwritten.

    The file itself stays until a sound one takes its place, so that whoever dies between the two leaves a file that is still seen to be broken.
    """
    content = path.read_bytes()
    for earlier in path.parent.glob(f"{path.name}.broken-*"):
        if earlier.is_file() and earlier.read_bytes() == content:  # by a night that died then
            return earlier
    base = f"{path.name}.broken-{now:%Y%m%dT%H%M%S}"
    target = path.with_name(base)
    number = 1
    while target.exists():
        number += 1
        target = path.with_name(f"{base}-{number}")
    _write(target, content)
    return target


@contextlib.contextmanager
def alone(folder: Path, *, seconds: float) -> Iterator[None]:
    """Keep other processes out until the block ends; the system lets go when this one dies.

    NightUnderWay when another one is still at work after `seconds`, ConfigError where nothing can be locked.
    """
    try:
        folder.mkdir(exist_ok=True, mode=0o700)  # and nothing above it: a home that does not exist is not made
        handle = os.open(folder / ".lock", os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise _unusable(folder, error, "Mend its rights") from error
    try:
        _wait_for_lock(folder, handle, time.monotonic() + seconds)
        for left in folder.glob(f"*{UNFINISHED}"):  # by a process that died while it wrote
            left.unlink(missing_ok=True)
        yield
    finally:
        os.close(handle)  # which also unlocks


def _wait_for_lock(folder: Path, handle: int, deadline: float) -> None:
    try:
        while not _locked(handle):
            if time.monotonic() >= deadline:
                raise NightUnderWay(f"Another night is under way in {folder}. Nothing was done; try again in a moment.")
            time.sleep(_REST)
    except OSError as error:
        raise _unusable(folder, error, "Put the home on a file system that can lock files") from error


def _unusable(folder: Path, error: OSError, what_to_do: str) -> ConfigError:
    return ConfigError(f"{folder} cannot be locked ({error.strerror or type(error).__name__}). {what_to_do}; until then no night is dreamt.")


if os.name == "nt":  # pragma: no cover - the other half of each system
    import msvcrt

    def _locked(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EDEADLK):  # what a lock of another process looks like here
                raise
            return False
        return True

else:
    import fcntl

    def _locked(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
