"""Libraries for numbers with one thread: two on two busy cores wait for each other many times as long as they work."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Such libraries read how many threads they may start when they are loaded. The environment is as before afterwards."""
    before = {name: os.environ.get(name) for name in _ONE_THREAD}
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
