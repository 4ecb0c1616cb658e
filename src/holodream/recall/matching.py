"""Which index terms each word of a message finds, and how much the word says.

A word's weight is its rarity in the store (inverse document frequency), less for words that are ordinary in the language:
sharing "house" says little even when only one fact holds it.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..language import Language, Word, script_of
from ..language.analysis import joined_word, syllable_pair
from ..language.frequency import frequencies
from ..language.names.forms import base_forms
from ..language.roman import roman_keys
from ..language.similarity import nearness, shared_beginning
from ..language.sound import terms_of_other_scripts
from ..language.stem import stems
from ..store import IndexReader
from .indexing import NAME_SIGN, name_terms
from .naming import ORDINARY_WORD, cut_forms, is_other_name, known_name, names_known, possible_names
from .query import Query
from .spotting import strangers_named, with_known_names

_WEAK = 0.6  # what a looser term counts: part of a compound, a word without accents
_SOUND = 0.8  # what a word in another script counts that sounds alike
_OTHER_SCRIPT = 0.9  # a name that the store has in another script
_CHARACTER = 0.3  # what the single characters of a Chinese word count when the word itself is not there
_ORDINARY = 0.35  # how much each Zipf step above 3 takes from a word's weight for the gate,
_ORDINARY_IN_ORDER = 0.1  # and from its weight in the order of facts
_SHORTEST_PART = 4  # letters of the parts of a word that others write as two
_ALPHABETIC = frozenset({"Latin", "Cyrillic", "Greek"})
_SMALLEST = 30  # rarity in a smaller store is reckoned as if it held this many facts: two facts say little about what is rare
_LOOKED_UP = 12  # words of a message that are looked for as names in other scripts
_MOST_WORDS = 40  # different words of a message that are held against facts
_NEIGHBOURS = 80  # similar terms looked at for one word


class Term(NamedTuple):
    """A term of the index that stands for a word of the message: how near it is, and in how many facts it occurs."""

    term: str
    nearness: float
    facts: int


@dataclass(slots=True, eq=False)
class Probe:
    """A word of the message held against the index; the same only as itself, as its many parts would make comparing slow."""

    word: Word
    terms: tuple[Term, ...]
    weight: float  # what it says for or against a fact, 0..1
    rank: float  # what it counts when facts are ordered
    name: bool  # the store knows it as (part of) a name, or nobody there is called so
    kind_noun: bool
    facts: int  # facts that hold it in its nearest forms
    only_itself: bool = False  # a name that a fact must hold as it is written, and not only a word of its root

    @property
    def counts_by_share(self) -> bool:
        """Whether the share of its pieces counts, and not the nearest of its terms."""
        return self.word.pieces and len(self.word.forms) > 1

    @property
    def names(self) -> list[str]:
        """Those of its terms that stand for names of facts."""
        return [term.term for term in self.terms if term.term[0] == NAME_SIGN]

    @property
    def only_in_other_script(self) -> bool:
        """Whether it is a name that facts have in another script, and none in that of the message."""
        return self.name and self.terms[:1] != () and self.terms[0].nearness == _OTHER_SCRIPT

    def share(self, held: frozenset[str]) -> float:
        """How well a fact with these terms covers a word in pieces, 0..1."""
        forms, weak = self.word.forms, self.word.weak
        if self.name and NAME_SIGN + self.word.text in held:
            return max((term.nearness for term in self.terms if term.term in held), default=0.0)
        share = sum(form in held for form in forms) / len(forms)
        if share == 1.0:
            return 1.0
        loose = sum(char in held for char in weak) / max(1, len(weak))
        return max(share * 0.85, _CHARACTER * loose if loose >= 0.5 else 0.0)


def probes(query: Query, index: IndexReader, size: int) -> list[Probe]:
    """Hold the words of a message against the index of a store of `size` facts."""
    words, kind_nouns = with_known_names(query, index), query.kind_nouns
    elsewhere = _in_other_scripts(words, index)
    counts: dict[str, int] = {}
    if len(words) > _MOST_WORDS:
        counts = index.facts_with([form for word in words for form in word.forms])
        words = tuple(_rarest(words, counts))
    counts |= index.facts_with([*_terms_of(words), *itertools.chain.from_iterable(elsewhere.values())])
    found: dict[str, Probe] = {}
    strangers = strangers_named(query, counts)
    for word in _as_the_store_knows_them(words, counts, index, strangers):
        if word.text in found:
            continue
        terms = _terms(word, counts, elsewhere.get(word.text, ()), index)
        name = any(term.term.startswith(NAME_SIGN) for term in terms) or _is_stranger(word, terms, strangers) or (not terms and is_other_name(word, counts))
        near = [term.facts for term in terms if term.nearness >= 0.8]
        facts = max(near, default=max((term.facts for term in terms), default=0))
        rarity = _rarity(facts, size)
        ordinary = 0.0 if name or word.number else max(0.0, word.zipf - 3.0)
        weight = max(0.05, min(1.0, rarity)) / (1.0 + _ORDINARY * ordinary)
        rank, itself = rarity / (1.0 + _ORDINARY_IN_ORDER * ordinary), name and _is_only_itself(word, strangers)
        found[word.text] = Probe(word, terms, weight, rank, name, word.text in kind_nouns, facts, itself)
    return list(found.values())


def _is_stranger(word: Word, terms: Sequence[Term], strangers: frozenset[str]) -> bool:
    """Whether nobody in the store is called so; a word on no list to which facts have a like one may be a pet name of it, or no name at all."""
    return word.text in strangers and (not terms or bool(known_name(word)))


def _is_only_itself(word: Word, strangers: frozenset[str]) -> bool:
    return not word.number and (word.text in strangers or bool(known_name(word)))


def _terms_of(words: Sequence[Word]) -> Iterator[str]:
    """All terms under which facts with these words may be indexed."""
    for word in words:
        yield from word.forms
        yield from word.weak
        yield from _alike(word)
        for form in possible_names(word):
            yield NAME_SIGN + form
    for left, right in itertools.pairwise(words):
        yield from syllable_pair(left, right)[:1]


def _rarest(words: Sequence[Word], counts: Mapping[str, int]) -> list[Word]:
    """Of a pasted page the known words of the fewest facts, in their order; a question keeps all its words."""
    facts = {word.text: max((counts.get(form, 0) for form in word.forms), default=0) for word in words}
    if len(facts) <= _MOST_WORDS:
        return list(words)
    kept = set(sorted(facts, key=lambda text: (not facts[text], facts[text]))[:_MOST_WORDS])
    return [word for word in words if word.text in kept]


def _as_the_store_knows_them(words: Sequence[Word], counts: dict[str, int], index: IndexReader, strangers: frozenset[str]) -> list[Word]:
    """The words of a message, joined or parted where the index shows that people write them otherwise there."""
    known: list[Word] = []
    for word in words:
        pair = syllable_pair(known[-1], word)[:1] if known else ()
        if pair and pair[0] in counts and not names_known(known[-1], counts) and not names_known(word, counts):
            left = known.pop()
            weak = tuple(dict.fromkeys((*left.forms, *word.forms)))
            known.append(dataclasses.replace(left, text=f"{left.text} {word.text}", forms=pair, weak=weak, pieces=True, zipf=min(left.zipf, word.zipf)))
        elif word.joined:
            known += _parted(word, counts)
        elif _may_be_two(word) and word.text not in strangers and not any(form in counts for form in word.forms):
            known += _two_words(word, counts, index)
        else:
            known.append(word)
    return known


def _may_be_two(word: Word) -> bool:
    return not word.pieces and not word.number and len(word.text) >= 2 * _SHORTEST_PART and word.script in _ALPHABETIC


def _two_words(word: Word, counts: dict[str, int], index: IndexReader) -> list[Word]:
    """A word that no fact has may be written as two there (roadtrip, road trip): the cut whose parts are the rarest known ones."""
    text = word.text
    cuts = [(text[:at], text[at:]) for at in range(_SHORTEST_PART, len(text) - _SHORTEST_PART + 1)]
    as_written = index.facts_with([part for cut in cuts for part in cut])
    parts = [cut for cut in cuts if all(part in as_written or _is_listed_word(part, word.languages) for part in cut)]
    forms = {part: _forms_of_part(part, word) for cut in parts for part in cut}
    facts = index.facts_with([term for terms in forms.values() for term in terms]) if forms else {}
    known = [cut for cut in parts if not any(facts.keys().isdisjoint(forms[part]) for part in cut)]
    if not known:
        return [word]
    best = min(known, key=lambda cut: sum(max(facts.get(term, 0) for term in forms[part]) for part in cut))
    counts.update(facts)
    return [dataclasses.replace(word, text=part, forms=tuple(forms[part]), weak=(), bare=part) for part in best]


def _is_listed_word(part: str, languages: Sequence[Language]) -> bool:
    return any(part in frequencies(language.code) for language in languages)


def _forms_of_part(part: str, word: Word) -> list[str]:
    return [term for language in word.languages for term in stems(part, language.code)] or [part]


def _parted(word: Word, counts: Mapping[str, int]) -> list[Word]:
    """Characters taken together (果果看牙) are cut where the index knows a part of them (果果, 看, 牙)."""
    known = [form in counts for form in word.forms]
    if all(known) or not any(known):
        return [word]
    parts: list[str] = []
    for position, char in enumerate(word.text):
        if position and known[position - 1]:
            parts[-1] += char
        else:
            parts.append(char)
    return [joined_word(part, word.languages, word.start) for part in parts]


def _terms(word: Word, counts: Mapping[str, int], elsewhere: Sequence[str], index: IndexReader) -> tuple[Term, ...]:
    names = {name: Term(name, 1.0, counts[name]) for name in names_known(word, counts)}
    names |= {name: Term(name, _OTHER_SCRIPT, counts[name]) for name in elsewhere if name in counts and name not in names}
    terms = names if is_other_name(word, counts) else _loose_terms(word, counts, index) | names
    return tuple(sorted(terms.values(), key=lambda term: (-term.nearness, term.facts, term.term)))


def _loose_terms(word: Word, counts: Mapping[str, int], index: IndexReader) -> dict[str, Term]:
    """The terms of words, by how near they are to a word of the message."""
    terms = {form: Term(form, 1.0, counts[form]) for form in word.forms if form in counts}
    for form in _alike(word):
        if form in counts:
            terms[form] = Term(form, _SOUND, counts[form])
    for form in word.weak:
        if form in counts and form not in terms:
            terms[form] = Term(form, _CHARACTER if word.pieces else _WEAK, counts[form])
    if not word.pieces and not word.number:
        for form in word.forms:
            beginning = shared_beginning(form)
            if beginning:
                for other, facts in index.terms_like(beginning, _NEIGHBOURS):
                    near = nearness(form, other)
                    if near and other not in terms:
                        terms[other] = Term(other, near, facts)
    return terms


def _alike(word: Word) -> Sequence[str]:
    """Terms of words that sound alike in another script (бэкап, backup)."""
    return [] if word.pieces or word.number else _sounding_alike(word.text, word.languages[:1])


@functools.lru_cache(maxsize=10_000)
def _sounding_alike(text: str, languages: tuple[Language, ...]) -> Sequence[str]:
    return terms_of_other_scripts(stems(text, languages[0].code)[0] if languages else text)


def _in_other_scripts(words: Sequence[Word], index: IndexReader) -> dict[str, list[str]]:
    """For the words of a message the terms of names that the store has in another script (Zhenya: @женя). One statement."""
    maybe = [word for word in words if not word.number and (word.capital or word.zipf < ORDINARY_WORD)]
    chosen = sorted({word.text: word for word in maybe}.values(), key=lambda word: (not word.capital, word.zipf))[:_LOOKED_UP]
    keys = {word.text: _keys(word) for word in chosen}
    spellings = index.names_spelt_elsewhere([form for word in chosen for form in _spelt(word)])
    parts = dict.fromkeys(part for spelling in spellings for part in spelling.replace("-", " ").split())
    found: dict[str, list[str]] = {}
    for part in parts:
        own = set(roman_keys(part))
        for word in chosen:
            if script_of(part[0]) != word.script and not own.isdisjoint(keys[word.text]):
                found.setdefault(word.text, []).extend(name_terms(part))
    return found


def _keys(word: Word) -> frozenset[str]:
    return frozenset(key for form in _spelt(word) for key in roman_keys(form))


def _spelt(word: Word) -> tuple[str, ...]:
    """A word, its base forms and without its particles."""
    return tuple(dict.fromkeys((word.text, *base_forms(word.text), *cut_forms(word))))


def _rarity(facts: int, size: int) -> float:
    """Inverse document frequency, scaled: about 1 for a word of one fact, 0 for one of all."""
    size = max(size, _SMALLEST)
    return max(0.02, math.log((size + 1) / (facts + 0.5)) / math.log(size + 2))
