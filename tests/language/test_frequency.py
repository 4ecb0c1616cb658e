"""How ordinary words are."""

from __future__ import annotations

import pytest

from holodream.language import fold, languages
from holodream.language.frequency import frequencies

from .sentences import SENTENCES


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_a_list_holds_the_commonest_words(code: str) -> None:
    table = frequencies(code)
    assert len(table) > 5000
    assert all(0.0 < zipf < 8.5 for zipf in table.values())
    assert all(word == fold(word) and not any(char.isspace() for char in word) for word in table)


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_function_words_are_more_ordinary_than_others(code: str) -> None:
    table, stop = frequencies(code), languages()[code].stop
    common = sorted(table, key=lambda word: -table[word])[:20]
    assert len(set(common) & stop) >= 8, set(common) - stop


def test_a_language_without_a_list_has_an_empty_one() -> None:
    assert dict(frequencies("xx")) == {}


@pytest.mark.parametrize(
    ("code", "ordinary", "rare"),
    [("en", "house", "walnut"), ("de", "haus", "walnuss"), ("ru", "дом", "скрипка"), ("es", "casa", "violín"), ("ja", "今日", "薬")],
)
def test_a_house_is_more_ordinary_than_a_walnut(code: str, ordinary: str, rare: str) -> None:
    table = frequencies(code)
    assert table[fold(ordinary)] > table.get(fold(rare), 0.0)
