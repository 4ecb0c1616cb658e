"""Secrets that show by their shape alone: key formats of providers, tokens, private keys, addresses with a password in them."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator
from importlib import resources

from .level import Level
from .trie import pattern

Place = tuple[str, int, int]  # rule, start, end

_BORDER = "(?<![A-Za-z0-9])"
_LITERAL_START = re.compile(r"(?:[A-Za-z0-9_/:~+-](?![{*?+]))+")
_USER_AND_PASSWORD = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@<>\"']{0,64}:(?P<password>[^\s/@<>\"']{1,128})@[\w\[%$]")
_BOT_TOKEN = re.compile(r"[0-9](?<![A-Za-z0-9][0-9])[0-9]{7,9}:[A-Za-z0-9_-]{30,}")
_SIGNED_ADDRESS = re.compile(r"[?&](?:x-amz-signature|sig|signature|access_token|api_?key|auth|token|key|secret|client_secret)=(?P<value>[^\s&#\"'<>]{12,})", re.IGNORECASE)
_VARIABLE = re.compile(r"^(?:\$|%|\{|<|\[|x+$|\*+$|your|pass(?:word)?$|pw$|pwd$|secret$)", re.IGNORECASE)
_SHORTEST = 3


@functools.cache
def _rules() -> tuple[re.Pattern[str], dict[str, tuple[tuple[str, re.Pattern[str]], ...]], tuple[re.Pattern[str], ...]]:
    """What opens a known format, the formats by their opening, and those that open with no fixed letters."""
    data = tomllib.loads(resources.files(__package__).joinpath("shapes.toml").read_text(encoding="utf-8"))
    by_opening: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    loose: list[re.Pattern[str]] = []
    for source in data["keys"].values():
        for opening in _openings(source) or ("",):
            compiled = re.compile(_BORDER + source)
            if len(opening) >= _SHORTEST - 1:
                by_opening.setdefault(opening, []).append(("provider_key", compiled))
            else:
                loose.append(compiled)
    for rule, (opening, source) in data["structures"].items():
        by_opening.setdefault(opening, []).append((rule, re.compile(source)))
    opened = re.compile(rf"(?<![A-Za-z0-9])(?=[A-Za-z0-9_-])({pattern((opening + '*' for opening in by_opening), '')})")
    return opened, {opening: tuple(found) for opening, found in by_opening.items()}, tuple(dict.fromkeys(loose))


def _openings(source: str) -> tuple[str, ...]:
    """The fixed letters with which a format begins, in lower case; several for a choice in brackets at the beginning."""
    choice = re.match(r"\(\?:([A-Za-z0-9_|-]+)\)", source)
    if choice:
        return tuple(part.lower() for part in choice[1].split("|"))
    letters = re.match(r"\[([A-Za-z0-9]{1,8})\]", source)
    if letters and "-" not in letters[1]:
        rest = _LITERAL_START.match(source, letters.end())
        return tuple((letter + rest[0]).lower() for letter in letters[1]) if rest else ()
    start = _LITERAL_START.match(source)
    return (start[0].lower(),) if start else ()


def find_shapes(level: Level) -> Iterator[Place]:
    """The secrets that show by their shape."""
    if "://" in level.plain:
        yield from _in_addresses(level.plain)
    yield from _with_opening(level)
    for match in _BOT_TOKEN.finditer(level.plain):
        yield "bot_token", match.start(), match.end()


def loose_formats() -> tuple[re.Pattern[str], ...]:
    """Formats without fixed letters at the beginning; they are tried on runs of letters and digits that were found otherwise."""
    return _rules()[2]


def _with_opening(level: Level) -> Iterator[Place]:
    opened, formats, _ = _rules()
    for match in opened.finditer(level.low):
        for opening in _prefixes(match[1], formats):
            for rule, format_ in formats[opening]:
                found = format_.match(level.plain, max(match.start(1) - 1 if rule == "connection_password" else match.start(1), 0)) or (
                    format_.search(level.plain, max(match.start(1) - 24, 0), match.end(1) + 160) if rule in ("basic_authorization",) else None
                )
                if found and _is_value(found[0]):
                    yield rule, found.start(), found.end()


def _prefixes(opening: str, formats: dict[str, tuple[tuple[str, re.Pattern[str]], ...]]) -> Iterator[str]:
    return (opening[:end] for end in range(len(opening), 1, -1) if opening[:end] in formats)


def _is_value(text: str) -> bool:
    """Not a row of one sign, nor plain words joined by hyphens (sk-learn-contrib-examples)."""
    tail = text[3:]
    if re.search(r"(?i)x{6,}|\.\.\.|0{10,}|1234567890abcdef$|your|example|placeholder", tail):
        return False
    return not re.fullmatch(r"[a-z]+(?:[-_][a-z]+)*", text) or "begin" in text.lower()


def _in_addresses(plain: str) -> Iterator[Place]:
    place = plain.find("://")
    while place >= 0:
        start = max(place - 20, 0)
        head = re.search(r"[A-Za-z][A-Za-z0-9+.-]*$", plain[start:place])
        if head:
            found = _USER_AND_PASSWORD.match(plain, start + head.start(), min(place + 320, len(plain)))
            if found and not _VARIABLE.match(found["password"]):
                yield "connection_string", found.start(), found.end()
            query = _SIGNED_ADDRESS.search(plain, place, place + 400)
            if query and not _VARIABLE.match(query["value"]) and re.search(r"\d", query["value"]):
                yield "key_in_address", query.start("value"), query.end("value")
        place = plain.find("://", place + 3)
