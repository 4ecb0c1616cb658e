"""Files that are written whole or not at all, for their owner alone."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote

UNFINISHED = ".unfinished"  # how the names of files end that are being written
_SILENCE = 3600.0  # seconds after which a file that nobody writes to is taken for left behind


@contextlib.contextmanager
def written_whole(path: Path, *, keep_rights: bool = False) -> Iterator[BinaryIO]:
    """A file to write into, which takes its place under `path` at the end of the block and survives a power cut from then on.

    When the block fails, what lay there stays. Only the owner may read it, unless `keep_rights` gives it those of the file that it replaces.
    OSError as the system gives it.
    """
    unfinished = unfinished_name(path)
    try:
        with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if keep_rights and path.exists():
            shutil.copymode(path, unfinished)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    _settle(path.parent)


def file_uri(path: Path) -> str:
    """The address of a file, as `Path.as_uri` gives it; that one loads a web client from Python 3.14 on."""
    name = os.fsencode(path.absolute().as_posix())
    return "file://" + quote(name if name.startswith(b"/") else b"/" + name)


def unfinished_name(target: Path) -> Path:
    """The name under which this thread writes a file before it gets its own. What a writer that is gone left under such a name is removed."""
    for left in target.parent.glob(f"{glob.escape(target.name)}.*{UNFINISHED}*"):  # a database has companions
        pid, thread = left.name.removeprefix(f"{target.name}.").split(".")[:2]
        if pid.isdecimal() and not _lives(int(pid), thread, left):
            left.unlink(missing_ok=True)
    own = target.with_name(f"{target.name}.{os.getpid()}.{threading.get_ident()}{UNFINISHED}")
    own.unlink(missing_ok=True)
    return own


def _lives(pid: int, thread: str, left: Path) -> bool:
    """Whether the thread of the process may still be writing the file."""
    if pid == os.getpid():
        return any(str(each.ident) == thread for each in threading.enumerate())
    if os.name == "nt":  # there a process cannot be asked without harm
        with contextlib.suppress(FileNotFoundError):  # finished in the meantime
            return time.time() - left.stat().st_mtime < _SILENCE
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # somebody else's
        return True
    return True


def _settle(folder: Path) -> None:
    """Make the new name in a folder last through a power cut, where the system can: the file is written either way."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):  # a folder that may not be read, a file system that cannot do it
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
