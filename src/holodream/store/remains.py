"""Whether the bytes of a file of facts still hold a piece of a forgotten text that no other fact has.

A small file is copied in memory. Doing so with a large one would hold up all other threads, so its bytes are read: through a handle that
stays open, as POSIX systems drop every lock that this process has on a file when any handle of it is closed here, SQLite's too.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from io import FileIO
from pathlib import Path

_PIECE = 24  # bytes: a shorter piece of a sentence may be anybody's
_WINDOW = 1 << 20  # bytes that are looked at together, so that other threads are not held up
_LARGE = 8 << 20  # bytes of a file
_handles: dict[tuple[int, int], FileIO] = {}  # of large files in which something was forgotten, by device and number
_lock = threading.Lock()


def holds_piece(connection: sqlite3.Connection, path: Path, texts: Sequence[str]) -> bool:
    """Whether a piece of a text that no fact has any more is left in the file. True also when the bytes cannot be looked at."""
    pieces = list(dict.fromkeys(piece for text in texts for piece in _pieces(text.encode())))
    if path.stat().st_size > _LARGE:
        windows = _read(path)
    elif hasattr(connection, "serialize"):
        windows = _copied(connection)
    else:  # this build of SQLite cannot show its bytes
        return True
    return any(not _is_elsewhere(connection, piece) for piece in _found(windows, pieces))


def _found(windows: Iterable[bytes], pieces: Sequence[bytes]) -> Iterator[bytes]:
    """The pieces that are there, each once."""
    left = list(pieces)
    for window in windows:
        here = [piece for piece in left if piece in window]
        if here:
            left = [piece for piece in left if piece not in here]
            yield from here
        if not left:
            return


def _copied(connection: sqlite3.Connection) -> Iterator[bytes]:
    data = connection.serialize()
    for begin in range(0, len(data), _WINDOW):
        yield data[begin : begin + _WINDOW + _PIECE]


def _read(path: Path) -> Iterator[bytes]:
    with _lock:
        handle = _handle(path)
        try:
            for begin in range(0, path.stat().st_size, _WINDOW):
                handle.seek(begin)
                yield handle.read(_WINDOW + _PIECE)
        finally:
            if os.name == "nt":  # there locks belong to a handle, and an open one would keep the file from being deleted
                handle.close()


def _handle(path: Path) -> FileIO:
    """The open handle of a file; a new one where the path is another file by now."""
    status = path.stat()
    key = (status.st_dev, status.st_ino)
    handle = _handles.get(key)
    if handle is None or handle.closed:
        handle = _handles[key] = path.open("rb", buffering=0)
    return handle


def _is_elsewhere(connection: sqlite3.Connection, piece: bytes) -> bool:
    """Whether another fact has this piece of a text too."""
    return connection.execute("SELECT 1 FROM fact_versions WHERE instr(CAST(content AS BLOB), ?) LIMIT 1", (piece,)).fetchone() is not None


def _pieces(text: bytes) -> Iterator[bytes]:
    """Pieces of a text so close that no stretch of twice their length escapes; of a short text the whole."""
    if len(text) <= _PIECE:
        yield text
        return
    for begin in range(0, len(text) - _PIECE + 1, _PIECE):
        yield text[begin : begin + _PIECE]
