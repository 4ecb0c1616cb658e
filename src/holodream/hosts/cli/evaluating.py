"""The command eval: one's own questions against one's own store, under several settings, in one table."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path

import click

from ... import __version__
from ...errors import InvalidArgument
from ...store.inspection import Inspection
from . import output
from .configured import config, configurable
from .evaluation import MODES, Outcome, compare, questions, report
from .files import progress_bar
from .options import check_exists, every_command, existing_store, settings

_HEADINGS = ("settings", "found", "first", "left alone", "extra facts", "ms median", "ms most", "lost and gained (question:fact)")
_MOST_PAIRS = 12


@click.command("eval", short_help="Your own questions against your own store, under several settings.")
@click.argument("questions_file", metavar="QUESTIONS", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--compare", "modes", default="lexical", show_default=True, metavar="MODES", help=f"What to compare, separated by commas: {', '.join(MODES)}.")
@click.option("--report", "report_file", type=click.Path(path_type=Path, dir_okay=False), help="Write a report without any private text to this new file.")
@configurable
@every_command
def evaluate(questions_file: Path, modes: str, report_file: Path | None, pairs: tuple[str, ...]) -> None:
    """Ask the questions of a JSON Lines file and count what comes up, as before a turn. A line is {"question": "…", "want": [fact ids]}, with
    "want": [] where nothing should come up. lexical: words only; local, server: with meaning; rerank: the settings given, with reranking.
    """
    path = settings().path
    check_exists(path)
    if report_file is not None:
        output.check_target(report_file)
    chosen, asked, base = _modes(modes), questions(questions_file), config(pairs)
    with progress_bar("Asking") as progress:
        outcomes = list(compare(path, asked, chosen, base, progress))
    if report_file is not None or settings().json:
        with existing_store() as memory, memory.store.searching() as index:
            facts = index.size()
        versions = {"holodream": __version__, "python": platform.python_version(), "sqlite": Inspection().sqlite}
        told = report(outcomes, base, facts, versions)
        if report_file is not None:
            output.write_private(report_file, output.as_json(told) + "\n")
        if settings().json:
            output.document(told)
            return
    output.table(_HEADINGS, (_row(outcome) for outcome in outcomes))


def _modes(named: str) -> Sequence[str]:
    chosen = list(dict.fromkeys(mode.strip() for mode in named.split(",") if mode.strip()))
    wrong = [mode for mode in chosen if mode not in MODES]
    if wrong or not chosen:
        raise InvalidArgument(f"--compare: allowed are {', '.join(MODES)}, separated by commas.")
    return chosen


def _row(outcome: Outcome) -> tuple[str, ...]:
    changes = [*(f"-{question}:{fact}" for question, fact in outcome.lost), *(f"+{question}:{fact}" for question, fact in outcome.gained)]
    more = [f"and {len(changes) - _MOST_PAIRS} more"] if len(changes) > _MOST_PAIRS else []
    return (
        outcome.mode,
        f"{outcome.found}/{outcome.asked}",
        f"{outcome.first}/{outcome.asked}",
        f"{outcome.silent}/{outcome.silent_asked}",
        f"{outcome.extra:.2f}",
        f"{outcome.median_ms:.1f}",
        f"{outcome.slowest_ms:.1f}",
        " ".join([*changes[:_MOST_PAIRS], *more]),
    )
