"""The stretches of a text that are worth a look: all of a short one; of a long one those with a word with which a rule can begin.

The Latin words of a long text are looked at once each, however often they stand in it; other scripts are searched for the
beginnings of such words. This may find too much and never too little.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Sequence

from .index import WITHOUT_SPACES, clitics
from .keylike import latin_words
from .lexicon import ANCHORS, scripts_of, split
from .runs import seed_words
from .telling import ALONE, FIRST, NOT, PERSON, SECOND, SECOND_OF_TWO, SEED, THIRD, Telling, telling
from .trie import pattern
from .wordlists import LETTERS, entries, languages_in

_SHORT = 4_000  # characters of a text that is looked at as a whole
_AROUND, _REACH = 100, 130  # characters before and behind a word where a value or a lock may stand
_NEAR, _NEXT = 40, 5  # characters between words that are judged together, places in which the next word stands
_VALUE = re.compile(r"[0-9\"“„«»「『‹`'_#@!$%&*]")
_LETTERS_AHEAD = 6  # by which the words of other scripts are searched for
_GAP = 255  # stands for no word between two other characters
_NEXT_WORD = b"\xff{0,3}"


def _class(having: int, lacking: int = 0) -> bytes:
    """A pattern for a word that may be one thing and not another."""
    return b"[" + b"".join(b"\\x%02x" % kinds for kinds in range(_GAP) if kinds & having and not kinds & lacking) + b"]"


@functools.cache
def _worth() -> tuple[re.Pattern[bytes], ...]:
    """What of the row of words of a text is worth a look: words that tell alone, the person near a negation, a row of the words of wallets."""
    alone, person, negation, seed = _class(ALONE), _class(PERSON), _class(NOT), _class(SEED)
    return (
        re.compile(alone + b"(?:" + _NEXT_WORD + alone + b")*"),
        re.compile(person + b".{0,30}?" + negation, re.DOTALL),
        re.compile(negation + b".{0,30}?" + person, re.DOTALL),
        re.compile(seed + b"(?:\xff{0,8}" + seed + b"){11,}"),
    )


@functools.cache
def _phrases() -> tuple[re.Pattern[bytes], ...]:
    """The first words of phrases of two words, and of more, with the second one as a group."""
    first, two, second, third = _class(FIRST, ALONE), _class(SECOND_OF_TWO), _class(SECOND), _class(THIRD)
    return (
        re.compile(first + b"(?=" + _NEXT_WORD + b"(" + two + b"))"),
        re.compile(first + b"(?=" + _NEXT_WORD + b"(" + second + b")" + _NEXT_WORD + third + b")"),
    )


_LATIN_WORD = re.compile("[a-z]+")

Place = tuple[int, int]


def worth_a_look(low: str) -> list[tuple[int, str]]:
    """The stretches without a full stop or a line break, each with its place."""
    if len(low) <= _SHORT:
        return split(low)
    lines = low.split("\n")
    different = dict.fromkeys(lines)
    if 2 * len(different) > len(lines):
        return list(_around(low, _telling_in(low)))
    once = "\n".join(different)
    found: dict[str, list[tuple[int, str]]] = {}  # the stretches by the line that they stand in
    for place, stretch in _around(once, _telling_in(once)):
        start = once.rfind("\n", 0, place) + 1
        found.setdefault(once[start : _line_end(once, start)], []).append((place - start, stretch))
    if not found:
        return []
    ends = itertools.accumulate(len(line) + 1 for line in lines)
    return [(end - len(line) - 1 + place, stretch) for line, end in zip(lines, ends, strict=True) if line in found for place, stretch in found[line]]


def _telling_in(low: str) -> list[Place]:
    """The places with which a rule can begin."""
    scripts = scripts_of(low)
    codes = languages_in(scripts)
    places: list[Place] = []
    for script in scripts:
        places += _latin(low, codes) if script == "Latin" else (match.span() for begin in _beginnings(script, codes) for match in begin.finditer(low))
    return sorted(places)


def _around(low: str, places: Sequence[Place]) -> Iterator[tuple[int, str]]:
    """The stretches in which the places lie: of each line with one, those that it touches."""
    first, done = 0, 0
    while first < len(places):
        start, end = places[first]
        begin = low.rfind("\n", done, max(start, done)) + 1 or done
        stop = _line_end(low, end)
        last = first + 1
        while last < len(places) and places[last][0] < stop:
            if places[last][1] > stop:
                stop = _line_end(low, places[last][1])
            last += 1
        yield from _touched(split(low, begin, stop), places[first:last])
        first, done = last, stop


def _line_end(low: str, place: int) -> int:
    end = low.find("\n", place)
    return end if end >= 0 else len(low)


def _touched(segments: list[tuple[int, str]], places: Sequence[Place]) -> Iterator[tuple[int, str]]:
    place = 0
    for offset, segment in segments:
        while place < len(places) and places[place][1] <= offset:
            place += 1
        if place < len(places) and places[place][0] < offset + len(segment):
            yield offset, segment


def _latin(low: str, codes: tuple[str, ...]) -> Iterator[Place]:
    """The places of Latin words with which a rule can begin, and of rows of the words of wallets."""
    if 3 * len(low.encode("ascii", "ignore")) > len(low):
        words, offsets = latin_words(low), None
    else:
        found = [(match.start(), match[0].encode()) for match in _LATIN_WORD.finditer(low)]
        words, offsets = [word for _, word in found], [offset for offset, _ in found]
    anchors = telling(codes)
    kinds = anchors.kinds(set(words))
    for word in kinds.keys() & _seeds():
        kinds[word] |= SEED
    kinds[b""] = _GAP
    row = bytes(map(kinds.__getitem__, words))
    places = sorted(_telling_places(row, words, anchors))
    lengths = list(itertools.accumulate(map(len, words), initial=0)) if places and not offsets else []
    done = -_NEAR
    for place, last in places:
        start = offsets[place] if offsets else lengths[place] + place  # one character between two words
        end = (offsets[last - 1] if offsets else lengths[last - 1] + last - 1) + len(words[last - 1])
        word = words[place]
        if word in anchors.turns:
            yield max(start - _AROUND, 0), end + _AROUND
        elif last - place > 1 or start - done < _NEAR or word not in anchors.valued or _may_tell(low, start, end, anchors, words[place : place + _NEXT]):
            done = end
            yield start, end


def _may_tell(low: str, start: int, end: int, anchors: Telling, words: list[bytes]) -> bool:
    """Does a word that needs a value have one near it, or is it the first of a phrase?"""
    if _VALUE.search(low, max(start - _AROUND, 0), end + _REACH):
        return True
    following = next(filter(None, words[1:]), b"")
    return words[0] in anchors.pairs and anchors.are_pair(words[0], following)


def _telling_places(row: bytes, words: list[bytes], anchors: Telling) -> set[tuple[int, int]]:
    """The stretches of the row of words that tell, as first word and last."""
    found = {match.span() for worth in _worth() for match in worth.finditer(row)}
    for phrase in _phrases():
        found |= {(match.start(), match.end(1)) for match in phrase.finditer(row) if anchors.are_pair(words[match.start()], words[match.start(1)])}
    return found


@functools.cache
def _seeds() -> frozenset[bytes]:
    return frozenset(word.encode() for word in seed_words())


@functools.lru_cache(maxsize=64)
def _beginnings(script: str, codes: tuple[str, ...]) -> list[re.Pattern[str]]:
    """Where a word of a script may stand with which a rule can begin."""
    words = {entry.word for entry in entries(codes) if entry.script == script and entry.kind in ANCHORS}
    begins = pattern((_beginning(word) for word in words), "")
    if script in WITHOUT_SPACES:
        return [re.compile(f"(?:(?=[{''.join(sorted({re.escape(word[0]) for word in words}))}]){begins})+")] if words else []
    start = f"(?<![{LETTERS[script]}])(?=[{LETTERS[script]}])"
    return [re.compile(start + begins), *([re.compile(f"{start}(?={clitics})(?:{clitics}){begins}")] if script == "Arabic" else [])]


def _beginning(word: str) -> str:
    """The first letters of an entry, across the gaps of a phrase."""
    letters = 0
    for place, char in enumerate(word.strip("*")):
        if letters == _LETTERS_AHEAD:
            return word.strip("*")[:place].rstrip("+") + "*"
        letters += char != "+"
    return word.strip("*") + "*"
