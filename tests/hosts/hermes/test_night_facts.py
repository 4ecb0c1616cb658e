"""Where the night's facts come from."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

import holodream
from holodream.hosts.hermes.night import facts as night_facts
from holodream.hosts.hermes.night.host_config import HostConfig
from holodream.hosts.hermes.night.settings import DreamingSettings
from holodream.night.inputs import NightFact


def read(home: Path, **settings: Any) -> tuple[tuple[NightFact, ...], str]:
    host = HostConfig({}, "UTC", approval=False, store=home / "memory_store.db")
    return night_facts.read(DreamingSettings(**settings), host)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "memory_store.db"
    with holodream.open(path) as memory:
        first = memory.add("Vera keeps the ladder in the orchard.", source="said", category="home", by="owner")
        memory.confirm(first.fact_id or 0, by="ana")
        memory.add("Tom likes tea.", source="inferred")
        memory.end(memory.add("Tom has a beard.").fact_id or 0)
        memory.change(2, "Tom likes green tea.", source="said")
        memory.feedback(1, "helpful")
        memory.feedback(2, "unhelpful")
    return path


def test_an_export_says_the_same_as_its_store(store: Path, tmp_path: Path) -> None:
    with holodream.open(store) as memory:
        memory.export(tmp_path / "facts.jsonl")
    of_store, status = read(tmp_path)
    of_export, status_of_export = read(tmp_path, facts_from="jsonl", facts_path=tmp_path / "facts.jsonl")
    assert status == status_of_export == "ok"
    assert [(fact.fact_id, fact.behind) for fact in of_store] == [(1, ("", "ana")), (2, ())]
    assert [dataclasses.replace(fact, names=()) for fact in of_store] == [dataclasses.replace(fact, names=()) for fact in of_export]


def test_plain_lines(tmp_path: Path) -> None:
    lines = [
        {"content": "Ana sings."},
        {"id": 9, "text": "Ana dances.", "trust_score": 0.9, "updated_at": "2026-01-02 03:04:05", "names": ["Ana"], "source": "said"},
        {"content": "Ana paints.", "trust": "much", "source": "heard", "version": -1, "written_at": 1e300},
    ]
    (tmp_path / "facts.jsonl").write_text("\ufeff" + "\n\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    (first, second, third), status = read(tmp_path, facts_from="jsonl", facts_path=tmp_path / "facts.jsonl")
    assert status == "ok"
    assert (first.fact_id, first.version, first.trust) == (1, 1, 0.5)
    assert (second.fact_id, second.content, second.trust, second.names, second.source) == (9, "Ana dances.", 0.9, ("Ana",), "said")
    assert str(second.written_at) == "2026-01-02 03:04:05+00:00"
    assert (third.trust, third.source, third.version, third.written_at) == (0.5, None, 1, None)


@pytest.mark.parametrize("line", ["{", "[]", "5", '{"trust": 1}', '{"content": ""}', '{"content": 7}', '{"content": "a", "id": 3}\n{"content": "b", "id": 3}'])
def test_an_export_that_cannot_be_read_is_not_empty(tmp_path: Path, line: str) -> None:
    (tmp_path / "facts.jsonl").write_text(line, encoding="utf-8")
    facts, status = read(tmp_path, facts_from="jsonl", facts_path=tmp_path / "facts.jsonl")
    assert facts == ()
    assert status not in ("ok", "none")


def test_a_database_that_cannot_be_read_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "memory_store.db").write_bytes(b"no database" * 100)
    assert read(tmp_path)[1] not in ("ok", "none")
    assert read(tmp_path, facts_path=tmp_path / "missing.db")[1] not in ("ok", "none")


def test_no_facts_are_wanted_or_there(tmp_path: Path) -> None:
    assert read(tmp_path) == ((), "none")
    assert read(tmp_path, facts_from="none") == ((), "none")


def test_reading_changes_nothing(store: Path, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    read(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert store.name in before
