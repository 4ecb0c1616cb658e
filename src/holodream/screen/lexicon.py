"""The words of all languages that the screen listens for, as marks in a text: where each stands and what kinds of word it is."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..language.characters import MARKS
from .level import Level, as_latin, signs
from .trie import pattern
from .wordlists import COMMAND_KINDS, LETTERS, LOCAL_KINDS, NOT_LETTERS, SECRET_KINDS, abroad, bit, entries, everywhere, function_words, languages_by_script

KINDS = SECRET_KINDS + COMMAND_KINDS
BIT: Mapping[str, int] = {kind: 1 << place for place, kind in enumerate(KINDS)}
# Kinds with which a rule begins; the others only help.
_HELPING = ("cards", "places", "rule_nouns", "guards", "whose", "own", "asks", "always", "person", "note", "care", "reading", "goods", "blind")
_OPENING = sum(bits for kind, bits in BIT.items() if kind not in _HELPING)
LOCAL: Mapping[str, int] = {kind: 1 << place for place, kind in enumerate(LOCAL_KINDS)}

UNSPACED = re.compile(f"[{LETTERS['Thai']}{LETTERS['Han']}]")
_WITHOUT_SPACES = ("Thai", "Han")
_CLITICS = "(?:[وف](?:[بك]?ال|لل|[بلك])?|[بك]?ال|لل|[بلك])"  # "and", "with", "to", "the", written as one word with what follows in Arabic
_LATIN_RUN = re.compile("[a-z][ -~]*")
_PERIOD = 80  # characters of a stretch that is repeated on and on
_BEGINNING = 6  # letters by which a word is looked for first
_MOST_PATTERNS = 20_000
_NOT_WORD = re.compile(r"[\s'_+*-]+")
_NAME_BEFORE, _NAME_AFTER = re.compile(r"[\w)][_./\\@]+$|[/\\@_.][\w-]*-$|^[/\\@_.]+$"), re.compile(r"[_./\\@]\w|-\w+(?:[-.]\w+)*\.\w|-\w+-\w")
_ASSIGNED = re.compile(r"\w{0,30}[\"']?\s?[=:]")

_SEGMENT = re.compile(r"(?:[^\n.!?…。！？؟।]++|[.!?…](?![\s\"'”»」)]|$))+")

Meaning = tuple[tuple[str, int, str], ...]  # (kind, languages as bits, mark before the entry: "~", "^" or "")
Found = tuple[int, int, int, Meaning]  # start, end, kinds, meaning


@dataclass(slots=True)
class Mark:
    """A known word in a text."""

    start: int
    end: int
    kinds: int
    meaning: Meaning
    segment: int = 0  # where the stretch without a full stop begins in which it stands
    stop: int = 0  # and where it ends

    def languages(self, kind: str) -> int:
        """The languages in which the mark is such a word, as bits."""
        bits = 0
        for name, languages, _ in self.meaning:
            if name == kind:
                bits |= languages
        return bits

    def any_language(self, kinds: Iterable[str]) -> int:
        """The languages in which the mark is a word of any of the kinds."""
        bits = 0
        for kind in kinds:
            bits |= self.languages(kind)
        return bits

    def manner(self, kind: str, languages: int) -> str:
        """How the mark commands: "" by its form alone, "^" at the start of a clause, "~" together with a request."""
        manners = {how for name, bits, how in self.meaning if name == kind and bits & languages}
        return "" if "" in manners else "^" if "^" in manners else "~"


@functools.cache
def _home(code: str) -> int:
    """The languages in whose sentences the words of a language are at home."""
    return bit(code) | sum({bit(other) for script in abroad().get(code, ()) for other in languages_by_script()[script]})


def _languages(code: str, word: str) -> int:
    """Where a word is at home; a phrase of three words or more may be quoted anywhere if its language is one that is quoted."""
    return everywhere() if code in abroad() and word.count("+") >= 2 else _home(code)


class _Words:
    """The words of one script: a small pattern finds where one may begin, one for each beginning is made when it is first met."""

    def __init__(self, script: str, bits: Mapping[str, int]) -> None:
        self.script, self._bits = script, bits
        self._meanings: dict[str, dict[tuple[str, str], int]] = {}
        self._groups: dict[str, set[str]] = {}
        for entry in entries():
            if entry.script == script and entry.kind in bits:
                self._groups.setdefault(_beginning(entry.word), set()).add(entry.word)
                found = self._meanings.setdefault(entry.word, {})
                found[entry.kind, entry.manner] = found.get((entry.kind, entry.manner), 0) | _languages(entry.code, entry.word)
        self.spelled = {entry.spelled for entry in entries() if entry.script == script and entry.kind in bits} if script == "Latin" else set()
        self._by_letters: dict[str, set[str]] = {}
        for start, words in self._groups.items():
            self._by_letters.setdefault(_NOT_WORD.sub("", start), set()).update(words)
        self._patterns: dict[str, tuple[re.Pattern[str], dict[str, tuple[int, Meaning]]]] = {}
        source = words_pattern(script, {_opening(start, words) for start, words in self._groups.items()}, ahead=True)
        self.begins = [re.compile(source)]
        if script == "Arabic":
            self.begins.append(re.compile(source.replace("(?=[", f"(?={_CLITICS})(?:{_CLITICS})(?=[", 1)))

    def at(self, beginning: str) -> tuple[re.Pattern[str], dict[str, tuple[int, Meaning]]]:
        """The pattern of the words with a beginning, and what they are."""
        known = self._patterns.get(beginning)
        if known is None:
            if len(self._patterns) > _MOST_PATTERNS:  # beginnings may be written with many kinds of gaps
                self._patterns.clear()
            spelled, beginning = beginning, _NOT_WORD.sub("", beginning)
            words = {word for start, group in self._by_letters.items() if beginning.startswith(start) for word in group}
            known = re.compile(pattern((word.lstrip("*") for word in words), _end(self.script))), self._all_meanings(words)
            self._patterns[spelled] = known
        return known

    def _letters_of(self, word: str) -> str:
        """A word as it is looked up: without its gaps, but a hyphen with which the opening of a key ends belongs to it."""
        formats = all(kind == "openings" for kind, _ in self._meanings[word])
        return word.rstrip("*") if formats else _NOT_WORD.sub("", word)

    def _all_meanings(self, words: set[str]) -> dict[str, tuple[int, Meaning]]:
        """What each word is, by its letters; a longer word also is what its open beginnings are."""
        spelled: dict[str, dict[tuple[str, str], int]] = {}
        for word in words:
            key = self._letters_of(word)
            for other in words:
                bare = self._letters_of(other)
                opens = word.startswith(other.rstrip("*") + "+")
                if bare == key or opens or (other.endswith("*") and key.startswith(bare)):
                    found = spelled.setdefault(key, {})
                    for kind, bits in self._meanings[other].items():
                        if not opens or kind[0] in ("whose", "own"):
                            found[kind] = found.get(kind, 0) | bits
        meanings = {key: tuple((kind, bits, manner) for (kind, manner), bits in found.items()) for key, found in spelled.items()}
        return {key: (sum({self._bits[kind] for kind, _, _ in meaning}), meaning) for key, meaning in meanings.items()}


def _beginning(word: str) -> str:
    """The first letters of a word, across the gaps of a phrase."""
    word = word.strip("*")
    letters = 0
    for place, char in enumerate(word):
        if letters == _BEGINNING:
            return word[:place].rstrip("+")
        letters += char != "+"
    return word


def _opening(start: str, words: set[str]) -> str:
    """The entry by which the words with a beginning are looked for: whole, when none of them goes on."""
    inside = "*" if any(word[0] == "*" for word in words) else ""
    return inside + start + ("" if words == {start} else "*")


@functools.cache
def _of_script(script: str) -> _Words:
    return _Words(script, BIT)


@functools.cache
def _local(script: str) -> _Words:
    return _Words(script, LOCAL)


def _end(script: str) -> str:
    """What must follow a whole word: no letter of its script."""
    return f"(?![{LETTERS[script]}{MARKS if script == 'Devanagari' else ''}])" if script not in (*_WITHOUT_SPACES, "") else ""


def words_pattern(script: str, words: set[str], ahead: bool = False) -> str:
    """The source of a pattern for words of one script; what it matches is in its first or second group (`ahead`: only looked at)."""
    if not words:
        return "((?!))"
    letters = LETTERS[script]
    if script in _WITHOUT_SPACES:
        return f"(?=[{''.join(sorted({re.escape(word[0]) for word in words}))}]){('(?=({}))' if ahead else '({})').format(pattern(words, ''))}"
    start = rf"(?<![{letters}0-9])(?=[{letters}])" if script == "Latin" else f"(?<![{letters}])(?=[{letters}])"
    looked = "(?=({}))" if ahead else "({})"
    source = start + looked.format(pattern((word.lstrip("*") for word in words), _end(script)))
    inside = {word.lstrip("*") for word in words if word.startswith("*")}
    return f"{source}|{looked.format(pattern(inside, _end(script)))}" if inside else source


@functools.cache
def _present(script: str) -> re.Pattern[str]:
    return re.compile(f"[{LETTERS[script]}]")


@functools.cache
def _any_of(scripts: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(f"[{''.join(LETTERS[script] for script in scripts)}]")


def _scripts(low: str) -> list[str]:
    """The scripts of a text. Each look at it is for all that were not found yet, so there are few."""
    missing, found = tuple(LETTERS), []
    match = None if low.isascii() else _any_of(missing[1:]).search(low)
    while match:
        script = next(script for script in missing if _present(script).match(match[0]))
        found.append(script)
        missing = tuple(other for other in missing if other != script)
        match = _any_of(missing[1:]).search(low, match.end()) if len(missing) > 1 else None
    return [*(["Latin"] if _present("Latin").search(low) else []), *found]


def split(low: str) -> list[tuple[int, str]]:
    """A text in stretches without a full stop or a line break, each with its place."""
    return [(match.start(), match[0]) for match in _SEGMENT.finditer(low)]


def marks(level: Level, segments: list[tuple[int, str]]) -> list[Mark]:
    """All known words of a level text, in order; of words that begin at the same place only the longest.

    A word does not reach beyond a sentence, so each different sentence of a long text is looked through once.
    """
    low = level.low
    scripts = _scripts(low)
    known: dict[str, list[Found]] = {}
    marks: list[Mark] = []
    opening = BIT["openings"]
    for offset, segment in segments:
        found = known.get(segment)
        if found is None:
            found = known[segment] = _in_segment(segment, scripts)
        for start, end, kinds, meaning in found:
            if not kinds & opening and segment[start] <= "z" and not _is_meant(level, offset + start, offset + end):
                continue
            if kinds & opening or segment[start] > "z" or not _in_a_name(low, offset + start, offset + end):
                marks.append(Mark(offset + start, offset + end, kinds, meaning, offset, offset + len(segment)))
    return marks


def _in_segment(segment: str, scripts: list[str]) -> list[Found]:
    """The words of a segment; none when no rule begins with any of them."""
    found: list[Found] = []
    for script in scripts:
        words = _of_script(script)
        for begins in words.begins:
            if script == "Latin" and len(scripts) > 1:
                for run in _LATIN_RUN.finditer(segment):
                    places = (begin for begin in begins.finditer(segment, run.start(), run.end() + _BEGINNING) if begin.start() < run.end())
                    found += _found(words, places, segment)
            else:
                found += _found(words, begins.finditer(segment), segment)
    if len(scripts) > 1:
        found.sort(key=lambda place: (place[0], -place[1]))
    return found if any(kinds & _OPENING for _, _, kinds, _ in found) else []


def _last_of_a_row(segment: str, repeated: str, place: int) -> int:
    """Where the last of the same stretch again and again begins: those between add nothing."""
    while segment.startswith(repeated, place + len(repeated)):
        place += len(repeated)
    return place


def _found(words: _Words, begins: Iterable[re.Match[str]], segment: str) -> Iterator[Found]:
    done, hidden = -1, BIT["hidden_nouns"]
    met: dict[str, int] = {}  # where each beginning was met last
    for begin in begins:
        group = begin.lastindex or 1
        start = begin.start(group)
        if start < done:
            continue
        known, meanings = words.at(begin[group])
        match = known.match(segment, start)
        if match:
            kinds, meaning = meanings.get(match[0]) or meanings[_NOT_WORD.sub("", match[0])]
            done = start + 1 if kinds == hidden else match.end()
            yield start, match.end(), kinds, meaning
            last = met.get(begin[group], -1)
            if last >= 0 and start - last <= _PERIOD and segment.startswith(segment[last:start], start):
                done = _last_of_a_row(segment, segment[last:start], start)
            met[begin[group]] = start


@functools.cache
def _accented() -> re.Pattern[str]:
    return re.compile(f"[{signs('folded')}]")


def _is_meant(level: Level, start: int, end: int) -> bool:
    """Accents may be left out, but others are another word (montre, montré)."""
    plain = level.plain[start:end]
    if plain.isascii() or not _accented().search(plain):
        return True
    spelled = as_latin(plain.lower())
    return NOT_LETTERS.sub("", spelled) in _of_script("Latin").spelled


def _in_a_name(low: str, start: int, end: int) -> bool:
    """Is the word only a part of the name of a file, a variable, a package, an address?"""
    before, after = low[start - 1 : start], low[end : end + 1]
    if before and before in "_./\\@" and _NAME_BEFORE.search(low[max(start - 40, 0) : start]):
        return _ASSIGNED.match(low, end) is None
    if before == "-" and _NAME_BEFORE.search(low[max(start - 40, 0) : start]):
        return True
    return bool(after) and after in "_./\\@-" and _NAME_AFTER.match(low, end, end + 60) is not None and _ASSIGNED.match(low, end) is None


@dataclass(slots=True)
class Local:
    """A word that matters only near a place that was found."""

    start: int
    end: int
    kinds: int


@functools.cache
def _signs() -> tuple[re.Pattern[str], Mapping[str, int]]:
    """The local words that are signs (":", "→"), which belong to every language."""
    kinds: dict[str, int] = {}
    for entry in entries():
        if entry.kind in LOCAL and entry.script == "signs":
            kinds[entry.word] = kinds.get(entry.word, 0) | LOCAL[entry.kind]
    return re.compile("|".join(map(re.escape, sorted(kinds, key=len, reverse=True)))), kinds


def local_words(low: str, start: int, end: int) -> list[Found]:
    """The local words of a stretch of text in all languages; not in order."""
    start = max(start, 0)
    pattern, signs = _signs()
    found: list[Found] = [(match.start(), match.end(), signs[match[0]], ()) for match in pattern.finditer(low, start, end)]
    for script in LETTERS:
        if _present(script).search(low, start, end):
            words = _local(script)
            for begins in words.begins:
                found += (place for place in _found(words, begins.finditer(low, start, end), low) if place[1] <= end)
    return found


def in_languages(found: list[Found], languages: int, offset: int = 0) -> list[Local]:
    """Of local words those of some languages; signs belong to all."""
    kept = []
    for start, end, kinds, meaning in found:
        if meaning:
            kinds = 0
            for kind, bits, _ in meaning:
                if bits & languages:
                    kinds |= LOCAL[kind]
        if kinds:
            kept.append(Local(start + offset, end + offset, kinds))
    return kept


def nearby(low: str, start: int, end: int, languages: int) -> list[Local]:
    """The local words of a stretch of text, in the given languages only; not in order."""
    return in_languages(local_words(low, start, end), languages)


def hears(kind: str, low: str, start: int, end: int, languages: int) -> bool:
    """Does a local word of the kind stand in the stretch?"""
    return any(local.kinds & LOCAL[kind] for local in nearby(low, start, end, languages))


_SPOKEN = re.compile(r"[^\W\d_]+")


def spoken(low: str, start: int, end: int) -> int:
    """The languages that a stretch of text may be in, by its scripts and its function words."""
    start = max(start, 0)
    counts: dict[int, int] = {}
    known = function_words()
    for word in _SPOKEN.findall(low, start, end):
        found = known.get(word, 0)
        while found:
            lowest = found & -found
            counts[lowest] = counts.get(lowest, 0) + 1
            found ^= lowest
    most = max(counts.values(), default=0)
    bits = 0
    for script, codes in languages_by_script().items():
        if _present(script).search(low, start, end):
            several = len(codes) > 1 and script not in _WITHOUT_SPACES
            bits |= sum(bit(code) for code in codes if not several or code in abroad() or 3 * counts.get(bit(code), 0) >= most)
    return bits
