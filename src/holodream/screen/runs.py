"""Long runs of letters and digits: random keys of no known format, card numbers, seed phrases. Found by their digits or their number."""

from __future__ import annotations

import functools
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from .level import Level
from .lexicon import hears, spoken
from .shapes import Place, loose_formats
from .values import is_placeholder

_RUN = re.compile(r"[0-9][A-Za-z0-9+/_=.~!-]{7,}")
_BEFORE = re.compile(r"[A-Za-z0-9+/_=.~!-]*$")
_SHORTEST_RUN, _REMEMBERED = 16, 200
_NAMED_BEFORE, _NAMED_BEHIND = 60, 20  # characters around a run where its name may stand
_LONG = 20  # characters of a random key
_JOINT = re.compile(r"[=/~!]")  # a key may begin behind these within a run
_REACH = 80  # characters of a run that are looked at before its first digit
_CARD = re.compile(r"[0-9](?<![0-9A-Za-z][0-9])(?<![0-9][ .-][0-9])(?:[ -]{0,2}[0-9]){12,18}(?![0-9])")
_MOST_DIGITS = 19  # of a card
_GROUPED = re.compile(r"\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{4,5}|\d{2}(?:[ -]\d{2}){7}")
_ISSUER = re.compile(r"4|5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720)|3[47]|3(?:0[0-5]|[68])|35|6(?:011|22|[2-5])|81|220[0-4]|9792|5018|50|5[6-8]|63|67")
_NAMED = re.compile(r"(?i)commit|hash|sha-?\d|md5|checksum|digest|fingerprint|uuid|guid|\betag|revision|\bid\b|_id\b|blob|tree|isbn|https?:")


def find_runs(level: Level, runs: Sequence[tuple[int, int]]) -> Iterator[Place]:
    """Keys of no known format, and formats without fixed letters at the beginning, in the stretches that a key may be made of."""
    plain, done = level.plain, 0
    clean: set[tuple[str, int]] = set()  # what was found clean is not looked at again where it is repeated
    for match in (match for start, end in runs if end - start >= _SHORTEST_RUN for match in _RUN.finditer(plain, start, end)):
        begin = max(match.start() - _REACH, done, 0)
        before = _BEFORE.search(plain, begin, match.start())
        start = before.start() if before else match.start()
        done = match.end()
        begin = _line_begin(plain, start)
        around = plain[begin : done + _NAMED_BEHIND], start - begin
        if done - start >= _SHORTEST_RUN and around not in clean:
            rule = _random_key(plain, level.low, start, done)
            if rule and not is_placeholder(plain[start:done]):
                yield rule, start, done
            elif done - start <= _REMEMBERED:
                clean.add(around)


def _random_key(plain: str, low: str, start: int, end: int) -> str:
    run = plain[start : min(end, start + 400)]
    if any(_loose().match(plain, place) for place in (start, *(start + sign.end() for sign in _JOINT.finditer(run)))):
        return "provider_key"
    if run.islower() or run.isupper():
        return ""
    core = max(re.split(r"[._=/+~!-]", run), key=len)
    if len(core) < _LONG or not (re.search(r"[a-z]", core) and re.search(r"[A-Z]", core) and re.search(r"[0-9]", core)):
        return ""
    if run.count("/") > 2 or re.search(r"\.[a-z]{2,5}$", run) or _NAMED.search(plain, _line_begin(plain, start), _line_end(plain, end)):
        return ""
    begin = _line_begin(plain, start)
    if hears("other_codes", low, max(begin, start - 40), start, spoken(low, begin, start)):
        return ""
    letters = sum(map(str.isalpha, run))
    switches = len(re.findall(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Za-z])|(?<=[A-Z])(?=[a-z0-9])", core))
    return "random_key" if switches >= len(core) / 5 and letters >= 8 and entropy(core) >= 3.4 else ""


def _line_begin(plain: str, start: int) -> int:
    """Where the name of a run may begin: in its line, or in the one above if that ends with a colon."""
    first = max(start - _NAMED_BEFORE, 0)
    line = plain.rfind("\n", first, start) + 1
    return plain.rfind("\n", first, line - 1) + 1 or first if line and plain[line - 2 : line - 1] == ":" else line or first


def _line_end(plain: str, end: int) -> int:
    line = plain.find("\n", end, end + _NAMED_BEHIND)
    return line if line >= 0 else min(end + _NAMED_BEHIND, len(plain))


@functools.cache
def _loose() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{source})" for source in loose_formats()))


def entropy(text: str) -> float:
    """Shannon entropy in bits per character."""
    return -sum(count / len(text) * math.log2(count / len(text)) for count in Counter(text).values())


def find_cards(level: Level, rows: Iterable[tuple[int, int]]) -> Iterator[Place]:
    """Numbers of bank cards among rows of digits: right check digit and issuer, in the usual groups or beside a word for a card."""
    separated = ((start, end) for start, end in rows if end - start <= _MOST_DIGITS or not level.plain[start:end].isdecimal())
    for match in (match for start, end in separated for match in _CARD.finditer(level.plain, start, end)):
        digits = re.sub(r"\D", "", match[0])
        begin = max(level.plain.rfind("\n", max(match.start() - 60, 0), match.start()) + 1, match.start() - 60)
        end = level.plain.find("\n", match.end(), match.end() + 40)
        end = end if end >= 0 else match.end() + 40
        languages = spoken(level.low, begin, end)
        named = hears("cards", level.low, begin, end, languages)
        if re.search(r"(?i)isbn|978[ -]", level.plain[max(match.start() - 20, 0) : match.end()]) or (
            not named and hears("other_codes", level.low, max(begin, match.start() - 40), match.start(), languages)
        ):
            continue
        grouped = _GROUPED.fullmatch(re.sub(" +", " ", match[0])) is not None
        if (named and len(digits) >= 13 and (grouped or luhn(digits))) or (luhn(digits) and _ISSUER.match(digits) and (grouped or len(digits) == 16)):
            yield "card_number", match.start(), match.end()


def luhn(digits: str) -> bool:
    """Is the last digit the check digit of the others?"""
    total = sum(int(digit) if place % 2 == 0 else sum(divmod(2 * int(digit), 10)) for place, digit in enumerate(reversed(digits)))
    return total % 10 == 0 and len(set(digits)) > 1
