"""From a word of a language to its root form: irregular words, clitics, endings, Snowball."""

from __future__ import annotations

import functools

from .catalogue import Language, languages
from .characters import plain
from .frequency import frequencies
from .snowball import stemmer

_SHORTEST_REST = {"Hangul": 1, "Arabic": 2, "Han": 1, "Thai": 2}  # letters that must be left when a clitic is cut
_PARTICLES = frozenset({"Hangul"})  # scripts whose endings are particles after whole words


@functools.lru_cache(maxsize=60_000)
def stems(word: str, code: str) -> tuple[str, ...]:
    """The root forms of a folded word in a language, the likeliest first.

    Several where the word could be read in more than one way: an irregular form that is also a name, a first letter that may be a clitic.
    """
    language = languages()[code]
    found: dict[str, None] = {}
    for reading in filter(None, (word, _without_beginning(language.unify(word), language))):
        unified = language.unify(reading)
        bare = _without_endings(reading, language)
        root = language.roots.get(reading) or language.roots.get(unified) or language.roots.get(bare)
        if root:
            found[_stem(_without_endings(root, language), language)] = None
        found[_stem(bare, language)] = None
    return tuple(found)


def _without_endings(word: str, language: Language) -> str:
    """The word with exchanged letters and without endings, which stay where without them an irregular word is a number (сім'я)."""
    unified = language.unify(word)
    bare = without_particles(unified, language)
    return unified if bare in language.number_words and word in language.roots and word not in language.number_words else bare


def _stem(word: str, language: Language) -> str:
    """Each word by an object of its own: a stemmer keeps the word that it is at, and threads would mix theirs up.

    A stem of one letter would make strangers equal; the word then stays whole.
    """
    if not language.stemmer:
        return word
    stem = plain(stemmer(language.stemmer)().stemWord(word))
    return stem if len(stem) > 1 else plain(word)


@functools.lru_cache(maxsize=20_000)
def without_particles(word: str, language: Language) -> str:
    """A folded word without what its language glues to its end: the longest ending, or the particle that leaves a known word."""
    if not word.endswith(language.endings):  # as most words
        return word
    shortest = _shortest_rest(language)
    rests = [word[: -len(ending)] for ending in language.endings if word.endswith(ending) and len(word) - len(ending) >= shortest]
    if rests and language.scripts & _PARTICLES:
        known = frequencies(language.code)
        if word in known:
            return word  # 아이 is a word of its own, not 아 with a particle
        return next((rest for rest in rests if rest in known or rest in language.roots), rests[0])
    return rests[0] if rests else word


def _without_beginning(word: str, language: Language) -> str:
    """The word without a clitic at its beginning, or "" when what remains is not likely to be a word."""
    for beginning in language.beginnings:
        rest = word[len(beginning) :]
        if word.startswith(beginning) and len(rest) >= 3 and (len(rest) >= 4 or rest in frequencies(language.code)):
            return rest
    return ""


@functools.cache
def _shortest_rest(language: Language) -> int:
    return min(_SHORTEST_REST.get(script, 3) for script in language.scripts)
