"""Models of meaning: what tells whether the same one still answers, and one that fails at single texts."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import holodream
from holodream.meaning import local, sharing
from holodream.meaning.local import LocalModel
from holodream.meaning.model import Kind, NoVector, Vector, marks_from_bytes, marks_to_bytes


def test_marks_come_back() -> None:
    marks = {"passage": {"violin": array("f", [0.25, -1.0])}}
    assert marks_from_bytes(marks_to_bytes(marks)) == marks


@pytest.mark.parametrize("data", [None, b"", b"{", b"\xff", b"[1]", b'{"passage": 3}', b'{"passage": {"violin": "zz"}}', b'{"passage": {"violin": "00"}}'])
def test_what_are_no_marks_is_none(data: bytes | None) -> None:
    assert marks_from_bytes(data) == {}


def failing_at(word: str) -> ModuleType:
    """A model in this process that fails at texts with a word."""

    def embed(_kind: Kind, text: str) -> Vector:
        if word in text:
            raise RuntimeError("the library does not like this text")
        return array("f", [1.0, float(len(text)), 0.5])

    def load() -> Callable[[Kind, str], Vector]:
        return embed

    home = ModuleType("failing")
    home.NAME, home.WIDTH, home.PACKAGE, home.load = "failing", 3, "json", load  # type: ignore[attr-defined]
    return home


def test_a_text_at_which_a_model_fails_holds_no_other_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = LocalModel(failing_at("otter"))
    monkeypatch.setattr(sharing, "local_model", lambda _choice: model)
    monkeypatch.setattr("holodream.meaning.door.local_model", lambda _choice: model)
    with holodream.open(tmp_path / "memory.db", embeddings="local") as memory:
        for fact in ("The otter sleeps.", "The kettle is broken.", "The bridge is closed."):
            memory.add(fact)
        assert memory.settle(20)
        assert [known.vectors for known in memory.store.vector_models()] == [2]


def test_a_question_at_which_a_model_fails_is_answered_at_once() -> None:
    model = LocalModel(failing_at("otter"))
    with pytest.raises(NoVector, match="RuntimeError"):
        model.query("Where is the otter?", 20.0)


def test_the_library_of_a_local_model_is_named_when_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local.importlib.util, "find_spec", lambda _name: None)
    local.local_model.cache_clear()
    with pytest.raises(holodream.ConfigError, match="pip install"):
        local.local_model("e5")
    local.local_model.cache_clear()
