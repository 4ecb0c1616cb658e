"""dreaming.json: whose words count, where the facts are, and every number of the night. Strict: a broken file stops the night.

The numbers of the decision itself are in night/settings.py; those of the host's side stand here. docs/night.md explains all of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from ....errors import ConfigError
from ....night.settings import NightConfig
from ....setting import Setting, check_names, shown
from .trust import TrustedChats

FOLDER = "dreaming"  # below the host's home: settings, state, diary
FILE = "dreaming.json"

OF_CHATS: tuple[Setting, ...] = (
    Setting("private_chats", True, "Whether what people say in a private chat with the agent counts."),
    Setting("sessions_without_chat", True, "Whether what is said in a terminal session counts."),
)
_LISTS_OF_CHATS = ("group_chats", "other_sources")
OF_FACTS: tuple[Setting, ...] = (
    Setting("from", "store", "Where the facts are: a store, another database, an export in JSON Lines, or nowhere.", ("store", "database", "jsonl", "none")),
    Setting("path", "", "The file, for a database or an export; for a store when it is not the provider's.", kind="path"),
)
OF_THE_HOST: tuple[Setting, ...] = (
    Setting("busy_seconds", 30.0, "Seconds that a locked database is waited for.", least=0.1, most=600),
    Setting("output_chars", 60_000, "Characters of the report for the agent, from which on it carries less evidence.", least=2_000, most=1_000_000),
    Setting("diary_chars", 200_000, "Characters of DREAMS.md, beyond which the oldest nights are taken out.", least=1_000, most=10_000_000),
    Setting("notice_days", 7, "Days until the agent is woken again because a night could not be dreamt for the same reason.", least=1, most=365),
)
_TABLES = ("chats", "facts")


@dataclass(frozen=True, slots=True)
class DreamingSettings:
    """Checked settings of a night in this host."""

    trusted: TrustedChats = field(default_factory=TrustedChats)
    facts_from: Literal["store", "database", "jsonl", "none"] = "store"
    facts_path: Path | None = None
    busy_seconds: float = 30.0
    output_chars: int = 60_000
    diary_chars: int = 200_000
    notice_days: int = 7
    night: NightConfig = field(default_factory=NightConfig)


def read(home: Path) -> DreamingSettings:
    """The settings of a profile, the defaults when it has no file. ConfigError says what is wrong and where."""
    path = home / FOLDER / FILE
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return DreamingSettings()
    except OSError as error:
        raise ConfigError(f"{path} cannot be read ({error.strerror or type(error).__name__}). Mend it; until then no night is dreamt.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text. Mend it; until then no night is dreamt.") from error
    try:
        return checked(_parsed(text), home)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError as error:
        raise ConfigError("is nested without end.") from error
    except json.JSONDecodeError as error:
        raise ConfigError(f"is not valid JSON (line {error.lineno}, column {error.colno}: {error.msg}).") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"{shown(name)} stands there twice.")
    return dict(pairs)


def _no_number(name: str) -> Any:
    raise ConfigError(f"{name} is not allowed as a number.")


def checked(values: Any, home: Path) -> DreamingSettings:
    """Settings from a mapping; ConfigError names the first wrong one and what is allowed."""
    if not isinstance(values, Mapping):
        raise ConfigError(f"Settings are a mapping of names to values, not {type(values).__name__}.")
    own = {setting.name: setting for setting in OF_THE_HOST}
    rest = {name: value for name, value in values.items() if name not in (*_TABLES, *own)}
    facts = _table(values, "facts")
    source = _one(OF_FACTS[0], facts)
    path = _one(OF_FACTS[1], facts)
    check_names(facts, [setting.name for setting in OF_FACTS], "facts")
    if source in ("database", "jsonl") and not path:
        raise ConfigError(f"facts: path is missing. Where facts come from a {source} file, name it.")
    return DreamingSettings(
        trusted=_trusted(_table(values, "chats")),
        facts_from=source,
        facts_path=home / Path(path).expanduser() if path else None,
        night=NightConfig.from_mapping(rest),
        **{name: setting.check(values.get(name, setting.default)) for name, setting in own.items()},
    )


def _trusted(chats: Mapping[str, Any]) -> TrustedChats:
    check_names(chats, [*(setting.name for setting in OF_CHATS), *_LISTS_OF_CHATS], "chats")
    groups = frozenset(_texts(chats, "group_chats", numbers=True))
    if any("*" in name for name in groups):
        raise ConfigError("group_chats: name each chat by its id; there is no sign for all of them.")
    sources = frozenset(name.lower() for name in _texts(chats, "other_sources"))
    private, terminal = (_one(setting, chats) for setting in OF_CHATS)
    return TrustedChats(private, terminal, groups, sources)


def _one(setting: Setting, values: Mapping[str, Any]) -> Any:
    return setting.check(values.get(setting.name, setting.default))


def _table(values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = values.get(name, {})
    if not isinstance(table, Mapping):
        raise ConfigError(f"{name}: {shown(table)} is not allowed. Allowed: a table of settings.")
    return table


def _texts(values: Mapping[str, Any], name: str, *, numbers: bool = False) -> list[str]:
    """A list of texts; ids of chats are numbers for many people."""
    found = values.get(name, [])
    kinds = str | int if numbers else str
    if not isinstance(found, list) or not all(isinstance(item, kinds) and not isinstance(item, bool) and str(item).strip() for item in found):
        raise ConfigError(f"{name}: Allowed: a list of texts, none of them empty.")
    return [str(item).strip() for item in found]
