"""Snowball with a quicker search for endings."""

from __future__ import annotations

import pytest

from holodream.language import languages
from holodream.language.frequency import frequencies
from holodream.language.snowball import original_stemmer, stemmer

STEMMED = sorted(code for code, language in languages().items() if language.stemmer)


@pytest.mark.parametrize("code", STEMMED)
def test_it_gives_what_the_package_gives(code: str) -> None:
    algorithm = languages()[code].stemmer
    words = [*list(frequencies(code))[::12], "", "a", "x" * 64, "don't", "\u0301", "1st"]
    quick, original = stemmer(algorithm), original_stemmer(algorithm)
    assert [quick().stemWord(word) for word in words] == [original().stemWord(word) for word in words]


def test_an_installed_pystemmer_changes_nothing() -> None:
    assert original_stemmer("english").__module__.endswith("english_stemmer")
