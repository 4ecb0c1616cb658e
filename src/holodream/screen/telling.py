"""Which Latin words may belong to an entry with which a rule can begin, and as which part of it: alone, or a place in a phrase."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from .lexicon import ANCHORS
from .trie import pattern
from .wordlists import entries

# What a word may be, as bits.
ALONE, FIRST, SECOND_OF_TWO, SECOND, THIRD, PERSON, NOT, SEED = (1 << place for place in range(8))
_VALUED = frozenset(("enter", "codes", "keys", "logins"))  # kinds of words that tell nothing without a value
_KEY = 3  # letters by which open words are looked up
_SHORT = 3  # shorter words of a phrase are not glued to the next
_MOST_GLUED = 5  # words of a phrase
_LETTERS = re.compile("[a-z]+")


@dataclass(frozen=True)
class Telling:
    """The words, as bytes, with what they may be: whole ones, beginnings by their first letters, and what may stand within a word."""

    whole: dict[bytes, int]
    open: dict[bytes, list[tuple[bytes, int]]]
    short: dict[bytes, list[tuple[bytes, int]]]  # beginnings of fewer letters
    within: dict[bytes, int]
    pairs: dict[bytes, tuple[set[bytes], tuple[bytes, ...]]]  # the second words of phrases by the first: whole ones, beginnings
    turns: set[bytes]  # words for turning a lock
    valued: set[bytes]  # words that tell nothing without a value near them

    def kinds(self, words: set[bytes]) -> dict[bytes, int]:
        """What each of many words may be."""
        kinds = dict.fromkeys(words, 0)
        for word in words & self.whole.keys():
            kinds[word] = self.whole[word]
        for length, beginnings in ((_KEY, self.open), (_KEY - 1, self.short)):
            for word in [word for word in words if word[:length] in beginnings]:
                for beginning, bits in beginnings[word[:length]]:
                    if word.startswith(beginning):
                        kinds[word] |= bits
        row = b"\n".join((b"", *words, b""))
        for match in self.inside.finditer(row):
            kinds[row[row.rfind(b"\n", 0, match.start()) + 1 : row.find(b"\n", match.start())]] |= self.within[match[1]]
        return kinds

    @functools.cached_property
    def inside(self) -> re.Pattern[bytes]:
        """Finds what may stand within a word."""
        return re.compile(f"(?=({pattern(map(bytes.decode, self.within), '')}))".encode()) if self.within else re.compile(b"(?!)")

    def are_pair(self, first: bytes, second: bytes) -> bool:
        """May the words stand beside each other in a phrase?"""
        seconds = self.pairs.get(first)
        if seconds is None:  # the first is but a part of its word
            return True
        return second in seconds[0] or second.startswith(seconds[1])


@functools.lru_cache(maxsize=64)
def telling(codes: tuple[str, ...]) -> Telling:
    """The telling words of some languages."""
    found = Telling({}, {}, {}, {}, {}, set(), set())
    plain: set[bytes] = set()  # words that tell without a value, too
    for word, kinds in _by_word(codes).items():
        alone = ALONE if kinds & (ANCHORS - {"person"}) else PERSON if "person" in kinds else NOT
        written = [part.encode() for part in _LETTERS.findall(word)]
        found.turns.update(written if "turns" in kinds else ())
        if len(written) == 1:
            (found.valued if kinds & ANCHORS <= _VALUED else plain).update(written)
        for parts in _glued(word):
            _keep(found, parts, alone)
    found.valued.difference_update(plain)
    return found


def _by_word(codes: tuple[str, ...]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for entry in entries(codes):
        if entry.script == "Latin" and (entry.kind in ANCHORS or entry.kind in ("nots", "nots_after")):
            found.setdefault(entry.word, set()).add(entry.kind)
    return found


def _keep(found: Telling, parts: list[str], alone: int) -> None:
    roles = (alone,) if len(parts) == 1 else (FIRST, SECOND_OF_TWO) if len(parts) == 2 else (FIRST, SECOND, THIRD)
    for part, bits in zip(parts, roles, strict=False):
        word = part.strip("*").encode()
        if part[0] == "*":
            found.within[word] = found.within.get(word, 0) | bits
        elif part[-1] != "*":
            found.whole[word] = found.whole.get(word, 0) | bits
        elif len(word) < _KEY:
            _add(found.short.setdefault(word[: _KEY - 1], []), word, bits)
        else:
            _add(found.open.setdefault(word[:_KEY], []), word, bits)
    if len(parts) > 1:
        first, second = parts[0].encode(), parts[1].strip("*").encode()
        whole, beginnings = found.pairs.get(first, (set(), ()))
        if parts[1][-1] == "*":
            beginnings = (*beginnings, second)
        else:
            whole.add(second)
        found.pairs[first] = whole, beginnings


def _add(beginnings: list[tuple[bytes, int]], word: bytes, bits: int) -> None:
    if not any(word == beginning and bits & known == bits for beginning, known in beginnings):
        beginnings.append((word, bits))


def _glued(entry: str) -> Iterator[list[str]]:
    """The words of an entry for each way in which they may be glued, with a star where more letters may stand."""
    words = entry.strip("*").split("+")
    for glued in itertools.product((False, True), repeat=len(words) - 1) if len(words) <= _MOST_GLUED else [(False,) * (len(words) - 1)]:
        spelled = words[0]
        for joined, before, word in zip(glued, words, words[1:], strict=False):
            spelled += word if joined and len(before) >= _SHORT else " " + word
        parts = _LETTERS.findall(spelled)
        if parts and entry[-1] == "*" and spelled[-1:] <= "z" and spelled[-1:].isalpha():
            parts[-1] += "*"
        if parts and entry[0] == "*":
            parts[0] = "*" + parts[0]
        if parts:
            yield parts
