"""What nights leave in the host's home: state.json and the diary DREAMS.md, in the folder dreaming. A broken file is set aside, never taken for empty."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from ....errors import ConfigError
from ....night.state import BrokenState, parse
from .. import private_files
from .settings import FOLDER

STATE = "state.json"
DIARY = "DREAMS.md"
_VERSION = 1
_TITLE = "# Dreams\n"
_NIGHT = "\n## "  # before each night of the diary


@dataclass(frozen=True, slots=True)
class Kept:
    """What state.json holds: the state of the nights, and on which days the agent was told of which trouble (by its fingerprint)."""

    night: Mapping[str, Any] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""  # why the file on the disk cannot be used


def read(home: Path) -> Kept:
    """The state as the last night left it; `problem` says why it cannot be used. ConfigError when it cannot be read at all: then no night is dreamt."""
    path = home / FOLDER / STATE
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Kept()
    except UnicodeDecodeError:
        return Kept(problem="it is no text")
    except OSError as error:
        raise _unreadable(path, error) from error
    try:
        return _parsed(json.loads(text))
    except (ValueError, RecursionError) as error:
        return Kept(problem=str(error) if isinstance(error, BrokenState) else "it is damaged")


def _unreadable(path: Path, error: OSError) -> ConfigError:
    return ConfigError(f"{path} cannot be read ({error.strerror or type(error).__name__}). Mend its rights; until then no night is dreamt.")


def _parsed(data: Any) -> Kept:
    if not isinstance(data, Mapping) or data.get("version") != _VERSION:
        raise BrokenState("it has another form than this program writes")
    night, told = data.get("night"), data.get("told")
    if not isinstance(told, Mapping) or not all(isinstance(day, str) for day in told.values()):
        raise BrokenState("its list of troubles is damaged")
    parse(night)
    return Kept(dict(night), dict(told))  # type: ignore[arg-type]  # parse has looked at it


def write(home: Path, kept: Kept) -> None:
    """Keep a state for the next night; nothing is written when it is there already."""
    path = home / FOLDER / STATE
    text = json.dumps({"version": _VERSION, "night": kept.night, "told": kept.told}, ensure_ascii=True, indent=1, sort_keys=True) + "\n"
    if not (path.is_file() and path.read_bytes() == text.encode()):
        private_files.write(path, text)


def set_aside(home: Path, now: datetime) -> Path:
    """Keep a broken state under another name; returns where it lies. It stays in its place too until the new state is written."""
    return private_files.set_aside(home / FOLDER / STATE, now)


def was_told(kept: Kept, trouble: str, today: date, days: int) -> bool:
    """Whether the agent was told of a trouble within so many days."""
    try:
        return today - date.fromisoformat(kept.told.get(trouble, "")) < timedelta(days=days)
    except ValueError:
        return False


def telling(kept: Kept, trouble: str, today: date, days: int) -> Kept:
    """The state after the agent was told; troubles that are long past are dropped."""
    told = {name: day for name, day in kept.told.items() if was_told(kept, name, today, 10 * days)}
    return Kept(kept.night, {**told, trouble: today.isoformat()})


def diary_is_text(home: Path) -> bool:
    """Whether the diary is one that can be continued, or not there yet. ConfigError when it cannot be read at all: then no night is dreamt."""
    return _diary(home) is not None


def _diary(home: Path) -> str | None:
    """The diary as it is; None when it is no UTF-8 text."""
    path = home / FOLDER / DIARY
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return _TITLE
    except UnicodeDecodeError:
        return None
    except OSError as error:
        raise _unreadable(path, error) from error


def write_diary(home: Path, entry: str, most: int, now: datetime) -> None:
    """Put a night ("## day …") into the diary. One of the same day gives way to it, and the oldest nights go when all are longer than `most` characters.

    A diary that is no text is kept under another name, and a new one is begun.
    """
    path = home / FOLDER / DIARY
    present = _diary(home)
    if present is None:
        private_files.set_aside(path, now)
        present = _TITLE
    title, *nights = f"\n{present}".split(_NIGHT)
    tonight = entry.strip().removeprefix("## ")
    kept = [night.strip() for night in nights if _day(night) != _day(tonight)]
    kept.append(tonight)
    while len(kept) > 1 and sum(map(len, kept)) > most:
        del kept[0]
    text = "\n".join([title.strip() + "\n", *(f"## {night}\n" for night in kept)])
    if text != present:
        private_files.write(path, text)


def _day(night: str) -> str:
    return night.lstrip()[:10]
