"""The gate: a turn that asks for nothing gets nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holodream
from holodream.language import analyse
from holodream.language.answers import phrases_in, spaced
from holodream.language.catalogue import codes, languages
from holodream.recall.gate import STRICTNESS, contributions, score, threshold

from ..household import FACTS, QUESTIONS, SMALL_TALK
from ..support import contents

# A second fact that holds the word for "morning", so that the word is no fact's own.
ANOTHER_MORNING = {
    "en": "The bins are emptied on Tuesday morning.",
    "de": "Die Mülltonnen werden am Dienstagmorgen geleert, ein Morgen ohne Parkplatz.",
    "ru": "Во вторник утром вывозят мусор.",
    "uk": "У вівторок вранці вивозять сміття, це галасливий ранок.",
    "es": "El camión de la basura pasa el martes por la mañana.",
    "pt": "O lixo é recolhido nas manhãs de terça-feira.",
    "fr": "Les poubelles sont ramassées le mardi matin.",
    "it": "La spazzatura viene ritirata il martedì mattina.",
    "pl": "Śmieci wywożą we wtorek rano.",
    "tr": "Çöpler salı sabahı toplanıyor, sabah kapıya konmalı.",
    "id": "Sampah diambil hari Selasa pagi.",
    "vi": "Rác được thu gom vào sáng thứ ba.",
    "zh": "每周二早上收垃圾，早上七点前要放到门口。",
    "ja": "火曜日の朝にごみを出す。毎朝ではない。",
    "ko": "쓰레기는 화요일 아침에 가져간다.",
    "th": "รถขยะมาทุกเช้าวันอังคาร",
    "hi": "कूड़ा मंगलवार की सुबह उठाया जाता है।",
    "ar": "تجمع القمامة صباح كل ثلاثاء في الصباح الباكر.",
}

# Long messages that meet these facts in the word for "morning" only, and ask for nothing.
ONE_ORDINARY_WORD = {
    "en": "Every morning this week the traffic on the bridge was so heavy that I was late for the meeting with the architects.",
    "de": "Jeden Morgen stehe ich auf der Brücke im Stau und komme zu spät zur Besprechung mit den Architekten.",
    "ru": "Каждое утро на мосту такая пробка, что я опаздываю на совещание с архитекторами.",
    "uk": "Сьогодні зранку на мосту був такий затор, що я запізнився на нараду з архітекторами.",
    "es": "Cada mañana hay tanto tráfico en el puente que llego tarde a la reunión con los arquitectos.",
    "pt": "Todas as manhãs há tanto trânsito na ponte que chego atrasado à reunião com os arquitetos.",
    "fr": "Chaque matin il y a tellement de circulation sur le pont que j'arrive en retard à la réunion avec les architectes.",
    "it": "Ogni mattina c'è così tanto traffico sul ponte che arrivo in ritardo alla riunione con gli architetti.",
    "pl": "Codziennie rano na moście jest taki korek, że spóźniam się na spotkanie z architektami.",
    "tr": "Her sabah köprüde o kadar trafik var ki mimarlarla toplantıya geç kalıyorum.",
    "id": "Setiap pagi jembatan itu macet sekali sampai saya terlambat ke rapat dengan arsitek.",
    "vi": "Mỗi sáng cầu kẹt xe đến mức tôi đến muộn cuộc họp với các kiến trúc sư.",
    "zh": "每天早上桥上都堵得要命，我跟建筑师的会议总是迟到。",
    "ja": "毎朝橋の上がひどい渋滞で、建築家との会議にいつも遅れてしまう。",
    "ko": "매일 아침 다리 위가 너무 막혀서 건축가들과의 회의에 늘 늦는다.",
    "th": "ทุกเช้ารถติดบนสะพานมากจนฉันไปประชุมกับสถาปนิกสาย",
    "hi": "हर सुबह पुल पर इतना जाम होता है कि मैं वास्तुकारों की बैठक में देर से पहुँचता हूँ।",
    "ar": "كل صباح يكون الجسر مزدحما لدرجة أنني أتأخر عن الاجتماع مع المهندسين.",
}

# Questions that ask for knowledge of the world, in words that facts of the household hold too.
KNOWLEDGE = [
    "Explain how a hash table works.",
    "How does a violin produce its sound?",
    "Write a poem about a key and a door.",
    "Translate 'the boiler is broken' into Korean.",
    "Объясни, как работает двигатель внутреннего сгорания.",
    "Напиши стихотворение про утро.",
    "解释一下光合作用是怎么回事。",
    "光合成の仕組みを説明してください。",
    "Erkläre mir, wie ein Heizkessel funktioniert.",
    "Explícame cómo funciona una caldera.",
    "Explique-moi comment fonctionne une chaudière.",
    "Spiegami come funziona una caldaia.",
    "Wyjaśnij, jak działa kocioł.",
    "Jelaskan cara kerja mesin pemanas.",
    "อธิบายว่าเครื่องทำน้ำร้อนทำงานอย่างไร",
    "اشرح لي كيف يعمل محرك السيارة.",
    "समझाओ कि इंजन कैसे काम करता है।",
    "Who invented the violin?",
    "How long does a boiler last on average?",
    "Gib mir drei Ideen für ein Geschenk.",
    "Qui a inventé le violon ?",
    "ما هي عاصمة كندا؟",
]


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("key", ["small_talk", "tasks", "frames"])
def test_every_phrase_is_met_by_a_message_that_is_this_phrase(code: str, key: str) -> None:
    language = languages()[code]
    phrases: frozenset[str] = getattr(language, key)
    understood = {phrase: analyse(phrase) for phrase in phrases}
    assert not [phrase for phrase, analysis in understood.items() if phrase not in phrases_in(phrases, analysis, spaced(analysis), language)]


@pytest.mark.parametrize(("code", "message"), [(code, message) for code, messages in SMALL_TALK.items() for message in messages])
def test_small_talk_recalls_nothing(household: holodream.Memory, code: str, message: str) -> None:  # noqa: ARG001 - names the case
    assert contents(household.recall(message)) == []


@pytest.fixture(scope="module")
def mornings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[holodream.Memory]:
    with holodream.open(tmp_path_factory.mktemp("mornings") / "memory.db") as memory:
        for fact in [*(fact for facts in FACTS.values() for fact in facts), *ANOTHER_MORNING.values()]:
            memory.add(fact, source="said")
        yield memory


@pytest.mark.parametrize("code", sorted(ONE_ORDINARY_WORD))
def test_a_long_message_that_meets_a_fact_in_one_ordinary_word_recalls_nothing(mornings: holodream.Memory, code: str) -> None:
    assert contents(mornings.recall(ONE_ORDINARY_WORD[code])) == []


@pytest.mark.parametrize("message", KNOWLEDGE)
def test_a_question_about_the_world_recalls_nothing(household: holodream.Memory, message: str) -> None:
    assert contents(household.recall(message)) == []


def test_one_broad_word_does_not_bring_an_important_memory_up(memory: holodream.Memory) -> None:
    memory.add("The user decided that every project plan needs a risk section.", category="decision", source="said")
    memory.add("The project Lighthouse has a budget of 48000.", category="project", source="said")
    for message in ("Can you plan my weekend in Ghent?", "What is a good project for a rainy day with kids?", "How do I write a will?"):
        assert contents(memory.recall(message)) == []


def test_facts_of_one_project_stay_out_of_turns_about_something_else(memory: holodream.Memory) -> None:
    for fact in (
        "Project Alder: the test suite runs against a model server on port 8090.",
        "Project Alder: access tokens are rotated by the release script.",
        "Project Alder: the staging model is refreshed on Mondays.",
        "Project Alder: run the smoke test after each deploy.",
        "Project Alder: the data team owns the access rules.",
    ):
        memory.add(fact, category="project", source="said")
    assert contents(memory.recall("test model access")) != contents(memory.search("test model access", limit=20))
    assert contents(memory.recall("Just checking that you can hear me, this is a test of the microphone in the kitchen.")) == []


def test_a_name_alone_is_enough_in_a_short_message(memory: holodream.Memory) -> None:
    memory.add("Quillon prefers tea without sugar.", entities=["Quillon"], source="said")
    memory.add("The bakery closes at six.", source="said")
    assert contents(memory.recall("What does Quillon prefer to drink?")) == ["Quillon prefers tea without sugar."]


@pytest.mark.parametrize("code", sorted(QUESTIONS))
def test_the_stricter_the_fewer(household: holodream.Memory, code: str) -> None:
    found = []
    for strictness in STRICTNESS:
        memory = holodream.Memory(household.store.path, holodream.Config(recall_strictness=strictness, recall_limit=20))
        found.append({hit.fact_id for message in (QUESTIONS[code], ONE_ORDINARY_WORD[code], *SMALL_TALK[code]) for hit in memory.recall(message).hits})
        memory.close()
    assert found[0] >= found[1] >= found[2]


def test_thresholds_rise_with_strictness() -> None:
    levels = [threshold(strictness) for strictness in STRICTNESS]
    assert levels == sorted(levels)
    assert len(set(levels)) == len(STRICTNESS)


@given(st.dictionaries(st.sampled_from(["coverage", "gained", "lost", "met", "name_met", "small_talk", "unheard_of"]), st.floats(-1e6, 1e6)))
def test_a_score_is_always_a_share(features: dict[str, float]) -> None:
    assert 0.0 <= score(features) <= 1.0
    assert all(value for _, value in contributions(features))


@pytest.mark.parametrize(
    ("fact", "met", "others"),
    [
        ("The bins are emptied on Tuesday morning.", "morning", "bridge traffic architects accountant umbrella concert harbour"),
        ("Во вторник утром вывозят мусор.", "мусор", "мост архитектор бухгалтер зонтик концерт гавань"),
        ("Der Ersatzschlüssel hängt hinter dem Heizkessel.", "Schlüssel", "Brücke Architekt Buchhalter Regenschirm Konzert Hafen"),
        ("每周二早上收垃圾。", "早上", "桥梁 建筑师 会计 雨伞 音乐会 港口"),
    ],
)
def test_words_that_no_fact_holds_are_never_evidence(memory: holodream.Memory, fact: str, met: str, others: str) -> None:
    """What a message says beside the one word that it shares with a fact makes the fact no better an answer."""
    fact_id = memory.add(fact).fact_id or 0
    memory.add("The bakery closes at six.")
    scores, message = [memory.why(fact_id, met).score], met
    for other in others.split():
        message += " " + other
        scores.append(memory.why(fact_id, message).score)
    assert max(scores[1:]) <= scores[0]


JONAS = ["Jonas liebt Oliven.", "Jonas wohnt in Bremen.", "Jonas ist allergisch gegen Nüsse.", "Jonas und Lea streiten oft."]


@pytest.mark.parametrize("message", ["Was weißt du über Jonas?", "Erzähl mir von Jonas", "What do you know about Jonas?", "Tell me about Jonas"])
def test_who_asks_about_a_name_gets_the_facts_about_it(memory: holodream.Memory, message: str) -> None:
    for fact in JONAS:
        memory.add(fact, entities=["Jonas"])
    memory.add("Lea mag Tee.", entities=["Lea"])
    assert sorted(contents(memory.recall(message))) == sorted(JONAS)
    assert "holds nothing but names" in memory.why(1, message).text


@pytest.mark.parametrize("message", ["Hi Jonas!", "thanks Jonas", "Jonas", "Tell me a joke about Jonas", "Was weißt du über Otto?"])
def test_a_name_alone_asks_nothing(memory: holodream.Memory, message: str) -> None:
    for fact in JONAS:
        memory.add(fact, entities=["Jonas"])
    assert contents(memory.recall(message)) == []


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("Hannah is vegetarian but eats fish.", "What should I cook for Hannah?"),
        ("Agnieszka nie je mięsa w piątki.", "Co ugotować Agnieszce w piątek?"),
        ("Jonas ist allergisch gegen Nüsse.", "Hast du eine Idee, was ich für Jonas backen kann?"),
    ],
)
def test_what_to_do_for_somebody_is_a_question_about_them(memory: holodream.Memory, fact: str, message: str) -> None:
    memory.add(fact)
    assert contents(memory.recall(message)) == [fact]
    assert not memory.recall("Can you suggest a recipe?").hits
