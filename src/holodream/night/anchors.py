"""Anchors: a verbatim part of an entry by which the host's memory tool finds this entry and no other."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

_QUOTES = str.maketrans("‘’‚‛“”„‟«»", '\'\'\'\'""""""')  # a host may take one quotation mark for another
_LENGTHS = (24, 40, 64, 96, 140, 200)  # characters of a part, tried from the shortest
# What may change on its way through a prompt: marks that end a fenced block, telephone numbers that are masked.
_UNSAFE = re.compile(r"`|\+\d{6,}")
_START = re.compile(r"(?<!\w)\w|(?<=[^\x00-\u02ff])[^\x00-\u02ff]")  # where a word begins; any letter of scripts that may have no spaces


def anchor(entry: str, others: Sequence[str], longest: int) -> str:
    """A part of `entry` that stands once in it and in none of `others`; the whole entry when it is short, "" when there is none."""
    rest = [_folded(other) for other in others]
    if len(entry) <= longest and _unique(entry, entry, rest):
        return entry
    part = next((part for part in _parts(entry, longest) if _unique(part, entry, rest)), "")
    if part:
        return part
    safe = not _unsafe(entry)
    return entry if safe and not any(_folded(entry) in other for other in rest) else ""


def _parts(entry: str, longest: int) -> Iterator[str]:
    """Pieces of single lines that begin and end with words, from the beginning on."""
    for length in _LENGTHS:
        if length > longest:
            return
        for line in entry.splitlines():
            for match in _START.finditer(line):
                yield _cut(line[match.start() :], length)


def _cut(text: str, length: int) -> str:
    """The beginning of a text, up to the end of a word."""
    if len(text) <= length:
        return text.rstrip()
    piece = text[:length]
    shorter = piece[: piece.rfind(" ")] if " " in piece and text[length : length + 1].isalnum() else piece
    return (shorter or piece).rstrip()


def _unique(part: str, entry: str, rest: Sequence[str]) -> bool:
    if not part or part != part.strip() or "\n" in part or _unsafe(part):
        return False
    folded = _folded(part)
    own = _folded(entry)
    return own.find(folded) == own.rfind(folded) and not any(folded in other for other in rest)


def _unsafe(text: str) -> bool:
    return bool(_UNSAFE.search(text)) or any(unicodedata.category(char) in ("Cf", "Cc") for char in text if char not in "\n\t")


def _folded(text: str) -> str:
    return text.translate(_QUOTES)
