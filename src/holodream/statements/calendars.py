"""Years and months of other calendars, as a language's file tells them: Buddhist and imperial years, the months of the Islamic year."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from ..language import Language, fold
from ..language.catalogue import read, section

_RANGE = re.compile(r"(\d+)-(\d+)")
_FIRST_YEARS = "元"  # how the first year of an era is written
_ISLAMIC_EPOCH = date(622, 7, 19).toordinal() - 1
_CYCLE_DAYS, _CYCLE_YEARS = 10_631, 30
_SIGHTING = 2  # days by which the months of a place may differ from the reckoned ones


@dataclass(frozen=True, slots=True)
class Eras:
    """How a language counts years: by a word before the year (markers), or by the number alone (ranges: first, last, what to add)."""

    markers: Mapping[str, int]
    ranges: tuple[tuple[int, int, int], ...]


@functools.cache
def times(code: str) -> Mapping[str, Any]:
    """The table [time] of a language as it stands in its file."""
    table: Mapping[str, Any] = read(section(code, "time"))
    return table


@functools.cache
def eras(language: Language) -> Eras:
    """The entries `word = years to add` and `first-last = years to add` of a language."""
    markers: dict[str, int] = {}
    ranges: list[tuple[int, int, int]] = []
    for entry in times(language.code)["eras"]:
        name, _, years = entry.rpartition(" = ")
        if match := _RANGE.fullmatch(name):
            ranges.append((int(match[1]), int(match[2]), int(years)))
        else:
            markers[fold(name).strip()] = int(years)
    return Eras(markers, tuple(ranges))


def common_years(text: str, language: Language) -> str:
    """A folded text with the years of its own era rewritten: พ.ศ. 2569, 令和8年 and 民国115年 become 2026."""
    own = eras(language)
    for marker in sorted(own.markers, key=len, reverse=True):
        text = re.sub(rf"{re.escape(marker)}\s?({_FIRST_YEARS}|\d{{1,4}})(?!\d)", _adding(own.markers[marker]), text)
    return re.sub(r"(?<![\d.,:])\d{4}(?![\d:]|[.,]\d)", lambda match: str(_in_ranges(int(match[0]), own)), text)


def _adding(years: int) -> Callable[[re.Match[str]], str]:
    return lambda match: f" {(1 if match[1] == _FIRST_YEARS else int(match[1])) + years}"


def _in_ranges(year: int, own: Eras) -> int:
    return next((year + add for first, last, add in own.ranges if first <= year <= last and first > 99), year)


def two_digit_year(year: int, language: Language | None) -> int:
    """26 → 2026, in Thai 69 → 2026."""
    ranges = eras(language).ranges if language else ()
    return year + next((add for first, last, add in ranges if first <= year <= last <= 99), 2000)


def islamic(year: int, month: int, day: int) -> date | None:
    """The last day that a date of the Islamic year may be, by the arithmetical calendar; None for one that does not exist."""
    if not (1300 <= year <= 1600 and 1 <= month <= 12 and 1 <= day <= 30):
        return None
    cycles, years = divmod(year - 1, _CYCLE_YEARS)
    leap = (11 * years + 14) // _CYCLE_YEARS
    days = cycles * _CYCLE_DAYS + years * 354 + leap + (59 * (month - 1) + 1) // 2 + day
    return date.fromordinal(_ISLAMIC_EPOCH + days) + timedelta(days=_SIGHTING)
