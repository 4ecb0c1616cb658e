"""Commands that bring facts together: duplicates, merge, unmerge."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ...results import Merged
from . import output
from .files import progress_bar
from .life import NOT_DONE, fact_id_argument
from .options import LARGEST, every_command, existing_store, settings

_HEADINGS = ("like", "id", "id", "first", "second")
_copies = click.argument("copies", metavar="COPY...", nargs=-1, type=click.IntRange(1, LARGEST))


@click.command(short_help="Pairs of facts that say nearly the same.")
@click.option("--limit", "-l", type=click.IntRange(1, 1000), default=20, show_default=True, help="The most pairs to show.")
@every_command
def duplicates(limit: int) -> None:
    """Pairs of facts that say nearly the same, the likest first. Changes nothing."""
    with existing_store() as memory, progress_bar("Comparing") as progress:
        pairs = memory.duplicates(limit=limit, progress=progress)
    if settings().json:
        output.document({"pairs": pairs})
        return
    output.table(
        _HEADINGS,
        ((f"{pair.similarity:.2f}", str(pair.first.fact_id), str(pair.second.fact_id), pair.first.content, pair.second.content) for pair in pairs),
    )
    if not pairs:
        output.note("No two facts say nearly the same.")


@click.command(short_help="Let facts that say the same be one.")
@fact_id_argument
@_copies
@click.option("--expect", multiple=True, metavar="ID:VERSION", help="Do nothing when that fact is at another version by now. May be repeated.")
@click.option("--by", help="A stable id of the person who acts.")
@every_command
def merge(fact_id: int, copies: tuple[int, ...], expect: tuple[str, ...], by: str | None) -> None:
    """Let each COPY be part of the fact ID, which keeps its text, trust and source. unmerge takes it back."""
    if not copies:
        raise click.UsageError("Give the ids of one or more copies after the id of the main fact.")
    with existing_store() as memory:
        done = memory.merge(fact_id, copies, expect=_expected(expect), by=by)
    _tell(done, f"Merged into fact {done.fact_id}: {_listed(done.copies)}.")


@click.command(short_help="Take a merge back.")
@fact_id_argument
@_copies
@click.option("--by", help="A stable id of the person who acts.")
@every_command
def unmerge(fact_id: int, copies: tuple[int, ...], by: str | None) -> None:
    """Take a merge back: of the copy ID, or of the main fact ID for all its copies or for each COPY. They return as they were."""
    with existing_store() as memory:
        done = memory.unmerge(fact_id, copies or None, by=by)
    _tell(done, f"Facts on their own again: {_listed(done.copies)}.")


def _expected(pairs: Sequence[str]) -> dict[int, int] | None:
    expect: dict[int, int] = {}
    for pair in pairs:
        fact_id, _, version = pair.partition(":")
        if not (fact_id.isdecimal() and version.isdecimal()):
            raise click.UsageError("--expect is the id of a fact and its version, for example 12:3.")
        expect[int(fact_id)] = int(version)
    return expect or None


def _tell(done: Merged, text: str) -> None:
    failed = done.status in ("refused", "changed_since")
    if settings().json:
        output.document({"error": done.reason, "status": done.status} if failed else output.record(done))
    elif failed:
        output.note(f"Not done: {done.reason}")
    else:
        output.lines([done.reason or text])
        if done.keywords_dropped:
            output.lines([f"Keywords left out: {len(done.keywords_dropped)} ({', '.join(dict.fromkeys(done.keywords_dropped))})."])
    if failed:
        raise click.exceptions.Exit(NOT_DONE)


def _listed(ids: Sequence[int]) -> str:
    return ", ".join(str(fact_id) for fact_id in ids)
