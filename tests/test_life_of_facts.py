"""Long random lives of facts against a simple model in memory: what a person would expect of every action."""

from __future__ import annotations

import copy
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import holodream
from holodream.recall.indexing import index_terms
from holodream.store import Draft

from .store.checks import check_file

TEXTS = (
    "Vera lives in Rome.", "Vera lives in Oslo.", "The Vespa of Vera is green.", "Leo plays the cello.", "Лео играет на виолончели.",
    "奶奶的生日是五月三日。", "The bakery closes at six.", "The bakery of Ben closes at seven.",
)  # fmt: skip
NAMES = ("Vera", "Leo", "Ben", "奶奶")
WORDS = tuple(f"word{number}" for number in range(9))
PEOPLE = ("anna", "boris", "chen")
START = {"said": 0.6, "confirmed": 0.6, "inferred": 0.4, None: 0.5}

texts = strategies.sampled_from(TEXTS)
sources = strategies.sampled_from(("said", "confirmed", "inferred", None))
people = strategies.sampled_from(PEOPLE)
names = strategies.lists(strategies.sampled_from(NAMES), unique=True, max_size=2)
keywords = strategies.lists(strategies.sampled_from(WORDS), unique=True, max_size=7)
places = strategies.integers(min_value=0, max_value=40)


@dataclass
class Text:
    """A version, as it stands or stood."""

    content: str
    source: str | None
    trust: float
    names: list[str]
    keywords: list[str]
    author: str | None
    helpful: int = 0
    unhelpful: int = 0
    confirmed_by: set[str] = field(default_factory=set)


@dataclass
class Life:
    """A fact in the model."""

    versions: list[Text]
    state: str = "live"
    into: int | None = None
    at: int = 0  # version of the main fact at the merge

    @property
    def now(self) -> Text:
        return self.versions[-1]


class LifeOfFacts(RuleBasedStateMachine):
    """Actions on a memory and on the model; after each, both say the same."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "memory.db"
        self.memory = holodream.open(self.path)
        self.facts: dict[int, Life] = {}
        self.buried: set[str] = set()
        self.last_id = 0

    def teardown(self) -> None:
        self.memory.close()
        self.folder.cleanup()

    # --- what the model knows ---

    def live(self) -> dict[int, Life]:
        return {fact_id: life for fact_id, life in self.facts.items() if life.state == "live"}

    def pick(self, place: int, state: str = "live") -> int | None:
        ids = [fact_id for fact_id, life in self.facts.items() if life.state == state]
        return ids[place % len(ids)] if ids else None

    def saying(self, content: str) -> int | None:
        return next((fact_id for fact_id, life in self.live().items() if life.now.content == content), None)

    def standing_for(self, content: str) -> tuple[int, bool] | None:
        """The main fact of a merged fact that said this last, and whether it is as it was."""
        found = [self.root(fact_id) for fact_id, life in self.facts.items() if life.state == "merged" and life.now.content == content]
        return max(found, key=lambda main: main[1], default=None)

    def root(self, fact_id: int) -> tuple[int, bool]:
        current = True
        while self.facts[fact_id].state == "merged":
            main = self.facts[fact_id].into or 0
            current = current and len(self.facts[main].versions) == self.facts[fact_id].at
            fact_id = main
        return fact_id, current and self.facts[fact_id].state == "live"

    def tree(self, fact_id: int) -> set[int]:
        return {fact_id}.union(*(self.tree(other) for other, life in self.facts.items() if life.state == "merged" and life.into == fact_id))

    def new_id(self, content: str) -> int:
        """The id of a fact that was just saved: no earlier one is given again."""
        fact_id = self.memory.store.find_text(content) or 0
        assert fact_id > self.last_id
        self.last_id = fact_id
        return fact_id

    # --- actions ---

    @initialize()
    def begin(self) -> None:
        for content in TEXTS[:3]:
            self.add(content, "said", [], [], "anna")

    @rule(content=texts, source=sources, declared=names, words=keywords, by=people)
    def add(self, content: str, source: Any, declared: list[str], words: list[str], by: str) -> None:
        done = self.memory.add(content, source=source, entities=declared, keywords=words, by=by)
        present, standing = self.saying(content), self.standing_for(content)
        if present is not None:
            assert (done.status, done.fact_id) == ("exists", present)
        elif standing is not None:
            assert (done.status, done.fact_id) == ("exists" if standing[1] else "past", standing[0])
        elif content in self.buried and source != "said":
            assert (done.status, done.fact_id) == ("refused", None)
        else:
            assert (done.status, done.version) == ("added", 1)
            self.buried.discard(content)
            self.facts[self.new_id(content)] = Life([Text(content, source, START[source], list(declared), list(words), by)])

    @rule(contents=strategies.lists(texts, max_size=4), source=sources)
    def add_many(self, contents: list[str], source: Any) -> None:
        """In bulk, what is there, merged or forgotten is passed over in silence."""
        drafts = [Draft(content, index_terms(content, (), ()), source=source, trust=START[source]) for content in contents]
        new = [
            content
            for content in dict.fromkeys(contents)
            if self.saying(content) is None and self.standing_for(content) is None and (content not in self.buried or source == "said")
        ]
        assert self.memory.store.add_many(drafts) == len(new)
        for content in new:
            self.buried.discard(content)
            self.facts[self.new_id(content)] = Life([Text(content, source, START[source], [], [], None)])

    @rule(place=places, content=texts, source=sources, declared=strategies.none() | names, words=strategies.none() | keywords, wrong=strategies.booleans())
    def change(self, place: int, content: str, source: Any, declared: list[str] | None, words: list[str] | None, wrong: bool) -> None:
        fact_id = self.pick(place)
        if fact_id is None:
            return
        life = self.facts[fact_id]
        action = self.memory.correct if wrong else self.memory.change
        done = action(fact_id, content, source=source, entities=declared, keywords=words, by="anna", expect=len(life.versions))
        other = self.saying(content)
        if other == fact_id:
            assert done.status == "unchanged"
        elif other is not None or (content in self.buried and source != "said"):
            assert done.status == "refused"
        else:
            assert (done.status, done.version) == ("changed", len(life.versions) + 1)
            self.buried.discard(content)
            kept = [name for name in life.now.names if name in content or name not in life.now.content] if declared is None else declared
            life.versions.append(Text(content, source, START[source], list(kept), list(life.now.keywords if words is None else words), "anna"))

    @rule(place=places)
    def expecting_another_version_writes_nothing(self, place: int) -> None:
        fact_id = self.pick(place)
        if fact_id is None:
            return
        wrong = len(self.facts[fact_id].versions) + 1
        assert self.memory.change(fact_id, "Something else.", expect=wrong).status == "changed_since"
        assert self.memory.end(fact_id, expect={fact_id: wrong}).status == "changed_since"
        assert self.memory.revert(fact_id, 1, expect=wrong).status == "changed_since"
        assert self.memory.confirm(fact_id, by="dora", expect=wrong).status == "changed_since"
        assert self.memory.feedback(fact_id, "helpful", expect=wrong).status == "changed_since"
        assert self.memory.forget(fact_id, expect=wrong).status == "changed_since"
        other = self.pick(place + 1)
        if other not in (None, fact_id):
            assert self.memory.merge(fact_id, [other or 0], expect={fact_id: wrong}).status == "changed_since"

    @rule(place=places, words=keywords)
    def describe(self, place: int, words: list[str]) -> None:
        fact_id = self.pick(place)
        if fact_id is not None:
            self.memory.describe(fact_id, keywords=words)
            self.facts[fact_id].now.keywords = list(words)

    @rule(place=places)
    def end(self, place: int) -> None:
        fact_id = self.pick(place)
        if fact_id is not None:
            assert self.memory.end(fact_id).status == "ended"
            self.facts[fact_id].state = "ended"

    @rule(place=places, version=strategies.integers(min_value=1, max_value=6), ended=strategies.booleans())
    def revert(self, place: int, version: int, ended: bool) -> None:
        fact_id = self.pick(place, "ended" if ended else "live")
        if fact_id is None:
            return
        life = self.facts[fact_id]
        done = self.memory.revert(fact_id, version)
        if version > len(life.versions):
            assert done.status == "refused"
        elif life.state == "live" and version == len(life.versions):
            assert done.status == "unchanged"
        elif self.saying(life.versions[version - 1].content) not in (None, fact_id):
            assert done.status == "refused"
        else:
            assert (done.status, done.version) == ("changed", len(life.versions) + 1)
            back = copy.deepcopy(life.versions[version - 1])
            back.author = None
            life.versions.append(back)
            life.state = "live"

    @rule(place=places, by=people)
    def confirm(self, place: int, by: str) -> None:
        fact_id = self.pick(place)
        if fact_id is None:
            return
        text = self.facts[fact_id].now
        done = self.memory.confirm(fact_id, by=by)
        told = text.source in ("said", "confirmed")
        if by in text.confirmed_by or (told and text.author == by):
            assert done.status == "already"
            return
        assert done.status == "confirmed"
        text.trust = min(1.0, text.trust + (0.05 if told else START["confirmed"] - START[text.source]))
        text.source = text.source if told else "confirmed"
        text.confirmed_by.add(by)

    @rule(place=places, helpful=strategies.booleans())
    def rate(self, place: int, helpful: bool) -> None:
        fact_id = self.pick(place)
        if fact_id is not None:
            text, before = self.facts[fact_id].now, self.memory.get(fact_id)
            assert self.memory.feedback(fact_id, "helpful" if helpful else "unhelpful").status == "rated"
            text.trust = min(1.0, max(0.0, text.trust + (0.05 if helpful else -0.1)))
            text.helpful += helpful
            text.unhelpful += not helpful
            assert self.memory.get(fact_id).written_at == before.written_at, "feedback never touches the age"

    @rule(place=places, other=places)
    def merge(self, place: int, other: int) -> None:
        main, gone = self.pick(place), self.pick(other)
        if main is None or gone is None:
            return
        if main == gone:
            assert self.memory.merge(main, [gone]).status == "refused"
            return
        into, moved = self.facts[main], self.facts[gone]
        expect = {main: len(into.versions), gone: len(moved.versions)}
        united = list(dict.fromkeys([*into.now.keywords, *moved.now.keywords]))
        done = self.memory.merge(main, [gone], expect=expect)
        assert (done.status, done.copies) == ("merged", (gone,))
        assert len(done.keywords_dropped) == len(united[12:])
        into.now.keywords = united[:12]
        moved.state, moved.into, moved.at = "merged", main, len(into.versions)
        assert self.memory.merge(main, [gone]).status == "unchanged", "the same merge again changes nothing"

    @rule(place=places, other=places, all_at_once=strategies.booleans())
    def merge_and_unmerge_change_nothing(self, place: int, other: int, all_at_once: bool) -> None:
        main, gone = self.pick(place), self.pick(other)
        if main is None or gone is None or main == gone:
            return
        before = self.memory.get(main), self.memory.get(gone)
        own = list(self.facts[main].now.keywords)
        self.memory.merge(main, [gone])
        done = self.memory.unmerge(main, [gone]) if all_at_once else self.memory.unmerge(gone)
        assert (done.status, done.copies) == ("unmerged", (gone,))
        assert (self.memory.get(main), self.memory.get(gone)) == before
        assert list(self.memory.get(main).keywords) == own

    @rule(place=places)
    def unmerge(self, place: int) -> None:
        gone = self.pick(place, "merged")
        if gone is None:
            return
        moved = self.facts[gone]
        done = self.memory.unmerge(gone)
        if self.saying(moved.now.content) is not None:
            assert done.status == "refused"
            return
        assert (done.status, done.fact_id, done.copies) == ("unmerged", moved.into, (gone,))
        main = self.facts[moved.into or 0]
        moved.state, moved.into = "live", None
        if main.state == "live":
            self.keywords_leave(done.fact_id or 0, moved.now.keywords)

    def keywords_leave(self, main_id: int, words: list[str]) -> None:
        """With a copy go keywords that it brought, no others; what found no room before may come in. Which ones exactly is tested on its own."""
        main = self.facts[main_id]
        before, after = set(main.now.keywords), list(self.memory.get(main_id).keywords)
        others = {word for life in self.facts.values() if life.state == "merged" and life.into == main_id for word in life.now.keywords}
        assert before - set(after) <= set(words)
        assert set(after) - before <= others
        main.now.keywords = after

    @rule(place=places, state=strategies.sampled_from(("live", "ended", "merged")))
    def forget(self, place: int, state: str) -> None:
        fact_id = self.pick(place, state)
        if fact_id is None:
            return
        gone, into = self.tree(fact_id), self.facts[fact_id].into if state == "merged" else None
        words = list(self.facts[fact_id].now.keywords)
        done = self.memory.forget(fact_id)
        assert (done.status in ("forgotten", "pending"), set(done.fact_ids)) == (True, gone)
        forgotten = {text.content for one in gone for text in self.facts[one].versions}
        for one in gone:
            del self.facts[one]
        self.buried |= {content for content in forgotten if self.saying(content) is None}
        if into is not None and self.facts[into].state == "live":
            self.keywords_leave(into, words)
        for one in gone:
            with pytest.raises(holodream.FactNotFound):
                self.memory.history(one)

    @rule()
    def open_again(self) -> None:
        self.memory.close()
        self.memory = holodream.open(self.path)

    # --- what must hold after each ---

    @invariant()
    def both_say_the_same(self) -> None:
        seen = {fact.fact_id: fact for fact in self.memory.list(limit=1000)}
        live = self.live()
        assert set(seen) == set(live)
        for fact_id, life in live.items():
            fact, text = seen[fact_id], life.now
            assert (fact.content, fact.version, fact.source) == (text.content, len(life.versions), text.source)
            assert (set(fact.names), list(fact.keywords)) == (set(text.names), text.keywords)
            assert fact.trust == pytest.approx(text.trust)
            assert (fact.helpful, fact.unhelpful) == (text.helpful, text.unhelpful)
        for fact_id, life in self.facts.items():
            history = self.memory.history(fact_id)
            assert (history.state, history.merged_into) == (life.state, life.into if life.state == "merged" else None)
            assert [version.content for version in history] == [text.content for text in life.versions]
            assert {person.person for person in history.confirmations if person.version == len(life.versions)} == life.now.confirmed_by
        assert self.memory.settle(20)
        check_file(self.path)


# HOLODREAM_LIVES sets how many lives are tried (before a release: 2000, in about ten minutes).
LifeOfFacts.TestCase.settings = settings(max_examples=int(os.environ.get("HOLODREAM_LIVES", "25")), stateful_step_count=40)
TestLifeOfFacts = LifeOfFacts.TestCase


def test_forgetting_names_what_says_nearly_the_same_and_stays(memory: holodream.Memory) -> None:
    """Somebody who asks for a thing to be forgotten does not know in how many facts it stands."""
    for text in ("Lena is allergic to peanuts.", "Lena is allergic to all peanuts.", "Tom rides a red bicycle."):
        memory.add(text)
    done = memory.forget(1)
    assert [(near.fact_id, near.content) for near in done.similar] == [(2, "Lena is allergic to all peanuts.")]
    assert "forget" in done.similar[0].advice
    assert not memory.forget(2).similar


def test_a_copy_that_goes_along_is_not_named(memory: holodream.Memory) -> None:
    for text in ("Lena is allergic to peanuts.", "Lena is allergic to all peanuts."):
        memory.add(text)
    memory.merge(1, [2])
    done = memory.forget(1)
    assert (set(done.fact_ids), done.similar) == ({1, 2}, ())
