"""Compound words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.language import analyse, languages
from holodream.language.compound import parts_of

COMPOUNDING = [language.code for language in languages().values() if language.compounds]


def test_some_language_glues_words() -> None:
    assert COMPOUNDING


@pytest.mark.parametrize(
    ("compound", "part"),
    [
        ("Geburtstagskuchen", "Kuchen"),
        ("Winterreifen", "Reifen"),
        ("Blutdrucktabletten", "Tabletten"),
        ("Kinderzimmerlampe", "Lampe"),
        ("Wohnungsschlüssel", "Schlüssel"),
        ("Autoversicherung", "Versicherung"),
        ("Gitarrenunterricht", "Gitarre"),
        ("Zahnarzttermin", "Termin"),
        ("Hundefutter", "Futter"),
        ("Waschmaschine", "Maschine"),
    ],
)
def test_a_compound_is_found_by_its_part(compound: str, part: str) -> None:
    fact, asked = analyse(f"Wir haben die Sache mit {compound} gestern erledigt."), analyse(f"Was ist mit {part}?")
    assert set(fact.terms) & set(asked.terms)


@pytest.mark.parametrize(("word", "stranger"), [("Garten", "Art"), ("Handschuh", "Schuhe Größe"), ("Verein", "ein"), ("Abend", "Bend"), ("Kaffee", "Fee")])
def test_a_word_is_not_cut_where_it_has_no_seam(word: str, stranger: str) -> None:
    parts = {part for code in COMPOUNDING for part in parts_of(word.lower(), code)}
    assert stranger.lower() not in parts


@given(word=st.text(st.sampled_from("abcdefghiklmnorstuwäöüß"), min_size=1, max_size=64), code=st.sampled_from(COMPOUNDING))
def test_any_word_can_be_tried(word: str, code: str) -> None:
    assert all(parts_of(word, code)) or parts_of(word, code) == ()
