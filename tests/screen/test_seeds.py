"""Phrases of which wallets make their keys, with no word that says so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.screen import screen
from holodream.screen.seeds import LENGTH, seed_words

WORDS = st.lists(st.sampled_from(sorted(seed_words())), min_size=LENGTH, max_size=24, unique=True)
WRITTEN = {
    "in a row": " ".join,
    "with commas": ", ".join,
    "with dashes": " – ".join,
    "with numbers": lambda words: " ".join(f"{number} {word}" for number, word in enumerate(words, 1)),
    "with numbers and full stops": lambda words: " ".join(f"{number}. {word}" for number, word in enumerate(words, 1)),
    "in capitals": lambda words: " ".join(words).upper(),
}
PLACES = {
    "alone": "{}",
    "behind a sentence": "We paint the boat in May. {}",
    "behind a colon": "Grandma's paper says: {}",
    "on a line of its own": "Лодка стоит у причала.\n{}\nМы красим её в мае.",
    "behind Chinese": "我们五月给船刷漆。{}",
    "in a long text": "The boat is blue and green.\n" * 900 + "{}" + "\nWe paint it in May." * 900,
    "behind a sentence without end": "the boat is blue and green " * 60 + ": {}",
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("written", WRITTEN)
@given(words=WORDS)
def test_a_phrase_is_found_wherever_it_stands(written: str, place: str, words: list[str]) -> None:
    verdict = screen(PLACES[place].format(WRITTEN[written](words)))
    assert (verdict.kind, verdict.rule) == ("secret", "seed_phrase")


@given(WORDS, st.integers(1, LENGTH - 1))
def test_fewer_words_are_none(words: list[str], count: int) -> None:
    assert screen(" ".join(words[:count])).rule != "seed_phrase"
