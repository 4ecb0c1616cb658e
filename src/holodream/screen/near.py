"""The small words near a place in a text (links, scopes, units, negations), looked up once and asked many times."""

from __future__ import annotations

from .index import Found
from .lexicon import LOCAL, Local, in_languages, local_words

_OPENING = "\"“„«»「『‹'`(（ \n\t"
_ARTICLE = 3  # letters of the longest word that may stand between a link and the value ("is the 7318")


class Near:
    """The local words of a stretch of text in some languages."""

    __slots__ = ("_every", "_found", "_start", "end", "languages", "low")

    def __init__(self, low: str, start: int, end: int, languages: int, known: list[Local] | None = None) -> None:
        self.low, self.languages = low, languages
        self._start, self.end = max(start, 0), min(end, len(low))
        self._found = known
        self._every: list[Found] | None = None  # the words in all languages, which narrower views share

    def within(self, languages: int) -> Near:
        """The same stretch in fewer languages."""
        narrower = Near(self.low, self._start, self.end, self.languages & languages)
        narrower._every = self._of_all_languages()
        return narrower

    def _of_all_languages(self) -> list[Found]:
        if self._every is None:
            self._every = local_words(self.low, self._start, self.end)
        return self._every

    def words(self, kind: str) -> list[Local]:
        """The words of a kind in the stretch."""
        if self._found is None:
            self._found = in_languages(self._of_all_languages(), self.languages)
        bit = LOCAL[kind]
        return [word for word in self._found if word.kinds & bit]

    def has(self, kind: str, start: int, end: int) -> bool:
        """Does a word of the kind stand between two places?"""
        return any(start <= word.start and word.end <= end for word in self.words(kind))

    def is_word(self, kind: str, start: int, end: int) -> bool:
        """Is what stands between two places exactly such a word?"""
        return any(word.start == start and word.end == end for word in self.words(kind))

    def ends_with(self, kind: str, start: int, end: int) -> bool:
        """Does the text before a place end with such a word ("is", "to", "が"), perhaps with an article or a quote behind it?"""
        stretch = self.low[max(start, end - 26) : end].rstrip(_OPENING)
        stop = max(start, end - 26) + len(stretch)
        last = stretch.rpartition(" ")[2]
        stops = {stop, stop - len(last) - 1} if kind == "links" and len(last) <= _ARTICLE and last != stretch else {stop}
        return any(word.end in stops and word.start >= start for word in self.words(kind))
