"""The words of all languages that the screen listens for, as marks in a text: where each stands and what kinds of word it is."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .filed import WITHOUT_SPACES, Filed
from .index import Found, Index, Meaning
from .level import Level, as_latin, signs
from .wordlists import (
    COMMAND_KINDS,
    LETTERS,
    LOCAL_KINDS,
    NOT_LETTERS,
    SECRET_KINDS,
    abroad,
    accounts,
    bit,
    entries,
    entries_of,
    function_words,
    languages_by_script,
    languages_in,
    spellings,
)

KINDS = SECRET_KINDS + COMMAND_KINDS
BIT: Mapping[str, int] = {kind: 1 << place for place, kind in enumerate(KINDS)}
NEGATION = 1 << len(KINDS)  # stands for a negation where kinds are bits
_KINDS, _LOCAL_KINDS = frozenset(KINDS), frozenset(LOCAL_KINDS)
LOCAL: Mapping[str, int] = {kind: 1 << place for place, kind in enumerate(LOCAL_KINDS)}

UNSPACED = re.compile(f"[{LETTERS['Thai']}{LETTERS['Han']}]")
_DISGUISED = 7  # letters of a word that is taken for one with other accents
_LATIN_RUN = re.compile("[a-z][ -~]*")
_NAME_BEFORE, _NAME_AFTER = re.compile(r"[\w)][_./\\@]+$|[/\\@_.][\w-]*-$|^[/\\@_.]+$"), re.compile(r"[_./\\@]\w|-\w+(?:[-.]\w+)*\.\w|-\w+-\w")
_ASSIGNED = re.compile(r"\w{0,30}[\"']?\s?[=:]")

_SEGMENT = re.compile(r"(?:[^\n.!?…。！？؟।]++|[.!?…](?![\s\"'”»」)]|$))+")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a text that is to be looked at, and the sentence in which it stands, as places in the text."""

    start: int
    end: int
    sentence: int
    stop: int


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


@functools.lru_cache(maxsize=64)
def words_of(script: str, codes: tuple[str, ...]) -> Index:
    """The words of some languages in one script that open a place worth a look."""
    return Index(script, [filed for code in (*codes, "") if (filed := _filed(script, code, _KINDS)).words], BIT)


@functools.lru_cache(maxsize=64)
def _local(script: str, codes: tuple[str, ...]) -> Index:
    return Index(script, [filed for code in codes if (filed := _filed(script, code, _LOCAL_KINDS)).words], LOCAL)


@functools.cache
def _filed(script: str, code: str, wanted: frozenset[str]) -> Filed:
    """The words of one language, which texts in several sets of scripts share; without a code those of every language."""
    found = entries_of(code) if code else accounts()
    return Filed(script, (entry for entry in found if entry.script == script and entry.kind in wanted))


@functools.cache
def _present(script: str) -> re.Pattern[str]:
    return re.compile(f"[{LETTERS[script]}]")


@functools.cache
def _any_of(scripts: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(f"[{''.join(LETTERS[script] for script in scripts)}]")


def scripts_of(low: str) -> list[str]:
    """The scripts of a text. Each look at it is for all that were not found yet, so there are few."""
    missing, found = tuple(LETTERS), []
    match = None if low.isascii() else _any_of(missing[1:]).search(low)
    while match:
        script = next(script for script in missing if _present(script).match(match[0]))
        found.append(script)
        missing = tuple(other for other in missing if other != script)
        match = _any_of(missing[1:]).search(low, match.end()) if len(missing) > 1 else None
    return [*(["Latin"] if _present("Latin").search(low) else []), *found]


def split(low: str, start: int = 0, end: int | None = None) -> list[tuple[int, str]]:
    """A text in stretches without a full stop or a line break, each with its place."""
    return [(match.start(), match[0]) for match in _SEGMENT.finditer(low, start, len(low) if end is None else end)]


def marks(level: Level, stretches: Sequence[Stretch]) -> list[Mark]:
    """All known words of some stretches of a level text, in order; of words that begin at the same place only the longest.

    A word does not reach beyond a sentence, and each different stretch is looked through once.
    """
    low = level.low
    known: dict[str, tuple[list[Found], tuple[str, ...]]] = {}
    marks: list[Mark] = []
    for stretch in stretches:
        text = low[stretch.start : stretch.end]
        if text not in known:
            scripts = scripts_of(text)
            known[text] = _in_segment(text, scripts, languages_in(scripts)), languages_in(scripts)
        found, codes = known[text]
        offset = stretch.start
        for start, end, kinds, meaning in found:
            if text[start] <= "z":
                kinds, meaning = _meant(level, offset + start, offset + end, kinds, meaning, codes)
                if not kinds or _in_a_name(low, offset + start, offset + end):
                    continue
            marks.append(Mark(offset + start, offset + end, kinds, meaning, stretch.sentence, stretch.stop))
    return marks


def _in_segment(segment: str, scripts: Sequence[str], codes: tuple[str, ...]) -> list[Found]:
    """The words of a segment."""
    indexes = [words_of(script, codes) for script in scripts]
    found: list[Found] = []
    for index in indexes:
        if index.script == "Latin" and len(indexes) > 1:
            for run in _LATIN_RUN.finditer(segment):
                found += index.find(segment, run.start(), run.end())
        else:
            found += index.find(segment)
    if len(indexes) > 1 or (indexes and indexes[0].script == "Arabic"):
        found.sort(key=lambda place: (place[0], -place[1]))
    return found


@functools.cache
def _accented() -> re.Pattern[str]:
    return re.compile(f"[{signs('folded')}]")


def _meant(level: Level, start: int, end: int, kinds: int, meaning: Meaning, codes: tuple[str, ...]) -> tuple[int, Meaning]:
    """What a word is as it is written: accents may be left out, but another is another word (montre, montré); several are a disguise (pàsswörd)."""
    plain = level.plain[start:end]
    if plain.isascii() or not _accented().search(plain):
        return kinds, meaning
    spelled = NOT_LETTERS.sub("", as_latin(plain.lower())).replace("ı", "i")
    known = spellings(codes)
    if spelled not in known:
        is_disguised = len(_accented().findall(spelled)) > 1 and len(spelled) >= _DISGUISED and plain.isalpha()
        return (kinds, meaning) if is_disguised else (0, ())
    written = frozenset[str]().union(*(known.get(spelled[:length], ()) for length in range(1, len(spelled) + 1)))  # with what begins it
    meaning = tuple(item for item in meaning if item[0] in written)
    return sum({BIT[kind] for kind, _, _ in meaning}), meaning


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
    for entry in entries(languages_in(("Latin",))):
        if entry.kind in LOCAL and entry.script == "signs":
            kinds[entry.word] = kinds.get(entry.word, 0) | LOCAL[entry.kind]
    return re.compile("|".join(map(re.escape, sorted(kinds, key=len, reverse=True)))), kinds


def local_words(low: str, start: int, end: int) -> list[Found]:
    """The local words of a stretch of text in all languages; not in order."""
    start = max(start, 0)
    pattern, signs = _signs()
    found: list[Found] = [(match.start(), match.end(), signs[match[0]], ()) for match in pattern.finditer(low, start, end)]
    scripts = [script for script in LETTERS if _present(script).search(low, start, end)]
    codes = languages_in(scripts)
    for script in scripts:
        found += (place for place in _local(script, codes).find(low, start, end) if place[1] <= end)
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
            several = len(codes) > 1 and script not in WITHOUT_SPACES
            bits |= sum(bit(code) for code in codes if not several or code in abroad() or 3 * counts.get(bit(code), 0) >= most)
    return bits
