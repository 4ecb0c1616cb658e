"""What the sections of one night share: the facts and entries, what people said of them, and which questions are closed."""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta, tzinfo

from ..screen import screen
from ..statements.understanding import Speech
from .counting import Mention
from .entries import Entry, EntryIndex, place
from .fingerprints import asked_about, fingerprint
from .heard import NOTHING, Heard
from .inputs import NightFact, NightInputs
from .overlap import Overlap
from .report import Decision, Evidence, Place, Scored
from .settings import NightConfig
from .state import State
from .understood import Understood

PROPOSED = "proposed"
ABOUT = "about"  # in the state: the agent was asked something whose answer may change this entry
_UNDERSTOOD_BYTES = 4_000_000  # of texts that stay understood
_LONG_COOLDOWNS = {"md_decays": "entry_cooldown_days"}


@dataclass(eq=False)
class Desk:
    """One night at work. Facts and entries are those that the screen lets pass."""

    inputs: NightInputs
    config: NightConfig
    today: date
    zone: tzinfo
    state: State
    facts: tuple[NightFact, ...]
    entries: tuple[Entry, ...]
    in_files: tuple[Entry, ...]  # all entries, those too that the screen holds back: an anchor must stand in none of them
    said: Mapping[int, Heard]  # of each fact, by its id
    said_of: Mapping[str, Heard]  # of each entry, by its key
    scored: Mapping[int, Scored]
    decisions: dict[int, list[Decision]] = field(default_factory=dict)
    questions: dict[str, str] = field(default_factory=dict)  # those of this night: key → section
    put: set[int] = field(default_factory=set)  # facts that a section asks about already
    confirming: set[int] = field(default_factory=set)  # facts that are to be confirmed in the store; they may be promoted too
    over: set[int] = field(default_factory=set)  # facts about an event that is over
    taken: Counter[str] = field(default_factory=Counter)  # characters that tonight's promotions take of each memory file
    passed_over: Counter[str] = field(default_factory=Counter)  # candidates for which a section had no room

    # --- what is known ---

    def heard(self, fact: NightFact) -> Heard:
        return self.said.get(fact.fact_id, NOTHING)

    def score(self, fact: NightFact) -> float:
        return self.scored[fact.fact_id].score

    @functools.cached_property
    def by_score(self) -> tuple[NightFact, ...]:
        return tuple(sorted(self.facts, key=lambda fact: (-self.score(fact), fact.fact_id)))

    @property
    def people_heard(self) -> bool:
        """Whether there are messages to go by: only then silence means something."""
        return self.inputs.messages_status == "ok"

    @property
    def files_readable(self) -> bool:
        """Whether it is known what permanent memory holds."""
        return all(file.status != "unreadable" for file in self.inputs.files)

    @functools.cached_property
    def speech(self) -> Callable[[str], Speech]:
        """A text understood; the ones asked for last stay in memory."""
        return Understood(_UNDERSTOOD_BYTES)

    @functools.cached_property
    def _index(self) -> EntryIndex:
        return EntryIndex(self.entries)

    @functools.cached_property
    def _overlaps(self) -> dict[str, tuple[tuple[Entry, Overlap], ...]]:
        return {}

    def overlaps(self, text: str) -> tuple[tuple[Entry, Overlap], ...]:
        """What the entries near to a text say of it, the nearest one first."""
        if text not in self._overlaps:
            self._overlaps[text] = self._index.overlaps(text, self.speech(text)) if self._index.near(text) else ()
        return self._overlaps[text]

    def rivals(self, text: str) -> tuple[tuple[Entry, Overlap], ...]:
        """The entries that say a text with other numbers, days or months, the nearest one first."""
        if not self._index.near(text):
            return ()
        about = self.speech(text)
        return self._index.rivals(text, about, self.config.conflict_share) if about.numbers or about.days or about.months else ()

    def covered(self, text: str) -> bool:
        """Whether an entry, or a write that waits for approval, says it already."""
        key = fingerprint("entry", text)
        if any(entry.key == key for entry in self.entries):
            return True
        return any(held.same and held.coverage >= self.config.covered_share for _, held in self.overlaps(text))

    def place(self, entry: Entry, likeness: float = 0.0) -> Place:
        return place(entry, self.in_files, self.config.anchor_chars, likeness)

    def nearest(self, text: str) -> Place | None:
        """The entry that says most of a text, if it says enough."""
        for entry, held in self.overlaps(text):
            if not entry.staged:
                return self.place(entry, held.coverage) if held.coverage >= self.config.nearest_share else None
        return None

    def evidence(self, mentions: Iterable[Mention]) -> tuple[Evidence, ...]:
        """The latest days with a snippet, in their order; what the screen holds back is left out."""
        found: dict[date, Evidence] = {}
        for mention in sorted(mentions, key=lambda mention: mention.at, reverse=True):
            if len(found) >= self.config.evidence_most:
                break
            if mention.day not in found and screen(mention.snippet).kind == "ok":
                found[mention.day] = Evidence(mention.day, shortened(mention.snippet, self.config.snippet_chars))
        return tuple(sorted(found.values(), key=lambda one: one.day))

    # --- what may be asked ---

    def closed(self, key: str) -> str:
        """Why a question is not asked tonight; "" when it may be."""
        if key in self.state.rejected:
            return "rejected for good"
        if key in self.questions:
            return "asked tonight already"
        asked = self.state.asked.get(key)
        if asked is not None:
            until = asked.day + timedelta(days=self.cooldown(asked.section))
            if self.today < until:
                return f"asked on {asked.day}, not again before {until}"
        return ""

    def cooldown(self, section: str) -> int:
        """Days for which a question of a section is not asked again."""
        days: int = getattr(self.config, _LONG_COOLDOWNS.get(section, "cooldown_days"))
        return days

    def room(self, section: str) -> int:
        """How many questions a section may ask tonight; those that the agent answered today count."""
        most: int = getattr(self.config, f"{section}_most")
        return most - sum(one.day == self.today and one.section == section for one in self.state.asked.values())

    def full(self, section: str) -> bool:
        """Whether a section has asked all that it may tonight."""
        return sum(asked == section for asked in self.questions.values()) >= self.room(section)

    def ask(self, section: str, key: str, *, about: Entry | None = None) -> bool:
        """Whether there is room for one more question; then it counts as asked tonight. `about`: an entry that the answer may change."""
        if self.full(section):
            self.passed_over[section] += 1
            return False
        self.questions[key] = section
        if about is not None:
            self.questions[asked_about(about.key)] = ABOUT
        return True

    def elsewhere(self, fact: NightFact, *, but_confirmations: bool = False) -> str:
        """Why a fact is none of the later sections' business; "" when it is."""
        if fact.fact_id in self.over:
            return "the event is over"
        taken = fact.fact_id in self.put or (fact.fact_id in self.confirming and not but_confirmations)
        return "in another section tonight" if taken else ""

    def note(self, fact: NightFact, section: str, outcome: str) -> None:
        """Keep what a section made of a fact, for `explain`."""
        self.decisions.setdefault(fact.fact_id, []).append(Decision(section, outcome))

    def decide(self, fact: NightFact, section: str, key: str, gate: str, *, about: Entry | None = None) -> bool:
        """Ask about a fact unless a gate is shut (`gate` says which), the question is closed, or there is no room; the outcome is kept."""
        outcome = gate or self.closed(key)
        if not outcome:
            outcome = PROPOSED if self.ask(section, key, about=about) else "no room tonight"
        self.note(fact, section, outcome)
        return outcome == PROPOSED

    def explained(self) -> dict[int, Scored]:
        """Every fact's score with what the sections made of it."""
        return {fact_id: dataclasses.replace(one, decisions=tuple(self.decisions.get(fact_id, ()))) for fact_id, one in self.scored.items()}


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def facts_of(desk: Desk, facts: Sequence[NightFact]) -> Iterator[NightFact]:
    """Those that no section asks about yet."""
    return (fact for fact in facts if not desk.elsewhere(fact))
