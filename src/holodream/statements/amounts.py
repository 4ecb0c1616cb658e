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
    """What the numbers, days and months of a message say of a fact, as reasons of 0 or 1; those that are not there may be left out."""
    found = _named_times(fact, message)
    mine, theirs = fact.numbers, message.numbers
    if mine:
        found["fact_numbers"] = 1.0
    if not theirs:
        return found | ({"number_missing": 1.0} if mine else {})
    equal = [[same_number(number, other) for other in theirs] for number in mine]
    open_ones = [number for number, same in zip(mine, equal, strict=True) if not any(same)]
    strange = [other for place, other in enumerate(theirs) if not any(same[place] for same in equal)]
    if mine:
        same = [other for row in equal for other, one in zip(theirs, row, strict=True) if one]
        found["number_same"] = float(bool(same))
        found["numbers_all_same"] = float(not open_ones)
        found["number_denied"] = float(_denied(same, message.cue("denials")))
    if strange:
        found["number_strange"] = 1.0
        found["number_rival"] = float(any(rival_number(one, other) for one in mine for other in strange))
        found["year_strange"] = float(any(other.kind == "count" and _FIRST_YEAR <= other.value <= _LAST_YEAR for other in strange))
        if open_ones:
            found |= _instead(open_ones, strange, theirs, quote.numbers if quote else ())
    return found


def _denied(numbers: Sequence[Quantity], denials: Sequence[int]) -> bool:
    return any(0 <= number.start - place <= _DENIED for number in numbers for place in denials)


def _instead(mine: Sequence[Quantity], strange: Sequence[Quantity], theirs: Sequence[Quantity], quoted: Sequence[Quantity]) -> dict[str, float]:
    """What numbers of a message say beside those of a fact that it lacks."""
    bare = [other for other in strange if other.kind == "count" and not other.unit]
    return {
        "number_other": float(any(rival_number(one, other) for one in mine for other in strange)),
        "number_other_loose": 1.0,
        "number_fresh": float(not all(any(same_number(other, old) for old in quoted) for other in strange)),
        "number_near": float(any(_near(one, other) for one in mine for other in bare)),
        "number_times": float(any(_multiple(one, other, theirs) for one in mine for other in strange)),
    }


def _named_times(fact: Speech, message: Speech) -> dict[str, float]:
    """What the days of the week and the months of a message say of those of a fact."""
    found = {}
    if fact.days:
        same = not fact.days.isdisjoint(message.days)
        found = {"day_same": float(same), "day_other": float(bool(message.days) and not same), "day_missing": float(not message.days)}
    if fact.months:
        same = not fact.months.isdisjoint(message.months)
        found |= {"month_same": float(same), "month_other": float(bool(message.months) and not same)}
    return found
