"""How fast a server works, as far as we have seen: from it follows how much to send at once."""

from __future__ import annotations

import threading

_NEWEST = 0.5  # weight of the newest measurement: a server that had to load its model first is not slow for long
_GROWTH = 4  # times the largest batch seen so far; a small batch tells little about a large one


class Speed:
    """Seconds per item of one server, all costs of a call included. Thread-safe.

    `first` is the size of a batch before anything was measured; batches have `least` to `most` items.
    """

    def __init__(self, first: int, least: int, most: int) -> None:
        self._first = first
        self._least = least
        self._most = most
        self._per_item: float | None = None
        self._largest = first
        self._lock = threading.Lock()

    @property
    def per_item(self) -> float | None:
        """Estimated seconds per item, None before the first answer."""
        return self._per_item

    def took(self, items: int, seconds: float) -> None:
        """A call with this many items was answered after so long."""
        with self._lock:
            newest = seconds / max(1, items)
            self._per_item = newest if self._per_item is None else _NEWEST * newest + (1 - _NEWEST) * self._per_item
            self._largest = max(self._largest, items)

    def gave_up(self, items: int, seconds: float) -> None:
        """A call with this many items was not answered within so long: it is at least that slow, so the next is half as large."""
        with self._lock:
            self._per_item = max(2 * seconds / max(1, items), self._per_item or 0.0)

    def batch(self, seconds: float) -> int:
        """How many items may be sent in a call that should take at most so long."""
        with self._lock:
            if self._per_item is None:
                return self._first
            fits = self._most if self._per_item <= 0 else int(min(self._most, seconds / self._per_item))
            return max(self._least, min(fits, self._most, _GROWTH * self._largest))
