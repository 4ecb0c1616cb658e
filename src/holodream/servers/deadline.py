"""How long one call, one turn or one background job may wait for servers."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from ..errors import InvalidArgument

Clock = Callable[[], float]  # seconds that only grow


class Deadline:
    """The end of one call, all its steps together."""

    __slots__ = ("_clock", "_end", "seconds")

    def __init__(self, seconds: float, clock: Clock = time.monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._end = clock() + seconds

    def left(self) -> float:
        """Seconds until the end, 0 afterwards."""
        return max(0.0, self._end - self._clock())

    def need(self) -> float:
        """Seconds until the end, more than 0; TimeoutError when there are none."""
        left = self.left()
        if left <= 0:
            raise TimeoutError
        return left


class BudgetSpent(Exception):
    """The turn or job has no time or no call left; `Client` turns it into an error of ours."""


class Budget:
    """What one turn or one background job may spend on servers: seconds from now on, and calls (None: any number). Safe to share among threads."""

    def __init__(self, seconds: float, calls: int | None = None, clock: Clock = time.monotonic) -> None:
        if not (math.isfinite(seconds) and seconds > 0):
            raise InvalidArgument("A budget needs a finite number of seconds above 0.")
        self.seconds = seconds
        self._clock = clock
        self._whole = Deadline(seconds, clock)
        self._calls = calls
        self._lock = threading.Lock()

    def left(self) -> float:
        """Seconds left for the whole turn or job, 0 when a limit is reached."""
        return 0.0 if self._calls is not None and self._calls <= 0 else self._whole.left()

    def call(self, most: float) -> Deadline:
        """Take one call out of the budget: its deadline, at most `most` seconds away. BudgetSpent when nothing is left."""
        with self._lock:
            left = self.left()
            if left <= 0:
                raise BudgetSpent
            if self._calls is not None:
                self._calls -= 1
        return Deadline(min(most, left), self._clock)
