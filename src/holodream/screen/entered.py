"""Secrets without a word for them: digits typed at a gate, a lock turned left and right, an account with what follows it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .context import SENTENCE_END
from .level import Level
from .lexicon import BIT, Mark, heard, spoken
from .shapes import Place
from .values import Look, Piece, counts_something, look, pieces

PLACE, ENTER = BIT["places"], BIT["enter"]
_OPENS = PLACE | BIT["codes"] | BIT["words"]
_PANEL_CODE = re.compile(r"(?=(?:\D*\d){3})[0-9A-ZА-Я*#]{4,9}")
_ACCOUNT = re.compile(
    r"(?<![\w@.-])(?:(?i:admin|administrator|root|user|guest|sysadmin)|[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{1,20}){1,3})"
    r"(?:\s{0,2}[/|,;:&+–—-]{1,2}\s{0,2}|\s{1,2}[^\W\d_]{1,7}\s{1,2})(?P<value>[^\s\"'“”«»,;()]{6,64})"
)
_SIGN_WITHIN = re.compile(r"[!#$%^&*_?]|\w\+\w")
_SHORTCUT = re.compile(r"(?i)ctrl|strg|alt|shift|cmd|opt|win\+|fn\+|\+f\d")
_NUMBER = re.compile(r"(?<![\d.,:])\d{1,2}(?!\d|[.,:]\d)")


def find_entered(level: Level, marks: list[Mark]) -> Iterator[Place]:
    """Values that are entered somewhere, with no word for a secret beside them."""
    last: dict[int, Mark] = {}
    for mark in marks:
        for kind in (PLACE, ENTER):
            if mark.kinds & kind:
                last[kind] = mark
        if mark.kinds & ENTER:
            yield from _typed(level, mark)
        if mark.kinds & (PLACE | ENTER) and len(last) == 2:
            first, second = sorted(last.values(), key=lambda found: found.start)
            if second.start - first.end <= 60 and not SENTENCE_END.search(level.low, first.end, second.start):
                yield from _at_a_place(level, last[ENTER], first, second)
    yield from _turned(level, marks)
    for match in _ACCOUNT.finditer(level.plain):
        value = match["value"].rstrip(".,?:")
        if look(value) >= Look.MIXED and re.search(r"\d", value) and (_SIGN_WITHIN.search(value) or look(value) is Look.RANDOM) and not re.search(r"@[\w-]+\.", value):
            yield "account_and_value", match.start("value"), match.start("value") + len(value)


def _typed(level: Level, enter: Mark) -> Iterator[Place]:
    """ "Type Xy!78abc": a value with a sign in it, directly behind the verb."""
    rest = re.compile(r"[^\W\d_]{0,12}\s{0,2}").match(level.low, enter.end)
    for words, piece in enumerate(pieces(level.plain, rest.end() if rest else enter.end, min(enter.end + 50, len(level.low)))):
        if words > 1:
            return
        if piece.look is Look.RANDOM and _SIGN_WITHIN.search(piece.text) and not _SHORTCUT.search(piece.text):
            yield "value_entered", piece.start, piece.end
            return


def _at_a_place(level: Level, enter: Mark, first: Mark, second: Mark) -> Iterator[Place]:
    """Digits with a verb for entering them and a thing that opens by a code, in one sentence."""
    begin = max(first.start - 30, 0)
    for end in SENTENCE_END.finditer(level.low, begin, first.start):
        begin = end.end()
    stop = SENTENCE_END.search(level.low, second.end, second.end + 40)
    languages = spoken(level.low, begin, second.end + 40) & enter.languages("enter")
    for piece in pieces(level.plain, begin, stop.start() if stop else min(second.end + 40, len(level.low))):
        close = min(abs(piece.start - enter.end), abs(enter.start - piece.end)) <= 30
        if close and languages and _is_panel_code(level, piece, languages):
            yield "code_entered", piece.start, piece.end
            return


def _is_panel_code(level: Level, piece: Piece, languages: int) -> bool:
    digits = re.sub(r"\D", "", piece.text)
    if piece.quoted:
        return bool(digits) or " " in piece.text
    if counts_something(level.low, piece.end, languages) or re.fullmatch(r"(?:19|20)\d\d", piece.text) or "°" in level.plain[piece.end : piece.end + 2]:
        return False
    if piece.look is Look.DIGITS:
        return 4 <= len(digits) <= 8
    return _PANEL_CODE.fullmatch(piece.text) is not None and piece.text.upper() == piece.text and 3 <= len(digits) <= 8


def _turned(level: Level, marks: list[Mark]) -> Iterator[Place]:
    """Left and right with three numbers of a lock."""
    done = -1
    for mark in marks:
        if not mark.kinds & _OPENS or mark.start < done:
            continue
        begin, end = max(mark.start - 70, 0), min(mark.end + 100, len(level.low))
        languages = spoken(level.low, begin, end)
        turns = list(heard("turns", level.low, begin, end, languages))
        if len(turns) < 2:
            continue
        low, high = max(turns[0].start() - 12, 0), turns[-1].end() + 16
        numbers = list(_NUMBER.finditer(level.low, low, high))
        if len(numbers) >= 3:
            done = numbers[-1].end()
            yield "combination_turned", numbers[0].start(), done
