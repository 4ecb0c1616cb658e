"""Stretches of a text that may hold a key: runs of letters, digits and the signs of keys, and rows of digits. Found in bytes, which is fast."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LETTERS, _DIGITS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", b"0123456789"


def _table(classes: dict[bytes, bytes]) -> bytes:
    table = bytearray(b"\n" * 256)
    for sign, members in classes.items():
        for member in members:
            table[member] = sign[0]
    return bytes(table)


_KEY_TABLE = _table({b"k": _LETTERS + _DIGITS + b"_.:/~+=!-"})
_UNLIKE_WORDS = _table({b"a": _LETTERS.lower() + b"_.:!-"})
_DIGIT_TABLE = _table({b"0": _DIGITS, b" ": b" .-"})
_RUN = re.compile(b"k" * 11 + b"k*")  # the fixed beginning makes the search fast
_ROW, _FEWEST_DIGITS = re.compile(b"0[0 ]{11,}"), 12


class Bytes:
    """A text with one byte for each character; what is not ASCII is a question mark."""

    __slots__ = ("_plain",)

    def __init__(self, plain: str) -> None:
        self._plain = plain.encode("ascii", "replace")

    def runs(self) -> Iterator[tuple[int, int]]:
        """The runs of eleven characters or more that a key may be made of, other than plain words."""
        unlike_words = self._plain.translate(_UNLIKE_WORDS)
        for match in _RUN.finditer(self._plain.translate(_KEY_TABLE)):
            if unlike_words[match.start() : match.end()].strip(b"a"):
                yield match.span()

    def rows_of_digits(self) -> Iterator[tuple[int, int]]:
        """The rows of twelve digits or more, with spaces, full stops or hyphens between them."""
        for match in _ROW.finditer(self._plain.translate(_DIGIT_TABLE)):
            if match[0].count(b"0") >= _FEWEST_DIGITS:
                yield match.span()
