"""The host's set-up and its panel: which settings there are, how answers are saved, and the dialogue of `hermes memory setup`.

Only settings that were changed are written, and only when all of them are right together; others of the section stay.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...errors import ConfigError
from ...setting import Setting
from . import config_edit
from .config_edit import GONE
from .config_file import FILE
from .settings import ALL, OBSOLETE, PATH, SECTION, as_meant, checked, mapping

Ask = Callable[[str], str]
_YES = frozenset({"y", "yes"})


def own_name() -> str:
    """The name by which the host selects this provider: that of the plugin folder, which 0.19 needs to be another one."""
    folder = Path(__file__).absolute().parents[3]
    return folder.name if (folder / "plugin.yaml").is_file() else "holographic"


def schema() -> list[dict[str, Any]]:
    """Every setting in the form that the host's set-up and panel ask for: all values are texts there."""
    return [_field(setting) for setting in ALL.values()]


def _field(setting: Setting) -> dict[str, Any]:
    field: dict[str, Any] = {"key": setting.name, "description": f"{setting.help} Allowed: {setting.allowed}.", "default": as_text(setting.default)}
    if choices := setting.choices or (("true", "false") if setting.kind == "flag" else ()):
        field["choices"] = list(choices)
    return field


def as_text(value: Any) -> str:
    """A value as it stands in config.yaml."""
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


def save(home: Path, answers: Mapping[str, Any], *, provider: str = "") -> bool:
    """Write the answers that differ from what holds, and select the provider if it is named. False when nothing had to change.

    ConfigError, and nothing is written, when a value is wrong or config.yaml is no mapping.
    """
    path = home / FILE
    present = _section(path)
    given = {key: _typed(key, value) for key, value in answers.items() if key not in OBSOLETE}
    checked({**present, **{key: value for key, value in given.items() if value is not GONE}}, home)
    changes: list[config_edit.Change] = [
        (("plugins", SECTION, key), value) for key, value in given.items() if key in present or value not in (GONE, ALL[key].default)
    ]
    if provider:
        changes.append((("memory", "provider"), provider))
    return config_edit.change(path, changes)


def _section(path: Path) -> dict[str, Any]:
    plugins = mapping(config_edit.values(path).get("plugins"), "plugins", "sections")
    return dict(mapping(plugins.get(SECTION), PATH, "settings"))


def _typed(key: str, value: Any) -> Any:
    """An answer, which is a text, as a value of its setting; an empty one takes the setting out."""
    if value is None or value == "":
        return GONE
    if key not in ALL:
        return value  # the check names it
    if ALL[key].kind == "flag" and isinstance(value, str):
        return {"true": True, "false": False}.get(value.strip().lower(), value)
    return as_meant(key, value)


# --- the dialogue ---


def dialogue(home: Path, provider: str, ask: Ask | None = None, tell: Callable[[str], None] = print) -> bool:
    """Select the provider, and change settings if the person wants to. False when nothing could be saved; then it was said why."""
    ask = ask or _from_terminal
    try:
        present = _section(home / FILE)
        answers = _asked(present, ask, tell) if _wants(ask, tell) else {}
        changed = save(home, answers, provider=provider)
    except ConfigError as error:
        tell(f"\n  Nothing was changed. {error}\n")
        return False
    tell(f"\n  Memory provider: {provider}{'' if changed else ' (as before)'}")
    tell(f"  Settings: {PATH} in {home / FILE}")
    tell("  Start a new session to use them.\n")
    return True


def _wants(ask: Ask, tell: Callable[[str], None]) -> bool:
    tell(f"\n  {len(ALL)} settings have sensible defaults.")
    return ask("  Look through them now? [y/N] ").strip().lower() in _YES


def _asked(present: Mapping[str, Any], ask: Ask, tell: Callable[[str], None]) -> dict[str, Any]:
    tell("  Enter keeps what stands in brackets.\n")
    answers = {}
    for setting in ALL.values():
        answer = _answer(setting, present.get(setting.name, setting.default), ask, tell)
        if answer:
            answers[setting.name] = answer
    return answers


def _answer(setting: Setting, now: Any, ask: Ask, tell: Callable[[str], None]) -> str:
    tell(f"  {setting.help}")
    while True:
        answer = ask(f"  {setting.name} ({setting.allowed}) [{as_text(now)}]: ").strip()
        if not answer:
            return ""
        try:
            setting.check(_typed(setting.name, answer))
        except ConfigError as error:
            tell(f"  {error}")
            continue
        return answer


def _from_terminal(question: str) -> str:
    """A line; "" when nobody is there to answer."""
    sys.stdout.write(question)
    sys.stdout.flush()
    return sys.stdin.readline()
