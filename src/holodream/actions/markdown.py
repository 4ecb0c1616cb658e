"""Facts as a markdown list for people, and such a list read again: texts, categories and sources, without a history."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ..store import SOURCES, Fact, Source

TITLE = "# Facts"
_NO_SOURCE = "no source"
_ITEM = re.compile(r"- (?P<text>.*?)(?: <!-- (?P<id>\d+), (?P<source>[a-z ]+), \d{4}-\d{2}-\d{2} -->)?", re.DOTALL)


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
        return file.read(len(TITLE) + 4).removeprefix(b"\xef\xbb\xbf").split(b"\n")[0].strip() == TITLE.encode()


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
