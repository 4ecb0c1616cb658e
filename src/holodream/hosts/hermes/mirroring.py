"""What the agent writes to the built-in memory (MEMORY.md, USER.md), kept as facts too: add, replace, patch and remove follow.

A mirrored fact is known by who wrote it. 0.22 tells the whole entry that was replaced or removed, 0.19 only a part of it, so the entry is
looked for among the mirrored ones; when more than one could be meant, nothing is changed.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import InvalidArgument

if TYPE_CHECKING:
    from ...memory import Memory
    from ...store import Fact

log = logging.getLogger("holodream.hermes")

_FILES = {"memory": ("MEMORY.md", "general"), "user": ("USER.md", "user_pref")}  # target: file, category
_JOBS = ("cron", "subagent")


@dataclass(frozen=True, slots=True)
class MemoryWrite:
    """One committed write of the host's memory tool. `old`: the entry that went, or a part of it."""

    action: str
    target: str
    content: str
    old: str
    whole: bool  # `old` is the whole entry
    session: str | None = None
    by_job: bool = False

    @classmethod
    def of(cls, action: Any, target: Any, content: Any, metadata: Any) -> MemoryWrite | None:
        """What the host tells; None for what is no write of the two files."""
        told = metadata if isinstance(metadata, Mapping) else {}
        if not isinstance(target, str) or target not in _FILES or action not in ("add", "replace", "patch", "remove") or not isinstance(content, str | None):
            return None
        whole, part = told.get("previous_content"), told.get("old_text")
        old = whole if isinstance(whole, str) and whole.strip() else part if isinstance(part, str) else ""
        session = told.get("session_id")
        return cls(
            action, target, (content or "").strip(), old.strip(), old is whole,
            session if isinstance(session, str) and session else None, any(told.get(key) in _JOBS for key in ("platform", "execution_context")),
        )  # fmt: skip

    @property
    def writer(self) -> str:
        """Under which name mirrored facts are kept."""
        return f"builtin:{_FILES[self.target][0]}"


def mirror(memory: Memory, write: MemoryWrite) -> None:
    """Let the facts follow a write. What cannot be kept as a fact leaves no old text behind that would count as true."""
    old = None if write.action == "add" else _meant(memory.written_by(write.writer), write)
    if write.action == "remove":
        if old is not None:
            memory.end(old.fact_id, by=write.writer, session=write.session, expect=old.version)
        return
    if old is None:
        _add(memory, write)
    elif old.content != write.content and not _changed(memory, old, write):
        memory.end(old.fact_id, by=write.writer, session=write.session, expect=old.version)
        _add(memory, write)


def _add(memory: Memory, write: MemoryWrite) -> None:
    try:
        added = memory.add(write.content, category=_FILES[write.target][1], by=write.writer, session=write.session)
    except InvalidArgument as error:
        log.info("holographic: an entry of %s is not mirrored: %s", _FILES[write.target][0], error)
        return
    if added.status == "refused":
        log.info("holographic: an entry of %s is not mirrored: %s", _FILES[write.target][0], added.reason)


def _changed(memory: Memory, old: Fact, write: MemoryWrite) -> bool:
    """Whether the mirrored fact took the new text."""
    try:
        done = memory.change(old.fact_id, write.content, by=write.writer, session=write.session, expect=old.version)
    except InvalidArgument:  # told by `_add`
        return False
    return done.status in ("changed", "unchanged")


def _meant(mirrored: list[Fact], write: MemoryWrite) -> Fact | None:
    """The mirrored fact whose entry went; None when there is none, or more than one that could be it."""
    if not write.old:
        return None
    exact = [fact for fact in mirrored if fact.content == write.old]
    if exact or write.whole:
        return exact[0] if exact else None
    holding = [fact for fact in mirrored if write.old in fact.content]
    if len(holding) > 1:
        log.info("holographic: %d mirrored entries of %s hold the text that was replaced or removed; none was changed", len(holding), _FILES[write.target][0])
    return holding[0] if len(holding) == 1 else None
