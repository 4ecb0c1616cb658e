"""Copies of messages that the host made: by compaction, by a branch, by a session that goes on in another one."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from .message_database import Message
from .trust import Session

_MARK = 8  # bytes
_AT_ONCE = 1.0  # seconds between a compaction and the time of the copies that it made


class Copies:
    """Tells a copy when asked in order of time. Only lines of sessions that were compacted cost memory: some bytes a message."""

    def __init__(self, sessions: Mapping[str, Session], compactions: Mapping[str, Sequence[float]]) -> None:
        self._compactions = compactions
        self._lines = {sessions[session].root for session in compactions if session in sessions}
        self._uids: set[bytes] = set()
        self._earlier: dict[str, set[bytes]] = {}
        self._now = 0.0
        self._at_this_time: set[bytes] = set()

    def is_copy(self, message: Message, session: Session, words: str) -> bool:
        """Whether what was said in this message was here before; `words`: a person's own."""
        if message.timestamp != self._now:
            self._now, self._at_this_time = message.timestamp, set()
        mark = _mark(f"{session.chat}\n{words}")
        found = mark in self._at_this_time
        self._at_this_time.add(mark)
        return self._was_in_line(message, session.root, mark) or found if session.root in self._lines else found

    def _was_in_line(self, message: Message, line: str, mark: bytes) -> bool:
        earlier = self._earlier.setdefault(line, set())
        uid = _mark(message.uid)
        found = (bool(message.uid) and uid in self._uids) or (mark in earlier and self._stamped_by_compaction(message))
        earlier.add(mark)
        if message.uid:
            self._uids.add(uid)
        return found

    def _stamped_by_compaction(self, message: Message) -> bool:
        """A message that had no time gets that of the compaction which copied it."""
        return any(abs(message.timestamp - time) < _AT_ONCE for time in self._compactions.get(message.session, ()))


def _mark(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_MARK).digest()
