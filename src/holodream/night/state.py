"""What nights leave to later ones: questions asked and rejected, entries seen. Fingerprints and days only, no text."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any, TypeVar

from ..errors import InvalidArgument
from .fingerprints import ABOUT_FACTS, fingerprint

T = TypeVar("T")
VERSION = 1
_PENDING_DAYS = 30  # a report that nobody answered for so long is forgotten
_SEEN_DAYS = 90  # an entry that is gone for so long counts as new when it comes back
_PARTS = ("rejected", "asked", "pending", "files", "unavailable")


class BrokenState(InvalidArgument):
    """The state cannot be used; the message names the part. Set the file aside, tell people, and start with an empty one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that the agent answered: the day it was asked on, and its section."""

    day: date
    section: str


@dataclass(frozen=True, slots=True)
class Pending:
    """A report that went out: its day, and its questions with their sections."""

    day: date
    questions: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Seen:
    """A memory file on the last night that could read it, and on the one before: characters of each entry by its fingerprint.

    `first`: the day each entry was first seen on.
    """

    day: date
    now: Mapping[str, int]
    before: Mapping[str, int]
    first: Mapping[str, date]


@dataclass(frozen=True, slots=True)
class State:
    """What a night knows of earlier ones."""

    rejected: Mapping[str, date] = field(default_factory=dict)
    asked: Mapping[str, Asked] = field(default_factory=dict)
    pending: Mapping[str, Pending] = field(default_factory=dict)
    files: Mapping[str, Seen] = field(default_factory=dict)
    unavailable: Mapping[str, tuple[date, ...]] = field(default_factory=dict)  # messages, facts: the nights in a row without them

    def as_mapping(self) -> dict[str, Any]:
        """The state as plain JSON values; `parse` reads it back."""
        return {
            "version": VERSION,
            "rejected": _days(self.rejected),
            "asked": {key: [one.day.isoformat(), one.section] for key, one in sorted(self.asked.items())},
            "pending": {name: {"day": one.day.isoformat(), "questions": dict(sorted(one.questions.items()))} for name, one in sorted(self.pending.items())},
            "files": {
                name: {"day": one.day.isoformat(), "now": dict(one.now), "before": dict(one.before), "first": _days(one.first)}
                for name, one in sorted(self.files.items())
            },
            "unavailable": {name: [day.isoformat() for day in days] for name, days in sorted(self.unavailable.items())},
        }


def _days(values: Mapping[str, date]) -> dict[str, str]:
    return {key: day.isoformat() for key, day in sorted(values.items())}


EMPTY = State()


# --- reading ---


def parse(data: Any) -> State:
    """The state from its mapping; an empty mapping is the first night. BrokenState names what cannot be used."""
    if not isinstance(data, Mapping):
        raise BrokenState("The state of the nights is no mapping.")
    if not data:
        return EMPTY
    version = data.get("version")
    if version != VERSION or isinstance(version, bool):
        newer = isinstance(version, int) and version > VERSION
        raise BrokenState(f"The state of the nights has version {str(version)[:20]}; {'update holodream' if newer else f'{VERSION} is expected'}.")
    unknown = sorted(str(name)[:40] for name in data if name not in ("version", *_PARTS))
    if unknown:
        raise BrokenState(f"The state of the nights holds unknown parts: {', '.join(unknown)}.")
    return State(
        rejected=_table(data, "rejected", _day),
        asked=_table(data, "asked", _asked),
        pending=_table(data, "pending", _pending),
        files=_table(data, "files", _seen),
        unavailable=_table(data, "unavailable", lambda value, where: tuple(_day(day, where) for day in _sequence(value, where))),
    )


def _table(data: Mapping[str, Any], name: str, read: Callable[[Any, str], T]) -> Mapping[str, T]:
    value = data.get(name)
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise BrokenState(f"The state of the nights: {name} is no table.")
    return MappingProxyType({key: read(one, name) for key, one in value.items()})


def _day(value: Any, where: str) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise BrokenState(f"The state of the nights: {where} holds something that is no day.") from error


def _sequence(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise BrokenState(f"The state of the nights: {where} holds something that is no list.")
    return list(value)


def _asked(value: Any, where: str) -> Asked:
    parts = _sequence(value, where)
    if len(parts) != 2 or not isinstance(parts[1], str):
        raise BrokenState(f"The state of the nights: {where} holds something that is no day with a section.")
    return Asked(_day(parts[0], where), parts[1])


def _pending(value: Any, where: str) -> Pending:
    questions = value.get("questions") if isinstance(value, Mapping) else None
    if not isinstance(questions, Mapping) or not all(isinstance(part, str) for pair in questions.items() for part in pair):
        raise BrokenState(f"The state of the nights: {where} holds something that is no report.")
    return Pending(_day(value.get("day"), where), dict(questions))


def _seen(value: Any, where: str) -> Seen:
    if not isinstance(value, Mapping):
        raise BrokenState(f"The state of the nights: {where} holds something that is no file.")
    first = value.get("first")
    if not isinstance(first, Mapping):
        raise BrokenState(f"The state of the nights: {where} holds something that is no file.")
    days = {str(key): _day(day, where) for key, day in first.items()}
    return Seen(_day(value.get("day"), where), _lengths(value.get("now")), _lengths(value.get("before")), days)


def _lengths(value: Any) -> Mapping[str, int]:
    if not isinstance(value, Mapping) or not all(isinstance(one, int) and not isinstance(one, bool) for one in value.values()):
        raise BrokenState("The state of the nights: files holds something that is no length.")
    return {str(key): one for key, one in value.items()}


# --- changing: each gives a new state ---


def settle(state: State, answered: Iterable[str], today: date, keep_days: int) -> State:
    """Reports that the agent answered start the cooldowns of their questions; what is over is let go."""
    asked = dict(state.asked)
    done = set(answered) & state.pending.keys()
    for name in sorted(done, key=lambda name: state.pending[name].day):
        report = state.pending[name]
        asked.update((key, Asked(report.day, section)) for key, section in report.questions.items() if key not in asked or asked[key].day <= report.day)
    oldest = today - timedelta(days=_PENDING_DAYS)
    return dataclasses.replace(
        state,
        asked={key: one for key, one in asked.items() if (today - one.day).days <= keep_days},
        pending={name: one for name, one in state.pending.items() if name not in done and one.day >= oldest},
    )


def issued(state: State, report_id: str, day: date, questions: Mapping[str, str]) -> State:
    """A report went out; without questions nothing is kept of it."""
    if not questions:
        return state
    return dataclasses.replace(state, pending={**state.pending, report_id: Pending(day, dict(questions))})


def seen(state: State, file: str, day: date, lengths: Mapping[str, int], before: Mapping[str, int]) -> State:
    """A memory file as it is tonight, and the one that it is compared with."""
    old = state.files.get(file)
    first = {} if old is None else {key: one for key, one in old.first.items() if key in lengths or (day - one).days <= _SEEN_DAYS}
    first |= {key: day for key in lengths if key not in first}
    return dataclasses.replace(state, files={**state.files, file: Seen(day, dict(lengths), dict(before), first)})


def missed(state: State, part: str, day: date, missing: bool) -> State:
    """One more night in a row without messages or facts, or the end of the row."""
    days = tuple(sorted({*state.unavailable.get(part, ()), day})) if missing else ()
    return dataclasses.replace(state, unavailable={name: one for name, one in {**state.unavailable, part: days}.items() if one})


def forget(data: Mapping[str, Any], texts: Iterable[str]) -> dict[str, Any]:
    """Take out every trace of facts that were forgotten, by their texts: the fingerprints of the questions about them."""
    state = parse(data)
    gone = {fingerprint(kind, text) for text in texts for kind in ABOUT_FACTS}
    return dataclasses.replace(
        state,
        rejected={key: day for key, day in state.rejected.items() if key not in gone},
        asked={key: one for key, one in state.asked.items() if key not in gone},
        pending={
            name: dataclasses.replace(one, questions={key: section for key, section in one.questions.items() if key not in gone})
            for name, one in state.pending.items()
        },
    ).as_mapping()


def reject(data: Mapping[str, Any], key: str, day: date) -> dict[str, Any]:
    """Close a question for good, by its key. BrokenState when the state cannot be used."""
    state = parse(data)
    return dataclasses.replace(state, rejected={**state.rejected, key: day}).as_mapping()


def unreject(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Open a question again that was closed."""
    state = parse(data)
    return dataclasses.replace(state, rejected={one: day for one, day in state.rejected.items() if one != key}).as_mapping()
