"""The stretches of a text that are worth a look: all of a short one; of a long one those with a word with which a rule can begin.

The Latin words of a long text are looked at once each, however often they stand in it; other scripts are searched for the
beginnings of such words. This may find too much and never too little.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Sequence

from .filed import WITHOUT_SPACES
from .index import clitics
from .keylike import latin_words
from .lexicon import ANCHORS, BIT, anchors_of, scripts_of, split
from .plainwords import may_be_spoken
from .runs import seed_words
from .telling import ALONE, FIRST, NOT, PERSON, PLACES, SECOND, SECOND_OF_TWO, SEED, THIRD, Telling, telling
from .trie import pattern
from .wordlists import LETTERS, entries, languages_in

_SHORT = 4_000  # characters of a text that is looked at as a whole
_AROUND, _REACH = 100, 130  # characters before and behind a word where a value or a lock may stand
_NEAR, _NEXT = 40, 5  # characters between words that are judged together, places in which the next word stands
_VALUE = re.compile(r"[0-9\"“„«»「『‹`_#@!$%&*]")
_ENTERED = re.compile(r"\d{2}[a-z]?\d|\d{1,2}[ -]\d{1,2}[ -]\d|[\"“„«»「‹]|(?<![a-z0-9])['`]")  # what may be entered at a door
_ENTERED_SIGN, _ENTERED_REACH = re.compile(r"[!#$%^&*_?]|\+(?<=\w\+)\w"), 64
_KEYS = {"keys", "logins"}
_KEY_VALUE = re.compile(r"[\"“„«»「『‹`']|(?=\S{8})[^\s0-9_#@!$%&*]*[0-9_#@!$%&*]")  # the value of a key is quoted or long
_ENDS = ("\n", ". ", "! ", "? ")  # the most common ends of a sentence
_SENTENCE = 200  # characters around the person in which a negation may stand
_ADDRESS = re.compile(r"[@.:](?=[/a-z0-9])")
_LETTERS_AHEAD = 6  # by which the words of other scripts are searched for
_GAP = 255  # stands for no word between two other characters
_NEXT_WORD = b"\xff{0,3}"


def _class(having: int, lacking: int = 0) -> bytes:
    """A pattern for a word that may be one thing and not another."""
    return b"[" + b"".join(b"\\x%02x" % kinds for kinds in range(_GAP) if kinds & having and not kinds & lacking) + b"]"


@functools.cache
def _worth() -> tuple[re.Pattern[bytes], ...]:
    """What of the row of words of a text is worth a look: words that tell alone, rows of the words of wallets, the person near a negation."""
    alone, person, negation, seed = _class(ALONE), _class(PERSON), _class(NOT), _class(SEED)
    return (
        re.compile(alone + b"(?:" + _NEXT_WORD + alone + b")*"),
        re.compile(seed + b"(?:\xff{0,8}" + seed + b"){11,}"),
        re.compile(person + b".{0,30}?" + negation, re.DOTALL),
        re.compile(negation + b".{0,30}?" + person, re.DOTALL),
    )


@functools.cache
def _phrases() -> tuple[re.Pattern[bytes], ...]:
    """The first words of phrases of two words, and of more, with the second one as a group."""
    first, two, second, third = _class(FIRST, ALONE), _class(SECOND_OF_TWO), _class(SECOND), _class(THIRD)
    return (
        re.compile(first + b"(?=" + _NEXT_WORD + b"(" + two + b"))"),
        re.compile(first + b"(?=" + _NEXT_WORD + b"(" + second + b")" + _NEXT_WORD + b"(" + third + b"))"),
    )


_LATIN_WORD = re.compile("[a-z]+")
_ENTER = {"enter"}

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
        if script == "Latin":
            places += _latin(low, codes)
        elif script in WITHOUT_SPACES:
            places += _unspaced(low, script, codes)
        else:
            places += (match.span() for begin in _beginnings(script, codes) for match in begin.finditer(low))
    return sorted(places)


def _unspaced(low: str, script: str, codes: tuple[str, ...]) -> Iterator[Place]:
    """The anchors of a script without spaces; the person only in a sentence with a negation or an address."""
    person, denied = BIT["person"], _denied(script, codes)
    for start, end, kinds, _ in anchors_of(script, codes).find(low):
        if kinds == person:
            begin = max(low.rfind(sign, max(start - _SENTENCE, 0), start) for sign in "\n。") + 1 or max(start - _SENTENCE, 0)
            stop = low.find("\n", end, end + _SENTENCE)
            stop = stop if stop >= 0 else end + _SENTENCE
            if not denied.search(low, begin, stop) and not _ADDRESS.search(low, begin, stop + _AROUND):
                continue
        yield start, end


@functools.lru_cache(maxsize=64)
def _denied(script: str, codes: tuple[str, ...]) -> re.Pattern[str]:
    """A negation in the script."""
    words = {entry.word.strip("*").partition("+")[0] for entry in entries(codes) if entry.script == script and entry.kind in ("nots", "nots_after")}
    return re.compile("|".join(map(re.escape, sorted(filter(None, words)))) or "(?!)")


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
    denied = {match.span() for worth in _worth()[2:] for match in worth.finditer(row)}
    places = sorted(_telling_places(row, words, anchors) | denied)
    lengths = list(itertools.accumulate(map(len, words), initial=0)) if places and not offsets else []
    done = -_NEAR
    clean: set[tuple[str, int]] = set()  # what told nothing is not looked at again where it is repeated
    for place, last in places:
        start = offsets[place] if offsets else lengths[place] + place  # one character between two words
        end = (offsets[last - 1] if offsets else lengths[last - 1] + last - 1) + len(words[last - 1])
        word = words[place]
        if (place, last) in denied and "\n" in low[start:end]:
            continue
        if word in anchors.turns:
            yield max(start - _AROUND, 0), end + _AROUND
        elif last - place > 1 or start - done < _NEAR:
            done = end
            yield start, end
        else:
            begin = max(start - 2 * _AROUND - 1, 0)
            around = low[begin : end + 2 * _AROUND + 1], start - begin
            if around in clean:
                continue
            if _may_tell(low, (start, end), anchors, words, place):
                done = end
                yield start, end
            else:
                clean.add(around)


def _may_tell(low: str, where: Place, anchors: Telling, words: list[bytes], place: int) -> bool:
    """Has a word that needs a value, or another word, one near it, or is it the first of a phrase?"""
    word, (start, end) = words[place], where
    kinds, carriers = anchors.valued.get(word), anchors.carried.get(word)
    if carriers:
        told = _near_a_carrier(low, where, anchors, carriers)
    elif kinds is None:
        return True
    elif kinds == _ENTER:
        begin, stop = max(start - 2 * _AROUND, 0), end + 2 * _AROUND
        told = _ENTERED_SIGN.search(low, end, end + _ENTERED_REACH) is not None or (
            _near_a_carrier(low, where, anchors, PLACES) and _ENTERED.search(low, begin, stop) is not None
        )
    elif kinds <= _KEYS:
        told = _KEY_VALUE.search(low, max(start - _AROUND, 0), end + _REACH) is not None
    else:
        told = _VALUE.search(low, max(start - _AROUND, 0), end + _REACH) is not None or ("codes" in kinds and may_be_spoken(low, end, end + _REACH))
    return told or _begins_a_phrase(anchors, words[place : place + 2 * _NEXT])


def _near_a_carrier(low: str, where: Place, anchors: Telling, carriers: int) -> bool:
    """Does a word of some kinds stand in the same sentence, not far from the place?"""
    begin, stop = max(where[0] - _AROUND, 0), where[1] + _AROUND
    before, behind = low[begin : where[0]], low[where[1] : stop]
    cuts = [place for end in _ENDS if (place := behind.find(end)) >= 0]
    around = before[max(before.rfind(end) for end in _ENDS) + 1 :] + low[slice(*where)] + behind[: min(cuts, default=_AROUND)]
    return any(anchors.carries(word) & carriers for word in latin_words(around))


def _begins_a_phrase(anchors: Telling, words: list[bytes]) -> bool:
    first, *rest = words
    second, third, *_ = *filter(None, rest), b"", b""
    return (first in anchors.pairs and anchors.are_pair(first, second)) or (first in anchors.triples and anchors.are_triple(first, second, third))


def _telling_places(row: bytes, words: list[bytes], anchors: Telling) -> set[tuple[int, int]]:
    """The stretches of the row of words that tell, as first word and last."""
    found = {match.span() for worth in _worth()[:2] for match in worth.finditer(row)}
    pair, triple = _phrases()
    found |= {(match.start(), match.end(1)) for match in pair.finditer(row) if anchors.are_pair(words[match.start()], words[match.start(1)])}
    for match in triple.finditer(row):
        first, second, third = match.start(), match.start(1), match.start(2)
        if anchors.are_triple(words[first], words[second], words[third]):
            found.add((first, match.end(2)))
    return found


@functools.cache
def _seeds() -> frozenset[bytes]:
    return frozenset(word.encode() for word in seed_words())


@functools.lru_cache(maxsize=64)
def _beginnings(script: str, codes: tuple[str, ...]) -> list[re.Pattern[str]]:
    """Where a word of a script may stand with which a rule can begin."""
    words = {entry.word for entry in entries(codes) if entry.script == script and entry.kind in ANCHORS}
    begins = pattern((_beginning(word) for word in words), "")
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
