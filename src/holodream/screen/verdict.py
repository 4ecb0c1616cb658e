"""The verdict on a text: ok, secret or instruction, with the rule and the place, never the value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ..errors import InvalidArgument

Kind = Literal["ok", "secret", "instruction"]

_LOOKS_RANDOM = "random_key"
_ADVICE = {
    "secret": "This text holds a secret ({rule}), and memory keeps none. Save the fact without the value, for example that the password was changed "
    "and who knows it.",
    "masked": "This text holds a value that was masked on its way ({rule}); saving it would keep a useless remainder. Save the fact without the value.",
    "phone": "This text holds a phone number that was masked on its way; saving it would keep a useless remainder. Write the number with spaces.",
    "instruction": "This text reads like a command to the agent ({rule}), and memory keeps none. Save what the person wants as a statement about the person.",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """`kind` is "ok", "secret" or "instruction"; `rule` names what fired, `start` and `end` where (character offsets)."""

    kind: Kind
    rule: str = ""
    start: int = 0
    end: int = 0

    @property
    def advice(self) -> str:
        """What a refused caller should do instead; never the value."""
        if self.kind == "ok":
            return ""
        key = "phone" if self.rule == "masked_phone_number" else "masked" if self.rule.startswith("masked") else self.kind
        return _ADVICE[key].format(rule=self.rule.replace("_", " "))


def screen(text: str) -> Verdict:
    """Judge a whole text, before any cut to a length."""
    return next(verdicts(text), Verdict("ok"))


def is_id(text: str) -> bool:
    """Whether a text may be the id of a person or a session, which may well look random, as a key does."""
    return all(verdict.rule == _LOOKS_RANDOM for verdict in verdicts(text))


def verdicts(text: str) -> Iterator[Verdict]:
    """All that is wrong with a text: the secrets, then the commands."""
    if not isinstance(text, str):
        raise InvalidArgument(f"A text is expected, not {type(text).__name__}.")
    from .finders import places  # the rules are read and made ready when the first text is judged
    from .level import level

    leveled = level(text)
    for kind, (rule, start, end) in places(leveled):
        yield Verdict(kind, rule, leveled.origin(start), leveled.origin(end))
