"""A run of letters without spaces, cut into words: what the rules for Chinese, Japanese and Thai names look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..catalogue import Language
from ..characters import fold
from ..frequency import frequencies
from ..segment import segment
from . import words
from .rules import Hit, Rule, found_by
from .tokens import Found, Token


@dataclass(frozen=True, slots=True)
class Row:
    """One run: its folded letters, the words it is cut into, and where each folded letter stands in the text."""

    token: Token
    language: Language
    folded: str
    places: list[int]  # of each folded letter in the run, and of the end
    pieces: tuple[str, ...]
    starts: list[int]  # of each piece in `folded`, and of the end
    before: Token | None  # the token before and after, when only a space stands between
    after: Token | None

    @property
    def size(self) -> int:
        return len(self.pieces)

    def piece(self, place: int) -> str:
        return self.pieces[place] if 0 <= place < len(self.pieces) else ""

    def text(self, start: int, end: int) -> str:
        """The folded letters of some pieces."""
        return self.folded[self.starts[start] : self.starts[end]]

    def head(self, place: int) -> str:
        """The last folded letters before a piece."""
        return self.folded[max(0, self.starts[place] - 16) : self.starts[place]]

    def tail(self, place: int) -> str:
        """The first folded letters from a piece on."""
        return self.folded[self.starts[place] : self.starts[place] + 16]

    def list(self, key: str) -> frozenset[str]:
        return self.language.names[key]

    def zipf(self, word: str) -> float:
        return frequencies(self.language.code).get(word, 0.0)

    def is_function(self, word: str) -> bool:
        return words.is_function(word, (self.language,))

    def is_person_word(self, word: str) -> bool:
        return words.is_person_word(word, (self.language,))

    def found(self, start: int, end: int, kind: str) -> Found:
        """Some pieces as a name, as they are written in the text."""
        return self.cut(self.starts[start], self.starts[end], kind)

    def cut(self, start: int, end: int, kind: str) -> Found:
        """The same for folded letters."""
        left, right = self.places[start], self.places[end]
        return Found(self.token.start + left, self.token.start + right, self.token.text[left:right], kind)


def names_in_rows(rules: Sequence[Rule[Row]], script: str, tokens: list[Token], language: Language) -> Iterator[Found]:
    """What rules find in all runs of a script without spaces."""
    for place, token in enumerate(tokens):
        if token.script == script and not token.masked:
            row = row_of(tokens, place, language)
            yield from found_by(rules, row, row.size)


def row_of(tokens: list[Token], place: int, language: Language) -> Row:
    token = tokens[place]
    letters = [fold(char) for char in token.text]
    places = [index for index, letter in enumerate(letters) for _ in letter]
    folded = "".join(letters)
    pieces = segment(folded, language.code) if folded else ()
    starts = [0]
    for piece in pieces:
        starts.append(starts[-1] + len(piece))
    before = tokens[place - 1] if place and token.gap.isspace() and "\n" not in token.gap else None
    after = tokens[place + 1] if place + 1 < len(tokens) and tokens[place + 1].gap.isspace() and "\n" not in tokens[place + 1].gap else None
    return Row(token, language, folded, [*places, len(token.text)], pieces, starts, before, after)


def listed(row: Row, place: int, most: int = 4) -> Hit:
    """The longest name of the lists of places and makes that begins at a piece."""
    for end in range(min(row.size, place + most), place, -1):
        word = row.text(place, end)
        if word in row.list("well_known"):
            return row.found(place, end, "place"), end
        if word in row.list("brands"):
            return row.found(place, end, "thing"), end
    return None
