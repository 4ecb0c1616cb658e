"""What the memory did last: for the host's recall indicator, its log, `hermes memory status` and `holodream doctor`.

The numbers of the last recall and the last start lie in a small file of the profile, without a text of a person or a fact.
"""

from __future__ import annotations

import functools
import json
import logging
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .budget import lane

if TYPE_CHECKING:
    from ...results import Found

log = logging.getLogger("holodream.hermes")

LABEL = "Holographic"
FILE = Path("plugin-data") / "holographic" / "status.json"  # below the host's home
_lock = threading.Lock()
_to_write: dict[Path, dict[str, Any]] = {}  # by home, what is new since the last write


@dataclass(frozen=True, slots=True)
class LastRecall:
    """One recall before a turn: how many facts, about how many tokens, how many milliseconds, and why there was nothing."""

    facts: int = 0
    tokens: int = 0
    milliseconds: int = 0
    why_nothing: str = ""

    @classmethod
    def of(cls, found: Found, seconds: float) -> LastRecall:
        """What a recall brought up, or the steps at which everything was dropped."""
        from ...recall.block import tokens

        if found.hits:
            return cls(len(found.hits), tokens(found.text), round(seconds * 1000))
        return cls(milliseconds=round(seconds * 1000), why_nothing="; ".join(found.trace.steps))

    def __str__(self) -> str:
        if not self.facts:
            return f"nothing ({self.why_nothing or 'not asked yet'}), {self.milliseconds} ms"
        return f"{self.facts} {'fact' if self.facts == 1 else 'facts'}, about {self.tokens} tokens, {self.milliseconds} ms"

    def indicator(self) -> Any:
        """The host's own record for its indicator (0.22); None when there is nothing to show."""
        if not self.facts:
            return None
        try:
            from agent.memory_provider import RecallStatus  # type: ignore[import-not-found]
        except ImportError:  # 0.19 has no indicator
            return None
        return RecallStatus(provider_label=LABEL, count=self.facts, glyph="🧠")


def note_recall(home: Path, last: LastRecall) -> None:
    """Log a recall and keep its numbers; nobody waits for that."""
    log.info("holographic: recall: %s", last)
    _keep(home, "recall", asdict(last))


def note_start(home: Path, problem: str) -> None:
    """Keep whether memory came up, or why not; nobody waits for that."""
    _keep(home, "start", {"problem": problem})


def kept(home: Path) -> dict[str, dict[str, Any]]:
    """What was kept: "recall" and "start", each with the time "at". Empty when nothing was, or when it cannot be read."""
    try:
        found = json.loads((home / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {key: value for key, value in found.items() if isinstance(value, dict)} if isinstance(found, dict) else {}


def last_recall(home: Path) -> str:
    """The last recall of any process as a line for people; "" when none was kept."""
    values = kept(home).get("recall")
    if values is None:
        return ""
    fields = {name: values[name] for name in LastRecall.__slots__ if name in values}
    return f"{LastRecall(**fields)}, at {values.get('at', '?')}"


def last_problem(home: Path) -> str:
    """Why memory was off when a session last began; "" when it was not."""
    return str(kept(home).get("start", {}).get("problem") or "")


def overview(home: Path) -> dict[str, str]:
    """What `hermes memory status` shows: is memory on, where are the facts, what did the last recall do. Opens no store."""
    from ...errors import HolodreamError
    from . import settings

    shown = {}
    try:
        chosen = settings.read(home)
        shown["memory"] = "on"
        shown["store"] = str(chosen.path) if chosen.path.exists() else f"{chosen.path} (not there yet)"
    except HolodreamError as error:
        shown["memory"] = f"OFF: {error}"
    if line := last_recall(home):
        shown["last recall"] = line
    return shown


def _keep(home: Path, what: str, values: Mapping[str, Any]) -> None:
    record = {"at": f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M:%S} UTC", **values}
    with _lock:
        _to_write.setdefault(home, {})[what] = record
    lane(home / FILE, "status", workers=1).later(functools.partial(_write, home), most_waiting=1)  # one that waits writes all that is new


def _write(home: Path) -> None:
    from .private_files import write

    with _lock:
        records = _to_write.pop(home, {})
    if records and home.is_dir():
        write(home / FILE, json.dumps({**kept(home), **records}, ensure_ascii=False))
