"""A text as tokens for finding names: words of one script with their neighbourhood, and what a rule gives back."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..catalogue import languages_of
from ..characters import WORD, fold, seams
from .shapes import is_dotted_name
from .words import pool

_KANA = frozenset({"Hiragana", "Katakana"})
UNSPACED = frozenset({"Han", "Thai"})
_ENDS = re.compile(r"[.!?…。！？।؟:;：；\n(\[{«“„\"《「『•|>]")
_APOSTROPHES = "'’ʼ‘`´"
_LETTER_APOSTROPHE = "Cyrillic"  # in which an apostrophe is a letter (Мар'яна)
_MAX_WORDS = 4000


@dataclass(frozen=True, slots=True)
class Found:
    """A piece of the text that a rule takes for a name; `text` is its base form."""

    start: int
    end: int
    text: str
    kind: str = "unknown"


@dataclass(slots=True)
class Token:
    """A word; `gap` is what stands between it and the one before, `first` whether a sentence may begin with it."""

    text: str
    start: int
    end: int
    script: str
    folded: str
    gap: str
    masked: bool
    first: bool

    @property
    def capital(self) -> bool:
        return self.text[0].isupper()


def tokens_of(text: str, mask: bytearray) -> list[Token]:
    """The words of a text in order; each mark, digit or letter belongs to one at most."""
    tokens: list[Token] = []
    last: Token | None = None
    for start, end, script in _pieces(text):
        word = text[start:end]
        folded = fold(word)
        if not folded:
            continue  # nothing but decoration
        gap = text[last.end if last else 0 : start]
        last = Token(word, start, end, script, folded, gap, bool(mask[start]), last is None or (gap != " " and _begins(last, gap)))
        tokens.append(last)
        if len(tokens) == _MAX_WORDS:
            break
    return tokens


def _begins(last: Token, gap: str) -> bool:
    """Whether a sentence may begin after a gap; a full stop after initials and short forms ends none (Dr. Haddad, ул. Ленина)."""
    if not _ENDS.search(gap):
        return False
    return not (gap == ". " and len(last.text) <= 3 and (len(last.text) == 1 or last.folded + "." in _abbreviations()))


@functools.cache
def _abbreviations() -> frozenset[str]:
    """Titles and words for places, among them the short forms that end in a full stop."""
    return frozenset().union(*(pool("places", script) | _titles(script) for script in ("Latin", "Cyrillic")))


def _titles(script: str) -> frozenset[str]:
    return frozenset().union(*(language.titles_before for language in languages_of(script)))


def _pieces(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and script of each word: cut where the script changes, joined over hyphens and apostrophes that belong to a name."""
    runs = [(found.start() + start, found.start() + end, script) for found in WORD.finditer(text) for start, end, script in seams(found[0])]
    place = 0
    while place < len(runs):
        start, end, script = runs[place]
        place += 1
        while place < len(runs) and text[end] != " " and script == runs[place][2] and _belongs(text, start, end, runs[place]):
            end = runs[place][1]
            place += 1
        yield start, end, script


def _belongs(text: str, start: int, end: int, following: tuple[int, int, str]) -> bool:
    """Whether the next word is part of this one: Jean-Luc, O'Rourke, Мар'яна, Node.js."""
    gap, after = text[end : following[0]], text[following[0] : following[1]]
    if gap == "-":
        return text[start].isupper() and after[0].isupper() and not after[0].isdigit()
    if len(gap) == 1 and gap in _APOSTROPHES:
        if following[2] == _LETTER_APOSTROPHE:
            return True
        return end - start <= 2 and text[start].isupper() and after[0].isupper()
    return gap == "." and is_dotted_name(f"{text[start:end]}.{after}")
