"""Whom a message and a fact are about: another person at the same place, another relative."""

from __future__ import annotations

import pytest

import holodream
from holodream.language import languages
from holodream.recall.people import persons_in

from ..support import contents

RELATIVES = [  # facts of one relative, a question about another one, the same about this one in other words
    ("My brother's shoe size is 44.", "What is my sister's shoe size?", "which shoe size does my bro have"),
    ("Mein Onkel sammelt Briefmarken.", "Was sammelt meine Tante?", "Was sammelt der Onkel?"),
    ("Mi hermano calza un 44.", "¿Qué número calza mi hermana?", "¿Qué número calza mi hermano?"),
    ("Mon oncle collectionne les timbres.", "Que collectionne ma tante ?", "Que collectionne mon oncle ?"),
    ("Mio figlio è allergico alle uova.", "A cosa è allergica mia figlia?", "A cosa è allergico mio figlio?"),
    ("O aniversário do pai é a 3 de março.", "Quando é o aniversário da mãe?", "Quando é o aniversário do papai?"),
    ("Mijn vrouw rijdt in een blauwe Skoda.", "Waarin rijdt mijn man, de Skoda?", "Waarin rijdt mijn vrouw?"),
    ("Tata ma urodziny 3 marca.", "Kiedy ma urodziny mama?", "Kiedy ma urodziny ojciec?"),
    ("У бабушки аллергия на пенициллин.", "На что аллергия у дедушки?", "На что у бабушки аллергия?"),
    ("Дружина їздить на синій шкоді.", "На чому їздить мій чоловік?", "На чому їздить моя дружина?"),
    ("Babaannem penisiline alerjik.", "Dedem neye alerjik?", "Babaannem neye alerjik?"),
    ("Nenek alergi penisilin.", "Kakek alergi apa?", "Nenek alergi apa?"),
    ("Anh trai tôi đi giày cỡ 44.", "Chị gái tôi đi giày cỡ bao nhiêu?", "Anh trai tôi đi giày cỡ bao nhiêu?"),
    ("วันเกิดพ่อคือวันที่ 3 มีนาคม", "วันเกิดแม่คือวันไหน", "วันเกิดคุณพ่อคือวันไหน"),
    ("我哥哥穿44码的鞋。", "我姐姐穿多少码的鞋？", "我哥哥穿多少码的鞋？"),
    ("父の誕生日は3月3日です。", "母の誕生日はいつ？", "お父さんの誕生日はいつ？"),
    ("妻は青いシュコダに乗っている。", "夫は何に乗っている？", "妻は何に乗っている？"),
    ("아빠 생신은 3월 3일이다.", "엄마 생신이 언제야?", "아버지 생신이 언제지?"),
    ("أخي يلبس حذاء مقاس 44.", "ما مقاس حذاء أختي؟", "ما مقاس حذاء أخي؟"),
    ("पापा का जन्मदिन 3 मार्च को है।", "मम्मी का जन्मदिन कब है?", "पिताजी का जन्मदिन कब है?"),
]


@pytest.mark.parametrize(("fact", "other", "same"), RELATIVES)
def test_a_fact_about_one_relative_does_not_answer_for_another(memory: holodream.Memory, fact: str, other: str, same: str) -> None:
    memory.add(fact, source="said")
    assert contents(memory.recall(other)) == []
    assert contents(memory.recall(same)) == [fact]


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("Mia goes to the Maple school.", "Which school does my daughter go to?"),  # no relative in the fact
        ("Mia wants a bicycle from her grandma for her birthday.", "What does my daughter want for her birthday?"),  # it is Mia's
        ("Mum and Dad celebrate their wedding day on June 9.", "When do my parents celebrate their wedding day?"),
        ("My sister Ruth lives with my cousin in Leeds.", "Where does my sister live?"),
        ("The kids have swimming on Thursdays.", "When does my son have swimming?"),
        ("Mia wünscht sich von ihrer Oma ein Fahrrad zum Geburtstag.", "Was wünscht sich meine Tochter zum Geburtstag?"),
        ("Frau Weber ist die Steuerberaterin.", "Wer ist die Steuerberaterin von meinem Mann?"),
        ("小宝周四上游泳课。", "我儿子周几上游泳课？"),
        ("У Тимы бассейн по четвергам.", "Когда у сына бассейн?"),
        ("Our neighbour Ruth has the spare key.", "Does my friend Ruth have the spare key?"),  # one may be both
    ],
)
def test_a_relative_may_be_told_by_name_or_among_others(memory: holodream.Memory, fact: str, message: str) -> None:
    memory.add(fact, source="said")
    assert contents(memory.recall(message)) == [fact]


PLACES = [
    ("Peter works at the port in Bristol.", "Where does Karen work in Bristol?", "Who works in Bristol?"),
    ("Enno mag die Märkte in Rom.", "Was mag Julia in Rom?", "Was mag Enno in Rom?"),
    ("A Enzo piacciono i mercati di Roma.", "Cosa piace a Giulia a Roma?", "Cosa piace a Enzo a Roma?"),
    ("Henri aime les marchés de Lyon.", "Qu'est-ce que Julie aime à Lyon ?", "Qu'est-ce qu'Henri aime à Lyon ?"),
    ("Кирилл ходит к зубному в Самаре.", "К какому зубному ходит Алёна в Самаре?", "К какому зубному Кирилл ходит в Самаре?"),
    ("Bartosz ma dentystę w Krakowie.", "Jakiego dentystę ma Ewa w Krakowie?", "Jakiego dentystę ma Bartosz w Krakowie?"),
    ("Serkan Bursa'daki dişçiye gidiyor.", "Gamze Bursa'da hangi dişçiye gidiyor?", "Serkan Bursa'da hangi dişçiye gidiyor?"),
    ("小刚喜欢罗马的集市。", "小红喜欢罗马的什么？", "小刚喜欢罗马的什么？"),
    ("中村さんは大阪の歯医者に通っている。", "鈴木さんは大阪のどの歯医者に通っている？", "中村さんは大阪のどの歯医者？"),
    ("민준이는 로마의 시장을 좋아한다.", "서연이는 로마에서 뭘 좋아해?", "민준이는 로마에서 뭘 좋아해?"),
]


@pytest.mark.parametrize(("fact", "other", "same"), PLACES)
def test_who_is_at_the_same_place_does_not_answer(memory: holodream.Memory, fact: str, other: str, same: str) -> None:
    memory.add(fact, source="said")
    assert contents(memory.recall(other)) == []
    assert contents(memory.recall(same)) == [fact]


def test_a_fact_about_a_place_answers_whoever_asks(memory: holodream.Memory) -> None:
    memory.add("The best bakery in Vienna is on Lerchenfelder Straße.", source="said")
    assert contents(memory.recall("Which bakery does Hannah like in Vienna?")) == ["The best bakery in Vienna is on Lerchenfelder Straße."]


def test_a_full_name_joins_its_parts(memory: holodream.Memory) -> None:
    """Whoever asks for 黒田さん means the 源三 whom the store also calls 黒田源三."""
    memory.add("番頭の黒田源三は毎朝五時に港へ行く。", entities=["黒田源三"], source="said")
    memory.add("源三さんの誕生日は2月11日。", entities=["源三"], source="said")
    assert "源三さんの誕生日は2月11日。" in contents(memory.recall("黒田さんの誕生日いつか覚えてる？"))


def test_why_tells_that_it_is_another_relative(memory: holodream.Memory) -> None:
    fact_id = memory.add("My brother's shoe size is 44.", source="said").fact_id
    assert fact_id is not None
    assert "speaks of one relative" in memory.why(fact_id, "What is my sister's shoe size?").text


def test_who_stands_at_the_beginning_is_a_person_when_the_lists_know_the_name() -> None:
    assert "piet" in persons_in("Piet werkt in de haven van Rotterdam.")
    assert "morgen" not in persons_in("Morgen regnet es in Wien.")


@pytest.mark.parametrize("code", list(languages()))
def test_every_language_tells_the_near_relatives_apart(code: str) -> None:
    relatives = languages()[code].relatives
    assert {"mother", "father", "daughter", "son", "wife", "husband", "aunt", "uncle", "friend", "neighbour", "colleague"} <= relatives.keys()
    near = [frozenset(relatives[key]) for key in ("mother", "father", "daughter", "son", "wife", "husband")]
    assert all(words - set().union(*(other for other in near if other is not words)) for words in near)  # each has words of its own
