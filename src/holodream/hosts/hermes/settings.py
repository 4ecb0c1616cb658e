"""The host's settings for this provider: plugins.hermes-memory-store in config.yaml. Strict: a wrong value is an error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...config import SETTINGS, Config, Setting
from ...errors import ConfigError
from ...paths import FILE_NAME

SECTION = "hermes-memory-store"

# Settings of the provider itself, beside those of every memory (config.SETTINGS).
CRON_WRITES = Setting("cron_writes", False, "Whether cron jobs and subagents may save facts.")

# Keys of the older provider that no longer do anything; kept in people's files.
_OBSOLETE = frozenset({"hrr_dim", "hrr_weight", "auto_extract"})
# Settings whose values are the words on and off.
_SWITCHES = frozenset(setting.name for setting in SETTINGS if {"on", "off"} <= set(setting.choices))


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """Checked settings of the provider."""

    path: Path
    memory: Config
    cron_writes: bool = False


def checked(values: Mapping[str, Any] | None, home: Path) -> ProviderSettings:
    """Settings from the section of the host's file; ConfigError names the first wrong one."""
    values = _mapping(values, f"plugins.{SECTION}", "settings")
    rest = {key: value for key, value in values.items() if key not in _OBSOLETE and key not in ("db_path", CRON_WRITES.name)}
    return ProviderSettings(
        _path(values.get("db_path"), home),
        Config.from_mapping({key: _as_meant(key, value) for key, value in rest.items()}),
        bool(CRON_WRITES.check(values.get(CRON_WRITES.name, False))),
    )


def _path(value: Any, home: Path) -> Path:
    if value is None or value == "":
        return home / FILE_NAME
    if not isinstance(value, str):
        raise ConfigError(f"db_path: {value!r} is not allowed. Allowed: the path of a file.")
    text = value.replace("${HERMES_HOME}", str(home)).replace("$HERMES_HOME", str(home))
    return home / Path(text).expanduser()  # not the working folder: gateway, cron and the command line start in different ones


def _as_meant(key: Any, value: Any) -> Any:
    """The older provider's setup wrote numbers as text; the words on and off are booleans for a YAML 1.1 reader (0.19)."""
    if isinstance(value, bool) and key in _SWITCHES:
        return "on" if value else "off"
    if isinstance(value, str):
        try:
            return float(value) if "." in value else int(value)
        except ValueError:
            return value
    return value


def read(home: Path) -> ProviderSettings:
    """The settings as the host has loaded them."""
    from hermes_cli import config as host_config  # type: ignore[import-not-found]

    load = getattr(host_config, "load_config_readonly", None) or host_config.load_config
    plugins = _mapping(_mapping(load(), "What stands", "sections").get("plugins"), "plugins", "sections")
    return checked(plugins.get(SECTION), home)


def _mapping(value: Any, name: str, of: str) -> Mapping[str, Any]:
    """A part of config.yaml, empty when it is not there; ConfigError when it is something else than a mapping."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ConfigError(f"{name} in config.yaml must be a mapping of {of}, not {type(value).__name__}.")
    return value
