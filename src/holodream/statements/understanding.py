"""One text of a pair, understood once: its words, its sentences, its numbers and what its tone says."""

from __future__ import annotations

import bisect
import dataclasses
import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..language import Analysis, Language, Word, analyse
from ..language.answers import holds_phrase, kinds_wanted, phrases_in, spaced
from ..language.characters import script_of
from ..language.identify import likely_languages
from ..language.names import names
from .cues import places, sides_held, spellings
from .keys import NAME_PART, heard, keys_of, skeleton
from .numbers import Quantity, quantities

_SENTENCE = re.compile(r"[.!?…]+(?=\s|$)|[。！？؟\n;；।]+")
_CLAUSE = re.compile(r"[.!?…]+(?=\s|$)|[。！？؟\n;；।,，、،:：()（）]+(?!\d)|\s[-–—]+\s|—+")
_LONGEST = 20_000  # characters of a text that are looked at
_COMMONEST, _RAREST, _SPAN = 7.0, 0.2, 4.0  # a word weighs 1 when it is rare in its language, least when everybody uses it
_ALPHABETS = frozenset({"Latin", "Cyrillic"})  # scripts of several languages
_FEW_WORDS = 12  # of a text whose language is guessed with the texts around it
_OPENING = 14  # characters within which a text agrees or objects

# What is the same in whatever language a text is read.
_IN_ANY_LANGUAGE = frozenset({"weights", "held", "beginnings", "sounds", "scripts", "skeletons", "keys", "sentences", "clauses", "names", "named", "_starts"})


@dataclass(frozen=True, eq=False)
class Speech:
    """A text and what can be told of it alone; whatever is dear is reckoned when it is first asked for."""

    text: str
    analysis: Analysis
    words: tuple[Word, ...]  # those that bear meaning, without numbers

    def spoken_in(self, languages: tuple[Language, ...]) -> Speech:
        """The same text read in other languages; each reading is made once."""
        if languages == self.analysis.languages:
            return self
        if languages not in self._readings:
            reading = Speech(self.text, dataclasses.replace(self.analysis, languages=languages), self.words)
            reading.__dict__.update((name, value) for name, value in self.__dict__.items() if name in _IN_ANY_LANGUAGE)
            self._readings[languages] = reading
        return self._readings[languages]

    @functools.cached_property
    def _readings(self) -> dict[tuple[Language, ...], Speech]:
        return {}

    @functools.cached_property
    def weights(self) -> tuple[float, ...]:
        """How much each word says, 0.2..1: the rarer in its language, the more."""
        return tuple(max(_RAREST, min(1.0, (_COMMONEST - word.zipf) / _SPAN)) for word in self.words)

    @functools.cached_property
    def held(self) -> Mapping[str, int]:
        """Each index term of the words, exact ones and looser ones, with the place of its word."""
        found: dict[str, int] = {}
        for place, word in enumerate(self.words):
            for term in word.forms:
                found.setdefault(term, place)
        for place, word in enumerate(self.words):
            for term in word.weak:
                found.setdefault(term, place)
        for term in self.analysis.terms if any(word.pieces for word in self.words) else ():
            found.setdefault(term, -1)
        return found

    @functools.cached_property
    def beginnings(self) -> Mapping[str, tuple[tuple[str, int], ...]]:
        """The exact terms by their first letters, for words of one root."""
        found: dict[str, list[tuple[str, int]]] = {}
        for place, word in enumerate(self.words):
            if word.pieces:
                continue
            for term in dict.fromkeys((*word.forms, word.text)):
                found.setdefault(term[:NAME_PART], []).append((term, place))
        return {beginning: tuple(terms) for beginning, terms in found.items()}

    @functools.cached_property
    def sounds(self) -> Mapping[str, int]:
        """How the rarer words sound, with their places."""
        found: dict[str, int] = {}
        for place, word in enumerate(self.words):
            found.setdefault(heard(word), place)
        found.pop("", None)
        return found

    @functools.cached_property
    def scripts(self) -> frozenset[str]:
        return frozenset(word.script for word in self.words)

    @functools.cached_property
    def skeletons(self) -> Mapping[str, int]:
        """The consonants of the words in Latin letters, with their places: राउटर and router have the same ones."""
        found: dict[str, int] = {}
        for place, word in enumerate(self.words):
            found.setdefault(skeleton(word), place)
        found.pop("", None)
        return found

    @functools.cached_property
    def keys(self) -> frozenset[str]:
        """What two texts must have in common to be held against each other: rarer words, their beginnings, their sounds."""
        found = {key for word in self.words for key in keys_of(word)}
        if any(word.pieces for word in self.words):
            found.update(self.analysis.terms)
        found.discard("")
        return frozenset(found)

    @functools.cached_property
    def numbers(self) -> tuple[Quantity, ...]:
        return quantities(self.analysis)

    @functools.cached_property
    def sentences(self) -> tuple[int, ...]:
        """Where the sentences end in the folded text."""
        return (*(match.end() for match in _SENTENCE.finditer(self.analysis.folded)), len(self.analysis.folded) + 1)

    @functools.cached_property
    def clauses(self) -> tuple[int, ...]:
        """Where the clauses end: as `sentences`, also at commas, brackets and dashes."""
        return (*(match.end() for match in _CLAUSE.finditer(self.analysis.folded)), len(self.analysis.folded) + 1)

    def clause_at(self, start: int) -> int:
        return min(bisect.bisect_right(self.clauses, start), len(self.clauses) - 1)

    def sentence_at(self, start: int) -> int:
        """The number of the sentence that holds this place."""
        return min(bisect.bisect_right(self.sentences, start), len(self.sentences) - 1)

    @functools.cached_property
    def sentence_of(self) -> tuple[int, ...]:
        """For each word the number of its sentence."""
        return tuple(self.sentence_at(word.start) for word in self.words)

    def asks(self, sentence: int) -> bool:
        """Whether a sentence carries a question mark."""
        begin = self.sentences[sentence - 1] if sentence else 0
        return any(mark in self.analysis.folded[begin : self.sentences[sentence]] for mark in "?？؟")

    @functools.cached_property
    def wants(self) -> bool:
        """Whether a question word asks for something, with or without a mark."""
        return bool(kinds_wanted(self.analysis))

    @functools.cached_property
    def names(self) -> tuple[tuple[int, int], ...]:
        """Where names stand."""
        return tuple((name.start, name.end) for name in names(self.text))

    @functools.cached_property
    def named(self) -> frozenset[int]:
        """The places of words that belong to names."""
        return frozenset(place for place, word in enumerate(self.words) if any(start <= word.start < end for start, end in self.names))

    def without_numbers(self) -> Speech:
        """The same text without the words that belong to its numbers: number words, units, money, months, half and o'clock."""
        kept = tuple(word for place, word in enumerate(self.words) if place not in self.number_words)
        return Speech(self.text, self.analysis, kept)

    @functools.cached_property
    def number_words(self) -> frozenset[int]:
        """The places of the words that belong to numbers."""
        spans = [(number.start, number.end) for number in self.numbers]
        beside = frozenset().union(*(_number_words(language) for language in self.analysis.languages))
        return frozenset(
            place
            for place, word in enumerate(self.words)
            if word.text in beside or word.bare in beside or any(start <= word.start < end for start, end in spans)
        )

    @functools.cached_property
    def days(self) -> frozenset[int]:
        """The days of the week that are named, 0..6."""
        return self._listed("weekdays")

    @functools.cached_property
    def months(self) -> frozenset[int]:
        return self._listed("months")

    def _listed(self, key: str) -> frozenset[int]:
        padded = self._padded
        return frozenset(
            number
            for language in self.analysis.languages
            for number, forms in enumerate(getattr(language, key))
            if any(len(form) > 1 for form in phrases_in(forms, self.analysis, padded, language))
        )

    @functools.cached_property
    def _padded(self) -> str:
        return spaced(self.analysis)

    @functools.cached_property
    def _held_lists(self) -> dict[str, bool]:
        return {}

    def holds(self, key: str) -> bool:
        """Whether a word of one of the languages' own lists (self_words, small_talk …) stands here."""
        if key not in self._held_lists:
            spoken = self.analysis.languages
            self._held_lists[key] = any(holds_phrase(getattr(language, key), self.analysis, self._padded, language) for language in spoken)
        return self._held_lists[key]

    @functools.cached_property
    def kin(self) -> frozenset[str]:
        """The ties of family and roles that are named."""
        padded = self._padded
        return frozenset(word for language in self.analysis.languages for word in phrases_in(_people(language), self.analysis, padded, language))

    @functools.cached_property
    def _starts(self) -> Mapping[str, list[int]]:
        found: dict[str, list[int]] = {}
        for word in self.analysis.words:
            found.setdefault(word.text, []).append(word.start)
        return found

    @functools.cached_property
    def _cues(self) -> dict[str, tuple[int, ...]]:
        return {}

    def cue(self, key: str) -> tuple[int, ...]:
        """Where words of a list of cues stand (see `cues`)."""
        if key not in self._cues:
            self._cues[key] = places(key, self.analysis, self._starts)
        return self._cues[key]

    def opens_with(self, key: str) -> bool:
        """Whether a text begins with such a word."""
        return any(place <= _OPENING for place in self.cue(key))

    @functools.cached_property
    def sides(self) -> Mapping[tuple[str, int], frozenset[int]]:
        """Of words that exclude each other the sides that stand here: (language, group) → sides."""
        found: dict[tuple[str, int], set[int]] = {}
        for language in self.analysis.languages:
            for group, side in sides_held(self.analysis, self._padded, language):
                found.setdefault((language.code, group), set()).add(side)
        return {key: frozenset(sides) for key, sides in found.items()}


@functools.cache
def _number_words(language: Language) -> frozenset[str]:
    listed = (spellings(language, key) for key in ("clock", "half_to", "half_past", "half_after"))
    return language.units.union(language.money, *language.months, *listed)


@functools.cache
def _people(language: Language) -> frozenset[str]:
    return language.kin | language.roles


def understand(text: str) -> Speech:
    """A text as one side of a pair. Pure; linear in the length of the text."""
    text = text[:_LONGEST]
    analysis = analyse(text)
    words = tuple(word for word in analysis.words if not word.stop and not word.number and word.forms)
    return Speech(text, analysis, words)


def in_one_language(*texts: Speech) -> tuple[Speech, ...]:
    """Texts of one talk, read in the languages that they share: a short one alone may look like a neighbour's (Finn mag … may be Dutch)."""
    if sum(len(text.analysis.words) for text in texts) < 2 * _FEW_WORDS:
        scripts = frozenset(word.script for text in texts for word in text.analysis.words) - {"Digit"}
        if len(scripts) == 1 and scripts <= _ALPHABETS:
            spoken = likely_languages((word.text for text in texts for word in text.analysis.words), *scripts)
            return tuple(text.spoken_in(spoken) for text in texts)
    longest = max(texts, key=lambda text: len(text.analysis.words)).analysis.languages
    shared = tuple(language for language in longest if all(language in text.analysis.languages for text in texts)) or longest
    first = texts[0].analysis.languages
    if not any(language.scripts & other.scripts for language in first for other in shared):
        shared = tuple(dict.fromkeys((*first, *shared)))  # a fact in another writing
    return tuple(text.spoken_in(_languages_of(text, shared)) for text in texts)


def _languages_of(text: Speech, shared: tuple[Language, ...]) -> tuple[Language, ...]:
    own = text.analysis.languages
    both = tuple(language for language in own if language in shared)
    foreign = tuple(language for language in shared if language.spaces and not any(language.scripts & other.scripts for other in own))
    if both or foreign:
        return (*(both or own), *foreign)  # people write some languages in Latin letters too
    neighbours = any(language.scripts & other.scripts for language in own for other in shared)
    return shared if neighbours and len(text.analysis.words) < _FEW_WORDS else own


def is_alphabetic(word: Word) -> bool:
    return not word.pieces and script_of(word.text[0]) in ("Latin", "Cyrillic", "Greek", "Arabic", "Devanagari", "Hebrew")
