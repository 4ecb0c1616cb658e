"""A home of the host with a store, messages and memory files, in which a night has something to say."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import holodream

from . import message_files
from .message_files import message, session, written

FACT = "The spare key of the cabin hangs behind the blue barrel."
SAID = ("The spare key of the cabin still hangs behind the blue barrel.", "Yes, the spare key of the cabin hangs behind the blue barrel, I looked.")
ENTRY = "The library card of Ana is green."


class NightHome:
    """A fact that was told three days ago, and that its owner spoke of on the two days since."""

    def __init__(self, path: Path, version: str = "0.22") -> None:
        self.path = path
        self.now = datetime.now(timezone.utc)
        (path / "memories").mkdir(parents=True)
        (path / "memories" / "MEMORY.md").write_text(ENTRY, encoding="utf-8")
        with holodream.open(path / "memory_store.db") as memory:
            memory.add(FACT, source="said")
            memory.settle()
        with written(path / "memory_store.db") as store:
            store.execute("UPDATE fact_heads SET written_at = datetime(written_at, '-3 days')")
        self.messages = message_files.empty(path / "state.db", version)
        with written(self.messages) as connection:
            session(connection)
            for days, words in zip((2, 1), SAID, strict=True):
                message(connection, words, at=self.at(days))

    def at(self, days: float) -> float:
        return (self.now - timedelta(days=days)).timestamp()

    def configure(self, **values: Any) -> None:
        (self.path / "dreaming").mkdir(exist_ok=True)
        (self.path / "dreaming" / "dreaming.json").write_text(json.dumps(values), encoding="utf-8")

    @property
    def state(self) -> dict[str, Any]:
        """The state of the nights as it lies on the disk."""
        return dict(json.loads((self.path / "dreaming" / "state.json").read_text(encoding="utf-8"))["night"])

    def files(self) -> dict[str, tuple[int, int, bytes]]:
        """All that lies in the home: time, rights, content."""
        found = [path for path in sorted(self.path.rglob("*")) if path.is_file()]
        return {str(path.relative_to(self.path)): (path.stat().st_mtime_ns, path.stat().st_mode, path.read_bytes()) for path in found}

    def answer(self, report_id: str, words: str = "Two things to ask.", *, source: str = "cron", calls: str | None = None) -> None:
        """The host's agent is given a report by a job and gives an answer."""
        with written(self.messages) as connection:
            name = f"cron_1_{report_id}"
            session(connection, name, source, chat_id=None, chat_type=None, user_id=None)
            prompt = f'[IMPORTANT: You are running as a scheduled cron job. DELIVERY: x]\n{{"wakeAgent": true, "report_id": "{report_id}"}}'
            message(connection, prompt, name, at=self.at(0))
            if words or calls:
                message(connection, words, name, at=self.at(0), role="assistant", tool_calls=calls)
