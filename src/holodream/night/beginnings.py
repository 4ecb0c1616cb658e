"""A quick look at a word: whether its root may be a key of the index, before it is stemmed in every language of the facts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ..language import Language, plain
from ..language.sound import sound
from ..language.stem import without_particles
from ..statements.keys import consonants

_HEAD = 4  # letters that a word and its root have in common, but for words in the lists of irregular ones
_SHORTEST_SOUND = 3
_LONGEST_SIMPLE = 7  # letters from which a word may be a compound


class Beginnings:
    """The beginnings of the keys of an index."""

    def __init__(self, keys: Iterable[str], scripts: frozenset[str]) -> None:
        self._heads = frozenset(key[:_HEAD] for key in keys)
        self._short = frozenset(key for key in self._heads if len(key) < _HEAD)
        self._sounds = frozenset(key[:end] for key in keys if key.isalnum() and key.isascii() for end in (_SHORTEST_SOUND, len(key)))
        self._scripts = scripts

    def may_lead(self, word: str, script: str, spoken: Iterable[Language]) -> bool:
        """Whether one of the keys of a folded word may be in the index; says yes too often rather than too rarely."""
        return self._begins(plain(word), script) or self._sounds_like(word, script) or any(self._in_language(word, script, language) for language in spoken)

    def _begins(self, word: str, script: str) -> bool:
        if script == "Hangul":
            word = unicodedata.normalize("NFD", word)
        return word[:_HEAD] in self._heads or any(word[:end] in self._short for end in range(1, _HEAD))

    def _in_language(self, word: str, script: str, language: Language) -> bool:
        if language.compounds and (len(word) > _LONGEST_SIMPLE or script == "Hangul"):
            return True
        unified = language.unify(word)
        if word in language.roots or unified in language.roots or without_particles(unified, language) in language.roots or word in language.number_words:
            return True
        if unified != word and self._begins(unified, script):
            return True
        return any(word.startswith(beginning) and self._begins(word[len(beginning) :], script) for beginning in language.beginnings)

    def _sounds_like(self, word: str, script: str) -> bool:
        """Whether a word of another script than some of the facts' may be heard in one of them."""
        if self._scripts <= {script}:
            return False
        heard, written = sound(word), consonants(word)
        return any(part[:end] in self._sounds for part in (heard, written) for end in range(_SHORTEST_SOUND, len(part) + 1))
