"""All findings of a text for people: rule, kind, line and column, never a value."""

from __future__ import annotations

import bisect
from dataclasses import dataclass

from .verdict import Kind, verdicts


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One place of a text and what is wrong with it; lines and columns count from 1."""

    line: int
    column: int
    rule: str
    kind: Kind


def findings(text: str) -> list[Finding]:
    """Every finding, in the order of the text; one for each rule and place."""
    lines = [0]
    place = text.find("\n")
    while place >= 0:
        lines.append(place + 1)
        place = text.find("\n", place + 1)
    found = set()
    for verdict in verdicts(text):
        line = bisect.bisect_right(lines, verdict.start)
        found.add(Finding(line, verdict.start - lines[line - 1] + 1, verdict.rule, verdict.kind))
    return sorted(found)
