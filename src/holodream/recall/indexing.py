"""Under which terms a fact is indexed: its words, its names (@), its keywords, and the kinds of answer it holds (#)."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence

from ..language import Language, Word, analyse, fold, script_of
from ..language.answers import kinds_held
from ..language.sound import SIGN as SOUND_SIGN

NAME_SIGN, KIND_SIGN = "@", "#"
NOT_WORDS = (NAME_SIGN, KIND_SIGN, SOUND_SIGN)
_ORDINARY = 4.2  # Zipf value from which a word of a longer name does not name anything by itself
_FULL_NAME = 3  # syllables of a full Korean name: the family name, then the given name by which people call each other


def index_terms(text: str, names: Sequence[str], keywords: Sequence[str]) -> tuple[str, ...]:
    """The terms of a fact, each once. Pure; a message is looked up with the same analysis."""
    analysis = analysed(text)
    names = sorted(names)  # in whatever order the store keeps them, the terms are the same
    found = dict.fromkeys(analysis.terms)
    in_text = {word.text: word for word in analysis.words}
    for keyword in keywords:
        found.update(dict.fromkeys(_again(keyword).terms))
    for name in names:
        words = _words_in_text(name, in_text)
        if words is None:
            words = _again(name).words
            found.update(dict.fromkeys(_again(name).terms))
        found.update(dict.fromkeys(_name_terms(words, analysis.languages)))
    found.update(dict.fromkeys(KIND_SIGN + kind for kind in sorted(kinds_held(analysis, text, names))))
    return tuple(term for term in found if term)


analysed = functools.lru_cache(maxsize=64)(analyse)  # a fact's text: a save asks for it more than once
_again = functools.lru_cache(maxsize=2000)(analyse)  # names and keywords come back in fact after fact


def word_terms(terms: Iterable[str]) -> frozenset[str]:
    """Of the terms of a fact those that are words."""
    return frozenset(term for term in terms if not term.startswith(NOT_WORDS))


def name_terms(name: str, languages: tuple[Language, ...] = ()) -> list[str]:
    """One term for each word of a name but its titles, also without its ending; writing without spaces is kept whole.

    `languages` are those of the text that the name stands in.
    """
    return _name_terms(_again(name).words, languages)


def _words_in_text(name: str, in_text: Mapping[str, Word]) -> tuple[Word, ...] | None:
    """The words of a name as they were understood in the text; None when it stands there otherwise, or in writing without spaces."""
    words = [in_text.get(part) for part in fold(name).split()]
    known = tuple(word for word in words if word is not None and not word.stop and word.languages and word.languages[0].spaces)
    return known if known and len(known) == len(words) else None


def _name_terms(words: tuple[Word, ...], languages: tuple[Language, ...]) -> list[str]:
    whole = "".join(word.text for word in words)
    if words and words[0].languages and not words[0].languages[0].spaces:
        return [NAME_SIGN + whole]
    titles = _titles(tuple(dict.fromkeys(language for word in words for language in word.languages)))
    words = tuple(word for word in words if word.text not in titles and not word.number)
    telling = [word.text for word in words if word.zipf < _ORDINARY]  # of "Brisa Center" the first word names it
    bearing = telling or [word.text for word in words] or [whole]
    bearing += [bare for word in words if word.text in bearing for bare in without_name_endings(word.text, languages)]
    bearing += [word[1:] for word in bearing if len(word) == _FULL_NAME and script_of(word[0]) == "Hangul"]
    return [NAME_SIGN + word for word in dict.fromkeys(bearing)]


@functools.lru_cache(maxsize=64)
def _titles(languages: tuple[Language, ...]) -> frozenset[str]:
    return frozenset().union(*(language.titles_before | language.titles_after for language in languages))


@functools.lru_cache(maxsize=4000)
def without_name_endings(text: str, languages: tuple[Language, ...]) -> frozenset[str]:
    """A name as it is and without the endings that names take (Лены, Лене, Лена: лен)."""
    least = 2 if script_of(text[0]) == "Cyrillic" else 3
    endings = [ending for language in languages for ending in language.name_endings if text.endswith(ending)]
    return frozenset([text, *(text[: -len(ending)] for ending in endings if len(text) - len(ending) >= least)])
