"""Names and the facts that are about them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

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
        ("مُحَمَّد", "محمد"), ("リコ", "ﾘｺ"), ("Strauß", "STRAUSS"), ("O'Brien", "O’Brien"), ("दादी", "दादी"), ("น้องพลอย", "น้องพลอย"), ("X", "x"),
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


def test_what_is_left_of_a_name_that_is_gone_finds_nothing_and_harms_nothing(memory: holodream.Memory) -> None:
    memory.add("Bob likes the garden.", entities=["Bob"])
    with closing(sqlite3.connect(memory.store.path)) as file:  # another program took names away, not what belongs to them
        file.execute("INSERT INTO fact_names (fact_id, name_id) SELECT 1, max(name_id) + 1 FROM names")
        file.execute("INSERT INTO fact_names (fact_id, name_id) SELECT 888, max(name_id) FROM names")
        for table, columns, values in (
            ("name_keys", "key", "'_zorro'"),
            ("name_keys", "key", "'~zorro'"),
            ("name_aliases", "folded, alias", "'zorro', 'Zorro'"),
        ):
            file.execute(f"INSERT INTO {table} ({columns}, name_id) SELECT {values}, max(name_id) + 1 FROM names")
        file.commit()
    assert memory.probe("Zorro") == []
    assert [related.entity.name for related in memory.related("Bob")] == []
    assert memory.rename_entity("Bob", "Robert").status == "renamed"
    assert memory.add("Kim is here.", entities=["Kim"]).status == "added"
    assert memory.probe("Zorro") == [], "a new name does not take over what an old one with its id left"
    assert memory.add_alias("Kim", "Zorro").status == "added"
    memory.change(1, "Kim likes the garden.", entities=["Zorro"])
    assert len(memory.probe("Zorro")) == 2


@pytest.mark.parametrize(
    ("before", "after", "name", "stays"),
    [
        ("У Лены день рождения в мае.", "У Анны день рождения в мае.", "Лена", False),
        ("У Лены кот.", "У Лены собака.", "Лена", True),
        ("Ann likes tea.", "Hannah likes tea.", "Ann", False),
        ("Herr Müller mag Tee.", "Frau Koch mag Tee.", "Peter Müller", False),
        ("Peter Müller mag Tee.", "Herr Müller mag Kaffee.", "Peter Müller", True),
        ("Peter Müller mag Tee.", "Anna Müller mag Kaffee.", "Peter Müller", False),
        ("민수는 빵을 좋아해.", "민수아는 떡을 좋아해.", "민수", False),
    ],
)
def test_a_name_stays_with_the_person_that_the_text_is_about(memory: holodream.Memory, before: str, after: str, name: str, stays: bool) -> None:
    fact_id = memory.add(before, entities=[name]).fact_id or 0
    memory.change(fact_id, after)
    assert memory.get(fact_id).names == ((name,) if stays else ())


@pytest.mark.parametrize(("after", "names"), [("Kim likes tea.", ()), ("Bob likes milk.", ("Robert",))])
def test_a_renamed_name_is_mentioned_by_its_other_names(memory: holodream.Memory, after: str, names: tuple[str, ...]) -> None:
    fact_id = memory.add("Bob likes tea.", entities=["Bob"]).fact_id or 0
    memory.rename_entity("Bob", "Robert")
    memory.change(fact_id, after)
    assert memory.get(fact_id).names == names


@pytest.mark.parametrize(("one", "other"), [("Li Na", "Lina"), ("Ann Abel", "Annabel")])
def test_names_that_differ_in_a_space_stay_two(memory: holodream.Memory, one: str, other: str) -> None:
    memory.add("The first came at noon.", entities=[one])
    assert len(memory.probe(other)) == 1, "a look-up of last resort"
    memory.add("The second came at night.", entities=[other])
    assert [fact.names for fact in memory.probe(one)] == [(one,)]
    assert [fact.names for fact in memory.probe(other)] == [(other,)]


@pytest.mark.parametrize("name", ["...", "🦊", "--"])
def test_a_name_has_a_letter_or_a_digit(memory: holodream.Memory, name: str) -> None:
    with pytest.raises(holodream.InvalidArgument):
        memory.add("Comes on Sundays.", entities=[name])
