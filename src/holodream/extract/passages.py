"""A message cut into the sentences that its writer says: without code, lines quoted from others and what stands in quotes."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..language import Language, fold
from ..language.catalogue import read, section

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_QUOTED_LINE = re.compile(r"^[ \t]*(?:>|&gt;|\|).*$", re.MULTILINE)
_END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？؟।]+[」』”）]*|[.!?…]*\n+|(?<=[\u0e00-\u0e7f]) {2,}")
_QUOTES = re.compile(
    r"[“„‟\"][^“”„\"\n]{1,2000}[”“\"]|«[^«»\n]{1,2000}»|»[^«»\n]{1,2000}«|「[^「」\n]{1,2000}」|『[^『』\n]{1,2000}』|‘[^‘’\n]{12,2000}’(?!\w)|‹[^‹›\n]{1,2000}›"
)
_SHORT_QUOTE = 14  # characters within quotes that are still the writer's own words: a name, a title, a term
_BREAK = re.compile(r"[\s(\[“„‟\"«»「『‘‹]")
_NUMBER_OR_LETTER = re.compile(r"(?:\d{1,2}|[^\W\d_])\.")
_LONGEST = 16  # characters around a point in which an abbreviation and what follows it are looked for
_WIDE = re.compile(r"[\u1100-\uffff]")


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a message as it is written, and what of it the writer says, with quotes blanked out."""

    text: str
    said: str
    quoted: float  # the share of its characters that stand in quotes
    opens: bool  # whether it is the first one
    follows_colon: bool  # whether what stands before it ends with a colon


def without_foreign(message: str) -> str:
    """A message without code blocks and quoted lines; what remains keeps its place."""
    return _QUOTED_LINE.sub(_blank, _FENCE.sub(_blank, message))


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def passages(message: str, languages: Sequence[Language]) -> list[Passage]:
    """The sentences of a message in their order; its languages tell which points end none."""
    text = without_foreign(message)
    said = _QUOTES.sub(_blank_long, text)
    found: list[Passage] = []
    before = ""
    for start, end in _spans(text, languages):
        whole = text[start:end].strip()
        if not re.search(r"\w", whole):
            continue
        own = said[start:end].strip()
        quoted = 1 - len(own.split() and re.sub(r"\s+", "", own)) / max(1, len(re.sub(r"\s+", "", whole)))
        found.append(Passage(whole, own, quoted, not found, before.endswith((":", "："))))
        before = whole
    return found


def _blank_long(match: re.Match[str]) -> str:
    limit = _SHORT_QUOTE // 2 if _WIDE.search(match[0]) else _SHORT_QUOTE
    return match[0] if len(match[0]) - 2 <= limit else " " * len(match[0])


def _spans(text: str, languages: Sequence[Language]) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _END.finditer(text):
        if match[0] == "." and _is_abbreviation(text[max(0, match.start() - _LONGEST) : match.end()], text[match.end() : match.end() + _LONGEST], languages):
            continue
        yield start, match.end()
        start = match.end()
    if start < len(text):
        yield start, len(text)


def _is_abbreviation(before: str, after: str, languages: Sequence[Language]) -> bool:
    """Whether the point at the end of `before` ends no sentence: behind a number of a date, a single letter, and what the languages list."""
    following = after.lstrip()
    if not following:
        return False
    word = _BREAK.split(before)[-1].casefold()
    if _NUMBER_OR_LETTER.fullmatch(word):
        return not _begins_sentence(following, languages)
    return any(abbreviations.holds(word, following[0].isdecimal()) for abbreviations in map(_abbreviations, languages))


def _begins_sentence(following: str, languages: Sequence[Language]) -> bool:
    """Whether what stands behind a number and a point ("type 1. What …") can only be the beginning of a sentence: a small word written large."""
    first = re.match(r"[¿¡]?[^\W\d_]*", following)
    word = first[0] if first else ""
    if word[:1] in ("¿", "¡"):
        return True
    return word[:1].isupper() and any(fold(word) in language.stop or any(fold(word) in words for words in language.asking.values()) for language in languages)


@dataclass(frozen=True, slots=True)
class _Abbreviations:
    words: frozenset[str]
    endings: tuple[str, ...]
    of_numbers: frozenset[str]

    def holds(self, word: str, before_number: bool) -> bool:
        return word in self.words or word.endswith(self.endings) or (before_number and word in self.of_numbers)


@functools.cache
def _abbreviations(language: Language) -> _Abbreviations:
    words = read(section(language.code, "words"))
    listed = {entry.casefold() for entry in words["abbreviations"]}
    titles = {title for title in language.titles_before if title.endswith(".")}
    endings = tuple(entry[1:] for entry in listed if entry.startswith("*"))
    return _Abbreviations(frozenset(listed | titles), endings, frozenset(entry.casefold() for entry in words["abbreviations_of_numbers"]))
