"""Number words: written as one (fünfundvierzig), in Han or Hangul numerals (八千五百, 3만3천), and how neighbours add up."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence

from ..language import Language
from .cues import change, spelt

_HAN_VALUES = {"〇": 0, "零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_HAN_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000, "億": 100_000_000}
_HANGUL_VALUES = {char: value for value, char in enumerate("영일이삼사오육칠팔구")}
_HANGUL_SCALES = {"십": 10, "백": 100, "천": 1000, "만": 10_000, "억": 100_000_000}
MOST_DIGITS = 15  # of a number; longer ones are keys and the like
_LONGEST_GLUE = 3  # letters of a word that joins two number words (und, y)


def asian(raw: str) -> float:
    """八千五百, 9万5千, 3만3천 → the number."""
    total = section = 0.0
    last = ""
    for part in re.findall(r"\d[\d.]*|\S", raw):
        value = _HAN_VALUES.get(part, _HANGUL_VALUES.get(part))
        scale = _HAN_SCALES.get(part, _HANGUL_SCALES.get(part))
        if scale and scale >= 10_000:
            total, section, last = total + max(1.0, section + or_zero(last)) * scale, 0.0, ""
        elif scale:
            section, last = section + (or_zero(last) or 1.0) * scale, ""
        elif value is not None:
            last += str(value)
        else:
            last = part
    return total + section + or_zero(last)


def or_zero(digits: str) -> float:
    try:
        return float(digits[:MOST_DIGITS] or 0)
    except ValueError:
        return 0.0


@functools.lru_cache(maxsize=20_000)
def word_value(word: str, spoken: tuple[Language, ...]) -> float | None:
    """The value of number words that are written as one (fünfundvierzig, ستمية)."""
    for language in spoken:
        if word in (own := _numerals(language)):
            return own[word]
        bare = next((word[len(start) :] for start in language.beginnings if word.startswith(start)), "")
        if bare in language.number_words:
            return float(language.number_words[bare])
        parts = _cut(bare, language) or _cut(word, language) if bare else _cut(word, language)
        if parts and len(parts) > 1:
            return summed(parts)
    return None


@functools.cache
def _numerals(language: Language) -> Mapping[str, float]:
    """Number words beside those of the language's general list: two hundred as one word, one and a half."""
    pairs = [entry.split(" = ") for entry in change(language.code)["numerals"]]
    return {form: float(value) for forms, value in pairs for form in spelt(forms.split(), language)}


def _cut(word: str, language: Language) -> tuple[int, ...] | None:
    """A word as the number words that it is made of; None when it holds anything else."""
    if len(word) > 40:
        return None
    known = language.number_words
    best: list[tuple[int, ...] | None] = [()] + [None] * len(word)
    for end in range(2, len(word) + 1):
        for start in range(end - 1):
            before = best[start]
            if before is None or word[start:end] not in known:
                continue
            best[end] = best[end] or (*before, int(known[word[start:end]]))
        if best[end]:
            for stop in range(end + 1, min(end + _LONGEST_GLUE, len(word)) + 1):
                if word[end:stop] in language.stop and best[stop] is None:
                    best[stop] = best[end]
    return best[len(word)]


def summed(parts: Sequence[float]) -> float:
    total = current = 0.0
    for part in parts:
        if part >= 1000:
            total, current = total + max(1.0, current) * part, 0.0
        elif part == 100:
            current = max(1.0, current) * 100
        elif 0 < current < 10 <= part < 20:
            current = current * 10 + part - 10  # four, fifteen: cut in the middle of forty-five
        else:
            current += part
    return total + current


def given(forms: Sequence[str]) -> float | None:
    return next((float(form) for form in forms if form.isdecimal()), None)
