"""Whether a text mentions a name: as it is spelt, inflected, or by a part of it that bears it alone (Herr Müller, for Peter Müller)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from ..analysis import Word, analyse
from ..catalogue import languages_of
from ..characters import fold, script_of
from .finding import names
from .forms import fits, is_form_of, is_listed

_ORDINARY = 4.2  # Zipf value from which a word of a longer name does not name anything by itself
_SHORTEST = 3  # letters that an ending leaves of a name


def mentions(text: str, spellings: Iterable[str]) -> bool:
    """Whether one of the spellings of a name stands in a text, at word borders where the writing has them."""
    words = analyse(text).words
    others = [_parts(name.text) for name in names(text)]
    return any(_stands_in(_even(spelling), _even(text)) or _is_named(spelling, words, others) for spelling in spellings)


def _even(text: str) -> str:
    return " ".join(fold(text).replace("-", " ").replace("_", " ").split())


def _stands_in(name: str, text: str) -> bool:
    if not name:
        return False
    if not all(language.spaces for language in languages_of(script_of(name[0]))):
        return name in text
    place = text.find(name)
    while place >= 0:
        if not _in_word(text[place - 1 : place]) and not _in_word(text[place + len(name) : place + len(name) + 1]):
            return True
        place = text.find(name, place + 1)
    return False


def _in_word(char: str) -> bool:
    return bool(char) and unicodedata.category(char)[0] in "LMN"


def _is_named(spelling: str, words: Sequence[Word], others: Sequence[Sequence[str]]) -> bool:
    """Whether the words of a name stand in a text in any form; of a long name one word that is not part of somebody else's name."""
    parts = _parts(spelling)
    found = [part for part in parts if any(_is_form(word, part) for word in words)]
    if len(found) == len(parts):
        return bool(parts)
    telling = [part for part in found if not _is_ordinary(part) or any(part in other for other in others)]
    return any(not any(_belongs_to_other(part, parts, other) for other in others) for part in telling)


def _is_ordinary(part: str) -> bool:
    return not is_listed(part) and any(word.zipf >= _ORDINARY for word in analyse(part).words)


def _belongs_to_other(part: str, parts: Sequence[str], other: Sequence[str]) -> bool:
    """Whether another name of several words has this part and words that the name has not."""
    if not any(part == word or is_form_of(word, part) for word in other):
        return False
    return any(not any(word == own or is_form_of(word, own) for own in parts) for word in other)


def _parts(name: str) -> list[str]:
    """The folded words of a name without forms of address."""
    words = analyse(name).words
    titles = frozenset().union(*(language.titles_before | language.titles_after for word in words for language in word.languages))
    return [part for part in _even(name).split() if part.strip(".") not in titles] or _even(name).split()


def _is_form(word: Word, part: str) -> bool:
    whole = word.text.partition("'")[0]
    if part in (word.text, whole) or is_listed(whole):
        return part in (word.text, whole)
    rest = word.text[len(part) :]
    ends = len(part) >= _SHORTEST and word.text.startswith(part) and any(rest == ending for language in word.languages for ending in language.name_endings)
    return part == word.bare or is_form_of(word.text, part) or (ends and fits(part, rest))
