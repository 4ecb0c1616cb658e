"""alerts: entries that vanished overnight, files that are nearly full, sources that cannot be read, and what the host noticed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from ..entries import JOINT, Entry
from ..fingerprints import asked_about, fingerprint
from ..inputs import MemoryFile, NightInputs
from ..report import Alert
from ..settings import NightConfig
from ..state import Seen, State
from .promotions import used

_NONE = ("ok", "none")


def alerts(inputs: NightInputs, config: NightConfig, state: State) -> Iterator[Alert]:
    """`state` knows tonight's files and missing sources already. A source that is missing for the first nights wakes nobody."""
    for part, status in (("messages", inputs.messages_status), ("facts", inputs.facts_status)):
        if status not in _NONE:
            nights = len(state.unavailable.get(part, ()))
            kind = f"{part}_unavailable"
            text = f"The {part} could not be read for {nights} {'nights in a row' if nights > 1 else 'night'}: {status.rstrip('.')}."
            yield Alert(fingerprint(kind), kind, text, wakes=nights >= config.unavailable_nights)
    for file in inputs.files:
        yield from _of_file(file, config, state)
    for text in inputs.alerts:
        yield Alert(fingerprint("host", text), "host", text)


def _of_file(file: MemoryFile, config: NightConfig, state: State) -> Iterator[Alert]:
    if file.status == "unreadable":
        text = f"{file.name} could not be read; nothing is proposed for permanent memory."
        yield Alert(fingerprint("unreadable", file.name), "file_unreadable", text, file.name)
        return
    seen = state.files.get(file.name)
    lost = _lost(seen, state, config) if seen else ""
    if seen and lost:
        yield Alert(_loss_key(file.name, seen), "loss", f"{file.name} lost {lost}. Was that meant?", file.name)
    if file.limit and used(file) >= config.pressure_share * file.limit:
        text = f"{file.name} holds {used(file)} of {file.limit} characters; a longer text will not fit. Shorten or join entries."
        yield Alert(fingerprint("pressure", file.name), "memory_pressure", text, file.name)


def _lost(seen: Seen, state: State, config: NightConfig) -> str:
    """How much of a file vanished overnight, beyond what the agent was asked about; "" when that is little."""
    expected = {key for key in seen.before if asked_about(key) in state.asked}
    gone = [key for key in seen.before if key not in seen.now and key not in expected]
    fresh = [key for key in seen.now if key not in seen.before]
    entries = len(gone) - len(fresh)
    characters = sum(seen.before[key] for key in gone) - sum(seen.now[key] for key in fresh)
    if gone and entries >= config.loss_share * len(seen.before):
        return f"{entries} of {len(seen.before)} entries"
    whole = sum(seen.before.values())
    return f"{characters} of {whole} characters" if whole and characters >= config.loss_share * whole else ""


def _loss_key(file: str, seen: Seen) -> str:
    return fingerprint("loss", file, *sorted(key for key in seen.before if key not in seen.now))


def baseline(file: str, state: State, config: NightConfig, today: date) -> Mapping[str, int]:
    """What tonight's file is compared with: the file of the night before, or the one before a loss that nobody has answered for yet."""
    seen = state.files.get(file)
    if seen is None:
        return {}
    open_loss = bool(_lost(seen, state, config)) and _loss_key(file, seen) not in {*state.asked, *state.rejected}
    return seen.before if seen.day == today or open_loss else seen.now


def lengths(file: MemoryFile) -> dict[str, int]:
    """Characters of each entry of a file by its key."""
    return {Entry(file.name, 0, text).key: len(text) + JOINT for text in file.entries}
