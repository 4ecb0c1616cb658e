"""The host's permanent memory, MEMORY.md and USER.md: entries with a line "§" between them, and the writes that wait for a person."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ....errors import InvalidArgument
from ....night.inputs import MemoryFile, QueuedWrite

FOLDER = "memories"
_QUEUE = ("pending", "memory")
_BETWEEN = "\n§\n"
_FILES = {"memory": "MEMORY.md", "user": "USER.md"}
_ACTIONS = ("add", "replace", "patch", "remove")
_MOST_QUEUED = 1000


def entries(path: Path) -> list[str]:
    """The entries of a file, each once, in their order. InvalidArgument when it is no text; OSError when it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidArgument(f"{path} is not UTF-8 text, so it is no memory file.") from error
    return list(dict.fromkeys(entry for entry in (part.strip() for part in text.split(_BETWEEN)) if entry))


def files(home: Path, limits: Mapping[str, int]) -> tuple[MemoryFile, ...]:
    """The memory files that are in use; one that cannot be read says so, and is not taken for empty."""
    return tuple(_file(home / FOLDER / name, limit) for name, limit in limits.items())


def _file(path: Path, limit: int) -> MemoryFile:
    try:
        return MemoryFile(path.name, tuple(entries(path)), limit)
    except FileNotFoundError:
        return MemoryFile(path.name, (), limit, "missing")
    except (InvalidArgument, OSError):
        return MemoryFile(path.name, (), limit, "unreadable")


@dataclass(frozen=True, slots=True)
class Queue:
    """The writes that wait for a person's approval, the oldest first, and how many files of the queue cannot be read."""

    writes: tuple[QueuedWrite, ...] = ()
    unreadable: int = 0


def queue(home: Path) -> Queue:
    """The agent's approval queue."""
    folder = home.joinpath(*_QUEUE)
    if not folder.is_dir():
        return Queue()
    found: list[tuple[float, QueuedWrite]] = []
    unreadable = 0
    for path in sorted(folder.glob("*.json"))[:_MOST_QUEUED]:
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            found += [(_time(record), write) for write in _writes(record["payload"])]
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            unreadable += 1
    return Queue(tuple(write for _, write in sorted(found, key=lambda pair: pair[0])), unreadable)


def _time(record: Mapping[str, Any]) -> float:
    created = record.get("created_at")
    return float(created) if isinstance(created, int | float) else 0.0


def _writes(payload: Mapping[str, Any]) -> Iterator[QueuedWrite]:
    file = _FILES[payload.get("target") or "memory"]
    operations = payload["operations"] if payload["action"] == "batch" else [payload]
    for one in operations:
        if one["action"] not in _ACTIONS:
            raise ValueError("an action that is not known")
        yield QueuedWrite(file, cast(Any, one["action"]), str(one.get("content") or one.get("new_text") or ""), str(one.get("old_text") or ""))
