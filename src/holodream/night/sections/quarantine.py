"""quarantine: facts and entries that the screen holds back; no other section sees them, and only the reason and the place are told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...screen import screen
from ..entries import Entry
from ..fingerprints import HELD, fingerprint
from ..inputs import NightFact
from ..report import Quarantined


@dataclass(frozen=True, slots=True)
class Sorted:
    """What the screen lets pass, and what it holds back."""

    facts: tuple[NightFact, ...]
    entries: tuple[Entry, ...]
    held: tuple[Quarantined, ...]


def sort_out(facts: Iterable[NightFact], entries: Iterable[Entry]) -> Sorted:
    """Judge every text of the night once."""
    passed, clean, held = [], [], []
    for fact in facts:
        if not fact.content.strip():
            continue
        reason = _reason(fact.content) or next(filter(None, map(_reason, fact.names)), "")
        if reason:
            held.append(Quarantined(fingerprint(HELD, fact.content), reason, fact_id=fact.fact_id))
        else:
            passed.append(fact)
    for entry in entries:
        reason = _reason(entry.text)
        if reason:
            held.append(Quarantined(fingerprint(HELD, entry.text), reason, file=entry.file, number=entry.number))
        else:
            clean.append(entry)
    return Sorted(tuple(passed), tuple(clean), tuple(held))


def _reason(text: str) -> str:
    verdict = screen(text)
    return "" if verdict.kind == "ok" else f"{verdict.kind}: {verdict.rule}"
