"""An index over the facts of a night: from the raw words of a message to the few facts that it may speak of."""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Sequence

from ..language import Language, Word
from ..statements.understanding import Speech, understand
from .inputs import NightFact
from .vocabulary import Vocabulary

_POSTINGS = 2_000  # facts that the words of one text lead to, rare words first
_WORDS = 64  # of a fact that are indexed
_FEW = 0.05  # share of the facts of a script below which a language is taken for a mistake
_BASE_BYTES, _CHAR_BYTES = 12_000, 400  # of one understood fact


class FactIndex:
    """Which facts share rarer words with a text. Words that too many of the facts hold lead to none of them."""

    def __init__(self, facts: Sequence[NightFact], household: int, memory: int) -> None:
        """`household`: from so many facts on a word says nothing. `memory`: bytes for understood facts; others are understood again."""
        self._facts = facts
        self._understood: OrderedDict[int, Speech] = OrderedDict()
        self._left = memory
        self._postings: list[list[tuple[int, float]]] = []  # for each word its facts, each with the share of the fact that it is
        self._vocabulary = self._build(household)

    def speech(self, number: int) -> Speech:
        """A fact, understood; the ones asked for last stay in memory."""
        known = self._understood.get(number)
        if known is not None:
            self._understood.move_to_end(number)
            return known
        speech = understand(self._facts[number].content)
        self._understood[number] = speech
        self._left -= _size(speech)
        while self._left < 0 and len(self._understood) > 1:
            _, dropped = self._understood.popitem(last=False)
            self._left += _size(dropped)
        return speech

    def candidates(self, text: str, least: float, alone: float | None = None) -> dict[int, float]:
        """The facts that share at least `least` of their rarer words with a text (`alone`, where that is a single word), and how much, roughly.

        Linear in the length of the text.
        """
        met = self._vocabulary.met(text)
        shares: dict[int, float] = {}
        single: set[int] = set()
        alone = least if alone is None else alone
        left = _POSTINGS
        for word in sorted(met, key=lambda word: len(self._postings[word])):
            left -= len(self._postings[word])
            if left < 0:
                break
            score = met[word]
            for number, share in self._postings[word]:
                if number in shares:
                    shares[number] += score * share
                    single.discard(number)
                else:
                    shares[number] = score * share
                    single.add(number)
        return {number: share for number, share in shares.items() if share >= (alone if number in single else least)}

    def _build(self, household: int) -> Vocabulary:
        spoken: dict[str, Counter[Language]] = {}
        counts: Counter[str] = Counter()
        numbers: dict[tuple[str, str], int] = {}
        words: list[Word] = []
        held: list[list[tuple[int, float]]] = []
        for number in range(len(self._facts)):
            speech = self.speech(number)
            counts.update({word.forms[0] for word in speech.words})
            for language in speech.analysis.languages:
                for script in language.scripts:
                    spoken.setdefault(script, Counter())[language] += 1
            held.append([])
            for weight, word in zip(speech.weights[:_WORDS], speech.words, strict=False):
                place = numbers.setdefault((word.text, word.forms[0]), len(words))
                if place == len(words):
                    words.append(word)
                held[-1].append((place, weight))
        self._postings = [[] for _ in words]
        for number, own in enumerate(held):
            self._post(number, own, [counts[words[place].forms[0]] for place, _ in own], household)
        return Vocabulary(words, {script: _main(counted) for script, counted in spoken.items()})

    def _post(self, number: int, own: Sequence[tuple[int, float]], counts: Sequence[int], household: int) -> None:
        """Enter the words of a fact; each counts the more, the fewer facts hold it."""
        most = math.log(len(self._facts) + 1)
        weights = [0.0 if count >= household else weight * (1 - math.log(count) / most) for (_, weight), count in zip(own, counts, strict=True)]
        whole = sum(weights)
        for (place, _), weight in zip(own, weights, strict=True):
            if weight:
                self._postings[place].append((number, weight / whole))


def _main(counted: Counter[Language]) -> tuple[Language, ...]:
    """The languages that many facts are in, the commonest first; a few short ones look like a neighbour's."""
    least = counted.total() * _FEW
    return tuple(language for language, count in counted.most_common() if count >= least)


def _size(speech: Speech) -> int:
    return _BASE_BYTES + _CHAR_BYTES * len(speech.text)
