"""Texts that stay understood for a while, within a bound of memory: facts, what people repeat, and a quote that several people answer."""

from __future__ import annotations

from collections import OrderedDict

from ..statements.understanding import Speech, understand

_BASE_BYTES, _BYTES = 8_000, 90  # of an understood text that has been compared, and for each byte of it; measured, rather too much than too little


class Understood:
    """Understands texts; the ones asked for last stay in memory, the others are understood again."""

    def __init__(self, memory: int) -> None:
        self._kept: OrderedDict[str, Speech] = OrderedDict()
        self._left = memory

    def __call__(self, text: str) -> Speech:
        known = self._kept.get(text)
        if known is not None:
            self._kept.move_to_end(text)
            return known
        speech = self._kept[text] = understand(text)
        self._left -= _size(text)
        while self._left < 0 and len(self._kept) > 1:
            dropped, _ = self._kept.popitem(last=False)
            self._left += _size(dropped)
        return speech


def _size(text: str) -> int:
    return _BASE_BYTES + _BYTES * len(text.encode("utf-8", "replace"))
