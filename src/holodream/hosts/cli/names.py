"""The commands of `holodream names`: who and what facts are about, and putting that right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import click

from ...memory import Memory
from ...results import Named
from ...store import Entity
from .. import picture as pictures
from . import output
from .facts import row
from .files import progress_bar
from .life import NOT_DONE, ask_for_good
from .options import every_command, existing_store, settings

_HEADINGS = ("facts", "status", "kind", "name", "also")
_FACT_HEADINGS = ("id", "trust", "source", "category", "fact")
_MOST_SHOWN = 1000
_name = click.argument("name")
_limit = click.option("--limit", "-l", type=click.IntRange(1, _MOST_SHOWN), default=50, show_default=True, help="The most to show.")


@click.group("names", short_help="Who and what facts are about.")
@every_command
def names() -> None:
    """Who and what facts are about. A name was declared with a fact or guessed from its text; a guess is provisional until another
    fact or a person confirms it.
    """


@names.command("list", short_help="The names, by the number of their facts.")
@click.option("--status", "-s", type=click.Choice(("confirmed", "declared", "provisional")), help="Only these. Declared names are confirmed, too.")
@_limit
@every_command
def list_names(status: Literal["confirmed", "declared", "provisional"] | None, limit: int) -> None:
    """The names that facts are about, those of most facts first."""
    with existing_store() as memory:
        counts = memory.store.count_names()
        declared = _declared(memory, counts["confirmed"])
        found = declared[:limit] if status == "declared" else memory.entities(status=status, limit=limit)
    if settings().json:
        output.document({"names": found, "in_all": counts | {"declared": len(declared)}})
        return
    output.table(_HEADINGS, map(_row, found))
    output.note(f"In all: {counts['confirmed']} confirmed ({len(declared)} of them declared), {counts['provisional']} provisional.")


def _declared(memory: Memory, confirmed: int) -> list[Entity]:
    """The names that were declared with a fact, among the confirmed ones."""
    return [entity for entity in memory.store.names_listed(status="confirmed", limit=confirmed) if entity.declared]


@names.command(short_help="A name, its facts, and the names beside it.")
@_name
@_limit
@every_command
def show(name: str, limit: int) -> None:
    """The facts about NAME and the names that share facts with it. An inflected form or another script will do."""
    with existing_store() as memory:
        meant, about, beside = memory.entity(name), memory.probe(name, limit=limit), memory.related(name, limit=limit)
    if settings().json:
        output.document({"names": meant, "facts": about, "related": beside})
        return
    if not meant:
        output.note("There is no such name in this memory.")
        return
    output.table(_HEADINGS, map(_row, meant))
    output.table(_FACT_HEADINGS, map(row, about))
    if beside:
        output.lines(["Beside it: " + ", ".join(f"{item.entity.name} ({item.shared})" for item in beside)])


@names.command(short_help="Facts about several names at once.")
@click.argument("names_", metavar="NAME...", nargs=-1, required=True)
@_limit
@every_command
def together(names_: tuple[str, ...], limit: int) -> None:
    """The facts that are about every NAME, newest first."""
    with existing_store() as memory:
        found = memory.reason(names_, limit=limit)
    if settings().json:
        output.document({"facts": found})
        return
    output.table(_FACT_HEADINGS, map(row, found))
    if not found:
        output.note("No fact is about all of them.")


@names.command(short_help="Facts about the same name that disagree.")
@click.argument("name", required=False)
@_limit
@every_command
def contradict(name: str | None, limit: int) -> None:
    """Pairs of facts about NAME, or about any, that say the same but for a number, a negation, a name or a word."""
    with existing_store() as memory, progress_bar("Comparing") as progress:
        pairs = memory.contradict(name, limit=limit, progress=progress)
    if settings().json:
        output.document({"pairs": pairs})
        return
    rows = ((pair.reason, pair.name, str(pair.first.fact_id), str(pair.second.fact_id), pair.first.content, pair.second.content) for pair in pairs)
    output.table(("differs in", "name", "id", "id", "older", "newer"), rows)
    if not pairs:
        output.note("No facts were found that disagree.")


@names.command(short_help="Spell a name otherwise.")
@_name
@click.argument("new")
@every_command
def rename(name: str, new: str) -> None:
    """Spell NAME like NEW. The old spelling goes on to find it; the texts of the facts stay."""
    with existing_store() as memory:
        done = memory.rename_entity(name, new)
    _tell(done)


@names.command(short_help="Two names are one, for good.")
@_name
@click.argument("other")
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@every_command
def merge(name: str, other: str, yes: bool) -> None:
    """Let NAME and OTHER be one name, spelt like NAME. OTHER goes on to find it. This cannot be taken back."""
    with existing_store() as memory:
        if not yes:
            _ask_to_merge(name, other)
        done = memory.merge_entities(name, other)
    _tell(done, " This cannot be taken back.")


def _ask_to_merge(name: str, other: str) -> None:
    ask_for_good(f"Let {name} and {other} be one name for good?", "Merging names cannot be taken back.")


@names.command(short_help="Let a name be known by another one too.")
@_name
@click.argument("other")
@every_command
def alias(name: str, other: str) -> None:
    """Let NAME be known as OTHER too, for example by a nickname."""
    with existing_store() as memory:
        done = memory.add_alias(name, other)
    _tell(done)


@names.command(short_help="This is a name.")
@_name
@every_command
def confirm(name: str) -> None:
    """Say that NAME, which was guessed, is one."""
    with existing_store() as memory:
        done = memory.confirm_entity(name)
    _tell(done)


@names.command(short_help="These are no names.")
@click.argument("names_", metavar="NAME...", nargs=-1, required=True)
@every_command
def delete(names_: tuple[str, ...]) -> None:
    """Delete each NAME, 100 at most. The facts stay. A deleted name is not guessed again; declaring it brings it back."""
    with existing_store() as memory:
        done = memory.delete_entity(names_)
    if settings().json:
        output.document(output.record(done))
    else:
        output.lines([f"Deleted: {', '.join(done.deleted) or 'none'}."])
        if done.missing:
            output.note(f"Not there: {', '.join(done.missing)}.")
    if done.missing:
        raise click.exceptions.Exit(NOT_DONE)


@names.command(short_help="Look for names anew in all facts.")
@every_command
def rebuild() -> None:
    """Look for names anew in all facts. What was declared, confirmed or deleted stays so. A broken-off run goes on with the next one."""
    with existing_store() as memory, progress_bar("Looking for names") as progress:
        looked_at = memory.rebuild_names(progress=progress)
        counts = memory.store.count_names()
    if settings().json:
        output.document({"facts": looked_at, "names": counts})
    else:
        names_told = f"{output.counted(counts['confirmed'], 'name')} confirmed, {counts['provisional']} provisional"
        output.lines([f"Looked at {output.counted(looked_at, 'fact')}: {names_told}."])


@names.command(short_help="A picture of how names connect.")
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--limit", "-l", type=click.IntRange(1, _MOST_SHOWN), default=150, show_default=True, help="The most names to show.")
@click.option("--overwrite", is_flag=True, help="Replace the file if it exists.")
@every_command
def picture(target: Path, limit: int, overwrite: bool) -> None:
    """Draw how names connect into the SVG file TARGET, to be opened in a browser. Two names are joined when facts are about both."""
    output.check_target(target, overwrite=overwrite)
    with existing_store() as memory:
        found, links = memory.entities(limit=limit), memory.store.links_between(limit)
    output.write_private(target, pictures.draw(found, links), overwrite=overwrite)  # it holds names of people
    if settings().json:
        output.document({"path": target, "names": len(found), "links": len(links)})
    else:
        output.lines([f"Drew {output.counted(len(found), 'name')} to {target}."])


def _row(entity: Entity) -> Sequence[str]:
    status = "declared" if entity.declared else entity.status
    return str(entity.facts), status, "" if entity.kind == "unknown" else entity.kind, entity.name, ", ".join(entity.aliases)


def _tell(done: Named, warning: str = "") -> None:
    if settings().json:
        output.document({"error": done.reason, "status": done.status} if done.status == "refused" else output.record(done))
    elif done.status in ("refused", "unchanged"):
        output.note(f"Not done: {done.reason}" if done.status == "refused" else done.reason)
    elif done.entity:
        also = f", also {', '.join(done.entity.aliases)}" if done.entity.aliases else ""
        output.lines([f"{done.status.capitalize()}: {done.entity.name}{also}, {output.counted(done.entity.facts, 'fact')}.{warning}"])
    if done.status == "refused":
        raise click.exceptions.Exit(NOT_DONE)
