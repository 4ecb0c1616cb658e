"""The entries of one language in one script, filed by the first letters by which they are looked up."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .wordlists import LETTERS, NOT_LETTERS, Entry, abroad, everywhere, home

WITHOUT_SPACES = ("Thai", "Han")
KEY, INSIDE = 5, 3  # letters by which words are looked up: at the beginning, within a word
KEY_UNSPACED = {"Thai": 5, "Han": 3}
_SHORT = 3  # shorter first words of a phrase stand alone
_HEADS = {script: re.compile(f"[0-9]+|[{letters}]*") for script, letters in LETTERS.items()}


class Filed:
    """Entries by the letters that they begin with; a tuple of words for each."""

    __slots__ = ("alone", "begin", "by_letters", "inside", "words")

    def __init__(self, script: str, entries: Iterable[Entry]) -> None:
        self.words: dict[str, dict[tuple[str, str], int]] = {}  # each entry as it is written → (kind, manner) → languages
        self.by_letters: dict[str, list[str]] = {}
        self.begin: dict[str, list[str]] = {}
        self.alone: dict[str, list[str]] = {}
        self.inside: dict[str, list[str]] = {}
        head_of, unspaced = _HEADS[script], KEY_UNSPACED.get(script, 0)
        for entry in entries:
            kinds = self.words.get(entry.word)
            if kinds is None:
                kinds = self.words[entry.word] = {}
                self._file(entry.word, head_of, unspaced)
            key = entry.kind, entry.manner
            kinds[key] = kinds.get(key, 0) | _languages(entry.code, entry.word)

    def _file(self, word: str, head_of: re.Pattern[str], unspaced: int) -> None:
        self.by_letters.setdefault(NOT_LETTERS.sub("", word), []).append(word)
        bare = word.lstrip("*")
        found = head_of.match(bare)
        head = found[0] if found else ""
        if unspaced:
            self.begin.setdefault(bare.rstrip("*").partition("+")[0][:unspaced], []).append(word)
        elif len(head) < _SHORT and not bare[len(head) :].startswith("*"):
            self.alone.setdefault(head, []).append(word)
        else:
            self.begin.setdefault(head[:KEY], []).append(word)
        if word[0] == "*":
            self.inside.setdefault(head[:INSIDE], []).append(word)


def _languages(code: str, word: str) -> int:
    """Where a word is at home; a phrase of three words or more may be quoted anywhere if its language is one that is quoted."""
    return everywhere() if not code or (code in abroad() and word.count("+") >= 2) else home(code)
