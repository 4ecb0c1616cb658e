"""An index over the facts of a night: from the raw words of a message to the few facts that it may speak of."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from ..language import Language, Word
from ..statements.understanding import Speech
from .inputs import NightFact
from .understood import Understood
from .vocabulary import Vocabulary

_POSTINGS = 2_000  # facts that the words of one text lead to, rare words first
_WORDS = 64  # of a fact that are indexed
_FEW = 0.05  # share of the facts of a script below which a language is taken for a mistake


class Candidates:
    """The facts that share words with a text."""

    def __init__(self, shares: Mapping[int, float], words: Sequence[int], postings: Sequence[Sequence[tuple[int, float]]]) -> None:
        self._shares = shares
        self._words = words
        self._postings = postings

    def among(self, offered: Mapping[int, float], least: float) -> dict[int, float]:
        """Those of some facts that share at least `least` of their rarer words, with what stood beside them."""
        return {number: share for number, share in offered.items() if self._shares.get(number, 0.0) >= least}

    def sharing(self, least: float, alone: float | None = None) -> dict[int, float]:
        """Those that share at least `least` of their rarer words (`alone`, where that is a single word), and how much, roughly."""
        found = {number: share for number, share in self._shares.items() if share >= least}
        doubtful = {number: 0 for number, share in found.items() if alone is not None and share < alone}
        if doubtful:
            for word in self._words:
                for number, _ in self._postings[word]:
                    if number in doubtful:
                        doubtful[number] += 1
        for number, times in doubtful.items():
            if times == 1:
                del found[number]
        return found


class FactIndex:
    """Which facts share rarer words with a text. Words that too many of the facts hold lead to none of them."""

    def __init__(self, facts: Sequence[NightFact], household: int, memory: int) -> None:
        """`household`: from so many facts on a word says nothing. `memory`: bytes for understood facts; others are understood again."""
        self._facts = facts
        self._understood = Understood(memory)
        self._postings: list[list[tuple[int, float]]] = []  # for each word its facts, each with the share of the fact that it is
        self._vocabulary = self._build(household)

    def speech(self, number: int) -> Speech:
        """A fact, understood."""
        return self._understood(self._facts[number].content)

    def candidates(self, text: str) -> Candidates:
        """The facts that share rarer words with a text. Linear in the length of the text."""
        met = self._vocabulary.met(text)
        shares: defaultdict[int, float] = defaultdict(float)
        used: list[int] = []
        left = _POSTINGS
        for word in sorted(met, key=self._sizes.__getitem__):
            left -= self._sizes[word]
            if left < 0:
                break
            used.append(word)
            score = met[word]
            if score == 1.0:  # as most: the innermost loop of a night
                for number, share in self._postings[word]:
                    shares[number] += share
            else:
                for number, share in self._postings[word]:
                    shares[number] += score * share
        return Candidates(shares, used, self._postings)

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
        self._postings.extend([] for _ in words)
        for number, own in enumerate(held):
            self._post(number, own, [counts[words[place].forms[0]] for place, _ in own], household)
        self._sizes = [len(posting) for posting in self._postings]
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
