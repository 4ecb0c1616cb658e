"""Thousands of words as a tree of their letters, so that each place in a text is looked at once.

Entries are words as they stand in the language files: `word` is the word alone, `word*` whatever begins with it, `*word*` also
in the middle of a longer word, and `a+b` two words with a space, a hyphen, a comma or nothing between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

GAP = r",?[\s'_-]{0,2}"
_WIDE_GAP = r",?[\s'_-]{1,2}"  # behind a short word, which would be found within others
_SHORT = 3
_GAP_SIGNS, _GAP_LENGTH = "'_-", 2
_END = ""
_MANY, _BUNDLES = 48, 8

_Tree = dict[str, Any]


class Matcher:
    """Finds the longest of some entries at a place: `end` is what must follow a whole word, "letters" of its script."""

    __slots__ = ("_letter", "_tree")

    def __init__(self, entries: Iterable[str], letter: re.Pattern[str] | None) -> None:
        self._letter, self._tree = letter, tree(entries)

    def end(self, text: str, place: int) -> int:
        """Where the entry ends that begins at the place, or -1."""
        return self._walk(self._tree, text, place, 0)

    def _walk(self, node: _Tree, text: str, place: int, letters: int) -> int:
        """On by letters as far as possible, then back to the gaps and ends on the way; as the pattern would do it."""
        on_the_way: list[tuple[_Tree, int, int]] = []
        while True:
            if "+" in node or _END in node:
                on_the_way.append((node, place, letters))
            char = text[place : place + 1] or "+"
            if char == "+" or char not in node:
                break
            node, place, letters = node[char], place + 1, letters + 1
        while on_the_way:
            node, place, letters = on_the_way.pop()
            for begin in _behind_gap(text, place, 1 if letters < _SHORT else 0) if "+" in node else ():
                found = self._walk(node["+"], text, begin, 0)
                if found >= 0:
                    return found
            if _END in node and (node[_END] or self._letter is None or not self._letter.match(text, place)):
                return place
        return -1


def _behind_gap(text: str, place: int, least: int) -> Iterable[int]:
    """Where the next word of a phrase may begin, the widest gap first; as the pattern of the gap would try it."""
    for begin in (place + 1, place) if text[place : place + 1] == "," else (place,):
        width = 0
        while width < _GAP_LENGTH and begin + width < len(text) and (text[begin + width] in _GAP_SIGNS or text[begin + width].isspace()):
            width += 1
        yield from range(begin + width, begin + least - 1, -1)


def tree(entries: Iterable[str]) -> _Tree:
    """The entries as nested letters; at an end stands an empty tree, or one with a star where more may follow."""
    root: _Tree = {}
    for entry in entries:
        node = root
        for char in entry.rstrip("*"):
            node = node.setdefault(char, {})
        node[_END] = node.get(_END, {}) if not entry.endswith("*") else {"*": {}}
    return root


def pattern(entries: Iterable[str], end: str) -> str:
    """Matches the longest of the entries; `end` is what must follow a whole word (a look-ahead)."""
    return _branches(tree(entries), end, 0)


def _branches(node: _Tree, end: str, letters: int) -> str:
    """What may follow from a node of the tree, so many letters into a word."""
    gap = [(_WIDE_GAP if letters < _SHORT else GAP) + _branches(node["+"], end, 0)] if "+" in node else []
    following = [(char, re.escape(char) + _branches(child, end, letters + 1)) for char, child in sorted(node.items()) if char not in (_END, "+")]
    last = [] if _END not in node else [""] if node[_END] else [end]
    options = [*_sorted_out(following), *gap, *last]
    return options[0] if len(options) == 1 else f"(?:{'|'.join(options)})"


def _sorted_out(options: list[tuple[str, str]]) -> list[str]:
    """Many letters in bundles, each with a look ahead whether one of them follows at all."""
    if len(options) <= _MANY:
        return [source for _, source in options]
    size = -(-len(options) // _BUNDLES)
    bundles = [options[place : place + size] for place in range(0, len(options), size)]
    return [f"(?=[{''.join(re.escape(char) for char, _ in bundle)}])(?:{'|'.join(_sorted_out(bundle))})" for bundle in bundles]
