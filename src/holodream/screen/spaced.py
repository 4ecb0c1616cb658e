"""The kinds of words in pieces of a text of a script with spaces. Each different word is looked up once; the rest is work of the interpreter's loops."""

from __future__ import annotations

import bisect
import codecs
import functools
import itertools
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from .index import clitics
from .lexicon import NEGATION
from .trie import pattern
from .vocabulary import Letters, runs_of

_KEY = 4  # letters by which open words are looked up
_MOST, _LONGEST = 50_000, 100  # words that are remembered, and the letters of one
_MARK, _LINE = b"\x01", b"\n"  # what stands for the end of a piece, and what ends it
_FIRST_SIGN, _ASCII = 0x100, 0x80
_FEW = 8  # one letter in so many is few: only the pieces with letters are looked at
_NO_LETTERS, _WORD = b" \x01", re.compile(b"[^ \x01]+")
_LONGEST_CLITIC = 4
_FIRST, _SECOND, _SIGNED = NEGATION << 1, NEGATION << 2, NEGATION << 3  # the first or second of two words of a phrase, a word with other signs beside it
_ALONE = _FIRST - 1


class Spaced:
    """The words of a script with spaces in some languages."""

    def __init__(self, script: str, codes: tuple[str, ...]) -> None:
        runs = [runs_of(script, code) for code in (*codes, "")]
        self._encode = _encoder(sorted(set().union(*(part.letters() for part in runs))))
        self._whole = self._encoded(part.whole for part in runs)
        self._within = self._encoded(part.within for part in runs)
        opens = self._encoded(part.open for part in runs)
        self._pairs: dict[bytes, dict[tuple[bytes, bool], dict[str, int]]] = {}
        for part in runs:
            for (first, second, is_open), phrases in part.pairs.items():
                left, right = self._encode(first), self._encode(second)
                known = self._pairs.setdefault(left, {}).setdefault((right, is_open), {})
                for letters, kinds in phrases.items():
                    known[letters] = known.get(letters, 0) | kinds
                self._whole[left] = self._whole.get(left, 0) | _FIRST
                words = opens if is_open else self._whole
                words[right] = words.get(right, 0) | _SECOND
        self._open_seconds = {second for following in self._pairs.values() for second, is_open in following if is_open}
        self._open_lengths = sorted({len(second) for second in self._open_seconds})
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
        # What is found within a word is taken for all that is written so, in any of the languages, and for what it begins with.
        shorter = {run: functools.reduce(operator.or_, (self._within.get(run[:length], 0) for length in range(1, len(run))), 0) for run in self._within}
        self._within = {run: kinds | shorter[run] | self._begun(run) & _ALONE for run, kinds in self._within.items()}
        self._known: dict[bytes, int] = {}

    def _encoded(self, parts: Iterable[dict[str, int]]) -> dict[bytes, int]:
        found: dict[bytes, int] = {}
        for part in parts:
            for word, kinds in part.items():
                key = self._encode(word)
                found[key] = found.get(key, 0) | kinds
        return found

    def add(self, masks: list[int], cut: str, pieces: Sequence[str], starts: Sequence[int]) -> None:
        """Adds the kinds of the words to those of their pieces; `cut` are the pieces with a line break between two."""
        encoded = self._encode(cut)
        if _FEW * len(encoded.translate(None, _NO_LETTERS)) > len(encoded):
            masks[:] = map(operator.or_, masks, self._in_pieces(encoded, pieces))
            return
        chosen = sorted({bisect.bisect_right(starts, match.start()) - 1 for match in _WORD.finditer(encoded)})
        some = [encoded[starts[piece] : starts[piece] + len(pieces[piece])] for piece in chosen]
        for piece, kinds in zip(chosen, self._in_pieces(_MARK.join(some), [pieces[piece] for piece in chosen]), strict=True):
            masks[piece] |= kinds

    def _in_pieces(self, encoded: bytes, pieces: Sequence[str]) -> list[int]:
        """The kinds in each piece."""
        words = encoded.replace(_MARK, b" " + _MARK + b" ").split()
        different = {*words} - {_MARK}
        known = self._kinds(different)
        kinds = {word: bits for word in different if (bits := known[word])}
        if not kinds:
            return [0] * len(pieces)
        silent = dict.fromkeys(different, "") | {_MARK: "\n"}
        masks = _alone(words, kinds, silent)
        parts = {word: bits for word, bits in kinds.items() if bits > _ALONE}
        if parts:
            self._add_phrases(masks, words, parts, silent, pieces)
        return masks

    def _add_phrases(self, masks: list[int], words: list[bytes], parts: Mapping[bytes, int], silent: dict[bytes, str], pieces: Sequence[str]) -> None:
        """Adds the kinds of phrases, of which two words follow each other, and of words that are written with other signs."""
        signs = {word: chr(_FIRST_SIGN + number) for number, word in enumerate(parts)}
        row = "".join(map((silent | signs).__getitem__, words))
        phrases = self._phrases(signs)
        pairs = map(operator.add, row, itertools.islice(row, 1, None))
        places = [(place, phrases[row[place : place + 2]]) for place in itertools.compress(range(len(row)), map(phrases.__contains__, pairs))]
        for word in (word for word, bits in parts.items() if bits & _SIGNED):
            places += zip(_places(row, signs[word]), itertools.repeat(self._written_with(word)))
        ends = list(itertools.accumulate(len(part) + 1 for part in row.split("\n")))
        letters_of = Letters(pieces)
        for place, found in places:
            piece = bisect.bisect_right(ends, place)
            for letters, kinds in found:
                if kinds & ~masks[piece] and (not letters or letters_of.has(piece, letters)):
                    masks[piece] |= kinds

    def _written_with(self, word: bytes) -> list[tuple[str, int]]:
        words = {word, *(word[len(clitic) :] for clitic in self._clitics if word.startswith(clitic))}
        written = (entries for (run, is_open), entries in self._signed.items() if run in words or (is_open and any(other.startswith(run) for other in words)))
        return [entry for entries in written for entry in entries]

    def _phrases(self, signs: dict[bytes, str]) -> dict[str, list[tuple[str, int]]]:
        """The phrases to which each two of some words may belong, by their signs: all their letters, and their kinds."""
        begun: dict[bytes, list[bytes]] = {}
        for word in signs:
            for length in self._open_lengths:
                if word[:length] in self._open_seconds and len(word) >= length:
                    begun.setdefault(word[:length], []).append(word)
        found: dict[str, list[tuple[str, int]]] = {}
        for word, first in self._firsts(signs):
            for (second, is_open), phrases in self._pairs[first].items():
                for other in begun.get(second, ()) if is_open else (second,) if second in signs else ():
                    found.setdefault(signs[word] + signs[other], []).extend(phrases.items())
        return found

    def _firsts(self, words: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
        """The words that may be the first of two, each with what it is in phrases."""
        for word in words:
            if word in self._pairs:
                yield word, word
            for clitic in self._clitics:
                if word.startswith(clitic) and word[len(clitic) :] in self._pairs:
                    yield word, word[len(clitic) :]

    def _kinds(self, words: set[bytes]) -> dict[bytes, int]:
        known = self._known
        new = [word for word in words if word not in known]
        if not new:
            return known
        if len(known) + len(new) > _MOST or max(map(len, new)) > _LONGEST:
            known, new = {}, list(words)  # another thread may go on with the old ones
            if len(new) <= _MOST // 2 and max(map(len, new)) <= _LONGEST:
                self._known = known
        known.update(self._looked_up(new))
        return known

    def _looked_up(self, words: list[bytes]) -> dict[bytes, int]:
        found = dict(zip(words, map(self._look_up, words), strict=True))
        if self._within:
            ends = list(itertools.accumulate(len(word) + 1 for word in words))
            for match in self._inside.finditer(_MARK.join(words)):
                found[words[bisect.bisect_right(ends, match.start())]] |= self._within[match[1]]
        return found

    def _look_up(self, word: bytes) -> int:
        kinds = self._begun(word)
        for clitic in self._clitics:
            if word.startswith(clitic):
                kinds |= self._begun(word[len(clitic) :])
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


def _places(row: str, sign: str) -> Iterator[int]:
    place = row.find(sign)
    while place >= 0:
        yield place
        place = row.find(sign, place + 1)


def _alone(words: list[bytes], kinds: Mapping[bytes, int], silent: Mapping[bytes, str]) -> list[int]:
    """The kinds of the single words of each piece."""
    numbers = {bits: chr(_FIRST_SIGN + number) for number, bits in enumerate({bits & _ALONE for bits in kinds.values()} - {0})}
    signs = {**silent, **{word: numbers[bits & _ALONE] for word, bits in kinds.items() if bits & _ALONE}}
    rows = "".join(map(signs.__getitem__, words)).split("\n")
    bits_of = {sign: bits for bits, sign in numbers.items()}
    masks = {row: functools.reduce(operator.or_, map(bits_of.__getitem__, row), 0) for row in {*rows}}
    return list(map(masks.__getitem__, rows))


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
