"""What several actions check or read from their arguments, beyond the single values in `arguments`."""

from __future__ import annotations

import functools
import re
from typing import Any

from .. import arguments
from ..config import Config
from ..errors import InvalidArgument
from ..screen import is_id, screen
from ..store import Signature, Source

ABOVE_DEFAULT: dict[Source | None, float] = {"said": 0.1, "confirmed": 0.1, "inferred": -0.1, None: 0.0}  # what trust starts with, by source


def start_trust(config: Config, source: Source | None) -> float:
    """The trust with which a text of a source starts, 0 to 1."""
    return min(1.0, max(0.0, round(config.default_trust + ABOVE_DEFAULT[source], 4)))


def signature(by: Any, session: Any) -> Signature:
    """Who acts, and in which session; both may be unknown."""
    signed = Signature(arguments.person(by), arguments.person(session, "session"))
    for what, value in (("by", signed.by), ("session", signed.session)):
        if value and not _is_id(value):
            raise InvalidArgument(f"'{what}' is a stable id of {'a person' if what == 'by' else 'a session'}; this one looks like a secret or a command.")
    return signed


@functools.lru_cache(maxsize=256)
def _is_id(value: str) -> bool:
    """Kept, as the same few ids come again and again."""
    return is_id(value)


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


_VALUE = re.compile(r"^(?=.*(?:\d|[^\w\s.,'’-]))\S{4,}$")  # a word with a digit or a sign in it
_USUAL = {*arguments.USUAL_CATEGORIES, "changed"}


def refusal(text: str, *extras: str) -> str:
    """Why the screen refuses a save and what to do instead; "" when nothing speaks against it.

    Names, keywords and the like that stand in the text itself have been looked at with it. The others are looked at by themselves, and
    one that could be a value also as what the text and the others speak of: a password is no keyword either.
    """
    beside = [extra for extra in extras if extra not in text and extra not in _USUAL]
    together = (f"{' '.join([text.rstrip('.!。 '), *(extra for extra in beside if extra != value)])}: {value}" for value in beside if _VALUE.search(value))
    for part in (text, *beside, *together):
        verdict = screen(part)
        if verdict.kind != "ok":
            return verdict.advice
    return ""
