"""All missing vectors at once, for a person who waits: the work of `background` in the foreground."""

from __future__ import annotations

from ..errors import ServerUnusable
from ..results import Embedded
from ..store import Progress
from .finder import Meaning
from .model import NoVector


def embed(meaning: Meaning, *, again: bool, drop_others: bool, progress: Progress | None) -> Embedded:
    """See `Memory.embed`."""
    store, background = meaning.store, meaning.background
    dropped = meaning.start_anew() if again else 0
    if drop_others:
        dropped += sum(store.drop_model(known.model_id) for known in store.vector_models() if known.model != meaning.model.name)
    whole = store.count_without_vector(background.identify())
    done = 0

    def told(count: int) -> None:
        nonlocal done
        done += count
        if progress:
            progress(min(done, whole), whole)

    try:
        while background.round(told):
            pass
    except NoVector as error:
        raise ServerUnusable(str(error)) from None
    model_id = background.identify()
    vectors = next((known.vectors for known in store.vector_models() if known.model_id == model_id), 0)
    with_none = sum(known.without for known in store.vector_models() if known.model_id == model_id)
    return Embedded(meaning.model.name, done, dropped, vectors, store.count_without_vector(model_id) + with_none)
