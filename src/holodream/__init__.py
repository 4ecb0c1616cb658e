"""holodream: long-term memory for chat agents. The public API; see docs/python.md."""

from __future__ import annotations

import os
from pathlib import Path

from .config import Config
from .errors import (
    ConfigError,
    FactNotFound,
    HolodreamError,
    InvalidArgument,
    StoreBusy,
    StoreError,
    StoreReadOnly,
    StoreTooNew,
    StoreUnreadable,
)
from .memory import Memory
from .results import Added, Changed, Explanation, Found, Hit, Rated, Similar
from .screen import Verdict, screen

__version__ = "0.1.0"


def open(path: str | os.PathLike[str] | None = None, *, embeddings: str = "off", config: Config | None = None, scope: None = None) -> Memory:  # noqa: A001
    """Open a store of facts, making it when it is missing. `path` None is the default file (see docs/python.md)."""
    if embeddings != "off":
        raise ConfigError(f"embeddings: {embeddings!r} is not allowed. Allowed: off.")
    if scope is not None:
        raise ConfigError("scope: only None (the profile's one store) is allowed here.")
    return Memory(None if path is None else Path(path), config)


__all__ = [
    "Added", "Changed", "Config", "ConfigError", "Explanation", "FactNotFound", "Found", "Hit", "HolodreamError", "InvalidArgument",
    "Memory", "Rated", "Similar", "StoreBusy", "StoreError", "StoreReadOnly", "StoreTooNew", "StoreUnreadable", "Verdict", "open", "screen",
]  # fmt: skip
