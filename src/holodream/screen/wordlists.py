"""The screen's words from the language files, levelled, each with its language as a bit."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from ..language.catalogue import tables
from .level import level_word

# Kinds of words that open a place worth a look, by table of the language files.
SECRET_KINDS = ("words", "codes", "keys", "logins", "seeds", "cards", "places", "enter")
COMMAND_KINDS = (
    "drop_verbs", "rule_nouns", "guards", "whose", "own", "reveal_verbs", "hidden_nouns", "what", "asks", "obey", "always", "role", "free", "hide",
    "person", "note", "care", "reader", "reads", "reading", "header", "acts", "goods", "blind", "asked", "answer",
)  # fmt: skip
# Kinds that are looked for only around such a place.
LOCAL_KINDS = ("links", "scope", "changes", "talk", "other_codes", "counted", "turns", "cards", "lead", "joins", "nots", "nots_after")


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of a language file: its kind, its language, how it commands ("", "^" or "~"), and the word with its stars and pluses."""

    kind: str
    code: str
    manner: str
    word: str


@functools.cache
def entries() -> tuple[Entry, ...]:
    """All words of the tables [secret] and [command]."""
    found = [
        _entry(kind, code, item)
        for name in ("secret", "command")
        for code, table in tables(name).items()
        for kind, value in table.items()
        for item in level_word(value if isinstance(value, str) else " ".join(value)).split()
    ]
    found += [Entry("hidden_nouns", entry.code, "", entry.word) for entry in found if entry.kind in ("words", "seeds")]
    found += [Entry("header", entry.code, "", entry.word[:-1] + sign) for entry in found if entry.kind == "header" and entry.word.endswith(":") for sign in "]】"]
    # A sharp s may be written as two: the level text has one letter for both.
    return (*found, *(Entry(entry.kind, entry.code, entry.manner, entry.word.replace("ss", "s")) for entry in found if entry.code == "de" and "ss" in entry.word))


def _entry(kind: str, code: str, item: str) -> Entry:
    return Entry(kind, code, item[0], item[1:]) if item[0] in "~^" else Entry(kind, code, "", item)


@functools.cache
def function_words() -> Mapping[str, int]:
    """Words that hold sentences together, with the languages that have them."""
    found: dict[str, int] = {}
    for code, table in tables("function").items():
        for kind in ("stop", "negations"):
            value = table.get(kind, "")
            for word in level_word(value if isinstance(value, str) else " ".join(value)).split():
                found[word] = found.get(word, 0) | bit(code)
    return found


@functools.cache
def _bits() -> Mapping[str, int]:
    return {code: 1 << place for place, code in enumerate(tables("words"))}


def bit(code: str) -> int:
    """The bit of a language."""
    return _bits()[code]


@functools.cache
def everywhere() -> int:
    """The bits of all languages."""
    return sum(_bits().values())
