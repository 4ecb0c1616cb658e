"""change, correct, end, revert, confirm, history, forget, duplicates, merge, unmerge."""

from __future__ import annotations

import pytest

import holodream

from .conftest import REFUSED, SECRET, Program


def test_change_correct_and_revert(filled: Program) -> None:
    assert (
        filled("change", "1", "Mika is allergic to walnuts.", "-s", "said", "--by", "leo", "--expect", "1").stdout
        == "Fact 1 has a new text and is at version 2.\n"
    )
    assert filled("correct", "1", "-", given="Mika is allergic to pecans.\n").stdout == "Fact 1 has a new text and is at version 3.\n"
    assert "version 1 said, as version 4" in filled("revert", "1", "1").stdout
    shown = filled.json("history", "1")
    assert [version["content"].split()[-1] for version in shown["versions"]] == ["hazelnuts.", "walnuts.", "pecans.", "hazelnuts."]
    assert [version["reason"] for version in shown["versions"]] == ["added", "changed", "corrected", "reverted"]
    assert shown["versions"][1]["by"] == "leo"


def test_what_has_changed_since_is_told_and_not_touched(filled: Program) -> None:
    filled("change", "1", "Mika is allergic to walnuts.")
    for arguments in (
        ("change", "1", "Something."),
        ("correct", "1", "Something."),
        ("end", "1"),
        ("revert", "1", "1"),
        ("confirm", "1"),
        ("forget", "1", "--yes"),
    ):
        done = filled(*arguments, "--expect", "1", code=2)
        assert done.stdout == ""
        assert "version 2, not 1" in done.stderr
        assert filled.json(*arguments, "--expect", "1", code=2)["status"] == "changed_since"


def test_a_refused_text_is_not_shown(filled: Program) -> None:
    done = filled("change", "1", REFUSED, code=2)
    assert "Not done" in done.stderr
    assert SECRET not in done.stdout + done.stderr


def test_end_and_back(filled: Program) -> None:
    assert filled("end", "2").stdout == "Fact 2 has ended. To bring it back: holodream revert 2 1\n"
    assert len(filled.json("list")["facts"]) == 3
    assert "no longer true" in filled("history", "2").stdout
    filled("revert", "2", "1")
    assert len(filled.json("list")["facts"]) == 4


@pytest.mark.parametrize("arguments", [("end", "2"), ("change", "2", "Something else."), ("confirm", "2")])
def test_a_fact_that_has_ended_says_how_to_bring_it_back(filled: Program, arguments: tuple[str, ...]) -> None:
    filled("end", "2")
    assert filled(*arguments, code=1).stderr == "Error: Fact 2 has ended; `holodream revert 2 1` brings it back.\n"
    with holodream.open(filled.store) as memory, pytest.raises(holodream.FactNotFound) as caught:
        memory.get(2)
    assert (caught.value.fact_id, caught.value.ended_version) == (2, 1)


def test_a_fact_that_was_merged_says_into_which(filled: Program) -> None:
    filled("merge", "1", "2")
    assert "part of fact 1" in filled("end", "2", code=1).stderr
    assert "no fact 99" in filled("end", "99", code=1).stderr


def test_a_refused_way_back_says_what_to_do(filled: Program) -> None:
    filled("end", "2")
    filled("add", "奶奶的生日是五月三日。")
    assert "Fact 2 stays ended" in filled("revert", "2", "1", code=2).stderr
    assert "Its only one is version 1" in filled("revert", "1", "7", code=2).stderr


def test_confirm(filled: Program) -> None:
    assert filled("confirm", "4", "--by", "anna").stdout == "Confirmed. Fact 4 has trust 0.60.\n"
    assert "counts once" in filled("confirm", "4", "--by", "anna").stdout
    assert filled.json("confirm", "4")["status"] == "confirmed"
    assert "confirmed by owner" in filled("history", "4").stdout


def test_duplicates_merge_and_unmerge(filled: Program) -> None:
    filled("add", "Mika is allergic to the hazelnuts.")
    line = filled("duplicates").stdout.split("\t")
    assert line[1:3] == ["1", "5"]
    assert filled.json("duplicates")["pairs"][0]["second"]["fact_id"] == 5
    filled("merge", "1", "5", "--expect", "1:1", "--expect", "5:2", code=2)
    assert filled("merge", "1", "5", "--expect", "1:1", "--expect", "5:1").stdout == "Merged into fact 1: 5.\n"
    assert "already" in filled("merge", "1", "5").stdout
    assert "Fact 5, merged into fact 1" in filled("history", "1").stdout
    assert filled("unmerge", "1").stdout == "Facts on their own again: 5.\n"
    assert filled("duplicates", "--limit", "1").stdout
    for wrong in (("merge", "1"), ("merge", "1", "5", "--expect", "1"), ("merge", "1", "5", "--expect", "x:1"), ("merge",), ("unmerge", "x")):
        filled(*wrong, code=2)
    assert "no fact 99" in filled("merge", "1", "99", code=1).stderr


def test_forget_asks_where_somebody_can_answer_and_erases(filled: Program) -> None:
    done = filled("forget", "1", code=2)
    assert "--yes" in done.stderr
    assert "--yes" in filled.json("forget", "1", code=2)["error"]
    done = filled("forget", "1", "--yes")
    assert done.stdout.startswith("Erased: fact 1.\nThe text may still be in:\n")
    assert "hazelnut" not in done.stdout
    assert b"hazelnut" not in b"".join(path.read_bytes() for path in filled.store.parent.iterdir() if path.name.startswith(filled.store.name))
    assert "no fact 1" in filled("history", "1", code=1).stderr
    answer = filled.json("forget", "2", "--yes")
    assert (answer["fact_ids"], answer["erased"]) == ([2], True)
    with holodream.open(filled.store) as memory:
        assert [fact.fact_id for fact in memory.list()] == [4, 3]


@pytest.mark.parametrize("command", ["change", "correct", "end", "revert", "confirm", "history", "forget", "merge", "unmerge"])
def test_a_command_that_needs_a_store_makes_none(program: Program, command: str) -> None:
    rest = {"change": ("x",), "correct": ("x",), "revert": ("1",), "merge": ("2",), "forget": ("--yes",)}.get(command, ())
    assert "no store yet" in program(command, "1", *rest, code=1).stderr
    assert not program.store.exists()
