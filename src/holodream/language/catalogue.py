"""The languages: one data file each in languages/, read into a frozen `Language`.

Code knows scripts and rules; whatever belongs to one language stands in its file. Adding a language means adding a file
(see CONTRIBUTING.md); `missing_parts` says what an incomplete one lacks.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from .characters import fold

ANSWER_KINDS = ("when", "where", "who", "how_many", "money", "what", "why", "how", "yes_no")

ABOUT_NAMES = ("surnames", "given", "naming", "naming_after")  # in [people]
NAME_WORDS = (
    "things", "places", "place_endings", "well_known", "brands", "labels", "links", "joins", "saints", "determiners", "genitive",
    "plain_endings", "plain_beginnings", "person_marks", "person_before", "noun_marks", "naming_verbs", "articles",
)  # fmt: skip
CHANGE_WORDS = (
    "ended", "now", "still", "agree", "correct", "supposed", "requests", "jokes", "others", "likes", "dislikes", "denials", "forbids", "plans", "opposites",
    "clock", "half_to", "half_past", "half_after", "scales", "numerals",
)  # fmt: skip
TOLD_WORDS = (
    "lead", "taste", "habit", "lasting", "decided", "rule", "manner", "wish", "moment", "state", "event", "order", "paste", "report", "think", "imagined",
    "work", "doing", "asked",
)  # fmt: skip

# What every file must hold, by table. Tests compare each file with this.
PARTS: Mapping[str, tuple[str, ...]] = {
    "": ("code", "name", "scripts"),
    "words": (
        "break",
        "stemmer",
        "endings",
        "beginnings",
        "name_endings",
        "compounds",
        "abbreviations",
        "abbreviations_of_numbers",
        "same_letters",
        "irregular",
    ),
    "function": ("stop", "hedges", "indefinite", "negations"),
    "asking": (*ANSWER_KINDS, "kind_nouns", "frames"),
    "chat": ("small_talk", "tasks", "self", "user"),
    "time": ("months", "weekdays", "other", "past", "recurring", "relative", "eras", "moon_months", "other_calendars"),
    "numbers": ("words", "money", "units"),
    "people": ("kin", "roles", "relatives", "titles_before", "titles_after", *ABOUT_NAMES),
    "change": CHANGE_WORDS,
    "told": TOLD_WORDS,
    "names": ("capital_nouns", "bases", *NAME_WORDS),
    "secret": (
        "words",
        "codes",
        "keys",
        "logins",
        "seeds",
        "cards",
        "places",
        "enter",
        "turns",
        "links",
        "scope",
        "changes",
        "talk",
        "other_codes",
        "counted",
        "digits",
    ),
    "command": (
        "drop_verbs",
        "rule_nouns",
        "guards",
        "whose",
        "own",
        "reveal_verbs",
        "hidden_nouns",
        "private",
        "what",
        "asks",
        "obey",
        "always",
        "role",
        "free",
        "hide",
        "person",
        "note",
        "care",
        "reader",
        "reads",
        "reading",
        "header",
        "acts",
        "goods",
        "blind",
        "asked",
        "answer",
        "void",
        "needless",
        "consent",
        "attach",
        "outlet",
        "promote",
        "insist",
        "topic",
        "outranks",
        "regard",
        "done_to",
        "unchecked",
        "lead",
        "joins",
        "nots",
        "nots_after",
        "done",
        "told",
        "abroad",
    ),
}


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """What the rules know of one language. All words are folded (see `characters.fold`)."""

    code: str
    name: str
    scripts: frozenset[str]
    spaces: bool  # words, or at least syllables, are set apart by spaces
    syllables: bool  # the spaces stand between syllables, most words have two
    stemmer: str
    endings: tuple[str, ...]
    beginnings: tuple[str, ...]
    name_endings: tuple[str, ...]
    compounds: bool
    same_letters: tuple[tuple[str, str], ...]
    roots: Mapping[str, str]
    stop: frozenset[str]
    hedges: frozenset[str]
    indefinite: frozenset[str]
    negations: frozenset[str]
    asking: Mapping[str, frozenset[str]]
    kind_nouns: Mapping[str, frozenset[str]]
    frames: frozenset[str]
    small_talk: frozenset[str]
    tasks: frozenset[str]
    self_words: frozenset[str]
    user_words: frozenset[str]
    months: tuple[frozenset[str], ...]
    weekdays: tuple[frozenset[str], ...]
    time_words: frozenset[str]
    past: frozenset[str]
    number_words: Mapping[str, str]
    money: frozenset[str]
    units: frozenset[str]
    kin: frozenset[str]
    roles: frozenset[str]
    relatives: Mapping[str, tuple[str, ...]]  # mother, neighbour …: the words and phrases for each
    titles_before: frozenset[str]
    titles_after: frozenset[str]
    capital_nouns: bool
    name_bases: Mapping[str, tuple[str, ...]]  # ending of a name in a sentence → endings of its base form
    names: Mapping[str, frozenset[str]]  # what tells names, by NAME_WORDS and ABOUT_NAMES

    def unify(self, word: str) -> str:
        """A folded word with one letter for those that people exchange freely."""
        return _unified(word, self.same_letters)


def missing_parts(data: Mapping[str, Any]) -> list[str]:
    """The keys that a language file lacks, as "table.key"."""
    gaps = []
    for table, keys in PARTS.items():
        part = data.get(table, {}) if table else data
        gaps += [f"{table}.{key}" if table else key for key in keys if key not in part]
    return gaps


_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")


def _words(value: str | Iterable[str]) -> frozenset[str]:
    """A list of words given as one string (split at white space) or as an array (phrases stay whole), folded."""
    if isinstance(value, str):
        return frozenset(fold(value).split())
    folded = fold("\0".join(item for item in value if item.strip()))  # one call for all is many times faster
    return frozenset(map(str.strip, folded.split("\0"))) if folded else frozenset()


def _phrases(value: str | Iterable[str]) -> frozenset[str]:
    """Words and phrases that are looked for among the words of a text, in which a hyphen parts two words (grand-mère)."""
    return frozenset(_HYPHEN.sub(" ", item) for item in _words(value))


class _Lazily(Mapping[str, frozenset[str]]):
    """Lists of words, each folded when it is first asked for: most texts ask for none."""

    def __init__(self, raw: Mapping[str, str | Iterable[str]]) -> None:
        self._raw = raw
        self._folded: dict[str, frozenset[str]] = {}

    def __getitem__(self, key: str) -> frozenset[str]:
        if key not in self._folded:
            self._folded[key] = _words(self._raw[key])
        return self._folded[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)


def _unified(word: str, letters: tuple[tuple[str, str], ...]) -> str:
    for old, new in letters:
        if old in word:
            word = word.replace(old, new)
    return word


def _longest_first(value: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(_words(list(value)), key=lambda item: (-len(item), item)))


def _letters(pairs: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    folded = ((fold(old), fold(new)) for old, new in pairs.items())
    return tuple((old, new) for old, new in folded if old and old != new)


def _roots(table: str, letters: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Each form of an irregular word → its root, the first form of its line; also under its spelling with exchanged letters."""
    table = fold(table)
    roots: dict[str, str] = {}
    exact = [line.split() for line in reversed(table.splitlines())]  # of two roots the first one counts
    exchanged = [line.split() for line in reversed(_unified(table, letters).splitlines())]
    for spelling in (exchanged, exact):  # the exact spelling counts before the exchanged one
        for forms, line in zip(spelling, exact, strict=True):
            if forms:
                roots.update(dict.fromkeys(forms, line[0]))
    return roots


def _relatives(table: str) -> dict[str, tuple[str, ...]]:
    lines = (line.partition(":") for line in fold(table).splitlines() if line)
    return {key: tuple(word.replace("+", " ") for word in words.split()) for key, _, words in lines}


def parse(data: Mapping[str, Any]) -> Language:
    """A `Language` from the contents of its file; KeyError names what is missing."""
    gaps = missing_parts(data)
    if gaps:
        raise KeyError(f"language file {data.get('code', '?')} lacks: {', '.join(gaps)}")
    words, function, chat, people = data["words"], data["function"], data["chat"], data["people"]
    letters = _letters(words["same_letters"])
    kinds = {kind: _phrases(data["asking"][kind]) for kind in ANSWER_KINDS}
    return Language(
        code=data["code"],
        name=data["name"],
        scripts=frozenset(data["scripts"]),
        spaces=words["break"] != "none",
        syllables=words["break"] == "syllables",
        stemmer=words["stemmer"],
        endings=_longest_first(words["endings"]),
        beginnings=_longest_first(words["beginnings"]),
        name_endings=_longest_first(words["name_endings"]),
        compounds=words["compounds"],
        same_letters=letters,
        roots=_roots(words["irregular"], letters),
        stop=_words(function["stop"]),
        hedges=_phrases(function["hedges"]),
        indefinite=_words(function["indefinite"]),
        negations=_phrases(function["negations"]),
        asking=kinds,
        kind_nouns={kind: _phrases(nouns) for kind, nouns in data["asking"]["kind_nouns"].items()},
        frames=_phrases(data["asking"]["frames"]),
        small_talk=_phrases(chat["small_talk"]),
        tasks=_phrases(chat["tasks"]),
        self_words=_phrases(chat["self"]),
        user_words=_phrases(chat["user"]),
        months=tuple(_words(forms) for forms in data["time"]["months"]),
        weekdays=tuple(_words(forms) for forms in data["time"]["weekdays"]),
        time_words=_phrases(data["time"]["other"]),
        past=_words(data["time"]["past"]),
        number_words={form: number for number, forms in data["numbers"]["words"].items() for form in _words(forms)},
        money=_words(data["numbers"]["money"]),
        units=_words(data["numbers"]["units"]),
        kin=_phrases(people["kin"]),
        roles=_phrases(people["roles"]),
        relatives=_relatives(people["relatives"]),
        titles_before=_words(people["titles_before"]),
        titles_after=_words(people["titles_after"]),
        capital_nouns=data["names"]["capital_nouns"],
        name_bases={fold(ending): tuple("" if base == "-" else base for base in bases.split()) for ending, bases in data["names"]["bases"].items()},
        names=_Lazily({key: data["names"][key] for key in NAME_WORDS} | {key: people[key] for key in ABOUT_NAMES}),
    )


# Long values of a TOML file that need no parsing: text between """ without an escape, and lists of plain strings.
_TEXT = re.compile(r'^(\w+ *= *)"""\n?([^"\\]*)"""', re.MULTILINE)
_LIST = re.compile(r'^(\w+ *= *)\[((?:\s*"[^"\\\n]*"\s*,)*(?:\s*"[^"\\\n]*")?)\s*\]', re.MULTILINE)
_STRING = re.compile(r'"([^"]*)"')


def read(text: str) -> dict[str, Any]:
    """What tomllib.loads gives, three times as fast: the long values are cut out before and put back after it."""
    if "'''" in text or "\\u007f" in text:
        return tomllib.loads(text)
    cut: list[str | list[str]] = []

    def keep(key: str, value: str | list[str]) -> str:
        cut.append(value)
        return f'{key}"\\u007f{len(cut) - 1}"'

    text = _TEXT.sub(lambda found: keep(found[1], found[2]), text)
    text = _LIST.sub(lambda found: keep(found[1], _STRING.findall(found[2])), text)
    return {key: _put_back(value, cut) for key, value in tomllib.loads(text).items()}


def _put_back(value: Any, cut: list[str | list[str]]) -> Any:
    if isinstance(value, dict):
        return {key: _put_back(part, cut) for key, part in value.items()}
    return cut[int(value[1:])] if isinstance(value, str) and value.startswith("\x7f") else value


class _Languages(Mapping[str, Language]):
    """All languages by code, in the order of their codes; each is read when it is first asked for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self._read: dict[str, Language] = {}

    def __getitem__(self, code: str) -> Language:
        language = self._read.get(code)
        if language is None:
            language = self._read[code] = parse(read(self.texts[code]))
        return language

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __len__(self) -> int:
        return len(self.texts)

    def codes_of(self, script: str) -> list[str]:
        """The languages written in a script, by the first lines of their files."""
        return [code for code, text in self.texts.items() if script in tomllib.loads(text.partition("\n[")[0])["scripts"]]


@functools.cache
def _all() -> _Languages:
    folder = resources.files(__package__).joinpath("languages")
    files = sorted((item for item in folder.iterdir() if item.name.endswith(".toml")), key=lambda item: item.name)
    return _Languages({item.name.removesuffix(".toml"): item.read_text(encoding="utf-8") for item in files})


def codes() -> tuple[str, ...]:
    """The codes of all languages, in order."""
    return tuple(_all())


@functools.cache
def _cut(name: str) -> re.Pattern[str]:
    return re.compile(rf"^\[{name}\]\n(.*?)(?=^\[|\Z)" if name else r"\A(.*?)(?=^\[|\Z)", re.MULTILINE | re.DOTALL)


def section(code: str, name: str) -> str:
    """The text of one table of a language's file ("" for what stands before the tables)."""
    found = _cut(name).search(_all().texts[code])
    return found[1] if found else ""


def tables(name: str) -> Mapping[str, Mapping[str, Any]]:
    """One table of every language's file by code, as it stands there; the rest is not parsed."""
    return {code: read(section(code, name)) for code in codes()}


def languages() -> Mapping[str, Language]:
    """All languages by code, in the order of their codes."""
    return _all()


@functools.cache
def languages_of(script: str) -> tuple[Language, ...]:
    """The languages written in a script."""
    return tuple(languages()[code] for code in _all().codes_of(script))
