"""A text made level for the rules: one case, one width, no invisible characters; each place can be traced back."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_INVISIBLE = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]")


@dataclass(frozen=True, slots=True)
class Leveled:
    """`text` for the rules; `original` turns its offsets into those of the text that was given."""

    text: str
    kept: tuple[int, ...] | None  # offset of each character in the given text; None when nothing was left out

    def original(self, offset: int) -> int:
        if self.kept is None:
            return offset
        return self.kept[offset] if offset < len(self.kept) else (self.kept[-1] + 1 if self.kept else 0)


def leveled(text: str) -> Leveled:
    """Full-width forms become plain, case is kept (keys depend on it), invisible characters go."""
    if text.isascii():
        return Leveled(text, None)
    wide = "".join(map(_narrow, text))
    if not _INVISIBLE.search(wide):
        return Leveled(wide, None)
    kept = tuple(index for index, char in enumerate(wide) if not _INVISIBLE.match(char))
    return Leveled("".join(wide[index] for index in kept), kept)


def _narrow(char: str) -> str:
    if char.isascii():
        return char
    plain = unicodedata.normalize("NFKC", char)
    return plain if len(plain) == 1 else char
