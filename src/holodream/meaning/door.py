"""What one memory asks beyond its words: the facts whose meaning is near, and a reranker. Loaded only when one of the two is on."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..config import Config
from ..errors import ConfigError, InvalidArgument
from ..recall.evidence import Evidence
from ..recall.joining import Near
from ..recall.trace import Trace
from ..screen import screen
from ..store import Store, Wanted
from . import sharing
from .finder import Meaning
from .local import local_model

if TYPE_CHECKING:
    from ..servers.rerank import Reranker
    from ..servers.settings import EmbeddingServer, RerankServer

log = logging.getLogger("holodream.meaning")

_MOST_NEAR = 12  # facts found by meaning that are weighed; more when more are asked for
_LOOK_AGAIN = 30.0  # seconds after which a turn lets the background look whether another process saved facts
_SHOWN_TO_RERANKER = 40  # the most candidates


class Door:
    """Meaning and reranking for one memory; either may be None. Close it before the store."""

    def __init__(self, store: Store, view: Store, config: Config, embeddings: object, rerank: RerankServer | None) -> None:
        """`store` is the whole one, `view` what this memory may see of it."""
        self._view = view
        self._seconds = config.embeddings_wait
        self.meaning: Meaning | None = None
        self.reranker: Reranker | None = None
        self._looked = time.monotonic()
        if rerank is not None:
            from ..servers.rerank import Reranker

            self.reranker = Reranker(rerank)
        if embeddings != "off":
            self.meaning = sharing.shared_meaning(store, embeddings, config.embeddings_local)
            store.after_write.append(self.meaning.background.wake)
            self.meaning.warm()
        self._forget_me: Callable[[], None] = lambda: store.after_write.remove(self.meaning.background.wake) if self.meaning else None

    def near(self, message: str, limit: int, trace: Trace, wanted: Wanted) -> Near | None:
        """The wanted facts nearest by meaning; None, with a note, when this is a turn of words only."""
        if self.meaning is None:
            return None
        if time.monotonic() - self._looked > _LOOK_AGAIN:
            self._looked = time.monotonic()
            self.meaning.background.wake()
        near, what = self.meaning.near(message, max(_MOST_NEAR, limit), self._seconds, self._view, wanted)
        trace.note(f"meaning: {what}" if near else f"words only, as to meaning: {what}")
        return near

    def reranked(self, message: str, evidence: Sequence[Evidence], trace: Trace) -> list[Evidence]:
        """The candidates in the reranker's order without the weak ones; as they were whenever anything goes wrong. Nothing refused leaves."""
        if self.reranker is None or len(evidence) < 2:
            return list(evidence)
        from ..servers.deadline import Budget

        if screen(message).kind != "ok":
            trace.note("not reranked: the screen keeps the message here")
            return list(evidence)
        sent = [item for item in evidence[:_SHOWN_TO_RERANKER] if screen(item.posting.fact.content).kind == "ok"]
        result = self.reranker.rerank(message, [item.posting.fact.content for item in sent], Budget(self.reranker.settings.timeout))
        trace.note(f"reranked: {result.note}" if result.used else f"not reranked: {result.note}")
        if not result.used:
            return list(evidence)
        for placed in result.placed:
            trace.reranked[sent[placed.place].posting.fact.fact_id] = placed.why
        known = {id(item) for item in sent}
        kept = [sent[placed.place] for placed in result.placed if not placed.cut]
        return kept + [item for item in evidence if id(item) not in known]

    def settle(self, seconds: float | None) -> bool:
        """Wait until every fact has a vector."""
        return self.meaning is None or self.meaning.settle(seconds)

    def close(self) -> None:
        """End what is under way."""
        self._forget_me()
        if self.reranker is not None:
            self.reranker.close()
        if self.meaning is not None:
            sharing.release(self.meaning)


Wishes = tuple[object, "RerankServer | None"]


def wishes(config: Config, embeddings: object | None, rerank: RerankServer | None) -> Wishes | None:
    """What a memory asks beyond words, None when nothing is on; opens nothing. What is given counts before the settings."""
    from ..servers.settings import EmbeddingServer, RerankServer

    if embeddings is None:
        embeddings = embedding_server(config) if config.embeddings == "server" else config.embeddings
    if not isinstance(embeddings, EmbeddingServer) and embeddings not in ("off", "local"):
        raise ConfigError('embeddings: this value is not allowed. Allowed: "off", "local", or a holodream.EmbeddingServer.')
    if rerank is None and config.rerank == "on":
        rerank = rerank_server(config)
    if rerank is not None and not isinstance(rerank, RerankServer):
        raise InvalidArgument("rerank is a holodream.RerankServer, or left out.")
    if embeddings == "local":
        local_model(config.embeddings_local)  # is it there?
    return (embeddings, rerank) if embeddings != "off" or rerank else None


def embedding_server(config: Config) -> EmbeddingServer:
    """The server of embeddings that the settings describe."""
    from ..servers.settings import EmbeddingServer

    _need(config, "embeddings", "embeddings_url", "embeddings_model")
    return EmbeddingServer(
        config.embeddings_url,
        config.embeddings_model,
        key=_key(config.embeddings_key_env, "embeddings_key_env"),
        dimensions=config.embeddings_dimensions or None,
        batch=config.embeddings_batch,
        timeout=config.embeddings_timeout,
        allow_http=config.embeddings_allow_http,
        proxy=config.embeddings_proxy or None,
        redirects=config.embeddings_redirects,
        ca_file=config.embeddings_ca_file or None,
    )


def rerank_server(config: Config) -> RerankServer:
    """The reranker that the settings describe."""
    from ..servers.settings import RerankServer

    _need(config, "rerank", "rerank_url")
    return RerankServer(
        config.rerank_url,
        config.rerank_model,
        key=_key(config.rerank_key_env, "rerank_key_env"),
        window=config.rerank_window,
        tokens=config.rerank_tokens,
        timeout=config.rerank_timeout,
        allow_http=config.rerank_allow_http,
        proxy=config.rerank_proxy or None,
        redirects=config.rerank_redirects,
        ca_file=config.rerank_ca_file or None,
    )


def _need(config: Config, switch: str, *names: str) -> None:
    for name in names:
        if not getattr(config, name):
            raise ConfigError(f"{name}: is needed with {switch}: {getattr(config, switch)}. Set it, or set {switch} to off.")


def _key(variable: str, setting: str) -> str | None:
    """The key from the environment; its value is never shown."""
    if not variable:
        return None
    key = os.environ.get(variable)
    if not key:
        log.warning("%s: the environment variable %s is not set; the server is asked without a key.", setting, variable)
    return key or None


__all__ = ["Door", "Wishes", "embedding_server", "rerank_server", "wishes"]
