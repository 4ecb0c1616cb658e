"""Vectors are made after a write, on a thread of their own: few at first, then as many as the model's speed allows; each batch is kept at once."""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable

from ..errors import HolodreamError
from ..screen import screen
from ..store import Store
from ..store.vectors import Unembedded, packed
from .model import Model, NoVector, Vector, marks_from_bytes, marks_to_bytes

log = logging.getLogger("holodream.meaning")

_BUDGET = 8.0  # seconds of one round of work
_PORTION = 512  # facts asked of the store at a time
_QUIET = 0.05  # seconds after a write before work begins: more writes are often coming
_AGAIN = 60.0  # seconds after an error of the store


class Background:
    """Makes the vectors of one store with one model. Thread-safe. Killed in the middle, the next process goes on with what is missing."""

    def __init__(self, store: Store, model: Model) -> None:
        self._store = store
        self._model = model
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._woken, self._idle, self._closing = threading.Event(), threading.Event(), threading.Event()
        self._idle.set()
        self._hurry = threading.Event()
        self._resting = False  # the model gives none for a while: nobody waits for that
        self._identifying = threading.RLock()
        self._rounds = threading.Lock()  # the background and a person who waits do not make the same vectors
        self.model_id: int | None = None
        self.width: int | None = None
        self.behind = False  # whether facts are without a vector because the model gives none
        self._known = False

    def wake(self) -> None:
        """Facts may be without a vector."""
        with self._lock:
            if self._closing.is_set() or self._store.read_only_reason:
                return
            if not self._resting:
                self._idle.clear()
            self._woken.set()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="holodream-vectors", daemon=True)
                self._thread.start()

    def wait(self, seconds: float | None) -> bool:
        """Wait until every fact has a vector, or until the model rests; True when none is missing."""
        self._hurry.set()
        self._idle.wait(seconds)
        return self._idle.is_set() and not self.behind

    def close(self, seconds: float = 2.0) -> None:
        """Let the current batch end."""
        self._closing.set()
        self._woken.set()
        self._hurry.set()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(seconds)

    def identify(self) -> int | None:
        """The id of the model in the store, None when it holds no vectors of it. What is stored of the model is told to it.

        Asked of the store each time: another process may have dropped the vectors, to make them anew by another model of the name.
        """
        with self._identifying:
            stored = self._store.vector_model(self._model.name, self._model.width)
            if self.model_id is not None and (stored is None or stored[0] != self.model_id):
                self._begin_anew()
                stored = self._store.vector_model(self._model.name, self._model.width)
            if self.model_id is None and stored is not None:
                if not self._known:
                    self._model.know(stored[1], marks_from_bytes(stored[2]))
                    self._known = True
                self.model_id, self.width = stored[:2]
            return self.model_id

    def forget_model(self) -> int:
        """Drop all vectors of the model, to make them anew; returns how many went. What is under way ends before."""
        with self._rounds:
            gone = sum(self._store.drop_model(known.model_id) for known in self._store.vector_models() if known.model == self._model.name)
            self._begin_anew()
        return gone

    def _begin_anew(self) -> None:
        with self._identifying:
            self.model_id, self.width, self._known = None, None, False
            self._model.know(None, {})

    def round(self, told: Callable[[int], None] | None = None) -> bool:
        """One round of work: True when it got on, False when nothing is missing. Raises NoVector when the model gives none. `told`: facts done."""
        with self._rounds:
            return self._round(told)

    def _round(self, told: Callable[[int], None] | None) -> bool:
        model_id = self.identify()
        waiting = self._store.without_vector(model_id, _PORTION)
        if not waiting:
            return False
        if self._model.rest_left():
            raise NoVector(self._model.trouble)
        sent = [fact for fact in waiting if self._may_be_sent(fact)]
        if len(sent) < len(waiting):
            if model_id is None and not sent:
                return False
            if model_id is not None:
                here = {fact.fact_id for fact in sent}
                model_id = self._kept(model_id, [fact for fact in waiting if fact.fact_id not in here], [None] * (len(waiting) - len(sent)))
                if model_id is None:
                    return True
        try:
            for start, vectors in self._model.passages([fact.content for fact in sent], _BUDGET):
                model_id = self._kept(model_id, sent[start : start + len(vectors)], vectors)
                if told:
                    told(len(vectors))
                if model_id is None or self._closing.is_set():
                    break
        except NoVector:
            if model_id is None or self.identify() == model_id:
                raise  # else a turn has seen that the vectors are made anew, and ended what was under way
        return True

    def _may_be_sent(self, fact: Unembedded) -> bool:
        """The whole text is looked at, before any cut. An empty one has no meaning."""
        return bool(fact.content.strip()) and (not self._model.leaves or screen(fact.content).kind == "ok")

    def _kept(self, model_id: int | None, facts: list[Unembedded], vectors: list[Vector | None]) -> int | None:
        """Put vectors into the store, under a model that is noted when it has no id yet. Returns its id.

        None when its vectors were dropped meanwhile, by another process that makes them anew: then nothing is kept.
        """
        if model_id is None:
            width = self._model.width or len(next(vector for vector in vectors if vector is not None))
            model_id = self._store.note_model(self._model.name, width, marks_to_bytes(self._model.marks))
            with self._identifying:
                self.model_id, self.width, self._known = model_id, width, True
            log.info("Vectors are made with the model %s (%d numbers).", self._model.name, width)
        rows = [(fact.fact_id, fact.version, None if vector is None else packed(vector)) for fact, vector in zip(facts, vectors, strict=True)]
        if self._store.put_vectors(model_id, rows) is not None:
            return model_id
        self.identify()  # which begins anew
        return None

    def _work(self) -> None:
        try:
            while not self._closing.is_set():
                if not self._hurry.is_set():
                    self._closing.wait(_QUIET)
                self._woken.clear()
                pause = self._attempt()
                with self._lock:
                    if pause is None and not self._woken.is_set():
                        self._hurry.clear()
                        self._ended()
                        return
                    self._resting = pause is not None
                    if pause is not None:
                        self._idle.set()
                if pause == math.inf:
                    return
                if pause is not None:
                    self._closing.wait(pause)
        finally:
            with self._lock:
                if self._thread is threading.current_thread():
                    self._ended()

    def _ended(self) -> None:
        """Nobody works any more; called under the lock."""
        self._thread, self._resting = None, False
        self._idle.set()

    def _attempt(self) -> float | None:
        """Work until nothing is missing: None. Else the seconds to wait."""
        try:
            while not self._closing.is_set():
                if not self.round():
                    self.behind = False
                    return None
        except NoVector as error:
            self.behind = True
            log.debug("meaning: vectors have to wait (%s)", error)
            return max(self._model.rest_left(), 1.0)
        except HolodreamError as error:
            if not self.behind:
                log.warning("Vectors of facts cannot be kept, and are made later: %s", error)
            self.behind = True
            return _AGAIN
        return None
