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
# Kinds of words that tell nothing without a word of the other kinds near them: what an agent is told to drop, to hand out, to do.
_CARRIERS = ("drop_verbs", "void", "reveal_verbs", "what", "acts", "answer", "attach", "places")
_CARRIED = {
    "rule_nouns": ("drop_verbs", "void", "reveal_verbs", "what", "acts"),
    "guards": ("drop_verbs", "void"),
    "hidden_nouns": ("reveal_verbs", "answer", "attach", "what"),
    "private": ("reveal_verbs", "attach"),
    "goods": ("acts",),
    "care": ("drop_verbs",),
    "enter": ("places",),
}
_CARRIER_BIT = {kind: 1 << place for place, kind in enumerate(_CARRIERS)}
PLACES = _CARRIER_BIT["places"]
_NOTS = frozenset(("nots", "nots_after"))
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
    pairs: dict[bytes, tuple[set[bytes], tuple[bytes, ...]]]  # the second words of phrases of two by the first: whole ones, beginnings
    triples: dict[bytes, dict[bytes, tuple[bytes, ...]]]  # of longer phrases the beginnings of the third by the first and the second
    turns: set[bytes]  # words for turning a lock
    valued: dict[bytes, set[str]]  # words that tell nothing without a value near them, with their kinds
    carried: dict[bytes, int]  # words that tell nothing without a word of some kinds near them, with these kinds as bits
    carriers: dict[bytes, int]  # the longest words of entries of these kinds
    open_carriers: dict[bytes, list[tuple[bytes, int]]]
    carriers_within: dict[bytes, int]  # those that may stand within a word
    known: dict[bytes, int]  # which of these kinds a word may be, as far as it was asked

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
        return _inside(self.within)

    @functools.cached_property
    def inside_carriers(self) -> re.Pattern[bytes]:
        """Finds a carrier within a word."""
        return _inside(self.carriers_within)

    def are_pair(self, first: bytes, second: bytes) -> bool:
        """May the words be a phrase?"""
        seconds = self.pairs.get(first)
        if seconds is None:  # the first is but a part of its word, or of longer phrases
            return first not in self.triples
        return second in seconds[0] or second.startswith(seconds[1])

    def are_triple(self, first: bytes, second: bytes, third: bytes) -> bool:
        """May the words be the first of a phrase?"""
        seconds = self.triples.get(first)
        return first not in self.pairs if seconds is None else third.startswith(seconds.get(second, ()))

    def carries(self, word: bytes) -> int:
        """The kinds that a word may be, of those that others need near them."""
        bits = self.known.get(word)
        if bits is None:
            bits = self.carriers.get(word, 0)
            for length in (_KEY, _KEY - 1):
                for beginning, more in self.open_carriers.get(word[:length], ()):
                    bits |= more if word.startswith(beginning) else 0
            for match in self.inside_carriers.finditer(word):
                bits |= self.carriers_within[match[1]]
            self.known[word] = bits
        return bits


def _inside(words: dict[bytes, int]) -> re.Pattern[bytes]:
    return re.compile(f"(?=({pattern(map(bytes.decode, words), '')}))".encode()) if words else re.compile(b"(?!)")


@functools.lru_cache(maxsize=64)
def telling(codes: tuple[str, ...]) -> Telling:
    """The telling words of some languages."""
    found = Telling({}, {}, {}, {}, {}, {}, set(), {}, {}, {}, {}, {}, {})
    plain: set[bytes] = set()  # words that tell alone, too
    for word, kinds in _by_word(codes).items():
        anchors = kinds & ANCHORS
        alone = ALONE if anchors - {"person"} else PERSON if "person" in kinds else NOT
        written = [part.encode() for part in _LETTERS.findall(word)]
        if anchors or kinds & _NOTS:
            found.turns.update(written if "turns" in kinds else ())
            if len(written) == 1:
                _keep_condition(found, written[0], anchors, plain)
            for parts in _glued(word) if anchors else [_LETTERS.findall(word)[-1:]]:
                _keep(found, parts, alone)
        carriers = sum(_CARRIER_BIT[kind] for kind in kinds & _CARRIER_BIT.keys())
        if carriers:
            _keep_carrier(found, word, [part.encode() for part in _LETTERS.findall(word.replace("+", " "))], carriers)
    for bare in plain | (found.valued.keys() & found.carried.keys()):
        found.valued.pop(bare, None)
        found.carried.pop(bare, None)
    return found


def _keep_condition(found: Telling, word: bytes, anchors: set[str] | frozenset[str], plain: set[bytes]) -> None:
    if anchors <= _VALUED:
        found.valued[word] = found.valued.get(word, set()) | anchors
    elif anchors <= _CARRIED.keys():
        found.carried[word] = found.carried.get(word, 0) | sum({_CARRIER_BIT[kind] for anchor in anchors for kind in _CARRIED[anchor]})
    else:
        plain.add(word)


def _keep_carrier(found: Telling, word: str, written: list[bytes], bits: int) -> None:
    """Where the carrier stands, its longest word does, or all of its words as one."""
    longest = max(written, key=len)
    if word[0] == "*":
        found.carriers_within[longest] = found.carriers_within.get(longest, 0) | bits
    for part in (longest, b"".join(written)):
        if word[-1] == "*" and part.endswith(written[-1]):
            found.open_carriers.setdefault(part[:_KEY], []).append((part, bits))
        else:
            found.carriers[part] = found.carriers.get(part, 0) | bits


def _by_word(codes: tuple[str, ...]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for entry in entries(codes):
        if entry.script == "Latin" and (entry.kind in ANCHORS or entry.kind in _NOTS or entry.kind in _CARRIER_BIT):
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
    if len(parts) == 2:
        first, second = parts[0].encode(), parts[1].strip("*").encode()
        whole, beginnings = found.pairs.get(first, (set(), ()))
        if parts[1][-1] == "*":
            beginnings = (*beginnings, second)
        else:
            whole.add(second)
        found.pairs[first] = whole, beginnings
    elif len(parts) > 2:
        seconds = found.triples.setdefault(parts[0].encode(), {})
        second, third = parts[1].encode(), parts[2].strip("*").encode()
        seconds[second] = (*seconds.get(second, ()), third)


def _add(beginnings: list[tuple[bytes, int]], word: bytes, bits: int) -> None:
    if not any(word == beginning and bits & known == bits for beginning, known in beginnings):
        beginnings.append((word, bits))


def _glued(entry: str) -> Iterator[list[str]]:
    """The words of an entry for each way in which they may be glued, with a star where more letters may stand."""
    words = entry.strip("*").split("+")
    spelled = [words[0]]
    for before, word in itertools.pairwise(words):
        apart = [begun + " " + word for begun in spelled]
        spelled = [*apart, *(begun + word for begun in spelled)] if len(before) >= _SHORT and len(words) <= _MOST_GLUED else apart
    for one in spelled:
        parts = _LETTERS.findall(one)
        if parts and entry[-1] == "*" and "a" <= one[-1:] <= "z":
            parts[-1] += "*"
        if parts and entry[0] == "*":
            parts[0] = "*" + parts[0]
        if parts:
            yield parts
