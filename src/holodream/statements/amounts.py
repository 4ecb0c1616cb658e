"""Whether numbers of two texts are the same, or others of the same thing."""

from __future__ import annotations

from collections.abc import Sequence

from .numbers import Quantity
from .understanding import Speech

_DENIED = 16  # characters after a denial within which a number is the denied one
_FIRST_YEAR, _LAST_YEAR = 1950, 2060
_FEWEST_THOUSANDS = 10
_HOURS, _DAYS = 24, 31
_ABOUT = 2.5  # times a number that another one of the same thing is at most
_TIMES = 40
_MEASURES = (60.0, 100.0, 1000.0)  # minutes of an hour, centimetres of a metre, grams of a kilogram


def same_number(one: Quantity, other: Quantity) -> bool:
    """Whether two numbers are the same, also where a time stands as a bare hour, a date without its month, a measure in other units."""
    if one.kind == other.kind == "date":
        return {one.value, float(one.other)} == {other.value, float(other.other)}
    if one.kind == other.kind:
        return _equal(one, other)
    for dated, plain in ((one, other), (other, one)):
        if plain.kind != "count":
            continue
        whole, part = int(plain.value), round(plain.value % 1 * 100)
        if dated.kind == "clock":
            return whole <= 24 and dated.value == (whole % 12) * 60 + part
        if dated.kind == "date":
            return dated.value == whole and part in (0, dated.other)
    return "clock" not in (one.kind, other.kind) and _equal(one, other)


def _equal(one: Quantity, other: Quantity) -> bool:
    less, more = sorted((one.value, other.value))
    if more == less * 1000 and _FEWEST_THOUSANDS <= less < 1000 and not min((one, other), key=_value).unit:
        return True  # where prices are in thousands people leave the word out
    if more - less < 0.001 or (one.kind == "money" and more - less < 1 and less == int(less)):
        return True
    return bool(one.unit and other.unit and one.unit != other.unit and any(abs(less * times - more) < 0.001 for times in _MEASURES))


def _value(number: Quantity) -> float:
    return number.value


def rival_number(one: Quantity, other: Quantity) -> bool:
    """Whether another number counts the same thing."""
    if one.kind != other.kind:
        return False
    return one.kind != "count" or not one.unit or not other.unit or one.unit == other.unit


def _near(one: Quantity, other: Quantity) -> bool:
    """Whether a bare number may be said of the same thing: of a price, a count or a day another one of about its size."""
    if one.kind == "clock":
        return other.value <= _HOURS
    if one.kind == "date":
        return other.value <= _DAYS
    return one.value > 0 and 1 / _ABOUT <= other.value / one.value <= _ABOUT


def _multiple(one: Quantity, other: Quantity, theirs: Sequence[Quantity]) -> bool:
    """Whether a number is another one's price times what is counted: two hours at 25 make 50."""
    times = other.value / one.value if one.value and one.kind in ("money", "count") else 0.0
    return 2 <= times <= _TIMES and any(abs(third.value - times) < 0.001 for third in theirs)


def number_reasons(fact: Speech, message: Speech, quote: Speech | None) -> dict[str, float]:
    """What the numbers, days and months of a message say of a fact, as reasons of 0 or 1."""
    mine, theirs = fact.numbers, message.numbers
    quoted = quote.numbers if quote else ()
    same = [number for number in mine if any(same_number(number, other) for other in theirs)]
    open_ones = [number for number in mine if number not in same]
    strange = [other for other in theirs if not any(same_number(number, other) for number in mine)]
    fresh = [other for other in strange if not any(same_number(other, old) for old in quoted)]
    bare = [other for other in strange if other.kind == "count" and not other.unit]
    denials = message.cue("denials")
    denied = [other for number in mine for other in theirs if same_number(number, other) and any(0 <= other.start - place <= _DENIED for place in denials)]
    days = fact.days & message.days, bool(fact.days and message.days)
    months = fact.months & message.months, bool(fact.months and message.months)
    return {
        "fact_numbers": float(bool(mine)),
        "number_same": float(bool(same)),
        "numbers_all_same": float(bool(mine) and not open_ones),
        "number_other": float(any(rival_number(one, other) for one in open_ones for other in strange)),
        "number_other_loose": float(bool(open_ones and strange)),
        "number_fresh": float(bool(open_ones and fresh)),
        "number_rival": float(any(rival_number(one, other) for one in mine for other in strange)),
        "number_denied": float(bool(denied)),
        "number_near": float(any(_near(one, other) for one in open_ones for other in bare)),
        "number_times": float(any(_multiple(one, other, theirs) for one in open_ones for other in strange)),
        "number_missing": float(bool(open_ones) and not theirs),
        "number_strange": float(bool(strange)),
        "year_strange": float(any(other.kind == "count" and _FIRST_YEAR <= other.value <= _LAST_YEAR for other in strange)),
        "day_same": float(bool(days[0])),
        "day_other": float(days[1] and not days[0]),
        "day_missing": float(bool(fact.days) and not message.days),
        "month_same": float(bool(months[0])),
        "month_other": float(months[1] and not months[0]),
    }
