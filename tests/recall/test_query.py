"""What a message asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.recall.query import understand

from ..household import QUESTIONS, SMALL_TALK
from ..language.sentences import ALPHABET, SENTENCES


@given(st.text(st.sampled_from(ALPHABET), max_size=60) | st.text(max_size=30))
def test_any_message_can_be_understood(message: str) -> None:
    query = understand(message)
    assert query.kind_nouns <= {word.text for word in query.words}
    assert query.length >= len(query.words) or query.words


@pytest.mark.parametrize("code", sorted(QUESTIONS))
def test_a_question_asks(code: str) -> None:
    assert understand(QUESTIONS[code]).asks
    assert understand(SENTENCES[code][1]).asks


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_a_statement_does_not_ask(code: str) -> None:
    assert not understand(SENTENCES[code][2]).asks


@pytest.mark.parametrize("code", sorted(set(SENTENCES) - {"th"}))
def test_a_statement_that_gives_a_reason_does_not_ask_for_one(code: str) -> None:
    """Many languages say "because" with the words of "why" or "what" (потому что, perché, porque)."""
    assert not understand(SENTENCES[code][0]).asks


@pytest.mark.parametrize(("code", "message"), [(code, messages[0]) for code, messages in SMALL_TALK.items()])
def test_a_greeting_is_small_talk(code: str, message: str) -> None:  # noqa: ARG001 - names the case
    assert understand(message).small_talk


@pytest.mark.parametrize(
    "message",
    ["Remind me when the lease ends.", "Do you know when the lease ends?", "Can you tell me when the lease ends?", "By the way, when does the lease end?"],
)
def test_what_frames_a_question_is_no_part_of_it(message: str) -> None:
    assert [word.forms for word in understand(message).words] == [word.forms for word in understand("When does the lease end?").words]


@pytest.mark.parametrize(
    "message",
    [
        "Translate this into French",
        "Write a poem",
        "Переведи на французский",
        "翻译成法语",
        "フランス語に翻訳して",
        "Traduce esto al francés",
        "Übersetze das ins Französische",
        "ترجم هذا إلى الفرنسية",
        "แปลเป็นภาษาฝรั่งเศส",
    ],
)
def test_a_piece_of_work_is_a_task(message: str) -> None:
    assert understand(message).task


@pytest.mark.parametrize(
    "message",
    [
        "Where is my passport?",
        "Где мой паспорт?",
        "我的护照在哪？",
        "Wo ist mein Pass?",
        "¿Dónde está mi pasaporte?",
        "Où est mon passeport ?",
        "أين جواز سفري أنا؟",
        "내 여권 어디 있어?",
    ],
)
def test_a_message_about_the_writer_is_personal(message: str) -> None:
    assert understand(message).personal
