"""Texts that stay understood: each once while there is room, within the bound of memory."""

from __future__ import annotations

from datetime import UTC, date

import pytest

from holodream.night import understood
from holodream.night.desk import Desk
from holodream.night.inputs import NightInputs
from holodream.night.settings import NightConfig
from holodream.night.state import parse
from holodream.night.understood import Understood
from holodream.statements.understanding import understand


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    texts: list[str] = []
    monkeypatch.setattr(understood, "understand", lambda text: texts.append(text) or understand(text))  # type: ignore[func-returns-value]
    return texts


def test_a_text_is_understood_once_while_there_is_room(read: list[str]) -> None:
    known = Understood(1_000_000)
    assert known("the rent went up") is known("the rent went up")
    assert read == ["the rent went up"]


def test_the_text_that_was_longest_not_asked_for_goes_first(read: list[str]) -> None:
    known = Understood(20_000)  # room for two
    for text in ("one", "two", "one", "three", "one", "two"):
        assert known(text).text == text
    assert read == ["one", "two", "three", "two"]


def test_a_text_larger_than_the_room_is_understood_all_the_same(read: list[str]) -> None:
    known = Understood(10)
    assert [known(text).text for text in ("one", "\ud800", "one")] == ["one", "\ud800", "one"]
    assert read == ["one", "\ud800", "one"]


def test_a_night_keeps_what_it_understood_by_its_size() -> None:
    """A number of texts is no bound: messages may be long."""
    desk = Desk(NightInputs(), NightConfig(), date(2026, 3, 2), UTC, parse({}), (), (), (), {}, {}, {})
    first = desk.speech("the rent went up")
    assert desk.speech("the rent went up") is first
    for number in range(5):
        desk.speech(f"{number} " + "the jars of the cellar " * 500)
    assert desk.speech("the rent went up") is not first
