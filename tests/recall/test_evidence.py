"""Who is named, who said it, how much it is trusted: what orders facts that fit, and what keeps one from answering."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import holodream
from holodream.recall.indexing import index_terms
from holodream.store import Store

from ..support import contents

NOW = datetime.now(timezone.utc)
Dated = Callable[..., holodream.Memory]


@pytest.fixture
def memory_of(tmp_path: Path) -> Iterator[Dated]:
    """The same file at another time: memory_of(days_ago=400, **settings)."""
    opened: list[holodream.Memory] = []

    def opener(days_ago: float = 0, **values: object) -> holodream.Memory:
        store = Store(tmp_path / "memory.db", index_terms, clock=lambda: NOW - timedelta(days=days_ago))
        opened.append(holodream.Memory(config=holodream.Config.from_mapping(values), store=store))
        return opened[-1]

    yield opener
    for memory in opened:
        memory.close()


# --- wrong person ---


@pytest.mark.parametrize(
    ("right", "wrong", "question"),
    [
        (("Sanna plays chess on Fridays.", "Sanna"), ("Bruno is allergic to walnuts.", "Bruno"), "What is Sanna allergic to?"),
        (("Санна по пятницам играет в шахматы.", "Санна"), ("У Бруно аллергия на орехи.", "Бруно"), "На что у Санны аллергия?"),
        (("Санна грає в шахи щоп'ятниці.", "Санна"), ("У Бруно алергія на горіхи.", "Бруно"), "На що в Санни алергія?"),
        (("Sanna spielt freitags Schach.", "Sanna"), ("Bruno ist gegen Walnüsse allergisch.", "Bruno"), "Wogegen ist Sanna allergisch?"),
        (("Sanna juega al ajedrez los viernes.", "Sanna"), ("Bruno es alérgico a las nueces.", "Bruno"), "¿A qué es alérgica Sanna?"),
        (("Sanna joue aux échecs le vendredi.", "Sanna"), ("Bruno est allergique aux noix.", "Bruno"), "À quoi Sanna est-elle allergique ?"),
        (("Sanna gioca a scacchi il venerdì.", "Sanna"), ("Bruno è allergico alle noci.", "Bruno"), "A che cosa è allergica Sanna?"),
        (("Sanna joga xadrez às sextas.", "Sanna"), ("Bruno é alérgico a nozes.", "Bruno"), "A que é que a Sanna é alérgica?"),
        (("Sanna gra w szachy w piątki.", "Sanna"), ("Bruno jest uczulony na orzechy.", "Bruno"), "Na co jest uczulona Sanna?"),
        (("Sanna cuma günleri satranç oynar.", "Sanna"), ("Bruno'nun cevize alerjisi var.", "Bruno"), "Sanna'nın neye alerjisi var?"),
        (("Sanna main catur setiap Jumat.", "Sanna"), ("Bruno alergi kacang kenari.", "Bruno"), "Sanna alergi apa?"),
        (("Bé Na chơi cờ vào thứ sáu.", "Na"), ("Bruno bị dị ứng quả óc chó.", "Bruno"), "Bé Na bị dị ứng gì?"),
        (("小雨每周五下棋。", "小雨"), ("大伟对核桃过敏。", "大伟"), "小雨对什么过敏？"),
        (("美咲は金曜日に将棋を指す。", "美咲"), ("健太はくるみアレルギーがある。", "健太"), "美咲は何のアレルギーがある？"),
        (("수아는 금요일마다 체스를 둔다.", "수아"), ("민준이는 호두 알레르기가 있다.", "민준"), "수아는 무슨 알레르기가 있어?"),
        (("น้ำหวานเล่นหมากรุกทุกวันศุกร์", "น้ำหวาน"), ("ต้นกล้าแพ้วอลนัท", "ต้นกล้า"), "น้ำหวานแพ้อะไร"),
        (("सना हर शुक्रवार शतरंज खेलती है।", "सना"), ("ब्रूनो को अखरोट से एलर्जी है।", "ब्रूनो"), "सना को किससे एलर्जी है?"),
        (("سناء تلعب الشطرنج يوم الجمعة.", "سناء"), ("برونو عنده حساسية من الجوز.", "برونو"), "ما الذي تتحسس منه سناء؟"),
    ],
)
def test_a_fact_about_somebody_else_does_not_answer(memory: holodream.Memory, right: tuple[str, str], wrong: tuple[str, str], question: str) -> None:
    for content, name in (right, wrong):
        memory.add(content, entities=[name], source="said")
    memory.add("The bakery on the corner closes at six.", source="said")
    assert wrong[0] not in contents(memory.recall(question))


@pytest.mark.parametrize("question", ["What is Zdenka allergic to?", "When is Zdenka's birthday?", "Which shoe size does Zdenka have?"])
def test_nobody_answers_for_a_person_that_the_store_does_not_know(memory: holodream.Memory, question: str) -> None:
    for name in ("Sanna", "Bruno", "Ilmari"):
        memory.add(f"{name} is allergic to walnuts.", entities=[name], source="said")
        memory.add(f"{name}'s birthday is on 4 May.", entities=[name], source="said")
        memory.add(f"{name} has shoe size 41.", entities=[name], source="said")
    assert contents(memory.recall(question)) == []


@pytest.mark.parametrize(
    "question", ["지호는 무슨 알레르기가 있어?", "지호가 땅콩 먹어도 돼?", "하은이 땅콩 먹어도 돼?", "서준이 피아노 언제 가?", "지호의 담임 선생님 누구야?"]
)
def test_a_particle_does_not_hide_a_name_that_the_store_does_not_know(memory: holodream.Memory, question: str) -> None:
    for content, name in (
        ("민준이는 땅콩 알레르기가 있다", "민준"),
        ("서연이는 화요일마다 피아노 학원에 간다", "서연"),
        ("민준이의 담임 선생님은 박선영 선생님이다", "민준"),
    ):
        memory.add(content, entities=[name], source="said")
    assert contents(memory.recall(question)) == []
    assert contents(memory.recall("민준이는 무슨 알레르기가 있어?"))[0] == "민준이는 땅콩 알레르기가 있다"
    assert contents(memory.recall("피아노 학원 언제 가지?")) == ["서연이는 화요일마다 피아노 학원에 간다"]


def test_the_right_person_is_picked_among_many(memory: holodream.Memory) -> None:
    names = ["Sanna", "Bruno", "Ilmari", "Jolanta", "Kaspar", "Lubomir", "Mirela", "Natascha"]
    for number, name in enumerate(names):
        memory.add(f"{name} has shoe size {34 + number}.", entities=[name], source="said")
    for number, name in enumerate(names):
        assert contents(memory.recall(f"Which shoe size does {name} have?")) == [f"{name} has shoe size {34 + number}."]


@pytest.mark.parametrize(
    ("fact", "name", "message"),
    [
        ("Ева приезжает в Тарту во вторник.", "Ева", "Когда в Тарту приезжает Ева?"),
        ("Ева приезжает в Тарту во вторник.", "Ева", "Что мы знаем про приезд Евы в Тарту?"),
        ("Ева приезжает в Тарту во вторник.", "Ева", "Кто встретит Еву в Тарту?"),
        ("Ева приезжает в Тарту во вторник.", "Ева", "Еве забронировали гостиницу в Тарту?"),
        ("Оксана тренується в залі «Спарта».", "Оксана", "У якому залі тренується Оксана?"),
        ("Kasia trenuje w klubie Skra.", "Kasia", "W jakim klubie trenuje Kasia?"),
        ("Kasia trenuje w klubie Skra.", "Kasia", "Zapytaj Kasię o klub Skra."),
        ("Ayşe piyano çalıyor.", "Ayşe", "Ayşe'nin piyano dersi ne zaman?"),
        ("수아는 피아노를 친다.", "수아", "수아의 피아노 수업은 언제야?"),
    ],
)
def test_inflected_names_find_their_fact(memory: holodream.Memory, fact: str, name: str, message: str) -> None:
    memory.add(fact, entities=[name], source="said")
    assert fact in contents(memory.search(message))


def test_mishka_is_not_misha(memory: holodream.Memory) -> None:
    memory.add("Миша боится пауков.", entities=["Миша"], source="said")
    memory.add("Мишка любит мёд и малину.", entities=["Мишка"], source="said")
    assert contents(memory.recall("Чего боится Мишка?")) != ["Миша боится пауков."]
    assert [fact.content for fact in memory.probe("Миша")] == ["Миша боится пауков."]


def test_a_name_lookup_finds_every_fact_about_the_name(memory: holodream.Memory) -> None:
    """A join, not an approximation: ten of ten."""
    for number in range(10):
        memory.add(f"Jake did thing number {number} in the shed.", entities=["Jake"])
        memory.add(f"Somebody did thing number {number} on the lawn.", entities=["Jacob" if number % 2 else "Blake"])
    facts = memory.probe("jake")
    assert len(facts) == 10
    assert all("Jake" in fact.content for fact in facts)


# --- who said it ---


@pytest.mark.parametrize("told", ["said", "confirmed"])
@pytest.mark.parametrize("told_first", [True, False])
@pytest.mark.parametrize(
    ("truth", "guess", "question"),
    [
        ("The wedding of Ilmari is on 12 June.", "The wedding of Ilmari is on 14 June.", "When is the wedding of Ilmari?"),
        ("Свадьба Ильмари будет 12 июня.", "Свадьба Ильмари будет 14 июня.", "Когда свадьба Ильмари?"),
        ("婚礼在六月十二日举行。", "婚礼在六月十四日举行。", "婚礼什么时候举行？"),
        ("งานแต่งของต้นกล้าจัดวันที่ 12 มิถุนายน", "งานแต่งของต้นกล้าจัดวันที่ 14 มิถุนายน", "งานแต่งของต้นกล้าจัดวันไหน"),
        ("حفل زفاف سناء يوم 12 يونيو.", "حفل زفاف سناء يوم 14 يونيو.", "متى حفل زفاف سناء؟"),
    ],
)
def test_what_was_told_comes_before_what_was_guessed(memory: holodream.Memory, truth: str, guess: str, question: str, told: str, told_first: bool) -> None:
    order = [(truth, told), (guess, "inferred")]
    ids = {content: memory.add(content, source=source).fact_id for content, source in (order if told_first else reversed(order))}  # type: ignore[arg-type]
    for _ in range(10):
        memory.feedback(ids[guess] or 0, "helpful")
    memory.feedback(ids[truth] or 0, "unhelpful")
    assert contents(memory.recall(question))[0] == truth
    assert contents(memory.search(question))[0] == truth


def test_what_was_told_comes_before_what_nobody_stands_behind(memory: holodream.Memory) -> None:
    memory.add("The wedding of Ilmari is on 14 June.")
    memory.add("The wedding of Ilmari is on 12 June.", source="said")
    memory.add("The wedding of Ilmari is on 16 June.")
    assert contents(memory.recall("When is the wedding of Ilmari?"))[0].endswith("12 June.")


# --- relevance first ---


def test_trust_orders_what_is_equally_relevant(memory: holodream.Memory) -> None:
    low, high = (memory.add(f"The Zephyrine machine stands in the {room}.").fact_id or 0 for room in ("pantry", "cellar"))
    for better, worse in ((high, low), (low, high)):
        for _ in range(5):
            memory.feedback(better, "helpful")
            memory.feedback(worse, "unhelpful")
        for _ in range(3):
            memory.feedback(worse, "helpful")
        assert [hit.fact_id for hit in memory.search("Where does the Zephyrine machine stand?").hits] == [better, worse]
        memory.adjust_trust(better, -1)
        memory.adjust_trust(better, 0.5)


@pytest.mark.parametrize("reverse", [False, True])
def test_trust_does_not_beat_relevance(memory: holodream.Memory, reverse: bool) -> None:
    facts = ["The Zephyrine machine makes espresso with Kopparberg beans.", "The Zephyrine machine has a red handle."]
    ids = {content: memory.add(content).fact_id or 0 for content in (reversed(facts) if reverse else facts)}
    memory.adjust_trust(ids[facts[1]], 0.5)
    memory.adjust_trust(ids[facts[0]], -0.15)
    assert contents(memory.search("Does the Zephyrine machine make espresso with Kopparberg beans?"))[0] == facts[0]


def test_source_does_not_beat_relevance(memory: holodream.Memory) -> None:
    """A guess that holds both rare things answers better than a told fact that holds one of them."""
    memory.add("The Zephyrine machine was a present.", source="said")
    memory.add("The Zephyrine machine takes Kopparberg beans.", source="inferred")
    assert contents(memory.search("Does the Zephyrine machine take Kopparberg beans?"))[0].endswith("Kopparberg beans.")


def test_age_orders_what_is_equally_relevant_only_when_switched_on(memory_of: Dated) -> None:
    facts = ["The Zephyrine machine stands in the pantry.", "The Zephyrine machine stands in the cellar."]
    old = memory_of(days_ago=400).add(facts[0]).fact_id
    new = memory_of(days_ago=1).add(facts[1]).fact_id
    question = "Where does the Zephyrine machine stand?"
    memory = memory_of(temporal_decay_half_life=30)
    memory.adjust_trust(old or 0, 0.02)
    assert [hit.fact_id for hit in memory_of(temporal_decay_half_life=30).search(question).hits] == [new, old]
    assert [hit.fact_id for hit in memory_of().search(question).hits] == [old, new]


def test_age_does_not_beat_relevance(memory_of: Dated) -> None:
    memory_of(days_ago=3000).add("The Zephyrine machine makes espresso with Kopparberg beans.")
    memory_of(days_ago=0).add("The Zephyrine machine has a red handle.")
    found = memory_of(temporal_decay_half_life=1).search("Does the Zephyrine machine make espresso with Kopparberg beans?")
    assert contents(found)[0].endswith("Kopparberg beans.")


def test_age_counts_from_the_current_version_and_feedback_never_touches_it(memory_of: Dated) -> None:
    fact_id = memory_of(days_ago=400).add("The Zephyrine machine stands in the pantry.").fact_id or 0
    written = memory_of().get(fact_id).written_at
    memory_of().feedback(fact_id, "helpful")
    memory_of().describe(fact_id, category="tool")
    assert memory_of().get(fact_id).written_at == written
    memory_of(days_ago=2).change(fact_id, "The Zephyrine machine stands in the cellar.")
    assert NOW - memory_of().get(fact_id).written_at < timedelta(days=3)
    assert NOW - memory_of().get(fact_id).created_at > timedelta(days=399)
