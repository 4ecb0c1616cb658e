"""One `Meaning` of this process for a store and a model, whoever uses it: a host makes new agents all the time."""

from __future__ import annotations

import threading
from collections.abc import Hashable

from ..errors import InvalidArgument
from ..store import Store
from .finder import Meaning
from .local import local_model
from .model import Model

_shared: dict[tuple[int, Hashable], tuple[Meaning, int]] = {}
_lock = threading.Lock()


def shared_meaning(store: Store, embeddings: object, local: str) -> Meaning:
    """Meaning by "local" (the model `local`, one of MODELS) or by a `holodream.EmbeddingServer`. Give it back with `release`, before the store."""
    key: Hashable = local if embeddings == "local" else embeddings
    with _lock:
        meaning, users = _shared.get((id(store), key)) or (Meaning(store, _model(embeddings, local)), 0)
        _shared[id(store), key] = (meaning, users + 1)
        return meaning


def release(meaning: Meaning) -> None:
    """One user is done; the last one ends the work in the background."""
    with _lock:
        for key, (shared, users) in _shared.items():
            if shared is meaning:
                if users > 1:
                    _shared[key] = (meaning, users - 1)
                    return
                del _shared[key]
                break
    meaning.close()


def _model(embeddings: object, local: str) -> Model:
    if embeddings == "local":
        return local_model(local)
    from ..servers.settings import EmbeddingServer
    from .remote import RemoteModel

    if not isinstance(embeddings, EmbeddingServer):
        raise InvalidArgument('embeddings is "off", "local" or a holodream.EmbeddingServer.')
    return RemoteModel(embeddings)
