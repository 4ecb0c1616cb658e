"""Latin words inside a text of another script: products, services, people (用Grafana看, докер в Docker Hub)."""

from __future__ import annotations

from collections.abc import Iterator

from ..catalogue import Language, languages_of
from . import words
from .capitals import capital_names
from .groups import is_model
from .shapes import inner_capital
from .tokens import UNSPACED, Found, Token

_SHORTEST = 4  # letters of a lower-case word that may be a product
_LONGEST_MODEL = 6  # signs of a model that is called by its number alone (PS5)
_LATIN = "Latin"


def foreign_names(tokens: list[Token], spoken: tuple[Language, ...], main: tuple[Language, ...]) -> Iterator[Found]:
    """Latin words beside another script. A text mostly in Latin letters is read as any other."""
    own = [token for token in tokens if token.script == _LATIN]
    others = [token for token in tokens if token.script not in (_LATIN, "Digit", "")]
    if sum(not token.masked for token in own) > sum(1 + len(token.text) // 2 if token.script in UNSPACED else 1 for token in others):
        yield from capital_names(tokens, spoken, _LATIN)
        return
    place = 0
    while place < len(tokens):
        end = _end(tokens, place, spoken, main)
        if end > place:
            first, last = tokens[place], tokens[end - 1]
            text = first.text + "".join(token.gap + token.text for token in tokens[place + 1 : end])
            yield Found(first.start, last.end, text, "person" if words.is_given(first.folded, _LATIN) else "thing")
        place = max(end, place + 1)


def _end(tokens: list[Token], place: int, spoken: tuple[Language, ...], main: tuple[Language, ...]) -> int:
    """The place after the Latin name that begins at a place; the place itself when none does."""
    if not _begins(tokens, place, spoken, main):
        return place
    end = place + 1
    while end < len(tokens) and tokens[end].gap == " " and tokens[place].capital and (_is_capital(tokens[end]) or is_model(tokens[end])):
        end += 1
    return end


def _is_capital(token: Token) -> bool:
    if token.script != _LATIN or token.masked or any(char.isdecimal() for char in token.text):
        return False
    if token.text.isupper():
        return len(token.text) > 1 and token.folded not in words.initials()
    return token.capital or inner_capital(token.text)


def _begins(tokens: list[Token], place: int, spoken: tuple[Language, ...], main: tuple[Language, ...]) -> bool:
    token = tokens[place]
    if token.script != _LATIN or token.masked or len(token.text) == 1:
        return False
    if any(char.isdecimal() for char in token.text):
        return is_model(token) and token.text[:2].isalpha() and token.folded not in words.initials() and len(token.text) <= _LONGEST_MODEL
    near = _beside_label(tokens, place, main)
    if _is_capital(token):
        return words.is_known_name(token.folded, _LATIN) or not (words.is_function(token.folded, spoken) or (near and _is_common(token)))
    if not token.text.islower() or len(token.text) < _SHORTEST or near or _in_phrase(tokens, place):
        return False
    return words.is_known_name(token.folded, _LATIN) or not _is_common(token)


def _in_phrase(tokens: list[Token], place: int) -> bool:
    """Whether another lower-case Latin word stands beside: a phrase in another language, no product."""
    beside = [tokens[place - 1]] * (place > 0 and tokens[place].gap == " ") + tokens[place + 1 : place + 2]
    return any(token.script == _LATIN and token.text.islower() and (token.start < tokens[place].start or token.gap == " ") for token in beside)


def _beside_label(tokens: list[Token], place: int, main: tuple[Language, ...]) -> bool:
    """Whether the word before or after speaks of buttons, variables or commands (点击Save, переменная count)."""
    before = tokens[place - 1].folded if place else ""
    after = tokens[place + 1].folded if place + 1 < len(tokens) else ""
    for language in main:
        labels = language.names["labels"]
        if language.spaces and (before in labels or after in labels):
            return True
        if not language.spaces and any(before.endswith(label) or after.startswith(label) for label in labels):
            return True
    return False


def _is_common(token: Token) -> bool:
    """Whether a word is an ordinary one of any language in Latin letters: words of computing are borrowed from several."""
    return any(words.is_known(token.folded, language) for language in languages_of(_LATIN))
