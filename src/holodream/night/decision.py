"""A night from its inputs to its report, step by step. Pure: the same inputs give the same report, and nothing is written."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta, timezone, tzinfo
from typing import Any

from ..errors import InvalidArgument
from . import diary
from .counting import Counted, Counting, counted
from .desk import Desk
from .entries import Entry, entries_of
from .fingerprints import fingerprint
from .heard import NOTHING, Heard, said_since
from .inputs import NightFact, NightInputs, Utterance
from .report import SECTIONS, Alert, Quarantined, Report
from .scoring import score
from .sections.alerts import alerts, baseline, lengths
from .sections.confirmations import confirmations
from .sections.conflicts import conflicts
from .sections.decays import fact_decays, md_decays
from .sections.events import expired_events
from .sections.new_facts import new_facts
from .sections.promotions import promotions, to_confirm
from .sections.quarantine import sort_out
from .sections.themes import emerging_themes
from .settings import NightConfig
from .state import State, issued, missed, parse, seen, settle
from .zones import zone_of

# In this order: a fact that one section asks about is left out by those after it (but a promotion may be confirmed in the store too).
_ASKING: Mapping[str, Callable[[Desk], tuple[Any, ...]]] = {
    "conflicts": conflicts,
    "expired_events": expired_events,
    "confirmations": confirmations,
    "promotions": promotions,
    "to_confirm": to_confirm,
    "fact_decays": fact_decays,
    "md_decays": md_decays,
    "new_facts": new_facts,
    "emerging_themes": emerging_themes,
}
_QUIET = frozenset({"new_facts", "alerts"})  # sections that do not wake the agent by being there


def night(inputs: NightInputs, *, config: NightConfig | None = None, now: datetime | None = None) -> Report:
    """What a night proposes; writes nothing. `now` is aware and decides which local day it is (None: the clock is asked once).

    Pure otherwise, so that a night can be replayed. Keep `Report.next_state` and give it to the next night as `state`.
    Errors: InvalidArgument for inputs that cannot be used, BrokenState (one of them) for a state that cannot be.
    """
    config = config or NightConfig()
    moment = _checked(inputs, now)
    zone = zone_of(inputs.timezone)
    today = moment.astimezone(zone).date()
    state = settle(parse(inputs.state), inputs.answered, today, max(config.cooldown_days, config.entry_cooldown_days))
    state = _looked(state, inputs, config, today)
    facts = inputs.facts if inputs.facts_status == "ok" else ()
    entries = entries_of((file for file in inputs.files if file.status != "unreadable"), inputs.queued)
    usable = sort_out(facts, entries)
    window = _Window(inputs.speech if inputs.messages_status == "ok" else (), moment, timedelta(days=config.speech_days))
    said, said_of = _listened(usable.facts, usable.entries, window, zone, state, inputs, config)
    scored = {fact.fact_id: score(fact, said.get(fact.fact_id, NOTHING), today, zone, config) for fact in usable.facts}
    desk = Desk(inputs, config, today, zone, state, usable.facts, usable.entries, entries, said, said_of, scored)
    asked = inputs.messages_status in ("ok", "none")
    sections: dict[str, tuple[Any, ...]] = {name: ask(desk) if asked else () for name, ask in _ASKING.items()}
    sections["quarantine"] = _open(desk, "quarantine", usable.held if asked else ())
    sections["alerts"] = _open(desk, "alerts", alerts(inputs, config, state))
    return _report(desk, sections, window.count)


def _checked(inputs: NightInputs, now: datetime | None) -> datetime:
    if not isinstance(inputs, NightInputs):
        raise InvalidArgument(f"inputs is a holodream.NightInputs, not {type(inputs).__name__}.")
    moment = datetime.now(timezone.utc) if now is None else now
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        raise InvalidArgument("now is a datetime with a time zone.")
    if any(fact.written_at is not None and fact.written_at.tzinfo is None for fact in inputs.facts):
        raise InvalidArgument("written_at of a fact is a datetime with a time zone.")
    ids = [fact.fact_id for fact in inputs.facts]
    if len(set(ids)) < len(ids) or any(fact_id <= 0 for fact_id in ids):
        raise InvalidArgument("The ids of facts are whole numbers above 0, each there once.")
    return moment


def _looked(state: State, inputs: NightInputs, config: NightConfig, today: date) -> State:
    """The state with tonight's files in it, and with what could not be read."""
    for file in inputs.files:
        if file.status != "unreadable":
            state = seen(state, file.name, today, lengths(file), baseline(file.name, state, config, today))
    state = missed(state, "messages", today, inputs.messages_status not in ("ok", "none"))
    return missed(state, "facts", today, inputs.facts_status not in ("ok", "none"))


class _Window:
    """The messages of the last days, counted as they pass; those of the future (a wrong clock) are left out."""

    def __init__(self, speech: Iterable[Utterance], now: datetime, span: timedelta) -> None:
        self._speech = speech
        self._first, self._last = now - span, now
        self.count = 0

    def __iter__(self) -> Iterator[Utterance]:
        for utterance in self._speech:
            if utterance.at.tzinfo is None:
                raise InvalidArgument("at of an utterance is a datetime with a time zone.")
            if self._first <= utterance.at <= self._last:
                self.count += 1
                yield utterance


def _listened(
    facts: Sequence[NightFact], entries: Sequence[Entry], window: _Window, zone: tzinfo, state: State, inputs: NightInputs, config: NightConfig
) -> tuple[dict[int, Heard], dict[str, Heard]]:
    """What people said of each fact and of each entry. Statements of entries are counted beside the facts, under numbers below 0."""
    statements: list[NightFact] = []
    numbers: dict[str, list[int]] = {}
    for entry in entries:
        if not entry.staged and entry.key not in numbers:
            numbers[entry.key] = list(range(-len(statements) - 1, -len(statements) - 1 - len(entry.parts), -1))
            statements += [NightFact(number, 1, part) for number, part in zip(numbers[entry.key], entry.parts, strict=True)]
    found = counted((*facts, *statements), window, timezone=inputs.timezone, settings=_counting(config))
    said = {fact.fact_id: said_since((found[fact.fact_id],), fact.written_at, zone) for fact in facts if fact.fact_id in found}
    since = {entry.key: _appeared(entry, state, zone) for entry in entries}
    said_of = {key: _together(key, of, found, since, zone) for key, of in numbers.items() if any(number in found for number in of)}
    return said, said_of


def _together(key: str, numbers: Iterable[int], found: Mapping[int, Counted], since: Mapping[str, datetime | None], zone: tzinfo) -> Heard:
    return said_since((found[number] for number in numbers if number in found), since[key], zone)


def _appeared(entry: Entry, state: State, zone: tzinfo) -> datetime | None:
    """The first moment of the day whose night first saw an entry: what was said before led to it. None when it was there on the first night of its file."""
    file = state.files.get(entry.file)
    if file is None or entry.key not in file.first or file.first[entry.key] <= min(file.first.values()):
        return None
    day = file.first[entry.key]
    return datetime(day.year, day.month, day.day, tzinfo=zone)


def _counting(config: NightConfig) -> Counting:
    return Counting(**{field.name: getattr(config, f"corroboration_{field.name}") for field in dataclasses.fields(Counting)})


def _open(desk: Desk, section: str, found: Iterable[Quarantined | Alert]) -> tuple[Any, ...]:
    """Those that are not closed, within the limit of the section; alerts have none."""
    kept = []
    for one in found:
        if desk.closed(one.key):
            continue
        if section == "alerts":
            desk.questions[one.key] = section
        elif not desk.ask(section, one.key):
            continue
        kept.append(one)
    return tuple(kept)


def _report(desk: Desk, sections: Mapping[str, tuple[Any, ...]], messages: int) -> Report:
    reasons = _wake_reasons(sections, desk.config)
    report_id = f"{desk.today:%Y%m%d}-{fingerprint(*sorted(desk.questions))[:8]}"
    statistics: dict[str, int | str] = {
        "facts": len(desk.facts),
        "entries": sum(not entry.staged for entry in desk.entries),
        "messages": messages,
        "facts_heard": len(desk.said),
        "entries_heard": len(desk.said_of),
        "facts_status": desk.inputs.facts_status,
        "messages_status": desk.inputs.messages_status,
    }
    statistics.update((f"{section}_without_room", count) for section, count in sorted(desk.passed_over.items()))
    state = issued(desk.state, report_id, desk.today, desk.questions).as_mapping()
    rest: dict[str, Any] = {**sections, "statistics": statistics, "next_state": state, "scores": desk.explained()}
    report = Report(report_id, desk.today, bool(reasons), reasons, **rest)
    return dataclasses.replace(report, diary=diary.entry(report))


def _wake_reasons(sections: Mapping[str, tuple[Any, ...]], config: NightConfig) -> tuple[str, ...]:
    """The sections that wake the agent."""
    reasons = [name for name in SECTIONS if sections[name] and name not in _QUIET]
    if config.wake_new_facts and len(sections["new_facts"]) >= config.wake_new_facts:
        reasons.append("new_facts")
    if any(alert.wakes for alert in sections["alerts"]):
        reasons.append("alerts")
    return tuple(reasons)
