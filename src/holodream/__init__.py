"""holodream: long-term memory for chat agents. The public API; see docs/python.md.

Most names are imported when they are first used: a host imports this package at every start, whether memory is used or not.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .config import Config
    from .statements.corroboration import corroborates
    from .statements.sameness import same_statement
    from .statements.verdicts import Pair, Similarity
    from .errors import (
        ConfigError,
        FactNotFound,
        HolodreamError,
        InvalidArgument,
        ServerError,
        ServerRefused,
        ServerResting,
        ServerTooSlow,
        ServerUnreachable,
        ServerUnusable,
        StoreBusy,
        StoreError,
        StoreReadOnly,
        StoreTooNew,
        StoreUnreadable,
    )
    from .language.names import Name, names
    from .memory import Memory
    from .results import (
        Added,
        Changed,
        Confirmed,
        Contradiction,
        Duplicate,
        Explanation,
        Forgotten,
        Found,
        Hit,
        Imported,
        Merged,
        Named,
        Rated,
        Related,
        Similar,
        Unnamed,
    )
    from .screen import Verdict, screen
    from .store import Entity, History

__version__ = "0.1.0"

# Where each public name lives.
_HOMES = {
    "Config": "config",
    "ConfigError": "errors",
    "FactNotFound": "errors",
    "HolodreamError": "errors",
    "InvalidArgument": "errors",
    "ServerError": "errors",
    "ServerRefused": "errors",
    "ServerResting": "errors",
    "ServerTooSlow": "errors",
    "ServerUnreachable": "errors",
    "ServerUnusable": "errors",
    "StoreBusy": "errors",
    "StoreError": "errors",
    "StoreReadOnly": "errors",
    "StoreTooNew": "errors",
    "StoreUnreadable": "errors",
    "Memory": "memory",
    "Name": "language.names",
    "Pair": "statements.verdicts",
    "Similarity": "statements.verdicts",
    "corroborates": "statements.corroboration",
    "same_statement": "statements.sameness",
    "Added": "results",
    "Changed": "results",
    "Confirmed": "results",
    "Contradiction": "results",
    "Duplicate": "results",
    "Entity": "store",
    "Explanation": "results",
    "Forgotten": "results",
    "Found": "results",
    "History": "store",
    "Hit": "results",
    "Imported": "results",
    "Merged": "results",
    "Named": "results",
    "Rated": "results",
    "Related": "results",
    "Similar": "results",
    "Unnamed": "results",
    "Verdict": "screen",
    "names": "language.names",
    "screen": "screen",  # the function; the package of this name may be called too
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
    "Contradiction",
    "Duplicate",
    "Entity",
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
    "Named",
    "Pair",
    "Rated",
    "Related",
    "ServerError",
    "ServerRefused",
    "ServerResting",
    "ServerTooSlow",
    "ServerUnreachable",
    "ServerUnusable",
    "Similar",
    "Similarity",
    "StoreBusy",
    "StoreError",
    "StoreReadOnly",
    "StoreTooNew",
    "StoreUnreadable",
    "Unnamed",
    "Verdict",
    "corroborates",
    "names",
    "open",
    "same_statement",
    "screen",
]
