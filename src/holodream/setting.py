"""One setting: its name, default, allowed values and sentence. A wrong value is an error that names both, never a default."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterable
from typing import Any, Literal

from .errors import ConfigError

_LONGEST_SHOWN = 60  # characters of a wrong value that an error repeats


Kind = Literal["choice", "flag", "whole", "number", "text", "path", "url", "proxy", "variable"]
_KINDS = {
    "flag": "true, false",
    "text": "a text",
    "path": "the path of a file",
    "url": "an address such as https://host/v1 or http://127.0.0.1:8000/v1",
    "proxy": "an address such as http://host:3128 or http://name:password@host:3128",
    "variable": "the name of an environment variable, such as OPENAI_API_KEY",
}
_MAY_HOLD_A_SECRET = frozenset({"text", "url", "proxy", "variable"})  # what people put there by mistake is not repeated in an error
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it does, and which values it may have.

    The kind follows from the choices or the default; of a text say what it holds: "path", "url", "proxy" (an address
    that may hold a password), or "variable" (the name of an environment variable). "" as the default of a text means that it may be left out.
    """

    name: str
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    kind: Kind = "text"

    def __post_init__(self) -> None:
        if not isinstance(self.default, str):
            object.__setattr__(self, "kind", "flag" if isinstance(self.default, bool) else "whole" if isinstance(self.default, int) else "number")
        elif self.choices:
            object.__setattr__(self, "kind", "choice")

    @property
    def allowed(self) -> str:
        """The allowed values in words, as errors, the set-up and the page of settings show them."""
        if self.kind == "choice":
            return ", ".join(self.choices)
        if self.kind in ("whole", "number"):
            return f"{'a whole number' if self.kind == 'whole' else 'a number'} from {self.least:g} to {self.most:g}"
        return _KINDS[self.kind]

    def check(self, value: Any) -> Any:
        """The value in its type; ConfigError names the setting and what is allowed."""
        if self.kind in ("url", "proxy") and isinstance(value, str) and value:
            from .servers.settings import parse, parse_proxy

            (parse if self.kind == "url" else parse_proxy)(value, self.name)
        if not self._is_allowed(value):
            told = "this value" if self.kind in _MAY_HOLD_A_SECRET and isinstance(value, str) else shown(value)
            raise ConfigError(f"{self.name}: {told} is not allowed. Allowed: {self.allowed}.")
        return float(value) if self.kind == "number" else value

    def _is_allowed(self, value: Any) -> bool:
        if self.kind == "flag":
            return isinstance(value, bool)
        if self.kind in ("whole", "number"):
            types = int if self.kind == "whole" else int | float
            return isinstance(value, types) and not isinstance(value, bool) and self._within(value)
        if not isinstance(value, str):
            return False
        if self.kind == "choice":
            return value in self.choices
        if not value.strip():
            return bool(self.default == "")
        return self.kind != "variable" or _VARIABLE.fullmatch(value) is not None

    def _within(self, value: float) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


def shown(value: Any) -> str:
    """A value in an error: readable, however long it is."""
    text = "an empty value" if value is None else repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def check_names(names: Iterable[Any], known: Collection[str], owner: str) -> None:
    """ConfigError for the first name that is no setting of its owner ("a memory", "a night")."""
    for name in names:
        if name not in known:
            raise ConfigError(f"{shown(name)} is not a setting of {owner}. Settings: {', '.join(known)}.")
