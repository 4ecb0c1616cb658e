"""What a message says of a fact: own words, denials, numbers, questions, thanks, answers to a quote."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import holodream
from holodream import InvalidArgument, Pair, corroborates
from holodream.statements.corroboration import compare
from holodream.statements.reasons import features
from holodream.statements.understanding import understand

from .talk import QUOTE, RENT, TASTE

ANY_TEXT = st.text(max_size=120)
FRAGMENTS = ["Nora", "olives", "rent", "900", "euros", "not", "Tuesday", "7:30", "?", "never", "3万5千", "반", "половина", "لا", "๕", "no longer", "1/2", "٣٫٥"]
WORDS = st.lists(st.sampled_from(FRAGMENTS), max_size=12).map(" ".join)


@pytest.mark.parametrize("code", RENT)
def test_the_same_in_own_words_confirms(code: str) -> None:
    fact, same, *_ = RENT[code]
    assert corroborates(fact, same).label == "confirms"


@pytest.mark.parametrize("code", RENT)
def test_a_denied_fact_is_never_confirmed(code: str) -> None:
    fact, _, denied, *_ = RENT[code]
    assert corroborates(fact, denied).label != "confirms"
    assert corroborates(denied, fact).label != "confirms"


@pytest.mark.parametrize("code", RENT)
def test_another_number_of_the_same_kind_contradicts(code: str) -> None:
    fact, _, _, other, _ = RENT[code]
    pair = corroborates(fact, other)
    assert pair.label == "contradicts"
    assert "number_unlike" in pair.reasons


@pytest.mark.parametrize("code", RENT)
def test_a_question_says_nothing(code: str) -> None:
    fact, *_, question = RENT[code]
    assert corroborates(fact, question).label == "unrelated"


@pytest.mark.parametrize("code", TASTE)
def test_a_taste_that_has_turned_contradicts(code: str) -> None:
    fact, turned, _, _ = TASTE[code]
    assert corroborates(fact, turned).label == "contradicts"


@pytest.mark.parametrize("code", TASTE)
def test_what_is_over_contradicts(code: str) -> None:
    fact, _, over, _ = TASTE[code]
    assert corroborates(fact, over).label == "contradicts"


@pytest.mark.parametrize("code", TASTE)
def test_thanks_say_nothing(code: str) -> None:
    fact, _, _, thanks = TASTE[code]
    assert corroborates(fact, thanks).label == "unrelated"
    assert corroborates(fact, thanks, quote=fact).label == "unrelated"


@pytest.mark.parametrize("code", QUOTE)
def test_agreement_in_own_words_to_a_quote_confirms(code: str) -> None:
    fact, quote, agreement, _, _ = QUOTE[code]
    assert corroborates(fact, agreement, quote=quote).label == "confirms"


@pytest.mark.parametrize("code", QUOTE)
def test_a_correction_of_a_quote_contradicts(code: str) -> None:
    fact, quote, _, correction, _ = QUOTE[code]
    assert corroborates(fact, correction, quote=quote).label == "contradicts"


@pytest.mark.parametrize("code", QUOTE)
def test_the_words_of_a_quote_are_not_the_person_s(code: str) -> None:
    """The noise of a real chat: the fact stands in the agent's own message, the person only says thanks."""
    fact, quote, _, _, thanks = QUOTE[code]
    assert corroborates(fact, thanks, quote=quote).label == "unrelated"


def test_another_person_does_not_confirm() -> None:
    assert corroborates("Nora plays the cello.", "Ludmila plays the cello").label != "confirms"
    assert corroborates("Нора играет на виолончели.", "Людмила играет на виолончели").label != "confirms"


def test_a_pasted_page_does_not_confirm() -> None:
    page = (
        "“Olives are grown in many countries. " + "The harvest begins in October and the oil is pressed the same day. " * 12 + "Nora, a writer, loves olives.”"
    )
    assert corroborates("Nora loves olives.", page).label != "confirms"


def test_another_day_never_confirms() -> None:
    for fact, message in (
        ("Choir is on Tuesdays.", "choir is on Thursdays"),
        ("Der Chor probt dienstags.", "Chor probt donnerstags"),
        ("Хор репетирует во вторник.", "хор репетирует в четверг"),
        ("合唱は火曜", "合唱は木曜だよ"),
    ):
        assert corroborates(fact, message).label != "confirms", message


def test_reasons_hold_no_text() -> None:
    pair = corroborates("Nora loves olives.", "Nora hates olives")
    assert pair.reasons
    assert all(reason.replace("_", "").isascii() and "nora" not in reason and "olive" not in reason for reason in pair.reasons)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="message"):
        corroborates("Nora loves olives.", None)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="quote"):
        corroborates("Nora loves olives.", "yes", quote=3)  # type: ignore[arg-type]


def test_a_text_is_analysed_once_for_many_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    from holodream.statements import understanding

    calls = []
    real = understanding.analyse
    monkeypatch.setattr(understanding, "analyse", lambda text: calls.append(text) or real(text))
    facts = [understand(fact) for fact, *_ in TASTE.values()]
    messages = [understand(turned) for _, turned, *_ in TASTE.values()]
    for fact in facts:
        for message in messages:
            compare(fact, message)
    assert len(calls) == len(facts) + len(messages)


def test_public() -> None:
    assert holodream.corroborates is corroborates
    assert corroborates("", "") == Pair("unrelated", ("nothing_shared",))


@given(ANY_TEXT | WORDS, ANY_TEXT | WORDS, st.none() | ANY_TEXT | WORDS)
@settings(max_examples=150, deadline=None)
def test_any_texts_get_a_label_and_always_the_same(fact: str, message: str, quote: str | None) -> None:
    pair = corroborates(fact, message, quote=quote)
    assert pair.label in ("confirms", "contradicts", "unrelated")
    assert corroborates(fact, message, quote=quote) == pair


@given(st.sampled_from([fact for fact, *_ in (*RENT.values(), *TASTE.values(), *QUOTE.values())]))
def test_a_fact_said_again_is_confirmed(fact: str) -> None:
    assert corroborates(fact, fact).label == "confirms"
    assert corroborates(fact, fact.upper()).label == "confirms"


@given(st.permutations(["The bus was late.", "Buy milk.", "Nora hates olives.", "It rains here."]))
@settings(deadline=None)
def test_the_order_of_sentences_about_other_things_does_not_matter(sentences: list[str]) -> None:
    assert corroborates("Nora loves olives.", " ".join(sentences)).label == "contradicts"


@pytest.mark.parametrize("length", [1_000, 100_000])
def test_long_texts_are_cut(length: int) -> None:
    assert corroborates("Nora loves olives.", "9" * length).label == "unrelated"
    assert corroborates("Nora loves olives.", "nora " * length).label != "confirms"


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("Leo is allergic to nuts.", "don't put nuts in the cake, Leo swells up"),
        ("Leo ist allergisch gegen Nüsse.", "bitte keine Nüsse für Leo, der schwillt an"),
        ("У Лева алергія на горіхи.", "не клади горіхів у пиріг, Леву потім зле"),
        ("Leo dị ứng tôm.", "đừng bỏ tôm vào canh, Leo ăn vào nổi mẩn liền"),
    ],
)
def test_who_forbids_something_denies_nothing(fact: str, message: str) -> None:
    found = features(understand(fact), understand(message), None)
    assert found["forbids"]
    assert not found.get("denial_new")
    assert corroborates(fact, message).label == "confirms"


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("Mum's birthday is on 9 April.", "mum's is 19 April, not 9"),
        ("День рождения мамы 9 апреля.", "у мамы 19 апреля, а не 9"),
        ("Sinh nhật mẹ ngày 9 tháng 4.", "sinh nhật mẹ là ngày 19 chứ không phải 9"),
    ],
)
def test_a_number_that_is_denied_for_another_never_confirms(fact: str, message: str) -> None:
    pair = corroborates(fact, message)
    assert pair.label != "confirms"
    assert "number_unlike" in pair.reasons or pair.label == "unrelated"


def test_common_syllables_in_a_row_are_something_in_common() -> None:
    assert corroborates("Gia sư lấy 150 nghìn một giờ.", "học hai giờ nên trả gia sư 300 nghìn").reasons != ("nothing_shared",)
    assert corroborates("Gia sư lấy 150 nghìn một giờ.", "mai trời mưa to").reasons == ("nothing_shared",)


def test_a_figure_is_something_in_common() -> None:
    assert corroborates("The net costs 650 a month.", "paid the provider, 650 gone").reasons != ("nothing_shared",)
    assert corroborates("The net costs 650 a month.", "paid the provider, 6 gone").reasons == ("nothing_shared",)


def test_how_much_of_its_sentence_a_fact_is_does_not_hang_on_the_length() -> None:
    fact, around = understand("Bruno picks up the twins on Fridays."), "The lake was cold. "
    short, long = (features(fact, understand(f"{around * times}Bruno picks up the twins on Fridays."), None) for times in (0, 9))
    assert short["sentence_holds"] == long["sentence_holds"] == 1.0
    assert short["share_of_sentence"] == long["share_of_sentence"]
    assert long["share_of_message"] < short["share_of_message"]
