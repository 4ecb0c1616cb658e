"""One store a file and process: many agents of one process share its connections and its lock.

A file whose disk hangs while it is opened or closed holds up nobody who wants another file.
"""

from __future__ import annotations

import threading
from pathlib import Path

from .records import Indexer, Progress
from .store import Store


class _Shared:
    """A file that somebody uses; the store is there once it was opened."""

    def __init__(self) -> None:
        self.opening = threading.Lock()
        self.store: Store | None = None
        self.users = 0


_shared: dict[Path, _Shared] = {}
_lock = threading.Lock()  # never held while a file is touched


def shared_store(path: Path, indexer: Indexer, *, progress: Progress | None = None) -> Store:
    """The one Store of this process for a file. Give it back with `release`."""
    key = path.absolute()
    with _lock:
        shared = _shared.setdefault(key, _Shared())
        shared.users += 1
    try:
        with shared.opening:
            if shared.store is None:
                shared.store = Store(key, indexer, progress=progress)
            return shared.store
    except BaseException:
        with _lock:
            _leave(key, shared)
        raise


def release(store: Store) -> None:
    """One user of a shared store is done; the last one closes it."""
    with _lock:
        shared = _shared.get(store.path)
        last = shared is None or shared.store is not store or _leave(store.path, shared)
    if last:
        store.close()


def close_shared(below: Path) -> int:
    """Close every shared store below a folder, whoever uses it; returns how many."""
    with _lock:
        paths = [path for path in _shared if path.is_relative_to(below.absolute())]
        gone = [store for path in paths if (store := _shared.pop(path).store) is not None]
    for store in gone:
        store.close()
    return len(gone)


def _leave(path: Path, shared: _Shared) -> bool:
    """One user less; True when it was the last one."""
    shared.users -= 1
    if shared.users == 0 and _shared.get(path) is shared:
        del _shared[path]
    return shared.users == 0
