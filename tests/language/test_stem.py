"""Root forms."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.language import fold, languages
from holodream.language.frequency import frequencies
from holodream.language.stem import stems

from .sentences import SENTENCES

SPACED = sorted(code for code in SENTENCES if languages()[code].spaces)


def commonest(code: str) -> list[str]:
    table = frequencies(code)
    return sorted((word for word in table if word.isalpha()), key=lambda word: (-table[word], word))


@pytest.mark.parametrize(
    ("code", "forms"),
    [
        ("en", "bicycle bicycles"), ("en", "go went gone"), ("en", "child children"), ("en", "battery batteries"),
        ("ru", "таблетка таблетки таблеток"), ("ru", "аптека аптеке аптеку"), ("uk", "таблетка таблетки"), ("uk", "школа школи школу"),
        ("de", "Tablette Tabletten"), ("de", "Haus Hauses"), ("es", "pastilla pastillas"), ("pt", "comprimido comprimidos"), ("fr", "comprimé comprimés"),
        ("it", "pastiglia pastiglie"), ("pl", "tabletka tabletki tabletkę"), ("tr", "anahtar anahtarlar anahtarı"), ("id", "simpan menyimpan"),
        ("ar", "مفتاح المفتاح والمفتاح"), ("ko", "열쇠 열쇠를 열쇠는"), ("hi", "चाबी चाबियाँ"),
    ],
)  # fmt: skip
def test_forms_of_a_word_have_a_root_in_common(code: str, forms: str) -> None:
    roots = [set(stems(fold(form), code)) for form in forms.split()]
    assert set.intersection(*roots), roots


@pytest.mark.parametrize("code", SPACED)
def test_no_root_of_a_real_word_is_a_single_letter(code: str) -> None:
    """A root of one letter makes strangers equal: Ayşe and ayı must not both be "a"."""
    words = [word for word in commonest(code) if len(word) >= 4][:3000]
    broken = [(word, root) for word in words for root in stems(word, code) if len(root) < 2]
    assert broken[:10] == []


@pytest.mark.parametrize("code", SPACED)
def test_a_root_says_something(code: str) -> None:
    for word in commonest(code)[:1500]:
        found = stems(word, code)
        assert found
        assert all(root and root == root.strip() for root in found), word


@given(word=st.text(max_size=12), code=st.sampled_from(SPACED))
def test_any_word_has_roots_or_is_empty(word: str, code: str) -> None:
    found = stems(fold(word), code)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("code", "one", "other"),
    [("en", "pin", "pine"), ("ru", "мишка", "миша"), ("de", "kirche", "kirsche"), ("tr", "ayşe", "ayı"), ("pl", "rok", "rak"), ("fr", "cour", "cœur")],
)
def test_strangers_keep_different_roots(code: str, one: str, other: str) -> None:
    assert not set(stems(fold(one), code)) & set(stems(fold(other), code))


def test_threads_do_not_mix_up_each_others_words() -> None:
    words = [
        f"{beginning}{ending}" for beginning in ("gold", "silver", "kupfer", "eisen", "blei", "zinn") for ending in ("ungen", "lichkeit", "ischem", "ernd")
    ]
    alone = [stems.__wrapped__(word, "de") for word in words]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(lambda word: stems.__wrapped__(word, "de"), words * 40))
    finally:
        sys.setswitchinterval(interval)
    assert together == alone * 40
