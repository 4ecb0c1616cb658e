"""Remains of values that a host masked: refused with a hint, because saving them would look like success."""

from __future__ import annotations

import pytest

from holodream.screen import screen


@pytest.mark.parametrize(
    "text",
    [
        "password: ***",
        "PASSWORD=***",
        "token=***",
        "AUTH=***",
        "secret: *** cake recipe",
        "api_key: 8f3a9b...6b7c",
        "sk-" + "abc...abcd",
        "eyJhbG...mnop",
        "123456789:***",
        "postgres://user:***@host/x",
        "Bearer [redacted]",
        "the key is [redacted]",
        "«redacted:github_token»",
        "OPENAI_API_KEY=sk-" + "pro...wxyz",
        "пароль: ***",
        "密码：***",
        "ghp_" + "Ab...9xYz",
    ],
)
def test_a_mask_remainder_is_refused_with_a_hint(text: str) -> None:
    verdict = screen(text)
    assert verdict.kind == "secret"
    assert verdict.rule == "masked_value"
    assert "masked" in verdict.advice


def test_a_masked_phone_number_is_refused_with_its_own_hint() -> None:
    verdict = screen("Mum's number is +668****5678")
    assert verdict.rule == "masked_phone_number"
    assert "spaces" in verdict.advice
    assert screen("Mum's number is +66 81 234 5678").kind == "ok"
