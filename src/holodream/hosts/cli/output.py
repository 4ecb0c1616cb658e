"""How results reach a person or a program: JSON, plain lines for pipes, tables for terminals. Nothing here fails on a closed pipe."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from ...errors import InvalidArgument
from ...files import written_whole

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # a terminal would obey these


def document(value: Any) -> None:
    """One JSON document, letters as they are."""
    _write(sys.stdout, as_json(value))


def as_json(value: Any) -> str:
    """A JSON document, letters as they are."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=_plain)


def lines(texts: Iterable[str]) -> None:
    """Plain lines for people."""
    for text in texts:
        _write(sys.stdout, safe(text))


def note(text: str) -> None:
    """A remark beside the result: on stderr, so that a pipe gets the result alone."""
    _write(sys.stderr, safe(text))


def check_target(target: Path, *, overwrite: bool = False) -> None:
    """InvalidArgument when a file cannot be made there: to be asked before the work that fills it."""
    if target.exists() and not overwrite:
        raise InvalidArgument(f"{target} exists already and is not overwritten. Choose another name.")
    if not target.parent.is_dir():
        raise InvalidArgument(f"{target.parent} is no folder that exists. Make it first.")


def write_private(target: Path, text: str, *, overwrite: bool = False) -> None:
    """A new file for its owner alone, whole or not at all."""
    check_target(target, overwrite=overwrite)  # somebody may have made one meanwhile
    with written_whole(target) as file:
        file.write(text.encode("utf-8"))


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table in a terminal; in a pipe one line a row, tabs between, nothing wrapped or cut. The widest column comes last."""
    if sys.stdout and sys.stdout.isatty():
        _draw(headings, rows)
        return
    for row in rows:
        _write(sys.stdout, "\t".join(" ".join(safe(cell).split()) for cell in row))


def safe(text: str) -> str:
    """A text without the signs that a terminal would obey; every letter, joiner and direction mark stays."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def counted(number: int, noun: str) -> str:
    """ "1 fact", "2 facts"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def moment(time: datetime) -> str:
    """A time as people read it."""
    return f"{time:%Y-%m-%d %H:%M} UTC"


def record(value: Any) -> dict[str, Any]:
    """A result as a JSON object: its fields, and theirs."""
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if dataclasses.is_dataclass(value):
        return record(value)
    return str(value)


def _draw(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, heading in enumerate(headings, 1):
        last = place == len(headings)
        drawn.add_column(heading, overflow="fold", no_wrap=not last, ratio=1 if last else None)
    for row in rows:
        drawn.add_row(*(Text(safe(cell)) for cell in row))
    Console(highlight=False).print(drawn)


def _write(stream: TextIO | None, text: str) -> None:
    """Write a line. What the stream's encoding lacks is escaped; a reader that has gone (`| head`) is no error."""
    if stream is None:  # closed by the caller
        return
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        stream.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # what is still to come goes nowhere, also at exit
