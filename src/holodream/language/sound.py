"""How a word sounds, coarsely and across scripts: телеграм, テレグラム and Telegram have the same consonants.

Vowels differ too much between scripts and consonants are often voiced otherwise, so only seven classes of consonants are
kept (sounds.tsv). A short word needs the same number of vowels as well, or too many words would sound alike.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from importlib import resources

from .characters import plain, script_of

_ENOUGH = 4  # classes from which the consonants alone tell words apart
_LEAST = 3
_VOWELS = re.compile("[aeiouyаеёиоуыэюяіїєαεηιουωάέήίόύώ]+")
_DIGRAPHS = (("ph", "f"), ("sh", "s"), ("ch", "s"), ("ck", "k"), ("th", "t"), ("wh", "w"), ("qu", "k"))
_SCRIPTS = ("Latin", "Cyrillic", "Greek", "Hebrew", "Arabic", "Devanagari", "Thai", "Hangul", "Katakana")
_COUNTABLE = frozenset({"Latin", "Cyrillic", "Greek"})  # scripts whose vowels are written one by one
SIGN = "~"


@functools.cache
def _classes() -> dict[str, str]:
    table = resources.files(__package__).joinpath("sounds.tsv").read_text(encoding="utf-8")
    return {letter: row.partition("\t")[0] for row in table.splitlines() for letter in row.partition("\t")[2].split()}


@functools.lru_cache(maxsize=20_000)
def sound(word: str) -> str:
    """The consonants of a folded word; "" when it has too few to be told from others."""
    script = script_of(word[0]) if word else ""
    if script not in _SCRIPTS:
        return ""
    letters = plain(word)
    if script == "Latin":
        for pair, single in _DIGRAPHS:
            letters = letters.replace(pair, single)
    elif script == "Hangul":
        letters = unicodedata.normalize("NFD", letters)
    heard = "".join(_classes().get(letter, " ") for letter in letters).replace(" ", "")
    consonants = "".join(char for char, _ in itertools.groupby(heard))
    if len(consonants) >= _ENOUGH:
        return consonants
    if len(consonants) == _LEAST and script in _COUNTABLE:
        return f"{consonants}{len(_VOWELS.findall(letters))}"
    return ""


def sound_term(word: str, script: str) -> str:
    """The index term of a word's sound, with the script it was written in; "" when it has none."""
    heard = sound(word)
    return f"{SIGN}{_SCRIPTS.index(script)}{heard}" if heard and script in _SCRIPTS else ""


def terms_of_other_scripts(word: str) -> list[str]:
    """The terms under which words that sound alike are indexed when they were written in another script."""
    heard = sound(word)
    own = script_of(word[0]) if word else ""
    return [f"{SIGN}{number}{heard}" for number, script in enumerate(_SCRIPTS) if script != own] if heard else []
