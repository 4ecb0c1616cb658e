"""A text whose words are set apart, read in one language of one script: what the rules for scripts without capitals look at."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..catalogue import Language
from . import words
from .rules import Rule, found_by
from .tokens import Found, Token

_SHORTEST = 2  # letters that a clitic must leave of a word


@dataclass(frozen=True, slots=True)
class Core:
    """A word, perhaps without the clitics at its beginning (و, ب, ل): its folded form and where it begins in the text."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Line:
    """The tokens of a text, of which those of one script are read in one language."""

    tokens: list[Token]
    language: Language
    script: str

    def at(self, place: int) -> Token | None:
        """The token at a place when it is one of this script and no code."""
        if not 0 <= place < len(self.tokens):
            return None
        token = self.tokens[place]
        return token if token.script == self.script and not token.masked else None

    def after(self, place: int) -> Token | None:
        """The next word, when nothing but a space or the dot of a title stands between."""
        token = self.at(place + 1)
        return token if token and token.gap.strip(".॰\u00a0 ") == "" and "\n" not in token.gap and not token.first else None

    def before(self, place: int) -> Token | None:
        return self.at(place - 1) if place and self.tokens[place].gap in (" ", "\u00a0") else None

    def list(self, key: str) -> frozenset[str]:
        return self.language.names[key]

    def is_function(self, word: str) -> bool:
        return words.is_function(word, (self.language,))

    def is_person_word(self, word: str) -> bool:
        return words.is_person_word(word, (self.language,))

    def is_ordinary(self, word: str) -> bool:
        """Whether a word is known, with or without its clitics, or has the beginning or end of an ordinary one."""
        if words.is_known(word, self.language) or words.looks_plain(word, self.language):
            return True
        return any(words.is_known(core, self.language) for core in _rests(word, self.language))

    def is_verb_like(self, word: str) -> bool:
        """Whether a word begins as verbs do (Arabic ي and ت in the present)."""
        return any(word.startswith(beginning) for beginning in self.list("plain_beginnings"))

    def kind_of(self, word: str) -> str:
        """The kind of a name that stands in a list of the language, or ""."""
        kind = _kinds(self.language).get(word, "")
        if not kind and not words.is_known(word, self.language):
            kind = _spelt_freely(self.language).get(self.language.unify(word), "")
        return kind

    def found(self, core: Core, last: int, first: int, kind: str) -> Found:
        """The name from a core in the token `first` to the end of the token `last`."""
        run = self.tokens[first : last + 1]
        text = run[0].text[core.start - run[0].start :] + "".join(token.gap + token.text for token in run[1:])
        return Found(core.start, run[-1].end, text, kind)


@functools.cache
def _kinds(language: Language) -> dict[str, str]:
    """Each name of the lists and its kind."""
    lists = (("brands", "thing"), ("well_known", "place"), ("surnames", "person"), ("given", "person"))
    trades = language.names["articles"]  # Arabic family names are words for trades and origins: names only behind a given name
    return {word: kind for key, kind in lists if not (trades and key == "surnames") for word in language.names[key]}


@functools.cache
def _spelt_freely(language: Language) -> dict[str, str]:
    """The same with one letter for those that people exchange (احمد, क़ुरैशी)."""
    return {language.unify(word): kind for word, kind in _kinds(language).items()}


def names_in_lines(rules: Sequence[Rule[Line]], script: str, tokens: list[Token], language: Language) -> Iterator[Found]:
    """What rules find at the words of one script."""
    line = Line(tokens, language, script)
    return found_by(rules, line, len(tokens), line.at)


@functools.lru_cache(maxsize=10_000)
def _rests(word: str, language: Language) -> tuple[str, ...]:
    """A word without each clitic that may begin it."""
    articles = language.names["articles"]
    clitics = [beginning for beginning in language.beginnings if not any(article in beginning or beginning.endswith("لل") for article in articles)]
    return tuple(word[len(beginning) :] for beginning in clitics if word.startswith(beginning) and len(word) - len(beginning) >= _SHORTEST)


def cores(line: Line, token: Token) -> list[Core]:
    """A word as it stands, then without the clitics that may begin it."""
    found = [core_of(token)]
    if len(token.folded) == len(token.text):
        found += [Core(rest, token.end - len(rest)) for rest in _rests(token.folded, line.language)]  # not the article: الياسمين is no Yasmin
    return found


def core_of(token: Token) -> Core:
    return Core(token.folded, token.start)
