"""What several actions check or read from their arguments, beyond the single values in `arguments`."""

from __future__ import annotations

from typing import Any

from .. import arguments
from ..errors import InvalidArgument
from ..screen import screen
from ..store import Signature


def signature(by: Any, session: Any) -> Signature:
    """Who acts, and in which session; both may be unknown."""
    return Signature(arguments.person(by), arguments.person(session, "session"))


def confirmer(by: Any, session: Any) -> Signature:
    """Who confirms; this one must be known."""
    if by is None:
        raise InvalidArgument("A confirmation belongs to a person: give 'by', a stable id of who confirms.")
    return signature(by, session)


def fact_ids(values: Any) -> list[int]:
    """Ids of facts, at least one."""
    ids = [values] if isinstance(values, int) else values
    if not isinstance(ids, list | tuple) or not ids:
        raise InvalidArgument("Give the ids of one or more facts, whole numbers.")
    return [arguments.fact_id(fact_id) for fact_id in ids]


def expect(value: Any) -> Any:
    """None, a version, or versions by the ids of facts."""
    if value is None:
        return None
    if isinstance(value, dict):
        return {arguments.fact_id(fact_id): arguments.whole(version, "expect", 1, 2**31) for fact_id, version in value.items()}
    return arguments.whole(value, "expect", 1, 2**31)


def refusal(*texts: str) -> str:
    """Why the screen refuses a save and what to do instead; "" when nothing speaks against it."""
    for text in texts:
        verdict = screen(text)
        if verdict.kind != "ok":
            return verdict.advice
    return ""
