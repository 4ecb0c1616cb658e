"""A name is only itself: not a word of its root, not another name of its root."""

from __future__ import annotations

import pytest

import holodream
from holodream.language import Word, analyse
from holodream.recall.naming import is_named_in

from ..support import contents


def _word(message: str, text: str) -> Word:
    return next(word for word in analyse(message).words if word.text == text)


@pytest.mark.parametrize(
    ("message", "name", "text", "named"),
    [
        ("Quando arriva Marta?", "marta", "La riunione è martedì.", False),
        ("¿Cuándo llega Marta?", "marta", "Los martes hay clase.", False),
        ("¿Cuándo llega Marta?", "marta", "Marta tiene clase.", True),
        ("Когда придёт Марта?", "марта", "5 марта собеседование.", False),
        ("Когда придёт Марта?", "марта", "Позвонить Марте вечером.", True),
        ("Kiedy wraca Maja?", "maja", "Urlop od 3 maja.", False),
        ("Kiedy wraca Marta?", "marta", "Kup Marcie kwiaty.", True),
        ("Где Лёва?", "лёва", "лева спит", True),  # who types е for ё
        ("Where is Thornburry?", "thornburry", "The bus to Thornbury leaves at 5.", True),  # a name of no list may be misspelt
        ("Where is Martina?", "martina", "Martin is at home.", False),
    ],
)
def test_a_name_in_a_text(message: str, name: str, text: str, named: bool) -> None:
    assert is_named_in(text, _word(message, name)) is named


NEAR = [  # a fact, a question about somebody whose name is near to a word or name of it, the question that it answers
    ("La riunione con il commercialista è martedì alle 9.", "Quando ha la riunione Marta?", "Quando è la riunione con il commercialista?"),
    ("Giulia porta il 38 di scarpe.", "Che numero di scarpe porta Giulio?", "che numero di scarpe porta giulia"),
    ("Los martes Lucía tiene clase de piano a las 5.", "¿Cuándo tiene clase de piano Marta?", "¿Cuándo tiene piano Lucía?"),
    ("Julien chausse du 44.", "Quelle pointure chausse Julie ?", "Quelle pointure chausse Julien ?"),
    ("Martin ist allergisch gegen Erdnüsse.", "Wogegen ist Martina allergisch?", "Wogegen ist Martin allergisch?"),
    ("5 марта у Олега собеседование.", "Когда собеседование у Марты?", "Когда собеседование у Олега?"),
    ("Евгений коллекционирует марки.", "Что коллекционирует Евгения?", "Что коллекционирует Евгений?"),
    ("Марко боїться собак.", "Кого боїться Марта?", "Кого боїться Марко?"),
    ("3 maja Paweł ma rozmowę o pracę.", "Kiedy rozmowę o pracę ma Maja?", "Kiedy Paweł ma rozmowę o pracę?"),
    ("Nisan ayında Kemal Bodrum'a gidiyor.", "Kemalettin nereye gidiyor?", "Kemal nisanda nereye gidiyor?"),
    ("Christina wears size 39.", "What size does Christian wear?", "What size does Christina wear?"),
    ("Márcio calça 41.", "Que número calça a Márcia?", "Que número calça o Márcio?"),
    ("रविवार को सीता की संगीत कक्षा है।", "रवि की संगीत कक्षा कब है?", "सीता की संगीत कक्षा कब है?"),
    ("지우개는 필통에 있다.", "지우는 어디 있어?", "지우개 어디 있지?"),
]


@pytest.mark.parametrize(("fact", "other", "same"), NEAR)
def test_a_name_near_to_a_word_or_another_name_finds_nothing_of_them(memory: holodream.Memory, fact: str, other: str, same: str) -> None:
    memory.add(fact, source="said")
    assert contents(memory.recall(other)) == []
    assert contents(memory.recall(same)) == [fact]


def test_a_verb_does_not_find_a_name_of_its_root(memory: holodream.Memory) -> None:
    memory.add("Вера не ест рыбу.", source="said")
    assert contents(memory.recall("Во что ты веришь?")) == []
    assert contents(memory.recall("Что не ест Вера?")) == ["Вера не ест рыбу."]


def test_a_name_is_found_by_the_root_of_another_language(memory: holodream.Memory) -> None:
    """The fact is taken for another language than the message, which cuts the name to another root."""
    memory.add("Giulia's brother Enzo likes the markets in Rome.", source="said")
    assert contents(memory.recall("What does Enzo like in Rome?")) == ["Giulia's brother Enzo likes the markets in Rome."]


def test_capitals_of_a_whole_message_show_no_name(memory: holodream.Memory) -> None:
    memory.add("The violin lesson is on Friday at 5.", source="said")
    assert contents(memory.recall("WHEN IS THE VIOLIN LESSON?")) == ["The violin lesson is on Friday at 5."]


def test_a_verb_of_korean_is_no_name(memory: holodream.Memory) -> None:
    """지우려면 is to erase, 지우는 may be a person."""
    memory.add("지우는 매운 음식을 못 먹는다.", source="said")
    memory.add("메모를 지우려면 오른쪽 단추를 누른다.", source="said")
    assert contents(memory.recall("지우는 뭘 못 먹어?")) == ["지우는 매운 음식을 못 먹는다."]
    assert "메모를 지우려면 오른쪽 단추를 누른다." in contents(memory.recall("메모는 어떻게 지우지?"))
