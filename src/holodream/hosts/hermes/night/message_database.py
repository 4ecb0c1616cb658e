"""The host's database of sessions and messages (state.db), only read: both known versions, and what columns a later one still has.

Rows are read in two passes. The first goes through the file in small pages and keeps a time and a number for each row in which
somebody may speak; the second fetches these rows in order of time, some at once. So no question takes long and memory stays small.
"""

from __future__ import annotations

import contextlib
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ....errors import HolodreamError, StoreError
from ....store.readonly import PATIENCE, ReadOnlyFile
from .trust import Session, chat_type_of, only_person, roots

FILE_NAME = "state.db"
LONGEST = 400_000  # bytes of a message that is still read: nobody speaks that long
_SPAN = 2_000  # numbers of messages looked through in one question
_PAGE = 100  # messages fetched in one question
_SESSION_PAGE = 500
_SUMMARIES = ("[CONTEXT COMPACTION", "[CONTEXT SUMMARY]:")

_OF_SESSIONS = {"user_id": "''", "session_key": "''", "chat_id": "''", "chat_type": "''", "thread_id": "''", "parent_session_id": "''", "end_reason": "''"}
_FLAGS_OF_SESSIONS = ("archived", "hidden")  # out of sight by the owner's wish
_OF_MESSAGES = {"message_uid": "NULL", "display_kind": "NULL"}
_NEEDED = {"sessions": {"id", "source"}, "messages": {"id", "session_id", "role", "content", "timestamp"}}


class MessagesUnavailable(HolodreamError):
    """The messages cannot be read now; that is not the same as there being none."""


@dataclass(frozen=True, slots=True)
class Message:
    """One row in which a person may speak."""

    session: str
    timestamp: float  # Unix seconds
    content: str | None  # None: longer than LONGEST
    uid: str = ""  # the host's own, the same for all copies of a message (0.22)
    hidden: bool = False  # written by the host itself (0.22)


class MessageDatabase:
    """state.db while it is read. A context manager; every method raises MessagesUnavailable."""

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        self.path = path
        with _unavailable(path):
            self._file = ReadOnlyFile(path, patience=patience)
            self._columns = {table: self._file.columns(table) for table in _NEEDED}
        for table, needed in _NEEDED.items():
            if missing := needed - self._columns[table]:
                self._file.close()
                raise MessagesUnavailable(f"{path} is no message database that is known: {table} has no column {sorted(missing)[0]}.")

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> MessageDatabase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def sessions(self) -> Iterator[Session]:
        """All sessions but those that were put out of sight, or that an agent opened for another one."""
        columns = self._columns["sessions"]
        chosen = [f"coalesce({name}, '')" if name in columns else other for name, other in _OF_SESSIONS.items()]
        unseen = [f"coalesce({name}, 0) = 0" for name in _FLAGS_OF_SESSIONS if name in columns]
        delegated = ["instr(coalesce(model_config, ''), '_delegate_from') = 0"] if "model_config" in columns else []
        rows = list(self._by_rowid(f"SELECT rowid, id, source, {', '.join(chosen)} FROM sessions", [*unseen, *delegated]))
        lines = roots(self._continued())
        for row in rows:
            session_id, source, user_id, key, chat_id, stored_type, thread_id, *_ = (str(value) for value in row[1:])
            chat_type = chat_type_of(stored_type, key)
            person = only_person(source.lower(), user_id, chat_id, chat_type, thread_id, key)
            yield Session(session_id, source.lower(), chat_id, chat_type, person, lines.get(session_id, session_id))

    def _continued(self) -> list[tuple[str, str]]:
        """Each session that goes on where another one was compacted, with that one."""
        if not {"parent_session_id", "end_reason"} <= self._columns["sessions"]:
            return []
        question = "SELECT s.rowid, s.id, p.id FROM sessions s JOIN sessions p ON p.id = s.parent_session_id"
        return [(str(row[1]), str(row[2])) for row in self._by_rowid(question, ["p.end_reason = 'compression'"], "s.rowid")]

    def _by_rowid(self, question: str, conditions: list[str], number: str = "rowid") -> Iterator[tuple[Any, ...]]:
        last = -1
        while True:
            where = " AND ".join([f"{number} > ?", *conditions])
            rows = self._rows(f"{question} WHERE {where} ORDER BY {number} LIMIT {_SESSION_PAGE}", (last,))
            yield from rows
            if len(rows) < _SESSION_PAGE:
                return
            last = rows[-1][0]

    def places(self, sessions: frozenset[str], since: datetime, until: datetime) -> Places:
        """Where in the file people may speak in these sessions, within this time."""
        found = Places()
        first, last = self._rows("SELECT min(id), max(id) FROM messages")[0]
        begin = -1 if first is None else first - 1
        spoken = self._spoken()
        summary = self._summary()
        question = f"SELECT id, session_id, timestamp, {summary} FROM messages WHERE id > ? AND id <= ? AND timestamp >= ? AND timestamp < ? AND {spoken}"
        while last is not None and begin < last:
            end = begin + _SPAN
            for number, session, timestamp, is_summary in self._rows(question, (begin, end, since.timestamp(), until.timestamp())):
                if session in sessions and isinstance(timestamp, int | float):
                    found.note(number, str(session), float(timestamp), summary=bool(is_summary))
            begin = end
        return found

    def _spoken(self) -> str:
        """Rows that hold: not those that were taken back, nor (0.22) those that a copy stands for."""
        columns = self._columns["messages"]
        if not {"active", "compacted"} <= columns:
            return "role = 'user'" if "active" not in columns else "role = 'user' AND coalesce(active, 1) = 1"
        return "role IN ('user', 'assistant') AND (coalesce(active, 1) = 1 OR coalesce(compacted, 0) = 1) AND (role = 'user' OR " + self._summary() + ")"

    def _summary(self) -> str:
        """Whether a row is the host's summary of earlier turns."""
        tests = [f"substr(content, 1, {len(begin)}) = '{begin}'" for begin in _SUMMARIES]
        if "_compressed_summary" in self._columns["messages"]:
            tests.append("coalesce(_compressed_summary, 0) = 1")
        return f"({' OR '.join(tests)})"

    def messages(self, places: Places) -> Iterator[Message]:
        """The rows in order of time, read some at once."""
        columns = self._columns["messages"]
        chosen = [name if name in columns else other for name, other in _OF_MESSAGES.items()]
        content = f"CASE WHEN coalesce(length(CAST(content AS BLOB)), 0) <= {LONGEST} THEN coalesce(content, '') END"
        question = f"SELECT id, session_id, timestamp, {content}, {', '.join(chosen)} FROM messages WHERE role = 'user' AND id IN "
        order = places.in_time()
        for begin in range(0, len(order), _PAGE):
            page = order[begin : begin + _PAGE]
            rows = {row[0]: row for row in self._rows(f"{question}({','.join('?' * len(page))})", page)}
            for number in page:
                if row := rows.get(number):  # else it was deleted meanwhile
                    _, session, timestamp, text, uid, kind = row
                    yield Message(str(session), float(timestamp), None if text is None else str(text), str(uid or ""), hidden=bool(kind))

    def answered(self, reports: Mapping[str, datetime]) -> frozenset[str]:
        """Which of these words stand in something that the agent was given since the time beside them, and it then gave its answer.

        It is given a report by the prompt of a cron job, or by a tool that it called; its answer is its last words after that, without a call of a tool.
        """
        found: set[str] = set()
        _, end = self._rows("SELECT 0, max(id) FROM messages")[0]
        oldest = min((since.timestamp() for since in reports.values()), default=0.0)
        while end is not None and end > 0 and len(found) < len(reports):
            begin = end - _SPAN
            latest = self._rows("SELECT max(timestamp) FROM messages WHERE id > ? AND id <= ?", (begin, end))[0][0]
            if latest is not None and latest < oldest:
                break
            found |= {words for words, since in reports.items() if words not in found and self._answered_within(words, since, begin, end)}
            end = begin
        return frozenset(found)

    def _answered_within(self, words: str, since: datetime, begin: int, end: int) -> bool:
        question = (
            "SELECT m.session_id, m.id FROM messages m JOIN sessions s ON s.id = m.session_id WHERE m.id > ? AND m.id <= ? AND m.timestamp >= ? "
            "AND (m.role = 'tool' OR (m.role = 'user' AND s.source = 'cron')) AND instr(m.content, ?) > 0 LIMIT 20"
        )
        return any(self._has_answer(session, number) for session, number in self._rows(question, (begin, end, since.timestamp(), words)))

    def _has_answer(self, session: str, number: int) -> bool:
        calls = "coalesce(tool_calls, '') IN ('', '[]', 'null')" if "tool_calls" in self._columns["messages"] else "1"
        question = f"SELECT 1 FROM messages WHERE session_id = ? AND id > ? AND role = 'assistant' AND trim(coalesce(content, '')) <> '' AND {calls} LIMIT 1"
        return bool(self._rows(question, (session, number)))

    def _rows(self, question: str, values: Any = ()) -> list[tuple[Any, ...]]:
        with _unavailable(self.path):
            return self._file.rows(question, values)


class Places:
    """Which rows are to be fetched: 16 bytes for each, and when each session was compacted."""

    def __init__(self) -> None:
        self._numbers = array("q")
        self._times = array("d")
        self.compactions: dict[str, list[float]] = {}

    def note(self, number: int, session: str, timestamp: float, *, summary: bool) -> None:
        if summary:
            self.compactions.setdefault(session, []).append(timestamp)
        self._numbers.append(number)
        self._times.append(timestamp)

    def in_time(self) -> array[int]:
        """The numbers of the rows, the oldest first."""
        order = sorted(range(len(self._numbers)), key=lambda place: (self._times[place], self._numbers[place]))
        return array("q", (self._numbers[place] for place in order))

    def __len__(self) -> int:
        return len(self._numbers)


@contextlib.contextmanager
def _unavailable(path: Path) -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise MessagesUnavailable(f"{path} cannot be read now ({type(error).__name__}). Try again later.") from error
