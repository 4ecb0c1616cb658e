"""Snowball with a quicker search for endings."""

from __future__ import annotations

from pathlib import Path

import pytest

from holodream.language import languages
from holodream.language.frequency import frequencies
from holodream.language.snowball import original_stemmer, stemmer

from ..support import run_python

STEMMED = sorted(code for code, language in languages().items() if language.stemmer)


@pytest.mark.parametrize("code", STEMMED)
def test_it_gives_what_the_package_gives(code: str) -> None:
    algorithm = languages()[code].stemmer
    words = [*list(frequencies(code))[::12], "", "a", "x" * 64, "don't", "\u0301", "1st"]
    quick, original = stemmer(algorithm), original_stemmer(algorithm)
    assert [quick().stemWord(word) for word in words] == [original().stemWord(word) for word in words]


def test_an_installed_pystemmer_is_not_taken(tmp_path: Path) -> None:
    """The package takes it where it is installed; here one that knows no word."""
    (tmp_path / "Stemmer.py").write_text(
        "algorithms = lambda: ['english']\n\nclass Stemmer:\n    def __init__(self, *_): pass\n    def stemWord(self, word): return 'wrong'\n"
    )
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import snowballstemmer; from holodream.language.stem import stems; "
    code += "print(snowballstemmer.stemmer('english').stemWord('houses'), *stems('houses', 'en'))"
    assert run_python(code).split() == ["wrong", "hous"]
