"""Commands that look facts up: search, recall, why."""

from __future__ import annotations

from typing import Any

import click

from ...arguments import MAX_LIMIT, MAX_TOKENS
from ...results import Found, Hit
from . import output
from .configured import config, configurable, memory
from .options import LARGEST, every_command, settings, text_or_input

_HEADINGS = ("id", "score", "trust", "source", "category", "fact")


@click.command(short_help="The facts that fit a query best.")
@click.argument("query")
@click.option("--limit", "-l", type=click.IntRange(1, MAX_LIMIT), default=10, show_default=True, help="The most facts to show.")
@click.option("--category", "-c", help="Only facts of this category.")
@click.option("--min-trust", type=click.FloatRange(0, 1), help="Only facts with at least this trust.")
@configurable
@every_command
def search(query: str, limit: int, category: str | None, min_trust: float | None, pairs: tuple[str, ...]) -> None:
    """The facts that fit QUERY best, more generous than recall ("-" reads it from standard input)."""
    words = text_or_input(query)
    with memory(config(pairs)) as opened:
        found = opened.search(words, limit=limit, category=category, min_trust=min_trust)
    if settings().json:
        output.document({"hits": found.hits, "steps": found.trace.steps})
        return
    output.table(_HEADINGS, (_row(hit) for hit in found.hits))
    if not found.hits:
        output.note(f"Nothing was found ({_steps(found)}).")


def _row(hit: Hit) -> tuple[str, ...]:
    return str(hit.fact_id), f"{hit.score:.2f}", f"{hit.trust:.2f}", hit.source or "", hit.category, hit.content


@click.command(short_help="The block that an agent is given before it answers a message.")
@click.argument("message")
@click.option("--limit", "-l", type=click.IntRange(1, MAX_LIMIT), help="The most facts to bring up. [default: the setting recall_limit]")
@click.option("--max-tokens", type=click.IntRange(0, MAX_TOKENS), help="The most tokens of the whole block; 0: no cap. [default: the setting]")
@configurable
@every_command
def recall(message: str, limit: int | None, max_tokens: int | None, pairs: tuple[str, ...]) -> None:
    """The block that an agent is given before it answers MESSAGE; empty when nothing matters ("-" reads standard input)."""
    words = text_or_input(message)
    with memory(config(pairs)) as opened:
        found = opened.recall(words, limit=limit, max_tokens=max_tokens)
    if settings().json:
        output.document({"text": found.text, "hits": found.hits, "steps": found.trace.steps})
    elif found.text:
        output.lines(found.text.splitlines())
    else:
        output.note(f"Nothing comes up ({_steps(found)}).")


def _steps(found: Found) -> str:
    return "; ".join(found.trace.steps)


@click.command(short_help="Why a fact comes up for a message, or does not.")
@click.argument("fact_id", metavar="ID", type=click.IntRange(1, LARGEST))
@click.argument("message")
@configurable
@every_command
def why(fact_id: int, message: str, pairs: tuple[str, ...]) -> None:
    """Why the fact ID comes up for MESSAGE, or does not ("-" reads the message from standard input)."""
    words = text_or_input(message)
    with memory(config(pairs)) as opened:
        explanation = opened.why(fact_id, words)
    if not settings().json:
        output.lines(explanation.text.splitlines())
        return
    weights: dict[str, Any] = {name: dict(getattr(explanation, name)) for name in ("matched", "missed", "reasons")}
    output.document(output.record(explanation) | weights)
