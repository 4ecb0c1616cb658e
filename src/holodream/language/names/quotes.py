"""Texts in quotes and title marks: the title of a book, the name of a café, or only a label or something said."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..catalogue import Language, languages_of
from ..characters import WORD, fold, script_of
from ..segment import lexicon, segment
from .shapes import CASED
from .tokens import Found
from .words import inflects, is_given, is_known, is_known_name, looks_plain

_MARKS = (("《", "》"), ("〈", "〉"), ("『", "』"), ("「", "」"), ("«", "»"), ("‹", "›"), ("“", "“”"), ("„", '“”"'), ('"', '"'), ("‘", "’"))
# Between plain single quotes that are no apostrophes; particles of other scripts may follow.
_PLAIN = r"(?<![^\W\d_\uac00-\ud7a3])'([^'\n]{1,80})'(?![A-Za-zÀ-ɏЀ-ӿ])"
_QUOTED = re.compile("|".join([*(f"{left}([^{left}{right}\\n]{{1,80}})[{right}]" for left, right in _MARKS), _PLAIN]))
_TITLE_MARKS = frozenset("《〈『")
_BEFORE, _AFTER = 30, 18  # characters around a quote that are looked at
_WORDS_BEFORE, _WORDS_AFTER = 3, 2
_TITLE, _LONGEST_TITLE = 4, 8  # words of a quote that is too long for a label
_LONG = 5  # words from which a quote is a sentence and not a label
_UNSPACED = frozenset({"Han", "Hiragana", "Katakana", "Thai"})
_STOPS = re.compile(r"[.!?…。！？\n]")
_FAR = 99


@dataclass(frozen=True, slots=True)
class Quote:
    """A text in quotes: `start` and `end` without the marks; `role` is "title", "label" or "open"."""

    start: int
    end: int
    role: str


def quotes_of(text: str, spoken: tuple[Language, ...]) -> Iterator[Quote]:
    """The texts in quotes and what the words around them make of them."""
    for found in _QUOTED.finditer(text):
        group = found.lastindex or 0
        start, end = found.span(group)
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if start < end:
            yield Quote(start, end, _role(text, found, text[start:end], spoken))


def title(text: str, quote: Quote) -> Found:
    return Found(quote.start, quote.end, text[quote.start : quote.end], "thing")


def _role(text: str, found: re.Match[str], content: str, spoken: tuple[Language, ...]) -> str:
    before = _STOPS.split(text[max(0, found.start() - _BEFORE) : found.start()])[-1]
    after = _STOPS.split(text[found.end() : found.end() + _AFTER])[0]
    if any(fold(content.strip()) in language.small_talk for language in spoken):
        return "label"
    label = _distance("labels", before, after, spoken)
    bearer = min(_distance(key, before, after, spoken) for key in ("things", "naming", "naming_after"))
    words = [word for word in WORD.findall(content) if fold(word)]
    if label < _FAR and label <= bearer:
        return "label"
    if (bearer < _FAR or found[0][0] in _TITLE_MARKS) and _can_be_title(content, words):
        return "title"
    if _TITLE <= len(words) <= _LONGEST_TITLE and label == _FAR and not _STOPS.search(content) and _can_be_title(content, words):
        return "title"  # too long for a label, and nobody says it
    if 0 < len(words) < _LONG and _holds_unknown(words, spoken) and _can_be_title(content, words):
        return "title"
    if len(words) == 1 and (is_given(fold(words[0]), script_of(words[0][0])) or is_known_name(fold(words[0]), script_of(words[0][0]))):
        return "open"
    return "open" if len(words) >= _LONG or _STOPS.search(content) else "label"


def _holds_unknown(words: list[str], spoken: tuple[Language, ...]) -> bool:
    """Whether a quote holds a word that is known in no language of the text: labels are made of ordinary words, names often are not."""
    for word in map(fold, words):
        script = script_of(word[0])
        own = tuple(language for language in spoken if script in language.scripts)
        if script in CASED:
            unknown = not any(is_known(word, language) or looks_plain(word, language) for language in own or languages_of(script))
        elif script in _UNSPACED:
            unknown = any(not language.spaces and len(word) > 1 and _is_loose(word, language) for language in spoken)
        else:
            unknown = not any(is_known(word, language) for language in own)
        if unknown and word.isalpha():
            return True
    return False


def _is_loose(run: str, language: Language) -> bool:
    """Whether no known words make up a run: the cut leaves single characters."""
    pieces = segment(run, language.code)
    return all(len(piece) == 1 or piece not in lexicon(language.code) for piece in pieces)


def _can_be_title(content: str, words: list[str]) -> bool:
    """Titles begin with a capital where the script has them; signs of code are not in them."""
    if not words or set(content) & set("\\^$|{}<>=_"):
        return False
    first = next((char for char in content if char.isalpha()), "")
    return bool(first) and (script_of(first) not in CASED or first.isupper())


def _distance(key: str, before: str, after: str, spoken: tuple[Language, ...]) -> int:
    """How many words (characters where there are no spaces) a word of a list is away from the quote; `_FAR` when it is not near."""
    nearest = _FAR
    for language in spoken:
        if language.spaces:
            nearest = min(nearest, _in_words(key, language, before, after))
        else:
            nearest = min(nearest, _in_characters(language.names[key], fold(before), fold(after)))
    return nearest


def _in_words(key: str, language: Language, before: str, after: str) -> int:
    left = [fold(word) for word in WORD.findall(before)][::-1][:_WORDS_BEFORE]
    right = [fold(word) for word in WORD.findall(after)][:_WORDS_AFTER]
    pairs = [f"{second} {first}" for first, second in itertools.pairwise(left)]
    entries = language.names[key]
    near = [place for group in (left, right) for place, word in enumerate(group) if inflects(word, key, language)]
    near += [place for place, pair in enumerate(pairs) if pair in entries]
    return min(near, default=_FAR)


def _in_characters(entries: frozenset[str], before: str, after: str) -> int:
    before, after = before[-8:], after[:8]
    nearest = _FAR
    for entry in entries:
        left, right = before.rfind(entry), after.find(entry)
        if left >= 0:
            nearest = min(nearest, len(before) - left - len(entry))
        if right >= 0:
            nearest = min(nearest, right)
    return nearest
