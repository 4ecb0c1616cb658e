"""The words of one script in some languages, looked up by the first letters of each word of a text.

Nothing is compiled ahead: the words that begin with the same letters become one small pattern when a text has such letters.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping

from .trie import pattern
from .wordlists import LETTERS, NOT_LETTERS, Entry, abroad, everywhere, home

Meaning = tuple[tuple[str, int, str], ...]  # (kind, languages as bits, mark before the entry: "~", "^" or "")
Found = tuple[int, int, int, Meaning]  # start, end, kinds, meaning
_Candidates = tuple[tuple[int, re.Pattern[str]], ...]  # where in a word an entry may begin, and the pattern of those entries

WITHOUT_SPACES = ("Thai", "Han")
_KEY, _KEY_UNSPACED, _INSIDE = 5, 3, 3  # letters by which words are looked up: at the beginning, without spaces, within a word
_SHORT = 3  # shorter first words of a phrase stand alone
_OPEN = frozenset(("hidden_nouns", "guards", "goods", "outlet", "hide"))  # phrases within which words of other kinds are heard too
_OPEN_TOO = _OPEN | {"whose", "own"}
_PERIOD, _STEP = 80, 64  # characters of a stretch that is repeated on and on, and how many of them are passed over at once
_MOST = 50_000  # words that are remembered
# "and", "with", "to", "the", written as one word with what follows in Arabic
clitics = "(?:[وف](?:[بك]?ال|لل|[بلك])?|[بك]?ال|لل|[بلك])"


class Index:
    """Finds the entries of a script in a text."""

    def __init__(self, script: str, entries: Iterable[Entry], bits: Mapping[str, int]) -> None:
        self.script, self._bits = script, bits
        self.words: dict[str, dict[tuple[str, str], int]] = {}  # each entry as it is written → (kind, manner) → languages
        self._by_letters: dict[str, list[str]] = {}
        self._begin: dict[str, set[str]] = {}
        self._alone: dict[str, set[str]] = {}
        self._inside: dict[str, set[str]] = {}
        self._remembered: dict[str, _Candidates] = {}
        self._compiled: dict[tuple[frozenset[str], bool], re.Pattern[str]] = {}
        self._meanings: dict[str, tuple[int, Meaning]] = {}
        for entry in entries:
            kinds = self.words.get(entry.word)
            if kinds is None:
                kinds = self.words[entry.word] = {}
                self._file(entry.word)
            key = entry.kind, entry.manner
            kinds[key] = kinds.get(key, 0) | _languages(entry.code, entry.word)
        self._pieces = re.compile(f"[0-9]+|[{LETTERS[script]}]+")

    def _file(self, word: str) -> None:
        self._by_letters.setdefault(NOT_LETTERS.sub("", word), []).append(word)
        bare = word.lstrip("*")
        first = re.match(f"[0-9]+|[{LETTERS[self.script]}]*", bare)
        head = first[0] if first else ""
        if self.script in WITHOUT_SPACES:
            self._begin.setdefault(bare.rstrip("*")[:_KEY_UNSPACED], set()).add(word)
        elif len(head) < _SHORT and not bare[len(head) :].startswith("*"):
            self._alone.setdefault(head, set()).add(word)
        else:
            self._begin.setdefault(head[:_KEY], set()).add(word)
        if word[0] == "*":
            self._inside.setdefault(head[:_INSIDE], set()).add(word)

    @functools.cached_property
    def beginnings(self) -> re.Pattern[str]:
        """Where an entry may begin in a script without spaces."""
        first = "".join(sorted({re.escape(key[0]) for key in self._begin}))
        return re.compile(f"(?=[{first}])(?={pattern((key + '*' for key in self._begin), '')})")

    def find(self, text: str, start: int = 0, end: int | None = None) -> Iterator[Found]:
        """The entries in a stretch of text; of those that begin at the same place the longest."""
        end = len(text) if end is None else end
        remembered, unspaced, latin = self._remembered, self.script in WITHOUT_SPACES, self.script == "Latin"
        done = -1
        met: dict[str, int] = {}  # where each entry was met last
        beginnings = self.beginnings if unspaced else self._pieces
        pieces = beginnings.finditer(text, start, end)
        while (piece := next(pieces, None)) is not None:
            begin = piece.start()
            word = text[begin : begin + _KEY_UNSPACED] if unspaced else piece[0]
            candidates = remembered.get(word)
            if candidates is None:
                candidates = self._look_up(word)
            if not candidates or (latin and begin and "0" <= text[begin - 1] <= "9" < word[0]):
                continue
            for offset, candidate in candidates:
                place = begin + offset
                match = candidate.match(text, place) if place >= done else None
                if match is None:
                    continue
                written = match[0]
                kinds, meaning = self._meanings.get(written) or self._meaning(written)
                done = place + 1 if meaning[0][0] in _OPEN and all(name in _OPEN_TOO for name, _, _ in meaning) else match.end()
                yield place, match.end(), kinds, meaning
                last = met.get(written, -1)
                if last >= 0 and place - last <= _PERIOD and text.startswith(text[last:place], place):
                    done = max(done, _last_of_a_row(text, text[last:place], place))
                met[written] = place
            if done > piece.end() + _PERIOD:
                pieces = beginnings.finditer(text, done, end)

    def _look_up(self, word: str) -> _Candidates:
        """Where in a word which entries may begin."""
        if len(self._remembered) > _MOST:
            self._remembered.clear()
        found = []
        for offset in (0, *self._behind_clitics(word)):
            keys = frozenset(word[offset : offset + length] for length in range(1, _KEY + 1))
            words = {entry for key in keys for entry in self._begin.get(key, ())} | self._alone.get(word[offset:], set())
            if words:
                found.append((offset, self._pattern(frozenset(words), inside=False)))
        for offset in range(1, len(word) - _INSIDE + 1) if self._inside else ():
            inside = self._inside.get(word[offset : offset + _INSIDE])
            if inside:
                found.append((offset, self._pattern(frozenset(inside), inside=True)))
        if len(word) <= _PERIOD:
            self._remembered[word] = tuple(found)
        return tuple(found)

    def _behind_clitics(self, word: str) -> Iterator[int]:
        if self.script == "Arabic":
            yield from (length for length in range(1, min(5, len(word))) if re.fullmatch(clitics, word[:length]))

    def _pattern(self, words: frozenset[str], *, inside: bool) -> re.Pattern[str]:
        known = self._compiled.get((words, inside))
        if known is None:
            known = re.compile(pattern((word.lstrip("*") for word in words), word_end(self.script)))
            self._compiled[words, inside] = known
        return known

    def _meaning(self, written: str) -> tuple[int, Meaning]:
        """What an entry is, as it is written in a text; a longer one also is what its open beginnings are."""
        letters = NOT_LETTERS.sub("", written)
        found: dict[tuple[str, str], int] = {}
        same = self._by_letters.get(letters, [])
        others = [other for length in range(1, len(letters)) for other in self._by_letters.get(letters[:length], ())]
        for other in (*same, *(other for other in others if other.endswith("*"))):
            for kind, bits in self.words[other].items():
                found[kind] = found.get(kind, 0) | bits
        covered = 0
        for word in same:
            for bits in self.words[word].values():
                covered |= bits
        for other in others:
            if any(word.startswith(other.rstrip("*") + "+") for word in same):
                for kind, bits in self.words[other].items():
                    kept = bits if kind[0] in ("whose", "own") else bits & ~covered  # a phrase of one language hides no word of another
                    if kept:
                        found[kind] = found.get(kind, 0) | kept
        meaning = tuple((kind, bits, manner) for (kind, manner), bits in found.items())
        if len(self._meanings) > _MOST:  # phrases may be written with many kinds of gaps
            self._meanings.clear()
        known = self._meanings[written] = sum({self._bits[kind] for kind, _, _ in meaning}), meaning
        return known


def _last_of_a_row(text: str, repeated: str, place: int) -> int:
    """Where the last of the same stretch again and again begins: those between add nothing."""
    for step in (repeated * _STEP, repeated):
        while text.startswith(step, place + len(repeated)):
            place += len(step)
    return place


def _languages(code: str, word: str) -> int:
    """Where a word is at home; a phrase of three words or more may be quoted anywhere if its language is one that is quoted."""
    return everywhere() if not code or (code in abroad() and word.count("+") >= 2) else home(code)


def word_end(script: str) -> str:
    """What must follow a whole word: no letter of its script."""
    return "" if script in WITHOUT_SPACES else f"(?![{LETTERS[script]}])"
