"""Merging: copies leave what is true now and nothing is lost; taking it back leaves no difference but the history entries."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies

import holodream
from holodream.arguments import MAX_KEYWORDS

from ..conftest import Opener
from .checks import bytes_of, check_file


def table(path: Path, name: str, without: tuple[str, ...] = ()) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as file:
        columns = [row[1] for row in file.execute(f"PRAGMA table_info({name})") if row[1] not in without]
        return sorted(file.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchall(), key=repr)


# Everything but the journal.
TABLES = ("facts", "fact_heads", "fact_versions", "confirmations", "fact_names", "names", "fact_terms", "vocabulary", "holodream_info", "graves")


def everything(memory: holodream.Memory) -> dict[str, list[tuple[Any, ...]]]:
    return {name: table(memory.store.path, name) for name in TABLES}


@pytest.fixture
def memory(open_memory: Opener) -> holodream.Memory:
    memory = open_memory()
    memory.add("Vera lives in Rome.", entities=["Vera"], keywords=["city"], source="said", by="anna")
    memory.add("Vera's home is in Rome.", entities=["Vera", "Rome"], keywords=["flat", "city"], source="inferred", category="user_pref")
    memory.add("Rome is where Vera lives.", keywords=["italy"])
    memory.confirm(2, by="boris")
    memory.feedback(3, "unhelpful")
    return memory


def test_copies_leave_search_recall_and_lists(memory: holodream.Memory) -> None:
    done = memory.merge(1, [2, 3], by="anna", session="s1")
    assert (done.status, done.copies, done.keywords) == ("merged", (2, 3), ("city", "flat", "italy"))
    assert [fact.fact_id for fact in memory.list()] == [1]
    assert [hit.fact_id for hit in memory.search("Rome Vera home where").hits] == [1]
    assert [hit.fact_id for hit in memory.recall("Where does Vera live?").hits] == [1]
    assert [fact.fact_id for fact in memory.probe("Vera")] == [1]
    assert [hit.fact_id for hit in memory.search("italy").hits] == [1], "a keyword of a copy finds the main fact"
    check_file(memory.store.path)


def test_the_main_fact_keeps_its_text_trust_source_and_version(memory: holodream.Memory) -> None:
    before = memory.get(1)
    memory.merge(1, [2, 3])
    after = memory.get(1)
    for name in ("content", "trust", "source", "version", "category", "names", "written_at", "helpful", "unhelpful"):
        assert getattr(after, name) == getattr(before, name), name


def test_the_copies_stay_in_the_main_facts_history(memory: holodream.Memory) -> None:
    memory.change(2, "Vera's home is in the south of Rome.", by="chen")
    memory.merge(1, [2, 3], by="anna", session="s1")
    history = memory.history(1)
    assert [(copy.fact_id, copy.state, copy.merged_into) for copy in history.copies] == [(2, "merged", 1), (3, "merged", 1)]
    copy = history.copies[0]
    assert [(version.content, version.source, version.by) for version in copy] == [
        ("Vera's home is in Rome.", "inferred", None),
        ("Vera's home is in the south of Rome.", None, "chen"),
    ]
    assert [(item.person, item.version) for item in copy.confirmations] == [("boris", 1)]
    assert [(event.kind, event.other, event.by, event.session) for event in history.events] == [("absorbed", 2, "anna", "s1"), ("absorbed", 3, "anna", "s1")]


def test_the_same_merge_again_changes_nothing(memory: holodream.Memory) -> None:
    memory.merge(1, [2])
    before = everything(memory) | {"fact_events": table(memory.store.path, "fact_events")}
    assert memory.merge(1, [2]).status == "unchanged"
    assert everything(memory) | {"fact_events": table(memory.store.path, "fact_events")} == before
    assert memory.merge(1, [2, 3]).copies == (3,), "only what is new moves"


@pytest.mark.parametrize("way", ["the main fact", "the copies", "one of them, then the other"])
def test_taking_a_merge_back_leaves_no_difference(memory: holodream.Memory, way: str) -> None:
    before = everything(memory)
    memory.merge(1, [2, 3])
    if way == "the main fact":
        assert memory.unmerge(1).copies == (2, 3)
    elif way == "the copies":
        assert memory.unmerge(1, [2, 3]).copies == (2, 3)
    else:
        memory.unmerge(3)
        assert memory.unmerge(2).fact_id == 1
    assert everything(memory) == before
    assert [event.kind for event in memory.history(2).events] == ["merged", "unmerged"]
    check_file(memory.store.path)


WORDS = strategies.lists(strategies.sampled_from([f"word{number}" for number in range(20)]), unique=True, max_size=MAX_KEYWORDS)


@given(main=WORDS, one=WORDS, two=WORDS, order=strategies.permutations([2, 3]))
def test_whatever_the_keywords_are(tmp_path_factory: pytest.TempPathFactory, main: list[str], one: list[str], two: list[str], order: list[int]) -> None:
    with holodream.open(tmp_path_factory.mktemp("merging") / "memory.db") as memory:
        for number, words in enumerate((main, one, two), 1):
            memory.add(f"Vera lives in house {number} of Rome.", keywords=words)
        before = everything(memory)
        done = memory.merge(1, [2, 3])
        united = list(dict.fromkeys([*main, *one, *two]))
        assert list(done.keywords) == united[:MAX_KEYWORDS]
        assert len(done.keywords_dropped) >= len(united[MAX_KEYWORDS:])
        memory.unmerge(order[0])
        left = {2: one, 3: two}[order[1]]
        kept = set(memory.get(1).keywords)
        assert set(main) <= kept <= set(main) | set(left)
        memory.unmerge(order[1])
        assert everything(memory) == before


def test_adding_a_copys_text_again_returns_the_main_fact(memory: holodream.Memory) -> None:
    memory.change(2, "Vera's home is in the south of Rome.")
    memory.merge(1, [2])
    done = memory.add("Vera's home is in the south of Rome.", keywords=["new"])
    assert (done.status, done.fact_id, done.version, done.keywords_not_set) == ("exists", 1, 1, ("new",))
    assert "2" in done.reason
    assert memory.add("Vera's home is in Rome.").status == "added", "only its last text"


def test_but_not_once_the_main_fact_has_changed(memory: holodream.Memory) -> None:
    memory.merge(1, [2])
    memory.change(1, "Vera lives in Oslo.")
    done = memory.add("Vera's home is in Rome.", source="said")
    assert (done.status, done.fact_id, done.version) == ("past", 1, 2)
    assert "change fact 1" in done.reason
    assert [fact.fact_id for fact in memory.list()] == [3, 1]
    memory.end(1)
    done = memory.add("Vera's home is in Rome.")
    assert (done.status, "ended" in done.reason, "revert fact 1" in done.reason) == ("past", True, True)


def test_a_chain_of_merges(memory: holodream.Memory) -> None:
    memory.merge(2, [3])
    memory.merge(1, [2])
    assert memory.add("Rome is where Vera lives.").fact_id == 1
    assert [copy.fact_id for copy in memory.history(1).copies[0].copies] == [3]
    assert memory.unmerge(1).copies == (2,)
    assert memory.history(3).merged_into == 2
    memory.merge(1, [2])
    assert memory.forget(1).fact_ids == (1, 2, 3)
    assert memory.list() == []
    check_file(memory.store.path)


def test_forgetting_a_copy_leaves_the_main_fact(memory: holodream.Memory) -> None:
    memory.merge(1, [2, 3])
    assert memory.forget(2).fact_ids == (2,)
    assert [copy.fact_id for copy in memory.history(1).copies] == [3]
    assert memory.get(1).keywords == ("city", "italy")
    assert memory.unmerge(1).copies == (3,)


def test_taking_a_merge_back_after_the_main_fact_changed_or_ended(memory: holodream.Memory) -> None:
    memory.merge(1, [2, 3])
    memory.change(1, "Vera lives in Oslo.", keywords=["north"])
    assert memory.unmerge(2).status == "unmerged"
    assert memory.get(1).keywords == ("north",)
    memory.end(1)
    done = memory.unmerge(3)
    assert (done.status, done.version) == ("unmerged", None)
    assert [fact.fact_id for fact in memory.list()] == [3, 2]


def test_a_merge_cannot_be_taken_back_while_another_fact_says_the_text(memory: holodream.Memory) -> None:
    memory.merge(1, [2])
    memory.change(1, "Vera's home is in Rome.")
    done = memory.unmerge(2)
    assert (done.status, "Fact 1" in done.reason) == ("refused", True)
    assert memory.history(2).state == "merged"


def test_expect_guards_every_fact_of_the_merge(memory: holodream.Memory) -> None:
    memory.change(2, "Vera's home is in the south of Rome.")
    done = memory.merge(1, [2, 3], expect={1: 1, 2: 1, 3: 1})
    assert (done.status, done.copies) == ("changed_since", ())
    assert len(memory.list()) == 3
    memory.end(3)
    assert memory.merge(1, [2, 3], expect={1: 1, 2: 2, 3: 1}).status == "changed_since", "it has ended since"
    assert memory.merge(1, [2], expect={1: 1, 2: 2}).status == "merged"


@pytest.mark.parametrize(
    ("main", "copies", "told"), [(1, [1], "itself"), (1, [3], "fact 2"), (1, [4], "no longer true")], ids=["itself", "merged elsewhere", "ended"]
)
def test_what_cannot_be_merged(memory: holodream.Memory, main: int, copies: list[int], told: str) -> None:
    memory.merge(2, [3])
    memory.end(memory.add("Vera had a flat in Rome.").fact_id or 0)
    before = everything(memory)
    done = memory.merge(main, copies)
    assert (done.status, told in done.reason) == ("refused", True)
    assert everything(memory) == before


def test_what_is_not_there(memory: holodream.Memory) -> None:
    for act in (lambda: memory.merge(99, [1]), lambda: memory.merge(1, [99]), lambda: memory.unmerge(99)):
        with pytest.raises(holodream.FactNotFound):
            act()
    with pytest.raises(holodream.InvalidArgument):
        memory.merge(1, [])
    assert memory.unmerge(1).status == "unchanged"
    assert memory.unmerge(1, [2]).status == "refused"


def test_a_strangers_column_comes_back_with_the_fact(memory: holodream.Memory) -> None:
    with closing(sqlite3.connect(memory.store.path)) as file:
        file.execute("ALTER TABLE facts ADD COLUMN zzz_note")
        file.execute("UPDATE facts SET zzz_note = x'00ff', hrr_vector = x'0102' WHERE fact_id = 2")
        file.commit()
    memory.merge(1, [2])
    memory.unmerge(2)
    with closing(sqlite3.connect(memory.store.path)) as file:
        assert file.execute("SELECT zzz_note, hrr_vector FROM facts WHERE fact_id = 2").fetchone() == (b"\x00\xff", b"\x01\x02")


@pytest.mark.parametrize("then", ["change", "end", "describe", "set keywords", "merge further", "unmerge"])
def test_a_forgotten_copys_keyword_leaves_the_main_facts_past_too(open_memory: Opener, then: str) -> None:
    memory = open_memory("past.db")
    main = memory.add("The garden is large.", keywords=["own"]).fact_id or 0
    copy = memory.add("The garden is big.", keywords=["own", "zzqword"]).fact_id or 0
    memory.merge(main, [copy])
    if then == "change":
        memory.change(main, "The meadow is large.")
    elif then == "end":
        memory.end(main)
    elif then == "describe":
        memory.describe(main, category="project")
    elif then == "unmerge":
        memory.describe(main, category="project")
        memory.unmerge(copy)
    elif then == "set keywords":
        memory.describe(main, keywords=["own", "other"])
    else:
        memory.merge(memory.add("The garden is very large.").fact_id or 0, [main])
    memory.forget(copy)
    assert memory.settle(10)
    for name, content in bytes_of(memory.store.path).items():
        assert b"zzqword" not in content, name
    assert "own" in memory.history(main)[0].keywords
    check_file(memory.store.path)


@pytest.mark.parametrize("way", ["described", "with a new text"])
def test_a_keyword_that_was_set_anew_stays_when_a_copy_is_forgotten(open_memory: Opener, way: str) -> None:
    memory = open_memory("anew.db")
    main, copy = (memory.add(text, keywords=words).fact_id or 0 for text, words in (("The garden is large.", []), ("The garden is big.", ["green"])))
    memory.merge(main, [copy])
    memory.describe(main, keywords=[])
    if way == "described":
        memory.describe(main, keywords=["green"])
    else:
        memory.change(main, "The meadow is large.", keywords=["green"])
    memory.forget(copy)
    assert memory.get(main).keywords == ("green",)
