"""Rest after failures: a server that failed is left alone for a pause that grows with each failure in a row."""

from __future__ import annotations

import math
import threading
import time

from .deadline import Clock

FIRST = 5.0  # seconds after a first failure that may pass by itself: a closed connection, an overloaded server
FIRST_SETTING = 60.0  # after a failure that a person has to mend: a wrong address, a page instead of an answer
FIRST_MONEY = 600.0  # after "no credit"
LONGEST = 600.0
LONGEST_ASKED = 3600.0  # a Retry-After beyond this is not believed
FOREVER = math.inf  # a refused key: the same settings will be refused again


class Rest:
    """When a server may be asked again. Thread-safe. After a pause one caller tries; the others wait until it is known how that went."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._until = -math.inf
        self._failures = 0
        self._round = 0
        self._lock = threading.Lock()

    @property
    def round(self) -> int:
        """Grows with each failure that counts. A call notes it when it begins: calls that were under way together fail together, and count once."""
        return self._round

    def left(self) -> float:
        """Seconds until the server may be asked, 0 when it may be asked now."""
        return max(0.0, self._until - self._clock())

    def admit(self, trial: float) -> float:
        """0 when the caller may ask now, else the seconds to wait. After a failure the others are held back for `trial` seconds."""
        with self._lock:
            left = self.left()
            if not left and self._failures:
                self._until = self._clock() + trial
            return left

    def failed(self, first: float, asked: float | None = None, since: int | None = None) -> float:
        """Another failure, of a call that began in round `since`: returns the pause in seconds, 0 when it was counted already.

        `asked` is what the server itself asked for (Retry-After).
        """
        with self._lock:
            if since is not None and since != self._round and first != FOREVER and self._failures:
                return 0.0
            self._round += 1
            if first == FOREVER:
                pause = FOREVER
            else:
                pause = min(first * 2 ** min(self._failures, 20), max(LONGEST, first))
                pause = max(pause, min(asked or 0.0, LONGEST_ASKED))
            self._failures += 1
            self._until = self._clock() + pause
            return pause

    def worked(self) -> int:
        """The server is well: no rest. Returns how many failures in a row this ends."""
        with self._lock:
            ended, self._failures, self._until = self._failures, 0, -math.inf
            return ended
