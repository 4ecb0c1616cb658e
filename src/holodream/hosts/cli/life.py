"""Commands on single facts that are there: change, correct, end, revert, confirm, history, forget."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import click

from ...actions.writing import OWNER
from ...memory import Memory
from ...results import Changed, Confirmed, Forgotten
from ...store import SOURCES, History, Source, Version
from . import output
from .options import LARGEST, Command, every_command, existing_store, plain, settings, text_or_input

NOT_DONE = 2  # the exit code of an action that was refused or found another version than expected
_WAIT = 10.0  # seconds that forget waits for the bytes to go

fact_id_argument = click.argument("fact_id", metavar="ID", type=click.IntRange(1, LARGEST))


def signed(command: Command) -> Command:
    """Give a command the options that say who acts, and on which version."""
    by = click.option("--by", callback=plain, help="A stable id of the person who acts.")
    expect = click.option("--expect", type=click.IntRange(1, LARGEST), metavar="VERSION", help="Do nothing when the fact is at another version by now.")
    return by(expect(command))


def _new_text(command: Command) -> Command:
    text = click.argument("text", callback=plain)
    name = click.option("--name", "-n", "names", callback=plain, multiple=True, help="A name it is about; replaces the old ones. May be repeated.")
    keyword = click.option("--keyword", "-k", "keywords", callback=plain, multiple=True, help="Another word for it; replaces the old ones. May be repeated.")
    category = click.option("--category", "-c", callback=plain, help="A short word, for example user_pref, project or tool.")
    source = click.option("--source", "-s", type=click.Choice(SOURCES), help="Who stands behind the new text.")
    return fact_id_argument(text(name(keyword(category(source(signed(every_command(command))))))))


@click.command(short_help="The world changed: give a fact a new text.")
@_new_text
def change(fact_id: int, text: str, **what: Any) -> None:
    """Give the fact ID a new TEXT because the world changed ("-" reads it from standard input). Trust and ratings start afresh."""
    _rewrite(Memory.change, fact_id, text, **what)


@click.command(short_help="A text was wrong: give a fact the right one.")
@_new_text
def correct(fact_id: int, text: str, **what: Any) -> None:
    """Give the fact ID the right TEXT because the old one was wrong ("-" reads it from standard input)."""
    _rewrite(Memory.correct, fact_id, text, **what)


def _rewrite(
    action: Callable[..., Changed],
    fact_id: int,
    text: str,
    *,
    names: tuple[str, ...],
    keywords: tuple[str, ...],
    category: str | None,
    source: Source | None,
    by: str | None,
    expect: int | None,
) -> None:
    statement = text_or_input(text)
    with existing_store() as memory:
        done = action(memory, fact_id, statement, entities=names or None, keywords=keywords or None, category=category, source=source, by=by, expect=expect)
    tell(done, f"Fact {fact_id} has a new text and is at version {done.version}.")


@click.command(short_help="A fact is no longer true.")
@fact_id_argument
@signed
@every_command
def end(fact_id: int, by: str | None, expect: int | None) -> None:
    """The fact ID is no longer true: it leaves search and recall. Its history stays, and revert brings it back."""
    with existing_store() as memory:
        done = memory.end(fact_id, by=by, expect=expect)
    tell(done, f"Fact {fact_id} has ended. To bring it back: holodream revert {fact_id} {done.version}")


@click.command(short_help="Bring back an earlier version of a fact.")
@fact_id_argument
@click.argument("version", type=click.IntRange(1, LARGEST))
@signed
@every_command
def revert(fact_id: int, version: int, by: str | None, expect: int | None) -> None:
    """Bring back VERSION of the fact ID: text, trust, source, names and keywords. A fact that has ended lives again."""
    with existing_store() as memory:
        done = memory.revert(fact_id, version, by=by, expect=expect)
    tell(done, f"Fact {fact_id} says again what version {version} said, as version {done.version}.")


@click.command(short_help="A person says that a fact is right.")
@fact_id_argument
@click.option("--by", callback=plain, default=OWNER, show_default=True, help="A stable id of the person who confirms.")
@click.option("--expect", type=click.IntRange(1, LARGEST), metavar="VERSION", help="Do nothing when the fact is at another version by now.")
@every_command
def confirm(fact_id: int, by: str, expect: int | None) -> None:
    """A person says that the fact ID is right. Counts once per person and version."""
    with existing_store() as memory:
        done = memory.confirm(fact_id, by=by, expect=expect)
    trust = "" if done.new_trust is None else f"{done.new_trust:.2f}"
    tell(done, f"Confirmed. Fact {fact_id} has trust {trust}.")


@click.command(short_help="Every text a fact has had.")
@fact_id_argument
@every_command
def history(fact_id: int) -> None:
    """Every text that the fact ID has had, who confirmed it, what else happened, and the facts that were merged into it."""
    with existing_store() as memory:
        found = memory.history(fact_id)
    if settings().json:
        output.document(output.record(found))
        return
    output.lines(history_lines(found))


def history_lines(found: History, indent: str = "") -> Iterator[str]:
    """A fact's history for people."""
    state = {"live": "", "ended": ", no longer true", "merged": f", merged into fact {found.merged_into}"}[found.state]
    yield f"{indent}Fact {found.fact_id}{state}"
    for version in found.versions:
        yield from _version_lines(version, indent)
        for confirmation in found.confirmations:
            if confirmation.version == version.version:
                yield f"{indent}     confirmed by {confirmation.person}, {output.moment(confirmation.confirmed_at)}"
    for event in found.events:
        other = f" (fact {event.other})" if event.other else ""
        by = f", by {event.by}" if event.by else ""
        yield f"{indent}  {event.kind}{other} at version {event.version}, {output.moment(event.happened_at)}{by}"
    for copy in found.copies:
        yield from history_lines(copy, indent + "    ")


def _version_lines(version: Version, indent: str) -> Iterator[str]:
    by = f", by {version.by}" if version.by else ""
    session = f", in session {version.session}" if version.session else ""
    source = version.source or "no source"
    yield f"{indent}  {version.version}  {output.moment(version.written_at)}, {version.reason}, {source}, trust {version.trust:.2f}{by}{session}"
    yield f"{indent}     {version.content}"


@click.command(short_help="Erase a fact for good.")
@fact_id_argument
@click.option("--expect", type=click.IntRange(1, LARGEST), metavar="VERSION", help="Do nothing when the fact is at another version by now.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@every_command
def forget(fact_id: int, expect: int | None, yes: bool) -> None:
    """Erase the fact ID and the facts that were merged into it: every version, physically. This cannot be undone."""
    with existing_store() as memory:
        found = memory.history(fact_id)
        if not yes:
            _ask(found)
        done = memory.forget(fact_id, expect=expect)
        erased = done.status == "forgotten" or (done.status == "pending" and memory.settle(_WAIT))
    if settings().json:
        answer = output.record(done) | {"erased": erased}
        output.document(answer)
    elif done.status == "changed_since":
        output.note(done.reason)
    else:
        output.lines(_forgotten(done, erased=erased))
    if done.status == "changed_since":
        raise click.exceptions.Exit(NOT_DONE)


def _ask(found: History) -> None:
    copies = f" and {len(found.copies)} merged into it" if found.copies else ""
    question = f"Erase this fact ({output.counted(len(found.versions), 'version')}){copies} for good?"
    ask_for_good(question, "Forgetting cannot be undone.", f"Fact {found.fact_id}: {found.versions[-1].content}")


def ask_for_good(question: str, warning: str, *shown: str) -> None:
    """Go on only when a person at a terminal agrees; UsageError where nobody can be asked. `shown` are lines before the question."""
    if settings().json or sys.stdin is None or not sys.stdin.isatty():
        raise click.UsageError(f"{warning} Give --yes when nobody can be asked.")
    output.lines(shown)
    click.confirm(output.safe(question), abort=True, err=True)


def _forgotten(done: Forgotten, *, erased: bool) -> Iterator[str]:
    facts = ", ".join(str(fact_id) for fact_id in done.fact_ids)
    yield f"Erased: fact {facts}." if erased else f"Gone from memory: fact {facts}. {done.reason}"
    yield "The text may still be in:"
    yield from (f"  {place}" for place in done.beyond_reach)
    for near in done.similar:
        yield f"Fact {near.fact_id}: {near.content}"
        yield f"  {near.advice}"


def tell(done: Changed | Confirmed, text: str) -> None:
    """Answer for an action on one fact; the exit code says whether it was done."""
    failed = done.status in ("refused", "changed_since")
    if settings().json:
        output.document({"error": done.reason, "status": done.status, "version": done.version} if failed else output.record(done))
    elif failed:
        output.note(f"Not done: {done.reason}")
    else:
        output.lines([done.reason or text])
    if failed:
        raise click.exceptions.Exit(NOT_DONE)
