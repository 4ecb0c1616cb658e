"""Pairs that say nearly the same: what differs in a number, a name or a negation is none."""

from __future__ import annotations

import itertools
import random
import sqlite3
from contextlib import closing

import pytest

import holodream
from holodream.recall import duplicates
from holodream.recall.indexing import index_terms, word_terms
from holodream.store import Draft

from ..conftest import Opener


def pairs(memory: holodream.Memory) -> list[tuple[int, int]]:
    return [(pair.first.fact_id, pair.second.fact_id) for pair in memory.duplicates(limit=100)]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Leo plays the cello.", "Leo plays cello.", True),
        ("Лео играет на виолончели.", "На виолончели играет Лео.", True),
        ("奶奶每天早上吃降压药。", "奶奶每天早上都吃降压药。", True),
        ("Nora owns a red bike.", "Nora owns a red bike from 2020.", False),
        ("The rent is 1200 euros a month.", "The rent is 1500 euros a month.", False),
        ("Nora eats nuts with honey.", "Nora never eats nuts with honey.", False),
        ("Leo plays the cello.", "Mia keeps bees in the orchard.", False),
    ],
)
def test_a_pair(memory: holodream.Memory, one: str, other: str, same: bool) -> None:
    for text in (one, other, "The bakery closes at six.", "The spare key hangs behind the boiler."):
        memory.add(text)
    assert pairs(memory) == ([(1, 2)] if same else [])
    memory.end(1)
    assert [near.fact_id for near in memory.add(one).similar] == ([2] if same else []), "what a save points out is no other idea of a copy"


def test_different_names_are_different_facts(memory: holodream.Memory) -> None:
    memory.add("Tom likes green tea with milk.", entities=["Tom"])
    memory.add("Tim likes green tea with milk.", entities=["Tim"])
    assert pairs(memory) == []


def test_only_what_is_true_now(memory: holodream.Memory) -> None:
    for text in ("Leo plays the cello.", "Leo plays cello.", "Leo plays a cello.", "The bakery closes at six."):
        memory.add(text)
    assert len(pairs(memory)) == 3
    memory.merge(1, [2])
    memory.end(3)
    assert pairs(memory) == []


def test_an_empty_store(memory: holodream.Memory) -> None:
    assert memory.duplicates() == []


def test_the_limit_and_the_order(memory: holodream.Memory) -> None:
    for number in range(5):
        memory.add(f"The {'old ' * number}garden gate squeaks in the wind of autumn{'!' * number}")
    found = memory.duplicates(limit=3)
    assert len(found) == 3
    assert [pair.similarity for pair in found] == sorted((pair.similarity for pair in found), reverse=True)


def test_keywords_and_names_do_not_hide_a_near_copy(memory: holodream.Memory) -> None:
    memory.add("Leo plays the cello every evening.", keywords=["music", "instrument 7", "hobby"], entities=["Leo"])
    similar = memory.add("Leo plays cello every evening.").similar
    assert [twin.fact_id for twin in similar] == [1]
    similar = memory.add("LEO plays the cello every evening!", keywords=["strings", "bow", "1994", "concert"], entities=["Leo"]).similar
    assert {twin.fact_id for twin in similar} == {1, 2}
    assert memory.add("Mia keeps bees.", keywords=["music", "instrument 7", "hobby"]).similar == ()
    assert (1, 2) in pairs(memory)


def test_a_number_in_a_keyword_is_none_of_the_text(memory: holodream.Memory) -> None:
    for text, words in (("The spare key hangs behind the boiler.", ["2020"]), ("The spare key hangs behind a boiler.", [])):
        memory.add(text, keywords=words)
    assert pairs(memory) == [(1, 2)]


def test_a_number_may_be_a_word(memory: holodream.Memory) -> None:
    for text in ("The shelf holds seven jars of plum jam.", "The shelf holds 7 jars of plum jam.", "The shelf holds 8 jars of plum jam."):
        memory.add(text)
    assert pairs(memory) == [(1, 2)]


def test_each_pair_once_and_none_is_missed(open_memory: Opener) -> None:
    """Against comparing every fact with every other one."""
    memory, chance = open_memory(), random.Random(3)
    words = [f"zq{number}x" for number in range(60)]
    for _ in range(120):
        memory.store.add(Draft(text := " ".join(chance.choices(words, k=chance.randint(1, 7))), index_terms(text, (), ())))
    with memory.store.searching() as index:
        rows = index.terms_of_all()
        lexicon = duplicates.lexicon_of(index.counts_of_all(), len(rows))
        found = [pair[1:] for pair in duplicates._likely_pairs(iter(rows), lexicon, {})]

    def weight(terms: set[str]) -> float:
        return sum(lexicon.weights[lexicon.numbers[term]] for term in terms)

    terms = {fact_id: set(word_terms(joined.split())) for fact_id, joined in rows}
    expected = {
        (one, other)
        for one, other in itertools.combinations(sorted(terms), 2)
        if weight(terms[one] & terms[other]) >= duplicates._CANDIDATE * weight(terms[one] | terms[other])
    }
    assert expected
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_progress_is_told(memory: holodream.Memory) -> None:
    memory.add("Leo plays the cello.")
    told: list[tuple[int, int]] = []
    memory.duplicates(progress=lambda *seen: told.append(seen))
    assert told == [(0, 1), (1, 1)]


def test_the_work_goes_with_the_facts_and_the_likely_pairs(open_memory: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in pairs that are compared, of facts that share words but hardly any that say the same."""
    compared: list[int] = []
    crowd = duplicates.Facts._crowd

    def counted(self: duplicates.Facts, place: int) -> list[int]:
        found = list(crowd(self, place))
        compared.append(len(found))
        return found

    monkeypatch.setattr(duplicates.Facts, "_crowd", counted)
    memory = open_memory()
    words = [f"w{number}" for number in range(4000)]
    memory.store.add_many(Draft(f"fact {number}", tuple(words[(number * step) % 4000] for step in (1, 7, 11, 13, 17, 19))) for number in range(1, 8000))
    assert len(memory.duplicates()) <= 20
    assert sum(compared) < 2 * 8000


def test_a_fact_that_another_program_just_took_away(memory: holodream.Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("Leo plays the cello.", "Leo plays cello.", "Leo plays a cello."):
        memory.add(text)
    monkeypatch.setattr(type(memory.store), "_adopt_foreign_writes", lambda _store: None)  # as while somebody writes
    with closing(sqlite3.connect(memory.store.path)) as file, file:
        file.execute("DELETE FROM facts WHERE fact_id = 2")
    assert pairs(memory) == [(1, 3)]


def test_texts_without_a_word_are_no_pair(memory: holodream.Memory) -> None:
    for text in ("X", "x!", "1.", "1", "?a", "²"):
        memory.add(text)
    memory.duplicates()
