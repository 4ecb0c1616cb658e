"""Secrets without a word for them: digits typed at a gate, a lock turned left and right, an account with what follows it."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from itertools import pairwise

from .context import SENTENCE_END
from .level import Level
from .lexicon import BIT, Mark, spoken
from .near import Near
from .shapes import Place
from .values import Look, Piece, counts_something, is_combination, look, pieces
from .wordlists import eras

PLACE, ENTER, TURN = BIT["places"], BIT["enter"], BIT["turns"]
OPENS = PLACE | BIT["codes"] | BIT["words"]
_PANEL_CODE = re.compile(r"(?=(?:\D*\d){3})[0-9A-ZА-Я*#]{4,9}")
_MAIL_HOST = re.compile(r"@(?<=[\w]@)[\w-]{1,40}(?:\.[\w-]{1,20}){1,3}")
_THEN_VALUE = re.compile(r"(?:\s{0,2}[/|,;:&+–—-]{1,2}\s{0,2}|\s{1,2}[^\W\d_]{1,7}\s{1,2})(?P<value>[^\s\"'“”«»,;()]{6,64})")
SIGN_WITHIN = re.compile(r"[!#$%^&*_?]|\w\+\w")
_SHORTCUT = re.compile(r"(?i)ctrl|strg|alt|shift|cmd|opt|win\+|fn\+|\+f\d")
NUMBER = re.compile(r"(?<![\d.,:])\d{1,2}(?!\d|[.,:]\d)")
_TURNS_APART = 40
_DIGIT = re.compile(r"\d")
_CODE = re.compile(r"(?<![\d.,])(?!(?:19|20)\d\d(?!\d))\d{4,8}(?![\d.,%°])|\d{1,2}[ -]\d{1,2}[ -]\d{1,2}|\d{2}[a-zа-я]?\d|\d{3}[a-zа-я]|[\"“„«»「'‹`]")
_VERB_ENDING = re.compile(r"[^\W\d_]{0,12}\s{0,2}")


def find_entered(level: Level, marks: list[Mark]) -> Iterator[Place]:
    """Values that are entered somewhere, with no word for a secret beside them."""
    place: Mark | None = None
    enter: Mark | None = None
    clean: set[tuple[str, int, int, int, int, bool]] = set()  # what was found clean is not looked at again where it is repeated
    person = -1  # where the last word for the person ends, of which a verb may be a part (ใช้, use, in ผู้ใช้, user)
    for mark in marks:
        person = mark.end if mark.kinds & BIT["person"] else person
        if not mark.kinds & (PLACE | ENTER) or mark.end <= person:
            continue
        place, enter = (mark if mark.kinds & PLACE else place), (mark if mark.kinds & ENTER else enter)
        if mark.kinds & ENTER and SIGN_WITHIN.search(level.low, mark.end, mark.end + 50) and _DIGIT.search(level.low, mark.end, mark.end + 50):
            yield from _typed(level, mark)
        if place and enter and abs(place.start - enter.start) <= 80:
            first, second = sorted((place, enter), key=lambda found: found.start)
            begin = max(first.start - 30, 0)
            where = (first.start - begin, first.end - begin, second.start - begin, second.end - begin)
            around = level.plain[begin : second.end + 64], *where, first is enter
            if around in clean:
                continue
            found = []
            if _CODE.search(level.low, begin, second.end + 40) and not SENTENCE_END.search(level.low, first.end, second.start):
                found = list(_at_a_place(level, enter, first, second))
            yield from found
            if not found:
                clean.add(around)
    yield from _turned(level, [mark for mark in marks if mark.kinds & (TURN | OPENS)])
    yield from _accounts(level, [mark.end for mark in marks if mark.kinds & BIT["accounts"]])


def _accounts(level: Level, ends: list[int]) -> Iterator[Place]:
    """An account or a mail address, and behind it a value with digits and signs."""
    if "@" in level.low:
        ends += [match.end() for match in _MAIL_HOST.finditer(level.low)]
    for end in ends:
        match = _THEN_VALUE.match(level.plain, end)
        value = match["value"].rstrip(".,?:") if match else ""
        if not match or not _DIGIT.search(value) or re.search(r"@[\w-]+\.", value):
            continue
        if look(value) is Look.RANDOM or (look(value) is Look.MIXED and SIGN_WITHIN.search(value)):
            yield "account_and_value", match.start("value"), match.start("value") + len(value)


def _typed(level: Level, enter: Mark) -> Iterator[Place]:
    """ "Type Xy!78abc": a value with a sign in it, directly behind the verb."""
    rest = _VERB_ENDING.match(level.low, enter.end)
    for words, piece in enumerate(pieces(level.plain, rest.end() if rest else enter.end, min(enter.end + 50, len(level.low)))):
        if words > 1:
            return
        if piece.look is Look.RANDOM and SIGN_WITHIN.search(piece.text) and not _SHORTCUT.search(piece.text):
            yield "value_entered", piece.start, piece.end
            return


def _at_a_place(level: Level, enter: Mark, first: Mark, second: Mark) -> Iterator[Place]:
    """Digits with a verb for entering them and a thing that opens by a code, in one sentence."""
    begin = max(first.start - 30, 0)
    for end in SENTENCE_END.finditer(level.low, begin, first.start):
        begin = end.end()
    stop = SENTENCE_END.search(level.low, second.end, second.end + 40)
    last = stop.start() if stop else min(second.end + 40, len(level.low))
    languages = spoken(level.low, begin, last) & enter.languages("enter")
    if not languages:
        return
    near = Near(level.low, begin, min(last + 20, second.end + 60), languages)
    for piece in pieces(level.plain, begin, last):
        if min(abs(piece.start - enter.end), abs(enter.start - piece.end)) <= 30 and _is_panel_code(level, piece, near):
            yield "code_entered", piece.start, piece.end
            return


def _is_panel_code(level: Level, piece: Piece, near: Near) -> bool:
    digits = re.sub(r"\D", "", piece.text)
    if piece.quoted:
        return bool(digits) or " " in piece.text
    if counts_something(near, piece.end) or _is_year(piece.text, near.languages) or "°" in level.plain[piece.end : piece.end + 2]:
        return False
    if piece.look is Look.DIGITS:
        return 4 <= len(digits) <= 8
    if is_combination(piece.text):
        return True
    return _PANEL_CODE.fullmatch(piece.text) is not None and piece.text.upper() == piece.text and 3 <= len(digits) <= 8


def _is_year(text: str, languages: int) -> bool:
    """May it be a year of ours, or of a calendar that one of the languages counts by?"""
    if re.fullmatch(r"\d{4}", text) is None:
        return False
    return text[:2] in ("19", "20") or any(bits & languages and int(text) in years for bits, years in eras())


def _turned(level: Level, marks: list[Mark]) -> Iterator[Place]:
    """Left and right with three numbers of a lock."""
    turns = [mark for mark in marks if mark.kinds & TURN]
    starts = [mark.start for mark in marks] if len(turns) > 1 else []
    done = -1
    for first, second in pairwise(turns):
        if first.start < done or second.start - first.end > _TURNS_APART:
            continue
        begin, end = max(first.start - 90, 0), second.end + 40
        place = bisect.bisect_left(starts, begin)
        opens = any(mark.kinds & OPENS for mark in marks[place : bisect.bisect_right(starts, end)])
        numbers = list(NUMBER.finditer(level.low, max(first.start - 12, 0), end)) if opens else []
        if len(numbers) >= 3:
            done = numbers[-1].end()
            yield "combination_turned", numbers[0].start(), done
