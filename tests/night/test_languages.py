"""The night in each language: what was stated twice, what stands in memory otherwise, and what was stated otherwise."""

from __future__ import annotations

import pytest

from .test_overlap import ROWS
from .test_sections import dream, fact, files, say


@pytest.mark.parametrize(("text", "otherwise", "unlike"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_a_fact_in_each_language(text: str, otherwise: str, unlike: str) -> None:
    twice = say((20, text), (9, text))
    stated = dream(fact(text), speech=twice, files=files(unlike))
    assert [one.fact_id for one in stated.promotions] == [one.fact_id for one in stated.confirmations] == [1]
    assert stated.conflicts == ()
    against = dream(fact(text), speech=twice, files=files(otherwise))
    assert [one.entry.anchor for one in against.conflicts] == [otherwise]
    assert against.promotions == ()
    taken_back = dream(fact(text), speech=say((20, text), (9, otherwise)), files=files(unlike))
    assert taken_back.promotions == taken_back.confirmations == ()
