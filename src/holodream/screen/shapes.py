"""Secrets that show by their shape alone: key formats of providers, tokens, private keys, addresses with a password in them."""

from __future__ import annotations

import bisect
import functools
import itertools
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from .level import Level
from .trie import pattern

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
# What stands behind a mail address at the end of a line: letters and digits after a slash or a colon, but no file; after a space, with a sign too.
_BEHIND_MAIL = re.compile(
    r"(?<=[\w+-])@(?:[\w-]{1,63}\.){1,4}[^\W\d_]{2,24}(?:\s?/\s?|:|\s(?=[^\s#$%&*+=!?^~]{0,39}[#$%&*+=!?^~]))"
    r"(?=\S{0,39}[^\W\d_])(?=\S{0,39}\d)(?!\S{0,39}\.[a-z]{2,4}\b)(?P<password>[^\s/@|:,;()]{6,40}?)(?=[.!?]?\s*(?:\n|$))"
)
_VARIABLE = re.compile(r"^(?:\$|%|\{|<|\[|x+$|\*+$|your|pass(?:word)?$|pw$|pwd$|secret$)", re.IGNORECASE)
_FIRST_LETTER = re.compile(r"(?<![a-z0-9])[a-z]")
_SHORTEST_KEY, _SHORTEST_BOT_TOKEN, _FEW = 11, 39, 1000  # characters
_SHORTEST, _LETTERS_ALONE = 2, 3  # letters with which a format opens: with a sign among them, without one


@dataclass(frozen=True, slots=True)
class _Rules:
    """The known formats."""

    by_opening: Mapping[str, tuple[str, ...]]  # by the fixed letters that they open with
    openings: Mapping[str, tuple[str, ...]]  # these by their first two letters, the longest first
    loose: tuple[str, ...]  # the formats that open with no fixed letters
    structures: tuple[tuple[str, str, str], ...]  # (rule, what to look for, pattern) of the longer ones


@functools.cache
def _rules() -> _Rules:
    data = tomllib.loads(resources.files(__package__).joinpath("shapes.toml").read_text(encoding="utf-8"))
    by_opening: dict[str, list[str]] = {}
    loose: dict[str, None] = {}
    for source in data["keys"].values():
        for opening in _openings(source) or ("",):
            if "a" <= opening[:1] <= "z" and (len(opening) >= _LETTERS_ALONE or (len(opening) >= _SHORTEST and not opening.isalnum())):
                by_opening.setdefault(opening, []).append(source)
            else:
                loose[source] = None
    openings: dict[str, tuple[str, ...]] = {}
    for opening in sorted(by_opening, key=len, reverse=True):
        openings[opening[:_SHORTEST]] = (*openings.get(opening[:_SHORTEST], ()), opening)
    structures = tuple((rule, sign, source) for rule, (sign, source) in data["structures"].items())
    return _Rules({opening: tuple(sources) for opening, sources in by_opening.items()}, openings, tuple(loose), structures)


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


@functools.cache
def _compiled(source: str) -> re.Pattern[str]:
    """A pattern of the file, compiled when a text first has what it opens with."""
    return re.compile(source)


def find_shapes(level: Level, runs: Sequence[tuple[int, int]]) -> Iterator[Place]:
    """The secrets that show by their shape; `runs` are the stretches that a key may be made of."""
    if "://" in level.plain:
        yield from _in_addresses(level.plain)
    if "@" in level.plain:
        yield from (("login", found.start("password"), found.end("password")) for found in _BEHIND_MAIL.finditer(level.plain))
    yield from _known_keys(level, runs)
    for rule, sign, source in _rules().structures:
        if sign in level.low:
            for found in _compiled(source).finditer(level.plain):
                if _is_value(found[0]):
                    yield rule, found.start(), found.end()
    for start, end in runs:
        if end - start >= _SHORTEST_BOT_TOKEN and ":" in level.plain[start:end]:
            for match in _BOT_TOKEN.finditer(level.plain, start, end):
                yield "bot_token", match.start(), match.end()


def _known_keys(level: Level, runs: Sequence[tuple[int, int]]) -> Iterator[Place]:
    """The keys of known formats in the runs, which are searched as one text."""
    if not runs:
        return
    rules, low, done = _rules(), level.low, 0
    row = "\n".join([low[start:end] for start, end in runs])
    begins = list(itertools.accumulate((end - start + 1 for start, end in runs), initial=0))  # of each run in the row
    for match in (_FIRST_LETTER if len(row) < _FEW else _opening()).finditer(row):
        run = bisect.bisect_right(begins, match.start()) - 1
        start, end = runs[run]
        place = start + match.start() - begins[run]
        if place < done or place > end - _SHORTEST_KEY:
            continue
        for opening in rules.openings.get(low[place : place + _SHORTEST], ()):
            if low.startswith(opening, place):
                patterns = (_compiled(_BORDER + source) for source in rules.by_opening[opening])
                found = next((found for known in patterns if (found := known.match(level.plain, place))), None)
                if found and _is_value(found[0]):
                    done = found.end()
                    yield "provider_key", found.start(), found.end()
                    break


@functools.cache
def _opening() -> re.Pattern[str]:
    """Where a known format may open; worth its making only for many characters."""
    return re.compile(f"(?<![a-z0-9])(?=[a-z])(?:{pattern(_rules().by_opening, '')})")


def loose_formats() -> tuple[str, ...]:
    """Formats without fixed letters at the beginning; they are tried on runs of letters and digits that were found otherwise."""
    return tuple(_BORDER + source for source in _rules().loose)


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
