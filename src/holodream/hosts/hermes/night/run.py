"""One night of a host's profile: its inputs gathered, decided, and what follows kept for the next night. A dry run writes nothing at all."""

from __future__ import annotations

import dataclasses
import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from ....errors import InvalidArgument
from ....night.decision import night
from ....night.inputs import NightInputs
from ....night.report import Report
from .. import private_files
from . import facts, host_config, memory_files, settings, state
from .host_config import HostConfig
from .message_database import FILE_NAME, MessageDatabase, MessagesUnavailable
from .messages import Speech
from .settings import FOLDER, DreamingSettings
from .state import Kept

_OK = "ok"
_SPARE_DAYS = 1  # that an answer may come before the day of its report: days are local


@dataclass(frozen=True, slots=True)
class Dream:
    """A night that was dreamt: its report, and why messages were not counted as speech."""

    report: Report
    settings: DreamingSettings
    left_out: Mapping[str, int] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """What the agent is given, of plain JSON values."""
        found = self.report.as_mapping()
        wake = found.pop("wake")
        numbers = {**found["statistics"], **{f"left_out_{why}": count for why, count in sorted(self.left_out.items())}}
        return {"wakeAgent": bool(wake), **found, "statistics": numbers}


def default_home() -> Path:
    """The host's home: $HERMES_HOME, or where it lies without that."""
    if home := os.environ.get("HERMES_HOME"):
        return Path(home).expanduser().absolute()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "hermes"
    return Path.home() / ".hermes"


def check_home(home: Path) -> None:
    """InvalidArgument when there is no home: nothing of the night makes one."""
    if not home.is_dir():
        raise InvalidArgument(f"There is no home of Hermes at {home}. Give its folder with --home, or set HERMES_HOME.")


def dream(home: Path, *, dry_run: bool = False, now: datetime | None = None, store: Path | None = None) -> Dream:
    """Dream a night. ConfigError when a file that decides over it is broken, InvalidArgument without a home; NightUnderWay while another one is at work.

    `store`: a file of facts to read in place of the one that the settings name.
    """
    check_home(home)
    home = home.absolute()  # files that settings name lie below it
    now = now or datetime.now(timezone.utc)
    chosen = settings.read(home)
    if store is not None:
        chosen = dataclasses.replace(chosen, facts_from="store", facts_path=store)
    host = host_config.read(home)
    if dry_run:
        return _Night(home, chosen, host, now, state.read(home)).dream()
    with private_files.alone(home / FOLDER, seconds=chosen.busy_seconds):
        kept = state.read(home)
        dreamt = _Night(home, chosen, host, now, kept).dream()
        if kept.problem:
            state.set_aside(home, now)
        _keep(home, dreamt, kept, now)
    return dreamt


def _keep(home: Path, dreamt: Dream, kept: Kept, now: datetime) -> None:
    """The diary first: a night that is not in the state is dreamt again, and its page of the diary is written over."""
    if dreamt.report.diary:
        state.write_diary(home, dreamt.report.diary, dreamt.settings.diary_chars, now)
    state.write(home, Kept(dreamt.report.next_state, {} if kept.problem else kept.told))


@dataclass
class _Night:
    home: Path
    settings: DreamingSettings
    host: HostConfig
    now: datetime
    kept: Kept

    def dream(self) -> Dream:
        speech = self._speech()
        inputs = self._inputs(speech)
        try:
            report = night(inputs, config=self.settings.night, now=self.now)
        except MessagesUnavailable as error:  # a night in which nobody was heard is another one than a night of silence
            speech.left_out.clear()
            report = night(dataclasses.replace(inputs, speech=(), messages_status=str(error)), config=self.settings.night, now=self.now)
        return Dream(report, self.settings, Counter(speech.left_out))

    def _speech(self) -> Speech:
        since = self.now - timedelta(days=self.settings.night.speech_days)
        return Speech(self.home / FILE_NAME, self.settings.trusted, since, self.now, patience=self.settings.busy_seconds)

    def _inputs(self, speech: Speech) -> NightInputs:
        found, facts_status = facts.read(self.settings, self.host)
        queue = memory_files.queue(self.home)
        answered, messages_status = self._answered()
        return NightInputs(
            facts=found,
            speech=speech if messages_status == _OK else (),
            files=memory_files.files(self.home, self.host.limits),
            state=self.kept.night,
            answered=answered,
            facts_status=facts_status,
            messages_status=messages_status,
            timezone=self.host.timezone,
            alerts=tuple(self._alerts(queue.unreadable)),
            queued=queue.writes,
        )

    def _alerts(self, unreadable: int) -> Iterable[str]:
        if self.kept.problem:
            yield (
                f"{FOLDER}/{state.STATE} could not be used ({self.kept.problem}) and is set aside: "
                "questions that were asked lately may come again, and rejected ones too."
            )
        if not state.diary_is_text(self.home):
            yield f"{FOLDER}/{state.DIARY} is no UTF-8 text and is set aside; a new one is begun."
        if unreadable:
            yield f"{unreadable} waiting writes to permanent memory (pending/memory) cannot be read and were passed over."

    def _answered(self) -> tuple[frozenset[str], str]:
        """The reports to which the agent really gave an answer, and whether messages can be read at all: else nobody can tell."""
        pending = self.kept.night.get("pending") or {}
        zone = ZoneInfo(self.host.timezone)
        days = {name: datetime.fromisoformat(one["day"]).replace(tzinfo=zone) - timedelta(days=_SPARE_DAYS) for name, one in pending.items()}
        try:
            with MessageDatabase(self.home / FILE_NAME, patience=self.settings.busy_seconds) as database:
                return database.answered(days), _OK
        except MessagesUnavailable as error:
            return frozenset(), str(error)
