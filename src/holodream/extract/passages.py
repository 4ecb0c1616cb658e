"""A message cut into the sentences that its writer says: without code, lines quoted from others and what stands in quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_QUOTED_LINE = re.compile(r"^[ \t]*(?:>|&gt;|\|).*$", re.MULTILINE)
_END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？؟।]+[」』”）]*|[.!?…]*\n+|(?<=[\u0e00-\u0e7f]) {2,}")
_ABBREVIATED = re.compile(r"(?:^|[\s(])(?:\d{1,2}|[^\W\d_]{1,2}|[A-ZÄÖÜ][a-z]{1,3}|[^\W\d_]\.[^\W\d_])$")
_TITLES = frozenset(
    {
        "dr",
        "mr",
        "mrs",
        "ms",
        "st",
        "prof",
        "sr",
        "sra",
        "dra",
        "ul",
        "nr",
        "no",
        "str",
        "ca",
        "bzw",
        "usw",
        "z.b",
        "m",
        "mme",
        "sig",
        "dott",
        "ing",
        "г",
        "ул",
        "д",
        "т.е",
        "т.к",
    }
)
_QUOTES = re.compile(
    r"[“„‟\"][^“”„\"\n]{1,2000}[”“\"]|«[^«»\n]{1,2000}»|»[^«»\n]{1,2000}«|「[^「」\n]{1,2000}」|『[^『』\n]{1,2000}』|‘[^‘’\n]{12,2000}’(?!\w)|‹[^‹›\n]{1,2000}›"
)
_SHORT_QUOTE = 14  # characters within quotes that are still the writer's own words: a name, a title, a term
_WIDE = re.compile(r"[\u1100-\uffff]")


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a message as it is written, and what of it the writer says, with quotes blanked out."""

    text: str
    said: str
    quoted: float  # the share of its characters that stand in quotes
    opens: bool  # whether it is the first one
    follows_colon: bool  # whether what stands before it ends with a colon


def without_foreign(message: str) -> str:
    """A message without code blocks and quoted lines; what remains keeps its place."""
    return _QUOTED_LINE.sub(_blank, _FENCE.sub(_blank, message))


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def passages(message: str) -> list[Passage]:
    """The sentences of a message in their order."""
    text = without_foreign(message)
    said = _QUOTES.sub(_blank_long, text)
    found: list[Passage] = []
    before = ""
    for start, end in _spans(text):
        whole = text[start:end].strip()
        if not re.search(r"\w", whole):
            continue
        own = said[start:end].strip()
        quoted = 1 - len(own.split() and re.sub(r"\s+", "", own)) / max(1, len(re.sub(r"\s+", "", whole)))
        found.append(Passage(whole, own, quoted, not found, before.endswith((":", "："))))
        before = whole
    return found


def _blank_long(match: re.Match[str]) -> str:
    limit = _SHORT_QUOTE // 2 if _WIDE.search(match[0]) else _SHORT_QUOTE
    return match[0] if len(match[0]) - 2 <= limit else " " * len(match[0])


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _END.finditer(text):
        if match[0] == "." and _is_abbreviation(text[max(0, match.start() - 8) : match.start()], text[match.end() : match.end() + 2]):
            continue
        yield start, match.end()
        start = match.end()
    if start < len(text):
        yield start, len(text)


def _is_abbreviation(before: str, after: str) -> bool:
    """Whether a point ends no sentence: behind a number of a date and behind Dr, z. B. and the like."""
    if not after.strip():
        return False
    word = re.split(r"[\s(]", before)[-1].casefold()
    return word in _TITLES or re.fullmatch(r"\d{1,2}|[^\W\d_]", word) is not None
