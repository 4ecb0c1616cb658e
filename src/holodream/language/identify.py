"""Which languages a text is likely written in, script by script.

Counts what the words are in each language: the commoner a word, the more it says. Short texts remain open between
relatives (Spanish and Portuguese); then both are kept, and a word is compared in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .catalogue import Language, languages_of
from .frequency import frequencies

_FUNCTION_BONUS = 3.0
_NEAR = 0.82  # a language this near to the best one is kept beside it
_MOST = 2


def likely_languages(words: Iterable[str], script: str) -> tuple[Language, ...]:
    """The one or two likeliest languages of folded words of one script; () when the script is nobody's or no word is known."""
    candidates = languages_of(script)
    words = list(words)
    if len(candidates) <= 1:
        return candidates
    scored = sorted(((-_score(words, language), language.code, language) for language in candidates), key=lambda item: item[:2])
    best = -scored[0][0]
    if best == 0:
        return ()  # a lone product name or the like: no language to stem it in
    return tuple(language for score, _, language in scored if -score >= _NEAR * best)[:_MOST]


def _score(words: Sequence[str], language: Language) -> float:
    known = frequencies(language.code)
    total = 0.0
    for word in words:
        zipf = known.get(word, 0.0)
        total += max(0.0, zipf - 2.0)
        if word in language.stop:
            total += _FUNCTION_BONUS
    return total
