"""Every place in a text that the screen objects to."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...screen import screen


@dataclass(frozen=True, slots=True)
class Finding:
    """What fired and where (lines and columns count from 1), never the value."""

    rule: str
    kind: str
    line: int
    column: int


def findings(text: str) -> list[Finding]:
    """All findings in the order of the text; only the first one while the screen has no report of all."""
    try:
        report: Callable[[str], Iterable[Finding]] = importlib.import_module("...screen.report", __package__).findings
    except ImportError:
        return _first(text)
    return [Finding(found.rule, found.kind, found.line, found.column) for found in report(text)]


def _first(text: str) -> list[Finding]:
    verdict = screen(text)
    if verdict.kind == "ok":
        return []
    before = text[: verdict.start]
    return [Finding(verdict.rule, verdict.kind, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)]
