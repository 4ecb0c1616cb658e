"""Secrets of plain words: a passphrase behind "the password is", a wallet's phrase. No remark about a password, no sentence."""

from __future__ import annotations

import functools
import re
from itertools import accumulate

from ..language.characters import MARKS, WORD
from .level import Level
from .lexicon import UNSPACED
from .near import Near
from .shapes import Place
from .values import counts_something, is_placeholder
from .wordlists import LETTERS, digit_words, function_words

_COLON = re.compile(r"(?P<scope>[^\n:：=＝]{0,48}?)[\"'”»」)\]]?\s{0,2}(?:[:：=＝]|->|→|—|–)\s{0,3}\n?\s{0,3}(?P<rest>[^\n,;，；、。()（）]{3,80})")
_SPELLED = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_MOST_WORDS, _FEWEST_DIGITS = 7, 4
_HAN, _GLUED_SCRIPTS = f"[{LETTERS['Han']}]", re.compile(f"[{LETTERS['Thai']}{LETTERS['Hangul']}]")
_WORD_OR_SIGN = re.compile(rf"{_HAN}|(?:(?!{_HAN})(?:[^\W_]|[{MARKS}]|(?<=\w)'(?=\w)))+")
_LETTER = f"(?:[^\\W\\d_]|[{MARKS}])"
_ROW = re.compile(rf"(?:(?:\d{{1,2}}[.)]?\s?)?{_LETTER}{{1,14}}(?:\s{{0,2}}[,、，;–-]\s{{0,2}}|\s{{1,2}})){{5,47}}(?:\d{{1,2}}[.)]?\s?)?{_LETTER}{{1,14}}")
_BEFORE_ROW = re.compile(r"[^\n]{0,44}?(?:[:：=\"“„«「『]\s{0,3}|\s)")


def is_passphrase(near: Near, start: int, end: int) -> bool:
    """Plain words that can only be the value: after a colon, or three words and more behind a naming link, with no remark in them."""
    low = near.low
    after_colon = _COLON.match(low, start, end)
    if after_colon and len(after_colon["scope"].split()) <= 6:
        return _is_no_remark(near, start, after_colon.end(), after_colon["rest"], 1)
    if UNSPACED.match(low[start - 1]) or len(_SPELLED.findall(low, start, end)) < 4:
        return False
    for link in near.words("links"):
        if start <= link.start <= start + 60:
            rest = low[link.end : end]
            if not UNSPACED.search(rest) and _is_no_remark(near, start, end, rest, 3):
                return True
    return False


def _is_no_remark(near: Near, start: int, end: int, rest: str, fewest: int) -> bool:
    if re.search(r"[\d@/$<>{}\\_%]", rest):
        return False
    if UNSPACED.search(rest):
        fits = fewest == 1 and 3 <= len(re.sub(r"\W", "", rest)) <= 14
    else:
        words = _SPELLED.findall(rest)
        known, languages = function_words(), near.languages
        fits = fewest <= len(words) <= _MOST_WORDS and not any(known.get(word, 0) & languages or is_placeholder(word) for word in words)
    return fits and not near.has("talk", start - 2, end) and not near.has("other_codes", start - 2, end)


def may_be_spoken(low: str, start: int, end: int) -> bool:
    """Are there enough words for digits, in whatever language?"""
    return sum(_digits_in(word) for word in _WORD_OR_SIGN.findall(low, start, end)) >= _FEWEST_DIGITS


def _digits_in(word: str, languages: int = -1) -> int:
    """How many digits a word says: one, or several where they are written as one (사칠일구)."""
    if digit_words().get(word, 0) & languages:
        return 1
    glued = _glued().match(word) if _GLUED_SCRIPTS.match(word) else None
    return len(_glued_one().findall(glued[0])) if glued else 0


@functools.cache
def _glued_one() -> re.Pattern[str]:
    words = sorted(filter(_GLUED_SCRIPTS.match, digit_words()), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, words)) or "(?!)")


@functools.cache
def _glued() -> re.Pattern[str]:
    return re.compile(f"(?:{_glued_one().pattern}){{{_FEWEST_DIGITS},}}")


def spoken_code(near: Near, start: int, end: int) -> tuple[int, int] | None:
    """Four digits or more said as words, one after the other ("four seven one nine")."""
    first, last, count = 0, 0, 0
    for word in _WORD_OR_SIGN.finditer(near.low, start, end):
        said = _digits_in(word[0], near.languages)
        if said:
            first, last, count = (first if count else word.start()), word.end(), count + said
        elif count >= _FEWEST_DIGITS:
            break
        else:
            count = 0
    return (first, last) if count >= _FEWEST_DIGITS and not counts_something(near, last) else None


def seed_phrase(level: Level, start: int, languages: int) -> Place | None:
    """A row of eight words or more behind a word for a wallet's phrase (six after a colon or a quote), with none that holds a sentence together."""
    limit = min(start + 330, len(level.low))
    for opening in _BEFORE_ROW.finditer(level.low, start, min(start + 60, limit)):
        row = _ROW.match(level.low, opening.end(), limit)
        if not row:
            continue
        words = list(WORD.finditer(row[0]))
        joints = list(accumulate(bool(function_words().get(word[0], 0) & languages) for word in words))
        least = 6 if opening[0].rstrip()[-1:] in ':：="“„«「『' else 8
        for count in range(len(words), least - 1, -1):  # a sentence may follow
            if joints[count - 1] <= (count >= 11):
                return "seed_phrase", row.start(), row.start() + words[count - 1].end()
    return None
