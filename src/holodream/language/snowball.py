"""Snowball's stemmers, twice as fast: an ending is looked up in a table instead of being compared letter by letter.

The stemmers are those of the package `snowballstemmer`, of which only the search for endings is replaced; a test holds both against each other.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping, Sequence
from typing import Any


@functools.cache
def stemmer(algorithm: str) -> Any:
    """The class of a stemmer; imported on first use, as a host imports us at every start. Each object is for one word at a time.

    Always the one in Python: the package itself takes PyStemmer where that is installed, perhaps of another version, and two
    processes with one file would cut the same word differently.
    """
    original = original_stemmer(algorithm)
    return type(original.__name__, (_Quicker, original), {})


def original_stemmer(algorithm: str) -> Any:
    """The class as the package has it."""
    try:  # the plugin folder carries its own copy, as a host's update can remove or change packages
        from .._vendor import snowballstemmer
    except ImportError:
        import snowballstemmer
    module = importlib.import_module(f"{snowballstemmer.__name__}.{algorithm}_stemmer")
    return getattr(module, f"{algorithm.capitalize()}Stemmer")


class _Quicker:
    """The search for the longest of many endings or beginnings, whose condition, if it has one, holds too."""

    current: str
    cursor: int
    limit: int
    limit_backward: int

    def find_among_b(self, among: Sequence[Any]) -> int:
        """The longest entry that ends at the cursor; 0 when there is none."""
        entries, lengths = _table(id(among), among)
        end, word = self.cursor, self.current
        for length in lengths:
            entry = entries.get(word[end - length : end]) if length <= end - self.limit_backward else None
            if entry is not None:
                self.cursor = end - length
                if entry.method is None:
                    return int(entry.result)
                if entry.method(self):
                    self.cursor = end - length
                    return int(entry.result)
        return 0

    def find_among(self, among: Sequence[Any]) -> int:
        """The longest entry that begins at the cursor; 0 when there is none."""
        entries, lengths = _table(id(among), among)
        begin, word = self.cursor, self.current
        for length in lengths:
            entry = entries.get(word[begin : begin + length]) if length <= self.limit - begin else None
            if entry is not None:
                self.cursor = begin + length
                if entry.method is None:
                    return int(entry.result)
                if entry.method(self):
                    self.cursor = begin + length
                    return int(entry.result)
        return 0


_tables: dict[int, tuple[Sequence[Any], Mapping[str, Any], tuple[int, ...]]] = {}


def _table(key: int, among: Sequence[Any]) -> tuple[Mapping[str, Any], tuple[int, ...]]:
    """The entries by their letters, and their lengths, the longest first; made once for each list of the package, which is kept with it."""
    known = _tables.get(key)
    if known is None:
        known = _tables[key] = among, {entry.s: entry for entry in among}, tuple(sorted({len(entry.s) for entry in among}, reverse=True))
    return known[1], known[2]
