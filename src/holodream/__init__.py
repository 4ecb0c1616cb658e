"""holodream: long-term memory for chat agents. The public API; see docs/python.md.

Most names are imported when they are first used: a host imports this package at every start, whether memory is used or not.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

from .screen import Verdict, screen  # at once, or the package of this name would hide the function

if TYPE_CHECKING:
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
    from .language.names import Name, names
    from .memory import Memory
    from .results import Added, Changed, Confirmed, Duplicate, Explanation, Forgotten, Found, Hit, Imported, Merged, Rated, Similar
    from .store import History

__version__ = "0.1.0"

# Where each public name lives.
_HOMES = {
    "Config": "config",
    "ConfigError": "errors",
    "FactNotFound": "errors",
    "HolodreamError": "errors",
    "InvalidArgument": "errors",
    "StoreBusy": "errors",
    "StoreError": "errors",
    "StoreReadOnly": "errors",
    "StoreTooNew": "errors",
    "StoreUnreadable": "errors",
    "Memory": "memory",
    "Name": "language.names",
    "Added": "results",
    "Changed": "results",
    "Confirmed": "results",
    "Duplicate": "results",
    "Explanation": "results",
    "Forgotten": "results",
    "Found": "results",
    "History": "store",
    "Hit": "results",
    "Imported": "results",
    "Merged": "results",
    "Rated": "results",
    "Similar": "results",
    "names": "language.names",
}


def open(path: str | os.PathLike[str] | None = None, *, embeddings: str = "off", config: Config | None = None, scope: None = None) -> Memory:
    """Open a store of facts, making it when it is missing. `path` None is the default file (see docs/python.md)."""
    from .arguments import path as checked_path
    from .config import Config
    from .errors import ConfigError, InvalidArgument
    from .memory import Memory

    if config is not None and not isinstance(config, Config):
        raise InvalidArgument("config is a holodream.Config. Make one with holodream.Config(...) or Config.from_mapping(...).")
    if embeddings != "off":
        raise ConfigError(f"embeddings: {embeddings!r} is not allowed. Allowed: off.")
    if scope is not None:
        raise ConfigError("scope: only None (the profile's one store) is allowed here.")
    return Memory(checked_path(path), config)


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])


__all__ = [
    "Added",
    "Changed",
    "Config",
    "ConfigError",
    "Confirmed",
    "Duplicate",
    "Explanation",
    "FactNotFound",
    "Forgotten",
    "Found",
    "History",
    "Hit",
    "HolodreamError",
    "Imported",
    "InvalidArgument",
    "Memory",
    "Merged",
    "Name",
    "Rated",
    "Similar",
    "StoreBusy",
    "StoreError",
    "StoreReadOnly",
    "StoreTooNew",
    "StoreUnreadable",
    "Verdict",
    "names",
    "open",
    "screen",
]
