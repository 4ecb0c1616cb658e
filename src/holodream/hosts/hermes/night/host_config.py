"""What the night needs to know of the host's config.yaml, read by itself: a script may run outside the host. Strict: what cannot be read stops the night."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from ....errors import ConfigError, HolodreamError
from .. import config_file, settings

_LIMITS = {"MEMORY.md": ("memory_enabled", "memory_char_limit", 2200), "USER.md": ("user_profile_enabled", "user_char_limit", 1375)}
_LOCAL_TIME = Path("/etc/localtime")
_ZONES = "/zoneinfo/"
_ANYWHERE = "UTC"


@dataclass(frozen=True, slots=True)
class HostConfig:
    """Settings of the host. `limits`: characters of each memory file that is in use."""

    limits: Mapping[str, int]
    timezone: str
    approval: bool  # whether writes to permanent memory wait for a person
    store: Path | None  # the provider's file of facts
    store_problem: str = ""  # why there is no file to read


def read(home: Path) -> HostConfig:
    """The configuration of a profile; ConfigError when there is one that cannot be read, or that has a value which makes no sense."""
    config = _parsed(home / config_file.FILE)
    memory = settings.mapping(config.get("memory"), "memory", "settings")
    store, problem = _store(config, home)
    return HostConfig(
        limits={name: _limit(memory, key, default) for name, (switch, key, default) in _LIMITS.items() if memory.get(switch, True) is not False},
        timezone=_timezone(config.get("timezone")),
        approval=memory.get("write_approval") is True,
        store=store,
        store_problem=problem,
    )


def _parsed(path: Path) -> Mapping[str, Any]:
    if problem := config_file.fault(path):
        if not config_file.is_readable_here(path):
            raise ConfigError(
                f"{path} cannot be read: this Python has no YAML library. Run {sys.executable} -m pip install pyyaml, or use the Python of the host."
            )
        raise ConfigError(f"{path} {problem}. Mend the file; until then no night is dreamt.")
    if not path.exists():
        return {}
    return settings.mapping(config_file.parse(path.read_text(encoding="utf-8-sig")), "What stands", "sections")


def _limit(memory: Mapping[str, Any], key: str, default: int) -> int:
    value = memory.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ConfigError(f"memory.{key} in config.yaml must be a number of characters.")
    return value


def _store(config: Mapping[str, Any], home: Path) -> tuple[Path | None, str]:
    """The provider's file, or why there is none to read."""
    try:
        plugins = settings.mapping(config.get("plugins"), "plugins", "sections")
        chosen = settings.checked(plugins.get(settings.SECTION), home)
    except HolodreamError as error:
        return None, str(error)
    if chosen.scope != "profile":
        return None, f"each {chosen.scope} has a store of its own (setting scope); name the one to read under facts in dreaming.json"
    return chosen.path, ""


def _timezone(configured: Any) -> str:
    """The zone in which the host's days are: its environment, its configuration, then the machine's."""
    for name in (os.environ.get("HERMES_TIMEZONE"), configured):
        if name:
            if not is_zone(name):
                raise ConfigError("timezone in config.yaml (or HERMES_TIMEZONE) must be an IANA name such as Europe/Berlin.")
            return str(name)
    return next((name for name in _of_this_machine() if is_zone(name)), _ANYWHERE)


def _of_this_machine() -> tuple[str, ...]:
    named = os.environ.get("TZ", "").lstrip(":")
    linked = str(_LOCAL_TIME.resolve()).rpartition(_ZONES)[2] if _LOCAL_TIME.exists() else ""
    return tuple(name for name in (named, linked) if name and not name.startswith("/"))


def is_zone(name: Any) -> bool:
    """Whether a name is one of a time zone that this machine knows."""
    if not isinstance(name, str) or not name:
        return False
    try:
        ZoneInfo(name)
    except (OSError, ValueError):  # ZoneInfoNotFoundError is a KeyError
        return False
    except KeyError:
        return False
    return True
