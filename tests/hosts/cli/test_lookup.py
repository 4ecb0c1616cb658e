"""search, recall and why."""

from __future__ import annotations

import pytest

from .conftest import Program


def test_search_shows_the_facts_that_fit(filled: Program) -> None:
    (line,) = filled("search", "hazelnuts").stdout.splitlines()
    number, score, trust, source, category, fact = line.split("\t")
    assert (number, trust, source, category, fact) == ("1", "0.60", "said", "general", "Mika is allergic to hazelnuts.")
    assert 0 < float(score) <= 1
    (hit,) = filled.json("search", "hazelnuts")["hits"]
    assert (hit["fact_id"], hit["how"], hit["keywords"]) == (1, "words", ["nuts"])


def test_search_filters(filled: Program) -> None:
    assert filled.json("search", "hazelnuts", "--category", "user_pref")["hits"] == []
    assert filled.json("search", "hazelnuts", "--min-trust", "0.9")["hits"] == []
    filled("add", "Hazelnuts are in the cupboard.")
    assert len(filled.json("search", "hazelnuts", "--limit", "1")["hits"]) == 1


@pytest.mark.parametrize(
    ("message", "fact_id"), [("Is Mika allergic to hazelnuts?", 1), ("奶奶的生日是几月？", 2), ("متى موعد ليلى عند طبيب الأسنان؟", 3), ("พี่นกแพ้อะไร", 4)]
)
def test_recall_prints_the_block_as_the_agent_gets_it(filled: Program, message: str, fact_id: int) -> None:
    done = filled("recall", message)
    assert done.stdout.startswith(f"- [{fact_id}] ")
    answer = filled.json("recall", message)
    assert done.stdout == answer["text"] + "\n"
    assert answer["hits"][0]["fact_id"] == fact_id


def test_recall_of_nothing_is_silent_on_stdout_and_says_why(filled: Program) -> None:
    done = filled("recall", "Thanks, see you!")
    assert done.stdout == ""
    assert done.stderr.startswith("Nothing comes up (")
    assert filled.json("recall", "Thanks, see you!")["text"] == ""


def test_recall_limits(filled: Program) -> None:
    filled("add", "Mika is allergic to hazelnuts and to cats.")
    assert len(filled.json("recall", "Is Mika allergic to hazelnuts?", "--limit", "1")["hits"]) == 1
    assert filled.json("recall", "Is Mika allergic to hazelnuts?", "--max-tokens", "1")["hits"] == []


def test_why_explains_a_hit_and_a_miss(filled: Program) -> None:
    assert filled("why", "1", "Is Mika allergic to hazelnuts?").stdout.startswith("Fact 1 comes up")
    assert filled("why", "2", "Is Mika allergic to hazelnuts?").stdout.startswith("Fact 2 does not come up")
    explained = filled.json("why", "1", "Is Mika allergic to hazelnuts?")
    assert explained["shown"] is True
    assert explained["score"] >= explained["threshold"]
    assert "hazelnuts" in explained["matched"]


def test_why_of_no_fact(filled: Program) -> None:
    assert "no fact 99" in filled("why", "99", "hello", code=1).stderr


@pytest.mark.parametrize("command", [("search", "-"), ("recall", "-"), ("why", "1", "-")])
@pytest.mark.parametrize("given", ["", " \n", "x" * 10_000_000, "hazelnuts " * 1_000_000, b"a\x00hazelnuts", "\u202eabc\u200d"])
def test_any_text_may_be_looked_up(filled: Program, command: tuple[str, ...], given: str | bytes) -> None:
    filled(*command, given=given)
    filled.json(*command, given=given)


@pytest.mark.parametrize("command", [("search", "-"), ("recall", "-"), ("why", "1", "-")])
def test_what_is_no_text_is_told(filled: Program, command: tuple[str, ...]) -> None:
    assert "not UTF-8" in filled(*command, given=b"\xff\xfe\x00\x81", code=1).stderr


@pytest.mark.parametrize("command", [("search",), ("recall",), ("why", "1")])
def test_lone_surrogates_are_never_a_traceback(filled: Program, command: tuple[str, ...]) -> None:
    filled(*command, "hazelnuts \ud800")
    filled.json(*command, "\udcff")
