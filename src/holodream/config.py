"""Every setting of a memory: one table with its default, its allowed values and one sentence. A wrong value is an error, never a default."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Mapping
from typing import Any, ClassVar

from .errors import ConfigError
from .recall.gate import STRICTNESS

_LONGEST_SHOWN = 60  # characters of a wrong value that an error repeats


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it does, and which values it may have (a choice, or a range of numbers)."""

    name: str
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None

    def check(self, value: Any) -> Any:
        """The value in its type; ConfigError names the setting and what is allowed."""
        if self.choices:
            if isinstance(value, str) and value in self.choices:
                return value
            raise ConfigError(f"{self.name}: {_shown(value)} is not allowed. Allowed: {', '.join(self.choices)}.")
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            raise ConfigError(f"{self.name}: {_shown(value)} is not allowed. Allowed: true, false.")
        whole = isinstance(self.default, int)
        if isinstance(value, bool) or not isinstance(value, int if whole else int | float) or not self._within(value):
            kind = "a whole number" if whole else "a number"
            raise ConfigError(f"{self.name}: {_shown(value)} is not allowed. Allowed: {kind} from {self.least} to {self.most}.")
        return value if whole else float(value)

    def _within(self, value: float) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


def _shown(value: Any) -> str:
    """A value in an error: readable, however long it is."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


SETTINGS: tuple[Setting, ...] = (
    Setting("default_trust", 0.5, "Trust that a new fact starts with before its source is counted.", least=0.0, most=1.0),
    Setting("min_trust_threshold", 0.3, "Facts with less trust are not recalled before a turn.", least=0.0, most=1.0),
    Setting("temporal_decay_half_life", 0.0, "Days after which age halves a fact's small bonus for being new; 0 switches age off.", least=0.0, most=36500.0),
    Setting("recall_limit", 5, "The most facts put in front of the agent before a turn.", least=1, most=20),
    Setting("prefetch_max_tokens", 0, "The most tokens of the whole recall block; 0 means no cap beyond recall_limit.", least=0, most=20000),
    Setting("recall_strictness", "balanced", "How much evidence a fact needs to come up unasked.", choices=STRICTNESS),
    Setting("recall_source", "off", "Whether each recalled line says who stands behind it.", choices=("off", "on")),
    Setting("repeat_after_turns", 6, "A fact shown in a session is shown again only after this many turns, unless it is asked for.", least=0, most=1000),
)
_BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}


@dataclasses.dataclass(frozen=True, slots=True)
class Config:
    """Checked settings; see SETTINGS for what each means."""

    default_trust: float = 0.5
    min_trust_threshold: float = 0.3
    temporal_decay_half_life: float = 0.0
    recall_limit: int = 5
    prefetch_max_tokens: int = 0
    recall_strictness: str = "balanced"
    recall_source: str = "off"
    repeat_after_turns: int = 6
    __signature__: ClassVar[inspect.Signature]

    def __new__(cls, *_values: Any, **named: Any) -> Config:
        """ConfigError, not TypeError, for a name that is no setting; the values are checked afterwards."""
        _check_names(named)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        for setting in SETTINGS:
            object.__setattr__(self, setting.name, setting.check(getattr(self, setting.name)))

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Config:
        """Settings by name; ConfigError for an unknown name or a wrong value."""
        if not isinstance(values, Mapping):
            raise ConfigError(f"Settings are a mapping of names to values, not {type(values).__name__}.")
        _check_names(values)
        return cls(**dict(values))


# What help and editors show: the arguments, which `__new__` would hide.
Config.__signature__ = inspect.Signature(list(inspect.signature(Config.__init__).parameters.values())[1:])


def _check_names(values: Mapping[str, Any]) -> None:
    for name in values:
        if name not in _BY_NAME:
            raise ConfigError(f"{_shown(name)} is not a setting of a memory. Settings: {', '.join(_BY_NAME)}.")
