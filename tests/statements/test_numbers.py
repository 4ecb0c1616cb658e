"""Numbers, however they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.language import analyse
from holodream.statements.amounts import same_number
from holodream.statements.numbers import quantities
from holodream.statements.understanding import understand


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("The rent is 1,450 pounds.", 1450, "money"),
        ("I sent the 1.45k today", 1450, "count"),
        ("it was twenty three hundred in all", 2300, "count"),
        ("practice is at half past seven", 450, "clock"),
        ("Training beginnt um halb acht", 450, "clock"),
        ("ein Beitrag von fünfundvierzig Euro", 45, "money"),
        ("las clases empiezan a las cinco y media", 330, "clock"),
        ("pagamos quinientos euros", 500, "money"),
        ("家賃は八千五百円", 8500, "money"),
        ("家賃は月9万5千円", 95_000, "money"),
        ("午後3時半に集合", 210, "clock"),
        ("주차비는 3만3천 원", 33_000, "money"),
        ("साढ़े सात बजे आना", 450, "clock"),
        ("ราคา พันแปดร้อยห้าสิบ บาท", 1850, "money"),
        ("الإيجار ١٢٠٠ جنيه", 1200, "money"),
        ("7 июня у нас концерт", 7, "date"),
        ("the concert is on 12 June", 12, "date"),
    ],
)
def test_value_and_kind(text: str, value: float, kind: str) -> None:
    assert (value, kind) in [(number.value, number.kind) for number in quantities(analyse(text))]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("at 7:30 pm", "at 19:30", True),
        ("at 3 pm", "at three o'clock", True),
        ("on 12/10", "on 12 October", True),
        ("it weighs 2 kg", "it weighs 2000 grams", True),
        ("at 7:30", "at 7:45", False),
        ("on 12 June", "on 21 June", False),
        ("95 euros", "59 euros", False),
    ],
)
def test_same_number(one: str, other: str, same: bool) -> None:
    (left,), (right,) = quantities(analyse(one)), quantities(analyse(other))
    assert same_number(left, right) is same_number(right, left) is same


@given(st.text(alphabet="0123456789.,:/-k一万千十만천 halbuhrEuro", max_size=60))
def test_any_row_of_digits_and_signs_can_be_read(text: str) -> None:
    for number in quantities(analyse(text)):
        assert number.start <= number.end
        assert same_number(number, number) or number.kind == "date"


@pytest.mark.parametrize("text", ["the password is haru0301", "Wi-Fiのパスワードはsakura88。"])
def test_digits_at_the_end_of_a_word_are_no_number(text: str) -> None:
    assert not quantities(analyse(text))


def test_digits_at_a_currency_are_a_number() -> None:
    assert [number.value for number in quantities(analyse("ongkirnya rp15000 ya"))] == [15000]


def test_a_word_of_agreement_that_opens_a_text_is_no_number() -> None:
    assert not understand("네 그대로예요").numbers
    assert [number.value for number in understand("네 명이 와요").numbers] == [4]
