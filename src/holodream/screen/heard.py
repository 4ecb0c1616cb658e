"""What kinds of words each of many pieces of a text may hold: this may be too much and is never too little."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence

from .spaced import Spaced
from .unspaced import LETTERS_AT_ONCE, Unspaced


def heard(low: str, pieces: Sequence[str], starts: Sequence[int], scripts: Sequence[str], codes: tuple[str, ...]) -> list[int]:
    """For each piece of a text, which begin at `starts`, the kinds of its words as bits."""
    different = list(dict.fromkeys(pieces))
    if 2 * len(different) > len(pieces):
        return _heard(low, "\n".join(pieces), pieces, starts, scripts, codes)
    # The same is written again and again, as in a log: each piece is listened to once.
    cut = "\n".join(different)
    begins = list(itertools.accumulate((len(piece) + 1 for piece in different[:-1]), initial=0))
    known = dict(zip(different, _heard(cut, cut, different, begins, scripts, codes), strict=True))
    return [known[piece] for piece in pieces]


def _heard(low: str, cut: str, pieces: Sequence[str], starts: Sequence[int], scripts: Sequence[str], codes: tuple[str, ...]) -> list[int]:
    masks = [0] * len(starts)
    for script in scripts:
        if script in LETTERS_AT_ONCE:
            _unspaced(script, codes).add(masks, low, pieces, starts)
        else:
            _spaced(script, codes).add(masks, cut, pieces)
    return masks


@functools.lru_cache(maxsize=64)
def _spaced(script: str, codes: tuple[str, ...]) -> Spaced:
    return Spaced(script, codes)


@functools.lru_cache(maxsize=64)
def _unspaced(script: str, codes: tuple[str, ...]) -> Unspaced:
    return Unspaced(script, codes)
