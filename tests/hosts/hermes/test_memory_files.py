"""MEMORY.md and USER.md as the host writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from holodream import InvalidArgument
from holodream.hosts.hermes.memory_files import entries


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("one", ["one"]),
        ("one\n§\ntwo", ["one", "two"]),
        ("\ufeffone\n§\n two \nlines\n§\none\n§\n\n§\n", ["one", "two \nlines"]),
        ("see § 12\n§ not alone\n§\ntwo", ["see § 12\n§ not alone", "two"]),
        ("林晓负责预算。\n§\nСемья: 14 марта.", ["林晓负责预算。", "Семья: 14 марта."]),
    ],
)
def test_entries(tmp_path: Path, text: str, found: list[str]) -> None:
    (tmp_path / "MEMORY.md").write_text(text, encoding="utf-8", newline="")
    assert entries(tmp_path / "MEMORY.md") == found


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidArgument):
        entries(tmp_path / "MEMORY.md")
