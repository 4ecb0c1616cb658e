"""Samples of key formats, made up for each run from a table of their parts; no key stands in a file."""

from __future__ import annotations

import random
import re
import string
from pathlib import Path

_TABLE = Path(__file__).with_name("formats.tsv")
_PART = re.compile(r"\[(?P<letters>[^\]]+)\]\{(?P<count>\d+)\}|(?P<fixed>\S+)")


def formats() -> dict[str, str]:
    """The parts of each format by name."""
    rows = _TABLE.read_text(encoding="utf-8").splitlines()[1:]
    return dict(row.split("\t") for row in rows)


def sample(parts: str, dice: random.Random) -> str:
    """A value of a format."""
    return "".join(_part(match, dice) for match in _PART.finditer(parts))


def _part(match: re.Match[str], dice: random.Random) -> str:
    if match["fixed"]:
        return match["fixed"].replace("¦", "")
    letters = _letters(match["letters"])
    return "".join(dice.choice(letters) for _ in range(int(match["count"])))


def _letters(ranges: str) -> str:
    found, place = "", 0
    while place < len(ranges):
        if ranges[place + 1 : place + 2] == "-" and place + 2 < len(ranges):
            found += "".join(map(chr, range(ord(ranges[place]), ord(ranges[place + 2]) + 1)))
            place += 3
        else:
            found += ranges[place]
            place += 1
    # letters and digits carry a format; its signs are kept rare, as in real keys
    plain = "".join(char for char in found if char in string.ascii_letters + string.digits)
    return plain or found
