"""What a session has been shown lately: the host replays every recalled line on all later turns, so none is repeated soon."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

from .evidence import Evidence
from .trace import Trace

_SESSIONS = 500  # sessions remembered at a time


class ShownFacts:
    """Thread-safe. Kept in memory only: a new process may show a fact once more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sessions: OrderedDict[str, tuple[int, dict[tuple[int, int], int]]] = OrderedDict()

    def unseen(self, session: str, evidence: Sequence[Evidence], turns: int, trace: Trace) -> list[Evidence]:
        """The candidates that this session was not shown within the last turns. Counts a turn."""
        with self._lock:
            turn, shown = self._sessions.pop(session, (0, {}))
            self._sessions[session] = (turn + 1, shown)
            while len(self._sessions) > _SESSIONS:
                self._sessions.popitem(last=False)
            fresh = [item for item in evidence if turn + 1 - shown.get(_key(item), -turns - 1) > turns]
        if len(fresh) < len(evidence):
            trace.note(f"{len(evidence) - len(fresh)} shown lately in this session")
        return fresh

    def note(self, session: str, evidence: Sequence[Evidence]) -> None:
        """These were really put in front of the agent in the current turn."""
        with self._lock:
            turn, shown = self._sessions.get(session, (1, {}))
            for item in evidence:
                shown[_key(item)] = turn

    def forget_session(self, session: str) -> None:
        """The session's context is gone (a reset, a compaction): everything may be shown again."""
        with self._lock:
            self._sessions.pop(session, None)


_by_file: dict[Path, ShownFacts] = {}
_by_file_lock = threading.Lock()


def shown_facts(path: Path) -> ShownFacts:
    """What the sessions of this process were shown from one file: a host makes new agents all the time, the memory of it must last."""
    with _by_file_lock:
        return _by_file.setdefault(path, ShownFacts())


def _key(item: Evidence) -> tuple[int, int]:
    return item.posting.fact.fact_id, item.posting.fact.version
