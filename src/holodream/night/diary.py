"""The diary: what a night proposed, in numbers and ids; no text of a fact, so that forgetting one leaves nothing here."""

from __future__ import annotations

from .report import SECTIONS, Report


def entry(report: Report) -> str:
    """A few lines of Markdown under a heading that names the night and its report; the same heading is not added twice."""
    lines = [f"## {report.day} ({report.report_id})", ""]
    for section in SECTIONS:
        found = getattr(report, section)
        if found:
            lines.append(f"- {section}: {len(found)}{_ids(found)}")
    if len(lines) == 2:
        lines.append("- nothing to propose")
    lines.append(f"- {'wakes the agent' if report.wake else 'wakes nobody'}; {_read(report)}")
    return "\n".join(lines) + "\n"


def _ids(found: tuple[object, ...]) -> str:
    ids = sorted({number for one in found if (number := getattr(one, "fact_id", None))})
    return f" (facts {', '.join(map(str, ids))})" if ids else ""


def _read(report: Report) -> str:
    told = report.statistics
    return f"{told['facts']} facts, {told['entries']} entries, {told['messages']} messages"
