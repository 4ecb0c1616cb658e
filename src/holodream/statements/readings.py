"""Texts of one talk, read in the same languages."""

from __future__ import annotations

from ..language import Language
from ..language.identify import likely_languages
from .understanding import Speech

_ALPHABETS = frozenset({"Latin", "Cyrillic"})  # scripts of several languages
_FEW_WORDS = 12  # of a text whose language is guessed with the texts around it


def in_one_language(*texts: Speech) -> tuple[Speech, ...]:
    """Texts of one talk, read in the languages that they share: a short one alone may look like a neighbour's (Finn mag … may be Dutch)."""
    if sum(len(text.analysis.words) for text in texts) < 2 * _FEW_WORDS:
        scripts = frozenset(word.script for text in texts for word in text.analysis.words) - {"Digit"}
        if len(scripts) == 1 and scripts <= _ALPHABETS:
            spoken = likely_languages((word.text for text in texts for word in text.analysis.words), *scripts)
            return tuple(text.spoken_in(spoken) for text in texts)
    longest = max(texts, key=lambda text: len(text.analysis.words)).analysis.languages
    shared = tuple(language for language in longest if all(language in text.analysis.languages for text in texts)) or longest
    first = texts[0].analysis.languages
    if not any(language.scripts & other.scripts for language in first for other in shared):
        shared = tuple(dict.fromkeys((*first, *shared)))  # a fact in another writing
    return tuple(text.spoken_in(_languages_of(text, shared)) for text in texts)


def _languages_of(text: Speech, shared: tuple[Language, ...]) -> tuple[Language, ...]:
    own = text.analysis.languages
    both = tuple(language for language in own if language in shared)
    foreign = tuple(language for language in shared if language.spaces and not any(language.scripts & other.scripts for other in own))
    if both or foreign:
        return (*(both or own), *foreign)  # people write some languages in Latin letters too
    neighbours = any(language.scripts & other.scripts for language in own for other in shared)
    return shared if neighbours and len(text.analysis.words) < _FEW_WORDS else own
