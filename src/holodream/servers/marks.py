"""Marks tell an answer that belongs to another question.

A server (or a proxy before it) that confuses two questions sends well-formed vectors of other texts; nothing in the wire's format shows it. So a question
carries a short known text, a mark, at its beginning or end, and the answer must bring that mark's vector there. The first question carries all marks twice,
the second time in another order: their vectors are learned from it, and it checks itself. The same marks notice another model behind the same name.
"""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .families import mark_words
from .vectors import Vector, cosine

SAME = 0.99  # alike enough to be the same text by the same model, computed in another batch
_DIFFERENT = 0.9999  # two marks more alike than this: the server does not read what it is sent


@dataclass(frozen=True, slots=True)
class Plan:
    """The marks of one question: before and after its texts."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        return len(self.before) + len(self.after)


class Marks:
    """The marks of one model for one kind of text. Thread-safe."""

    ALL = 2 * len(mark_words())  # how many go along while none is known

    def __init__(self, known: Mapping[str, Vector] | None = None, chance: random.Random | None = None) -> None:
        self._words = mark_words()
        self._known = {word: vector for word, vector in (known or {}).items() if word in self._words}
        self._chance = chance or random.Random()
        self._flying: list[Plan] = []
        self._lock = threading.Lock()

    @property
    def known(self) -> dict[str, Vector]:
        """What was learned, by mark; may be stored with the model's name."""
        with self._lock:
            return dict(self._known)

    @property
    def most_extra(self) -> int:
        """How many marks the next question carries at most."""
        return 2 if len(self._known) == len(self._words) else self.ALL

    def plan(self, texts: int) -> Plan:
        """The marks for a question of so many texts; no other question in progress has the same. `landed` must follow."""
        with self._lock:
            if len(self._known) < len(self._words):
                plans = [Plan(self._words, order) for order in itertools.permutations(self._words) if _tells_its_ends(self._words, order)]
            elif texts > 1:
                plans = [Plan((one,), (other,)) for one, other in itertools.permutations(self._words, 2)]
            else:
                plans = [Plan((word,), ()) for word in self._words] + [Plan((), (word,)) for word in self._words]
            plan = self._chance.choice([plan for plan in plans if plan not in self._flying] or plans)
            self._flying.append(plan)
            return plan

    def landed(self, plan: Plan) -> None:
        """The question with this plan is over."""
        with self._lock:
            if plan in self._flying:
                self._flying.remove(plan)

    def fits(self, plan: Plan, before: Sequence[Vector], after: Sequence[Vector]) -> bool:
        """Whether the vectors of the marks are those of this plan; learns them when they were not known."""
        got = [*zip(plan.before, before, strict=True), *zip(plan.after, after, strict=True)]
        with self._lock:
            learned = dict(self._known)
            for word, vector in got:
                alike = cosine(learned.setdefault(word, vector), vector)
                if alike < SAME or any(cosine(other, vector) > alike for name, other in learned.items() if name != word):
                    return False
            if len(self._known) < len(self._words) and _all_alike(list(learned.values())):
                return False
            self._known = learned
            return True


def _tells_its_ends(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether an answer that is turned round contradicts itself: it would give each mark the vector of its opposite, at the beginning and at the end."""
    opposite = dict(zip(before, reversed(after), strict=True))
    return any(opposite[opposite[word]] != word for word in before)


def _all_alike(vectors: list[Vector]) -> bool:
    return any(cosine(one, other) > _DIFFERENT for index, one in enumerate(vectors) for other in vectors[index + 1 :])
