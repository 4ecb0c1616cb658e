"""What two texts must have in common to be held against each other: rarer words, their beginnings, their consonants, their sounds."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from ..language import Word
from ..language.roman import roman_keys
from ..language.similarity import shared_beginning
from ..language.sound import sound_term
from ..language.stem import stems

NAME_PART = 3  # letters of a name that a pet name keeps
_VOWELS = re.compile("[aeiou]")
TOO_COMMON = 5.5  # Zipf value from which a word is not looked for in other scripts
_FEWEST_CONSONANTS = 3
_KEY, RARE = 4, 3.5  # letters of a beginning that words of one root share; Zipf value below which a word may be a name


def keys_of(word: Word) -> Iterable[str]:
    """The keys of one word; "" may be among them."""
    yield sound_of(word)[2:]
    if word.zipf > TOO_COMMON:
        return
    yield from word.forms
    yield from word.weak
    if word.pieces:
        return
    for term in (*word.forms, *word.weak):
        yield (shared_beginning(term) or term)[:_KEY]
    if word.zipf < RARE:
        yield word.forms[0][:NAME_PART]
        yield consonants(word.text)


def sound_of(word: Word) -> str:
    """How a word sounds, as an index term with the sign of its script; "" when it cannot be told by that."""
    return "" if word.pieces or not word.languages else sound_term(stems(word.text, word.languages[0].code)[0], word.script)


def skeleton(word: Word) -> str:
    """The consonants of a word in Latin letters; "" for a word that has too few to be told by them."""
    if word.pieces or word.zipf > TOO_COMMON:
        return ""
    return consonants(word.text)


@functools.lru_cache(maxsize=20_000)
def consonants(word: str) -> str:
    """The consonants of a folded word in Latin letters; "" where they are too few to tell it from others."""
    keys = roman_keys(word)
    bare = _VOWELS.sub("", keys[0]).strip("' ") if keys else ""
    return bare if len(bare) >= _FEWEST_CONSONANTS else ""
