"""One regular expression for thousands of words: a tree of their letters, so that each place in a text is looked at once.

Entries are words as they stand in the language files: `word` is the word alone, `word*` whatever begins with it, `*word*` also
in the middle of a longer word, and `a+b` two words with a space, a hyphen or nothing between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

GAP = r"[\s'_-]{0,2}"
_END = ""


def pattern(entries: Iterable[str], end: str) -> str:
    """Matches the longest of the entries; `end` is what must follow a whole word (a look-ahead)."""
    tree: dict[str, dict] = {}  # type: ignore[type-arg]
    for entry in entries:
        node = tree
        for char in entry.rstrip("*"):
            node = node.setdefault(char, {})
        node[_END] = node.get(_END, {}) if not entry.endswith("*") else {"*": {}}
    return _branches(tree, end)


def _branches(node: dict, end: str) -> str:  # type: ignore[type-arg]
    options = [(GAP if char == "+" else re.escape(char)) + _branches(child, end) for char, child in sorted(node.items()) if char != _END]
    if _END in node:
        options.append("" if node[_END] else end)
    if len(options) == 1:
        return options[0]
    return "(?:" + "|".join(options) + ")"
