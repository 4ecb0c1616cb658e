"""The kinds of words in pieces of a text of a script with spaces. Each different word is looked up once and becomes a few numbers; the rest is work of the
interpreter's own loops over these."""

from __future__ import annotations

import bisect
import codecs
import functools
import itertools
import operator
import re
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

from . import seeds
from .index import clitics
from .lexicon import BIT, NEGATION
from .phrases import Phrases, Written
from .trie import pattern
from .vocabulary import Letters, runs_of

_KEY = 4  # letters by which open words are looked up
_MOST, _LONGEST = 40_000, 100  # words that are remembered, and the letters of one
_MARK, _LINE = b"\x01", b"\n"  # what stands for the end of a piece, and what ends it
_ASCII = 0x80
_FEW = 8  # one letter in so many is few: only the pieces with letters are looked at
_NO_LETTERS = b" \x01"
_LONGEST_CLITIC = 4
_FIRST, _SECOND, _SIGNED = NEGATION << 1, NEGATION << 2, NEGATION << 3  # the first or second of two words of a phrase, a word with other signs beside it
_ALONE = _FIRST - 1
# A word in numbers of two bytes: what it is as the second of two words, its sign, whether wallets have it in their phrases, what it is as the first of two.
_NUMBERS, _COUNT = struct.Struct("=HHHH"), 4
_SIGN, _SEED, _FROM_FIRST, _TO_SECOND = 1, 2, 6, -2
_IS_SEED, _IS_MARK = (int.from_bytes(letters, sys.byteorder) for letters in (b"ss", b"mm"))
_SEEDS, _BETWEEN = b"ss" * seeds.LENGTH, b"m"  # a row of such words, and what may stand between two (1. abandon 2. ability)
_ROW_OF_SEEDS = re.compile(b"(?:ss(?:mm)*){%d}" % seeds.LENGTH)
_OF_SEEDS: Written = (("", BIT["seeds"]),)
_SILENT, _FIRST_SIGN, _LAST_SIGN = "\0", 0x100, 0xD7FF  # signs of words are characters: of one without a kind, of the others


class Spaced:
    """The words of a script with spaces in some languages."""

    def __init__(self, script: str, codes: tuple[str, ...]) -> None:
        runs = [runs_of(script, code) for code in (*codes, "")]
        self._encode = _encoder(sorted(set().union(*(part.letters() for part in runs))))
        self._whole = self._encoded(part.whole for part in runs)
        self._within = self._encoded(part.within for part in runs)
        opens = self._encoded(part.open for part in runs)
        pairs: dict[bytes, dict[tuple[bytes, bool], dict[str, int]]] = {}
        for part in runs:
            for (first, second, is_open), phrases in part.pairs.items():
                left, right = self._encode(first), self._encode(second)
                known = pairs.setdefault(left, {}).setdefault((right, is_open), {})
                for letters, kinds in phrases.items():
                    known[letters] = known.get(letters, 0) | kinds
                self._whole[left] = self._whole.get(left, 0) | _FIRST
                words = opens if is_open else self._whole
                words[right] = words.get(right, 0) | _SECOND
        self._signed: dict[tuple[bytes, bool], list[tuple[str, int]]] = {}
        for part in runs:
            for (run, is_open), written in part.signed.items():
                word, words = self._encode(run), opens if is_open else self._whole
                self._signed.setdefault((word, is_open), []).extend(written.items())
                words[word] = words.get(word, 0) | _SIGNED
        for glued, begun in (pair for part in runs for pair in part.glued.items()):
            self._whole[self._encode(glued)] |= self._whole.get(self._encode(begun), 0) & _ALONE
        self._short: dict[bytes, int] = {}
        self._open: dict[bytes, list[tuple[bytes, int]]] = {}
        for word, kinds in opens.items():
            if len(word) < _KEY:
                self._short[word] = kinds
            else:
                self._open.setdefault(word[:_KEY], []).append((word, kinds))
        self._lengths = tuple(sorted({len(word) for word in self._short}))
        self._clitics = tuple(map(self._encode, _clitics())) if script == "Arabic" else ()
        self._phrases = Phrases(pairs, self._clitics)
        self.seeds = frozenset(map(self._encode, seeds.seed_words())) if script == "Latin" else frozenset[bytes]()
        # What is found within a word is taken for all that is written so, in any of the languages, and for what it begins with.
        shorter = {run: functools.reduce(operator.or_, (self._within.get(run[:length], 0) for length in range(1, len(run))), 0) for run in self._within}
        self._within = {run: kinds | shorter[run] | self._begun(run) & _ALONE for run, kinds in self._within.items()}
        self._known = _Words(self)

    def _encoded(self, parts: Iterable[dict[str, int]]) -> dict[bytes, int]:
        found: dict[bytes, int] = {}
        for part in parts:
            for word, kinds in part.items():
                key = self._encode(word)
                found[key] = found.get(key, 0) | kinds
        return found

    def add(self, masks: list[int], cut: str, pieces: Sequence[str]) -> None:
        """Adds the kinds of the words to those of their pieces; `cut` are the pieces with a line break between two."""
        encoded = self._encode(cut)
        if _FEW * len(encoded.translate(None, _NO_LETTERS)) > len(encoded):
            masks[:] = map(operator.or_, masks, self._in_pieces(encoded, pieces))
            return
        rows = encoded.split(_MARK)
        chosen = list(itertools.compress(range(len(rows)), map(bytes.strip, rows)))
        if chosen:
            some = _MARK.join([rows[piece] for piece in chosen])
            for piece, kinds in zip(chosen, self._in_pieces(some, [pieces[piece] for piece in chosen]), strict=True):
                masks[piece] |= kinds

    def _in_pieces(self, encoded: bytes, pieces: Sequence[str]) -> list[int]:
        """The kinds in each piece."""
        known = self._known
        data = b"".join(map(known.__getitem__, encoded.replace(_MARK, b" " + _MARK + b" ").split()))
        signs = memoryview(data).cast("H")[_SIGN::_COUNT].tobytes().decode("utf-16")
        rows = signs.replace(_SILENT, "").split("\n")
        kinds = {row: functools.reduce(operator.or_, map(known.kinds.__getitem__, row), 0) for row in {*rows}}
        masks = list(map(kinds.__getitem__, rows))
        self._add_phrases(masks, data, signs, known, pieces)
        if known.is_full():
            self._known = _Words(self)  # another thread may go on with the old ones
        return masks

    def _add_phrases(self, masks: list[int], data: bytes, signs: str, known: _Words, pieces: Sequence[str]) -> None:
        """Adds the kinds of phrases, of which two words follow each other, and of words that are written with other signs."""
        pairs = memoryview(data)[_FROM_FIRST:_TO_SECOND].cast("I")[::2]
        places = itertools.compress(itertools.count(), map(self._phrases.pairs.__contains__, pairs))
        found = [(place, self._phrases.written(pairs[place])) for place in places]
        for sign, written in list(known.written.items()):
            found += zip(_places(signs, sign), itertools.repeat(written))
        found += zip(self._rows_of_seeds(data), itertools.repeat(_OF_SEEDS))
        ends = list(itertools.accumulate(len(row) + 1 for row in signs.split("\n"))) if found else []
        letters_of = Letters(pieces)
        for place, entries in found:
            piece = bisect.bisect_right(ends, place)
            for letters, kinds in entries:
                if kinds & ~masks[piece] and (not letters or letters_of.has(piece, letters)):
                    masks[piece] |= kinds

    def _rows_of_seeds(self, data: bytes) -> Iterator[int]:
        """Where words of wallets' phrases stand in a row."""
        flags = memoryview(data).cast("H")[_SEED::_COUNT].tobytes() if self.seeds else b""
        if _SEEDS in flags.replace(_BETWEEN, b""):
            yield from (found.start() // 2 for found in _ROW_OF_SEEDS.finditer(flags))

    def look_up(self, word: bytes) -> tuple[int, Written, int, int]:
        """A word's kinds, what it may be written with, and its numbers as the first and as the second of two words."""
        kinds = self._look_up(word)
        written = self._written_with(word) if kinds & _SIGNED else ()
        return kinds & _ALONE, written, self._phrases.first(word) if kinds & _FIRST else 0, self._phrases.second(word) if kinds & _SECOND else 0

    def _written_with(self, word: bytes) -> Written:
        words = {word, *(word[len(clitic) :] for clitic in self._clitics if word.startswith(clitic))}
        written = (entries for (run, is_open), entries in self._signed.items() if run in words or (is_open and any(other.startswith(run) for other in words)))
        return tuple(entry for entries in written for entry in entries)

    def _look_up(self, word: bytes) -> int:
        kinds = self._begun(word)
        for clitic in self._clitics:
            if word.startswith(clitic):
                kinds |= self._begun(word[len(clitic) :])
        for match in self._inside.finditer(word) if self._within else ():
            kinds |= self._within[match[1]]
        return kinds

    def _begun(self, word: bytes) -> int:
        """The kinds of the word and of what it begins with."""
        kinds = self._whole.get(word, 0)
        for length in self._lengths:
            kinds |= self._short.get(word[:length], 0)
        for beginning, more in self._open.get(word[:_KEY], ()):
            if word.startswith(beginning):
                kinds |= more
        return kinds

    @functools.cached_property
    def _inside(self) -> re.Pattern[bytes]:
        return re.compile(f"(?=({pattern((word.decode('latin-1') for word in self._within), '')}))".encode("latin-1"))


class _Words(dict[bytes, bytes]):
    """What is remembered of words: the numbers of each. Kinds and what is written with other signs are told by the sign."""

    def __init__(self, spaced: Spaced) -> None:
        super().__init__({_MARK: _NUMBERS.pack(0, ord("\n"), _IS_MARK, 0)})
        self._look_up, self._seeds = spaced.look_up, spaced.seeds
        self._signs: dict[tuple[int, Written], int] = {(0, ()): ord(_SILENT)}
        self._free = itertools.count(_FIRST_SIGN + 1)
        self._has_long = False
        self.kinds = {chr(_FIRST_SIGN): _ALONE}
        self.written: dict[str, Written] = {}

    def __missing__(self, word: bytes) -> bytes:
        kinds, written, first, second = self._look_up(word)
        numbers = self[word] = _NUMBERS.pack(second, self._sign(kinds, written), _IS_SEED if word in self._seeds else 0, first)
        self._has_long |= len(word) > _LONGEST
        return numbers

    def _sign(self, kinds: int, written: Written) -> int:
        sign = self._signs.get((kinds, written))
        if sign is None:
            sign = next(self._free)
            if sign > _LAST_SIGN:
                return _FIRST_SIGN  # may be anything
            self.kinds[chr(sign)] = kinds
            if written:
                self.written[chr(sign)] = written
            sign = self._signs.setdefault((kinds, written), sign)  # another thread may have been faster
        return sign

    def is_full(self) -> bool:
        """Is there too much to be remembered?"""
        return len(self) > _MOST or self._has_long


def _places(row: str, sign: str) -> Iterator[int]:
    place = row.find(sign)
    while place >= 0:
        yield place
        place = row.find(sign, place + 1)


def _encoder(alphabet: Sequence[str]) -> Callable[[str], bytes]:
    """Makes of a text one byte for each character: its letter, a mark for a line break, or a space."""
    if all(map(str.isascii, alphabet)):
        table = bytes.maketrans(bytes(range(256)), bytes(_byte(code, chr(code) in alphabet) for code in range(256)))
        return lambda text: text.encode("ascii", "replace").translate(table)
    letters = "".join(alphabet)
    table = bytes(_byte(code, _ASCII <= code < _ASCII + len(letters)) for code in range(256))
    numbers = codecs.charmap_build(("".join(map(chr, range(_ASCII))) + letters).ljust(256, "\ufffe"))
    return lambda text: codecs.charmap_encode(text, "replace", numbers)[0].translate(table)


def _byte(code: int, is_letter: bool) -> int:
    return code if is_letter else _MARK[0] if code == _LINE[0] else ord(" ")


@functools.cache
def _clitics() -> tuple[str, ...]:
    letters = sorted({*re.findall(r"\w", clitics)})
    written = ("".join(word) for length in range(1, _LONGEST_CLITIC + 1) for word in itertools.product(letters, repeat=length))
    return tuple(filter(re.compile(clitics).fullmatch, written))
