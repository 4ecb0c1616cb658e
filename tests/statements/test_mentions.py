"""Listed words looked up all at once are those that each list finds alone."""

from __future__ import annotations

import json
import pathlib

import pytest

from holodream.language import languages
from holodream.language.answers import holds_phrase, phrases_in, spaced
from holodream.statements.cues import opposites
from holodream.statements.understanding import Speech, understand

TRAINING = pathlib.Path(__file__).parents[2] / "training" / "corroboration"
ONCE_MORE = "l'altro ieri, mother-in-law; سبت в субботу, yesterday I used to"


def texts(code: str) -> list[Speech]:
    rows = json.loads((TRAINING / f"{code}.json").read_text(encoding="utf-8"))[:25]
    return [understand(row[part]) for row in rows for part in ("fact", "message")] + [understand(ONCE_MORE)]


@pytest.mark.parametrize("code", sorted(languages()))
def test_all_lists_at_once_find_what_each_finds_alone(code: str) -> None:
    if not (TRAINING / f"{code}.json").is_file():
        pytest.skip("a language without texts")
    for speech in texts(code):
        analysis, padded, spoken = speech.analysis, spaced(speech.analysis), speech.analysis.languages
        for key in ("small_talk", "past", "hedges", "self_words", "user_words"):
            assert speech.holds(key) == any(holds_phrase(getattr(language, key), analysis, padded, language) for language in spoken)
        assert speech.kin == {word for language in spoken for word in phrases_in(language.kin | language.roles, analysis, padded, language)}
        for key in ("weekdays", "months"):
            forms = {language: [frozenset(form for form in one if len(form) > 1) for one in getattr(language, key)] for language in spoken}
            named = {number for language, listed in forms.items() for number, one in enumerate(listed) if holds_phrase(one, analysis, padded, language)}
            assert (speech.days if key == "weekdays" else speech.months) == named
        for language in spoken:
            whole, begun = opposites(language)
            alone = {side for word in phrases_in(frozenset(whole), analysis, padded, language) for side in whole[word]}
            alone |= {side for beginning, sides in begun.items() for side in sides if any(word.text.startswith(beginning) for word in analysis.words)}
            assert {(group, side) for (own, group), sides in speech.sides.items() for side in sides if own == language.code} == alone
