"""The words of a cased script in a text, and how sure each is to be a name: what the rules for capitals look at and fill in."""

from __future__ import annotations

from dataclasses import dataclass

from ..catalogue import Language
from . import words
from .tokens import Token

NO, JOIN, MAYBE, NAME = 0, 1, 2, 3  # JOIN: no name alone, but part of one (Río Claro, The Cherry Orchard)


@dataclass(frozen=True, slots=True)
class Reading:
    """The tokens of one script in their order, with what is known of the whole text."""

    tokens: list[Token]
    spoken: tuple[Language, ...]
    script: str
    headline: bool

    @property
    def capital_nouns(self) -> bool:
        return bool(self.spoken) and self.spoken[0].capital_nouns

    @property
    def syllables(self) -> bool:
        return bool(self.spoken) and self.spoken[0].syllables


def follows_title(reading: Reading, place: int) -> bool:
    """Herr Sommer, д-р Заяц, chị Lụa: after a title even an ordinary word is a name."""
    token = reading.tokens[place]
    if not place or token.gap not in (" ", ". ", ".", "\u00a0"):
        return False
    before = reading.tokens[place - 1]
    if before.masked or before.script != reading.script:
        return False
    folded = before.folded + ("." if token.gap.startswith(".") else "")
    return words.is_title(folded, reading.spoken) or words.is_title(before.folded, reading.spoken)


def following(reading: Reading, place: int) -> Token | None:
    return reading.tokens[place + 1] if place + 1 < len(reading.tokens) else None


def next_capital(reading: Reading, place: int) -> bool:
    after = following(reading, place)
    return after is not None and after.gap == " " and after.capital and not after.masked
