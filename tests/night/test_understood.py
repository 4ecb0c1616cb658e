"""Texts that stay understood: each once while there is room, within the bound of memory."""

from __future__ import annotations

import pytest

from holodream.night import understood
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
