"""Looking up the word lists of a language in a text: one pass, whatever the number of lists.

A text and the entries are cut alike: into words, or into characters where words are not set apart. An entry may hold `word*`, `*word`
and ` * ` (up to three words, or eight characters, between).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ..language import Language, fold
from ..language.catalogue import TOLD_WORDS, read, section
from ..language.characters import MARKS, plain

_WORD = re.compile(rf"(?:[^\W_]|[{MARKS}])+")
_PIECE = re.compile(rf"(?:[^\W_]|[{MARKS}]|\*)+")
_SHORTEST_BARE = 4  # letters of an entry that is also looked for without its accents
_GAP_WORDS, _GAP_CHARACTERS = 3, 8
_LONGEST_PIECE = 24  # letters of a word at which its beginnings and endings are looked up

# The lists that are looked up: name of the list → table and keys of the language files.
LISTS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "self": (("chat", "self"),),
    "user": (("chat", "user"),),
    "small_talk": (("chat", "small_talk"),),
    "tasks": (("chat", "tasks"),),
    "asks": tuple(("asking", kind) for kind in ("when", "where", "who", "how_many", "money", "what", "why", "how")),
    "yes_no": (("asking", "yes_no"),),
    "frames": (("asking", "frames"),),
    "recurring": (("time", "recurring"),),
    "past": (("time", "past"),),
    "kin": (("people", "kin"), ("people", "roles")),
    "not": (("function", "negations"), ("change", "denials")),
    **{key: (("change", key),) for key in ("likes", "dislikes", "requests", "supposed", "jokes", "others", "plans", "ended", "still")},
    **{key: (("told", key),) for key in TOLD_WORDS},
}

Pieces: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A list of which an entry stands in a text, and the numbers of the first and the last word of it."""

    name: str
    first: int
    last: int
    whole: bool = True  # whether all words between them belong to the entry


@dataclass(frozen=True, slots=True)
class Index:
    """The entries of all lists of a language by what their first piece is: a word, a beginning or an ending."""

    words: dict[str, list[tuple[Pieces, str]]] = field(default_factory=dict)
    beginnings: dict[str, list[tuple[Pieces, str]]] = field(default_factory=dict)
    endings: dict[str, list[tuple[Pieces, str]]] = field(default_factory=dict)
    gap: int = _GAP_WORDS

    def add(self, entry: Pieces, name: str) -> None:
        first, rest = entry[0], entry[1:]
        if first.startswith("*"):
            table, key = self.endings, first[1:]
        elif first.endswith("*"):
            table, key = self.beginnings, first[:-1]
        else:
            table, key = self.words, first
        if key.strip("*"):
            table.setdefault(key, []).append((rest, name))

    def starting(self, word: str) -> Iterable[tuple[Pieces, str]]:
        """The rests of the entries whose first piece is this word."""
        yield from self.words.get(word, ())
        if not self.beginnings and not self.endings:
            return
        for length in range(1, min(len(word), _LONGEST_PIECE) + 1):
            if length < len(word) or word in self.beginnings:
                yield from self.beginnings.get(word[:length], ())
            yield from self.endings.get(word[-length:], ())


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, or a character where words are not set apart: folded, and where it stands in the text."""

    text: str
    start: int
    end: int


def words_of(text: str) -> list[Piece]:
    """The words of a text; letters of scripts without spaces run on as one."""
    return [Piece(folded, match.start(), match.end()) for match in _WORD.finditer(text) if (folded := fold(match[0]))]


def cut(words: Sequence[Piece], text: str, language: Language) -> list[Piece]:
    """The words of a text as a language reads them."""
    if language.spaces:
        return [Piece(language.unify(word.text), word.start, word.end) for word in words] if language.same_letters else list(words)
    return [Piece(folded, place, place + 1) for word in words for place in range(word.start, word.end) if (folded := fold(text[place]))]


@functools.cache
def index(language: Language) -> Index:
    """The lists of a language, made ready when first asked for."""
    ready = Index(gap=_GAP_WORDS if language.spaces else _GAP_CHARACTERS)
    tables = {table: read(section(language.code, table)) for keys in LISTS.values() for table, _ in keys}
    for name, keys in LISTS.items():
        for entry in sorted({spelling for table, key in keys for spelling in _spellings(tables[table][key], language)}):
            if pieces := _pieces(entry, language):
                ready.add(pieces, name)
    return ready


def _spellings(value: str | Sequence[str], language: Language) -> set[str]:
    entries = {entry.strip() for entry in (value.split() if isinstance(value, str) else value)}
    if not language.spaces:
        return entries - {""}
    folded = {fold(entry) for entry in entries}
    if not language.syllables:  # where accents tell words apart nobody leaves them out
        folded |= {plain(entry) for entry in folded if len(entry) >= _SHORTEST_BARE}
    return folded - {""}


def _pieces(entry: str, language: Language) -> Pieces:
    if language.spaces:
        return tuple(language.unify(piece) for piece in _PIECE.findall(entry))
    return tuple(fold(char) for piece in _PIECE.findall(entry.strip("*")) for char in piece)


def matches(words: Sequence[str], language: Language) -> list[Match]:
    """All entries that stand in a row of words. Linear in its length."""
    ready = index(language)
    found = []
    for place, word in enumerate(words):
        for rest, name in ready.starting(word):
            last = _rest_at(rest, words, place, ready.gap)
            if last is not None:
                found.append(Match(name, place, last, "*" not in rest))
    return found


def _rest_at(rest: Pieces, words: Sequence[str], place: int, gap: int) -> int | None:
    """The number of the last word of an entry whose first piece stands at `place`, or None."""
    for number, piece in enumerate(rest):
        if piece == "*":
            for jump in range(gap + 1):
                last = _rest_at(rest[number + 1 :], words, place + jump, gap)
                if last is not None:
                    return last
            return None
        place += 1
        if place >= len(words) or not _fits(piece, words[place]):
            return None
    return place


def _fits(piece: str, word: str) -> bool:
    if piece.startswith("*"):
        return word.endswith(piece[1:])
    return word.startswith(piece[:-1]) if piece.endswith("*") else word == piece
