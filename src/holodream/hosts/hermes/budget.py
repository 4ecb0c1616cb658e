"""No turn waits longer for memory than its budget: work on a store is done by threads of its own, and whoever waits has a deadline.

A disk or a lock that hangs keeps the thread that met it. Its lane then counts as stuck: nobody waits for it any more, and no further
thread goes there, until that piece of work has come back. The threads are daemons, so that a hung disk never keeps a program from ending.
"""

from __future__ import annotations

import contextvars
import logging
import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from ...errors import HolodreamError

log = logging.getLogger("holodream.hermes")
T = TypeVar("T")

_MOST_WORKERS = 4  # threads of one lane
_IDLE_SECONDS = 5.0  # after which a thread without work ends


class TooLate(HolodreamError):
    """Memory gave no answer within the time it has. `began`: whether the work had begun, so that it may still be done."""

    def __init__(self, message: str, *, began: bool) -> None:
        super().__init__(message)
        self.began = began


class _Job(Generic[T]):
    """A piece of work, and what became of it."""

    def __init__(self, do: Callable[[], T], late: Callable[[T], None] | None = None) -> None:
        self._context = contextvars.copy_context()  # a host of several profiles keeps the present one there
        self._do = do
        self._late = late
        self.began = self.given_up = False
        self.ended = threading.Event()
        self.result: T
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self._context.run(self._do)
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits
            self.error = error

    def tidy_up(self) -> None:
        """Nobody waits for the result any more."""
        if self._late is not None and self.error is None:
            self._context.run(self._late, self.result)


class Lane:
    """The threads that do one kind of work on one store. Thread-safe."""

    def __init__(self, path: Path, purpose: str, workers: int = _MOST_WORKERS) -> None:
        self._path = path
        self._purpose = purpose
        self._most_workers = workers
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._work = threading.Condition(self._lock)
        self._waiting: deque[_Job[Any]] = deque()
        self._workers = self._idle = 0
        self._overdue: set[_Job[Any]] = set()
        self._stuck_since = 0.0

    @property
    def stuck(self) -> bool:
        """Whether something here has taken longer than its time and has not come back."""
        return bool(self._overdue)

    def run(self, do: Callable[[], T], seconds: float, late: Callable[[T], None] | None = None) -> T:
        """The result of some work. TooLate after so many seconds, and at once while the lane is stuck.

        `late` is given the result of work that ended after nobody waited for it any more.
        """
        job = _Job(do, late)
        with self._of_this_process():
            if self._overdue:
                raise TooLate(f"{self._path} still does not answer", began=False)
            self._take(job)
        if not job.ended.wait(seconds):
            self._give_up(job, seconds)
        if job.error is not None:
            raise job.error
        return job.result

    def later(self, do: Callable[[], object], *, most_waiting: int | None = None) -> bool:
        """Do some work when there is time, for nobody who waits. False, and nothing is done, when too much waits already."""
        job = _Job(do, None)
        job.given_up = True
        with self._of_this_process():
            if most_waiting is not None and len(self._waiting) >= most_waiting:
                return False
            self._take(job)
            return True

    def _of_this_process(self) -> threading.Lock:
        if self._pid != os.getpid():  # the threads of a parent process are not here, whatever it says of them
            self._begin_anew()
        return self._lock

    def _take(self, job: _Job[Any]) -> None:
        self._waiting.append(job)
        if self._idle >= len(self._waiting):
            self._work.notify()
        elif self._workers < self._most_workers:
            self._workers += 1
            threading.Thread(target=self._serve, name=f"holodream-{self._purpose}", daemon=True).start()

    def _give_up(self, job: _Job[Any], seconds: float) -> None:
        with self._lock:
            if job.ended.is_set():
                return
            job.given_up = True
            if not job.began:
                self._waiting.remove(job)
                raise TooLate(f"{self._path} had no time within {seconds:g} s", began=False)
            if not self._overdue:
                self._stuck_since = time.monotonic() - seconds
                log.warning("holographic: %s: %s took more than %g s; turns go on without it until it answers", self._path, self._purpose, seconds)
            self._overdue.add(job)
        raise TooLate(f"{self._path} did not answer within {seconds:g} s", began=True)

    def _serve(self) -> None:
        while (job := self._next()) is not None:
            job.run()
            self._done(job)

    def _next(self) -> _Job[Any] | None:
        with self._lock:
            if not self._waiting:
                self._idle += 1
                self._work.wait_for(lambda: bool(self._waiting), _IDLE_SECONDS)
                self._idle -= 1
            if not self._waiting:
                self._workers -= 1
                return None
            job = self._waiting.popleft()
            job.began = True
            return job

    def _done(self, job: _Job[Any]) -> None:
        with self._lock:
            job.ended.set()
            back = job in self._overdue
            self._overdue.discard(job)
            if back and not self._overdue:
                log.warning("holographic: %s answers again after %.1f s", self._path, time.monotonic() - self._stuck_since)
        if job.given_up:
            self._tidy_up(job)

    def _tidy_up(self, job: _Job[Any]) -> None:
        if job.error is None:
            try:
                job.tidy_up()
            except Exception as error:  # noqa: BLE001 - nobody waits for it: reported
                job.error = error
        if job.error is not None:
            log.warning("holographic: %s: %s failed in the end (%s)", self._path, self._purpose, type(job.error).__name__)


_lanes: weakref.WeakValueDictionary[tuple[Path, str], Lane] = weakref.WeakValueDictionary()
_lanes_lock = threading.Lock()


def lane(path: Path, purpose: str, workers: int = _MOST_WORKERS) -> Lane:
    """The one lane of this process for a kind of work on a file; all agents share it. With one worker things are done in their order."""
    with _lanes_lock:
        found = _lanes.get((path, purpose))
        if found is None:
            found = _lanes[path, purpose] = Lane(path, purpose, workers)
        return found


class TurnTime:
    """How long a turn may still wait for memory. Thread-safe: a host may call several tools at once."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._used = 0.0

    def begin(self) -> None:
        """A new turn has all its time."""
        with self._lock:
            self._used = 0.0

    @property
    def left(self) -> float:
        """Seconds; none or fewer when all is used up."""
        return self._seconds - self._used

    def use(self, seconds: float) -> None:
        """So long somebody waited."""
        with self._lock:
            self._used += seconds
