"""What `doctor` says of meaning: which models the store holds vectors of, what is missing, and what would be sent where."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

from ...config import Config
from ...meaning.matrix import MOST_PLAIN
from ...meaning.sending import model_name, sendings
from ...store.inspection import Inspection
from .checks import Check


def meaning_checks(found: Inspection, config: Config) -> Iterator[Check]:
    """None when the file is damaged."""
    if found.integrity:
        return
    wanted = model_name(config)
    for model, width, vectors, without in found.vectors:
        none = f", {without} for which it gives none" if without else ""
        if wanted in (None, model):
            yield Check("vectors", "ok", f"{model} ({width} numbers): {vectors} of {found.live} facts{none}")
        else:
            yield Check("vectors", "note", f"{model} ({width} numbers): {vectors} facts, while {wanted} is set; holodream embed --drop-others deletes them")
    known = next((vectors + without for model, _, vectors, without in found.vectors if model == wanted), 0)
    if wanted is not None and known < found.live:
        detail = f"{found.live - known} facts have no vector of {wanted}; words find them until holodream embed, or the background, made them"
        yield Check("vectors", "note", detail)
    if wanted is not None and found.live > MOST_PLAIN and importlib.util.find_spec("numpy") is None:
        yield Check("vectors", "note", f"without numpy only the newest {MOST_PLAIN} are searched by meaning; pip install numpy")
    for line in sendings(config):
        yield Check("sending", "note", line)
    if config.embeddings != "server" and config.rerank == "off":
        yield Check("sending", "ok", "recall sends nothing anywhere")
