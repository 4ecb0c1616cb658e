"""The stretches of a text that are worth a look: those that hold words of all the kinds that some rule needs, and a value where it needs one.

A text of any length is searched in the same way, so that what is found does not depend on what stands around it. The search may find too
much and never too little.
"""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .context import ACCOUNT_SIGN, VALUE_SIGN, next_line
from .entered import NUMBER, OPENS
from .heard import heard
from .lexicon import BIT, UNSPACED, Stretch, scripts_of, split
from .plainwords import may_be_spoken
from .rules import addresses, may_command, what_fires
from .wordlists import languages_in

_ENDS, _ENDS_BEFORE_SPACE = "。！？؟।", ".!?"
_ENDING = frozenset("\n" + _ENDS + _ENDS_BEFORE_SPACE)
_INITIAL = re.compile(r"\. (?<=\b[^\W\d_]\. )")
_LONG, _STEP = 900, 300  # characters of a sentence that is looked at part by part, and of its parts
_TOGETHER = 4  # parts in a row that are looked at together; no command is longer
_SEAM = 60  # characters on both sides of a seam in which a phrase may stand
_AROUND = 500  # characters around some parts that are looked at as their sentence
_REACH, _BACK, _BESIDE = 130, 90, 40  # characters behind and before a word where a value may stand, and to a command that is announced before it
_PART_END = re.compile(rf"[\s,;]|{UNSPACED.pattern}")
# What may be entered at a door, and what may be typed anywhere: digits or a quote, digits and a sign in one word. Fixed beginnings are found fast.
_ENTERED = re.compile(r"[0-9\"“„«»「'‹`](?:(?<=[^0-9])|\d[a-zа-я]?\d|\d?[ -]\d{1,2}[ -]\d)")
_TYPED, _TYPED_REACH = re.compile(r"[0-9!#$%^&*_?+](?:(?<=[0-9])\S{0,40}[!#$%^&*_?+]|(?<=[^0-9])\S{0,40}\d)"), 50
_DIGIT = re.compile(r"\d")
_TURNED_NUMBERS = 3
_NAMED, _CODE, _KEY, _LOGIN = BIT["words"] | BIT["seeds"], BIT["codes"], BIT["keys"], BIT["logins"]
_ENTER, _PLACE, _TURNS, _ACCOUNTS = BIT["enter"], BIT["places"], BIT["turns"], BIT["accounts"]
_CALLS = BIT["reads"] | BIT["header"]
_SECRET = _NAMED | _CODE | _KEY | _LOGIN | _ENTER | _TURNS | _ACCOUNTS
_TELLING = _SECRET | _CALLS | BIT["reader"]
_MORE = _TELLING & ~_ENTER | _PLACE  # without these kinds, words for entering are only looked at for what is typed


@dataclass(frozen=True, slots=True)
class _Pieces:
    """A text in pieces: sentences, and parts of long ones."""

    low: str
    starts: list[int]
    ends: list[int]
    goes_on: set[int]  # the pieces behind which their sentence goes on
    kinds: list[int]  # of the words of each piece and of those that are looked at together with it

    def last_with(self, piece: int) -> int:
        """The last piece that is looked at together with this one."""
        last = piece
        while last in self.goes_on and last - piece < _TOGETHER - 1:
            last += 1
        return last


def worth_a_look(low: str) -> list[Stretch]:
    """The stretches of a level text in which a rule may find something, in order."""
    scripts = scripts_of(low)
    if not scripts:
        return []
    sentences = _cut(low)
    lengths = list(map(len, sentences))
    starts = list(itertools.accumulate((length + 1 for length in lengths[:-1]), initial=0))
    ends = list(map(int.__add__, starts, lengths))
    goes_on = _going_on(low, starts, ends)
    pieces = _Pieces(low, starts, ends, goes_on, heard(low, sentences, starts, scripts, languages_in(scripts)))
    _hear_across(pieces, scripts)
    for piece in sorted(goes_on):
        for other in range(piece + 1, pieces.last_with(piece) + 1):
            pieces.kinds[piece] |= pieces.kinds[other]
    chosen = _chosen(pieces)
    return list(_stretches(pieces, sorted(chosen))) if chosen else []


def _hear_across(pieces: _Pieces, scripts: Sequence[str]) -> None:
    """Adds to each part of a long sentence the kinds of phrases that begin in it and end in the next one."""
    parts = sorted(pieces.goes_on)
    if not parts:
        return
    seams = [pieces.low[max(pieces.ends[part] - _SEAM, 0) : pieces.starts[part + 1] + _SEAM].replace("\n", " ") for part in parts]
    starts = list(itertools.accumulate((len(seam) + 1 for seam in seams[:-1]), initial=0))
    for part, kinds in zip(parts, heard("\n".join(seams), seams, starts, scripts, languages_in(scripts)), strict=True):
        pieces.kinds[part] |= kinds


def _cut(low: str) -> list[str]:
    """The sentences of the text, and parts of long ones, without the sign that stands between two."""
    cut = low
    for sign in _ENDS:
        cut = cut.replace(sign, "\n")
    for sign in _ENDS_BEFORE_SPACE:
        cut = cut.replace(sign + " ", "\n ")
    pieces = cut.split("\n")
    if len(max(pieces, key=len)) <= _LONG:
        return pieces
    return [part for piece in pieces for part in (_parts(piece) if len(piece) > _LONG else (piece,))]


def _parts(piece: str) -> Iterator[str]:
    """A long piece in parts; a sign between words (or a letter, where words are not set apart) is dropped between two."""
    done = 0
    while len(piece) - done > _STEP and (sign := _PART_END.search(piece, done + _STEP)):
        yield piece[done : sign.start()]
        done = sign.end()
    yield piece[done:]


def _going_on(low: str, starts: Sequence[int], ends: Sequence[int]) -> set[int]:
    """The pieces that end with one letter and a full stop, as a name does (for J. Smith), and the parts of long ones but the last."""
    found = {bisect.bisect_right(starts, match.start()) - 1 for match in _INITIAL.finditer(low)}
    found |= {piece for piece, end in enumerate(ends[:-1]) if end - starts[piece] >= _STEP and low[end] not in _ENDING}
    return found


def _chosen(pieces: _Pieces) -> set[int]:
    """The pieces in which a rule may find something, with those beside them that it looks at."""
    low, starts, ends, kinds = pieces.low, pieces.starts, pieces.ends, pieces.kinds
    different = {*kinds}
    fires = {bits for bits in different if what_fires(bits, called=False)}
    typed = {bits for bits in different - fires if bits & _ENTER and not bits & _MORE}
    needed = {bits for bits in different if bits & _TELLING} - typed | fires
    chosen: set[int] = set()
    for piece in itertools.compress(range(len(kinds)), map(typed.__contains__, kinds)):
        last = pieces.last_with(piece)
        if _TYPED.search(low, starts[piece], ends[last] + _TYPED_REACH):
            chosen.update(range(piece, last + 1))
    for piece in itertools.compress(range(len(kinds)), map(needed.__contains__, kinds)):
        chosen |= _chosen_for(pieces, piece)
    return chosen


def _chosen_for(pieces: _Pieces, piece: int) -> set[int]:
    """The pieces to be looked at for what a piece holds: none, itself, or more."""
    chosen: set[int] = set()
    low, last = pieces.low, pieces.last_with(piece)
    start, end = pieces.starts[piece], pieces.ends[last]
    bits = addresses(low, start, end, pieces.kinds[piece])
    if may_command(low, start, end, bits) or (bits & _SECRET and _may_be_secret(low, start, end, bits)):
        chosen.update(range(piece, last + 1))
    if bits & _TURNS and len(NUMBER.findall(low, max(start - _BACK, 0), end + _REACH)) >= _TURNED_NUMBERS:
        beside = range(max(bisect.bisect_right(pieces.starts, start - _BACK) - 1, 0), bisect.bisect_left(pieces.starts, end + _REACH))
        if any(pieces.kinds[other] & OPENS for other in beside):
            chosen.update(beside)
    if bits & _CALLS:
        for following in range(last + 1, bisect.bisect_left(pieces.starts, end + _BESIDE)):
            other = pieces.last_with(following)
            place = pieces.starts[following], pieces.ends[other]
            if may_command(low, *place, addresses(low, *place, pieces.kinds[following]), called=True):
                chosen.update(range(piece, other + 1))
    return chosen


def _may_be_secret(low: str, start: int, end: int, bits: int) -> bool:
    """Is there something like a value near words for secrets, locks or accounts?"""
    if bits & _NAMED:
        return True
    if bits & (_CODE | _KEY) and (VALUE_SIGN.search(low, start, end + _REACH) or bits & _CODE):
        stop = _stop(low, end)
        if VALUE_SIGN.search(low, start, stop) or (bits & _CODE and may_be_spoken(low, start, stop)):
            return True
    if bits & _LOGIN and ACCOUNT_SIGN.search(low, start, end + _REACH) and ACCOUNT_SIGN.search(low, start, _stop(low, end)):
        return True
    if bits & _ENTER and bits & _PLACE and _ENTERED.search(low, start, end):
        return True
    if not bits & (_ENTER | _ACCOUNTS) or not _DIGIT.search(low, start, end + _REACH):
        return False
    return bits & _ACCOUNTS != 0 or _TYPED.search(low, start, end + _TYPED_REACH) is not None


def _stop(low: str, end: int) -> int:
    """To where a value may stand behind a sentence that ends here: on in the next one, when the sentence is a question or leads to it."""
    return end + _REACH if low[end : end + 1] in ("?", "？") or next_line(low, end) else end


def _stretches(pieces: _Pieces, chosen: Sequence[int]) -> Iterator[Stretch]:
    """The chosen pieces, those in a row of one sentence as one."""
    for first, last in _rows(chosen, pieces.goes_on):
        start, end = pieces.starts[first], pieces.ends[last]
        for begin, text in split(pieces.low, *_sentence(pieces, first, last)):
            stop = begin + len(text)
            if begin < end and start < stop:
                yield Stretch(max(begin, start), min(stop, end), begin, stop)


def _rows(chosen: Sequence[int], goes_on: set[int]) -> Iterator[tuple[int, int]]:
    place = 0
    while place < len(chosen):
        first = last = chosen[place]
        while (place := place + 1) < len(chosen) and last in goes_on and chosen[place] == last + 1:
            last += 1
        yield first, last


def _sentence(pieces: _Pieces, first: int, last: int) -> tuple[int, int]:
    """Where the sentence of some pieces begins and ends; of a long one only as much as matters."""
    start, end = pieces.starts[first], pieces.ends[last]
    while first - 1 in pieces.goes_on and start - pieces.starts[first] < _AROUND:
        first -= 1
    while last in pieces.goes_on and pieces.ends[last] - end < _AROUND:
        last += 1
    return pieces.starts[first], pieces.ends[last]
