"""The command install: holodream in a host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from ...errors import InvalidArgument
from ..hermes.placing.install import Installer, Step
from . import output
from .options import every_command, settings

_SIGNS = {"did": "did  ", "ok": "ok   ", "note": "note ", "wrong": "WRONG"}


@click.command(short_help="Put holodream into a host, and check it.")
@click.argument("host", type=click.Choice(["hermes"]))
@click.option("--check", is_flag=True, help="Only look whether all is in place.")
@click.option("--uninstall", is_flag=True, help="Take it out again; facts and settings stay.")
@click.option("--home", type=click.Path(path_type=Path, file_okay=False), help="The host's home. [default: what the host says, or $HERMES_HOME]")
@click.option(
    "--hermes", "program", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="The host's program, or its Python. [default: the program hermes]"
)
@every_command
def install(host: str, check: bool, uninstall: bool, home: Path | None, program: Path | None) -> None:  # noqa: ARG001 - one host so far
    """Put holodream into Hermes Agent: plugin folders, provider, nightly pass; then save, recall and forget a fact to see that it works.

    Facts and settings are kept, and it can be run again at any time, without a network. Exit code 1 when something is wrong.
    """
    if check and uninstall:
        raise InvalidArgument("Give --check or --uninstall, not both.")
    with Installer(program, home) as installer:
        steps = list(_told(installer.check() if check else installer.uninstall() if uninstall else installer.install()))
    wrong = any(step.status == "wrong" for step in steps)
    if settings().json:
        output.document({"ok": not wrong, "steps": steps})
    if wrong:
        raise click.exceptions.Exit(1)


def _told(steps: Iterator[Step]) -> Iterator[Step]:
    """The steps, each shown as soon as it is done."""
    for step in steps:
        if not settings().json:
            output.lines([f"{_SIGNS[step.status]} {step.name}: {step.detail}"])
        yield step
