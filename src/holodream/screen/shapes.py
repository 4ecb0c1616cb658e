"""Secrets that show by their shape alone: key formats of providers, tokens, private keys, addresses with a password in them."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources

from .level import Level

Place = tuple[str, int, int]  # rule, start, end

_BORDER = "(?<![A-Za-z0-9])"
# A fixed part of a format: letters and signs, a choice of some, or one of few letters.
_FIXED = re.compile(r"(?:(?P<fixed>[A-Za-z0-9_/:~-]|\\[.])|\(\?:(?P<choice>[A-Za-z0-9_|-]+)\)|\[(?P<letters>[A-Za-z0-9]{1,8})\])(?![{*?+])")
_MOST_OPENINGS = 24
_USER_AND_PASSWORD = re.compile(r"://[^\s/:@<>\"']{0,64}:(?P<password>[^\s/@<>\"']{1,128})@[\w\[%$]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}$")
_BOT_TOKEN = re.compile(r"[0-9](?<![A-Za-z0-9][0-9])[0-9]{7,9}:[A-Za-z0-9_-]{30,}")
_SIGNED_ADDRESS = re.compile(
    r"[?&](?:x-amz-signature|sig|signature|access_token|api_?key|auth|token|key|secret|client_secret)=(?P<value>[^\s&#\"'<>]{12,})", re.IGNORECASE
)
_VARIABLE = re.compile(r"^(?:\$|%|\{|<|\[|x+$|\*+$|your|pass(?:word)?$|pw$|pwd$|secret$)", re.IGNORECASE)
_LONG_ENOUGH = re.compile(r"[A-Za-z0-9_.:/~+=!-]{11}")
_SHORTEST, _LETTERS_ALONE = 2, 3  # letters with which a format opens: with a sign among them, without one


@functools.cache
def _rules() -> tuple[dict[str, tuple[re.Pattern[str], ...]], tuple[re.Pattern[str], ...], tuple[tuple[str, str, re.Pattern[str]], ...]]:
    """The known formats by what they open with, those that open with no fixed letters, and (rule, what to look for, pattern) of the longer ones."""
    data = tomllib.loads(resources.files(__package__).joinpath("shapes.toml").read_text(encoding="utf-8"))
    by_opening: dict[str, list[re.Pattern[str]]] = {}
    loose: dict[str, re.Pattern[str]] = {}
    for source in data["keys"].values():
        compiled = re.compile(_BORDER + source)
        for opening in _openings(source) or ("",):
            if "a" <= opening[:1] <= "z" and (len(opening) >= _LETTERS_ALONE or (len(opening) >= _SHORTEST and not opening.isalnum())):
                by_opening.setdefault(opening, []).append(compiled)
            else:
                loose[source] = compiled
    structures = tuple((rule, sign, re.compile(source)) for rule, (sign, source) in data["structures"].items())
    return {opening: tuple(found) for opening, found in by_opening.items()}, tuple(loose.values()), structures


def openings() -> tuple[str, ...]:
    """What the known formats open with, in lower case."""
    return tuple(_rules()[0])


def _openings(source: str) -> tuple[str, ...]:
    """The fixed letters with which a format begins, in lower case; several for a choice at or near the beginning."""
    found, place = [""], 0
    while place < len(source) and len(found) <= _MOST_OPENINGS:
        part = _FIXED.match(source, place)
        if part is None:
            break
        choice = (part["choice"] or "").split("|") if part["choice"] else list(part["letters"]) if part["letters"] else [part["fixed"].replace("\\", "")]
        found = [start + option for start in found for option in choice]
        place = part.end()
    return tuple(start.lower() for start in found)


def find_shapes(level: Level, places: Iterable[tuple[int, int]]) -> Iterator[Place]:
    """The secrets that show by their shape; `places` are those where a known format may open, with the end of its longest opening."""
    if "://" in level.plain:
        yield from _in_addresses(level.plain)
    formats, _, structures = _rules()
    for place, end in places:
        if not _LONG_ENOUGH.match(level.plain, place):
            continue
        for opening in _prefixes(level.low[place:end], formats):
            found = next((found for pattern in formats[opening] if (found := pattern.match(level.plain, place))), None)
            if found and _is_value(found[0]):
                yield "provider_key", found.start(), found.end()
                break
    for rule, sign, pattern in structures:
        if sign in level.low:
            for found in pattern.finditer(level.plain):
                if _is_value(found[0]):
                    yield rule, found.start(), found.end()
    for match in _BOT_TOKEN.finditer(level.plain):
        yield "bot_token", match.start(), match.end()


def loose_formats() -> tuple[re.Pattern[str], ...]:
    """Formats without fixed letters at the beginning; they are tried on runs of letters and digits that were found otherwise."""
    return _rules()[1]


def _prefixes(text: str, formats: Mapping[str, object]) -> Iterator[str]:
    return (text[:end] for end in range(len(text), _SHORTEST - 1, -1) if text[:end] in formats)


def _is_value(text: str) -> bool:
    """Not a row of one sign, nor plain words joined by hyphens (sk-learn-contrib-examples)."""
    tail = text[3:]
    if re.search(r"(?i)x{6,}|\.\.\.|0{10,}|1234567890abcdef$|your|example|placeholder", tail):
        return False
    return not re.fullmatch(r"[a-z]+(?:[-_][a-z]+)*", text) or "begin" in text.lower()


def _in_addresses(plain: str) -> Iterator[Place]:
    for found in _USER_AND_PASSWORD.finditer(plain):
        scheme = _SCHEME.search(plain, max(found.start() - 22, 0), found.start())
        if scheme and not _VARIABLE.match(found["password"]):
            yield "connection_string", scheme.start(), found.end()
    for query in _SIGNED_ADDRESS.finditer(plain):
        if not _VARIABLE.match(query["value"]) and re.search(r"\d", query["value"]):
            yield "key_in_address", query.start("value"), query.end("value")
