"""The phrases from which wallets make their keys: twelve words or more of one list, with no word for it needed."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources

from .lexicon import Stretch
from .shapes import Place

LENGTH = 12  # words of the shortest phrase
_ROW = re.compile(r"[ \t\"'“«]{0,3}(?P<row>(?:\d{1,2}[.)]?[^\S\n]?)?[a-z]{3,8}+(?:(?:[^\S\n]|[,;–-]){1,3}+(?:\d{1,2}[.)]?[^\S\n]?)?[a-z]{3,8}+){11,47})")
_ROWS = re.compile(rf"(?:^|[\n:：=.!?…。！？؟।](?:(?<![.!?…])|(?=[\s\"'”»)]))){_ROW.pattern}")
_WORD = re.compile("[a-z]+")
_BESIDE = 800  # characters of the longest row


@functools.cache
def seed_words() -> frozenset[str]:
    """The 2048 English words of which wallets make their phrases (BIP-39)."""
    return frozenset(resources.files(__package__).joinpath("seedwords.tsv").read_text(encoding="utf-8").split())


def find_seed_phrases(low: str, stretches: Sequence[Stretch]) -> Iterator[Place]:
    """The words of wallets' phrases in a row at the beginning of a sentence or behind a colon; such rows stand in or beside one of the stretches."""
    for start, end in _around(stretches):
        for found in _ROWS.finditer(low, max(start, 0), end):
            words = _WORD.findall(found["row"])
            if len(set(words)) >= LENGTH - 2 and max(_lengths([word in seed_words() for word in words])) >= LENGTH:
                yield "seed_phrase", *found.span("row")


def _around(stretches: Iterable[Stretch]) -> Iterator[tuple[int, int]]:
    """The stretches with what is beside them, those that meet as one."""
    first, last = 0, 0
    for stretch in stretches:
        if stretch.start - _BESIDE > last:
            if last:
                yield first, last
            first = stretch.start - _BESIDE
        last = stretch.end + _BESIDE
    if last:
        yield first, last


def _lengths(known: list[bool]) -> Iterator[int]:
    length = 0
    for is_known in known:
        length = length + 1 if is_known else 0
        yield length
