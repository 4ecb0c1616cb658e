"""The command screen: what in a file or a text may not be kept in memory. Shows places and rules, never values."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from . import output
from .findings import Finding, findings
from .options import STANDARD_INPUT, every_command, settings, standard_input

_HEADINGS = ("file", "line", "column", "kind", "rule")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@click.command(short_help="Look in files for secrets and for commands to an agent.")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@every_command
def screen(files: tuple[str, ...]) -> None:
    """Look in FILES (none or "-": standard input) for secrets and for commands to an agent. Exit code 1 when there are any.

    Says where and by which rule, never the value. A file that is not text is searched for text.
    """
    found = [(name, finding) for name in files or (STANDARD_INPUT,) for finding in findings(_text(name))]
    if settings().json:
        output.document({"findings": list(_objects(found))})
    else:
        output.table(_HEADINGS, ((name, str(finding.line), str(finding.column), finding.kind, finding.rule) for name, finding in found))
        if not found:
            output.note("Nothing was found.")
    if found:
        raise click.exceptions.Exit(1)


def _objects(found: list[tuple[str, Finding]]) -> Iterator[dict[str, Any]]:
    for name, finding in found:
        yield {"file": name, "line": finding.line, "column": finding.column, "kind": finding.kind, "rule": finding.rule}


def _text(name: str) -> str:
    data = standard_input() if name == STANDARD_INPUT else Path(name).read_bytes()
    encoding = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), "utf-8")
    return data.decode(encoding, errors="replace")
