"""Folding: equal what people do not tell apart, and nothing else."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from holodream.language import fold, plain, script_of
from holodream.language.characters import WORD

from ..support import run_python
from .sentences import ALPHABET, SENTENCES

TEXTS = st.text(st.sampled_from(ALPHABET), max_size=40)
ANY_TEXT = st.text(st.characters(), max_size=30) | st.text(st.characters(categories=["L", "M", "N", "Cf", "Cs"]), max_size=12)
ALL_SENTENCES = [sentence for sentences in SENTENCES.values() for sentence in sentences]


@given(TEXTS | ANY_TEXT)
@example("e\u200b\u0301")
@example("I\u00ad\u0307")
@example("ᄀ\u200bᅡ")
@example("ﬁ ŉ ẞ ΐ")
@example("藴")
@example("i\ufcf2\u0307")
@example("i\u0307\u0307")
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(TEXTS | ANY_TEXT)
@example("e\u200b\u0301")
@example("İstanbul ISPARTA ılık")
def test_composed_and_decomposed_texts_are_equal(text: str) -> None:
    assert fold(unicodedata.normalize("NFC", text)) == fold(unicodedata.normalize("NFD", text))


@pytest.mark.parametrize("sentence", ALL_SENTENCES)
def test_case_does_not_matter(sentence: str) -> None:
    assert fold(sentence.upper()) == fold(sentence) == fold(sentence.lower())


@given(st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), max_size=30))
def test_width_does_not_matter(text: str) -> None:
    wide = "".join(chr(ord(char) + 0xFEE0) for char in text)
    assert fold(wide) == fold(text)


def test_half_width_katakana_is_the_same_as_full_width() -> None:
    assert fold("ｶﾞｿﾘﾝ") == fold("ガソリン")


@given(TEXTS | ANY_TEXT)
def test_folding_never_raises_and_can_be_stored(text: str) -> None:
    folded = fold(text)
    folded.encode("utf-8")
    assert len(folded) <= 20 * len(text) + 20


@pytest.mark.parametrize("digits", ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९", "๐๑๒๓๔๕๖๗๘๙", "０１２３４５６７８９"])
def test_native_digits_are_digits(digits: str) -> None:
    assert fold(digits) == "0123456789"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("İSTANBUL", "istanbul"),
        ("ISPARTA", "ısparta"),
        ("IĞDIR", "ığdır"),
        ("مُحَمَّد", "محمد"),
        ("كتـــاب", "كتاب"),
        ("電話號碼", "电话号码"),
        ("學習漢語", "学习汉语"),
        ("Straße", "STRASSE"),
        ("it’s", "it's"),
        ("сім’я", "сім'я"),
        ("сімʼя", "сім'я"),
        ("co\u00adoperate", "cooperate"),
        ("ca\u200bfé", "café"),
        ("caf\u0065\u200b\u0301", "café"),
        ("I\u00ad\u0307zmir", "İzmir"),
        ("ŉ", "'n"),
        ("a´b", "a'b"),
    ],
)
def test_spellings_that_nobody_tells_apart(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("año", "ano"), ("schön", "schon"), ("кот", "кит"), ("の", "ノ"), ("บ้าน", "บาน"), ("काम", "कम"), ("ma", "mạ")])
def test_different_words_stay_different(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("word", "bare"),
    [("cà", "ca"), ("đường", "duong"), ("łódź", "lodz"), ("smørrebrød", "smorrebrod"), ("niño", "nino"), ("plain", "plain"), ("ñandú", "nandu")],
)
def test_latin_letters_without_their_accents(word: str, bare: str) -> None:
    assert plain(fold(word)) == bare


@pytest.mark.parametrize("word", ["ёлка", "їжак", "часы", "बिल्ली", "แมว", "がく", "강"])
def test_marks_of_other_scripts_are_no_accents(word: str) -> None:
    assert plain(fold(word)) == fold(word)


@given(TEXTS | ANY_TEXT)
def test_plain_never_raises(text: str) -> None:
    plain(fold(text))


@pytest.mark.parametrize(
    ("char", "script"),
    [
        ("a", "Latin"), ("ß", "Latin"), ("ệ", "Latin"), ("ж", "Cyrillic"), ("ї", "Cyrillic"), ("ع", "Arabic"), ("क", "Devanagari"), ("ค", "Thai"),
        ("家", "Han"), ("々", "Han"), ("ひ", "Hiragana"), ("ヒ", "Katakana"), ("한", "Hangul"), ("λ", "Greek"), ("ש", "Hebrew"),
        ("7", ""), ("-", ""), (" ", ""), ("😀", ""), ("\u0301", ""), ("\U0002a6d6", "Han"),
    ],
)  # fmt: skip
def test_script_of_a_letter(char: str, script: str) -> None:
    assert script_of(char) == script


@given(st.characters())
def test_every_character_has_a_script_or_none(char: str) -> None:
    assert isinstance(script_of(char), str)


@pytest.mark.parametrize("word", ["साइकिल", "बिल्ली", "क्योंकि", "ฉัน", "น้ำ", "กี่", "مَدرَسة", "e\u0301te\u0301", "भाई\u200dयों"])
def test_signs_that_hang_on_letters_do_not_cut_a_word(word: str) -> None:
    assert [match[0] for match in WORD.finditer(f"({word})")] == [word]


def test_folding_megabytes_does_not_hang() -> None:
    """What folds is not Python, so that its steps cannot be counted; if they grew with the square of the length, this would take hours."""
    script = "import sys; from holodream.language import fold\nfor unit in sys.argv[1:]: fold(unit * (2_000_000 // len(unit)))"
    run_python(script, "Straße ", "學習漢語", "مُحَمَّد ", "e\u0301", "i\u0307", "\u0307", "\u064b", seconds=120)
