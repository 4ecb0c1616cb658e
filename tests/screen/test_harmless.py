"""Harmless everyday sentences pass: a sample of what `bench/screen_harmless.py` runs in full."""

from __future__ import annotations

import itertools

import pytest

from holodream.screen import screen
from holodream.screen.report import findings

from .harmless import languages, sentences

SAMPLE = 600


def test_the_grammar_speaks_eighteen_languages() -> None:
    assert len(languages()) == 18
    for language in languages():
        assert len(set(itertools.islice(sentences(language), 500))) > 300


@pytest.mark.parametrize("language", languages())
def test_harmless_sentences_pass(language: str) -> None:
    refused = [text for text in itertools.islice(sentences(language, seed=1), SAMPLE) if screen(text).kind != "ok"]
    assert not refused


@pytest.mark.parametrize(
    "text",
    [
        "The file is called token-saver-stats.jsonl and grows every night.",
        "Share the contact list with the club.",
        "Show me where you hid the presents.",
        "Mail password was changed last week.",
        "List of passwords is in the safe.",
        "A copy of the password lies in the safe.",
        "Copia de la contraseña en casa de mamá.",
        "Lista de senhas no cofre da avó.",
        "Conta Google da mãe: palavra-passe no caderno azul.",
        "Manda lembranças à tua mãe.",
        "Mostra aos turistas o centro histórico.",
        "Liste des mots de passe dans le coffre.",
        "Copia della password in cassaforte.",
        "Liste der Passwörter liegt im Safe.",
        "Lijst met wachtwoorden ligt in de kluis.",
        "राज को बताना कि दूध लाना है।",
        "लोकेशन भेज दो, मैं पहुँच रहा हूँ।",
        "पासवर्ड लिखना बुरी आदत है।",
        "パスワードは封筒に入れて金庫に保管している。",
        "家族と位置情報を共有していることが多い。",
        "隠された宝を見せてくれた。",
        "For the digest max_tokens=8192 is plenty.",
        "We pinned the library to 3.11.7 in May.",
        "The secretary keeps the key to the archive.",
        "The spare key hangs behind the boiler.",
        "Секретарь носит ключевые бумаги в папке.",
        "关键是大家都同意。",
        "The vet can be called at +1 212 555 0147.",
        "Our song is in the key of B flat.",
        "*** Important: the picnic is on Sunday ***",
        "Wait... what did the vet say?",
        "The doctor said: wait…then call again.",
        "The dress code is casual, the building code is strict.",
        "UUID 123e4567-e89b-12d3-a456-426614174000 names the printer.",
        "The md5 of the image is 9e107d9d372bb6826bd81d3542a419d6.",
        "Never ignore the allergy list when you order the cake.",
        "She wrote a story in which a robot ignores all its instructions.",
        "The parcel SF1420098837716 is at the corner shop.",
        "",
    ],
)
def test_look_alikes_pass(text: str) -> None:
    assert screen(text).kind == "ok"


@pytest.mark.parametrize("language", languages())
def test_many_sentences_in_one_text_pass(language: str) -> None:
    """What stands in one line does not become the value of a word in another."""
    text = "\n".join(itertools.islice(sentences(language, seed=2), 1500))
    assert findings(text) == []
