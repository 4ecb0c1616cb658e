"""Which languages a text is likely in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.language import analyse, fold, languages
from holodream.language.identify import likely_languages

from .sentences import ALPHABET, SENTENCES


@pytest.mark.parametrize(("code", "sentence"), [(code, sentence) for code, sentences in SENTENCES.items() for sentence in sentences])
def test_the_language_of_a_sentence_is_known(code: str, sentence: str) -> None:
    assert code in [language.code for language in analyse(sentence).languages]


@pytest.mark.parametrize(("code", "sentence"), [(code, sentences[0]) for code, sentences in SENTENCES.items()])
def test_a_long_sentence_is_taken_for_no_stranger(code: str, sentence: str) -> None:
    """Close relatives may stay open; at most two languages of one script do, and the right one comes first."""
    found = [language.code for language in analyse(sentence).languages]
    assert found[0] == code
    assert len(found) <= 2


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Позвони маме before the meeting starts", {"ru", "en"}),
        ("今天的 meeting is cancelled 了", {"zh", "en"}),
        ("ฉันซื้อ keyboard ใหม่", {"th"}),
        ("Die Oma sagt: будь здоров и не болей", {"de", "ru"}),
    ],
)
def test_languages_mix_in_one_sentence(text: str, codes: set[str]) -> None:
    assert codes <= {language.code for language in analyse(text).languages}


def test_kana_makes_chinese_characters_japanese() -> None:
    assert [language.code for language in analyse("学校の先生").languages] == ["ja"]
    assert [language.code for language in analyse("学校老师").languages] == ["zh"]


@pytest.mark.parametrize("text", ["", "   ", "12345", "😀😀", "!!!", "Ωμέγα"])
def test_no_language_is_guessed_from_nothing(text: str) -> None:
    assert [language.code for language in analyse(text).languages if language.code in SENTENCES] == []


@given(
    st.lists(st.text(st.sampled_from(ALPHABET), max_size=8), max_size=12), st.sampled_from(sorted({s for lang in languages().values() for s in lang.scripts}))
)
def test_never_raises_and_order_of_words_does_not_matter(words: list[str], script: str) -> None:
    folded = [fold(word) for word in words]
    found = likely_languages(folded, script)
    assert found == likely_languages(reversed(folded), script)
    assert all(script in language.scripts for language in found)
