"""Which facts the words of a message find: missed recall, and languages other than English. Many of these were reported by users of other systems."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import holodream

from ..conftest import Opener
from ..household import FACTS
from ..support import contents


@pytest.fixture(scope="module")
def filled_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled") / "memory.db"
    with holodream.open(path) as memory:
        for facts in FACTS.values():
            for fact in facts:
                memory.add(fact)
    return path


@pytest.fixture
def filled(filled_file: Path, tmp_path: Path, open_memory: Opener) -> holodream.Memory:
    """A store of its own with the facts of the household."""
    shutil.copy(filled_file, tmp_path / "memory.db")
    return open_memory()


FILLING = [
    "The route to the lake house avoids the motorway.",
    "Our usual route to school passes the bakery.",
    "The bus route changes in winter.",
    "The paper route pays 80 a month.",
    "The old phone lies in the drawer.",
    "The phone contract ends in March.",
    "Call the landlord about the phone line.",
]


def test_a_rare_code_beats_common_words(memory: holodream.Memory) -> None:
    for fact in [*FILLING, "The X99 route needs a permit from the harbour office."]:
        memory.add(fact)
    assert contents(memory.recall("What about my X99 route?"))[:1] == ["The X99 route needs a permit from the harbour office."]


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("The plumber's phone number is 415 555 0134.", "Somebody called from 415 555 0134 this afternoon, who was it?"),
        ("The plumber's phone number is 415-555-0134.", "Missed a call from 415-555-0134, do we know that number?"),
        ("Телефон сантехника: 8 912 345 67 89.", "Звонили с номера 8 912 345 67 89, кто это?"),
        ("水管工的电话是13812345678。", "刚才13812345678打来电话，是谁？"),
        ("رقم السباك هو ٠٥٥١٢٣٤٥٦٧.", "اتصل بي الرقم 0551234567، من هو؟"),
    ],
)
def test_a_phone_number_inside_a_sentence_is_found(memory: holodream.Memory, fact: str, message: str) -> None:
    """Words are not joined by AND: any strong one may find a fact."""
    for other in FILLING:
        memory.add(other)
    memory.add(fact)
    assert contents(memory.recall(message))[:1] == [fact]


def test_a_message_finds_a_fact_by_its_keywords(memory: holodream.Memory) -> None:
    """ "Snoring" stands in no fact, but somebody declared that OSA is about it."""
    memory.add("OSA treatment since 2024: CPAP mask in size M.", keywords=["snoring", "sleep apnea"], entities=["OSA"])
    for other in FILLING:
        memory.add(other)
    assert "CPAP" in contents(memory.recall("Which solutions against snoring did we try?"))[0]


def test_a_message_finds_a_fact_by_its_declared_name(memory: holodream.Memory) -> None:
    memory.add("Needs two pills of antihistamine a day in spring.", entities=["Ottokar"])
    memory.add("Bruno needs new shoes in spring.", entities=["Bruno"])
    assert contents(memory.recall("What does Ottokar need in spring?"))[:1] == ["Needs two pills of antihistamine a day in spring."]


def test_a_name_told_a_moment_ago_is_known(open_memory: Opener) -> None:
    """In the next turn, in the next session and in an object of its own."""
    open_memory().add("The user's name is Thessaly Brandt.", source="said", session="one")
    question = "Do you remember my name?"
    assert "Thessaly" in open_memory().search("user name").hits[0].content
    assert contents(open_memory().recall(question, session="one")) == contents(open_memory().recall(question, session="two"))
    assert contents(open_memory().recall(question, session="three")) == ["The user's name is Thessaly Brandt."]


def test_search_falls_back_to_a_single_word(memory: holodream.Memory) -> None:
    memory.add("The Zephyrine machine stands in the pantry.")
    assert memory.search("zephyrine warranty insurance claim number").hits


# --- languages other than English ---


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("服务器上的watchdog每五分钟重启一次进程。", "watchdog 多久重启一次？"),
        ("服务器上的watchdog每五分钟重启一次进程。", "How often does the watchdog restart?"),
        ("用 Grafana 看温室的温度。", "grafana怎么看温度？"),
        ("สวนใช้ระบบ Rainbird รดน้ำตอนเช้า", "Rainbirdรดน้ำกี่โมง"),
        ("В теплице стоит контроллер ESP32.", "какой контроллер в теплице, ESP32?"),
    ],
)
def test_a_latin_word_inside_another_script_is_found(memory: holodream.Memory, fact: str, message: str) -> None:
    for other in FILLING:
        memory.add(other)
    memory.add(fact)
    assert contents(memory.search(message))[:1] == [fact]


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("止损线设在买入价的百分之八。", "止损设在哪里？"),
        ("合同的红线是付款期不超过三十天。", "红线是什么？"),
        ("奶奶的健康检查约在十月。", "健康检查什么时候？"),
        ("地铁卡放在玄关的碗里。", "地铁卡在哪？"),
        ("備用鑰匙在鄰居那裡。", "备用钥匙在谁那里？"),
        ("备用钥匙在邻居那里。", "備用鑰匙在誰那裡？"),
    ],
)
def test_two_chinese_characters_are_enough(memory: holodream.Memory, fact: str, message: str) -> None:
    for other in ("停车位在地下二层。", "合同由王律师保管。", "奶奶住在三楼。", "邻居家的狗叫豆豆。", "买入价写在本子上。", "公交卡里没钱了。"):
        memory.add(other)
    memory.add(fact)
    assert contents(memory.recall(message))[:1] == [fact]


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("수아는 복숭아 알레르기가 있다.", "수아가 복숭아를 먹어도 돼?"),
        ("자동차 보험은 한빛화재에 들었다.", "자동차 보험을 어디에 들었지?"),
        ("할머니의 생신은 음력 3월 5일이다.", "할머니 생신이 언제더라?"),
        ("예비 열쇠는 신발장 위에 있다.", "예비 열쇠를 어디에 뒀어?"),
        ("민준이는 수요일마다 수영을 배운다.", "민준이 수영은 무슨 요일에 가?"),
        ("와이파이 공유기는 서재에 있다.", "공유기가 어느 방에 있어?"),
        ("치과 예약은 6월 14일이다.", "치과는 며칠로 예약했어?"),
        ("고양이의 이름은 두부이다.", "고양이 이름이 뭐였지?"),
        ("전기 요금은 매달 20일에 나간다.", "전기 요금이 언제 나가?"),
        ("김장은 외갓집에서 한다.", "김장을 어디에서 해?"),
        ("아빠는 고수를 싫어한다.", "아빠가 고수를 좋아해?"),
        ("세탁기는 새벽에 돌리면 안 된다.", "세탁기를 새벽에 돌려도 돼?"),
    ],
)
def test_korean_particles_do_not_hide_a_fact(memory: holodream.Memory, fact: str, message: str) -> None:
    for other in ("할아버지는 산책을 좋아하신다.", "자전거는 창고에 있다.", "민준이의 학교는 집에서 가깝다.", "여권은 서랍에 있다."):
        memory.add(other)
    memory.add(fact)
    assert fact in contents(memory.recall(message))


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("Зимние шины лежат у тестя в гараже.", "Где наши зимние шины?"),
        ("Аптечка стоит в ванной на верхней полке.", "Принеси аптечку, где она?"),
        ("Счётчики воды поверяют в августе.", "Когда поверка счетчиков?"),
        ("Зимова гума лежить у тестя в гаражі.", "Де наша зимова гума?"),
        ("Собаку звуть Сірко, йому п'ять років.", "Скільки років нашому Сірку?"),
        ("Die Winterreifen liegen beim Schwager in der Scheune.", "Wo sind unsere Winterreifen?"),
        ("Der Elternabend der Grundschule ist am 9. Oktober.", "Wann ist Elternabend?"),
        ("Wir haben eine Haftpflichtversicherung bei der Huk.", "Bei wem ist unsere Versicherung?"),
        ("Los neumáticos de invierno están en el trastero.", "¿Dónde guardamos los neumaticos de invierno?"),
        ("Os pneus de inverno estão na arrecadação.", "Onde estão os pneus de inverno?"),
        ("Les pneus d'hiver sont chez le beau-frère.", "Où sont les pneus d’hiver ?"),
        ("L'assurance de la voiture finit en avril.", "Quand finit l'assurance auto de la voiture ?"),
        ("Le gomme invernali sono dal cognato.", "Dove sono le gomme invernali?"),
        ("Opony zimowe leżą u szwagra w stodole.", "Gdzie są nasze opony zimowe?"),
        ("Kış lastikleri kayınbiraderin ahırında.", "Kış lastiklerimiz nerede?"),
        ("Evin yedek anahtarı komşu Nermin'de.", "Yedek anahtar kimde?"),
        ("Ban cadangan disimpan di gudang paman.", "Di mana ban cadangannya disimpan?"),
        ("Asuransi mobil berakhir bulan April.", "Kapan asuransi mobilnya berakhir?"),
        ("Lốp dự phòng để ở kho của cậu.", "Lốp dự phòng để ở đâu?"),
        ("Bảo hiểm xe hết hạn vào tháng tư.", "bao hiem xe het han khi nao"),
        ("सर्दियों के टायर चाचा के गोदाम में हैं।", "सर्दियों वाले टायर कहाँ हैं?"),
        ("कार का बीमा अप्रैल में खत्म होता है।", "कार का बीमा कब खत्म होगा?"),
        ("إطارات الشتاء في مخزن خالي.", "أين إطارات الشتاء؟"),
        ("ينتهي تأمين السيارة في أبريل.", "متى ينتهي تأمين سيارتنا؟"),
        ("وَضَعَتْ أُمِّي جَوَازَ السَّفَرِ فِي الخِزَانَة.", "أين جواز السفر؟"),
        ("冬タイヤは義兄の納屋にある。", "冬タイヤはどこ？"),
        ("車の保険は四月に切れる。", "車の保険はいつ切れる？"),
        ("合鍵はポストの中の箱にある。", "合鍵ってどこにあったっけ？"),
        ("ยางฤดูหนาวอยู่ที่โรงนาของพี่เขย", "ยางฤดูหนาวอยู่ไหน"),
        ("ประกันรถหมดเดือนเมษายน", "ประกันรถหมดเมื่อไหร่"),
        ("冬季轮胎放在姐夫的仓库里。", "冬季轮胎在哪里？"),
        ("车险四月到期。", "车险什么时候到期？"),
    ],
)
def test_an_ordinary_question_finds_its_fact(filled: holodream.Memory, fact: str, message: str) -> None:
    memory = filled
    memory.add(fact)
    assert fact in contents(memory.recall(message))


def test_words_are_kept_as_they_were_said(memory: holodream.Memory) -> None:
    for text in ("林晓的女儿读三年级。", "Ｆｕｌｌｗｉｄｔｈ ｔｅｘｔ", "cafe\u0301 au lait", "ΠΛΑΤΕΊΑ", "İğne deliği", "مُوسَى", "नमस्ते\u200d जी"):
        fact_id = memory.add(text).fact_id
        assert fact_id
        assert memory.get(fact_id).content == text


@pytest.mark.parametrize("code", ["hu", "el", "he", "ka", "sw"])
def test_a_language_without_a_file_is_searched_by_its_words(memory: holodream.Memory, code: str) -> None:
    facts = {
        "hu": ("Őrsi Ákos kutyája Füles.", "Füles Ákos"), "el": ("Ο σκύλος λέγεται Αργος.", "σκύλος"), "he": ("הכלב ישן במרפסת.", "הכלב"),
        "ka": ("ძაღლს სახლი აქვს.", "ძაღლს"), "sw": ("Mbwa analala barazani.", "mbwa barazani"),
    }  # fmt: skip
    memory.add(facts[code][0])
    assert memory.search(facts[code][1]).hits


# --- the same thing twice in one prompt ---


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana's flight lands at 18:40.", "Ana's flight lands at 18:40"),
        ("Ana's flight lands at 18:40.", "ana's flight lands at 18:40!"),
        ("La réunion est à midi chez Noé.", "La re\u0301union est a\u0300 midi chez Noe\u0301."),
    ],
)
def test_one_statement_is_put_into_the_prompt_once(memory: holodream.Memory, one: str, other: str) -> None:
    memory.add(one, source="said")
    memory.add(other, source="said")
    assert len(memory.recall(one).hits) == 1


def test_an_explicit_search_shows_every_copy(memory: holodream.Memory) -> None:
    """Whoever wants to merge or remove a copy must be able to find it."""
    ids = [memory.add(text, source="said").fact_id for text in ("Ana's flight lands at 18:40.", "ana's flight lands at 18:40!")]
    assert {hit.fact_id for hit in memory.search("When does Ana's flight land?").hits} == set(ids)


@pytest.mark.parametrize(
    ("fact", "name", "message"),
    [
        ("Женя живёт в Казани.", "Женя", "Where does Zhenya live?"),
        ("تعمل رزان في المستشفى.", "رزان", "Where does Razan work?"),
        ("リコは猫を飼っている。", "リコ", "Does Riko have a cat?"),
        ("فاطمة تحب القهوة.", "فاطمة", "What does Fatima like?"),
        ("Лена боится собак.", "Лена", "What is Lena afraid of?"),
        ("Kavya lives in Pune.", "Kavya", "काव्या कहाँ रहती है?"),
    ],
)
def test_a_name_is_recalled_in_another_script(memory: holodream.Memory, fact: str, name: str, message: str) -> None:
    fact_id = memory.add(fact, entities=[name]).fact_id or 0
    memory.add("Tom drives a blue van.", entities=["Tom"])
    assert contents(memory.recall(message)) == [fact]
    assert memory.search(message).hits[0].fact_id == fact_id
    assert "somebody else" not in memory.why(fact_id, message).text


@pytest.mark.parametrize(
    ("fact", "name", "message"),
    [
        ("Виктор живёт в Туле.", "Виктор", "Где живёт Виктория?"),
        ("Александр живёт в Омске.", "Александр", "Где живёт Александра?"),
        ("Ali İzmir'de yaşıyor.", "Ali", "Aliye nerede yaşıyor?"),
    ],
)
def test_a_name_that_begins_alike_is_somebody_else(memory: holodream.Memory, fact: str, name: str, message: str) -> None:
    memory.add(fact, entities=[name])
    assert contents(memory.recall(message)) == []


def test_names_in_other_scripts_cost_one_statement(memory: holodream.Memory) -> None:
    memory.add("Женя живёт в Казани.", entities=["Женя"])
    with memory.store.searching() as index:
        seen: list[str] = []
        index._connection.set_trace_callback(seen.append)
        assert index.names_spelt_elsewhere(["Zhenya", *(f"K{vowel}{last}ra" for vowel in "aeiou" for last in "bdfgklmnprst")]) == ["Женя"]
        assert index.names_spelt_elsewhere(["Zhenya", "Lara"]) == ["Женя"]
        index._connection.set_trace_callback(None)
    assert len(seen) == 2
