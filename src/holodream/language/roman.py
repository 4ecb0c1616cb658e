"""How a name is written in Latin letters, coarsely: Петя and Petya, リコ and Riko have the same Roman key.

Unlike `sound`, vowels count and voiced consonants are kept apart, so that short names are told from each other. Scripts that
write no vowels are compared by their consonants alone.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from importlib import resources

from .characters import fold, plain, script_of

_FEWEST_CONSONANTS = 3  # of a name that is compared without vowels
_FEWEST_LETTERS = 3
_SPELLINGS = (("sch", "sh"), ("tch", "ch"), ("ck", "k"), ("ph", "f"), ("kh", "h"), ("x", "ks"), ("w", "v"), ("q", "k"), ("y", "i"), ("j", "i"))
_CONSONANTAL = frozenset({"Arabic", "Hebrew"})
_INHERENT = frozenset({"Devanagari"})  # a consonant without another vowel is followed by an a
_VOWELS = re.compile("[aeiou]")
_LATIN = "Latin"
_ACCENTED = frozenset({"Greek"})  # scripts whose accents are no letters of their own
_OTHERS = frozenset({"Cyrillic", "Greek", "Hiragana", "Katakana", "Arabic", "Devanagari"})


@functools.cache
def _romans() -> dict[str, str]:
    table = resources.files(__package__).joinpath("romans.tsv").read_text(encoding="utf-8")
    return {row[: row.index("\t")]: row[row.index("\t") + 1 :] for row in table.splitlines()}


@functools.lru_cache(maxsize=20_000)
def roman_keys(name: str) -> tuple[str, ...]:
    """Keys of a name that it shares with its spellings in other scripts: with vowels, and where these may be unwritten without; () for none."""
    words = fold(name).replace("-", " ").split()
    script = script_of(words[0][0]) if words else ""
    if script not in _OTHERS | {_LATIN}:
        return ()
    written = [_in_latin(word, script) for word in words]
    whole = " ".join(written)
    bare = " ".join(_VOWELS.sub("", word) for word in written)
    keys = [whole] if script not in _CONSONANTAL and len(whole) >= _FEWEST_LETTERS else []
    if (script in _CONSONANTAL or script == _LATIN) and len(bare.replace(" ", "")) >= _FEWEST_CONSONANTS:
        keys.append("'" + bare)
    return tuple(keys)


def _in_latin(word: str, script: str) -> str:
    letters = plain(word) if script == _LATIN else _transliterated(_without_accents(word) if script in _ACCENTED else word, script)
    for pair, single in _SPELLINGS:
        letters = letters.replace(pair, single)
    letters = "".join(letter for letter, _ in itertools.groupby(letters))
    return letters[1:] if letters.startswith("ie") else letters


def _without_accents(word: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))


def _transliterated(word: str, script: str) -> str:
    romans = _romans()
    parts: list[str] = []
    for place, letter in enumerate(word):
        parts.append(romans.get(letter, ""))
        following = word[place + 1 : place + 2]
        if script in _INHERENT and following and letter.isalpha() and following.isalpha() and not _VOWELS.search(parts[-1]):
            parts.append("a")
    return "".join(parts)
