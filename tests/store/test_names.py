"""Names and the facts that are about them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holodream
from holodream.store.names import key

from ..language.sentences import ALPHABET


@pytest.mark.parametrize(
    "spelling",
    [
        "Hermes Agent",
        "hermes-agent",
        "HERMES-AGENT",
        "hermes_agent",
        "  Hermes   Agent ",
        "Ｈｅｒｍｅｓ Ａｇｅｎｔ",
        "Hermes\u00a0Agent",
        "Hermes\u00adAgent".replace("\u00ad", " "),
    ],
)
def test_spellings_of_a_name_are_one_name(memory: holodream.Memory, spelling: str) -> None:
    memory.add("It runs on the small machine.", entities=["Hermes Agent"])
    memory.add("It was updated in May.", entities=[spelling])
    assert len(memory.probe("hermes agent")) == len(memory.probe(spelling)) == 2


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("Őrsi Ákos", "őrsi ákos"), ("İlknur", "ilknur"), ("Семён", "СЕМЁН"), ("林晓", "林曉"), ("Nguyễn Văn Dũng", "nguye\u0302\u0303n va\u0306n du\u0303ng"),
        ("مُحَمَّد", "محمد"), ("リコ", "ﾘｺ"), ("Strauß", "STRAUSS"), ("O'Brien", "O’Brien"), ("दादी", "दादी"), ("น้องพลอย", "น้องพลอย"), ("X", "x"), ("🦊", "🦊"),
    ],
)  # fmt: skip
def test_names_of_every_script(memory: holodream.Memory, name: str, asked: str) -> None:
    memory.add("Comes on Sundays.", entities=[name])
    assert [fact.content for fact in memory.probe(asked)] == ["Comes on Sundays."]


def test_a_name_is_a_name_and_not_a_word_of_the_text(memory: holodream.Memory) -> None:
    memory.add("Jake met Blake at the lake.", entities=["Jake"])
    assert len(memory.probe("Jake")) == 1
    assert memory.probe("Ja") == memory.probe("Jake Blake") == memory.probe("lake") == []


@pytest.mark.parametrize("name", ["", " ", "%", "_", "*", "' OR 1=1 --", "\ud800", "a" * 100_000, "\0"])
def test_odd_names_find_nothing(memory: holodream.Memory, name: str) -> None:
    memory.add("Jake met Blake.", entities=["Jake"])
    assert memory.probe(name) == []


def test_newest_first_and_no_more_than_asked_for(memory: holodream.Memory) -> None:
    for number in range(6):
        memory.add(f"Jake did thing {number}.", entities=["Jake"])
    assert [fact.fact_id for fact in memory.probe("Jake")] == [6, 5, 4, 3, 2, 1]
    assert [fact.fact_id for fact in memory.probe("Jake", limit=2)] == [6, 5]


def test_a_new_text_drops_the_names_that_it_no_longer_mentions(memory: holodream.Memory) -> None:
    fact_id = memory.add("Leo's guitar teacher is Ben Cole.", entities=["Leo", "Ben Cole", "Music School"]).fact_id or 0
    memory.change(fact_id, "Leo's guitar teacher is Omar Reed.")
    assert memory.probe("Ben Cole") == []
    assert len(memory.probe("Leo")) == 1
    assert len(memory.probe("Music School")) == 1, "the old text did not mention it either"
    assert not memory.search("Ben Cole").hits


def test_a_new_list_of_names_replaces_the_old_one(memory: holodream.Memory) -> None:
    fact_id = memory.add("Leo's guitar teacher is Ben Cole.", entities=["Leo", "Ben Cole"]).fact_id or 0
    memory.change(fact_id, "Leo's guitar teacher is Ben Cole again.", entities=["Ben Cole"])
    assert memory.probe("Leo") == []
    memory.change(fact_id, "Leo's guitar teacher is Ben Cole as ever.", entities=[])
    assert memory.probe("Ben Cole") == []


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ("У Евы новый зуб.", "У Евы два новых зуба.", "Ева"),
        ("Ayşe'nin köpeği Zeytin.", "Ayşe'nin kedisi Zeytin.", "Ayşe"),
        ("STRAUSS kommt am Montag.", "Strauß kommt am Dienstag.", "Strauß"),
        ("李明住在北京。", "李明住在上海。", "李明"),
        ("Ｌｅｏ plays chess.", "Leo plays go.", "Leo"),
    ],
)
def test_a_name_that_is_still_mentioned_in_another_form_stays(memory: holodream.Memory, before: str, after: str, name: str) -> None:
    fact_id = memory.add(before, entities=[name]).fact_id or 0
    memory.change(fact_id, after)
    assert len(memory.probe(name)) == 1


def test_an_ended_fact_is_about_nobody(memory: holodream.Memory) -> None:
    fact_id = memory.add("Jake met Blake.", entities=["Jake"]).fact_id or 0
    memory.end(fact_id)
    assert memory.probe("Jake") == []


@given(st.text(st.sampled_from(ALPHABET), max_size=20))
def test_a_key_is_its_own_key(name: str) -> None:
    assert key(key(name)) == key(name)
