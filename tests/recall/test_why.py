"""Why did it come up, and above all: why did it not?"""

from __future__ import annotations

import pytest

import holodream
from holodream.recall.gate import contributions
from holodream.recall.why import REASONS

from ..conftest import Opener
from ..household import FACTS, QUESTIONS, SMALL_TALK

CODES = sorted(QUESTIONS)


@pytest.mark.parametrize("code", CODES)
def test_a_hit_is_explained(household: holodream.Memory, code: str) -> None:
    hit = household.recall(QUESTIONS[code]).hits[0]
    explanation = household.why(hit.fact_id, QUESTIONS[code])
    assert explanation.shown
    assert explanation.rank == 1
    assert explanation.score >= explanation.threshold > 0
    assert explanation.matched
    assert all(word and weight > 0 for word, weight in explanation.matched)
    assert str(hit.fact_id) in explanation.text


@pytest.mark.parametrize("code", CODES)
def test_a_miss_with_no_shared_word_is_explained(household: holodream.Memory, code: str) -> None:
    key = next(fact.fact_id for fact in household.list(limit=100) if fact.content == FACTS[code][2])
    explanation = household.why(key, "Xylophone Qwertz Yggdrasil")
    assert not explanation.shown
    assert explanation.matched == ()
    assert str(key) in explanation.text


def test_a_miss_by_the_gate_is_explained(memory: holodream.Memory) -> None:
    """It shares a word, yet it stays out: the reasons say what weighed against it."""
    fact_id = memory.add("Grandpa takes his pills every morning.").fact_id or 0
    memory.add("The bins are emptied on Tuesday morning.")
    message = "This morning the traffic on the bridge was so heavy that I missed the meeting with the architects and their accountant."
    assert memory.search(message).hits
    explanation = memory.why(fact_id, message)
    assert not explanation.shown
    assert explanation.score < explanation.threshold
    assert "morning" in [word for word, _ in explanation.matched]
    assert "bridge" in [word for word, _ in explanation.missed]
    assert any(value < 0 for _, value in explanation.reasons)


def test_a_message_without_a_meaningful_word_is_explained(memory: holodream.Memory) -> None:
    fact_id = memory.add("Grandpa takes his pills every morning.").fact_id or 0
    for message in ("", "?", "and then of the", "😀"):
        explanation = memory.why(fact_id, message)
        assert not explanation.shown
        assert explanation.text


@pytest.mark.parametrize("code", CODES)
def test_why_and_recall_agree(household: holodream.Memory, code: str) -> None:
    for message in (QUESTIONS[code], SMALL_TALK[code][0], FACTS[code][1]):
        shown = {hit.fact_id for hit in household.recall(message).hits}
        for fact in household.list(limit=100)[:8]:
            assert household.why(fact.fact_id, message).shown == (fact.fact_id in shown)
        for fact_id in shown:
            assert household.why(fact_id, message).shown


def test_why_knows_that_too_little_trust_keeps_a_fact_out(memory: holodream.Memory) -> None:
    fact_id = memory.add("The Vespa is parked behind the bakery.").fact_id or 0
    for _ in range(4):
        memory.feedback(fact_id, "unhelpful")
    assert not memory.recall("Where is the Vespa parked?").hits
    explanation = memory.why(fact_id, "Where is the Vespa parked?")
    assert not explanation.shown
    assert "trust" in explanation.text.lower()


def test_why_knows_the_limit(open_memory: Opener) -> None:
    memory = open_memory(recall_limit=1)
    first, second = (memory.add(f"Hasselblad lens {name} lies in drawer {number}.").fact_id or 0 for name, number in (("Biotar", 3), ("Sonnar", 4)))
    message = "In which drawer is the Hasselblad lens?"
    shown = memory.recall(message).hits[0].fact_id
    other = first if shown == second else second
    assert memory.why(shown, message).shown
    assert not memory.why(other, message).shown
    assert memory.why(other, message).rank == 2


def test_a_fact_that_is_not_there_is_an_error(memory: holodream.Memory) -> None:
    with pytest.raises(holodream.FactNotFound):
        memory.why(1, "Where is the Vespa parked?")


def test_an_ended_fact_is_explained_or_not_found(memory: holodream.Memory) -> None:
    fact_id = memory.add("The Vespa is parked behind the bakery.").fact_id or 0
    memory.end(fact_id)
    with pytest.raises(holodream.FactNotFound):
        memory.why(fact_id, "Where is the Vespa parked?")


def test_every_reason_of_the_gate_has_words_for_a_person() -> None:
    every = dict.fromkeys([name for name, _ in contributions(dict.fromkeys(REASONS, 1.0))])
    assert set(every) <= set(REASONS)
    from holodream.recall.gate import _settings  # the weights as they are in gate.toml

    assert set(_settings()[0]) <= set(REASONS)
    assert all(text.strip() for text in REASONS.values())


def test_the_explanation_quotes_no_fact(memory: holodream.Memory) -> None:
    fact_id = memory.add("Quillfeather hides presents behind the Zephyrine machine.").fact_id or 0
    for message in ("What is behind the Zephyrine machine?", "Good morning", "Xylophone"):
        assert "Quillfeather" not in memory.why(fact_id, message).text
