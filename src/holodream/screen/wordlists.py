"""The screen's words from the language files, levelled, each with its language as a bit."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from ..language.catalogue import tables
from .level import level_word, signs
from .shapes import openings

# Kinds of words that open a place worth a look, by table of the language files.
SECRET_KINDS = ("words", "codes", "keys", "logins", "seeds", "cards", "places", "enter", "turns", "accounts", "openings")
COMMAND_KINDS = (
    "drop_verbs", "rule_nouns", "guards", "whose", "own", "reveal_verbs", "hidden_nouns", "what", "asks", "obey", "always", "role", "free", "hide",
    "person", "note", "care", "reader", "reads", "reading", "header", "acts", "goods", "blind", "asked", "answer",
)  # fmt: skip
# Kinds that are looked for only around such a place.
LOCAL_KINDS = ("links", "scope", "changes", "talk", "other_codes", "counted", "cards", "places", "lead", "joins", "nots", "nots_after")
# The scripts, each with the letters that continue a word (a whole word does not stand between them).
LETTERS = {script: signs(script) for script in ("Latin", "Cyrillic", "Arabic", "Devanagari", "Hangul", "Thai", "Han")}
_KANA = ("Hiragana", "Katakana")
_ACCOUNTS = ("admin", "administrator", "root", "guest", "sysadmin")


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of a language file: its kind, its language, how it commands ("", "^" or "~"), and the word with its stars and pluses."""

    kind: str
    code: str
    manner: str
    word: str
    script: str
    spelled: str = ""  # the word with its accents, without stars and pluses


@functools.cache
def entries() -> tuple[Entry, ...]:
    """All words of the tables [secret] and [command]."""
    found = [
        _entry(kind, code, item, raw)
        for name in ("secret", "command")
        for code, table in tables(name).items()
        for kind, value in table.items()
        for item, raw in zip(level_word(value).split(), unicodedata.normalize("NFC", value).lower().split(), strict=True)
    ]
    hidden = [Entry("hidden_nouns", entry.code, "", entry.word, entry.script, entry.spelled) for entry in found if entry.kind in ("words", "seeds")]
    headers = [entry for entry in found if entry.kind == "header" and entry.word.endswith(":")]
    bracketed = [Entry("header", entry.code, "", entry.word[:-1] + sign, entry.script, entry.spelled[:-1] + sign) for entry in headers for sign in "]】"]
    accounts = [Entry("accounts", "", "", word, "Latin") for word in _ACCOUNTS]
    formats = [Entry("openings", "", "", opening + "*", "Latin") for opening in openings()]
    found += [*hidden, *bracketed, *accounts, *formats]
    return tuple(found)


def _entry(kind: str, code: str, item: str, raw: str) -> Entry:
    manner, word = (item[0], item[1:]) if item[0] in "~^" else ("", item)
    return Entry(kind, code, manner, word, _script(word), NOT_LETTERS.sub("", raw.strip("^~")))


NOT_LETTERS = re.compile(r"[\s'’_+*-]+")
_LETTER = re.compile(r"[^\W\d_]")
_NO_SIGN = re.compile(r"\w")


def _script(word: str) -> str:
    """The script of an entry by its first letter; "signs" when it has neither letters nor digits."""
    first = _LETTER.search(word)
    if first is None:
        return "Latin" if _NO_SIGN.search(word) else "signs"
    if "a" <= first[0] <= "z":
        return "Latin"
    return next((script for script, letters in LETTERS.items() if re.match(f"[{letters}]", first[0])), "Latin")


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
def languages_by_script() -> Mapping[str, tuple[str, ...]]:
    """The codes of the languages of each script that the screen knows (kana belongs to Han)."""
    found: dict[str, list[str]] = {script: [] for script in LETTERS}
    for code, header in tables("").items():
        for script in {"Han" if script in _KANA else script for script in header["scripts"]} & LETTERS.keys():
            found[script].append(code)
    return {script: tuple(codes) for script, codes in found.items()}


@functools.cache
def abroad() -> Mapping[str, tuple[str, ...]]:
    """The languages whose words are at home in texts of other scripts too, with those scripts."""
    found = {code: tuple(str(table.get("abroad", "")).split()) for code, table in tables("command").items()}
    return {code: scripts for code, scripts in found.items() if scripts}


@functools.cache
def _bits() -> Mapping[str, int]:
    return {code: 1 << place for place, code in enumerate(tables("words"))}


def bit(code: str) -> int:
    """The bit of a language; of all for what belongs to none."""
    return _bits()[code] if code else everywhere()


@functools.cache
def everywhere() -> int:
    """The bits of all languages."""
    return sum(_bits().values())
