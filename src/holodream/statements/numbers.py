"""The numbers of a text, however they are written (1,450 · 1.45k · half past seven · 八千五百 · 3만3천), each with what it counts."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ..language import Analysis, Language
from .cues import change, spellings, spelt
from .numerals import MOST_DIGITS, asian, given, or_zero, summed, word_value

Kind = Literal["clock", "date", "money", "count"]

_DIGITS = re.compile(r"\d+(?:[.,:/-]\d+)*")
_HAN = re.compile(r"[〇零一二三四五六七八九十百千两兩]*(?:\d[\d.]*)?[〇零一二三四五六七八九十百千万亿億两兩]+(?:\d+[千百万]?)*")
_HAN_UNITS = "点點时時月日号號元円圆块塊个個人年歳岁分階阶层楼回次本枚匹头页点名位倍割度"
_HANGUL = re.compile(
    r"(?:\d[\d.]*\s?[만천백억]\s?)+(?:\d+)?"
    r"|[일이삼사오육칠팔구십백천만억]*[십백천만억][일이삼사오육칠팔구십백천만억]*(?=\s?[원시분개명살세층호만킬미]|$|\s)"
)
_MONEY_SIGN = re.compile(r"[$€£¥₩₹₺₽₴฿₫]")
_MONTH_SIGN = re.compile(r"\s?[月월]\s?(?=[\d一二三四五六七八九十])")  # the month of a date; the day knows it
_LETTERS_BEFORE = re.compile(r"[a-z]{3,}\Z")
_MOST = 60  # numbers of one text that are looked at
_GAP = re.compile(r"[\s-]{0,2}(?:([^\W\d_]{1,3})[\s-]{1,2})?")
_SCALE = 1000
_NEAR = 20  # characters around a number in which its unit stands


@dataclass(slots=True, unsafe_hash=True)  # not frozen, which would make the making of each many times slower
class Quantity:
    """A number, what it counts, and where it stands in the folded text. `other`: a second part, as the month of a day."""

    value: float
    kind: Kind
    unit: str
    start: int
    other: int = 0
    end: int = 0


def quantities(analysis: Analysis) -> tuple[Quantity, ...]:
    """The numbers of a text in their order. Pure; linear in the length of the text."""
    text = analysis.folded
    found = sorted(_atoms(analysis), key=lambda atom: (atom[0], -atom[1]))
    joined = _joined(found, analysis)[:_MOST]
    whole = [atom for atom in joined if not _MONTH_SIGN.match(text, atom[1])]
    return tuple(_quantity(*atom, analysis) for atom in whole)


_Atom = tuple[int, int, float, str]  # start, end, value, digits as typed ("" for words)


def _atoms(analysis: Analysis) -> Iterator[_Atom]:
    text = analysis.folded
    taken: list[tuple[int, int]] = []
    han = any(language.scripts & {"Han", "Hiragana"} for language in analysis.languages)
    hangul = any("Hangul" in language.scripts for language in analysis.languages)
    for pattern, wanted in ((_HAN, han), (_HANGUL, hangul)):
        for match in pattern.finditer(text) if wanted else ():
            if _counts(match, text):
                taken.append(match.span())
                yield match.start(), match.end(), asian(match[0]), ""
    for match in _DIGITS.finditer(text):
        if not any(start <= match.start() < end for start, end in taken) and not _part_of_word(match.start(), analysis):
            yield match.start(), match.end(), _number(match[0]), match[0]
    for word in analysis.words:
        value = given(word.forms) if word.number else word_value(word.text, word.languages)
        if value is None or (value == 1 and word.stop):
            continue
        if (han and word.script in ("Han", "Digit")) or any(char.isdecimal() for char in word.text):
            continue
        if not any(start <= word.start < end for start, end in taken):
            yield word.start, word.start + len(word.text), value, ""


def _part_of_word(start: int, analysis: Analysis) -> bool:
    """Whether digits end a word, as those of a password: haru0301; those of rp15000 follow a currency."""
    letters = _LETTERS_BEFORE.search(analysis.folded, max(0, start - _NEAR), start)
    return letters is not None and not any(letters[0] in language.money or letters[0] in language.units for language in analysis.languages)


def _counts(match: re.Match[str], text: str) -> bool:
    """Whether Han or Hangul numerals stand for a number here: alone they are part of many words."""
    following = text[match.end() : match.end() + 1]
    return any(char.isdecimal() for char in match[0]) or len(match[0]) >= 3 or following in _HAN_UNITS or bool(_HANGUL.fullmatch(match[0]))


def _number(raw: str) -> float:
    """Digits as typed → their value; of a date or a time the first part."""
    if re.search("[:/-]", raw) or raw.count(".") + raw.count(",") > 1:
        return or_zero(re.split("[^0-9]", raw)[0])
    return or_zero(raw.replace(",", "."))


def _joined(atoms: Sequence[_Atom], analysis: Analysis) -> list[_Atom]:
    """Neighbours that make one number (twenty three hundred) as one."""
    done: list[_Atom] = []
    group: list[_Atom] = []
    for atom in atoms:
        gap = analysis.folded[group[-1][1] : atom[0]] if group else ""
        small = atom[2] < _SCALE and len(group) > 1 and bool(group[0][3])  # 150 ribu satu: the small number counts something else
        if group and (atom[3] or small or not _together(gap, analysis) or not _continues(group[-1][2], atom[2], gap)):
            done.append(_as_one(group))
            group = []
        if not group or atom[0] >= group[-1][1]:
            group.append(atom)
    return [*done, _as_one(group)] if group else done


def _together(gap: str, analysis: Analysis) -> bool:
    """Whether nothing but a word like "and" stands between two number words."""
    match = _GAP.fullmatch(gap)
    return match is not None and (not match[1] or any(match[1] in language.stop for language in analysis.languages))


def _continues(last: float, value: float, gap: str) -> bool:
    """Whether two number words make one number: twenty three, five hundred, vier und zwanzig."""
    if value >= 100:
        return last < value
    if not gap and 0 < last < 10 < value < 20:
        return True
    return ((last >= 100 or (last >= 20 and value < 10)) and value > 0) or (0 < last < 10 and value >= 20 and value % 10 == 0)


def _as_one(group: Sequence[_Atom]) -> _Atom:
    return group[0][0], group[-1][1], summed([atom[2] for atom in group]), group[0][3] if len(group) == 1 else ""


def _quantity(start: int, end: int, value: float, raw: str, analysis: Analysis) -> Quantity:
    text = analysis.folded
    before, after = text[max(0, start - _NEAR) : start].rstrip(), text[end : end + _NEAR].lstrip()
    for language in analysis.languages:
        value = _scaled(value, after, language)
    if ":" in raw or (re.fullmatch(r"\d{1,2}\.[0-5]\d", raw) and _beside("clock", before, after, analysis)):
        hours, minutes = re.split("[^0-9]", raw)[:2]
        return Quantity(_clock(int(hours[:MOST_DIGITS]), int(minutes[:MOST_DIGITS])), "clock", "", start, end=end)
    if month := _month(before, after, analysis):
        return Quantity(value, "date", "", start, month, end)
    plain = not raw or raw.isdecimal()
    if not plain and (match := re.fullmatch(r"(\d{1,2})[./-](\d{1,2})(?:[./-]\d{2,4})?", raw)):
        day, other = int(match[1]), int(match[2])
        if 1 <= day <= 31 and 1 <= other <= 31 and ("/" in raw or raw.count(".") > 1 or raw.count("-") > 1):
            return Quantity(float(day), "date", "", start, other, end)
    if not plain and (match := re.fullmatch(r"\d{4}-(\d{1,2})-(\d{1,2})", raw)):
        return Quantity(float(match[2]), "date", "", start, int(match[1]), end)
    sign, money = _MONEY_SIGN.search(before[-2:] + after[:2]), _unit(after, analysis, "money")
    if sign or money:
        return Quantity(value, "money", money, start, end=end)
    hour = _half(value, before, after, analysis) if value <= 24 else None
    if value <= 24 and (hour is not None or _beside("clock", before, after, analysis)):
        past = re.match(r"[時时点點시h]\s?(\d{1,2})", after) or re.match(r"(\d{2})(?!\d)", after)
        return Quantity(hour if hour is not None else _clock(int(value), int(past[1]) if past else 0), "clock", "", start, end=end)
    return Quantity(value, "count", _unit(after, analysis, "units"), start, end=end)


def _clock(hours: int, minutes: int) -> float:
    """Minutes on the face of a clock: people rarely say which half of the day they mean."""
    return float((hours % 12) * 60 + minutes)


def _beside(key: str, before: str, after: str, analysis: Analysis) -> bool:
    for language in analysis.languages:
        words = spellings(language, key)
        if (after.startswith(words) and any(_begins(after, word) for word in words)) or (before.endswith(words) and any(_ends(before, word) for word in words)):
            return True
    return False


def _ends(before: str, word: str) -> bool:
    return before.endswith(word) and not before[: len(before) - len(word)][-1:].isalpha()


def _begins(after: str, word: str) -> bool:
    return after.startswith(word) and not (word.isascii() and after[len(word) :][:1].isalpha())


def _half(value: float, before: str, after: str, analysis: Analysis) -> float | None:
    for language in analysis.languages:
        hours = int(value)
        named = _first(after, spellings(language, "clock"))
        after = after[len(named) :].lstrip()
        if _last(before, spellings(language, "half_to")):
            return _clock(hours + 11, 30)
        if _last(before, spellings(language, "half_past")) or _half_after(language).match(after):
            return _clock(hours, 30)
    return None


def _first(after: str, words: tuple[str, ...]) -> str:
    """The first of some words that a text begins with; "" for none."""
    return next((word for word in words if _begins(after, word)), "") if after.startswith(words) else ""


def _last(before: str, words: tuple[str, ...]) -> bool:
    """Whether a text ends with one of some words."""
    return before.endswith(words) and any(_ends(before, word) for word in words)


@functools.cache
def _half_after(language: Language) -> re.Pattern[str]:
    words = spellings(language, "half_after")
    return re.compile(rf"[時时點点시]?\s?(?:{'|'.join(map(re.escape, words))})" if words else r"(?!)")


@functools.cache
def _scales(language: Language) -> tuple[tuple[str, float], ...]:
    pairs = [entry.split(" = ") for entry in change(language.code)["scales"]]
    return tuple((word, float(value)) for name, value in pairs for word in spelt([name], language))


def _scaled(value: float, after: str, language: Language) -> float:
    """15 thousand → 15000, unless the scale was read with the number already."""
    half = _first(after, spellings(language, "half_after"))
    if not half and not after.startswith(_scale_words(language)):
        return value
    rest = after[len(half) :].lstrip()
    if half and any(_begins(rest, word) for word, _ in _scales(language)):
        value, after = value + 0.5, rest  # five and a half thousand
    for word, scale in _scales(language):
        if value < scale and _begins(after, word) and not after[len(word) :][:1].isalpha():
            return value * scale
    return value


@functools.cache
def _scale_words(language: Language) -> tuple[str, ...]:
    return tuple(word for word, _ in _scales(language))


@functools.cache
def _months(language: Language) -> tuple[tuple[str, ...], tuple[tuple[str, int], ...]]:
    """The names of the months, and each with its number."""
    named = tuple((form, number) for number, forms in enumerate(language.months, 1) for form in forms if len(form) > 2)
    return tuple(form for form, _ in named), named


def _month(before: str, after: str, analysis: Analysis) -> int:
    """The number of the month beside a day; 0 when there is none."""
    if match := re.search(r"(\d{1,2}|十[一二]?|[一二三四五六七八九])\s?[月월]$", before):
        return int(asian(match[1]))
    for language in analysis.languages:
        following = _without_stop(after, language)
        forms, named = _months(language)
        if following.startswith(forms) or before.endswith(forms):
            for form, number in named:
                if _begins(following, form) or _ends(before, form):
                    return number
    return 0


def _without_stop(after: str, language: Language) -> str:
    """What follows a day, without the ending of an ordinal and a word like "of"."""
    following = re.sub(r"^(?:[a-zºª]{1,2}\b)?[.,\s]*", "", after)
    first, _, rest = following.partition(" ")
    return rest if first in language.stop else following


def _unit(after: str, analysis: Analysis, key: str) -> str:
    """The word of money or measure right after a number, shortened to its beginning; "" when there is none."""
    following = re.match(r"[^\W\d_]+|%", after)
    for language in analysis.languages:
        words = language.money if key == "money" else language.units
        if following and following[0] in words:
            return following[0][:3]
        if not language.spaces or "Hangul" in language.scripts:
            glued = max((word for word in words if after.startswith(word)), key=len, default="")
            if glued:
                return glued[:3]
    return ""
