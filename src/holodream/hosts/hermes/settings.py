"""The settings of this provider: plugins.hermes-memory-store in config.yaml. Strict: a wrong value is an error, never a default.

From the table come the checks and their messages, the host's set-up and panel, and the page docs/settings.md.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...config import SETTINGS as OF_A_MEMORY
from ...config import Config
from ...errors import ConfigError
from ...paths import FILE_NAME
from ...setting import Setting, shown

SECTION = "hermes-memory-store"
PATH = f"plugins.{SECTION}"
_PLACE = "$HERMES_HOME"

# Settings of the provider itself; those of every memory are beside them in ALL.
OF_THE_PROVIDER: tuple[Setting, ...] = (
    Setting("db_path", f"{_PLACE}/{FILE_NAME}", f"The file of facts; a relative path counts from {_PLACE}.", kind="path"),
    Setting("scope", "profile", "Who shares a store: all of this profile, or each user, chat or thread alone.", choices=("profile", "user", "chat", "thread")),
    Setting("group_recall", "all", "Which facts a group chat may be given: all, or only those told in a group or marked as shared.", choices=("all", "shared")),
    Setting("experience", "off", "Whether the agent reports which facts helped (tool fact_experience).", choices=("off", "on")),
    Setting("auto_extract", False, "Whether what people stated about themselves and decided is saved when a session ends."),
    Setting("mirror_memory_writes", False, "Whether what the agent writes to the built-in memory (MEMORY.md, USER.md) is kept as facts too."),
    Setting("cron_writes", False, "Whether cron jobs and subagents may save facts."),
    Setting("recall_budget", 3.0, "The most seconds that a turn waits for recall before it goes on without.", least=0.1, most=7.0),
    Setting("turn_budget", 15.0, "The most seconds that a turn waits for memory in all, tool calls included.", least=1.0, most=120.0),
)
ALL: Mapping[str, Setting] = {setting.name: setting for setting in (*OF_A_MEMORY, *OF_THE_PROVIDER)}

# Keys of the older provider that do nothing any more; kept in people's files.
OBSOLETE = frozenset({"hrr_dim", "hrr_weight"})
_AS_TEXT = {"true": True, "false": False}  # how the older provider's set-up wrote auto_extract


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """Checked settings of the provider; see the table for what each means."""

    path: Path
    memory: Config
    scope: str
    group_recall: str
    experience: bool
    auto_extract: bool
    mirror_memory_writes: bool
    cron_writes: bool
    recall_budget: float
    turn_budget: float


def checked(values: Mapping[str, Any] | None, home: Path) -> ProviderSettings:
    """Settings from the section of the host's file; ConfigError names every wrong one and what is allowed."""
    values = mapping(values, PATH, "settings")
    if problems := list(_problems(values)):
        raise ConfigError(" ".join(problems))
    chosen = {key: ALL[key].check(as_meant(key, value)) for key, value in values.items() if key not in OBSOLETE}
    own = {setting.name: chosen.get(setting.name, setting.default) for setting in OF_THE_PROVIDER}
    return ProviderSettings(
        path=_path(own.pop("db_path"), home),
        memory=Config.from_mapping({setting.name: chosen[setting.name] for setting in OF_A_MEMORY if setting.name in chosen}),
        experience=own.pop("experience") == "on",
        **own,
    )


def _problems(values: Mapping[str, Any]) -> Iterator[str]:
    for key, value in values.items():
        if key in OBSOLETE:
            continue
        if key not in ALL:
            yield _unknown(key)
            continue
        try:
            ALL[key].check(as_meant(key, value))
        except ConfigError as error:
            yield str(error)


def _unknown(key: Any) -> str:
    near = difflib.get_close_matches(str(key)[:60], ALL, n=1)
    return f"{shown(key)} is not a setting of {PATH}. {f'Did you mean {near[0]}? ' if near else ''}Settings: {', '.join(ALL)}."


def as_meant(key: str, value: Any) -> Any:
    """A value as people mean it: the words on and off are booleans for a YAML reader, and the older provider's set-up wrote all as text."""
    setting = ALL[key]
    if isinstance(value, bool) and setting.kind == "choice" and (word := "on" if value else "off") in setting.choices:
        return word
    if key == "auto_extract" and isinstance(value, str):
        return _AS_TEXT.get(value, value)
    if key == "db_path" and (value is None or value == ""):
        return setting.default
    if setting.kind in ("whole", "number") and isinstance(value, str):
        try:
            return float(value) if "." in value else int(value)
        except ValueError:
            return value
    return value


def _path(value: str, home: Path) -> Path:
    text = value.replace("${HERMES_HOME}", str(home)).replace(_PLACE, str(home))
    return home / Path(text).expanduser()  # not the working folder: gateway, cron and the command line start in different ones


def read(home: Path) -> ProviderSettings:
    """The settings as the host has loaded them; ConfigError when a value is wrong or the file cannot be read and there is no good copy of it."""
    from .config_file import loaded

    plugins = mapping(mapping(loaded(home), "What stands", "sections").get("plugins"), "plugins", "sections")
    return checked(plugins.get(SECTION), home)


def of_file(home: Path) -> ProviderSettings:
    """The settings as they stand in the file of a home, without asking the host; ConfigError when they are wrong or cannot be read."""
    from .config_file import FILE, fault, parse

    path = home / FILE
    if problem := fault(path):
        raise ConfigError(f"{path} {problem}.")
    found = parse(path.read_text(encoding="utf-8-sig")) if path.exists() else None
    plugins = mapping(mapping(found, "What stands", "sections").get("plugins"), "plugins", "sections")
    return checked(plugins.get(SECTION), home)


def mapping(value: Any, name: str, of: str) -> Mapping[str, Any]:
    """A part of config.yaml, empty when it is not there; ConfigError when it is something else than a mapping."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ConfigError(f"{name} in config.yaml must be a mapping of {of}, not {type(value).__name__}.")
    return value
