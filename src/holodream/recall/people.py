"""Whom a message and a fact are about, looked at where a fact might answer for somebody else: another person at the same place
("What does Giulia like in Rome?"), another relative ("my sister's shoe size").
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..language import Language, Word, analyse, fold, script_of
from ..language.characters import WORD
from ..language.names.forms import base_forms
from ..language.names.words import in_any, is_given, is_known_name
from ..language.stem import stems
from ..store import Posting
from .indexing import NAME_SIGN
from .naming import spoken_names
from .query import Query

_MOST_WORDS = 120  # of a message that may ask about somebody
_RARE = 5.0  # Zipf value below which a word of a writing without capitals may be somebody's name
_BESIDE = 3  # words between a name and a relative that belong together (Mia, the daughter)
_SHORTEST, _BEGINNING = 3, 2  # letters of a word whose root may tell a relative, and of its beginning that a stemmer must have left
# Ties that one and the same person may have several of.
_LOOSE_TIES = frozenset({"friend", "neighbour", "boss", "colleague", "roommate"})


class Asked:
    """Whom a message is about; looked up when first needed, for most messages never."""

    __slots__ = ("_known", "_persons", "_postings", "_query", "_relatives")

    def __init__(self, query: Query, postings: Sequence[Posting] = ()) -> None:
        self._query = query
        self._postings = postings
        self._known: frozenset[str] | None = None
        self._persons: frozenset[str] | None = None
        self._relatives: frozenset[str] | None = None

    @property
    def persons(self) -> frozenset[str]:
        """The persons whom it names, folded."""
        if self._persons is None:
            self._persons = _maybe_persons_in(self._query.text) if self._query.length <= _MOST_WORDS else frozenset()
        return self._persons

    @property
    def known(self) -> frozenset[str]:
        """The names of all facts that share something with it."""
        if self._known is None:
            self._known = frozenset(term[1:] for posting in self._postings for term in posting.terms if term[0] == NAME_SIGN)
        return self._known

    @property
    def relatives(self) -> frozenset[str]:
        """The relatives whom it speaks of, by the keys of the language files."""
        if self._relatives is None:
            found = _relatives_in(self._query.text, ()) if self._query.length <= _MOST_WORDS and self._may_speak_of_relatives() else ()
            self._relatives = frozenset().union(*(keys for _, keys in found))
        return self._relatives

    def _may_speak_of_relatives(self) -> bool:
        """Whether a closer look pays: a word has the root of one for a relative, or is one although it may mean something else (tante)."""
        if any(not stems_of_relatives(word.languages).isdisjoint(word.forms) for word in self._query.words):
            return True
        return not _phrases(self.languages).keys().isdisjoint(WORD.findall(fold(self._query.text)))

    @property
    def languages(self) -> tuple[Language, ...]:
        """Those of its words; a short fact may be taken for one in another language."""
        return tuple(dict.fromkeys(language for word in self._query.words for language in word.languages))


def is_place(word: Word) -> bool:
    """Whether a word is a well known place or make, and nobody's given name."""
    return _is_place(word.text, word.script, word.languages)


@functools.lru_cache(maxsize=2000)
def _is_place(text: str, script: str, languages: tuple[Language, ...] = ()) -> bool:
    forms = (text, *base_forms(text))
    known = any(is_known_name(form, script) or in_any(form, "well_known", languages) for form in forms)
    return known and not any(is_given(form, script) for form in forms)


def may_name_somebody(words: Iterable[Word]) -> bool:
    """Whether one of the words of a message might be a person's name."""
    return any(word.capital or (word.text.upper() == word.text.lower() and word.zipf < _RARE) for word in words if not word.number)


def is_about_others(asked: Asked, content: str, held: frozenset[str], shared: frozenset[str]) -> bool:
    """Whether the message names persons, and the fact names others and none of them; `shared` are the terms of names that both have."""
    if not asked.persons:
        return False
    text = fold(content)
    if any(part in text for person in asked.persons for part in (person, *base_forms(person))):
        return False
    shared_names = [term[1:] for term in shared]
    others = {term[1:] for term in held if term[0] == NAME_SIGN and is_given(term[1:], script_of(term[1]))} | persons_in(content)
    return any(not _overlaps(other, shared_names) and not _is_same(other, asked) for other in others)


def _is_same(other: str, asked: Asked) -> bool:
    """Whether the store has a name that is both the one asked for and another one (黒田源三: 黒田, 源三)."""
    return any(other in name and person in name for name in asked.known for person in asked.persons)


def _overlaps(name: str, others: Iterable[str]) -> bool:
    return any(name in other or other in name for other in others)


@functools.lru_cache(maxsize=256)
def persons_in(text: str) -> frozenset[str]:
    """The persons that a text names, folded; also who stands at its beginning, where any word has a capital."""
    begins = [word.text for word in analyse(text).words[:1] if _begins_with_name(word)]
    return frozenset([*begins, *(fold(name.text) for name in spoken_names(text) if name.kind == "person")])


def _begins_with_name(word: Word) -> bool:
    if is_given(word.text, word.script):
        return True
    return word.capital and not (word.zipf or word.stop or word.number or any(language.capital_nouns for language in word.languages))


def _maybe_persons_in(text: str) -> frozenset[str]:
    """The same, and words written with a capital that may be anybody's names, but no well known place."""
    maybe = (fold(name.text) for name in spoken_names(text) if name.kind == "unknown" and text[name.start].isupper())
    return persons_in(text) | frozenset(name for name in maybe if not _is_place(name, script_of(name[0])))


def is_about_other_relative(asked: Asked, content: str, held: frozenset[str], *, named: bool) -> bool:
    """Whether the message speaks of a relative and the fact is about another one alone; `named`: it has the person whom the message names."""
    told = _told(content, held, asked.languages)
    if not told or not _as_addressed(told).isdisjoint(_as_addressed(asked.relatives)):
        return False
    return not (named and not _LOOSE_TIES.isdisjoint(told | asked.relatives))


def _as_addressed(relatives: frozenset[str]) -> frozenset[str]:
    """Relatives by what people call them: a mother-in-law and a stepmother are mothers too."""
    return frozenset(key.removesuffix("_in_law").removeprefix("step") for key in relatives)


def _told(content: str, held: frozenset[str], spoken: tuple[Language, ...]) -> frozenset[str]:
    """The relatives whom a fact is about; none when it is about somebody named and only mentions them (Mia gets a bicycle from her grandma)."""
    found = _relatives_in(content, spoken)
    if not found:
        return frozenset()
    first = found[0][0]
    named = [place for place, word in enumerate(_words(content)[:first]) if NAME_SIGN + word in held]
    if named and first - named[-1] > _BESIDE:
        return frozenset()
    return frozenset().union(*(keys for _, keys in found))


@functools.lru_cache(maxsize=256)
def _relatives_in(text: str, spoken: tuple[Language, ...]) -> Sequence[tuple[int, frozenset[str]]]:
    """The relatives that a text speaks of: at which word, and their keys; in its own languages or those that are `spoken`."""
    words = analyse(text).words
    found: list[tuple[int, frozenset[str]]] = []
    place = 0
    while place < len(words):
        length, keys = _relative_at(words, place, spoken)
        if keys:
            found.append((place, keys))
        place += max(1, length)
    return found


@functools.lru_cache(maxsize=256)
def _words(text: str) -> Sequence[str]:
    return [word.text for word in analyse(text).words]


def _relative_at(words: Sequence[Word], place: int, spoken: tuple[Language, ...]) -> tuple[int, frozenset[str]]:
    """How many words from a place on speak of a relative, and of which; the longest phrase counts."""
    word = words[place]
    table = _phrases(tuple(dict.fromkeys((*word.languages, *spoken))))
    for text in dict.fromkeys((word.text, word.bare, *_without_particles(word))):
        for phrase, keys in table.get(text, ()):
            if _follows(words, place, phrase):
                return len(phrase), keys
    if len(word.text) < _SHORTEST or word.pieces:
        return 0, frozenset()
    found = [_by_stem(word.languages).get((word.text[:_BEGINNING], form), _NOBODY) for form in word.forms]
    return 1, frozenset().union(*(relative.keys for relative in found if len(word.text) >= relative.shortest))


def _without_particles(word: Word) -> list[str]:
    """A word of writing without spaces that a dictionary has left glued to its particle (夫は)."""
    endings = [ending for language in word.languages if not language.spaces for ending in language.name_endings if word.text.endswith(ending)]
    return [word.text[: -len(ending)] for ending in endings]


def _follows(words: Sequence[Word], place: int, phrase: Sequence[str]) -> bool:
    rest = words[place + 1 : place + len(phrase)]
    return len(rest) == len(phrase) - 1 and all(text in (word.text, word.bare) for word, text in zip(rest, phrase[1:], strict=True))


@dataclass(frozen=True, slots=True)
class _Relative:
    """Relatives with words of one root."""

    keys: frozenset[str]
    shortest: int  # letters of the shortest of these words


_NOBODY = _Relative(frozenset(), 0)


@functools.lru_cache(maxsize=64)
def _phrases(languages: tuple[Language, ...]) -> Mapping[str, Sequence[tuple[Sequence[str], frozenset[str]]]]:
    """The words and phrases for relatives by their first words, the longest first."""
    keys: dict[tuple[str, ...], set[str]] = {}
    for language in languages:
        for key, entries in language.relatives.items():
            for entry in entries:
                keys.setdefault(_parts(entry, language), set()).add(key)
    found: dict[str, list[tuple[Sequence[str], frozenset[str]]]] = {}
    for phrase in sorted(keys, key=lambda phrase: (-len(phrase), phrase)):
        found.setdefault(phrase[0], []).append((phrase, frozenset(keys[phrase])))
    return found


@functools.lru_cache(maxsize=8000)
def _parts(entry: str, language: Language) -> tuple[str, ...]:
    return tuple(entry.split()) if language.spaces else tuple(word.text for word in analyse(entry).words)


@functools.lru_cache(maxsize=64)
def _by_stem(languages: tuple[Language, ...]) -> Mapping[tuple[str, str], _Relative]:
    """Relatives by the beginnings and roots of the words for them: forms of a word that the files do not list."""
    found: dict[tuple[str, str], _Relative] = {}
    for language in languages:
        for key, entries in language.relatives.items():
            for entry in entries:
                for stem in stems(entry, language.code) if language.spaces and " " not in entry else ():
                    root = entry[:_BEGINNING], stem
                    known = found.get(root, _Relative(frozenset(), len(entry)))
                    found[root] = _Relative(known.keys | {key}, min(known.shortest, len(entry)))
    return found


@functools.lru_cache(maxsize=64)
def stems_of_relatives(languages: tuple[Language, ...]) -> frozenset[str]:
    """The index terms of the words for relatives, also of each word of a phrase: what has none of them speaks of no relative."""
    terms: set[str] = set()
    for language in languages:
        for entries in language.relatives.values():
            for entry in entries:
                terms.update(form for word in analyse(entry).words for form in word.forms)
                terms.update(stem for part in entry.split() for stem in stems(part, language.code))
    return frozenset(terms)
