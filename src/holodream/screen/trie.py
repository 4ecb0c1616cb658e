"""One regular expression for thousands of words: a tree of their letters, so that each place in a text is looked at once.

Entries are words as they stand in the language files: `word` is the word alone, `word*` whatever begins with it, `*word*` also
in the middle of a longer word, and `a+b` two words with a space, a hyphen, a comma or nothing between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

GAP = r",?[\s'_-]{0,2}"
_WIDE_GAP = r",?[\s'_-]{1,2}"  # behind a short word, which would be found within others
_SHORT = 3
_END = ""
_MANY, _BUNDLES = 48, 8


def pattern(entries: Iterable[str], end: str) -> str:
    """Matches the longest of the entries; `end` is what must follow a whole word (a look-ahead)."""
    tree: dict[str, dict] = {}  # type: ignore[type-arg]
    for entry in entries:
        node = tree
        for char in entry.rstrip("*"):
            node = node.setdefault(char, {})
        node[_END] = node.get(_END, {}) if not entry.endswith("*") else {"*": {}}
    return _branches(tree, end, 0)


def _branches(node: dict, end: str, letters: int) -> str:  # type: ignore[type-arg]
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
