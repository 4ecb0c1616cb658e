"""Pairs that say nearly the same: what differs in a number, a name or a negation is none."""

from __future__ import annotations

import time

import pytest

import holodream

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


def test_about_linear(open_memory: Opener) -> None:
    from holodream.store import Draft

    memory = open_memory()
    words = [f"w{number}" for number in range(4000)]
    memory.store.add_many(Draft(f"fact {number}", tuple(words[(number * step) % 4000] for step in (1, 7, 11, 13, 17, 19))) for number in range(1, 8000))
    start = time.perf_counter()
    memory.duplicates()
    assert time.perf_counter() - start < 5
