"""What kinds of answer a text holds (a date, a number, an amount of money, a person), and what kind a question wants."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from .analysis import Analysis, Word
from .catalogue import Language

DATE, NUMBER, MONEY, PERSON, PLACE = "date", "number", "money", "person", "place"
USER = "user"  # no answer, but what a fact is about: the person who writes

# A question of this kind is answered by a text that holds one of these.
ANSWERED_BY: dict[str, frozenset[str]] = {
    "when": frozenset({DATE}),
    "where": frozenset({PLACE, PERSON}),
    "who": frozenset({PERSON}),
    "how_many": frozenset({NUMBER, MONEY, DATE}),
    "money": frozenset({MONEY, NUMBER}),
}

_BEGINNING = 4  # words of a message within which a question word asks
_DIGIT = re.compile(r"\d")
_DATE_SHAPE = re.compile(r"\b\d{1,2}[:：.]\d{2}\b|\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[./]\d{1,2}\b|\d{1,4}\s*[年月日号號時时點点]|\b(?:19|20)\d{2}\b")
_MONEY_SIGN = re.compile(r"[$€£¥₩₹₺₽₴฿₫]")


def kinds_held(analysis: Analysis, text: str, names: Iterable[str]) -> frozenset[str]:
    """The kinds of answer that a fact could give."""
    kinds = set()
    padded = spaced(analysis)
    if any(word.number for word in analysis.words):
        kinds.add(NUMBER)
    if _DIGIT.search(text) and _DATE_SHAPE.search(text):
        kinds.add(DATE)
    if _MONEY_SIGN.search(text):
        kinds.add(MONEY)
    if any(True for _ in names) or any(_names_person(word) for word in analysis.words[1:]):
        kinds.add(PERSON)
    for language in analysis.languages:
        if not language.spaces or holds_phrase(_telling_words(language), analysis, padded, language):  # most texts hold none of them
            kinds.update(kind for kind, phrases in _telling(language) if kind not in kinds and holds_phrase(phrases, analysis, padded, language))
    return frozenset(kinds)


@functools.cache
def _telling(language: Language) -> tuple[tuple[str, frozenset[str]], ...]:
    """The words that show which kind of answer a text holds."""
    places = language.kind_nouns.get("where", frozenset())
    return (DATE, _times(language)), (MONEY, language.money), (PERSON, _people(language)), (PLACE, places), (USER, language.user_words)


@functools.cache
def _telling_words(language: Language) -> frozenset[str]:
    return frozenset().union(*(phrases for _, phrases in _telling(language)))


def kinds_wanted(analysis: Analysis) -> frozenset[str]:
    """The kinds of answer a message asks for, among the keys of ANSWERED_BY and "what", "why", "how"; the longest phrases win."""
    padded = spaced(analysis)
    found: dict[str, int] = {}
    for language in analysis.languages:
        for kind, phrases in language.asking.items():
            if kind == "yes_no":
                continue
            longest = max(map(len, phrases_in(phrases, analysis, padded, language)), default=0)
            if longest and kind not in ANSWERED_BY and not _asks_at_once(phrases, analysis, padded, language):
                longest = 0  # "because" and "how" stand in statements too
            if longest:
                found[kind] = max(longest, found.get(kind, 0))
        for kind, nouns in language.kind_nouns.items():
            if found and holds_phrase(nouns, analysis, padded, language):
                found[kind] = max(found.get(kind, 0), 3)
    specific = {kind for kind in found if kind in ANSWERED_BY}
    return frozenset(specific or found)


def _asks_at_once(phrases: frozenset[str], analysis: Analysis, padded: str, language: Language) -> bool:
    """Whether a message begins with one of these, or is marked as a question."""
    if any(mark in analysis.folded for mark in "?؟") or not language.spaces:
        return True
    beginning = " ".join(padded.split()[:_BEGINNING])
    return any(f" {beginning} ".find(f" {phrase} ") >= 0 for phrase in phrases_in(phrases, analysis, padded, language))


def spaced(analysis: Analysis) -> str:
    """The words of a text between single spaces, for looking up phrases; then the same without glued particles."""
    words = " ".join(word.text for word in analysis.words)
    bare = " ".join(word.bare or word.text for word in analysis.words)
    return f" {words} " if bare == words else f" {words} | {bare} "


def phrases_in(phrases: frozenset[str], analysis: Analysis, padded: str, language: Language) -> Iterator[str]:
    """The words and phrases of a language that stand in a text (at word borders where the language has them)."""
    if not language.spaces:
        yield from (phrase for phrase in phrases if phrase in analysis.folded)
        return
    single, longer, torn = _parted(phrases)
    words = _words(padded)
    yield from single & words
    for first in longer.keys() & words:
        yield from (phrase for phrase in longer[first] if f" {phrase} " in padded)
    if "'" in analysis.folded:
        yield from (phrase for phrase in torn if phrase in analysis.folded)


def holds_phrase(phrases: frozenset[str], analysis: Analysis, padded: str, language: Language) -> bool:
    if language.spaces and not _parted(phrases)[0].isdisjoint(_words(padded)):
        return True
    return any(True for _ in phrases_in(phrases, analysis, padded, language))


@functools.cache
def _parted(phrases: frozenset[str]) -> tuple[frozenset[str], Mapping[str, Sequence[str]], Sequence[str]]:
    """Single words, which are looked up in a set; longer phrases by their first words; those with an apostrophe, at which words are torn."""
    torn = tuple(phrase for phrase in phrases if "'" in phrase)
    single = frozenset(phrase for phrase in phrases if " " not in phrase).difference(torn)
    longer: dict[str, list[str]] = {}
    for phrase in phrases.difference(single):
        longer.setdefault(phrase.split(" ")[0], []).append(phrase)
    return single, longer, torn


@functools.lru_cache(maxsize=16)
def _words(padded: str) -> frozenset[str]:
    return frozenset(padded.split(" "))


@functools.cache
def _times(language: Language) -> frozenset[str]:
    return language.time_words.union(*language.months, *language.weekdays)


@functools.cache
def _people(language: Language) -> frozenset[str]:
    return language.roles | language.kin


def _names_person(word: Word) -> bool:
    return word.capital and not word.stop
