"""Commands that move a whole store: export, import, backup, upgrade."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import click

from ...actions import markdown
from ...errors import InvalidArgument
from ...memory import Memory
from ...results import Imported
from ...store import Progress
from . import output
from .options import check_exists, every_command, existing_store, settings, store_to_write, tell_store

_MOST_LINES = 20
_NO_RECORD = "no record of a fact"  # why an import leaves out a line that is none
_target = click.argument("target", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))


@contextmanager
def progress_bar(label: str) -> Iterator[Progress | None]:
    """A bar on the terminal while something long runs; None where nobody looks."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@click.command(short_help="Write all facts to a new file.")
@_target
@click.option("--form", type=click.Choice(("jsonl", "markdown")), help="jsonl: everything, to be imported again; markdown: what is true now, for people.")
@every_command
def export(target: Path, form: Literal["jsonl", "markdown"] | None) -> None:
    """Write all facts to the new file TARGET ("-": standard output). A name that ends in .md means markdown."""
    chosen = form or ("markdown" if target.suffix == ".md" else "jsonl")
    if str(target) == "-":
        with existing_store() as memory:
            output.lines(line for line, _ in memory.exported(form=chosen))
        return
    with existing_store() as memory, progress_bar("Exporting") as progress:
        count = memory.export(target, form=chosen, progress=progress)
    if settings().json:
        output.document({"path": target, "form": chosen, "facts": count})
    else:
        output.lines([f"Wrote {output.counted(count, 'fact')} to {target}."])


@click.command("import", short_help="Take facts in from a file.")
@click.argument("source", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--dry-run", is_flag=True, help="Only say what would happen.")
@click.option("--category", "-c", help="The category of a memory file's entries. [default: user_pref for USER.md, else general]")
@every_command
def import_facts(source: Path, dry_run: bool, category: str | None) -> None:
    """Take in SOURCE: an export, another store, a file of the older provider, a host's memory file (MEMORY.md, USER.md) or Markdown.

    Of ordinary Markdown each bullet and each paragraph becomes a fact; headings do not.

    Facts keep their ids where these are free; what is there already stays as it is. Exit code 1 when something was left out,
    130 when you stopped it: done again, it goes on where it was.
    """
    with _store_for_import(dry_run=dry_run) as memory, progress_bar("Importing") as progress, _told_when_stopped():
        if source.suffix.lower() == ".md" and not markdown.is_list(source):
            kind = category or ("user_pref" if source.stem.upper() == "USER" else "general")
            done = memory.import_texts(_entries(source), category=kind, dry_run=dry_run, progress=progress)
        else:
            done = memory.import_file(source, dry_run=dry_run, progress=progress)
            _check_is_export(source, done)
    if settings().json:
        output.document(output.record(done) | {"store": settings().path})
    else:
        output.lines(_imported(done))
        tell_store()
    if done.left_out:
        raise click.exceptions.Exit(1)


@contextmanager
def _told_when_stopped() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt("Stopped. Each fact is there as a whole or not at all; the same command takes in what is missing.") from None


@contextmanager
def _store_for_import(*, dry_run: bool) -> Iterator[Memory]:
    """The store; for a dry run without one an empty store that goes afterwards, so that none is made."""
    path = settings().path
    if not dry_run or (path.exists() and path.stat().st_size):
        with store_to_write() as memory:
            yield memory
        return
    with tempfile.TemporaryDirectory(prefix="holodream-") as folder, Memory(Path(folder) / "empty.db") as memory:
        yield memory


def _check_is_export(source: Path, done: Imported) -> None:
    """InvalidArgument when no line was a record: then the file is none of ours, which need not be told line by line."""
    if done.left_out and not done.fact_ids and not done.present and all(old < 0 and why == _NO_RECORD for old, why in done.left_out):
        raise InvalidArgument(f"{source} is neither a store nor an export: no line of it is a record. Nothing was taken in.")


def _entries(source: Path) -> list[str]:
    """What a memory file says, entry by entry: as the host writes it, or as ordinary Markdown."""
    from ..hermes.night.memory_files import entries

    found = entries(source)
    return markdown.statements(found[0]) if len(found) == 1 and markdown.is_structured(found[0]) else found


def _imported(done: Imported) -> Iterator[str]:
    took = "Would take in" if done.dry_run else "Took in"
    yield f"{took} {output.counted(len(done.fact_ids), 'fact')}; {done.present} {'is' if done.present == 1 else 'are'} there already."
    for old, new in list(done.renumbered.items())[:_MOST_LINES]:
        yield f"  fact {old} is fact {new} here"
    if len(done.renumbered) > _MOST_LINES:
        yield f"  and {len(done.renumbered) - _MOST_LINES} more have new ids; --json lists all"
    for old, why in done.left_out[:_MOST_LINES]:
        yield f"  left out: {f'fact {old}' if old > 0 else f'entry {-old}'}, {why}"
    if len(done.left_out) > _MOST_LINES:
        yield f"  and {len(done.left_out) - _MOST_LINES} more were left out; --json lists all"


@click.command(short_help="Copy the store to a new file and check the copy.")
@_target
@every_command
def backup(target: Path) -> None:
    """Copy the store to the new file TARGET and check the copy. Others may go on reading and writing meanwhile."""
    with existing_store() as memory, progress_bar("Copying") as progress:
        memory.back_up(target, progress=progress)
    if settings().json:
        output.document({"path": target, "bytes": target.stat().st_size})
    else:
        output.lines([f"Copied the store to {target}; the copy is sound."])


@click.command(short_help="Bring an older store to this version.")
@every_command
def upgrade() -> None:
    """Bring a file of the older provider to this version, after a checked copy beside it. Any command does this; here it can be watched."""
    path = settings().path
    check_exists(path)
    with progress_bar("Upgrading") as progress, Memory(path, progress=progress) as memory:
        copies = memory.store.safety_copies()
    if settings().json:
        output.document({"path": path, "copies": copies})
    else:
        output.lines([f"{path} is up to date." + (f" Kept before an upgrade: {', '.join(copy.name for copy in copies)}." if copies else "")])
