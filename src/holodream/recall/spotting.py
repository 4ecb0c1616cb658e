"""Names in a message: those of the store in writing without spaces, where a dictionary alone would cut them to pieces (蒼太くん → 蒼, 太く, ん),
and those that the store does not know."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from ..language import Language, Word, analyse, fold
from ..language.names.words import is_given
from ..store import IndexReader
from .indexing import NAME_SIGN
from .naming import known_name, name_forms, spoken_names
from .query import Query

_LONGEST_NAME = 12  # characters
_MOST_SPANS = 480
_RARE = 4.2  # Zipf value below which a given name that is typed without a capital is hardly another word
_RARE_GIVEN = 5.0  # the same in writing without capitals, where the whole message must show the name too
_MOST_WORDS = 120  # of a message that may ask about somebody


def with_known_names(query: Query, index: IndexReader) -> tuple[Word, ...]:
    """The words of a message; where a name of the store stands in unspaced writing, the name instead of the words it was cut into."""
    if not query.runs:
        return query.words
    spans = list(_spans(query))[:_MOST_SPANS]
    known = index.facts_with([NAME_SIGN + text for _, text in spans])
    words = list(query.words)
    taken: list[tuple[int, int]] = []
    for start, text in sorted(spans, key=lambda span: (-len(span[1]), span[0])):
        end = start + len(text)
        if NAME_SIGN + text not in known or any(start < other_end and other_start < end for other_start, other_end in taken):
            continue
        taken.append((start, end))
        words = [word for word in words if not (start < word.start + len(word.text) and word.start < end)]
        words.append(_name_word(text, start))
    return tuple(sorted(words, key=lambda word: word.start))


def strangers_named(query: Query, counts: Mapping[str, int]) -> frozenset[str]:
    """The words of names in the message that the store does not know as names: nobody else's fact answers for them.

    A word whose root no fact has, or a given name that the store knows only as a word of the same root (Marta, martes).
    A pasted page asks about nobody.
    """
    if query.length > _MOST_WORDS:
        return frozenset()
    shouted = query.text.isupper()  # capitals then show no name
    unknown = [word for word in query.words if not (word.pieces or word.number) and _is_unknown(word, counts, shouted)]
    capital = [word for word in unknown if word.capital and not shouted]
    listed = frozenset(word.text for word in unknown if word not in capital and word.zipf < _RARE and is_given(word.text, word.script))
    listed |= frozenset(word.text for word in capital if word.start and known_name(word) and not _capital_nouns(word))
    capital = [word for word in capital if word.text not in listed]
    caseless = [word for word in unknown if _is_caseless(word) and word.zipf < (_RARE_GIVEN if known_name(word) else _RARE)]
    if not (capital or caseless):
        return listed
    spoken = {fold(part) for name in spoken_names(query.text) for part in query.text[name.start : name.end].split()}
    return (
        listed
        | frozenset(word.text for word in capital if any(part.startswith(word.text) for part in spoken))
        | frozenset(word.text for word in caseless if any(word.text.startswith(part) for part in spoken))  # particles may follow
    )


def _is_unknown(word: Word, counts: Mapping[str, int], shouted: bool) -> bool:
    """Whether the store may not know a word as a name: nobody there is called so, and it has the root, if at all, of another word."""
    if not any(form in counts for form in word.forms):
        return True
    if any(NAME_SIGN + form in counts for form in name_forms(word)):
        return False
    if word.capital and not shouted:
        return bool(known_name(word)) or (word.start > 0 and not _capital_nouns(word))
    return word.zipf < (_RARE_GIVEN if _is_caseless(word) else _RARE) and bool(known_name(word))


def _is_caseless(word: Word) -> bool:
    return word.text.upper() == word.text.lower()


def _capital_nouns(word: Word) -> bool:
    return any(language.capital_nouns for language in word.languages)


def _spans(query: Query) -> Iterator[tuple[int, str]]:
    """Places where a name may stand: from the beginning of a word of the dictionary on, of any length."""
    for start, run, beginnings in query.runs:
        for place in beginnings:
            rest = run[place - start : place - start + _LONGEST_NAME]
            for length in range(2, len(rest) + 1):
                yield place, rest[:length]


def _name_word(text: str, start: int) -> Word:
    forms, languages, script = _read(text)
    return Word(text, forms, (), languages, script, pieces=True, capital=True, start=start)


@functools.lru_cache(maxsize=1000)
def _read(name: str) -> tuple[tuple[str, ...], tuple[Language, ...], str]:
    """The index terms of a name, its languages and its script."""
    words = analyse(name).words
    forms = tuple(dict.fromkeys(form for word in words for form in word.forms)) or (name,)
    return (forms, words[0].languages, words[0].script) if words else (forms, (), "")
