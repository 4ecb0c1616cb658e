"""Texts that command the agent which will read them: drop the rules, reveal what is hidden, obey somebody, hide something."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from ..language import Language, languages
from .shapes import Place

_NEAR = 60  # characters between the parts of a command


def find_command(text: str) -> Place | None:
    """The first command to the agent, by what it asks."""
    for language in languages().values():
        for rule, pattern in _patterns(language.code):
            match = pattern.search(text)
            if match:
                return rule, match.start(), match.end()
    return None


@functools.cache
def _patterns(code: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    language = languages()[code]
    part = language.command
    gap = rf"[^.!?。！？\n]{{0,{_NEAR}}}?"
    rules = (
        ("drop_the_rules", rf"{_any(language, part['drop_verbs'])}{gap}{_any(language, part['whose'])}{gap}{_any(language, part['rule_nouns'])}"),
        ("reveal_what_is_hidden", rf"{_any(language, part['reveal_verbs'])}{gap}{_any(language, part['hidden_nouns'])}"),
    )
    return tuple((rule, re.compile(pattern, re.IGNORECASE)) for rule, pattern in rules)


def _any(language: Language, words: Iterable[str]) -> str:
    choices = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return rf"(?<![^\W_])(?:{choices})(?![^\W_])" if language.spaces else f"(?:{choices})"
