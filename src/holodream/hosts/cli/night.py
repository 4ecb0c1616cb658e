"""The command `night`: the nightly pass for people, in the terminal or as a page with the evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from ...errors import InvalidArgument
from . import output
from .night_items import heading, places, sections, text_of
from .options import LARGEST, every_command, settings

_WIDTH = 160  # characters of a text in a line


@click.command("night", short_help="What a night proposes for permanent memory, and what may be out of date.")
@click.option("--home", type=click.Path(path_type=Path), metavar="PATH", help="The home of Hermes. [default: $HERMES_HOME, else ~/.hermes]")
@click.option("--dry-run", is_flag=True, help="Write nothing: no state, no diary.")
@click.option("--explain", type=click.IntRange(1, LARGEST), metavar="ID", help="How a fact is scored and why it is proposed or not; writes nothing.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Also write the report as a page of its own.")
@every_command
def night(home: Path | None, dry_run: bool, explain: int | None, html: Path | None) -> None:
    """Dream a night of a profile of Hermes: read its facts, messages and permanent memory, and say what is worth proposing.

    Facts come from --store when it is given, else from where dreaming.json says.
    """
    from ..hermes.night import run as night_run
    from . import night_page

    if html is not None:
        night_page.check_replaceable(html)
    dreamt = night_run.dream(home or night_run.default_home(), dry_run=dry_run or explain is not None, store=settings().store)
    if html is not None:
        night_page.write(html, dreamt.document())
    if explain is not None:
        _explain(dreamt.report.explain(explain), explain)
    elif settings().json:
        output.document(dreamt.document())
    else:
        output.lines(_lines(dreamt.document(), dry_run=dry_run))


def _explain(scored: Any, fact_id: int) -> None:
    if scored is None:
        raise InvalidArgument(f"The night does not know a fact {fact_id}. Give the id of a fact that is true now.")
    if settings().json:
        output.document(scored)
        return
    rows = [("score", f"{scored.score:.2f}", ""), *((name, f"{value:.2f}", "") for name, value in scored.components.items())]
    rows += [(name.replace("_", " "), f"{value:g}", "") for name, value in scored.numbers.items()]
    rows += [(one.section.replace("_", " "), "", one.outcome) for one in scored.decisions]
    output.table(("what", "value", "outcome"), rows)


def _lines(report: Mapping[str, Any], *, dry_run: bool) -> Iterator[str]:
    """The report, section by section."""
    wakes = "the agent would wake" if dry_run else "the agent wakes"
    yield f"Night of {report['day']} ({report['report_id']}): {wakes if report['wakeAgent'] else 'the agent sleeps on'}"
    for title, items in sections(report):
        yield ""
        yield f"{title} ({len(items)})"
        for item in items:
            yield from _item(item)
    yield ""
    yield "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in report["statistics"].items())
    if dry_run:
        yield "No state and no diary were written."


def _item(item: Mapping[str, Any]) -> Iterator[str]:
    yield f"  {' '.join(filter(None, [heading(item), _short(text_of(item))]))}"
    details = [*item.get("reasons", ()), *((f"score {item['score']:.2f}",) if "score" in item else ())]
    if details:
        yield f"      {'; '.join(details)}"
    for place in places(item):
        yield f"      {place['file']}: {_short(place['entry'])}"
    for one in item.get("evidence", ()):
        yield f"      {one['day']}  “{one['snippet']}”"
    for command in item.get("commands", ()):
        yield f"      $ {command['line']}"
    if "key" in item:
        yield f"      key {item['key']}"


def _short(text: str) -> str:
    joined = " ".join(text.split())
    return joined if len(joined) <= _WIDTH else joined[: _WIDTH - 1] + "…"
