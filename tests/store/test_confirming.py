"""A confirmation is a person's: once per person and version."""

from __future__ import annotations

import pytest

import holodream


def test_a_guess_becomes_confirmed_with_the_trust_of_a_confirmed_fact(memory: holodream.Memory) -> None:
    memory.add("Leo likes jazz.", source="inferred")
    done = memory.confirm(1, by="leo", session="s1")
    assert (done.status, done.version, done.old_trust, done.new_trust) == ("confirmed", 1, 0.4, 0.6)
    assert memory.get(1).source == "confirmed"
    assert "(inferred)" not in memory.recall("Does Leo like jazz?").text
    (confirmation,) = memory.history(1).confirmations
    assert (confirmation.person, confirmation.version, confirmation.session) == ("leo", 1, "s1")


def test_one_person_counts_once_however_often(memory: holodream.Memory) -> None:
    memory.add("Leo likes jazz.", source="inferred")
    for _ in range(5):
        memory.confirm(1, by="leo")
    assert memory.get(1).trust == pytest.approx(0.6)
    assert memory.confirm(1, by="leo").status == "already"
    assert memory.confirm(1, by="mia").status == "confirmed"
    assert memory.get(1).trust == pytest.approx(0.65)


def test_who_said_it_stands_behind_it_already(memory: holodream.Memory) -> None:
    memory.add("I like jazz.", source="said", by="leo")
    assert memory.confirm(1, by="leo").status == "already"
    memory.add("Leo likes blues.", source="inferred", by="leo")
    assert memory.confirm(2, by="leo").status == "confirmed", "the agent guessed it in his session"


def test_a_fact_without_a_source_becomes_confirmed(memory: holodream.Memory) -> None:
    memory.add("Leo likes jazz.")
    memory.confirm(1, by="leo")
    assert (memory.get(1).source, memory.get(1).trust) == ("confirmed", 0.6)


def test_it_never_touches_the_age_or_the_version(memory: holodream.Memory) -> None:
    memory.add("Leo likes jazz.", source="inferred")
    before = memory.get(1)
    memory.confirm(1, by="leo")
    assert (memory.get(1).version, memory.get(1).written_at) == (before.version, before.written_at)


@pytest.mark.parametrize("by", [None, "", "  ", 5, "x" * 300, "a\ud800"])
def test_somebody_must_confirm(memory: holodream.Memory, by: object) -> None:
    memory.add("Leo likes jazz.")
    with pytest.raises(holodream.InvalidArgument):
        memory.confirm(1, by=by)  # type: ignore[arg-type]


def test_only_what_is_true_now(memory: holodream.Memory) -> None:
    memory.add("Leo likes jazz.")
    memory.end(1)
    with pytest.raises(holodream.FactNotFound):
        memory.confirm(1, by="leo")
