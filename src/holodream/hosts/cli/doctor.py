"""The command doctor: is the store sound? It changes nothing, and shows ids and rules, never texts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ...language import TOKENIZER_VERSION
from ...recall.indexing import index_terms
from ...store import checkpoint, schema
from ...store.inspection import Inspection, inspect
from . import in_host, output
from .checks import Check
from .configured import configurable
from .doctor_meaning import meaning_checks
from .options import check_exists, every_command, settings

_SIGNS = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}
_MOST_LINES = 20  # facts listed for people; --json lists all


@click.command(short_help="Check the store; changes nothing.")
@configurable
@every_command
def doctor(pairs: tuple[str, ...]) -> None:
    """Check the store: file, index, and every text against the screen. Changes nothing. Exit code 1 when something is wrong."""
    path = settings().path
    checks = list(in_host.checks(path))
    found = None
    if path.exists() or all(check.status != "wrong" for check in checks):  # else the reason why there is no store is told
        check_exists(path)
        found = _inspected(path)
        checks = [*_checks(found), *meaning_checks(found, pairs), *checks]
    wrong = any(check.status == "wrong" for check in checks)
    if settings().json:
        seen = found.screened if found else ()
        screened = [{"fact_id": fact_id, "version": version, "kind": kind, "rule": rule} for fact_id, version, kind, rule in seen]
        output.document({"store": path, "sound": not wrong, "checks": checks, "screened": screened})
    else:
        output.lines(
            [f"Store {path}", *(f"{_SIGNS[check.status]} {check.name}: {check.detail}" for check in checks), *(_screened_lines(found) if found else ())]
        )
    if wrong:
        raise click.exceptions.Exit(1)


def _inspected(path: Path) -> Inspection:
    if not sys.stderr.isatty():
        return inspect(path, TOKENIZER_VERSION, index_terms)
    with click.progressbar(length=1, label="Reading", file=sys.stderr) as bar:

        def progress(done: int, total: int) -> None:
            bar.length = total
            bar.update(1 if done else 0)

        return inspect(path, TOKENIZER_VERSION, index_terms, progress)


def _checks(found: Inspection) -> Iterator[Check]:
    if found.integrity:
        yield Check("integrity", "wrong", f"the database is damaged ({'; '.join(found.integrity[:3])}); restore a backup")
        return
    yield Check("integrity", "ok", "SQLite finds no damage")
    yield _journal(found)
    yield _sqlite(found.sqlite)
    if found.writable:
        yield Check("writing", "ok", "file and folder can be written")
    else:
        yield Check("writing", "wrong", "file or folder cannot be written; nothing can be saved")
    yield _format(found)
    past = f"{found.past} no longer true" if found.past else "none ended"
    yield Check("facts", "ok", f"{found.live} true now, {past}")
    if found.waiting:
        yield Check("other programs", "note", f"rows that another program wrote: {found.waiting}; taken over when the store is next used")
    if found.format:
        yield from _index(found)
    if found.nameless:
        yield Check("names", "note", f"facts in which nobody has looked for names: {found.nameless}; run holodream names rebuild")
    if found.screened:
        yield Check("screen", "wrong", f"texts that hold what memory must not keep: {len(found.screened)}")
    else:
        yield Check("screen", "ok", "no text holds a secret or a command to the agent")


def _journal(found: Inspection) -> Check:
    if found.journal == "wal":
        return Check("journal", "ok", "wal: reading never waits for writing")
    return Check("journal", "note", f"{found.journal}: reading may wait for writing")


def _sqlite(version: str) -> Check:
    if not checkpoint.has_reset_bug(tuple(map(int, version.split(".")))):
        return Check("sqlite", "ok", version)
    advice = "holodream's own writing is guarded, that of other programs on this file is not; update to 3.51.3 or newer (3.50.7 and 3.44.6 are mended too)"
    return Check("sqlite", "note", f"{version} can damage a file when two programs write and checkpoint at one moment: {advice}")


def _format(found: Inspection) -> Check:
    if not found.format:
        return Check("format", "note", "written by the older provider; upgraded, after a safety copy, when the store is next used")
    if found.oldest_writer > schema.PROGRAM_FORMAT:
        return Check("format", "wrong", f"{found.format}, written by a newer holodream: this one can only read it; update holodream")
    if found.format != schema.PROGRAM_FORMAT:
        return Check("format", "note", f"{found.format}, while this holodream writes {schema.PROGRAM_FORMAT}")
    return Check("format", "ok", str(found.format))


def _index(found: Inspection) -> Iterator[Check]:
    if found.tokenizer == TOKENIZER_VERSION:
        yield Check("word rules", "ok", f"tokenizer {found.tokenizer}")
    else:
        yield Check("word rules", "note", f"tokenizer {found.tokenizer}, now {TOKENIZER_VERSION}: the index is built anew when the store is next used")
    yield Check("index", "wrong", "; ".join(found.index)) if found.index else Check("index", "ok", "agrees with the facts")


def _screened_lines(found: Inspection) -> Iterator[str]:
    for fact_id, version, kind, rule in found.screened[:_MOST_LINES]:
        of_version = f", version {version}" if version else ""
        yield f"      fact {fact_id}{of_version}: {kind} ({rule})"
    if len(found.screened) > _MOST_LINES:
        yield f"      and {len(found.screened) - _MOST_LINES} more; --json lists all"
