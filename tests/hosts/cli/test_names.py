"""`holodream names`: looking at names and putting them right."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import holodream

from .conftest import REFUSED, Program


def test_list_shows_status_and_number(filled: Program) -> None:
    filled("add", "Yesterday Branka visited Mika.")
    rows = [line.split("\t") for line in filled("names", "list").stdout.splitlines()]
    assert ["2", "declared", "person", "Mika", ""] in [[row[0], row[1], row[2] or "person", row[3], row[4]] for row in rows]
    assert [row[3] for row in rows if row[1] == "provisional"][:1]
    assert {entity["name"] for entity in filled.json("names", "list", "--status", "confirmed")["names"]} >= {"Mika", "奶奶", "ليلى"}
    assert filled.json("names", "list")["in_all"]["confirmed"] >= 3


def test_declared_names_can_be_listed_and_are_counted_apart(filled: Program) -> None:
    filled("add", "Yesterday Branka visited Mika.")
    filled("names", "confirm", "Branka")
    shown = filled("names", "list", "-s", "declared")
    assert {row.split("\t")[1] for row in shown.stdout.splitlines()} == {"declared"}
    document = filled.json("names", "list", "-s", "declared", "--limit", "2")
    assert len(document["names"]) == 2
    assert document["in_all"]["declared"] == 3
    assert document["in_all"]["confirmed"] == 4
    assert "4 confirmed (3 of them declared)" in shown.stderr


def test_merging_asks_as_it_cannot_be_taken_back(filled: Program) -> None:
    assert "cannot be taken back" in filled("names", "merge", "--help").stdout
    assert "--yes" in filled("names", "merge", "Mika", "ليلى", code=2).stderr
    assert len(filled.json("names", "show", "Mika")["facts"]) == 1, "nobody was asked, so nothing was done"
    assert filled("names", "merge", "Mika", "ليلى", "-y").stdout == "Merged: Mika, also ليلى, 2 facts. This cannot be taken back.\n"


@pytest.mark.parametrize("folder", ["missing", "/proc"])
def test_a_picture_without_a_folder(filled: Program, tmp_path: Path, folder: str) -> None:
    told = filled("names", "picture", str(tmp_path / folder / "names.svg"), code=1).stderr
    assert folder in told
    assert "unfinished" not in told


def test_show_a_name_with_its_facts_and_neighbours(filled: Program) -> None:
    filled("add", "Branka visited Mika in Graz.", "--name", "Branka", "--name", "Mika")
    shown = filled("names", "show", "mika").stdout
    assert "hazelnuts" in shown
    assert "Beside it: Branka (1)" in shown
    document = filled.json("names", "show", "Mika")
    assert [fact["fact_id"] for fact in document["facts"]] == [5, 1]
    assert "no such name" in filled("names", "show", "Nobody").stderr


def test_rename_merge_alias_confirm_and_delete(filled: Program) -> None:
    filled("add", "Yesterday Branka fixed the pump.")
    assert "Confirmed: Branka" in filled("names", "confirm", "Branka").stdout
    assert "Renamed: Branka Doci, also Branka" in filled("names", "rename", "Branka", "Branka Doci").stdout
    assert "also Branka, Branko" in filled("names", "alias", "Branka Doci", "Branko").stdout
    assert "Merged: Mika" in filled("names", "merge", "Mika", "Branka", "--yes").stdout
    assert filled.json("names", "show", "Branko")["names"][0]["name"] == "Mika"
    assert "Deleted: Mika." in filled("names", "delete", "Mika").stdout
    assert "Not there: Mika." in filled("names", "delete", "Mika", code=2).stderr
    assert "hazelnuts" in filled("list").stdout


def test_what_cannot_be_done_says_why(filled: Program) -> None:
    assert "no such name" in filled("names", "rename", "Nobody", "Somebody", code=2).stderr
    assert "Merge the two" in filled("names", "rename", "Mika", "ليلى", code=2).stderr
    assert filled.json("names", "alias", "Mika", REFUSED, code=2)["status"] == "refused"
    assert filled("names", "delete", *[f"n{number}" for number in range(101)], code=1).stderr.startswith("Error: Give a list of 1 to 100 names")


def test_together_and_contradict(filled: Program) -> None:
    filled("add", "Mika and Branka play chess.", "--name", "Mika", "--name", "Branka")
    filled("add", "Branka is 41 years old.", "--name", "Branka")
    filled("add", "Branka is 42 years old.", "--name", "Branka")
    assert "chess" in filled("names", "together", "Mika", "Branka").stdout
    assert "No fact" in filled("names", "together", "Mika", "奶奶").stderr
    assert filled("names", "contradict").stdout.split("\t")[:4] == ["number", "Branka", "6", "7"]
    assert [pair["reason"] for pair in filled.json("names", "contradict", "Branka")["pairs"]] == ["number"]
    assert "No facts were found" in filled("names", "contradict", "Mika").stderr


def test_rebuild(filled: Program) -> None:
    assert "Looked at 4 facts" in filled("names", "rebuild").stdout
    assert filled.json("names", "rebuild")["facts"] == 4


def test_picture(filled: Program, tmp_path: Path) -> None:
    filled("add", 'Branka visited Mika <in> Graz & "there".', "--name", "Branka <B&B>", "--name", "Mika")
    target = tmp_path / "names.svg"
    assert f"to {target}" in filled("names", "picture", str(target)).stdout
    ElementTree.parse(target)
    assert target.stat().st_mode & 0o077 == 0, "names of people are private"
    assert "not overwritten" in filled("names", "picture", str(target), code=1).stderr
    before = target.read_bytes()
    filled("names", "picture", str(target), "--overwrite")
    assert target.read_bytes() == before, "the same names give the same picture"
    assert list(tmp_path.glob("*.unfinished")) == []


def test_doctor_hints_at_a_large_store_without_names(program: Program) -> None:
    from holodream.recall.indexing import index_terms
    from holodream.store import Draft
    from holodream.store.naming import SMALL

    with holodream.open(program.store) as memory:
        memory.store.add_many(Draft(text, index_terms(text, (), ())) for text in (f"Branka moved box {number}." for number in range(SMALL + 1)))
    assert "holodream names rebuild" in program("doctor").stdout
    program("names", "rebuild")
    assert "names rebuild" not in program("doctor").stdout
