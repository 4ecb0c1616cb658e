"""Texts of one alphabet of few letters, made level by tables of bytes, which is fast; lines with anything that is in no table are left to `level.py`."""

from __future__ import annotations

import bisect
import codecs
import itertools
import re
import string
import unicodedata
from collections.abc import Callable, Iterable

_SIGNS = "«»“”„‘’…–—№°•→€£₽"  # that stand in texts of every language
_NOTHING, _UNDEFINED, _SIZE = "\0", "\ufffe", 256
_LATIN, _OTHER, _NEITHER = b"a", b"b", b" "
_ODD = (b"\0", b"ab", b"ba")  # what is in no table, and words of two alphabets
_IN_PLACE = "holodream.in_place"  # how errors are handled: what is unknown is marked


def _marked(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return _NOTHING * (error.end - error.start), error.end


codecs.register_error(_IN_PLACE, _marked)


class Table:
    """An alphabet. `form` gives the level form of a character, or nothing when that depends on what stands around it; `is_other` says what looks Latin."""

    def __init__(self, letters: Iterable[str], form: Callable[[str], str | None], is_other: Callable[[str], bool]) -> None:
        level = {char: low for char in dict.fromkeys((*string.printable, *letters, *_SIGNS)) if (low := form(char)) is not None}
        level = {_NOTHING: _NOTHING} | level | {low: low for low in level.values()}
        if len(level) > _SIZE:
            raise ValueError(f"An alphabet has {len(level)} characters, and a table holds {_SIZE}.")
        places = {char: place for place, char in enumerate(level)}
        self._chars = "".join(level).ljust(_SIZE, _UNDEFINED)
        self._numbers = codecs.charmap_build(self._chars)
        self._low = bytes(map(places.__getitem__, level.values())).ljust(_SIZE, b"\0")
        kinds = (_LATIN if "a" <= low <= "z" else _OTHER if is_other(low) else b"\0" if low == _NOTHING else _NEITHER for low in level.values())
        self._kinds = b"".join(kinds).ljust(_SIZE, _NEITHER)

    def level(self, text: str) -> tuple[str, list[int]]:
        """The text in the form in which words are compared, and the lines with other characters or with words of two alphabets, of which this is not true."""
        numbers = codecs.charmap_encode(text, _IN_PLACE, self._numbers)[0]
        low = codecs.charmap_decode(numbers.translate(self._low), "strict", self._chars)[0]
        kinds = numbers.translate(self._kinds)
        odd = [found.start() for row in _ODD if row in kinds for found in re.finditer(row, kinds)]
        normal = unicodedata.is_normalized("NFC", text)
        if normal and not odd:
            return low, []
        lines = text.split("\n")
        ends = list(itertools.accumulate(len(line) + 1 for line in lines))
        others = {bisect.bisect_right(ends, place) for place in odd}
        if not normal:
            others.update(place for place, line in enumerate(lines) if not unicodedata.is_normalized("NFC", line))
        return low, sorted(others)
