"""The facts whose meaning is nearest to a message: what recall asks. Whatever goes wrong, the answer is None in time, with the reason."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from ..errors import HolodreamError
from ..recall.joining import Near
from ..screen import screen
from ..store import Store
from ..store.vectors import unpacked
from .background import Background
from .matrix import GuardedMatrix
from .model import Model, NoVector, Vector

log = logging.getLogger("holodream.meaning")

LONGEST_QUESTION = 500  # characters; a longer message is pasted material, looked up by its words
_AT_ONCE = 2000  # new vectors that a turn reads itself; more are read in the background
_PORTION = 5000  # vectors read at a time
_PATIENCE = 0.05  # seconds that a turn waits for another one that is reading new vectors
_SPARE = 3  # times as many vectors are looked at as facts are wanted: some no longer count, or are not wanted
_STALE = 0.3  # share of such vectors from which all are read anew
_REMEMBERED = 64  # vectors of questions


@dataclass(slots=True)
class _Loaded:
    """The vectors of one model in memory, up to an id."""

    model_id: int
    matrix: GuardedMatrix
    last: int = 0
    complete: bool = False  # whether all that were there have been read once


class Meaning:
    """One store and one model. Thread-safe; shared by all memories of the process that use both, see `sharing`."""

    def __init__(self, store: Store, model: Model) -> None:
        self.store = store
        self.model = model
        self.background = Background(store, model)
        self._loaded: _Loaded | None = None
        self._loading: threading.Thread | None = None
        self._reading = threading.Lock()
        self._questions: OrderedDict[str, Vector] = OrderedDict()
        self._lock = threading.Lock()

    def near(self, message: str, most: int, seconds: float, store: Store) -> tuple[Near | None, str]:
        """The facts of `store` (this one, or a part of it) that are nearest, and what happened in words. None: the turn goes on with words."""
        if len(message) > LONGEST_QUESTION:
            return None, f"a message of more than {LONGEST_QUESTION} characters"
        if not message.strip():
            return None, "an empty message"
        if self.model.leaves and (verdict := screen(message)).kind != "ok":
            return None, f"the screen keeps the message here ({verdict.rule.replace('_', ' ')})"
        try:
            loaded = self._up_to_date()
            if loaded is None:
                return None, "the vectors are being read"
            if not loaded.matrix.size:
                return None, "no fact has a vector yet"
            question = self._question(message, seconds)
            nearest = loaded.matrix.nearest(question, _SPARE * most)
            facts = store.facts_of_vectors([vector_id for vector_id, _ in nearest.found])

            def others(fact_ids: Sequence[int]) -> dict[int, float]:
                return {fact_id: _cosine(blob, question) for fact_id, blob in store.vectors_of(loaded.model_id, fact_ids).items()}

        except (NoVector, HolodreamError) as error:
            return None, str(error)
        if store is self.store and len(facts) < (1 - _STALE) * len(nearest.found):
            self._read_anew()
        found = [(facts[vector_id], cosine) for vector_id, cosine in nearest.found if vector_id in facts]
        near = Near(self.model.name, tuple(found[:most]), nearest.mean, nearest.deviation, nearest.size, others, question)
        return near, f"the nearest of {nearest.size} vectors of {self.model.name}"

    def warm(self) -> None:
        """Make what is missing, and read what is there, in the background."""
        self.background.wake()
        self._read_in_background()

    def settle(self, seconds: float | None) -> bool:
        """Wait until every fact has a vector and all are in memory; True then."""
        done = self.background.wait(seconds)
        self._read_in_background()
        thread = self._loading
        if thread is not None:
            thread.join(seconds)
        return done

    def start_anew(self) -> int:
        """Drop all vectors of this model; returns how many went."""
        gone = self.background.forget_model()
        self._read_anew()
        return gone

    def close(self) -> None:
        """Let go of the model and the vectors."""
        self.background.close()
        self.model.close()
        self._loaded = None

    def _question(self, message: str, seconds: float) -> Vector:
        with self._lock:
            known = self._questions.get(message)
        if known is None:
            known = self.model.query(message, seconds)
            with self._lock:
                self._questions[message] = known
                while len(self._questions) > _REMEMBERED:
                    self._questions.popitem(last=False)
        return known

    def _up_to_date(self) -> _Loaded | None:
        """The vectors in memory with the newest ones; None while many are being read."""
        model_id = self.background.identify()
        if model_id is None:
            raise NoVector("no fact has a vector yet")
        if not self._reading.acquire(timeout=_PATIENCE):
            loaded = self._loaded
            return loaded if loaded is not None and loaded.complete and loaded.model_id == model_id else None
        try:
            loaded = self._begun(model_id)
            rows = self.store.vectors_after(model_id, loaded.last, _AT_ONCE)
            self._take(loaded, rows)
            loaded.complete = loaded.complete or len(rows) < _AT_ONCE
        finally:
            self._reading.release()
        if len(rows) == _AT_ONCE:
            self._read_in_background()
        return loaded if loaded.complete else None

    def _begun(self, model_id: int) -> _Loaded:
        """What is in memory of a model; nothing at first."""
        loaded = self._loaded
        if loaded is None or loaded.model_id != model_id:
            loaded = self._loaded = _Loaded(model_id, GuardedMatrix(self.background.width or 0))
        return loaded

    def _read_in_background(self) -> None:
        with self._lock:
            if self._loading is None or not self._loading.is_alive():
                self._loading = threading.Thread(target=self._read_all, name="holodream-read-vectors", daemon=True)
                self._loading.start()

    def _read_anew(self) -> None:
        self._loaded = None
        self._read_in_background()

    def _read_all(self) -> None:
        try:
            with self._reading:
                model_id = self.background.identify()
                if model_id is not None:
                    loaded = self._begun(model_id)
                    while rows := self.store.vectors_after(model_id, loaded.last, _PORTION):
                        self._take(loaded, rows)
                    loaded.complete = True
        except HolodreamError as error:
            log.debug("meaning: vectors could not be read (%s)", type(error).__name__)

    @staticmethod
    def _take(loaded: _Loaded, rows: list[tuple[int, bytes]]) -> None:
        if rows:
            loaded.matrix.add(rows)
            loaded.last = rows[-1][0]


def _cosine(blob: bytes, question: Vector) -> float:
    scale, numbers = unpacked(blob)
    return float(scale * sum(map(mul, numbers, question)))
