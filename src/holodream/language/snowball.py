"""Snowball's stemmers, twice as fast: an ending is looked up in a table instead of being compared letter by letter.

The stemmers are those of the package `snowballstemmer`, of which only the search for endings is replaced; a test holds both against each other.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


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
        table = _tables.get(id(among)) or _make_table(among)
        end, word = self.cursor, self.current
        if table.empty is not None and (end <= self.limit_backward or word[end - 1] not in table.last):
            return table.empty
        entries = table.entries
        for length in table.lengths:
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
        table = _tables.get(id(among)) or _make_table(among)
        begin, word = self.cursor, self.current
        if table.empty is not None and (begin >= self.limit or word[begin] not in table.first):
            return table.empty
        entries = table.entries
        for length in table.lengths:
            entry = entries.get(word[begin : begin + length]) if length <= self.limit - begin else None
            if entry is not None:
                self.cursor = begin + length
                if entry.method is None:
                    return int(entry.result)
                if entry.method(self):
                    self.cursor = begin + length
                    return int(entry.result)
        return 0


class _Table(NamedTuple):
    """The entries of a list by their letters."""

    among: Sequence[Any]  # kept, so that no other list gets its id
    entries: Mapping[str, Any]
    lengths: tuple[int, ...]  # the longest first
    first: frozenset[str]
    last: frozenset[str]
    empty: int | None  # the result when no letters fit; None where a condition decides that


_tables: dict[int, _Table] = {}


def _make_table(among: Sequence[Any]) -> _Table:
    """The entries by their letters; made once for each list of the package."""
    entries = {entry.s: entry for entry in among}
    nothing = entries.get("")
    empty = 0 if nothing is None else int(nothing.result) if nothing.method is None else None
    lengths = tuple(sorted({len(entry.s) for entry in among}, reverse=True))
    first, last = (frozenset(word[place] for word in entries if word) for place in (0, -1))
    made = _tables[id(among)] = _Table(among, entries, lengths, first, last, empty)
    return made
