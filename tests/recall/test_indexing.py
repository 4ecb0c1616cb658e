"""Under which terms a fact is indexed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.recall.indexing import KIND_SIGN, NAME_SIGN, index_terms, name_terms, word_terms

from ..language.sentences import ALPHABET

TEXTS = st.text(st.sampled_from(ALPHABET), max_size=40)


@given(TEXTS, st.lists(TEXTS, max_size=3), st.lists(TEXTS, max_size=3))
def test_terms_can_be_stored_side_by_side(text: str, names: list[str], keywords: list[str]) -> None:
    terms = index_terms(text, names, keywords)
    assert len(set(terms)) == len(terms)
    assert " ".join(terms).split() == list(terms)
    assert index_terms(text, names, keywords) == terms


@given(TEXTS, st.lists(TEXTS, max_size=2))
def test_keywords_and_names_add_and_take_nothing_away(text: str, extra: list[str]) -> None:
    assert word_terms(index_terms(text, (), ())) <= word_terms(index_terms(text, extra, ()))
    assert word_terms(index_terms(text, (), ())) <= word_terms(index_terms(text, (), extra))


def test_words_and_other_terms_are_told_apart() -> None:
    terms = index_terms("Dr Helena Voss charges 80 euros on Friday.", ["Helena Voss"], ["dentist"])
    words = word_terms(terms)
    assert not any(term.startswith((NAME_SIGN, KIND_SIGN)) for term in words)
    assert any(term.startswith(NAME_SIGN) for term in terms)
    assert {"dentist"} <= words


@pytest.mark.parametrize(
    ("name", "title"), [("Mr Adeyemi", "mr"), ("Dr. Voss", "dr"), ("Frau Kessler", "frau"), ("Señora Vidal", "señora"), ("Ayşe Hanım", "hanım")]
)
def test_a_title_is_no_part_of_a_name(name: str, title: str) -> None:
    terms = name_terms(name)
    assert terms
    assert NAME_SIGN + title not in terms


@pytest.mark.parametrize("name", ["小雨", "美咲", "น้ำหวาน"])
def test_a_name_in_a_script_without_spaces_is_kept_whole(name: str) -> None:
    assert len(name_terms(name)) == 1


@given(TEXTS)
def test_any_name_has_terms_or_none(name: str) -> None:
    assert all(term.startswith(NAME_SIGN) for term in name_terms(name))


def test_a_text_that_looks_like_a_sign_is_only_text() -> None:
    """A fact cannot be found under somebody's name by writing "@name"."""
    assert not [term for term in index_terms("@helena #date met", (), ()) if term in ("@helena", "#date")]
