"""How much of a fact an entry of permanent memory says, and whether it says it with other numbers, days or months."""

from __future__ import annotations

from dataclasses import dataclass

from ..statements.amounts import rival_number, same_number
from ..statements.readings import in_one_language
from ..statements.sharing import Shared, shared
from ..statements.understanding import Speech

_BACK, _BACK_SHORT = 0.5, 0.8  # share of the entry's words that a fact must hold to be about the same; of facts of one word more
_FEW = 2
_REPLACED = 0.4  # weight of replaced words from which the two are about different things (piano, swimming)
_MET = 0.5


@dataclass(frozen=True, slots=True)
class Overlap:
    """`coverage`: share of the fact's words, by weight, that the entry holds; `about`: the same without numbers, `back`: the other way round."""

    coverage: float = 0.0
    about: float = 0.0
    back: float = 0.0
    same: bool = False  # every number, day and month of the fact stands in the entry, and both deny or neither does
    differences: tuple[str, ...] = ()  # number, day, month: the entry has another one instead
    short: bool = False
    replaced: float = 0.0  # weight of the words that each of the two has instead of the other's

    def conflicts(self, share: float) -> bool:
        """Whether the two say the same with other numbers, days or months."""
        return bool(self.differences) and self.replaced < _REPLACED and self.about >= share and self.back >= (_BACK_SHORT if self.short else _BACK)


NONE = Overlap()


def overlap(fact: Speech, entry: Speech) -> Overlap:
    """A fact held against one statement of an entry."""
    if fact.keys.isdisjoint(entry.keys):
        return NONE
    fact, entry = in_one_language(fact, entry)
    coverage = shared(fact, entry).coverage
    if not coverage:
        return NONE
    bare, other = _bare(fact), _bare(entry)
    there, back = shared(bare, other), shared(other, bare)
    replaced = min(_lost(bare, there), _lost(other, back))
    return Overlap(coverage, there.coverage, back.coverage, _same(fact, entry), differences(fact, entry), len(bare.words) < _FEW, replaced)


def _lost(text: Speech, own: Shared) -> float:
    """The weight of the words that the other text lacks."""
    return sum(weight for weight, met in zip(text.weights, own.met, strict=True) if met.score < _MET)


def _bare(text: Speech) -> Speech:
    """A text without its numbers and days."""
    bare = text.without_numbers()
    days = frozenset[str]().union(*(forms for language in text.analysis.languages for forms in language.weekdays))
    kept = Speech(bare.text, bare.analysis, tuple(word for word in bare.words if word.text not in days and word.bare not in days))
    kept.__dict__["names"] = text.names  # dear, and the same
    return kept


def _same(fact: Speech, entry: Speech) -> bool:
    numbers = all(any(same_number(one, other) for other in entry.numbers) for one in fact.numbers)
    return numbers and fact.days <= entry.days and fact.months <= entry.months and bool(fact.cue("denials")) == bool(entry.cue("denials"))


def differences(fact: Speech, entry: Speech) -> tuple[str, ...]:
    """What both name, but differently."""
    mine = [one for one in fact.numbers if not any(same_number(one, other) for other in entry.numbers)]
    theirs = [other for other in entry.numbers if not any(same_number(one, other) for one in fact.numbers)]
    found = {
        "number": any(rival_number(one, other) for one in mine for other in theirs),
        "day": bool(fact.days and entry.days) and fact.days.isdisjoint(entry.days),
        "month": bool(fact.months and entry.months) and fact.months.isdisjoint(entry.months),
    }
    return tuple(name for name, there in found.items() if there)
