"""The command embed: make the vectors by which facts are found by meaning."""

from __future__ import annotations

import click

from ...errors import HolodreamError
from . import output
from .configured import config, configurable, memory
from .files import progress_bar
from .options import every_command, settings


class NoVectorsError(HolodreamError):
    """The model gives no vectors; the message says why."""


@click.command(short_help="Make the vectors by which facts are found by meaning.")
@click.option("--again", is_flag=True, help="Drop this model's vectors first, after the model behind its name changed.")
@click.option("--drop-others", is_flag=True, help="Drop the vectors of all other models.")
@configurable
@every_command
def embed(again: bool, drop_others: bool, pairs: tuple[str, ...]) -> None:
    """Make the missing vectors of facts with the model that is set (--set embeddings=local, or a server). Can be stopped at any time and
    goes on where it was.
    """
    chosen = config(pairs)
    if chosen.embeddings == "off":
        raise NoVectorsError("embeddings is off, so there is no model. Give one: --set embeddings=local, or --set embeddings=server with its embeddings_url.")
    with memory(chosen) as opened, progress_bar("Embedding") as progress:
        done = opened.embed(again=again, drop_others=drop_others, progress=progress)
    if settings().json:
        output.document(done)
        return
    dropped = f", {done.dropped} dropped" if done.dropped else ""
    output.lines([f"{done.model}: {output.counted(done.made, 'vector')} made{dropped}, {done.vectors} in all, {done.missing} facts without one."])
