"""The stores that one agent uses: opened when they are first needed, worked on within the turn's time, let go together."""

from __future__ import annotations

import contextlib
import functools
import logging
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ...errors import StoreError
from .budget import TooLate, lane

if TYPE_CHECKING:
    from ...config import Config
    from ...memory import Memory
    from .places import Place

log = logging.getLogger("holodream.hermes")
T = TypeVar("T")

RECALL, TOOLS, LATER = "recall", "tools", "later"  # kinds of work: a tool call that waits for a lock holds up no recall
_CLOSING_SECONDS = 5.0
_MOST_WAITING = 100  # pieces of work that nobody waits for
_MOST_OPEN = 8  # stores of one agent that stay open without being used
_warm: set[Path] = set()  # files that somebody of this process has recalled from
_SAMPLES = 3  # facts


class SessionEnded(StoreError):
    """The agent's session has ended, and with it the use of its files."""


class OpenStores:
    """The memories of one agent, one a place. Thread-safe."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._lock = threading.Lock()
        self._closed = False
        self._opening: dict[Place, threading.Lock] = {}
        self._memories: dict[Place, Memory] = {}  # the longest unused first
        self._at_work: Counter[Place] = Counter()

    def open(self, place: Place, seconds: float) -> None:
        """Open a file ahead of its use. TooLate after so many seconds; then it goes on being opened."""
        self.use(place, TOOLS, lambda _memory: None, seconds)

    def use(self, place: Place, kind: str, do: Callable[[Memory], T], seconds: float, late: Callable[[Memory, T], None] | None = None) -> T:
        """The result of some work on a file, within so many seconds; else TooLate, and `late` is given a result that comes after that.

        A file whose reading hangs is not asked for anything, nor one that is still being opened: one wait is enough.
        """
        path = place.file
        if lane(path, RECALL).stuck or (place not in self._memories and lane(path, TOOLS).stuck):
            raise TooLate(f"{path} still does not answer", began=False)

        def tidy_up(result: T) -> None:
            if late is not None:
                self._unless_ended(place, lambda memory: late(memory, result))

        return lane(path, kind).run(lambda: self._work(place, do), seconds, tidy_up)

    def later(self, place: Place, do: Callable[[Memory], object]) -> None:
        """Do some work when there is time; nobody waits for it. Left out when too much waits already."""
        lane(place.file, LATER).later(lambda: self._unless_ended(place, do), most_waiting=_MOST_WAITING)

    def _unless_ended(self, place: Place, do: Callable[[Memory], object]) -> None:
        with contextlib.suppress(SessionEnded):  # whoever lets the file go writes what was noted
            self._work(place, do)

    def opened(self) -> list[Memory]:
        """The memories that are open now."""
        with self._lock:
            return list(self._memories.values())

    def close(self) -> None:
        """Let go of all files; of one that does not answer when it does again. Safe to call twice."""
        with self._lock:
            self._closed = True
            memories, self._memories = self._memories, {}
        for place, memory in memories.items():
            try:
                lane(place.file, TOOLS).run(functools.partial(_let_go, memory), _CLOSING_SECONDS)
            except TooLate as error:
                if not error.began:
                    lane(place.file, TOOLS).later(functools.partial(_let_go, memory))

    def _work(self, place: Place, do: Callable[[Memory], T]) -> T:
        """Do something with the memory of a place, which is not closed meanwhile."""
        with self._lock:
            self._at_work[place] += 1
        try:
            return do(self._memory(place))
        finally:
            with self._lock:
                self._at_work[place] -= 1
            self._close_unused()

    def _close_unused(self) -> None:
        """An agent of a large group meets many people; the stores that it has not used for long are let go."""
        with self._lock:
            spare = len(self._memories) - _MOST_OPEN
            unused = [place for place in self._memories if not self._at_work[place]][: max(0, spare)]
            memories = [self._memories.pop(place) for place in unused]
            for place in unused:
                self._opening.pop(place, None)
                del self._at_work[place]
        for memory in memories:
            _let_go(memory)

    def _memory(self, place: Place) -> Memory:
        with self._lock:
            opening = self._opening.setdefault(place, threading.Lock())
        with opening:
            with self._lock:
                self._check_open(place)
                if (memory := self._memories.pop(place, None)) is not None:
                    self._memories[place] = memory
                    return memory
            memory = _opened(place, self._config)
            try:
                with self._lock:
                    self._check_open(place)
                    self._memories[place] = memory
            except SessionEnded:
                memory.close()
                raise
            return memory

    def _check_open(self, place: Place) -> None:
        if self._closed:
            raise SessionEnded(f"The session has ended and with it the use of {place.file}.")


def _opened(place: Place, config: Config) -> Memory:
    memory = place.open(config)
    if place.file not in _warm:
        _warm.add(place.file)
        try:
            _warm_up(memory)
        except BaseException:
            _let_go(memory)
            raise
    return memory


def _let_go(memory: Memory) -> None:
    """Close a memory whose work is done: what goes wrong is no fault of that, nor of the next one's."""
    try:
        memory.close()
    except Exception as error:  # noqa: BLE001 - nobody waits for it: reported
        log.warning("holographic: %s could not be closed in order (%s)", memory.store.path, type(error).__name__)


def _warm_up(memory: Memory) -> None:
    """Load what recall needs for the scripts of this store, so that the first turn does not wait for it."""
    for fact in memory.list(limit=_SAMPLES):
        memory.recall(fact.content[:200])
