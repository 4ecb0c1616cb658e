"""The last day of a dated event: dates as people write them, in the calendars that they use, and words such as "tomorrow"."""

from __future__ import annotations

import calendar
import functools
import itertools
import re
from collections.abc import Iterator
from datetime import date, timedelta

from ..language import Analysis, Language, analyse, fold
from ..language.catalogue import codes
from ..language.characters import MARKS
from .calendars import common_years, islamic, times, two_digit_year
from .cues import spelt
from .numerals import asian

_LETTER = rf"[\w{MARKS}]"
_HAN = "〇零一二三四五六七八九十"
_SHORT = rf"(\d{{1,2}}|[{_HAN}]{{1,3}})"
_YEAR_FIRST = re.compile(rf"(?<![\d{_HAN}])(\d{{4}}|[{_HAN}]{{4}})\s?[-/.年년]\s?{_SHORT}(?:\s?[-/.月월]\s?{_SHORT})?(?![\d{_HAN}])")
_DAY_FIRST = re.compile(r"(?<![\d.,:/-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d:/-])")
_NO_YEAR = re.compile(rf"(?<![\d{_HAN}年년]){_SHORT}\s?[月월]\s?{_SHORT}\s?[日号일]")
_DOTTED = re.compile(r"(?<![\d.,:/-])(\d{1,2})\.(\d{1,2})\.(?!\d)")
_FIRST_YEAR, _LAST_YEAR = 1900, 2200
_LONG_AHEAD = 300  # days: a day without a year that is so far ahead was more likely meant as the last one
_LONGEST = 4_000  # characters of a text that are looked at

_Reading = tuple[int | None, int, int | None]  # year, month, day


def event_end(text: str, written: date) -> date | None:
    """The last day of the event that a text speaks of, when that lay ahead on the day it was written; None without such a date.

    Of several dates the latest counts, of several readings (3/4/2026) too. A day without a year that comes again (a birthday) is none,
    nor is one of a calendar that is not known here. Pure; linear in the length of the text.
    """
    if not _hints().search(fold(text[:_LONGEST])):
        return None
    analysis = analyse(text[:_LONGEST])
    if any(_pattern(language, "other_calendars").search(analysis.folded) for language in analysis.languages):
        return None
    known = [day for reading in _readings(analysis) if (day := _last_day(reading, written, analysis))]
    known += [day for language in analysis.languages for day in _islamic_days(analysis.folded, language)]
    ahead = [day for day in known if day > written]
    ahead += [written + timedelta(days=days) for language in analysis.languages for days in _relative(analysis.folded, language)]
    return max(ahead, default=None)


@functools.cache
def _hints() -> re.Pattern[str]:
    """What every text with a date holds: a number, or a word for coming days in some language."""
    words = {fold(entry.rpartition(" = ")[0]) for code in codes() for entry in times(code)["relative"]}
    return re.compile("|".join((r"\d", "[一二三四五六七八九十]", *sorted(map(re.escape, words)))))


def _last_day(reading: _Reading, written: date, analysis: Analysis) -> date | None:
    year, month, day = reading
    if year is not None:
        return _day_of(year, month, day)
    if any(_pattern(language, "recurring").search(analysis.folded) for language in analysis.languages):
        return None
    coming = (_day_of(year, month, day) for year in (written.year, written.year + 1))
    found = next((one for one in coming if one and one >= written), None)
    return found if found and (found - written).days < _LONG_AHEAD else None


def _day_of(year: int, month: int, day: int | None) -> date | None:
    if not (_FIRST_YEAR <= year <= _LAST_YEAR and 1 <= month <= 12):
        return None
    last = calendar.monthrange(year, month)[1]
    return date(year, month, day or last) if 1 <= (day or last) <= last else None


# --- numbers ---


def _readings(analysis: Analysis) -> Iterator[_Reading]:
    text = analysis.folded
    for language in analysis.languages:
        text = common_years(text, language)
    yield from _in_numbers(text, next(iter(analysis.languages), None))
    for language in analysis.languages:
        yield from _with_months(text, language)


def _in_numbers(text: str, language: Language | None) -> Iterator[_Reading]:
    for match in _YEAR_FIRST.finditer(text):
        if match[3] or "年" in match[0] or "년" in match[0]:
            yield _value(match[1]), _value(match[2]), _value(match[3]) if match[3] else None
    for match in _DAY_FIRST.finditer(text):
        one, other, year = int(match[1]), int(match[3]), int(match[4])
        year = year if len(match[4]) == 4 else two_digit_year(year, language)
        yield year, other, one
        if match[2] == "/" or other > 12:
            yield year, one, other  # month first
    for match in _NO_YEAR.finditer(text):
        yield None, _value(match[1]), _value(match[2])
    for match in _DOTTED.finditer(text):
        yield None, int(match[2]), int(match[1])


def _value(digits: str) -> int:
    return int(digits) if digits.isdecimal() else int(asian(digits))


# --- months ---


@functools.cache
def _months(language: Language) -> dict[str, int]:
    return {form: number for number, forms in enumerate(language.months, 1) for form in forms if len(form) > 2 and form != "1"}


@functools.cache
def _islamic_months(language: Language) -> dict[str, int]:
    return {form: number for number, forms in enumerate(times(language.code)["moon_months"], 1) for form in spelt(forms, language)}


@functools.cache
def _month_pattern(forms: tuple[str, ...], spaces: bool) -> re.Pattern[str]:
    """A day before or after the name of a month, and a year; between them a short word (de, of, năm) may stand."""
    names = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    begin, end = (rf"(?<!{_LETTER})", rf"(?!{_LETTER})") if spaces else ("", r"(?!\d)")
    gap = r"[\s.,]*(?:(?:de|of)\s+(?:the\s+)?|[^\W\d_]{1,4}\.?\s)?[\s.,'’-]*"
    day = r"(?<![\d.,:])(?P<day>\d{1,2})(?:[^\W\d_]{1,2}(?!\w)|[.º°ª])?"
    after = r"(?P<after>\d{1,2})(?![\d:])(?:[^\W\d_]{1,2}(?!\w)|\.)?(?:\s?[-–]\s?(?P<until>\d{1,2})(?![\d:]))?"
    year = r"(?P<{}>\d{{4}}|\d{{2}}(?![\d:%]|[.,]\d))"
    return re.compile(
        rf"{day}{gap}{begin}(?P<month>{names}){end}(?:{gap}{year.format('year')})?"
        rf"|{begin}(?P<named>{names}){end}[\s.]*(?:{after}(?:[\s,]*(?P<later>\d{{4}}))?|{gap}(?P<alone>\d{{4}}))"
    )


def _with_months(text: str, language: Language) -> Iterator[_Reading]:
    months = _months(language)
    for match in _month_pattern(tuple(months), language.spaces).finditer(text):
        month = months[match["month"] or match["named"]]
        if match["day"]:
            yield _year(match["year"], language), month, int(match["day"])
        elif match["after"]:
            yield _year(match["later"], language), month, int(match["until"] or match["after"])
        else:
            yield int(match["alone"]), month, None


def _year(digits: str | None, language: Language) -> int | None:
    if not digits:
        return None
    return int(digits) if len(digits) == 4 else two_digit_year(int(digits), language)


def _islamic_days(text: str, language: Language) -> Iterator[date]:
    months = _islamic_months(language)
    if not months:
        return
    for match in _month_pattern(tuple(months), language.spaces).finditer(text):
        year = match["year"] or match["later"]
        if year and len(year) == 4:
            found = islamic(int(year), months[match["month"] or match["named"]], int(match["day"] or match["until"] or match["after"]))
            if found:
                yield found


# --- words ---


@functools.cache
def _pattern(language: Language, key: str) -> re.Pattern[str]:
    """A pattern for the words of one list of [time]; one that nothing matches for an empty list."""
    return _of(spelt(times(language.code)[key], language), language)


def _of(forms: tuple[str, ...], language: Language) -> re.Pattern[str]:
    if not forms:
        return re.compile(r"(?!)")
    names = "|".join(re.escape(form).replace(r"\ ", r"\s+").replace(r"\*", rf"{_LETTER}*") for form in forms)
    return re.compile(rf"(?<!{_LETTER})(?:{names})(?!{_LETTER})" if language.spaces else names)


@functools.cache
def _relatives(language: Language) -> tuple[tuple[re.Pattern[str], int], ...]:
    """The words for coming days with the most days that they may mean, the longest words first."""
    pairs = [entry.rpartition(" = ") for entry in times(language.code)["relative"]]
    grouped = itertools.groupby(sorted(pairs, key=lambda pair: int(pair[2])), key=lambda pair: int(pair[2]))
    return tuple((_of(spelt((name for name, _, _ in group), language), language), days) for days, group in grouped)


def _relative(text: str, language: Language) -> Iterator[int]:
    return (days for pattern, days in _relatives(language) if pattern.search(text))
