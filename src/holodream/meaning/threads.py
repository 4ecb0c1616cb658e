"""Libraries for numbers with one thread: two on two busy cores wait for each other many times as long as they work."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_lock = threading.Lock()
_before: dict[str, str | None] = {}  # what the first of those inside found
_inside: list[object] = []


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Such libraries read how many threads they may start when they are loaded. Once nobody loads any more, the environment is as before."""
    me = object()
    with _lock:
        if not _inside:
            _before.update({name: os.environ.get(name) for name in _ONE_THREAD})
            os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
        _inside.append(me)
    try:
        yield
    finally:
        with _lock:
            _inside.remove(me)
            if not _inside:
                _restore()


def _restore() -> None:
    for name, value in _before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
