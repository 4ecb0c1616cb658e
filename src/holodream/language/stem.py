"""From a word of a language to its root form: irregular words, clitics, endings, Snowball."""

from __future__ import annotations

import functools
from typing import Any

from .catalogue import Language, languages
from .characters import plain
from .frequency import frequencies

try:  # the plugin folder carries its own copy, as a host's update can remove or change packages
    from .._vendor import snowballstemmer
except ImportError:
    import snowballstemmer

_SHORTEST_REST = {"Hangul": 1, "Arabic": 2, "Han": 1, "Thai": 2}  # letters that must be left when a clitic is cut
SNOWBALL_VERSION: str = getattr(snowballstemmer, "__version__", "3")


@functools.cache
def _snowball(algorithm: str) -> Any:
    return snowballstemmer.stemmer(algorithm)


@functools.lru_cache(maxsize=60_000)
def stems(word: str, code: str) -> tuple[str, ...]:
    """The root forms of a folded word in a language, the likeliest first.

    Several where the word could be read in more than one way: an irregular form that is also a name, a first letter that may be a clitic.
    """
    language = languages()[code]
    word = language.unify(word)
    readings = [word, _without_beginning(word, language)]
    found: dict[str, None] = {}
    for reading in filter(None, readings):
        bare = _without_ending(reading, language)
        root = language.roots.get(reading) or language.roots.get(bare)
        if root:
            found[_stem(_without_ending(root, language), language)] = None
        found[_stem(bare, language)] = None
    return tuple(found)


def _stem(word: str, language: Language) -> str:
    if language.stemmer:
        word = _snowball(language.stemmer).stemWord(word)
    return plain(word)


def _without_ending(word: str, language: Language) -> str:
    shortest = _shortest_rest(language)
    known = frequencies(language.code) if not language.stemmer else {}
    if word in known and "Hangul" in language.scripts:
        return word  # 아이 is a word of its own, not 아 with a particle
    for ending in language.endings:
        if word.endswith(ending) and len(word) - len(ending) >= shortest:
            return word[: -len(ending)]
    return word


def _without_beginning(word: str, language: Language) -> str:
    """The word without a clitic at its beginning, or "" when what remains is not likely to be a word."""
    for beginning in language.beginnings:
        rest = word[len(beginning) :]
        if word.startswith(beginning) and len(rest) >= 3 and (len(rest) >= 4 or rest in frequencies(language.code)):
            return rest
    return ""


def _shortest_rest(language: Language) -> int:
    return min(_SHORTEST_REST.get(script, 3) for script in language.scripts)
