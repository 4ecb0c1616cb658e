"""Which languages a text is likely written in, script by script.

Counts what the words are in each language: the commoner a word, the more it says. Short texts remain open between
relatives (Spanish and Portuguese); then both are kept, and a word is compared in both.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping

from .catalogue import Language, languages_of
from .frequency import frequencies

_FUNCTION_BONUS = 3.0
_NEAR = 0.82  # a language this near to the best one is kept beside it
_MOST = 2
_MOST_UNKNOWN = 4  # when no word is known, so many languages of the script are tried
_FOREIGN_LETTER = 2.0  # what a word costs a language that lacks one of its letters
_RARE_LETTER = 0.0003  # share of all letters below which a letter is foreign


def likely_languages(words: Iterable[str], script: str) -> tuple[Language, ...]:
    """The one or two likeliest languages of folded words of one script; () when the script is nobody's."""
    candidates = languages_of(script)
    return _likeliest(tuple(words), script) if len(candidates) > 1 else candidates


@functools.lru_cache(maxsize=64)
def _likeliest(words: tuple[str, ...], script: str) -> tuple[Language, ...]:
    """Kept for a while: a text is looked at for its words and for its names."""
    candidates = languages_of(script)
    scores = [0.0] * len(candidates)
    for word in words:
        for place, points in _points(word, script):
            scores[place] += points
    best = max(scores)
    least, most = (_NEAR * best, _MOST) if best > 0 else (best, _MOST_UNKNOWN)  # nothing known: a lone product name or the like
    near = [(-score, language.code, language) for score, language in zip(scores, candidates, strict=True) if score >= least]
    return tuple(language for _, _, language in sorted(near, key=lambda item: item[:2])[:most])


@functools.lru_cache(maxsize=10_000)
def _points(word: str, script: str) -> tuple[tuple[int, float], ...]:
    """What a word says for and against the languages of a script, by their place among them; one that it says nothing about is left out."""
    points: list[tuple[int, float]] = []
    for place, (known, stop, code) in enumerate(_lists(script)):
        zipf = known.get(word, 0.0)
        if zipf > 2.0:
            points.append((place, zipf - 2.0))
        if word in stop:
            points.append((place, _FUNCTION_BONUS))
        elif not zipf and not alphabet(code).issuperset(word):
            points.append((place, -_FOREIGN_LETTER))
    return tuple(points)


@functools.cache
def _lists(script: str) -> tuple[tuple[Mapping[str, float], frozenset[str], str], ...]:
    """For each language of a script the frequencies of its words, its function words and its code."""
    return tuple((frequencies(language.code), language.stop, language.code) for language in languages_of(script))


@functools.cache
def alphabet(code: str) -> frozenset[str]:
    """The letters that a language really uses: those of its commonest words (ы is no Ukrainian letter, ñ no Italian one)."""
    counts = Counter("".join(frequencies(code)))
    return frozenset(letter for letter, count in counts.items() if count >= _RARE_LETTER * counts.total()) | frozenset("'-0123456789")
