"""The verdict on a text: ok, secret or instruction, with the rule and the place, never the value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .commands import find_command
from .context import find_value_beside_word
from .leveled import leveled
from .shapes import find_shape

_ADVICE = {
    "secret": "This text holds a secret ({rule}), and memory keeps none. Save the fact without the value, for example that the password was changed and who knows it.",
    "masked": "This text holds a value that was masked on its way ({rule}); saving it would keep a useless remainder. "
    "Save the fact without the value; write a phone number with spaces.",
    "instruction": "This text reads like a command to the agent ({rule}), and memory keeps none. Save what the person wants as a statement about the person.",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """`kind` is "ok", "secret" or "instruction"; `rule` names what fired, `start` and `end` where (character offsets)."""

    kind: Literal["ok", "secret", "instruction"]
    rule: str = ""
    start: int = 0
    end: int = 0

    @property
    def advice(self) -> str:
        """What a refused caller should do instead; never the value."""
        if self.kind == "ok":
            return ""
        key = "masked" if self.rule.startswith("masked") else self.kind
        return _ADVICE[key].format(rule=self.rule.replace("_", " "))


def screen(text: str) -> Verdict:
    """Judge a whole text, before any cut to a length."""
    level = leveled(text)
    for find, kind in ((find_shape, "secret"), (find_value_beside_word, "secret"), (find_command, "instruction")):
        place = find(level.text)
        if place:
            rule, start, end = place
            return Verdict(kind, rule, level.original(start), level.original(end))  # type: ignore[arg-type]
    return Verdict("ok")
