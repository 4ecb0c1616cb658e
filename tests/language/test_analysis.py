"""A text and its words: one analysis for writing and asking."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.language import TOKENIZER_VERSION, analyse, languages

from ..support import run_python, steps
from .sentences import ALPHABET, SENTENCES

TEXTS = st.text(st.sampled_from(ALPHABET), max_size=40)
ANY_TEXT = st.text(st.characters(), max_size=30)
ALL_SENTENCES = [sentence for sentences in SENTENCES.values() for sentence in sentences]


def terms(text: str) -> set[str]:
    return set(analyse(text).terms)


def words(found: set[str]) -> set[str]:
    """Without the terms that stand for how a word sounds."""
    return {term for term in found if not term.startswith("~")}


# --- any text ---


@given(TEXTS | ANY_TEXT)
def test_any_text_can_be_analysed(text: str) -> None:
    analysis = analyse(text)
    for term in analysis.terms:
        term.encode("utf-8")
        assert term
        assert not any(char.isspace() or char == "\0" for char in term), "a term is stored among others, with spaces between"


@given(st.text(st.characters(categories=["Cs", "Cc", "Cf", "Co", "Cn", "Mn"]), max_size=20))
def test_broken_text_can_be_analysed(text: str) -> None:
    assert all(term.strip() for term in analyse(text).terms)


@pytest.mark.parametrize("text", ["", " ", "\n\t", "...", "😀", "\ud800", "'", "''''", "a'", "'a", "\u0301", "ـ", "\u200b", "\0", "ー", "๊", "ं", '%_"*^:(){}'])
def test_texts_with_little_or_nothing_in_them(text: str) -> None:
    analyse(text)


@given(TEXTS)
def test_composed_and_decomposed_texts_have_the_same_words(text: str) -> None:
    one, other = analyse(unicodedata.normalize("NFC", text)), analyse(unicodedata.normalize("NFD", text))
    assert [(word.text, word.forms) for word in one.words] == [(word.text, word.forms) for word in other.words]


@pytest.mark.parametrize("sentence", ALL_SENTENCES)
def test_neither_case_nor_composition_changes_the_terms_of_a_sentence(sentence: str) -> None:
    assert terms(sentence.upper()) == terms(sentence) == terms(sentence.lower())
    assert terms(unicodedata.normalize("NFD", sentence)) == terms(unicodedata.normalize("NFC", sentence)) == terms(unicodedata.normalize("NFKC", sentence))


@pytest.mark.parametrize("sentence", ALL_SENTENCES)
def test_every_sentence_bears_meaning(sentence: str) -> None:
    assert [word for word in analyse(sentence).words if not word.stop]
    assert terms(sentence)


def test_the_same_terms_in_another_process() -> None:
    script = "import sys; from holodream.language import analyse; print(ascii([analyse(line).terms for line in sys.argv[1:]]))"
    one, other = (run_python(script, *ALL_SENTENCES, PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert one == other
    assert one.strip() == ascii([analyse(sentence).terms for sentence in ALL_SENTENCES])


@pytest.mark.parametrize("text", ["Kafka кошка 猫咪 γάτα", "γάτα 猫咪 кошка Kafka", "кошка γάτα Kafka 猫咪"])
def test_languages_stand_in_the_order_in_which_their_scripts_do(text: str) -> None:
    """And not in that of a set, which is another one in each process."""
    apart = [language for word in text.split() for language in analyse(word).languages]
    assert [language.scripts for language in analyse(text).languages] == [language.scripts for language in apart]


def test_the_version_of_the_rules_is_a_text() -> None:
    """Stores compare it with the one that their index was built with."""
    assert isinstance(TOKENIZER_VERSION, str)
    assert TOKENIZER_VERSION


# --- seams between scripts ---


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("服务器上的watchdog重启了", "watchdog"),
        ("用Docker部署", "docker"),
        ("ไปเที่ยวKyotoกัน", "kyoto"),
        ("ซื้อiPadใหม่", "ipad"),
        ("настроил VPNом", "vpn"),
        ("лежит на Docker Hubе", "hub"),
        ("новый USB-кабель", "usb"),
        ("買ったばかりのThinkPadが壊れた", "thinkpad"),
        ("회사에서Slack을 쓴다", "slack"),
        ("سيرفر nginxالجديد", "nginx"),
        ("मेरा laptopखराब है", "laptop"),
        ("«Telegram»", "telegram"),
        ("(foo)bar", "bar"),
        ("snake_case_name", "snake"),
        ("name@example.org", "example"),
    ],
)
def test_a_latin_word_glued_to_another_script_is_a_word(text: str, word: str) -> None:
    assert terms(word) & terms(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [("vpnом", "ом"), ("docker部署服务", "部署"), ("iPadใหม่", "ใหม่"), ("USB-кабель", "кабель"), ("Slack을 쓰는 회사", "회사"), ("第3章節", "章节")],
)
def test_so_is_what_it_is_glued_to(text: str, word: str) -> None:
    assert terms(word) & terms(text) or not terms(word)


@pytest.mark.parametrize("text", ["X99", "DS224", "RTX3080", "iPhone15", "B12", "4K", "H2O", "mp3", "3D", "v2"])
def test_model_numbers_are_words(text: str) -> None:
    assert len([word for word in analyse(text).words if not word.stop]) == 1
    assert terms(text) == terms(text.lower())
    assert not words(terms(text)) & words(terms("x 98 ds 223 rtx 3070 iphone 14"))


# --- numbers ---


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("الغرفة ٣١٢", "312"),
        ("कमरा ३१२", "312"),
        ("ห้อง ๓๑๒", "312"),
        ("部屋３１２", "312"),
        ("اتاق ۳۱۲", "312"),
        ("room 0312", "312"),
        ("1,250,000 dong", "1250000"),
        ("1.250.000 Euro", "1250000"),
        ("48'000 Franken", "48000"),
        ("48\u00a0000 руб", "48000"),
        ("48 000 руб", "48000"),
        ("48\u202f000 €", "48000"),
        ("1 250 000 zł.", "1250000"),
    ],
)
def test_a_number_is_found_in_any_digits(one: str, other: str) -> None:
    assert terms(other) <= terms(one)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("three cats live here", "3"),
        ("У нас три кошки", "3"),
        ("我们有三只猫", "3"),
        ("Wir haben drei Katzen", "3"),
        ("Tenemos tres gatos", "3"),
        ("Mamy trzy koty", "3"),
    ],
)
def test_number_words_are_found_by_digits(text: str, number: str) -> None:
    assert terms(number) <= terms(text)


@pytest.mark.parametrize(
    ("text", "part"), [("call +49 170 123 456", "170"), ("call 030 123 456", "123"), ("ring 555 123 4567", "123"), ("in 2026 300 guests came", "300")]
)
def test_numbers_side_by_side_stay_apart(text: str, part: str) -> None:
    assert part in terms(text)


@pytest.mark.parametrize("text", ["2.5", "10:30", "192.168.7.20", "2026-05-01", "1/2", "+49 170 1234567", "1,25", "3.14.15", "1.2.3"])
def test_numbers_with_signs_in_them_find_themselves(text: str) -> None:
    assert terms(text)
    assert terms(text) <= terms(f"it is {text} now")


# --- letters that people exchange ---


@pytest.mark.parametrize(
    ("fact", "asked"),
    [
        ("Мы купили новый счётчик воды", "счетчик воды"),
        ("Самолёт прилетает ночью", "самолет ночью"),
        ("İzmir'deki yazlık satıldı", "izmir yazlık"),
        ("ISPARTA gülleri çok güzel", "ısparta gülleri"),
        ("أحمد يسكن في القاهرة", "احمد القاهره"),
        ("المكتبة تفتح الساعة العاشرة", "مكتبة الساعة"),
        ("مُوسَى مهندس في شركة كبيرة", "موسى مهندس"),
        ("電腦放在書房裡", "电脑 书房"),
        ("护照在抽屉里", "護照 抽屜"),
        ("Straßenbahn Linie 7 fährt hier", "STRASSENBAHN Linie"),
        ("Die Mülltonne ist voll", "MÜLLTONNE voll"),
        ("Ma sœur habite à Lyon", "soeur Lyon"),
        ("Chìa khóa nhà ở trong ngăn kéo", "chìa khoá nhà"),
        ("El niño juega al fútbol", "el nino juega al futbol"),
        ("Żółta łódź stoi w porcie", "zolta lodz stoi w porcie"),
        ("A avó mora em São João", "a avo mora em Sao Joao"),
        ("Ａｎｎａのカメラ", "anna カメラ"),
        ("ｶﾒﾗは高い", "カメラ"),
    ],
)
def test_every_word_is_met_in_its_other_spelling(fact: str, asked: str) -> None:
    held = terms(fact)
    missed = [word.text for word in analyse(asked).words if not word.stop and not {*word.forms, *word.weak} & held]
    assert missed == []


def test_vietnamese_without_tone_marks_meets_the_words_with_them() -> None:
    fact = terms("Bà ngoại nuôi hai con mèo ở Đà Lạt")
    for typed in ("ba ngoai", "meo", "da lat"):
        assert terms(f"{typed} o dau") & fact


# --- apostrophes ---


@pytest.mark.parametrize("sign", ["'", "’", "ʼ", "‘", "`", "＇"])
@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("сім{}я", "Наша сім{}я велика"),
        ("п{}ять", "У нас п{}ять котів"),
        ("м{}ясо", "Дід не їсть м{}ясо"),
        ("комп{}ютер", "Новий комп{}ютер стоїть у кімнаті"),
        ("дев{}ять", "Дев{}ять яблук лежить на столі"),
        ("кар{}єра", "Її кар{}єра почалася рано"),
    ],
)
def test_an_apostrophe_is_a_letter_in_ukrainian(word: str, sentence: str, sign: str) -> None:
    plain_sign = set(terms(sentence.format("'")))
    assert terms(sentence.format(sign)) == plain_sign
    assert terms(word.format(sign)) & plain_sign
    before, _, after = word.partition("{}")
    assert before not in [part.text for part in analyse(sentence.format(sign)).words], "the word was cut"
    assert after not in [part.text for part in analyse(sentence.format(sign)).words], "the word was cut"


def test_a_ukrainian_family_is_not_the_number_seven() -> None:
    assert not terms("Наша сім'я поїхала на море") & terms("У класі сім хлопців")


@pytest.mark.parametrize("sign", ["'", "’"])
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Tom{}s bike", "Tom"),
        ("L{}eau est froide ce matin", "eau"),
        ("dell{}acqua fresca", "acqua"),
        ("qu{}Antoine est là", "Antoine"),
        ("Ayşe{}nin köpeği", "köpek"),
        ("İstanbul{}da yaşıyor", "İstanbul"),
        ("five o{}clock", "clock"),
        ("C{}est l{}heure du dîner", "dîner"),
        ("all{}ospedale con Marco", "ospedale"),
        ("O{}Brien called", "O'Brien"),
    ],
)
def test_clitics_are_cut_off_at_an_apostrophe(text: str, word: str, sign: str) -> None:
    assert terms(word) & terms(text.replace("{}", sign))


@pytest.mark.parametrize("text", ["don't", "it's", "we'll", "isn’t", "you’re"])
def test_contractions_of_function_words_say_nothing(text: str) -> None:
    assert terms(text) == set()


# --- endings, names, scripts ---


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ayşe perşembe geliyor", "Ayı ormanda yaşıyor"),
        ("Emre okula gidiyor", "Elma ağaçta"),
        ("Ada okulda", "Ayşe evde"),
        ("Ece bugün geldi", "Evde kimse yok"),
    ],
)
def test_short_turkish_names_do_not_become_one_letter(one: str, other: str) -> None:
    assert not terms(one) & terms(other)


def test_vowel_signs_are_part_of_a_hindi_word() -> None:
    words = [word.text for word in analyse("मेरी बिल्ली की दवाई फ्रिज में रखी है").words]
    assert words == ["मेरी", "बिल्ली", "की", "दवाई", "फ्रिज", "में", "रखी", "है"]


@pytest.mark.parametrize("word", ["止损", "健康", "红线", "钥匙", "地铁"])
def test_a_chinese_word_of_two_characters_is_found_inside_a_sentence(word: str) -> None:
    assert set(analyse(word).words[0].forms) <= terms(f"他说{word}很重要")


@pytest.mark.parametrize(
    ("unit", "last"),
    [("น้ำท่วมบ้านหลังเก่าของคุณยาย", "สับปะรด"), ("我们昨天下午在公园里看见一只猫", "钥匙"), ("昨日の午後に公園で猫を見ました", "自転車")],
    ids=["th", "zh", "ja"],
)
def test_the_end_of_a_long_run_without_a_space_is_not_lost(unit: str, last: str) -> None:
    """A fact has up to 4000 characters, and Thai puts spaces where others put full stops."""
    run = unit * (3000 // len(unit)) + last
    assert terms(last) & terms(run)


def test_the_end_of_a_long_fact_is_not_lost() -> None:
    assert terms("zephyrine") <= terms("word " * 750 + "zephyrine")


# --- work ---

_UNSPACED = ["我姐姐把自行车放在地下室", "พี่สาวของฉันเก็บจักรยาน", "我", "ก", "ー"]
_OTHERS = ["word ", "слово ", "साइकिल ", "الدراجة ", "자전거를 ", "a", "a'", "l'a ", "a-", "x9", "aж", "111.", "1'", "1,000,", "1 000 ", "\u0301", "İ", "😀"]


def work(unit: str, size: int) -> int:
    text = unit * (size // len(unit))
    return steps(lambda: analyse(text))


@pytest.mark.parametrize("unit", _UNSPACED + _OTHERS)
def test_the_work_grows_with_the_length_and_not_faster(unit: str) -> None:
    work(unit, 500)  # the rules are read and made ready
    assert work(unit, 12_000) < 10 * work(unit, 1_500)


def test_no_pattern_makes_a_long_text_hang() -> None:
    """Steps inside of patterns cannot be counted; if they grew with the square of the length, this would take many minutes."""
    script = "import sys; from holodream.language import analyse\nfor unit in sys.argv[1:]: analyse(unit * (400_000 // len(unit)))"
    run_python(script, *_OTHERS, seconds=120)


def test_all_languages_take_part() -> None:
    """Each language is found by its own sentences, so none of its rules lies idle."""
    met = {language.code for sentence in ALL_SENTENCES for language in analyse(sentence).languages}
    assert set(SENTENCES) <= met <= set(languages())
