"""What a message asks: the words that bear its meaning, the names in it, the kind of answer it wants, and its tone."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from ..language import Analysis, Language, Word, analyse
from ..language.answers import holds_phrase, kinds_wanted, phrases_in, spaced


@dataclass(frozen=True, slots=True)
class Query:
    """A message understood without the store."""

    words: tuple[Word, ...]  # those that bear meaning
    kind_nouns: frozenset[str]  # of these, the ones that only name the kind of answer ("date", "price")
    wanted: frozenset[str]  # kinds of answer, see language.answers
    asks: bool  # a question word or a question mark
    personal: bool  # speaks of the writer ("my", "we")
    small_talk: bool
    task: bool  # asks for a translation, an explanation, a joke …
    length: int  # words in all
    text: str = ""  # the message as it was typed
    of_a_kind: frozenset[str] = frozenset()  # words after an indefinite article: a bicycle, not a certain one
    framed: bool = False  # holds a phrase that frames a question ("tell me about")
    runs: tuple[tuple[int, str, tuple[int, ...]], ...] = ()  # rows of letters without spaces, in which names may hide: start, letters, where words begin


def understand(message: str) -> Query:
    """Pure. Linear in the length of the message."""
    analysis = analyse(message)
    padded = spaced(analysis)
    speech = analysis.languages
    framing = _framing(analysis, padded)
    words = tuple(word for word in analysis.words if not word.stop and word.text not in framing and not _is_title(word))
    if any(word.weak and not word.pieces and not word.text.isascii() for word in words):
        words = tuple(_as_typed(word) for word in words)
    wanted = kinds_wanted(analysis)
    return Query(
        words=words,
        kind_nouns=frozenset(word.text for word in words if _is_kind_noun(word)),
        wanted=wanted,
        asks=bool(wanted) or any(mark in message for mark in "?？؟"),
        personal=any(holds_phrase(language.self_words, analysis, padded, language) for language in speech),
        small_talk=any(holds_phrase(language.small_talk, analysis, padded, language) for language in speech),
        task=any(holds_phrase(language.tasks, analysis, padded, language) for language in speech),
        length=len(analysis.words),
        text=message,
        of_a_kind=_of_a_kind(analysis),
        framed=any(True for language in speech for _ in phrases_in(language.frames, analysis, padded, language)),
        runs=tuple((start, run, tuple(_beginnings(analysis, start, start + len(run)))) for start, run in analysis.runs),
    )


def _beginnings(analysis: Analysis, start: int, end: int) -> Iterator[int]:
    """Where a name may begin in a row of letters: with a word of the dictionary, and anywhere in letters that are joined for want of one."""
    for word in analysis.words:
        if start <= word.start < end:
            yield from range(word.start, word.start + len(word.text)) if word.joined else (word.start,)


def _is_title(word: Word) -> bool:
    """A form of address (Mr, さん, 씨) names nobody by itself; a role or a tie of family does."""
    return word.text in _titles(word.languages)


@functools.lru_cache(maxsize=500)
def _titles(languages: tuple[Language, ...]) -> frozenset[str]:
    return frozenset().union(*((language.titles_before | language.titles_after) - language.kin - language.roles for language in languages))


def _as_typed(word: Word) -> Word:
    """Who types accents means them: a word without them is then no match."""
    if not word.weak or word.pieces or any(language.compounds for language in word.languages):
        return word
    return dataclasses.replace(word, weak=())


def _of_a_kind(analysis: Analysis) -> frozenset[str]:
    """The word after an indefinite article, and one more (a good project)."""
    articles = _articles(analysis.languages)
    found: set[str] = set()
    for place, article in enumerate(analysis.words):
        if article.text in articles:
            found.update(word.text for word in itertools.takewhile(lambda word: not word.stop, analysis.words[place + 1 : place + 3]))
    return frozenset(found)


@functools.lru_cache(maxsize=500)
def _articles(languages: tuple[Language, ...]) -> frozenset[str]:
    return frozenset().union(*(language.indefinite for language in languages))


def _framing(analysis: Analysis, padded: str) -> frozenset[str]:
    """The words of the phrases that only frame a question ("remind me", "do you know")."""
    words: set[str] = set()
    for language in analysis.languages:
        for phrase in phrases_in(_frames(language), analysis, padded, language):
            words |= _words_of(phrase, language)
    return frozenset(words - _nouns(analysis.languages))


@functools.cache
def _frames(language: Language) -> frozenset[str]:
    return language.frames.union(*language.asking.values())


@functools.lru_cache(maxsize=2000)
def _words_of(phrase: str, language: Language) -> frozenset[str]:
    return frozenset(phrase.split() if language.spaces else (word.text for word in analyse(phrase).words))


@functools.lru_cache(maxsize=500)
def _nouns(languages: tuple[Language, ...]) -> frozenset[str]:
    return frozenset().union(*(nouns for language in languages for nouns in language.kind_nouns.values()))


def _is_kind_noun(word: Word) -> bool:
    nouns = _nouns(word.languages)
    return word.text in nouns or word.bare in nouns
