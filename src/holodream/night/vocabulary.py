"""The words of all facts of a night, and which of them a word of a message may be: looked up once for each different word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..language import Language, Word, fold, languages_of
from ..language.analysis import word_in
from ..language.characters import MARKS, seams
from ..statements.keys import keys_of
from ..statements.matching import likeness
from .beginnings import Beginnings

_CYRILLIC = "[\u0400-\u04ff]"
_RUN = re.compile(rf"(?:[^\W_]|[{MARKS}]|(?<={_CYRILLIC})'(?={_CYRILLIC}))+")
_SIMPLE_RUN = re.compile(rf"[\w{MARKS}]+")  # the same, several times faster, for texts without _ and without an apostrophe that is a letter
_INNER = re.compile(rf"_|{_CYRILLIC}'{_CYRILLIC}")
_UNSPACED = frozenset({"Han", "Hiragana", "Katakana", "Thai"})
_MAX_WORD = 64  # letters of a word
_LONGEST_GRAM = 12  # letters of a word of a script without spaces
_KNOWN_RUNS = 100_000  # words of messages whose likenesses are remembered
_LEAST = 0.35  # likeness below which two words are strangers
_RELATED = 0.7  # what a looser key of a word counts

Likeness = tuple[tuple[int, float], ...]  # numbers of words of the facts, each with how alike a word of the message is, 0..1


class Vocabulary:
    """Words by their keys. `words`: the different words of the facts; `spoken`: the languages of the facts by script."""

    def __init__(self, words: Sequence[Word], spoken: Mapping[str, tuple[Language, ...]]) -> None:
        self._words = words
        self._spoken = spoken
        self._by_key: dict[str, list[int]] = {}
        for number, word in enumerate(words):
            for key in {*keys_of(word), *word.forms} - {""}:
                self._by_key.setdefault(key, []).append(number)
        self._grams = self._surfaces()
        self._beginnings = Beginnings(self._by_key, frozenset(spoken))
        self._runs: dict[str, Likeness] = {}

    def _surfaces(self) -> dict[str, str]:
        """Words of scripts without spaces as they may stand in a text → the key that they lead to."""
        surfaces = {key: key for key in self._by_key if len(key) <= _LONGEST_GRAM and seams(key)[0][2] in _UNSPACED}
        for language in {language for spoken in self._spoken.values() for language in spoken if not language.spaces}:
            for form, root in language.roots.items():
                if root in self._by_key and len(form) <= _LONGEST_GRAM:
                    surfaces.setdefault(form, root)
        return surfaces

    def met(self, text: str) -> dict[int, float]:
        """The words of the facts that a text holds, and how surely. Linear in the length of the text."""
        found: dict[int, float] = {}
        folded = fold(text)
        for run in dict.fromkeys((_RUN if _INNER.search(folded) else _SIMPLE_RUN).findall(folded)):
            known = self._runs.get(run)
            if known is None:
                known = self._like(run)
                if len(self._runs) >= _KNOWN_RUNS:
                    self._runs.clear()
                if len(run) <= _MAX_WORD:
                    self._runs[run] = known
            for number, score in known:
                if score > found.get(number, 0.0):
                    found[number] = score
        return found

    def _like(self, run: str) -> Likeness:
        found: dict[int, float] = {}
        for begin, end, script in seams(run):
            part = run[begin:end]
            if script in _UNSPACED:
                alike = self._in_row(part)
            elif script == "Digit":
                continue
            else:
                alike = self._like_word(part[:_MAX_WORD], script)
            for number, score in alike:
                found[number] = max(score, found.get(number, 0.0))
        return tuple(found.items())

    def _like_word(self, part: str, script: str) -> Iterator[tuple[int, float]]:
        spoken = self._spoken.get(script) or languages_of(script)[:1]
        if not spoken or not self._beginnings.may_lead(part, script, spoken):
            return
        word = word_in(part, script, spoken)
        if word.stop:
            return
        for number in self._numbers(keys_of(word)):
            score = likeness(self._words[number], word, script)
            if score >= _LEAST:
                yield number, score

    def _in_row(self, row: str) -> Iterator[tuple[int, float]]:
        """The words of the facts that stand somewhere in a row of letters without spaces."""
        grams = (row[begin:end] for begin in range(len(row)) for end in range(begin + 1, min(begin + _LONGEST_GRAM, len(row)) + 1))
        keys = {self._grams[gram] for gram in grams if gram in self._grams}
        for number in self._numbers(keys):
            word = self._words[number]
            score = sum(form in keys for form in word.forms) / len(word.forms) if word.pieces else float(any(form in keys for form in word.forms))
            score = max(score, _RELATED * any(len(term) > 1 and term in keys for term in word.weak))
            if score >= _LEAST:
                yield number, score

    def _numbers(self, keys: Iterable[str]) -> set[int]:
        return {number for key in keys for number in self._by_key.get(key, ())}
