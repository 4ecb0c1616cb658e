"""The tool fact_experience: the agent reports what came of the facts that it was given. There only with the setting experience."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import HolodreamError, InvalidArgument

if TYPE_CHECKING:
    from ...memory import Memory
    from ...results import Found
    from .call import Call

NAME = "fact_experience"
SCHEMA = {
    "name": NAME,
    "description": "Report what came of facts that memory gave you in this session, when a task shows it or the user corrects an answer. "
    "helped: they were right and of use. misled: an answer went wrong because of them. needed_another: a fact was missing (fact_ids: it, if it is there). "
    "Nothing else changes: rate with fact_feedback, put facts right with fact_store.",
    "parameters": {
        "type": "object",
        "properties": {
            "outcome": {"type": "string", "enum": ["helped", "misled", "needed_another"]},
            "fact_ids": {"type": "array", "items": {"type": "integer"}},
        },
        "required": ["outcome"],
    },
}
PROMPT = f"\n- When the user corrects an answer that came from memory, or a recalled fact settled a task, report it with {NAME}."


def report(call: Call) -> dict[str, Any]:
    """Note the agent's report."""
    outcome = call.args.get("outcome")
    if outcome not in ("helped", "misled", "needed_another"):
        raise InvalidArgument(f"{NAME} needs 'outcome': helped, misled or needed_another, and 'fact_ids'.")
    done = call.memory.report(outcome, call.numbers("fact_ids") or call.numbers("fact_id") or [], session=call.session)
    return {"status": done.status} | ({"error": done.reason} if done.reason else {})


def is_on() -> bool:
    """Whether the tool is wanted: the host asks for the tools before it initializes a provider. What is wrong is told then."""
    from . import settings

    try:
        from hermes_constants import get_hermes_home  # type: ignore[import-not-found]

        return settings.read(Path(get_hermes_home())).experience
    except (ImportError, HolodreamError):
        return False


def note_block(memory: Memory, found: Found, session: str | None) -> None:
    """The facts of a block that goes to the agent; they are written when nobody waits."""
    memory.delivered("block", found.hits, session=session, write=False)


def note_search(memory: Memory, found: Found, rows: Sequence[Mapping[str, Any]], session: str | None) -> None:
    """The facts of an answer to a search, without those whose text was held back; they are written when nobody waits."""
    given = {row["fact_id"] for hit, row in zip(found.hits, rows, strict=True) if row["content"] == hit.content}
    memory.delivered("search", [hit for hit in found.hits if hit.fact_id in given], session=session, write=False)
