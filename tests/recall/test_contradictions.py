"""Facts about the same name that disagree."""

from __future__ import annotations

import pytest

import holodream


def told(memory: holodream.Memory) -> list[tuple[str, str, int, int]]:
    return [(pair.reason, pair.name, pair.first.fact_id, pair.second.fact_id) for pair in memory.contradict()]


@pytest.mark.parametrize(
    ("older", "newer", "reason", "name"),
    [
        ("Vera is 41 years old.", "Vera is 42 years old.", "number", "Vera"),
        ("Tomas plays the viola.", "Tomas does not play the viola.", "negation", "Tomas"),
        ("Vera works at Lindenhof.", "Vera works at Steinbach.", "name", "Vera"),
        ("Vera goes to work by bicycle every day.", "Vera goes to work by train every day.", "word", "Vera"),
        ("Мария курит трубку.", "Мария не курит трубку.", "negation", "Мария"),
        ("Selin her sabah kahve içer.", "Selin her sabah çay içer.", "word", "Selin"),
        ("Die Miete von Jonas kostet 700 Euro im Monat.", "Die Miete von Jonas kostet 820 Euro im Monat.", "number", "Jonas"),
    ],
)
def test_what_disagrees_is_found(memory: holodream.Memory, older: str, newer: str, reason: str, name: str) -> None:
    memory.add(older, entities=[name])
    memory.add(newer, entities=[name])
    assert told(memory) == [(reason, name, 1, 2)]
    assert [pair.name for pair in memory.contradict(name)] == [name]
    assert memory.contradict("Nobody") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Vera likes tea.", "Vera likes chess."),
        ("Vera is 41 years old.", "Tomas is 42 years old."),
        ("Vera is 41 years old.", "Vera paid 20 euros for the lamp."),
        ("Vera's sister Anna is 20 years old.", "Anna's dog met Vera 3 times."),
        ("Vera plays the viola.", "Vera plays the viola in the evening."),
        ("Vera does not eat fish.", "Vera does not eat nuts or fish."),
    ],
)
def test_what_says_different_things_is_left_alone(memory: holodream.Memory, one: str, other: str) -> None:
    memory.add(one)
    memory.add(other)
    assert told(memory) == []


def test_numbers_come_before_words_and_no_more_than_asked_for(memory: holodream.Memory) -> None:
    for text in ("Vera goes to work by bicycle every day.", "Vera goes to work by train every day.", "Tomas is 41 years old.", "Tomas is 42 years old."):
        memory.add(text, entities=[text.split()[0]])
    assert [pair.reason for pair in memory.contradict()] == ["number", "word"]
    assert [pair.reason for pair in memory.contradict(limit=1)] == ["number"]


def test_a_name_of_many_facts(memory: holodream.Memory) -> None:
    for number in range(60):
        memory.add(f"Vera put jar {chr(97 + number % 26)}{chr(97 + number // 26)}x on the shelf.", entities=["Vera"])
    memory.add("Vera pays 700 euros of rent for the workshop.", entities=["Vera"])
    memory.add("Vera pays 810 euros of rent for the workshop.", entities=["Vera"])
    assert told(memory)[0] == ("number", "Vera", 61, 62)


def test_progress_is_told(memory: holodream.Memory) -> None:
    memory.add("Vera is 41 years old.")
    memory.add("Vera is 42 years old.")
    reports: list[tuple[int, int]] = []
    memory.contradict(progress=lambda done, total: reports.append((done, total)))
    assert reports[-1] == (1, 1)


def test_an_ended_fact_contradicts_nothing(memory: holodream.Memory) -> None:
    memory.add("Vera is 41 years old.")
    memory.add("Vera is 42 years old.")
    memory.end(1)
    assert told(memory) == []
