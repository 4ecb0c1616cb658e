"""One call of a tool by the agent: its arguments, read with patience for what agents send."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import InvalidArgument

if TYPE_CHECKING:
    from ...memory import Memory

DEFAULT_LIMIT = 10
_MOST = 100
_MOST_DIGITS = 30


@dataclass(frozen=True, slots=True)
class Call:
    """One call of fact_store: the memory, the arguments, and who speaks."""

    memory: Memory
    args: Mapping[str, Any]
    by: str | None = None
    session: str | None = None
    experience: bool = False  # whether what is given is noted, and reported on
    nobody: str = ""  # why no person can be meant by what is said: a bot speaks, or somebody of a group who is not known

    def text(self, name: str) -> str:
        """A required text argument."""
        value = self.args.get(name)
        if not isinstance(value, str) or not value.strip():
            raise InvalidArgument(f"This action needs '{name}', a text.")
        return value

    def optional(self, name: str) -> str | None:
        value = self.args.get(name)
        if value is None or value == "":
            return None
        if not isinstance(value, str):
            raise InvalidArgument(f"'{name}' is a text.")
        return value

    def number(self, name: str) -> int:
        """A required whole number; agents also send it as text."""
        return _whole(self.args.get(name), name)

    def fraction(self, name: str, default: float, least: float, most: float) -> float:
        value = self.args.get(name)
        if value is None or value == "":
            return default
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            number = float("nan")
        if not least <= number <= most:
            raise InvalidArgument(f"'{name}' is a number from {least:g} to {most:g}.")
        return number

    def limit(self) -> int:
        return int(self.fraction("limit", DEFAULT_LIMIT, 1, _MOST))

    def expect(self) -> int | dict[int, int] | None:
        """The version that the agent saw of the fact, or versions by ids; JSON has texts for keys."""
        value = self.args.get("expect")
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63):
            return value
        if isinstance(value, dict):
            return {_whole(fact_id, "expect"): _whole(version, "expect") for fact_id, version in value.items()}
        return _whole(value, "expect")

    def numbers(self, name: str) -> list[int] | None:
        """A list of ids of facts, or a single one; None when absent."""
        value = self.args.get(name)
        if value is None or value == []:
            return None
        values = value if isinstance(value, list) else str(value).split(",") if isinstance(value, str) else [value]
        return [_whole(fact_id, name) for fact_id in values]

    def words(self, *names: str) -> list[str] | None:
        """A list of texts, or one text with commas; None when absent."""
        for name in names:
            value = self.args.get(name)
            if value is None or value == "":
                continue
            if isinstance(value, str):
                return [word for word in (part.strip() for part in value.split(",")) if word]
            if isinstance(value, list) and all(isinstance(word, str) for word in value):
                return value
            raise InvalidArgument(f"'{name}' is a list of texts.")
        return None


def _whole(value: Any, name: str) -> int:
    if isinstance(value, str) and value.strip().isdecimal() and len(value) <= _MOST_DIGITS:
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 2**63:
        raise InvalidArgument(f"This action needs '{name}', a whole number (ids and versions of facts are).")
    return value
