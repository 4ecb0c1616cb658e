"""Names guessed from one text: each rule with examples of its own, what users reported, and what must hold for any text."""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import holodream
from holodream.language import languages
from holodream.language.names.bases import base_of
from holodream.language.names.shapes import is_code
from holodream.language.names.tokens import tokens_of

from .sentences import ALPHABET, SENTENCES


def found(text: str) -> list[str]:
    return [name.text for name in holodream.names(text)]


def kinds(text: str) -> dict[str, str]:
    return {name.text: name.kind for name in holodream.names(text)}


# --- scripts with capitals ---


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Yesterday the parcel for Wendeline came.", ["Wendeline"]),
        ("Ask Dr. Abernathy whether Mopsy may eat carrots.", ["Abernathy", "Mopsy"]),
        ("Harry J. Pemberton rents the flat.", ["Harry J. Pemberton"]),
        ("We met Juan de la Torre at the Museum of Gloucester.", ["Juan de la Torre", "Museum of Gloucester"]),
        ("Fenwick's bowl is empty.", ["Fenwick"]),
        ("Clover and Marigold share a stable.", ["Clover", "Marigold"]),
        ("The play is The Seagull this year.", ["The Seagull"]),
        ("El taller de Burgos arregla la moto de Leandra.", ["Burgos", "Leandra"]),
        ("Le cadeau de l'oncle d'Apolline est prêt.", ["Apolline"]),
        ("Mein Kollege Wenzel wohnt in Regensburg.", ["Wenzel", "Regensburg"]),
        ("Der Hund heißt Keks.", ["Keks"]),
        ("Herr Sommer bringt morgen die Leiter.", ["Sommer"]),
        ("Lottes Fahrrad hat einen Bosch-Motor.", ["Bosch"]),
        ("Вечером приедет Агафья с чертежами.", ["Агафья"]),
        ("Dün akşam Nilgün Bey'e değil Hikmet'e yazdı.", ["Nilgün", "Hikmet"]),
        ("Chiều nay cô Hạnh gặp anh Khang ở Vũng Tàu.", ["Hạnh", "Khang", "Vũng Tàu"]),
        ("I use Node.js and GitHub on my iPhone.", ["Node.js", "GitHub", "iPhone"]),
    ],
)
def test_capitals(text: str, names: list[str]) -> None:
    assert set(names) <= set(found(text))


@pytest.mark.parametrize(
    "text",
    [
        "Rinse the bottle, then put it away.",
        "Nobody works on Mondays in March.",
        "Sounds good, see you tomorrow!",
        "Der Kompressor darf nur am Dienstag laufen.",
        "Die Grippeimpfung bezahlt die Krankenkasse.",
        "Перезапустите компьютер во вторник.",
        "Sunucuyu pazartesi yeniden başlat.",
        "Kliknij tutaj, a potem poczekaj do czwartku.",
        "PLEASE READ THE MANUAL BEFORE USE",
        "Send me the PDF and the URL.",
    ],
)
def test_capitals_that_are_no_names(text: str) -> None:
    assert found(text) == []


def test_a_month_before_a_surname_is_a_person() -> None:
    assert found("Our neighbour April Fitzgerald moved out in April.") == ["April Fitzgerald"]


def test_two_names_beside_each_other_stay_two() -> None:
    assert found("Bugün Nurten Kastamonu'dan geldi.") == ["Nurten", "Kastamonu"]
    assert "Trello de Marta" not in found("Vi el Trello de Marta.")


# --- base forms ---


@pytest.mark.parametrize(
    ("code", "form", "base"),
    [
        ("ru", "Лене", "Лена"), ("ru", "Игорем", "Игорь"), ("ru", "Казани", "Казань"), ("uk", "Олені", "Олена"), ("uk", "Львові", "Львів"),
        ("pl", "Kasią", "Kasia"), ("pl", "Krakowie", "Kraków"), ("pl", "Markowi", "Marek"), ("de", "Petras", "Petra"), ("de", "Jonas", "Jonas"),
        ("tr", "Ayşeye", "Ayşe"), ("en", "Anna", "Anna"), ("ru", "Анна", "Анна"),
    ],
)  # fmt: skip
def test_base_of_a_word(code: str, form: str, base: str) -> None:
    assert base_of(form, languages()[code]) == base


def test_inflected_names_come_in_their_base_form() -> None:
    assert found("Подарили Еве книгу, а потом пошли с Евой в кино.") == ["Ева", "Ева"]
    assert found("Ключ лежит у Нины Павловны.") == ["Нина Павловна"]
    assert found("Rozmawialiśmy z Magdą o wyjeździe do Wrocławia.") == ["Magda", "Wrocław"]


# --- scripts without capitals ---


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("昨天遇到了林晓梅。", ["林晓梅"]),
        ("请把钥匙交给郭医生。", ["郭医生"]),
        ("小狗叫年糕，很怕打雷。", ["年糕"]),
        ("他下周去昆明见老孟。", ["昆明", "老孟"]),
        ("我们住在梧桐路附近。", ["梧桐路"]),
        ("週末要跟許志豪去花蓮。", ["許志豪", "花蓮"]),
        ("中村さんと結菜ちゃんが来る。", ["中村", "結菜"]),
        ("猫の名前はクロミです。", ["クロミ"]),
        ("犬はクルトンといいます。", ["クルトン"]),
        ("大野陽子は金沢に住んでいる。", ["大野陽子", "金沢"]),
        ("윤서진 씨가 대구로 이사했다.", ["윤서진", "대구"]),
        ("강아지 이름은 보리입니다.", ["보리"]),
        ("어제 지훈이랑 망원시장에서 만났다.", ["지훈", "망원시장"]),
        ("พรุ่งนี้คุณอนันต์กับพี่นุ่นไปลำปาง", ["อนันต์", "นุ่น", "ลำปาง"]),
        ("กระต่ายชื่อมะยม", ["มะยม"]),
        ("श्रीमती अनुपमा जोशी कल भोपाल जाएँगी।", ["अनुपमा जोशी", "भोपाल"]),
        ("तोते का नाम मिट्ठू है।", ["मिट्ठू"]),
        ("سألت الدكتورة هيفاء الأنصاري عن الموعد.", ["هيفاء الأنصاري"]),
        ("القطة اسمها بندق.", ["بندق"]),
        ("سافرت مع أم فارس إلى إربد.", ["أم فارس", "إربد"]),
    ],
)
def test_scripts_without_capitals(text: str, names: list[str]) -> None:
    assert set(names) <= set(found(text))


@pytest.mark.parametrize(
    "text",
    [
        "快跑，要下雨了！", "先去查一下再告诉我答案。", "谢谢，明天见。", "ありがとう、また明日ね。",
        "お母さんとお医者さんに電話してください。", "고마워, 내일 봐.",
        "고양이 사료가 떨어졌어.", "ขอบคุณมากนะ พรุ่งนี้เจอกัน", "बहुत शुक्रिया, कल मिलते हैं।", "شكرا جزيلا، نلتقي غدا.",
    ],
)  # fmt: skip
def test_chat_phrases_are_no_names(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_sentences_without_names_have_none(code: str) -> None:
    assert [name for sentence in SENTENCES[code] for name in found(sentence)] == []


# --- quotes and title marks ---


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Press “Save all” and then “Close”.", []),
        ("We are reading “Bleak House” at the moment.", ["Bleak House"]),
        ("Нажми кнопку «Отправить заявку».", []),
        ("По вечерам читаем «Мастер и Маргарита».", ["Мастер и Маргарита"]),
        ("Klick auf „Alle löschen“.", []),
        ("点击“下一步”，再选“确定”。", []),
        ("我在看《围城》。", ["围城"]),
        ("「送信」ボタンを押してください。", []),
        ("『こころ』を読み終えた。", ["こころ"]),
        ("'저장' 버튼을 누르세요.", []),
        ("밴드 '푸른밤'에서 기타를 친다.", ["푸른밤"]),
    ],
)
def test_quotes(text: str, names: list[str]) -> None:
    assert found(text) == names


# --- scripts mixed ---


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Docker Hub直连不行。", ["Docker Hub"]),
        ("Лежит на Docker Hubе с весны.", ["Docker Hub"]),
        ("用Grafana看watchtower的日志。", ["Grafana", "watchtower"]),
        ("Grafana에서 확인했다.", ["Grafana"]),
        ("변수 count와 max를 바꿨다.", []),
        ("把变量count改成max。", []),
        ("什么是hash table？", []),
    ],
)
def test_seams_between_scripts(text: str, names: list[str]) -> None:
    assert found(text) == names


# --- what is no name by its shape ---


@pytest.mark.parametrize(
    "chunk",
    [
        "v2.7.1-rc3", "3.11", "--no-cache", "-v", "mail.example.org", "notes.md", "README.md", "/srv/data", "C:\\Temp", "9f3c1ab", "a94f0c2e77", "max_retries",
        "^[A-Z]{2}\\d+$", "[a-z]+", "key=value", "https://example.org", "me@example.org", "#general", "foo(bar)", "+.siliconflow.cn", "localhost:8080", "A-Z",
    ],
)  # fmt: skip
def test_code_is_known_by_its_shape(chunk: str) -> None:
    assert is_code(chunk)
    assert found(f"Look at {chunk} please.") == []


@pytest.mark.parametrize("chunk", ["Lena", "Jean-Luc", "O'Rourke", "Node.js", "J.K.Rowling", "(Lena)", "Lena,", "home.Then"])
def test_what_is_not_code(chunk: str) -> None:
    assert not is_code(chunk)


def test_code_in_backticks_is_no_name() -> None:
    assert found("Then `Reset` was called by Quimby.") == ["Quimby"]


# --- kinds ---


def test_kinds() -> None:
    assert kinds("Mrs. Tuttle drove to Edinburgh with GitHub on her laptop.") == {"Tuttle": "person", "Edinburgh": "place", "GitHub": "thing"}
    assert kinds("《活着》是老孟送的。")["活着"] == "thing"
    assert {name.kind for sentence in ("Ask Bo.", "Nimmt Skalde den Zug?") for name in holodream.names(sentence)} <= {"person", "place", "thing", "unknown"}


# --- what users reported ---


def test_names_have_letters_of_any_alphabet() -> None:
    """A store whose names were looked for in ASCII letters only found half of them."""
    assert {"Őze", "Szabó Ákos"} <= set(found("A kulcs Őze mellett van, mondta Szabó Ákos."))
    assert "Þórunn" in found("The key is with Þórunn.")


def test_one_word_can_be_a_name() -> None:
    assert found("The plumber is called Okoro.") == ["Okoro"]


@pytest.mark.parametrize(
    "text", ["Don't forget it.", "I'll do it, I've promised.", "What's new? Let's go.", "They're late. We'd better wait.", "Isn't it odd?"]
)
def test_contractions_and_sentence_starts_are_no_names(text: str) -> None:
    assert found(text) == []


def test_a_rare_word_in_another_script_is_found() -> None:
    assert found("家里的nginx又挂了。") == ["nginx"]


def test_names_stay_in_the_letters_of_the_text() -> None:
    """Chinese facts came back with names in English or in other characters."""
    assert found("週末去見陳志遠。") == ["陳志遠"]


# --- any text ---


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=ALPHABET, max_size=80))
def test_any_text_gives_names_inside_it(text: str) -> None:
    last = 0
    for name in holodream.names(text):
        assert last <= name.start < name.end <= len(text)
        assert name.text
        last = name.end


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_no_text_is_too_odd(text: str) -> None:
    assert isinstance(holodream.names(text), tuple)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([word for sentences in SENTENCES.values() for sentence in sentences for word in sentence.split()]), max_size=30))
def test_words_of_all_languages_mixed(words: list[str]) -> None:
    text = " ".join(words)
    assert holodream.names(text) == holodream.names(text)


_LONG = (
    "Tom and Ana met Juan de la Torre in Paris. ", "Ключ у Нины Павловны в «Лапе». ", "昨天林晓梅和郭医生在昆明。", "中村さんはラーメンとコーヒーを飲んだ。",
    "윤서진 씨가 대구로 갔다. ",
    "คุณอนันต์ไปลำปาง ", "श्री हरीश जोशी भोपाल में ", "السيد السيد عادل منصور في بيروت ", "السيد ", "El ", '"a" ', "a.b/c ", "カタカナ", "`x` ", "'", "Von der ",
)  # fmt: skip


@pytest.mark.parametrize("part", _LONG)
def test_the_work_grows_with_the_length(part: str) -> None:
    """Counted in calls of functions, so that a busy machine does not matter."""
    holodream.names(part * 300)  # fills the caches
    small, large = _calls(part * 50), _calls(part * 150)
    assert large <= 3.6 * small + 500


def _calls(text: str) -> int:
    count = 0

    def tally(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(tally)
    try:
        holodream.names(text)
    finally:
        sys.setprofile(None)
    return count


class _Counting(str):
    """A text that knows how much of it was copied."""

    copied = 0

    def __getitem__(self, place: object) -> str:
        part = super().__getitem__(place)  # type: ignore[index]
        _Counting.copied += len(part)
        return part


@pytest.mark.parametrize("part", ["👨‍👩‍👧 ", "Jean-", "O'", "a\u200d "])
def test_what_is_copied_of_a_text_goes_with_its_length(part: str) -> None:
    """A run of signs that are no word was copied once for each of them."""
    text = _Counting(part * 2000)
    _Counting.copied = 0
    tokens_of(text, bytearray(len(text)))
    assert 0 < _Counting.copied <= 4 * len(text)


def test_names_is_a_function_of_the_package() -> None:
    import holodream.language.names as module  # the module has the same name

    assert callable(holodream.names)
    assert holodream.names is module.names
    assert holodream.Name is module.Name
