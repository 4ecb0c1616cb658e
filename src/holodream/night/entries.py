"""The entries of permanent memory: their statements, which are pinned or wait for approval, and which is nearest to a fact."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..statements.understanding import Speech, understand
from .anchors import anchor
from .facts import FactIndex
from .fingerprints import fingerprint
from .inputs import MemoryFile, NightFact, QueuedWrite
from .overlap import NONE, Overlap, differences, overlap
from .report import Place, Target

PINS = ("📌", "[pinned]", "(pinned)", "#pinned")  # an entry with one of them is never asked about
JOINT = 3  # characters that the host puts between two entries
_USER_FILE = "USER.md"
_SENTENCE = re.compile(r"(?<=[.!?…;；])\s+|(?<=[。！？；।])|\n+")
_LEAST = 0.1  # share of a statement's rarer words that a fact holds at least, roughly
_LEAST_RIVAL = 0.35  # the same for one that says it with other numbers
_MOST = 12  # statements that a fact is compared with
_MEMORY = 32_000_000  # bytes for understood statements
_LONGEST_WHOLE = 400  # characters
_FEWEST = 12  # characters of a statement that stands alone


@dataclass(frozen=True, eq=False)
class Entry:
    """One entry. `waits`: a write in the approval queue changes or removes it. `staged`: it is itself only in the queue, and has no place yet."""

    file: str
    number: int  # in its file, from 1
    text: str
    waits: bool = False
    staged: bool = False

    @functools.cached_property
    def key(self) -> str:
        return fingerprint("entry", self.text)

    @property
    def pinned(self) -> bool:
        lower = self.text.lower()
        return any(pin in lower for pin in PINS)

    @property
    def settled(self) -> bool:
        """Whether nothing is asked about it."""
        return self.pinned or self.waits or self.staged

    @functools.cached_property
    def parts(self) -> tuple[str, ...]:
        """Its statements: lines and sentences, a short one together with the one before it."""
        found: list[str] = []
        for piece in filter(None, map(str.strip, _SENTENCE.split(self.text))):
            if found and len(piece) < _FEWEST:
                found[-1] = f"{found[-1]} {piece}"
            else:
                found.append(piece)
        return tuple(found)

    @functools.cached_property
    def statements(self) -> tuple[Speech, ...]:
        return tuple(map(understand, self.parts))

    @functools.cached_property
    def whole(self) -> tuple[Speech, ...]:
        """All of an entry of several statements, if it is short: a fact may be spread over them."""
        return (understand(self.text),) if len(self.parts) > 1 and len(self.text) <= _LONGEST_WHOLE else ()


def target_of(file: str) -> Target:
    """The name by which the host's memory tool knows a file."""
    return "user" if file == _USER_FILE else "memory"


def entries_of(files: Iterable[MemoryFile], queued: Sequence[QueuedWrite]) -> tuple[Entry, ...]:
    """All entries, and the texts that wait for approval as entries without a place."""
    found = []
    for file in files:
        changes = [write.old_text for write in queued if write.file == file.name and write.action != "add" and write.old_text]
        found += [Entry(file.name, number, text, any(old in text for old in changes)) for number, text in enumerate(file.entries, 1)]
    found += [Entry(write.file, 0, write.text, staged=True) for write in queued if write.action != "remove" and write.text.strip()]
    return tuple(found)


def place(entry: Entry, entries: Iterable[Entry], longest: int, likeness: float = 0.0) -> Place:
    """Where an entry stands, with an anchor that is unique in its file."""
    others = [other.text for other in entries if other.file == entry.file and not other.staged and other.number != entry.number and other.text != entry.text]
    found = anchor(entry.text, others, longest)
    return Place(entry.file, target_of(entry.file), entry.text, found, found == entry.text, likeness)


class EntryIndex:
    """Which entries share rarer words with a fact, so that only these are compared."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._places = [(entry, number) for entry in entries for number in range(len(entry.parts))]
        statements = [NightFact(place, 1, entry.parts[number]) for place, (entry, number) in enumerate(self._places, 1)]
        self._index = FactIndex(statements, household=len(statements) + 1, memory=_MEMORY)

    def near(self, text: str, least: float = _LEAST) -> list[tuple[Entry, int]]:
        """The statements that share most with a text, as entries with the numbers of the statements; roughly, and without understanding the text."""
        if not self._places:
            return []
        shares = self._index.candidates(text).sharing(least)
        best = sorted(shares, key=lambda place: (-shares[place], place))[:_MOST]
        return [self._places[place] for place in best]

    def overlaps(self, text: str, fact: Speech) -> tuple[tuple[Entry, Overlap], ...]:
        """Each entry that is near to a fact with what its best statement says of it, the nearest entry first."""
        found: dict[Entry, Overlap] = {}
        for entry, number in self.near(text):
            if entry not in found:
                found[entry] = max((overlap(fact, whole) for whole in entry.whole), key=_quality, default=NONE)
            found[entry] = max(found[entry], overlap(fact, entry.statements[number]), key=_quality)
        return tuple(sorted(found.items(), key=lambda pair: (-pair[1].coverage, pair[0].file, pair[0].number)))

    def rivals(self, text: str, fact: Speech, share: float) -> tuple[tuple[Entry, Overlap], ...]:
        """The entries that say a fact with other numbers, days or months, the nearest one first; `share`: of its words that they hold."""
        found: dict[Entry, Overlap] = {}
        for entry, number in self.near(text, _LEAST_RIVAL):
            statement = entry.statements[number]
            if entry not in found and differences(fact, statement):
                held = overlap(fact, statement)
                if held.conflicts(share):
                    found[entry] = held
        return tuple(sorted(found.items(), key=lambda pair: (-pair[1].about, pair[0].file, pair[0].number)))


def _quality(one: Overlap) -> tuple[float, bool, float]:
    return one.coverage, one.same, one.about
