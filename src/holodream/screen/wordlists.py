"""The screen's words from the language files, levelled, each with its language as a bit; a language is read when a text may be in it."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..language.catalogue import codes, read, section
from .level import level_word, signs

# Kinds of words that open a place worth a look, by table of the language files.
SECRET_KINDS = ("words", "codes", "keys", "logins", "seeds", "cards", "places", "enter", "turns", "accounts")
COMMAND_KINDS = (
    "drop_verbs", "rule_nouns", "guards", "whose", "own", "reveal_verbs", "hidden_nouns", "private", "what", "asks", "obey", "always", "role", "free", "hide",
    "person", "note", "care", "reader", "reads", "reading", "header", "acts", "goods", "blind", "asked", "answer", "void", "needless", "consent",
    "attach", "outlet", "promote", "insist", "topic", "outranks", "regard", "done_to", "unchecked",
)  # fmt: skip
# Kinds that are looked for only around such a place.
LOCAL_KINDS = (
    "links", "scope", "changes", "talk", "other_codes", "counted", "cards", "places", "lead", "joins", "nots", "nots_after", "done", "told", "digits",
)  # fmt: skip
# The scripts, each with the letters that continue a word (a whole word does not stand between them).
LETTERS = {script: signs(script) for script in ("Latin", "Cyrillic", "Arabic", "Devanagari", "Hangul", "Thai", "Han")}
_KANA = ("Hiragana", "Katakana")
_HIDDEN = ("words", "seeds")  # kinds of which each word is also one for what is to stay hidden
_YEARS = re.compile(r"(\d{4})-(\d{4}) =")
_ACCOUNTS = ("admin", "administrator", "root", "guest", "sysadmin")


class Entry(NamedTuple):
    """A word of a language file: its kind, its language, how it commands ("", "^" or "~"), and the word with its stars and pluses."""

    kind: str
    code: str
    manner: str
    word: str
    script: str


@functools.cache
def entries_of(code: str) -> tuple[Entry, ...]:
    """The words of a language's tables [secret] and [command], and what follows from them."""
    found = [_entry(kind, code, item) for kind, value in _values(code) for item in level_word(_both_spellings(value)).split()]
    hidden = [entry._replace(kind="hidden_nouns", manner="") for entry in found if entry.kind in _HIDDEN]
    headers = [entry for entry in found if entry.kind == "header" and entry.word.endswith(":")]
    bracketed = [entry._replace(word=entry.word[:-1] + sign) for entry in headers for sign in "]】："]
    called = [entry._replace(word=entry.word[:-1] + "：") for entry in found if entry.kind == "reads" and entry.word.endswith(":")]
    return (*found, *hidden, *bracketed, *called)


def _both_spellings(value: str) -> str:
    """The words of a text, those with ß also with ss, as they are written in capitals."""
    return " ".join([value, *(word.replace("ß", "ss") for word in value.split() if "ß" in word)]) if "ß" in value else value


def _values(code: str) -> list[tuple[str, str]]:
    return [pair for name in ("secret", "command") for pair in read(section(code, name)).items() if pair[0] != "abroad"]


def entries(wanted: Iterable[str] | None = None) -> tuple[Entry, ...]:
    """The words of some languages, or of all; the names of accounts belong to every language."""
    found = [entry for code in (codes() if wanted is None else wanted) for entry in entries_of(code)]
    return (*found, *accounts())


def accounts() -> tuple[Entry, ...]:
    """The names of accounts that belong to every language."""
    return tuple(Entry("accounts", "", "", word, "Latin") for word in _ACCOUNTS)


def _entry(kind: str, code: str, item: str) -> Entry:
    manner, word = (item[0], item[1:]) if item[0] in "~^" else ("", item)
    return Entry(kind, code, manner, word, _script(word))


@functools.cache
def spellings(wanted: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
    """The words of some languages with their accents, without stars, pluses and gaps, each with its kinds."""
    found: dict[str, set[str]] = {}
    for kind, value in (pair for code in wanted for pair in _values(code)):
        for raw in unicodedata.normalize("NFC", value).lower().split():
            kinds = found.setdefault(NOT_LETTERS.sub("", raw.strip("^~")).replace("ı", "i"), set())
            kinds.update((kind, "hidden_nouns") if kind in _HIDDEN else (kind,))
    return {word: frozenset(kinds) for word, kinds in found.items()}


NOT_LETTERS = re.compile(r"[\s'’_+*,-]+")
_LETTER = re.compile(r"[^\W\d_]")
_NO_SIGN = re.compile(r"\w")
_LETTERS_OF = {script: re.compile(f"[{letters}]") for script, letters in LETTERS.items()}


def _script(word: str) -> str:
    """The script of an entry by its first letter; "signs" when it has neither letters nor digits."""
    if "a" <= word.lstrip("*")[:1] <= "z":
        return "Latin"
    first = _LETTER.search(word)
    if first is None:
        return "Latin" if _NO_SIGN.search(word) else "signs"
    return "Latin" if "a" <= first[0] <= "z" else next((script for script, letters in _LETTERS_OF.items() if letters.match(first[0])), "Latin")


@functools.cache
def function_words() -> Mapping[str, int]:
    """Words that hold sentences together, with the languages that have them."""
    found: dict[str, int] = {}
    for code in codes():
        table = read(section(code, "function"))
        for kind in ("stop", "negations"):
            value = table.get(kind, "")
            for word in level_word(value if isinstance(value, str) else " ".join(value)).split():
                found[word] = found.get(word, 0) | bit(code)
    return found


@functools.cache
def digit_words() -> Mapping[str, int]:
    """The words for the numbers from 0 to 9, with the languages that have them as bits."""
    found: dict[str, int] = {}
    for code in codes():
        words = read(section(code, "numbers")).get("words", {})
        further = read(section(code, "secret"))["digits"]
        for word in level_word(" ".join([further, *(words.get(str(digit), "") for digit in range(10))])).split():
            found[word] = found.get(word, 0) | bit(code)
    return found


@functools.cache
def languages_by_script() -> Mapping[str, tuple[str, ...]]:
    """The codes of the languages of each script that the screen knows (kana belongs to Han)."""
    found: dict[str, list[str]] = {script: [] for script in LETTERS}
    for code in codes():
        for script in {"Han" if script in _KANA else script for script in read(section(code, ""))["scripts"]} & LETTERS.keys():
            found[script].append(code)
    return {script: tuple(written) for script, written in found.items()}


@functools.cache
def abroad() -> Mapping[str, tuple[str, ...]]:
    """The languages whose words are at home in texts of other scripts too, with those scripts."""
    found = {code: re.search(r'^abroad *= *"([^"]*)"', section(code, "command"), re.MULTILINE) for code in codes()}
    return {code: tuple(scripts[1].split()) for code, scripts in found.items() if scripts and scripts[1].strip()}


@functools.cache
def home(code: str) -> int:
    """The languages in whose sentences the words of a language are at home, as bits."""
    return bit(code) | sum({bit(other) for script in abroad().get(code, ()) for other in languages_by_script()[script]})


def languages_in(scripts: Iterable[str]) -> tuple[str, ...]:
    """The languages that a text with letters of these scripts may be in."""
    written = {code for script in scripts for code in languages_by_script()[script]} | abroad().keys()
    return tuple(code for code in codes() if code in written)


@functools.cache
def _bits() -> Mapping[str, int]:
    return {code: 1 << place for place, code in enumerate(codes())}


def bit(code: str) -> int:
    """The bit of a language; of all for what belongs to none."""
    return _bits()[code] if code else everywhere()


@functools.cache
def eras() -> tuple[tuple[int, range], ...]:
    """The years of four digits in calendars of their own, each with the bit of the language that counts by it."""
    found = ((code, _YEARS.match(era)) for code in codes() for era in read(section(code, "time"))["eras"])
    return tuple((bit(code), range(int(years[1]), int(years[2]) + 1)) for code, years in found if years)


@functools.cache
def syllabic() -> int:
    """The languages that set syllables apart instead of words (Vietnamese), as bits."""
    return sum(bit(code) for code in codes() if read(section(code, "words"))["break"] == "syllables")


@functools.cache
def everywhere() -> int:
    """The bits of all languages."""
    return sum(_bits().values())
