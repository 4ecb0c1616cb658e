"""Commands on facts as they are kept: add, list, show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

import click

from ...arguments import MAX_LIMIT
from ...errors import FactNotFound
from ...results import Added
from ...store import SOURCES, EndedFact, Fact, Source, Version
from . import output
from .options import LARGEST, every_command, existing_store, plain, settings, store_to_write, tell_store, text_or_input

Listed = TypeVar("Listed", Fact, EndedFact)

_ENDED_HEADINGS = ("id", "version", "ended", "category", "fact")
_HEADINGS = ("id", "trust", "source", "category", "fact")
REFUSED = 2  # the exit code of a save that was refused for what the text holds


@click.command(short_help="Save a fact.")
@click.argument("text", callback=plain)
@click.option("--name", "-n", "names", callback=plain, multiple=True, help="A person, pet, thing, project or place that the fact is about. May be repeated.")
@click.option("--keyword", "-k", "keywords", callback=plain, multiple=True, help="Another word that people may use for it. May be repeated.")
@click.option("--category", "-c", callback=plain, default="general", show_default=True, help="A short word, for example user_pref, project or tool.")
@click.option("--source", "-s", type=click.Choice(SOURCES), help="Who stands behind it: the person said it, confirmed it, or it is a guess.")
@click.option("--by", callback=plain, help="A stable id of the person who said it.")
@every_command
def add(text: str, names: tuple[str, ...], keywords: tuple[str, ...], category: str, source: Source | None, by: str | None) -> None:
    """Save TEXT, one short statement ("-" reads it from standard input). Exit code 2: refused, as it holds a secret or a command."""
    statement = text_or_input(text)
    with store_to_write() as memory:
        added = memory.add(statement, entities=names, keywords=keywords, category=category, source=source, by=by)
    refused = added.status == "refused"
    if settings().json:
        output.document({"error": added.reason, "status": added.status} if refused else output.record(added) | {"store": settings().path})
    elif refused:
        output.note(f"Not saved: {added.reason}")
    else:
        output.lines(_told(added))
        tell_store()
    if refused:
        raise click.exceptions.Exit(REFUSED)


def _told(added: Added) -> Iterator[str]:
    yield f"Saved as fact {added.fact_id}." if added.status == "added" else f"Fact {added.fact_id} already says this; nothing was changed."
    if added.keywords_dropped:
        yield f"Keywords left out: {len(added.keywords_dropped)} ({', '.join(dict.fromkeys(added.keywords_dropped))})."
    if added.keywords_not_set:
        yield "The fact keeps the keywords that it has."
    for near in added.similar:
        yield f"Fact {near.fact_id} says nearly the same: {near.content}"
    if added.similar:
        yield added.similar[0].advice


@click.command("list")
@click.option("--ended", is_flag=True, help="The facts that are no longer true, with the version that revert brings back.")
@click.option("--category", "-c", help="Only facts of this category.")
@click.option("--min-trust", type=click.FloatRange(0, 1), default=0.0, help="Only facts with at least this trust.")
@click.option("--limit", "-l", type=click.IntRange(1, LARGEST - 1), default=50, show_default=True, help="The most facts to show.")
@click.option("--before", type=click.IntRange(1, LARGEST), metavar="ID", help="Go on with the facts before this one.")
@every_command
def list_facts(ended: bool, category: str | None, min_trust: float, limit: int, before: int | None) -> None:
    """The facts that are true now, newest first; with --ended those that are no longer."""
    if ended and min_trust:
        raise click.UsageError("--min-trust is for facts that are true now.")
    with existing_store() as memory:
        if ended:
            some = _tell_list(partial(memory.ended, category=category), _ENDED_HEADINGS, _ended_row, limit, before)
        else:
            some = _tell_list(partial(memory.list, category=category, min_trust=min_trust), _HEADINGS, row, limit, before)
    if not some and not settings().json:
        none = "No fact has ended." if ended else "The store holds no fact that is true now."
        output.note("No fact fits." if category or min_trust or before else none)


def _tell_list(page: Callable[..., list[Listed]], headings: Sequence[str], as_row: Callable[[Listed], tuple[str, ...]], limit: int, before: int | None) -> bool:
    """Tell a list as far as `limit`; False when there is nothing to tell."""
    found: list[Listed] = []
    while len(found) <= limit:  # one more than is shown, to know whether there are more
        portion = min(limit + 1 - len(found), MAX_LIMIT)
        part = page(limit=portion, before=found[-1].fact_id if found else before)
        found += part
        if len(part) < portion:
            break
    shown, following = found[:limit], found[limit:]
    if settings().json:
        output.document({"facts": shown, "next_before": shown[-1].fact_id if following else None})
    else:
        output.table(headings, map(as_row, shown))
        if following:
            output.note(f"There are more: --before {shown[-1].fact_id}")
    return bool(shown)


def _ended_row(fact: EndedFact) -> tuple[str, ...]:
    when = output.moment(fact.ended_at) if fact.ended_at else ""
    return str(fact.fact_id), str(fact.version), when, fact.category, fact.content


def row(fact: Fact) -> tuple[str, ...]:
    """A fact as a row of a table."""
    return str(fact.fact_id), f"{fact.trust:.2f}", fact.source or "", fact.category, fact.content


@click.command(short_help="A fact with every text it has had.")
@click.argument("fact_id", metavar="ID", type=click.IntRange(1, LARGEST))
@every_command
def show(fact_id: int) -> None:
    """The fact ID with every text it has had."""
    with existing_store() as memory:
        versions = memory.history(fact_id)
        try:
            fact = memory.get(fact_id)
        except FactNotFound:  # it has a history and is no longer true
            fact = None
    if settings().json:
        output.document({"fact_id": fact_id, "live": fact is not None, "fact": fact, "history": list(versions)})
        return
    output.lines(_details(fact, versions[-1]))
    output.lines(_history(versions))


def _details(fact: Fact | None, last: Version) -> Iterator[str]:
    yield f"Fact {last.fact_id}, version {last.version}" + ("" if fact else ", no longer true")
    yield f"  {fact.content if fact else last.content}"
    current = fact or last
    yield f"  source    {current.source or 'none given'}"
    yield f"  trust     {current.trust:.2f}" + (f" ({fact.helpful} × helpful, {fact.unhelpful} × unhelpful)" if fact else "")
    yield f"  category  {current.category}"
    if current.names:
        yield f"  names     {', '.join(current.names)}"
    if fact and fact.guessed:
        yield f"  guessed   {', '.join(fact.guessed)}"
    if current.keywords:
        yield f"  keywords  {', '.join(current.keywords)}"
    if fact:
        yield f"  saved     {output.moment(fact.created_at)}"


def _history(versions: Sequence[Version]) -> Iterator[str]:
    yield "History"
    for version in versions:
        by = f", by {version.by}" if version.by else ""
        session = f", in session {version.session}" if version.session else ""
        source = version.source or "no source"
        yield f"  {version.version}  {output.moment(version.written_at)}, {version.reason}, {source}, trust {version.trust:.2f}{by}{session}"
        yield f"     {version.content}"
