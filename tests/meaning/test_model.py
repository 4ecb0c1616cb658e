"""Models of meaning: what tells whether the same one still answers, and one that fails at single texts."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

import pytest

import holodream
from holodream.meaning import local, sharing
from holodream.meaning.local import LocalModel
from holodream.meaning.model import Kind, NoVector, Vector, marks_from_bytes, marks_to_bytes

from ..support import contents


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


def test_a_text_at_which_a_model_fails_holds_no_other_up(local_memory: Callable[[ModuleType], holodream.Memory]) -> None:
    memory = local_memory(failing_at("otter"))
    for fact in ("The otter sleeps.", "The kettle is broken.", "The bridge is closed."):
        memory.add(fact)
    assert memory.settle(20)
    assert [known.vectors for known in memory.store.vector_models()] == [2]


def loading(load: Callable[[], Callable[[Kind, str], Vector]]) -> ModuleType:
    """A model in this process that is loaded so."""
    home = failing_at("otter")
    home.load = load  # type: ignore[attr-defined]
    return home


@pytest.fixture
def local_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[ModuleType], holodream.Memory]]:
    """local_memory(home): a memory with this local model."""
    with ExitStack() as stack:

        def opened(home: ModuleType) -> holodream.Memory:
            model = LocalModel(home)
            monkeypatch.setattr(sharing, "local_model", lambda _choice: model)
            monkeypatch.setattr("holodream.meaning.door.local_model", lambda _choice: model)
            return stack.enter_context(holodream.open(tmp_path / "memory.db", embeddings="local"))

        yield opened


def test_a_turn_goes_on_with_words_when_the_model_cannot_be_loaded(
    local_memory: Callable[[ModuleType], holodream.Memory], caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> Callable[[Kind, str], Vector]:
        raise OSError("no such library")

    memory = local_memory(loading(broken))
    memory.add("The kettle is broken.")
    assert memory.settle(20) is False
    found = memory.recall("Is the kettle broken?")
    assert contents(found) == ["The kettle is broken."]
    assert any("cannot be loaded" in step for step in found.trace.steps)
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert "set embeddings to off" in line


def test_nobody_waits_longer_than_he_said_for_a_model_that_is_being_loaded(local_memory: Callable[[ModuleType], holodream.Memory]) -> None:
    go_on, entered = threading.Event(), threading.Event()

    def slow() -> Callable[[Kind, str], Vector]:
        entered.set()
        assert go_on.wait(30)
        return lambda _kind, _text: array("f", [1.0, 0.0, 0.5])

    memory = local_memory(loading(slow))
    memory.add("The kettle is broken.")
    assert entered.wait(20)
    assert memory.settle(0.1) is False
    assert contents(memory.recall("Is the kettle broken?")) == ["The kettle is broken."]
    assert not go_on.is_set()
    go_on.set()
    assert memory.settle(20)


def test_a_question_at_which_a_model_fails_is_answered_at_once() -> None:
    model = LocalModel(failing_at("otter"))
    with pytest.raises(NoVector, match="RuntimeError"):
        model.query("Where is the otter?", 20.0)


def test_the_library_of_a_local_model_is_named_when_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(holodream.ConfigError, match="pip install"):
        local.local_model("e5")
