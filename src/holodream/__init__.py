"""holodream: long-term memory for chat agents. The public API; see docs/python.md.

Most names are imported when they are first used: a host imports this package at every start, whether memory is used or not.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .config import Config
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
    from .extract import Statement, extract
    from .language.names import Name, names
    from .memory import Memory
    from .night import night
    from .night.inputs import MemoryFile, NightFact, NightInputs, QueuedWrite, Utterance
    from .night.report import Report
    from .night.settings import NightConfig
    from .results import (
        Added,
        Changed,
        Confirmed,
        Contradiction,
        Duplicate,
        Embedded,
        Explanation,
        Forgotten,
        Found,
        Hit,
        Imported,
        Merged,
        Named,
        Rated,
        Related,
        Reported,
        Similar,
        Unnamed,
    )
    from .scope import Scope
    from .screen import Verdict, screen
    from .servers.settings import EmbeddingServer, RerankServer
    from .statements.corroboration import corroborates
    from .statements.sameness import same_statement
    from .statements.verdicts import Pair, Similarity
    from .store import Entity, History
    from .store.deliveries import Delivery

__version__ = "0.1.0"

# Where each public name lives.
_HOMES = {
    "Config": "config",
    "ConfigError": "errors",
    "FactNotFound": "errors",
    "HolodreamError": "errors",
    "InvalidArgument": "errors",
    "MemoryFile": "night.inputs",
    "NightConfig": "night.settings",
    "NightFact": "night.inputs",
    "NightInputs": "night.inputs",
    "QueuedWrite": "night.inputs",
    "Report": "night.report",
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
    "Embedded": "results",
    "EmbeddingServer": "servers.settings",
    "Delivery": "store.deliveries",
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
    "Reported": "results",
    "RerankServer": "servers.settings",
    "Similar": "results",
    "Scope": "scope",
    "Statement": "extract",
    "extract": "extract",  # the function; see screen
    "Unnamed": "results",
    "Utterance": "night.inputs",
    "Verdict": "screen",
    "names": "language.names",
    "night": "night",  # the function; see screen
    "screen": "screen",  # the function; the package of this name may be called too
}


def open(
    path: str | os.PathLike[str] | None = None,
    *,
    embeddings: str | EmbeddingServer | None = None,
    rerank: RerankServer | None = None,
    config: Config | None = None,
    scope: Scope | None = None,
) -> Memory:
    """Open a store of facts, making it when it is missing. `path` None is the default file (see docs/python.md).

    `embeddings`: "local" or a server, to find facts by meaning too; "off"; None: as the settings say. `rerank`: a server that orders what was found.
    """
    from .config import Config
    from .errors import InvalidArgument
    from .memory import Memory
    from .scope import Scope

    if config is not None and not isinstance(config, Config):
        raise InvalidArgument("config is a holodream.Config. Make one with holodream.Config(...) or Config.from_mapping(...).")
    if scope is not None and not isinstance(scope, Scope):
        raise InvalidArgument("scope is a holodream.Scope, such as Scope('user', 'telegram:42'), or left out for the profile's one store.")
    return Memory(path, config, scope=scope, embeddings=embeddings, rerank=rerank)


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
    "Delivery",
    "Duplicate",
    "Embedded",
    "EmbeddingServer",
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
    "MemoryFile",
    "Merged",
    "Name",
    "Named",
    "NightConfig",
    "NightFact",
    "NightInputs",
    "Pair",
    "QueuedWrite",
    "Rated",
    "Related",
    "Report",
    "Reported",
    "RerankServer",
    "Scope",
    "ServerError",
    "ServerRefused",
    "ServerResting",
    "ServerTooSlow",
    "ServerUnreachable",
    "ServerUnusable",
    "Similar",
    "Similarity",
    "Statement",
    "StoreBusy",
    "StoreError",
    "StoreReadOnly",
    "StoreTooNew",
    "StoreUnreadable",
    "Unnamed",
    "Utterance",
    "Verdict",
    "corroborates",
    "extract",
    "names",
    "night",
    "open",
    "same_statement",
    "screen",
]
