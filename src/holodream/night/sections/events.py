"""expired_events: facts and entries about a dated event that lay ahead when they were written, and is over."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from ...statements.dates import event_end
from ..desk import Desk
from ..fingerprints import HOLDS, fingerprint
from ..report import ExpiredEvent
from ..scoring import written_on
from .decays import first_seen

_SECTION = "expired_events"
_LOOK_BACK = 400  # days: an entry about plans that was there on the first night is not asked about for older dates


def expired_events(desk: Desk) -> tuple[ExpiredEvent, ...]:
    """The events that ended first come first."""
    return tuple(sorted((*_of_facts(desk), *_of_entries(desk)), key=lambda event: (event.day, event.key)))


def _over(desk: Desk, day: date | None) -> bool:
    return day is not None and day + timedelta(days=desk.config.expired_grace_days) < desk.today


def _of_facts(desk: Desk) -> Iterator[ExpiredEvent]:
    for fact in desk.by_score:
        written = written_on(fact, desk.zone)
        day = event_end(fact.content, written) if written else None
        if day is None or not _over(desk, day):
            continue
        desk.over.add(fact.fact_id)
        key = fingerprint(HOLDS, fact.content)
        if desk.decide(fact, _SECTION, key, ""):
            yield ExpiredEvent(key, day, fact.content, fact.fact_id, fact.version)


def _of_entries(desk: Desk) -> Iterator[ExpiredEvent]:
    for entry in desk.entries:
        if entry.settled:
            continue
        day = event_end(entry.text, _written(desk, entry.text, first_seen(desk, entry)))
        if day is None or not _over(desk, day):
            continue
        key = fingerprint("entry holds", entry.text)
        if not desk.closed(key) and desk.ask(_SECTION, key, about=entry):
            yield ExpiredEvent(key, day, entry.text, entry=desk.place(entry))


def _written(desk: Desk, text: str, seen: date) -> date:
    """When an entry was written, as far as it matters: what speaks of plans may be older than the first night that saw it."""
    return seen - timedelta(days=_LOOK_BACK) if desk.speech(text).cue("plans") else seen
