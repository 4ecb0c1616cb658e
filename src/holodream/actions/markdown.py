"""Facts as a markdown list for people, such a list read again (texts, categories and sources, without a history), and ordinary Markdown."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ..store import SOURCES, Fact, Source

TITLE = "# Facts"
_NO_SOURCE = "no source"
_ITEM = re.compile(r"- (?P<text>.*?)(?: <!-- (?P<id>\d+), (?P<source>[a-z ]+), \d{4}-\d{2}-\d{2} -->)?", re.DOTALL)

_FENCE = re.compile(r"\s*(?:```|~~~)")
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-{2,})\s*")  # of the line before, which is a heading then
_RULE = re.compile(r" {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})")
_BULLET = re.compile(r"\s*(?:[-*+•]|(?P<number>\d{1,3})[.)])\s+(?:\[[ xX]\]\s+)?(?P<text>.*)")
_QUOTED = re.compile(r"^ {0,3}(?:>\s?)+")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FRONT_MATTER = re.compile(r"\A---\s*\n.*?\n---\s*(?:\n|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the list."""

    text: str
    category: str
    source: Source | None


def written(facts: Iterable[Fact]) -> Iterator[tuple[str, int]]:
    """The lines of the list, by category, each with how many facts it adds. A text of several lines becomes one."""
    by_category: dict[str, list[Fact]] = {}
    for fact in facts:
        by_category.setdefault(fact.category, []).append(fact)
    yield TITLE, 0
    for category in sorted(by_category):
        yield f"\n## {category}\n", 0
        for fact in by_category[category]:
            text = " ".join(fact.content.split())
            yield f"- {text} <!-- {fact.fact_id}, {fact.source or _NO_SOURCE}, {fact.written_at:%Y-%m-%d} -->", 1


def is_list(path: Path) -> bool:
    """Whether a file begins as `written` begins it."""
    with path.open("rb") as file:
        return file.read(len(TITLE) + 4).removeprefix(codecs.BOM_UTF8).split(b"\n")[0].strip() == TITLE.encode()


def read(lines: Iterable[str]) -> Iterator[Item]:
    """The items of a list that `written` wrote and a person may have edited. Lines that are neither item nor heading are passed over."""
    category = "general"
    for line in lines:
        line = line.strip("\r\n ")
        if line.startswith("## "):
            category = line[3:].strip() or "general"
        elif item := _ITEM.fullmatch(line):
            source = item["source"] if item["source"] in SOURCES else None
            if text := item["text"].strip():
                yield Item(text, category, cast("Source | None", source))


def is_structured(text: str) -> bool:
    """Whether a text has several parts as Markdown: a heading, a bullet, a block of code, or an empty line between paragraphs."""
    return any(not line.strip() or any(sign.match(line) for sign in (_FENCE, _HEADING, _BULLET, _UNDERLINE)) for line in text.strip().splitlines())


def statements(text: str) -> list[str]:
    """What ordinary Markdown says, each statement once: bullets and paragraphs; a block of code is one.

    Headings, rules, comments and front matter are no statements. What ends in a colon goes before each bullet that follows it, as these make no
    sense without it.
    """
    found: list[str] = []
    lead, waiting = "", False  # what ends in a colon, and whether no bullet has taken it yet
    for kind, part in _parts(_COMMENT.sub("", _FRONT_MATTER.sub("", text, count=1))):
        leads = part.endswith((":", "："))
        if waiting and (leads or kind != "bullet"):
            found.append(lead)
        if leads:
            lead, waiting = part, True
        elif kind == "bullet":
            found.append(f"{lead} {part}".strip())
            waiting = False
        else:
            lead, waiting = "", False
            found.append(part)
    return list(dict.fromkeys(filter(None, [*found, lead if waiting else ""])))


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Each "bullet" and "paragraph" as one line; an empty "heading" for whatever ends what stands above it."""
    kind, kept, number, fenced = "paragraph", list[str](), 0, False
    for line in (_QUOTED.sub("", line, count=1) for line in text.splitlines()):
        if _FENCE.match(line):
            yield kind, " ".join(kept)
            kind, kept, fenced = "paragraph", [], not fenced
        elif fenced:
            kept.append(line.strip())
        elif kept and kind == "paragraph" and _UNDERLINE.fullmatch(line):
            yield "heading", ""
            kept = []
        elif _HEADING.match(line) or _RULE.fullmatch(line):
            yield from ((kind, " ".join(kept)), ("heading", ""))
            kind, kept, number = "paragraph", [], 0
        elif item := _bullet(line, number):
            yield from ((kind, " ".join(kept)),) if kept else ()
            kind, kept, number = "bullet", [item["text"].strip()], int(item["number"] or 0)
        elif line.strip() and not _BULLET.fullmatch(line):
            kept.append(line.strip())
        elif kept or line.strip():
            yield kind, " ".join(kept)
            kind, kept = "paragraph", line.split() and [line.strip()]
    yield from ((kind, " ".join(kept)),) if kept else ()


def _bullet(line: str, before: int) -> re.Match[str] | None:
    """A line that begins a bullet; a number does so only in its turn (12. may be a day of the month)."""
    item = _BULLET.fullmatch(line)
    return item if item and (not item["number"] or int(item["number"]) in (1, before + 1)) else None
