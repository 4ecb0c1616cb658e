"""By which run of letters each entry of the language files is recognised in a text, roughly: what this finds may be too much and is never too little.

A word is recognised by itself, a phrase by the longest two of its words that follow each other, also where they are written as one.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .lexicon import BIT, NEGATION
from .wordlists import LETTERS, NOT_LETTERS, accounts, entries_of

_NEGATIONS = frozenset(("nots", "nots_after"))
_PAIR = 2
_SHORT = 3  # shorter first words of a phrase are not glued to the next
_RUNS = {script: re.compile(f"[{letters}]+") for script, letters in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Runs:
    """Runs of letters with the kinds of the entries that they stand for, as bits."""

    whole: dict[str, int] = field(default_factory=dict)  # the run alone
    open: dict[str, int] = field(default_factory=dict)  # at the beginning of a word
    within: dict[str, int] = field(default_factory=dict)  # anywhere in a word
    glued: dict[str, str] = field(default_factory=dict)  # two words written as one, with the first, which may be a word of another language
    # One word after another (and whether the second may go on), with all letters of each longer phrase of which they are part, "" for no longer one.
    pairs: dict[tuple[str, str, bool], dict[str, int]] = field(default_factory=dict)
    # Of entries with other signs than letters (2fa) the letters (and whether the word may go on), with all that is written.
    signed: dict[tuple[str, bool], dict[str, int]] = field(default_factory=dict)

    def letters(self) -> set[str]:
        """All letters of the runs."""
        pairs = ((first, second) for first, second, _ in self.pairs)
        return set().union(*self.whole, *self.open, *self.within, *(run for run, _ in self.signed), *itertools.chain.from_iterable(pairs))


class Letters:
    """The letters and digits of some pieces of a text, without what may stand between the words of a phrase."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._pieces = pieces
        self._letters: dict[int, str] = {}
        self._found: dict[tuple[int, str], bool] = {}

    def has(self, piece: int, letters: str) -> bool:
        """Does a piece hold all these letters in a row? What was asked once is remembered."""
        found = self._found.get((piece, letters))
        if found is None:
            known = self._letters.get(piece)
            if known is None:
                known = self._letters[piece] = NOT_LETTERS.sub("", self._pieces[piece])
            found = self._found[piece, letters] = letters in known
        return found


@functools.lru_cache(maxsize=256)
def runs_of(script: str, code: str) -> Runs:
    """The runs of one language in one script; without a code those that belong to every language."""
    found = Runs()
    kinds = _kinds(script, code)
    beginnings: dict[str, int] = {}  # what a longer entry also is, by its letters
    for word, bits in kinds.items():
        if word.endswith("*") or "+" in word:
            letters = NOT_LETTERS.sub("", word)
            beginnings[letters] = beginnings.get(letters, 0) | bits
    for word, own in kinds.items():
        bits = own | kinds.get(word.removesuffix("*"), 0)
        if not word.strip("*").isalpha():
            letters = NOT_LETTERS.sub("", word)
            for length in range(1, len(letters)):
                bits |= beginnings.get(letters[:length], 0)
        for gap in (place for place, char in enumerate(word) if char == "+"):  # written as one it is its first words too
            bits |= kinds.get(word[:gap], 0)
        _keep(found, word, script, bits)
    return found


def _kinds(script: str, code: str) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for entry in entries_of(code) if code else accounts():
        bit = BIT.get(entry.kind, NEGATION if entry.kind in _NEGATIONS else 0)
        if bit and entry.script == script:
            found[entry.word] = found.get(entry.word, 0) | bit
    return found


def _keep(found: Runs, word: str, script: str, bits: int) -> None:
    """Notes by which run, or by which two of its runs next to each other, an entry is recognised."""
    bare = word.strip("*")
    spans = [match.span() for match in _RUNS[script].finditer(bare)]
    if not spans:
        return
    if len(spans) == 1 and spans[0] != (0, len(bare)):
        start, end = spans[0]
        signed = found.signed.setdefault((bare[start:end], _is_open(word, bare, end)), {})
        written = NOT_LETTERS.sub("", bare)
        signed[written] = signed.get(written, 0) | bits
        return
    if word.startswith("*") or len(spans) == 1:
        start, end = max(spans, key=lambda span: span[1] - span[0])
        run, form = bare[start:end], found.within if word.startswith("*") else found.open if _is_open(word, bare, end) else found.whole
        form[run] = form.get(run, 0) | bits
        return
    (_, middle), (begin, end) = max(itertools.pairwise(spans), key=lambda both: both[1][1] - both[0][0])
    right, is_open, glued = bare[begin:end], _is_open(word, bare, end), begin - middle == 1 and _may_be_glued(bare, middle)
    letters = NOT_LETTERS.sub("", bare) if len(spans) > _PAIR else ""
    for left in _glued_to_those_before(bare, [span for span in spans if span[1] <= middle]):
        phrases = found.pairs.setdefault((left, right, is_open), {})
        phrases[letters] = phrases.get(letters, 0) | bits
        if glued:
            form = found.open if is_open else found.whole
            form[left + right] = form.get(left + right, 0) | bits
            if not is_open:
                found.glued[left + right] = left


@functools.lru_cache(maxsize=64)
def literals_of(script: str, code: str) -> Mapping[str, Mapping[str, int]]:
    """Of a script without spaces the longest part of each entry without a gap, with all letters of each entry that has one ("" for the others)."""
    found: dict[str, dict[str, int]] = {}
    for word, bits in _kinds(script, code).items():
        part = max(word.strip("*").split("+"), key=len)
        letters = NOT_LETTERS.sub("", word) if "+" in word else ""
        known = found.setdefault(part, {})
        known[letters] = known.get(letters, 0) | bits
    return found


def _is_open(word: str, bare: str, end: int) -> bool:
    """May more letters follow the run of an entry that ends here?"""
    return word.endswith("*") if end == len(bare) else _may_be_glued(bare, end)


def _may_be_glued(bare: str, end: int) -> bool:
    """May the next word of a phrase follow without a gap?"""
    return bare[end] == "+" and end - bare.rfind("+", 0, end) > _SHORT


def _glued_to_those_before(bare: str, spans: list[tuple[int, int]]) -> Iterator[str]:
    """The last of the runs, also as one with those before it."""
    run = ""
    for start, end in reversed(spans):
        if run and not _may_be_glued(bare, end):
            return
        run = bare[start:end] + run
        yield run
        if bare[start - 1 : start] != "+":
            return
