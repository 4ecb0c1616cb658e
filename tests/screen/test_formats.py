"""Known key formats of providers, alone and glued to text in any script."""

from __future__ import annotations

import random

import pytest

from holodream.screen import screen

from .formats import formats, sample

FORMATS = formats()
AROUND = {
    "alone": "{}",
    "Chinese": "密钥是{}请保密",
    "Thai": "โทเคนคือ{}ครับ",
    "Arabic": "المفتاح{}للخادم",
    "Cyrillic": "ключ{}для сервера",
    "full-width": "配置：{}。",
    "quoted": "the value “{}” of the job",
    "assigned": "VALUE={}",
    "in code": 'client("{}")',
}


def test_there_are_two_hundred_formats() -> None:
    assert len(FORMATS) >= 200


@pytest.mark.parametrize("around", AROUND)
def test_every_format_is_caught(around: str) -> None:
    dice = random.Random(around)
    missed = [name for name, parts in FORMATS.items() if screen(AROUND[around].format(sample(parts, dice))).kind != "secret"]
    assert not missed


@pytest.mark.parametrize("name", ["openai", "github", "slack", "google api key"])
def test_the_place_is_that_of_the_key(name: str) -> None:
    key = sample(FORMATS[name], random.Random(name))
    text = f"請記住密鑰 {key} 好嗎"
    verdict = screen(text)
    assert text[verdict.start : verdict.end] == key


def test_the_beginning_of_a_word_is_no_key() -> None:
    for text in ("The task-oriented design of sk-learn examples", "A risk-free pat-down at the gate", "The xai-project and the fc-barcelona fans"):
        assert screen(text).kind == "ok"
