"""What `doctor` says of meaning: which models the store holds vectors of, what is missing, and what would be sent where."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

from ...config import Config
from ...errors import ConfigError
from ...meaning.model import NoVector, marks_from_bytes
from ...meaning.plain import MOST_PLAIN
from ...meaning.sending import model_name, sendings
from ...store.inspection import Inspection
from ...store.vectors import VectorModel
from .checks import Check
from .configured import config

_ASKED = "violin"


def meaning_checks(found: Inspection, pairs: tuple[str, ...]) -> Iterator[Check]:
    """Those for the settings that the command was given, a wrong one of which is a check too; none when the file is damaged."""
    if found.integrity:
        return
    try:
        yield from _checks(found, config(pairs))
    except ConfigError as error:
        yield Check("settings given", "wrong", str(error))


def _checks(found: Inspection, chosen: Config) -> Iterator[Check]:
    wanted = model_name(chosen)
    for one in found.vectors:
        name, none = f"{one.model} ({one.width} numbers)", f", {one.without} for which it gives none" if one.without else ""
        if wanted in (None, one.model):
            yield Check("vectors", "ok", f"{name}: {one.vectors} of {found.live} facts{none}")
        else:
            yield Check("vectors", "note", f"{name}: {one.vectors} facts, while {wanted} is set; holodream embed --drop-others deletes them")
    stored = next((one for one in reversed(found.vectors) if one.model == wanted), None)
    known = stored.vectors + stored.without if stored else 0
    if wanted is not None and known < found.live:
        detail = f"{found.live - known} facts have no vector of {wanted}; words find them until holodream embed, or the background, made them"
        yield Check("vectors", "note", detail)
    if wanted is not None and found.live > MOST_PLAIN and importlib.util.find_spec("numpy") is None:
        yield Check("vectors", "note", f"without numpy only the newest {MOST_PLAIN} are searched by meaning; pip install numpy")
    if chosen.embeddings == "server":
        yield _server(chosen, stored)
    elif chosen.embeddings == "local":
        yield _local(chosen)
    for line in sendings(chosen):
        yield Check("sending", "note", line)
    if chosen.embeddings != "server" and chosen.rerank == "off":
        yield Check("sending", "ok", "recall sends nothing anywhere")


def _local(chosen: Config) -> Check:
    """Is the model's package there? It is not loaded: that takes seconds."""
    from ...meaning.local import local_model

    try:
        model = local_model(chosen.embeddings_local)
    except ConfigError as error:
        return Check("local embeddings", "wrong", str(error))
    return Check("local embeddings", "ok", f"{model.name} is installed")


def _server(chosen: Config, stored: VectorModel | None) -> Check:
    """Does the server answer, and is it still the model whose vectors the store holds? It is sent a few fixed words, no fact."""
    from ...meaning.door import embedding_server
    from ...meaning.remote import RemoteModel

    model = RemoteModel(embedding_server(chosen))
    try:
        if stored is not None:
            model.know(stored.width, marks_from_bytes(stored.mark))
        vector = model.query(_ASKED, chosen.embeddings_timeout)
    except NoVector as error:
        return Check("embeddings server", "wrong", str(error))
    finally:
        model.close()
    as_stored = ", the model whose vectors the store holds" if stored is not None else ""
    return Check("embeddings server", "ok", f"{model.name} answers with {len(vector)} numbers{as_stored}")
