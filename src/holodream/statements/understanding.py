"""One text of a pair, understood once: its words, its sentences, its numbers and what its tone says."""

from __future__ import annotations

import bisect
import dataclasses
import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..language import Analysis, Language, Word, analyse
from ..language.answers import ANSWERED_BY, kinds_wanted, spaced
from ..language.characters import script_of
from ..language.frequency import frequencies
from ..language.names import names
from .cues import cues_in, spellings
from .keys import NAME_PART, keys_of, skeleton, sound_of
from .mentions import Mention, mentions
from .numbers import Quantity, quantities
from .once import once, once_for_all

_SENTENCE = re.compile(r"[.!?…]+(?=\s|$)|[。！？؟\n;；।]+")
_CLAUSE = re.compile(r"[.!?…]+(?=\s|$)|[。！？؟\n;；।,，、،:：()（）]+(?!\d)|\s[-–—]+\s|—+")
_FIGURE = 100  # the least number that tells a thing alone
_LONGEST = 20_000  # characters of a text that are looked at
_COMMONEST, _RAREST, _SPAN = 7.0, 0.2, 4.0  # a word weighs 1 when it is rare in its language, least when everybody uses it
_OPENING = 14  # characters within which a text agrees or objects


@dataclass(eq=False)
class Speech:
    """A text and what can be told of it alone; whatever is dear is reckoned when it is first asked for."""

    text: str
    analysis: Analysis
    words: tuple[Word, ...]  # those that bear meaning, without numbers
    origin: Speech | None = None  # the reading that this one comes from: what does not depend on the languages is reckoned there

    def spoken_in(self, languages: tuple[Language, ...]) -> Speech:
        """The same text read in other languages; each reading is made once."""
        if languages == self.analysis.languages:
            return self
        origin = self.origin or self
        if languages == origin.analysis.languages:
            return origin
        if languages not in origin._readings:
            origin._readings[languages] = Speech(self.text, dataclasses.replace(self.analysis, languages=languages), self.words, origin)
        return origin._readings[languages]

    @once
    def notes(self) -> dict[str, Mapping[str, float]]:
        """What those who compare texts have reckoned of this one alone."""
        return {}

    @once
    def _readings(self) -> dict[tuple[Language, ...], Speech]:
        return {}

    @once_for_all
    def weights(self) -> tuple[float, ...]:
        """How much each word says, 0.2..1: the rarer in its language, the more."""
        return tuple(max(_RAREST, min(1.0, (_COMMONEST - (word.zipf or _zipf_of_root(word))) / _SPAN)) for word in self.words)

    @once_for_all
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

    @once_for_all
    def beginnings(self) -> Mapping[str, tuple[tuple[str, int], ...]]:
        """The exact terms by their first letters, for words of one root."""
        found: dict[str, list[tuple[str, int]]] = {}
        for place, word in enumerate(self.words):
            if word.pieces:
                continue
            for term in dict.fromkeys((*word.forms, word.text)):
                found.setdefault(term[:NAME_PART], []).append((term, place))
        return {beginning: tuple(terms) for beginning, terms in found.items()}

    @once_for_all
    def sounds(self) -> Mapping[str, int]:
        """How the rarer words sound, with their places."""
        found: dict[str, int] = {}
        for place, word in enumerate(self.words):
            found.setdefault(sound_of(word), place)
        found.pop("", None)
        return found

    @once_for_all
    def scripts(self) -> frozenset[str]:
        return frozenset(word.script for word in self.words)

    @once_for_all
    def skeletons(self) -> Mapping[str, int]:
        """The consonants of the words in Latin letters, with their places: राउटर and router have the same ones."""
        found: dict[str, int] = {}
        for place, word in enumerate(self.words):
            found.setdefault(skeleton(word), place)
        found.pop("", None)
        return found

    @once_for_all
    def keys(self) -> frozenset[str]:
        """What two texts must have in common to be held against each other: rarer words, their beginnings, their sounds."""
        found = {key for word in self.words for key in keys_of(word)}
        if any(word.pieces for word in self.words):
            found.update(self.analysis.terms)
        if any(language.syllables for language in self.analysis.languages):
            found.update(_neighbours(self.words))
        found.discard("")
        return frozenset(found)

    @once
    def numbers(self) -> tuple[Quantity, ...]:
        """The numbers; a word of agreement that opens the text is none (네)."""
        found = quantities(self.analysis)
        if found and not found[0].unit and found[0].kind == "count" and found[0].start in self.cue("agree"):
            return found[1:]
        return found

    @once
    def figures(self) -> frozenset[float]:
        """The numbers of three digits or more that are no times of day."""
        return frozenset(number.value for number in self.numbers if number.value >= _FIGURE and number.kind != "clock")

    @once_for_all
    def sentences(self) -> tuple[int, ...]:
        """Where the sentences end in the folded text."""
        return (*(match.end() for match in _SENTENCE.finditer(self.analysis.folded)), len(self.analysis.folded) + 1)

    @once_for_all
    def clauses(self) -> tuple[int, ...]:
        """Where the clauses end: as `sentences`, also at commas, brackets and dashes."""
        return (*(match.end() for match in _CLAUSE.finditer(self.analysis.folded)), len(self.analysis.folded) + 1)

    def clause_at(self, start: int) -> int:
        return min(bisect.bisect_right(self.clauses, start), len(self.clauses) - 1)

    def sentence_at(self, start: int) -> int:
        """The number of the sentence that holds this place."""
        return min(bisect.bisect_right(self.sentences, start), len(self.sentences) - 1)

    @once_for_all
    def sentence_of(self) -> tuple[int, ...]:
        """For each word the number of its sentence."""
        return tuple(self.sentence_at(word.start) for word in self.words)

    @once_for_all
    def clause_of(self) -> tuple[int, ...]:
        """For each word the number of its clause."""
        return tuple(self.clause_at(word.start) for word in self.words)

    @once_for_all
    def asking(self) -> frozenset[int]:
        """The sentences that carry a question mark."""
        folded = self.analysis.folded
        begins = (0, *self.sentences[:-1])
        marked = _asks(folded)
        return (
            frozenset(number for number, (begin, end) in enumerate(zip(begins, self.sentences, strict=True)) if _asks(folded[begin:end]))
            if marked
            else frozenset()
        )

    def asks(self, sentence: int) -> bool:
        """Whether a sentence carries a question mark."""
        return sentence in self.asking

    @once
    def wants(self) -> bool:
        """Whether a question word asks for something, with or without a mark."""
        asked = {kind for mentioned in self._mentioned for listed, kind in mentioned if listed == "asks"}
        return not asked.isdisjoint(ANSWERED_BY) or (bool(asked) and bool(kinds_wanted(self.analysis)))

    @once_for_all
    def names(self) -> tuple[tuple[int, int], ...]:
        """Where names stand."""
        return tuple((name.start, name.end) for name in names(self.text))

    @once_for_all
    def named(self) -> frozenset[int]:
        """The places of words that belong to names."""
        return frozenset(place for place, word in enumerate(self.words) if any(start <= word.start < end for start, end in self.names))

    def without_numbers(self) -> Speech:
        """The same text without the words that belong to its numbers: number words, units, money, months, half and o'clock."""
        kept = tuple(word for place, word in enumerate(self.words) if place not in self.number_words)
        return Speech(self.text, self.analysis, kept)

    @once
    def number_words(self) -> frozenset[int]:
        """The places of the words that belong to numbers."""
        spans = [(number.start, number.end) for number in self.numbers]
        beside = frozenset().union(*(_number_words(language) for language in self.analysis.languages))
        return frozenset(
            place
            for place, word in enumerate(self.words)
            if word.text in beside or word.bare in beside or any(start <= word.start < end for start, end in spans)
        )

    @once
    def days(self) -> frozenset[int]:
        """The days of the week that are named, 0..6."""
        return frozenset(number for mentioned in self._mentioned for kind, number in mentioned if kind == "day")

    @once
    def months(self) -> frozenset[int]:
        return frozenset(number for mentioned in self._mentioned for kind, number in mentioned if kind == "month")

    @once_for_all
    def _padded(self) -> str:
        return spaced(self.analysis)

    @once_for_all
    def _mentions(self) -> dict[Language, frozenset[Mention]]:
        return {}

    @once
    def _mentioned(self) -> tuple[frozenset[Mention], ...]:
        """What is mentioned, language by language."""
        known = self._mentions
        for language in self.analysis.languages:
            if language not in known:
                known[language] = mentions(self.analysis, self._padded, language)
        return tuple(known[language] for language in self.analysis.languages)

    def holds(self, key: str) -> bool:
        """Whether a word of one of the languages' own lists (self_words, small_talk …) stands here."""
        return any(("holds", key) in mentioned for mentioned in self._mentioned)

    @once
    def kin(self) -> frozenset[str]:
        """The ties of family and roles that are named."""
        return frozenset(word for mentioned in self._mentioned for kind, word in mentioned if kind == "kin")

    @once_for_all
    def _starts(self) -> Mapping[str, list[int]]:
        found: dict[str, list[int]] = {}
        for word in self.analysis.words:
            found.setdefault(word.text, []).append(word.start)
        return found

    @once_for_all
    def _cues(self) -> dict[Language, dict[str, set[int]]]:
        return {}

    @once
    def cues(self) -> Mapping[str, tuple[int, ...]]:
        """Where words of the lists of cues stand, list by list; those without any are left out."""
        found: dict[str, set[int]] = {}
        for language in self.analysis.languages:
            if language not in self._cues:
                self._cues[language] = cues_in(self.analysis, self._starts, language)
            for key, places in self._cues[language].items():
                found[key] = found[key] | places if key in found else places
        return {key: tuple(sorted(places)) for key, places in found.items()}

    def cue(self, key: str) -> tuple[int, ...]:
        """Where words of a list of cues stand (see `cues`)."""
        return self.cues.get(key, ())

    @once
    def cue_places(self) -> Mapping[str, tuple[frozenset[int], frozenset[int]]]:
        """In which sentences and in which clauses the cues stand, list by list."""
        return {key: (frozenset(map(self.sentence_at, places)), frozenset(map(self.clause_at, places))) for key, places in self.cues.items()}

    def opens_with(self, key: str) -> bool:
        """Whether a text begins with such a word."""
        return any(place <= _OPENING for place in self.cue(key))

    @once
    def sides(self) -> Mapping[tuple[str, int], frozenset[int]]:
        """Of words that exclude each other the sides that stand here: (language, group) → sides."""
        found: dict[tuple[str, int], set[int]] = {}
        for language, mentioned in zip(self.analysis.languages, self._mentioned, strict=True):
            for kind, side in mentioned:
                if kind == "side":
                    found.setdefault((language.code, side[0]), set()).add(side[1])
        return {key: frozenset(sides) for key, sides in found.items()}


def _zipf_of_root(word: Word) -> float:
    """How common the root of a form is that is not listed: 이름은 is 이름 with a particle."""
    return max((frequencies(language.code).get(form, 0.0) for language in word.languages for form in word.forms), default=0.0)


def _neighbours(words: Sequence[Word]) -> Iterator[str]:
    """Two syllables in a row: where the spaces stand between syllables, most of them are common, and the words are not."""
    return (f"{one.text} {other.text}" for one, other in itertools.pairwise(words) if other.start == one.start + len(one.text) + 1)


def _asks(sentence: str) -> bool:
    return any(mark in sentence for mark in "?？؟")


@functools.cache
def _number_words(language: Language) -> frozenset[str]:
    listed = (spellings(language, key) for key in ("clock", "half_to", "half_past", "half_after"))
    return language.units.union(language.money, *language.months, *listed)


def understand(text: str) -> Speech:
    """A text as one side of a pair. Pure; linear in the length of the text."""
    text = text[:_LONGEST]
    analysis = analyse(text)
    words = tuple(word for word in analysis.words if not word.stop and not word.number and word.forms)
    return Speech(text, analysis, words)


def is_alphabetic(word: Word) -> bool:
    return not word.pieces and script_of(word.text[0]) in ("Latin", "Cyrillic", "Greek", "Arabic", "Devanagari", "Hebrew")
