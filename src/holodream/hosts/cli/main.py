"""The program `holodream`: its options, its commands, and how errors are told. Each group of commands is a module beside this one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ... import __version__
from ...errors import HolodreamError
from . import doctor, embedding, evaluating, facts, files, install, life, lookup, names, night, output, screening, together
from .options import every_command

_UNFINISHED = ".unfinished"  # the ending of files that are being written, see store/backup.py
_EPILOG = """Shell completion: eval "$(_HOLODREAM_COMPLETE=bash_source holodream)" in ~/.bashrc; zsh_source and fish_source likewise.

In a pipe, tables are plain lines with tabs and without headings; --json gives one JSON document."""


class Failure(click.ClickException):
    """An error as a person or a program is told it: one sentence on stderr, or {"error": …} on stdout with --json."""

    beginning = "Error: "

    def __init__(self, message: str, *, as_json: bool) -> None:
        super().__init__(" ".join(message.split()))
        self.as_json = as_json

    def show(self, file: Any = None) -> None:  # noqa: ARG002 - click's signature
        if self.as_json:
            output.document({"error": self.message})
        else:
            output.note(f"{self.beginning}{self.message}")


class Misuse(Failure):
    """The line could not be understood; told so only with --json, else click's own words with the usage are better."""

    exit_code = 2


class Stopped(Failure):
    """Ctrl-C: what was begun is rolled back."""

    beginning = ""
    exit_code = 130  # as shells do it


class Program(click.Group):
    """A group whose commands never end in a traceback for what a person can put right."""

    def make_context(self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any) -> click.Context:
        as_json = _wants_json(args)
        with _told(as_json=as_json):
            context = super().make_context(info_name, args, parent, **extra)
        context.meta[__name__] = as_json
        return context

    def invoke(self, ctx: click.Context) -> Any:
        with _told(as_json=ctx.meta[__name__]):
            return super().invoke(ctx)


def _wants_json(arguments: list[str]) -> bool:
    """Also when the arguments can't be parsed: an error must come in the form that the caller reads."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    return "--json" in arguments[:end]


def _file_told(error: OSError) -> str:
    """An error of the file system; the name under which a file is written before it gets its own says nothing to a person."""
    why = error.strerror or type(error).__name__
    if not error.filename:
        return f"{why}."
    path = Path(os.fsdecode(error.filename)) if isinstance(error.filename, str | bytes) else Path(str(error.filename))
    if path.suffix != _UNFINISHED:
        return f"{path}: {why}."
    return f"The folder {path.parent} takes no new file ({why}). Choose another folder, or see to it that you may write there and that there is room."


@contextmanager
def _told(*, as_json: bool) -> Iterator[None]:
    try:
        yield
    except HolodreamError as error:
        raise Failure(str(error), as_json=as_json) from error
    except OSError as error:
        raise Failure(_file_told(error), as_json=as_json) from error
    except KeyboardInterrupt as stop:
        raise Stopped(str(stop) or "Stopped. Nothing was left half done.", as_json=as_json) from None
    except UnicodeError as error:
        raise Failure("An argument holds broken Unicode, so nothing was done. Give plain text.", as_json=as_json) from error
    except click.UsageError as error:
        if not as_json:
            raise
        raise Misuse(error.format_message(), as_json=True) from error


@click.group("holodream", cls=Program, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@every_command
@click.version_option(__version__, prog_name="holodream")
def cli() -> None:
    """Long-term memory for chat agents: look into a store of facts, add to it, and see why a fact comes up.

    The store is --store, else $HOLODREAM_STORE, else $HERMES_HOME/memory_store.db, else the file in this system's data folder.
    """


_COMMANDS = (
    *(facts.add, lookup.search, lookup.recall, lookup.why, facts.list_facts, facts.show),
    *(life.change, life.correct, life.end, life.revert, life.confirm, life.history, life.forget),
    *(together.duplicates, together.merge, together.unmerge),
    *(files.export, files.import_facts, files.backup, files.upgrade),
    *(names.names, embedding.embed, evaluating.evaluate, doctor.doctor, screening.screen, night.night, install.install),
)
for command in _COMMANDS:
    cli.add_command(command)


def main() -> None:
    """What the script `holodream` runs."""
    if sys.platform == "win32":  # a pipe's encoding there cannot hold most scripts
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8")
    cli(prog_name="holodream")


if __name__ == "__main__":
    main()
