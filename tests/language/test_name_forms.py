"""The forms in which a name may be asked for, and its spelling in Latin letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.language.names.forms import base_forms, is_listed, stem_of
from holodream.language.roman import roman_keys

from .sentences import ALPHABET


@pytest.mark.parametrize(
    ("asked", "name"),
    [("Еве", "ева"), ("Олени", "олена"), ("Игоря Петрова", "игорь петров"), ("Krakowie", "kraków"), ("Anny", "anna"), ("Kerem'e", "kerem"), ("Tom’s", "tom"),
     ("지현이가", "지현이"), ("さくらさん", "さくら"), ("मोहन को", "मोहन")],
)  # fmt: skip
def test_inflected_names(asked: str, name: str) -> None:
    assert name in base_forms(asked) or stem_of(asked) == stem_of(name)


def test_a_diminutive_is_another_name() -> None:
    assert stem_of("Мишка") != stem_of("Миша")
    assert "миша" not in base_forms("Мишка")


def test_names_of_the_lists() -> None:
    assert is_listed("Миша")
    assert not is_listed("Мишкович")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Петя", "Petya"), ("Юля", "Julia"), ("Дмитрий", "Dmitriy"), ("Алексей", "Alexey"), ("リコ", "Riko"), ("さくら", "Sakura"), ("Ξένια", "Xenia"),
     ("रवि", "Ravi"), ("मोहन", "Mohan"), ("محمد", "Mohammed"), ("Харитон", "Khariton")],
)  # fmt: skip
def test_one_name_in_two_scripts(one: str, other: str) -> None:
    assert set(roman_keys(one)) & set(roman_keys(other))


@pytest.mark.parametrize(("one", "other"), [("Даня", "Tanya"), ("Боря", "Polya"), ("リコ", "Rika"), ("रवि", "Rani"), ("Лев", "Leva")])
def test_two_names_in_two_scripts(one: str, other: str) -> None:
    assert not set(roman_keys(one)) & set(roman_keys(other))


@given(st.text(st.sampled_from(ALPHABET), max_size=20))
def test_any_text_has_forms(name: str) -> None:
    assert all(base_forms(name))
    assert isinstance(stem_of(name), str)
    assert all(roman_keys(name))
    is_listed(name)
