"""The list for people, and back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holodream
from holodream.actions import markdown

from .conftest import Opener


def told(memory: holodream.Memory) -> list[tuple[str, str, str | None, float]]:
    return sorted((fact.content, fact.category, fact.source, fact.trust) for fact in memory.list(limit=1000))


def test_a_list_comes_back(open_memory: Opener, tmp_path: Path) -> None:
    memory, other = open_memory("one.db"), open_memory("two.db")
    memory.add("Vera lives in Rome.", source="said", category="user_pref")
    memory.add("奶奶的生日是五月三日。", source="confirmed")
    memory.add("Leo plays the cello -- <!-- loudly --> and # often.", source="inferred", category="tool")
    memory.add("- The bakery closes at six <!-- 3, said, 2026-01-01 -->")
    memory.add("Two\nlines.")
    memory.end(2)
    assert memory.export(tmp_path / "facts.md", form="markdown") == 4
    assert other.import_file(tmp_path / "facts.md", dry_run=True).fact_ids == (1, 2, 3, 4)
    done = other.import_file(tmp_path / "facts.md")
    assert (len(done.fact_ids), done.left_out, done.renumbered) == (4, (), {})
    assert told(other) == [(" ".join(text.split()), *rest) for text, *rest in told(memory)]
    assert other.import_file(tmp_path / "facts.md").fact_ids == (), "a second time changes nothing"


def test_a_list_that_a_person_edited(open_memory: Opener, tmp_path: Path) -> None:
    path = tmp_path / "facts.md"
    path.write_bytes(
        "\ufeff# Facts\r\n\r\nMy notes.\r\n- The bakery closes at six.\r\n\r\n## tool\r\n\r\n-   Leo plays the cello.  \r\n- \r\n* no item\r\n".encode()
    )
    memory = open_memory()
    memory.import_file(path)
    assert told(memory) == [("Leo plays the cello.", "tool", None, 0.5), ("The bakery closes at six.", "general", None, 0.5)]


def test_what_must_not_be_kept_is_left_out(open_memory: Opener, tmp_path: Path) -> None:
    path = tmp_path / "facts.md"
    path.write_text(f"# Facts\n- The {'pass'}{'word'} of the router is BlueHeron4207!\n- The bakery closes at six.\n", encoding="utf-8")
    memory = open_memory()
    memory.add("Leo plays the cello.")
    memory.forget(1)
    done = memory.import_file(path)
    assert (len(done.fact_ids), len(done.left_out)) == (1, 1)
    path.write_text("# Facts\n- Leo plays the cello. <!-- 1, said, 2026-01-01 -->\n", encoding="utf-8")
    assert memory.import_file(path).fact_ids == (), "a file is no person who says it anew"


def test_other_files_are_no_lists(tmp_path: Path) -> None:
    for text in ("", "# Factsheet\n- a", "Vera\n§\n# Facts", "# Fact"):
        (tmp_path / "other.md").write_text(text, encoding="utf-8")
        assert not markdown.is_list(tmp_path / "other.md")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# Notes\n## Family\n- one\n* two\n+ three\n1. four\n2) five\n- [x] six", ["one", "two", "three", "four", "five", "six"]),
        ("- one\n  goes on\n\nA paragraph\nof two lines.", ["one goes on", "A paragraph of two lines."]),
        ("Heading\n======\nText.\n\nOther\n---\n***\n> quoted\n> text", ["Text.", "quoted text"]),
        ("---\ntitle: no fact\n---\n- one <!-- not this -->\n- one", ["one"]),
        ("Allergies:\n\n- nuts\n- eggs\n\nText.\n- milk", ["Allergies: nuts", "Allergies: eggs", "Text.", "milk"]),
        ("To do:\n\nText.\n\nLast:", ["To do:", "Text.", "Last:"]),
        ("- one\n12. Mai: Zahnarzt", ["one", "12. Mai: Zahnarzt"]),
        ("```sh\n# not a heading\n- no bullet\n```\nText.", ["# not a heading - no bullet", "Text."]),
        ("\n\n# Only\n## headings\n", []),
    ],
)
def test_what_ordinary_markdown_says(text: str, found: list[str]) -> None:
    assert markdown.is_structured(text)
    assert markdown.statements(text) == found


def test_one_entry_of_several_lines_is_not_structured() -> None:
    assert not markdown.is_structured("One entry\nof two lines, from 9 - 12.\n")


@given(st.text(alphabet="ab :-#>`~=*1.\n\t：", max_size=60))
def test_no_word_of_a_text_without_headings_is_lost(text: str) -> None:
    said = " ".join(markdown.statements(text))
    assert all(entry.strip() == entry and entry for entry in markdown.statements(text))
    if not any(sign in text for sign in "#=-"):
        assert set(re.findall("[ab]+", text)) == set(re.findall("[ab]+", said)) or "`" in text or "~" in text
