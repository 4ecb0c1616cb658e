"""Memories that find facts by meaning, over stand-in servers; ended with the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import holodream

from ..servers.misbehaving import Behaviour, Standin

Open = Callable[..., holodream.Memory]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as ended:
        yield ended


@pytest.fixture
def serve(stack: ExitStack) -> Callable[[Behaviour], Standin]:
    return lambda behave: stack.enter_context(Standin(behave))


@pytest.fixture
def remembering(stack: ExitStack, tmp_path: Path) -> Open:
    """remembering(server.url): a memory over this server of embeddings; facts are added and settled."""

    def opener(
        url: str, facts: tuple[str, ...] = (), *, rerank: str | None = None, model: str = "small", settled: bool = True, **more: float
    ) -> holodream.Memory:
        embeddings = holodream.EmbeddingServer(url, model, timeout=more.pop("timeout", 5.0)) if url else "off"
        reranker = holodream.RerankServer(rerank, timeout=more.pop("rerank_timeout", 5.0)) if rerank else None
        config = holodream.Config(embeddings_wait=5.0, **more)  # type: ignore[arg-type]
        memory = stack.enter_context(holodream.open(tmp_path / "memory.db", embeddings=embeddings, rerank=reranker, config=config))
        for fact in facts:
            assert memory.add(fact).status in ("added", "exists")
        if settled:
            memory.settle(20)
        return memory

    return opener
