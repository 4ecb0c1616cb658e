"""The words of one script in some languages, looked up by the first letters of each word of a text.

Nothing is compiled ahead: the words that begin with the same letters become one small tree when a text has such letters.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from .filed import INSIDE, KEY, KEY_UNSPACED, WITHOUT_SPACES, Filed
from .level import signs
from .trie import Matcher, pattern
from .wordlists import COMMAND_KINDS, LETTERS, NOT_LETTERS, syllabic

Meaning = tuple[tuple[str, int, str], ...]  # (kind, languages as bits, mark before the entry: "~", "^" or "")
Found = tuple[int, int, int, Meaning]  # start, end, kinds, meaning
# Where in a word an entry may begin, what finds those entries, and the letters one of which must follow the word and a space (none: any)
_Candidates = tuple[tuple[int, Matcher, frozenset[str]], ...]

_OPEN = frozenset(("hidden_nouns", "private", "guards", "goods", "outlet", "hide"))  # phrases within which words of other kinds are heard in every language
_WHOSE = frozenset(("whose", "own"))
_COMMANDS = frozenset(COMMAND_KINDS)
_PERIOD, _STEP = 80, 64  # characters of a stretch that is repeated on and on, and how many of them are passed over at once
_FEW_LETTERS = 200  # that words begin with
_MOST = 50_000  # words that are remembered
_AHEAD = 2  # letters of the next word that are looked at before a phrase is
# "and", "with", "to", "the", written as one word with what follows in Arabic
clitics = "(?:[وف](?:[بك]?ال|لل|[بلك])?|[بك]?ال|لل|[بلك])"
_TORN_OFF = re.compile(f"[{signs('thai_vowels')}]")  # no word ends before one (กฎ, rule, in กรกฎาคม, July)


class Index:
    """Finds the entries of a script in a text."""

    def __init__(self, script: str, filed: Sequence[Filed], bits: Mapping[str, int]) -> None:
        self.script, self._filed, self._bits = script, filed, bits
        self._letter = None if script in WITHOUT_SPACES else re.compile(f"[{LETTERS[script]}]")
        self._is_thai = script == "Thai"
        self._has_inside = any(part.inside for part in filed)
        self._remembered: dict[str, _Candidates] = {}
        self._matchers: dict[tuple[frozenset[str], bool], Matcher] = {}
        self._meanings: dict[str, tuple[int, Meaning]] = {}
        self._pieces = re.compile(f"[0-9]+|[{LETTERS[script]}]+")

    def has(self, entry: str) -> bool:
        """Is it an entry, as it is written in the language files?"""
        return any(entry in part.words for part in self._filed)

    @functools.cached_property
    def _keys(self) -> frozenset[str]:
        return frozenset(key for part in self._filed for key in part.begin)

    @functools.cached_property
    def beginnings(self) -> re.Pattern[str]:
        """Where an entry may begin in a script without spaces: by two letters, which is quickly made, and with few letters by all."""
        first, second, alone = ("".join(sorted({re.escape(char) for key in self._keys for char in part(key)})) for part in _PARTS)
        options = [f"[{first}][{second}]"] if second else []
        two = "|".join([*options, f"[{alone}]"] if alone else options) or "(?!)"
        whole = len(first) <= _FEW_LETTERS
        return re.compile(f"(?={two})" + (f"(?={pattern((key + '*' for key in self._keys), '')})" if whole else ""))

    def find(self, text: str, start: int = 0, end: int | None = None) -> Iterator[Found]:
        """The entries in a stretch of text; of those that begin at the same place the longest."""
        at: int | None = start
        end, done = len(text) if end is None else end, -1
        met: dict[str, int] = {}  # where each entry was met last
        words = self._unspaced if self.script in WITHOUT_SPACES else self._spaced
        while at is not None:
            begin, at = at, None
            for stop, place, matcher in words(text, begin, end):
                last = matcher.end(text, place) if place >= done else -1
                if last < 0 or (self._is_thai and _TORN_OFF.match(text, last)):
                    continue
                written = text[place:last]
                kinds, meaning = self._meanings.get(written) or self._meaning(written)
                done = place + 1 if _is_open(meaning) else last
                yield place, last, kinds, meaning
                before = met.get(written, -1)
                if before >= 0 and place - before <= _PERIOD and text.startswith(text[before:place], place):
                    done = max(done, _last_of_a_row(text, text[before:place], place))
                met[written] = place
                if done > stop + _PERIOD:
                    at = done
                    break

    def _spaced(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, Matcher]]:
        """The end of each word with which an entry may begin, the place within it, and what finds the entry."""
        remembered, latin = self._remembered, self.script == "Latin"
        for piece in self._pieces.finditer(text, start, end):
            word = piece[0]
            candidates = remembered.get(word)
            if candidates is None:
                candidates = self._look_up(word)
            if not candidates:
                continue
            begin, stop = piece.span()
            if latin and begin and "0" <= text[begin - 1] <= "9" < word[0]:
                continue
            for offset, matcher, ahead in candidates:
                if ahead and text[stop : stop + 1] == " " and text[stop + 1 : stop + 2].isalpha() and text[stop + 1 : stop + 1 + _AHEAD] not in ahead:
                    continue
                yield stop, begin + offset, matcher

    def _unspaced(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, Matcher]]:
        remembered, keys, length = self._remembered, self._keys, KEY_UNSPACED[self.script]
        for piece in self.beginnings.finditer(text, start, end):
            begin = piece.start()
            word = text[begin : begin + length]
            candidates = remembered.get(word)
            if candidates is None:
                if not any(word[:part] in keys for part in range(1, length + 1)):
                    continue
                candidates = self._look_up(word)
            for _, matcher, _ in candidates:
                yield begin, begin, matcher

    def _look_up(self, word: str) -> _Candidates:
        """Where in a word which entries may begin."""
        if len(self._remembered) > _MOST:
            self._remembered.clear()
        found = []
        for offset in (0, *self._behind_clitics(word)):
            keys = {word[offset : offset + length] for length in range(1, KEY + 1)}
            words = {entry for part in self._filed for key in keys for entry in part.begin.get(key, ())}
            words.update(entry for part in self._filed for entry in part.alone.get(word[offset:], ()))
            if words:
                found.append((offset, self._matcher(frozenset(words), inside=False), _ahead(word[offset:], words)))
        for offset in range(1, len(word) - INSIDE + 1) if self._has_inside else ():
            key = word[offset : offset + INSIDE]
            inside = {entry for part in self._filed for entry in part.inside.get(key, ())}
            if inside:
                found.append((offset, self._matcher(frozenset(inside), inside=True), frozenset()))
        if len(word) <= _PERIOD:
            self._remembered[word] = tuple(found)
        return tuple(found)

    def _behind_clitics(self, word: str) -> Iterator[int]:
        if self.script == "Arabic":
            yield from (length for length in range(1, min(5, len(word))) if re.fullmatch(clitics, word[:length]))

    def _matcher(self, words: frozenset[str], *, inside: bool) -> Matcher:
        known = self._matchers.get((words, inside))
        if known is None:
            known = self._matchers[words, inside] = Matcher((word.lstrip("*") for word in words), self._letter)
        return known

    def _meaning(self, written: str) -> tuple[int, Meaning]:
        """What an entry is, as it is written in a text; a longer one also is what its open beginnings are."""
        letters = NOT_LETTERS.sub("", written)
        found: dict[tuple[str, str], int] = {}
        same = self._with_letters(letters)
        others = [other for length in range(1, len(letters)) for other in self._with_letters(letters[:length])]
        for other in (*same, *(other for other in others if other.endswith("*"))):
            for kind, bits in self._kinds(other):
                found[kind] = found.get(kind, 0) | bits
        covered = 0
        for word in same:
            for _, bits in self._kinds(word):
                covered |= bits
        for other in others:
            if any(word.startswith(other.rstrip("*") + "+") for word in same):
                for kind, bits in self._kinds(other):
                    # A phrase of one language hides no word of another, and a command no word at all, but for single syllables.
                    kept = bits if kind[0] in _WHOSE else bits & ~(covered & syllabic() if kind[0] in _COMMANDS else covered)
                    if kept:
                        found[kind] = found.get(kind, 0) | kept
        meaning = tuple((kind, bits, manner) for (kind, manner), bits in found.items())
        if len(self._meanings) > _MOST:  # phrases may be written with many kinds of gaps
            self._meanings.clear()
        known = self._meanings[written] = sum({self._bits[kind] for kind, _, _ in meaning}), meaning
        return known

    def _with_letters(self, letters: str) -> list[str]:
        """The entries of these letters, each once."""
        return list(dict.fromkeys(word for part in self._filed for word in part.by_letters.get(letters, ())))

    def _kinds(self, word: str) -> Iterator[tuple[tuple[str, str], int]]:
        for part in self._filed:
            yield from part.words.get(word, {}).items()


def _is_open(meaning: Meaning) -> bool:
    """Are words of other kinds heard within a phrase? Not where it is a secret's, or of syllables that are no words."""
    if meaning[0][0] in _OPEN and all(name in _OPEN or name in _WHOSE for name, _, _ in meaning):
        return True
    return all(name in _COMMANDS and bits & ~syllabic() for name, bits, _ in meaning)


_PARTS: tuple[Callable[[str], str], ...] = (lambda key: key[:1] if len(key) > 1 else "", lambda key: key[1:2], lambda key: key if len(key) == 1 else "")


def _ahead(word: str, entries: set[str]) -> frozenset[str]:
    """The first letters of the next words of phrases, when all entries are phrases that begin with just this word."""
    found = set()
    for entry in entries:
        first, plus, rest = entry.partition("+")
        following = rest.partition("+")[0]
        if first != word or not plus or len(following) < _AHEAD or "*" in following[:_AHEAD]:
            return frozenset()
        found.add(following[:_AHEAD])
    return frozenset(found)


def _last_of_a_row(text: str, repeated: str, place: int) -> int:
    """Where the last of the same stretch again and again begins: those between add nothing."""
    for step in (repeated * _STEP, repeated):
        while text.startswith(step, place + len(repeated)):
            place += len(step)
    return place
