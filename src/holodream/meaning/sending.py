"""What the settings would send where, in words: for `doctor` and for whoever shows settings. Asks nobody."""

from __future__ import annotations

from collections.abc import Iterator

from ..config import Config


def model_name(config: Config) -> str | None:
    """The name under which the vectors of the model that is set are stored; None when meaning is off."""
    if config.embeddings == "off":
        return None
    if config.embeddings == "local":
        from .local import MODELS

        return str(MODELS[config.embeddings_local].NAME)
    from ..servers.settings import stored_name

    return stored_name(config.embeddings_model, config.embeddings_dimensions)


def sendings(config: Config) -> Iterator[str]:
    """One sentence for each server that texts would be sent to. ConfigError for an address that is none."""
    from ..servers.settings import parse

    if config.embeddings == "server" and config.embeddings_url:
        host = parse(config.embeddings_url, "embeddings_url").shown
        yield f"embeddings: the text of each fact, once, and each message or search of up to 500 characters go to {host}; nothing that the screen refuses"
    if config.rerank == "on" and config.rerank_url:
        host = parse(config.rerank_url, "rerank_url").shown
        yield f"rerank: each message or search of up to 500 characters and the beginnings of up to 40 facts go to {host}; nothing that the screen refuses"
