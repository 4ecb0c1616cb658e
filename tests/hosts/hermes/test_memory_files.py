"""MEMORY.md and USER.md as the host writes them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holodream import InvalidArgument
from holodream.hosts.hermes.night.memory_files import entries, files, queue
from holodream.night.inputs import QueuedWrite

from ...support import FIXTURES


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


# --- what the night reads ---

LIMITS = {"MEMORY.md": 2200, "USER.md": 1375}


def test_the_files_of_a_home(tmp_path: Path) -> None:
    (tmp_path / "memories").mkdir()
    (tmp_path / "memories" / "MEMORY.md").write_text("one\n§\ntwo", encoding="utf-8")
    (tmp_path / "memories" / "USER.md").write_bytes(b"\xff\xfe")
    memory, user = files(tmp_path, LIMITS)
    assert (memory.name, memory.entries, memory.limit, memory.status) == ("MEMORY.md", ("one", "two"), 2200, "ok")
    assert (user.entries, user.status) == ((), "unreadable")
    assert [file.status for file in files(tmp_path / "nowhere", {"USER.md": 5})] == ["missing"]


def test_the_fixture_files() -> None:
    assert len(entries(FIXTURES / "MEMORY.md")) == 6
    assert len(entries(FIXTURES / "USER.md")) == 4


def test_the_approval_queue(tmp_path: Path) -> None:
    folder = tmp_path / "pending" / "memory"
    folder.mkdir(parents=True)
    payloads: list[object] = [
        {"action": "batch", "target": "user", "operations": [{"action": "remove", "old_text": "old"}, {"action": "add", "content": "new"}]},
        {"action": "add", "target": "memory", "content": "first"},
        {"action": "patch", "content": "y", "old_text": "x"},
        {"action": "dance", "target": "memory"},
        {"action": "add", "target": "elsewhere", "content": "x"},
    ]
    for number, payload in enumerate(payloads):
        (folder / f"{number}.json").write_text(json.dumps({"id": str(number), "created_at": 100 - number, "payload": payload}), encoding="utf-8")
    (folder / "broken.json").write_text("{", encoding="utf-8")
    (folder / "list.json").write_text("[]", encoding="utf-8")
    found = queue(tmp_path)
    assert found.unreadable == 4
    assert found.writes == (
        QueuedWrite("MEMORY.md", "patch", "y", "x"),
        QueuedWrite("MEMORY.md", "add", "first"),
        QueuedWrite("USER.md", "remove", "", "old"),
        QueuedWrite("USER.md", "add", "new"),
    )
    assert queue(tmp_path / "nowhere").writes == ()
