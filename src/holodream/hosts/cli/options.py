"""What all commands share: the options --store and --json, texts from standard input, and the opening of a store."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from ...errors import HolodreamError, InvalidArgument
from ...memory import Memory
from ...paths import default_store
from . import output

Command = TypeVar("Command", bound=Callable[..., Any])

STANDARD_INPUT = "-"
_ENVIRONMENT = "HOLODREAM_STORE"
LARGEST = 2**63 - 1  # the largest number that SQLite holds


def plain(_context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
    """A text, or several, to be saved; arguments that are not in the terminal's encoding hold halves of characters."""
    for text in (value,) if isinstance(value, str) else value or ():
        if any("\ud800" <= char <= "\udfff" for char in text):
            raise InvalidArgument("An argument holds broken Unicode, so nothing was done. Give plain text.")
    return value


class MissingStoreError(HolodreamError):
    """There is no file of facts yet; a command that only reads does not make one."""


@dataclass(slots=True)
class Settings:
    """The options that hold for every command, wherever they stand on the line."""

    store: Path | None = None
    json: bool = False

    @property
    def path(self) -> Path:
        """The file of facts that is meant."""
        if self.store is None and os.environ.get(_ENVIRONMENT):
            self.store = Path(os.environ[_ENVIRONMENT]).expanduser()
        return self.store or default_store()


def settings() -> Settings:
    """The settings of the running command."""
    return click.get_current_context().find_root().ensure_object(Settings)


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    chosen = context.find_root().ensure_object(Settings)
    if parameter.name == "store" and value is not None:
        chosen.store = value
    elif parameter.name == "json" and value:
        chosen.json = True


def every_command(command: Command) -> Command:
    """Give a command the options that every command has, so that they may stand before or after its name."""
    store = click.option("--store", type=click.Path(path_type=Path), expose_value=False, callback=_keep, metavar="PATH", help="The file of facts.")
    as_json = click.option("--json", is_flag=True, expose_value=False, callback=_keep, help="Answer with one JSON document.")
    return store(as_json(command))


def existing_store() -> Memory:
    """The memory for a command that only reads. MissingStoreError when there is no file yet; none is made."""
    path = settings().path
    check_exists(path)
    return Memory(path)


def check_exists(path: Path) -> None:
    """MissingStoreError when there is no file of facts, or an empty one."""
    if not path.exists() or (path.is_file() and not path.stat().st_size):
        raise MissingStoreError(f'There is no store yet at {path}. Add the first fact with: holodream add "…", or choose another file with --store.')


def store_to_write() -> Memory:
    """The memory for a command that saves; makes the file, and the system's data folder when nobody chose a place."""
    chosen = settings()
    if chosen.store is None and not os.environ.get("HERMES_HOME"):
        chosen.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Memory(chosen.path)


def tell_store() -> None:
    """Say which file of facts was meant, beside the result: who chose none does not know."""
    output.note(f"Store: {settings().path}")


def text_or_input(text: str) -> str:
    """The text given, or all of standard input for "-"."""
    if text != STANDARD_INPUT:
        return text
    try:
        return standard_input().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidArgument("Standard input is not UTF-8 text. Convert it first, for example with iconv.") from error


def standard_input() -> bytes:
    """All bytes of standard input."""
    if sys.stdin is None:
        raise InvalidArgument("Standard input is closed. Pipe a text into it, or give the text itself.")
    return sys.stdin.buffer.read()
