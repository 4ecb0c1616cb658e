"""The facts whose meaning is nearest to a message: what recall asks. Whatever goes wrong, the answer is None in time, with the reason."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import mul

from ..errors import HolodreamError
from ..recall.joining import Near
from ..screen import screen
from ..store import ANY, Store, Wanted
from ..store.vectors import unpacked
from .background import Background
from .matrix import GuardedMatrix
from .model import Model, NoVector, Vector
from .nearest import Nearest

log = logging.getLogger("holodream.meaning")

LONGEST_QUESTION = 500  # characters; a longer message is pasted material, looked up by its words
_AT_ONCE = 2000  # new vectors that a turn reads itself; more are read in the background
_PORTION = 5000  # vectors read at a time
_PATIENCE = 0.05  # seconds that a turn waits for another one that is reading new vectors, when the older ones are there
_SPARE = 3  # times as many vectors are looked at as facts are wanted: some no longer count, or are not wanted
_CROWDED = 400  # vectors looked at when too few of those facts are wanted
_STALE = 0.3  # share of such vectors from which all are read anew
_REMEMBERED = 64  # vectors of questions
_ANY_TEXT = "a"  # of which a vector is made so that the model is loaded
_LOADING = 600.0  # seconds that this may take for somebody who waits without an end


@dataclass(slots=True)
class _Loaded:
    """The vectors of one model in memory, up to an id."""

    model_id: int
    matrix: GuardedMatrix
    last: int = 0
    complete: bool = False  # whether all that were there have been read once
    questions: OrderedDict[str, Vector] = field(default_factory=OrderedDict)  # lately asked, with their vectors


class Meaning:
    """One store and one model. Thread-safe; shared by all memories of the process that use both, see `sharing`."""

    def __init__(self, store: Store, model: Model) -> None:
        self.store = store
        self.model = model
        self.background = Background(store, model)
        self._loaded: _Loaded | None = None
        self._loading: threading.Thread | None = None
        self._reading = threading.Lock()
        self._lock = threading.Lock()

    def near(self, message: str, most: int, seconds: float, store: Store, wanted: Wanted = ANY) -> tuple[Near | None, str]:
        """The wanted facts of `store` (this one, or a part of it) that are nearest, and what happened in words. None: the turn goes on with words."""
        if len(message) > LONGEST_QUESTION:
            return None, f"a message of more than {LONGEST_QUESTION} characters"
        if not message.strip():
            return None, "an empty message"
        if self.model.leaves and (verdict := screen(message)).kind != "ok":
            return None, f"the screen keeps the message here ({verdict.rule.replace('_', ' ')})"
        left = _countdown(seconds)
        try:
            loaded = self._up_to_date(seconds)
            if loaded is None:
                return None, "the vectors are being read"
            if not loaded.matrix.size:
                return None, self.model.trouble or "no fact has a vector yet"
            question = self._question(loaded, message, left() or 0.0)
            nearest, facts = self._nearest(loaded, question, most, store, wanted)

            def others(fact_ids: Sequence[int]) -> dict[int, float]:
                return {fact_id: _cosine(blob, question) for fact_id, blob in store.vectors_of(loaded.model_id, fact_ids).items()}

        except (NoVector, HolodreamError) as error:
            return None, str(error)
        found = [(facts[vector_id], cosine) for vector_id, cosine in nearest.found if vector_id in facts]
        near = Near(self.model.name, tuple(found[:most]), nearest.mean, nearest.deviation, nearest.size, others, question)
        return near, f"the {len(near.found)} nearest by {self.model.name}"

    def _nearest(self, loaded: _Loaded, question: Vector, most: int, store: Store, wanted: Wanted) -> tuple[Nearest, dict[int, int]]:
        """The nearest vectors, and the facts of those that are wanted and may be seen; more are looked at when others crowd these out."""
        nearest = loaded.matrix.nearest(question, _SPARE * most)
        ids = [vector_id for vector_id, _ in nearest.found]
        if len(self.store.facts_of_vectors(ids)) < (1 - _STALE) * len(ids):
            self._read_anew()
        facts = store.facts_of_vectors(ids, wanted)
        if len(facts) < most and nearest.size > len(ids):
            nearest = loaded.matrix.nearest(question, _CROWDED)
            facts = store.facts_of_vectors([vector_id for vector_id, _ in nearest.found], wanted)
        return nearest, facts

    def warm(self) -> None:
        """Make what is missing, and read what is there, in the background."""
        self.background.wake()
        self._read_in_background()

    def settle(self, seconds: float | None) -> bool:
        """Wait until every fact has a vector, and the vectors and a local model are in memory; True when no fact is without."""
        left = _countdown(seconds)
        done = self.background.wait(left())
        if not self.model.leaves:
            with contextlib.suppress(NoVector):  # it is told when a question is asked
                self.model.query(_ANY_TEXT, _LOADING if (limit := left()) is None else limit)  # loads it
        self._read_in_background()
        thread = self._loading
        if thread is not None:
            thread.join(left())
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

    def _question(self, loaded: _Loaded, message: str, seconds: float) -> Vector:
        """The vector of a message by the model whose vectors are loaded."""
        with self._lock:
            known = loaded.questions.get(message)
        if known is None:
            known = self.model.query(message, seconds)
        with self._lock:
            loaded.questions[message] = known
            loaded.questions.move_to_end(message)
            while len(loaded.questions) > _REMEMBERED:
                loaded.questions.popitem(last=False)
        return known

    def _up_to_date(self, seconds: float) -> _Loaded | None:
        """The vectors in memory with the newest ones; None when they are still being read after so many seconds."""
        model_id = self.background.identify()
        if model_id is None:
            raise NoVector(self.model.trouble or "no fact has a vector yet")
        loaded = self._loaded
        usable = loaded is not None and loaded.complete and loaded.model_id == model_id
        if not self._reading.acquire(timeout=_PATIENCE if usable else seconds):
            return loaded if usable else None
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


def _countdown(seconds: float | None) -> Callable[[], float | None]:
    """What is left of so many seconds from now on; None: there is no end."""
    if seconds is None:
        return lambda: None
    end = time.monotonic() + seconds
    return lambda: max(0.0, end - time.monotonic())


def _cosine(blob: bytes, question: Vector) -> float:
    scale, numbers = unpacked(blob)
    return float(scale * sum(map(mul, numbers, question)))
