"""What an embedding model wants beyond the wire, by its name; the table is models.toml."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Literal

from .settings import EmbeddingServer

Kind = Literal["query", "passage"]


@dataclass(frozen=True, slots=True)
class Family:
    """Prefixes and further fields for questions and facts, and whether vectors may be cut."""

    prefix: Mapping[Kind, str]
    fields: Mapping[Kind, Mapping[str, str]] = field(default_factory=lambda: {"query": {}, "passage": {}})
    cuttable: bool = False


@functools.cache
def _table() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("models.toml").read_text(encoding="utf-8"))


def family(settings: EmbeddingServer) -> Family:
    """What the model wants; prefixes that are set win."""
    name = settings.model.lower().rsplit("/", 1)[-1]
    found: dict[str, Any] = next((row for row in _table()["family"] if re.search(row["match"], name)), {})
    query = found.get("query", "") if settings.query_prefix is None else settings.query_prefix
    passage = found.get("passage", "") if settings.passage_prefix is None else settings.passage_prefix
    return Family(
        {"query": query, "passage": passage},
        {"query": found.get("query_fields", {}), "passage": found.get("passage_fields", {})},
        found.get("cuttable", False),
    )


def mark_words() -> tuple[str, ...]:
    """The short texts that tell answers apart."""
    return tuple(_table()["marks"])
