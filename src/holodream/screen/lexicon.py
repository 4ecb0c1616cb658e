"""The words of all languages that the screen listens for, as marks in a text: where each stands and what kinds of word it is."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..language import Language, languages
from ..language.characters import MARKS
from .level import level_word
from .trie import pattern

# Kinds of words that open a place worth a look, by table of the language files.
SECRET_KINDS = ("words", "codes", "keys", "seeds", "cards", "places", "enter")
COMMAND_KINDS = (
    "drop_verbs", "rule_nouns", "whose", "reveal_verbs", "hidden_nouns", "what", "asks", "obey", "always", "role", "free", "hide",
    "person", "note", "reader", "reads", "header", "acts", "goods", "blind", "asked", "answer",
)  # fmt: skip
KINDS = SECRET_KINDS + COMMAND_KINDS
BIT: Mapping[str, int] = {kind: 1 << place for place, kind in enumerate(KINDS)}

# The scripts, each with the letters that continue a word (a whole word does not stand between them).
_LETTERS = {
    "Latin": "a-z",
    "Cyrillic": "\u0400-\u04ff",
    "Arabic": "\u0620-\u06ff",
    "Devanagari": "\u0900-\u0963\u0970-\u097f",
    "Hangul": "\uac00-\ud7af",
}
_UNSPACED = "\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff"
UNSPACED = re.compile(f"[{_UNSPACED}]")
_CLITICS = "(?:[وف]?(?:[بك]?ال|لل|[بلك])?)"  # "and", "with", "to", "the", written as one word with what follows in Arabic
_NOT_WORD = re.compile(r"[\s'_+*-]+")

Meaning = tuple[tuple[str, int, str], ...]  # (kind, languages as bits, mark before the entry: "~", "^" or "")


@dataclass(frozen=True, slots=True)
class Mark:
    """A known word in a text."""

    start: int
    end: int
    kinds: int
    meaning: Meaning

    def languages(self, kind: str, manner: str | None = None) -> int:
        """The languages in which the mark is such a word, as bits."""
        return sum({bits: bits for name, bits, how in self.meaning if name == kind and manner in (None, how)}) if self.kinds & BIT[kind] else 0

    def manner(self, kind: str) -> str:
        """How the mark commands: "" by its form alone, "^" at the start of a clause, "~" together with a request."""
        manners = {how for name, _, how in self.meaning if name == kind}
        return "" if "" in manners else "^" if "^" in manners else "~"


@functools.cache
def language_bits() -> Mapping[str, int]:
    """Each language has its bit; English words may stand in a text of any other script, so English shares the bits of those."""
    bits = {code: 1 << place for place, code in enumerate(languages())}
    if "en" in bits:
        bits["en"] |= sum(bits[code] for code, language in languages().items() if "Latin" not in language.scripts)
    return bits


@functools.cache
def _lexicon() -> tuple[tuple[tuple[re.Pattern[str], re.Pattern[str]], ...], dict[str, Meaning]]:
    """(how to see that a script occurs, pattern of its words) for each script, and what the words are."""
    entries: dict[str, set[str]] = {}
    kinds: dict[str, dict[tuple[str, str], int]] = {}
    for language in languages().values():
        for kind, manner, word in _entries(language):
            entries.setdefault(_script(word), set()).add(word)
            place = kinds.setdefault(_NOT_WORD.sub("", word), {})
            place[kind, manner] = place.get((kind, manner), 0) | language_bits()[language.code]
    patterns = tuple(_pattern(script, words) for script, words in sorted(entries.items()))
    return patterns, {word: tuple((kind, bits, manner) for (kind, manner), bits in found.items()) for word, found in kinds.items()}


def _entries(language: Language) -> Iterator[tuple[str, str, str]]:
    for table, names in ((language.secret, SECRET_KINDS), (language.command, COMMAND_KINDS)):
        for kind in names:
            for entry in table.get(kind, ()):
                manner, word = (entry[0], entry[1:]) if entry[0] in "~^" else ("", entry)
                word = level_word(word)
                yield kind, manner, word
                if "ss" in word and language.code == "de":
                    yield kind, manner, word.replace("ss", "s")


def _script(word: str) -> str:
    """The script of a word by its first letter; "" for one written without spaces between words."""
    first = next((char for char in word if char.isalpha()), "a")
    if UNSPACED.match(first):
        return ""
    return next((script for script, letters in _LETTERS.items() if re.match(f"[{letters}]", first)), "Latin")


def _pattern(script: str, words: set[str]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    if not script:
        return UNSPACED, re.compile(f"({pattern(words, '')})")
    letters = _LETTERS[script]
    end = f"(?![{letters}{MARKS if script == 'Devanagari' else ''}])"
    whole = pattern((word.lstrip("*") for word in words), end)
    inside = [word.strip("*") + "*" for word in words if word.startswith("*")]
    start = rf"(?<![{letters}0-9])(?=[{letters}])" if script == "Latin" else f"(?<![{letters}])(?=[{letters}])"
    source = f"{start}{_CLITICS if script == 'Arabic' else ''}({whole})"
    if inside:
        source += f"|({pattern(inside, '')})"
    return re.compile(f"[{letters}]"), re.compile(source)


def marks(low: str) -> list[Mark]:
    """All known words of a level text, in order; of words that begin at the same place only the longest."""
    patterns, meanings = _lexicon()
    found: list[Mark] = []
    scripts = 0
    for present, words in patterns:
        if not present.search(low):
            continue
        scripts += 1
        for match in words.finditer(low):
            group = match.lastindex or 1
            word = match[group]
            meaning = meanings.get(word) or meanings.get(_NOT_WORD.sub("", word))
            if meaning:
                found.append(Mark(match.start(group), match.end(group), _kinds(meaning), meaning))
    if scripts > 1:
        found.sort(key=lambda mark: mark.start)
    return found


@functools.cache
def _kinds(meaning: Meaning) -> int:
    return sum({BIT[kind] for kind, _, _ in meaning})


@functools.cache
def local_words(table: str, kind: str) -> re.Pattern[str]:
    """The words of one kind in all languages, for a look at a place that was found."""
    words = {level_word(entry.lstrip("~^")) for language in languages().values() for entry in (language.secret if table == "secret" else language.command).get(kind, ())}
    words |= {word.replace("ss", "s") for word in words if "ss" in word}
    by_script: dict[str, set[str]] = {}
    for word in words:
        by_script.setdefault(_script(word), set()).add(word)
    return re.compile("|".join(_local(script, entries) for script, entries in sorted(by_script.items())) or "(?!)")


def _local(script: str, words: set[str]) -> str:
    signs = [re.escape(word) for word in words if not any(char.isalpha() for char in word)]
    spelled = [word for word in words if any(char.isalpha() for char in word)]
    if not script:
        return pattern(spelled, "")
    letters = _LETTERS[script]
    source = f"(?<![{letters}])(?:{pattern((word.lstrip('*') for word in spelled), f'(?![{letters}])')})" if spelled else "(?!)"
    return "|".join([source, *signs])
