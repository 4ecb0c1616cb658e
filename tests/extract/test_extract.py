"""What people stated about themselves and decided is found in their messages; the rest is left alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import holodream
from holodream import Statement
from holodream.errors import InvalidArgument
from holodream.extract import features, phrases
from holodream.extract.features import found
from holodream.language import languages

HELD_OUT = Path(__file__).parents[2] / "training" / "extract_heldout"
KINDS = {"user_pref", "project", "decision", "rule", "general"}
LEAST_FOUND, LEAST_LEFT = 0.80, 0.85  # of the held-out cases of each language


def cases(code: str) -> Iterator[dict[str, object]]:
    yield from json.loads((HELD_OUT / f"{code}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("code", sorted(languages()))
def test_most_statements_of_a_language_are_found(code: str) -> None:
    found = [bool(holodream.extract(str(case["message"]))) for case in cases(code) if case["keep"]]
    assert sum(found) >= LEAST_FOUND * len(found)


@pytest.mark.parametrize("code", sorted(languages()))
def test_most_of_the_rest_is_left_alone(code: str) -> None:
    left = [not holodream.extract(str(case["message"])) for case in cases(code) if not case["keep"]]
    assert sum(left) >= LEAST_LEFT * len(left)


def test_a_statement_has_its_words_and_a_category() -> None:
    assert holodream.extract("My favourite tea is rooibos without sugar.") == [Statement("My favourite tea is rooibos without sugar.", "user_pref")]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Hey, remember: no meetings on Friday afternoons.", "no meetings on Friday afternoons."),
        ("Übrigens: Mama hat am 14. Juni Geburtstag.", "Mama hat am 14. Juni Geburtstag."),
        ("覚えておいて:金曜の午後は仕事をしません。", "金曜の午後は仕事をしません。"),
    ],
)
def test_what_only_opens_a_sentence_is_cut_off(message: str, content: str) -> None:
    assert [statement.content for statement in holodream.extract(message)] == [content]


def test_the_question_beside_a_statement_is_not_saved() -> None:
    assert [one.content for one in holodream.extract("I'm allergic to penicillin. What should I cook tonight?")] == ["I'm allergic to penicillin."]


@pytest.mark.parametrize(
    "message",
    [
        "",
        "   \n",
        "你喜歡什麼?",
        "I want pizza.",
        "Хочу пиццу.",
        "> I never eat meat.",
        "```\nI never eat meat.\n```",
        "“I never eat meat,” he told the reporter.",
        "Translate this into German: I live in Berlin and I love my dog.",
        "Okay, the user wants a summary. I should first check the calendar.",
    ],
)
def test_nothing_is_taken_from(message: str) -> None:
    assert holodream.extract(message) == []


@pytest.mark.parametrize(
    "message", ["Mam cukrzycę typu 1. Co polecisz na kolację?", "Ich hab Diabetes Typ 1. Was könnte ich kochen?", "Soy diabético tipo 1. ¿Qué ceno?"]
)
def test_a_number_ends_a_sentence_before_a_small_word_written_large(message: str) -> None:
    assert len(found(message)) == 2


@pytest.mark.parametrize("message", ["Mama hat am 14. Juni Geburtstag.", "Urodziny mam 3. marca.", "Wir wohnen im 3. Stock."])
def test_the_point_of_an_ordinal_ends_no_sentence(message: str) -> None:
    assert len(found(message)) == 1


def test_an_entry_within_a_longer_one_that_says_the_contrary_does_not_count() -> None:
    assert "moment" in found("See you later.")[0].reasons
    assert "moment" not in found("No later than nine, please.")[0].reasons


@pytest.mark.parametrize(
    ("message", "category"),
    [
        ("Please always copy Ines when you write to the council.", "rule"),
        ("Nobody orders paint without asking Ravi first.", "rule"),
        ("S'il te plaît mets toujours Inès en copie.", "rule"),
        ("We've agreed to take turns with the school run.", "decision"),
        ("以后每周轮流做饭，说好了。", "decision"),
    ],
)
def test_rules_and_decisions_are_saved_as_such(message: str, category: str) -> None:
    assert [one.category for one in holodream.extract(message)] == [category]


def test_a_request_that_is_to_hold_always_is_told_from_one_of_the_moment() -> None:
    assert "standing" in found("Please always copy Ines when you write.")[0].reasons
    assert "standing" not in found("Please copy Ines when you write.")[0].reasons


def test_a_word_that_stands_in_most_sentences_says_nothing_of_their_kind() -> None:
    """「こと」 ("thing") once was an entry of the rules, for the sake of a full stop behind it that no entry keeps."""
    assert "rule" not in found("昨日見たことを話した")[0].reasons


def test_who_is_spoken_of_is_not_what_holds() -> None:
    (spoken,) = found("My son slept.")
    assert "whose" in spoken.reasons
    assert "lasting" not in spoken.reasons


@pytest.mark.parametrize(
    ("message", "dated"), [("Livia starts in February.", 1.0), ("You may start.", None), ("리아는 2월에 가요.", 1.0), ("リナは2月から。", 1.0)]
)
def test_a_month_or_a_day_of_the_week_is_a_reason(message: str, dated: float | None) -> None:
    assert found(message)[0].reasons.get("dated") == dated


def test_nothing_is_taken_from_a_models_talk_about_the_user() -> None:
    assert holodream.extract("The user is asking for a recipe. I should answer briefly.") == []


def test_secrets_are_not_statements() -> None:
    assert holodream.extract("My Netflix password is Sunflower88!") == []


def test_a_very_long_message_is_pasted_and_left_alone() -> None:
    assert holodream.extract("I always drink my coffee black. " * 200) == []


def test_a_repeated_sentence_is_one_statement() -> None:
    assert len(holodream.extract("I can't stand coriander.\nI can't stand coriander.")) == 1


@given(st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_text_is_taken_and_what_is_found_stands_in_it(message: str) -> None:
    for statement in holodream.extract(message):
        assert statement.content in message
        assert statement.category in KINDS


def test_another_process_finds_the_same() -> None:
    message = "We've decided to go with Postgres instead of MySQL. I hate being called on the phone; texts are fine."
    code = f"import holodream; print(holodream.extract({message!r}))"
    told = {subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout for seed in "123"}
    assert len(told) == 1
    assert len(holodream.extract(message)) == 2


@pytest.mark.parametrize(
    "message",
    [
        "Мы живём на ул. Ленина уже десять лет.",
        "Wir wohnen seit zehn Jahren in der Hauptstr. 5 in Kassel.",
        "Dr. Weber is my dentist since 2019.",
        "I've lived at No. 5 for ten years.",
        "Mieszkamy przy ul. Długiej od dziesięciu lat.",
    ],
)
def test_the_point_of_an_abbreviation_ends_no_sentence(message: str) -> None:
    assert [sentence.content for sentence in found(message)] == [message]


def test_a_word_that_is_an_abbreviation_only_before_a_number() -> None:
    assert [sentence.content for sentence in found("I said no. I always drink my coffee black.")] == ["I said no.", "I always drink my coffee black."]


@pytest.mark.parametrize("message", [3, None, b"I never eat fish."])
def test_what_is_no_text_is_an_error(message: object) -> None:
    with pytest.raises(InvalidArgument, match="text"):
        holodream.extract(message)  # type: ignore[arg-type]


def test_reading_is_linear(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text ten times as long asks about ten times as many entries, not a hundred."""
    asked = 0
    real = phrases._rest_at

    def counted(*arguments: object) -> int | None:
        nonlocal asked
        asked += 1
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(phrases, "_rest_at", counted)
    work = []
    for times in (10, 100):
        asked = 0
        features.found("I always take my tea with a bit of milk and we never buy sugar " * times)
        work.append(asked)
    assert work[1] < 15 * work[0]
