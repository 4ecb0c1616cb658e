"""The words of all languages that the screen listens for, as marks in a text: where each stands and what kinds of word it is."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..language.characters import MARKS
from .trie import pattern
from .wordlists import COMMAND_KINDS, SECRET_KINDS, bit, entries, everywhere, function_words

KINDS = SECRET_KINDS + COMMAND_KINDS
BIT: Mapping[str, int] = {kind: 1 << place for place, kind in enumerate(KINDS)}

# The scripts, each with the letters that continue a word (a whole word does not stand between them).
LETTERS = {
    "Latin": "a-z",
    "Cyrillic": "\u0400-\u04ff",
    "Arabic": "\u0620-\u06ff",
    "Devanagari": "\u0900-\u0963\u0970-\u097f",
    "Hangul": "\uac00-\ud7af",
}
# Scripts written without spaces, with their languages; a whole word may stand anywhere in them.
_UNSPACED_OF = {"th": "\u0e00-\u0e7f", "ja": "\u3040-\u30ff\u3400-\u9fff", "zh": "\u3400-\u9fff"}
UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
_SCRIPT_OF = {"Latin": (), "Cyrillic": ("ru", "uk"), "Arabic": ("ar",), "Devanagari": ("hi",), "Hangul": ("ko",)}
_CLITICS = "(?:[وف](?:[بك]?ال|لل|[بلك])?|[بك]?ال|لل|[بلك])"  # "and", "with", "to", "the", written as one word with what follows in Arabic
_BEGINNING = 5  # letters by which a word is looked for first
_NOT_WORD = re.compile(r"[\s'_+*-]+")
_NAME_BEFORE, _NAME_AFTER = re.compile(r"[\w)][_./\\@]+$|[/\\@_.][\w-]*-$|^[/\\@_.]+$"), re.compile(r"[_./\\@]\w|-\w+(?:[-.]\w+)*\.\w|-\w+-\w")

Meaning = tuple[tuple[str, int, str], ...]  # (kind, languages as bits, mark before the entry: "~", "^" or "")


@dataclass(frozen=True, slots=True)
class Mark:
    """A known word in a text."""

    start: int
    end: int
    kinds: int
    meaning: Meaning

    def languages(self, kind: str) -> int:
        """The languages in which the mark is such a word, as bits."""
        bits = 0
        for name, languages, _ in self.meaning:
            if name == kind:
                bits |= languages
        return bits

    def any_language(self, kinds: tuple[str, ...]) -> int:
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
def _english_in() -> int:
    """The languages in whose sentences English words are at home: those of other scripts, and English."""
    return bit("en") | sum(bit(code) for codes in (*_SCRIPT_OF.values(), tuple(_UNSPACED_OF)) for code in set(codes))


def _languages(code: str, word: str) -> int:
    """Where a word is at home; an English phrase of three words or more may be quoted in any language."""
    if code == "en":
        return everywhere() if word.count("+") >= 2 else _english_in()
    return bit(code)


class _Words:
    """The words of one script: a small pattern finds where one may begin, one for each beginning is made when it is first met."""

    def __init__(self, script: str) -> None:
        self.script = script
        meanings: dict[str, dict[tuple[str, str], int]] = {}
        groups: dict[str, set[str]] = {}
        for entry in entries():
            if entry.kind in BIT and script_of(entry.word) == script:
                groups.setdefault(_beginning(entry.word), set()).add(entry.word)
                found = meanings.setdefault(entry.word, {})
                found[entry.kind, entry.manner] = found.get((entry.kind, entry.manner), 0) | _languages(entry.code, entry.word)
        self._meanings, self._groups = meanings, groups
        self._patterns: dict[str, tuple[re.Pattern[str], dict[str, Meaning]]] = {}
        starts = {("*" if any(word[0] == "*" for word in words) else "") + start + "*" for start, words in groups.items()}
        source = words_pattern(script, starts)
        self.begins = [re.compile(source)]
        if script == "Arabic":
            self.begins.append(re.compile(source.replace("(?=[", f"(?={_CLITICS})(?:{_CLITICS})(?=[", 1)))

    def at(self, beginning: str) -> tuple[re.Pattern[str], dict[str, Meaning]]:
        """The pattern of the words with a beginning, and what they are."""
        if beginning not in self._patterns:
            words = {word for end in range(1, len(beginning) + 1) for word in self._groups.get(beginning[:end], ())}
            letters = LETTERS.get(self.script, "")
            end = f"(?![{letters}{MARKS if self.script == 'Devanagari' else ''}])" if letters else ""
            self._patterns[beginning] = re.compile(pattern((word.lstrip("*") for word in words), end)), self._all_meanings(words)
        return self._patterns[beginning]

    def _all_meanings(self, words: set[str]) -> dict[str, Meaning]:
        """What each word is, by its letters; a longer word also is what its open beginnings are."""
        spelled: dict[str, dict[tuple[str, str], int]] = {}
        for word in words:
            key = _NOT_WORD.sub("", word)
            for other in words:
                bare = _NOT_WORD.sub("", other)
                opens = word.startswith(other.rstrip("*") + "+")
                if bare == key or opens or (other.endswith("*") and key.startswith(bare)):
                    found = spelled.setdefault(key, {})
                    for kind, bits in self._meanings[other].items():
                        if not opens or kind[0] in ("whose", "own"):
                            found[kind] = found.get(kind, 0) | bits
        return {key: tuple((kind, bits, manner) for (kind, manner), bits in found.items()) for key, found in spelled.items()}


def _beginning(word: str) -> str:
    return word.lstrip("*").rstrip("*")[:_BEGINNING].partition("+")[0]


@functools.cache
def _of_script(script: str) -> _Words:
    return _Words(script)


def script_of(word: str) -> str:
    """The script of an entry by its first letter; "" for one written without spaces between words."""
    first = next((char for char in word if char.isalpha()), "a")
    if UNSPACED.match(first):
        return ""
    return next((script for script, letters in LETTERS.items() if re.match(f"[{letters}]", first)), "Latin")


def words_pattern(script: str, words: set[str]) -> str:
    """The source of a pattern for words of one script; what it matches is in its first or second group."""
    if not words:
        return "((?!))"
    if not script:
        return f"({pattern(words, '')})"
    letters = LETTERS[script]
    end = f"(?![{letters}{MARKS if script == 'Devanagari' else ''}])"
    start = rf"(?<![{letters}0-9])(?=[{letters}])" if script == "Latin" else f"(?<![{letters}])(?=[{letters}])"
    source = f"{start}({pattern((word.lstrip('*') for word in words), end)})"
    inside = {word.lstrip("*") for word in words if word.startswith("*")}
    return f"{source}|({pattern(inside, end)})" if inside else source


@functools.cache
def _present(script: str) -> re.Pattern[str]:
    return re.compile(f"[{LETTERS[script]}]") if script else UNSPACED


def marks(low: str) -> list[Mark]:
    """All known words of a level text, in order; of words that begin at the same place only the longest."""
    found: list[Mark] = []
    sorted_already = True
    scripts = [script for script in ("", *LETTERS) if _present(script).search(low)]
    for script in scripts:
        words = _of_script(script)
        for number, begins in enumerate(words.begins):
            sorted_already = sorted_already and not found and number == 0
            found += _marks_of(words, begins, low)
    if not sorted_already:
        found.sort(key=lambda mark: (mark.start, -mark.end))
    return found


def _marks_of(words: _Words, begins: re.Pattern[str], low: str) -> Iterator[Mark]:
    done = -1
    for begin in begins.finditer(low):
        group = begin.lastindex or 1
        start = begin.start(group)
        if start < done:
            continue
        known, meanings = words.at(begin[group])
        match = known.match(low, start)
        if match and not (words.script == "Latin" and _in_a_name(low, start, match.end())):
            meaning = meanings.get(match[0]) or meanings[_NOT_WORD.sub("", match[0])]
            kinds = _kinds(meaning)
            done = start + 1 if kinds == BIT["hidden_nouns"] else match.end()
            yield Mark(start, match.end(), kinds, meaning)


@functools.cache
def _kinds(meaning: Meaning) -> int:
    return sum({BIT[kind] for kind, _, _ in meaning})


def _in_a_name(low: str, start: int, end: int) -> bool:
    """Is the word only a part of the name of a file, a variable, a package, an address?"""
    before, after = low[start - 1 : start], low[end : end + 1]
    if before and before in "_./\\@" and _NAME_BEFORE.search(low[max(start - 40, 0) : start]):
        return not _assigned(low, end)
    if before == "-" and _NAME_BEFORE.search(low[max(start - 40, 0) : start]):
        return True
    return bool(after) and after in "_./\\@-" and _NAME_AFTER.match(low, end, end + 60) is not None and not _assigned(low, end)


def _assigned(low: str, end: int) -> bool:
    return re.compile(r"\w{0,30}[\"']?\s?[=:]").match(low, end) is not None


@functools.cache
def _local(kind: str) -> tuple[tuple[re.Pattern[str], ...], Mapping[str, int]]:
    """The words of one kind in all languages, for a look at a place that was found, and their languages."""
    by_script: dict[str, set[str]] = {}
    bits: dict[str, int] = {}
    signs = set()
    for entry in entries():
        if entry.kind == kind:
            word = _NOT_WORD.sub("", entry.word) or entry.word
            bits[word] = bits.get(word, 0) | (_languages(entry.code, "") if any(map(str.isalpha, entry.word)) else everywhere())
            if any(map(str.isalnum, entry.word)):
                by_script.setdefault(script_of(entry.word), set()).add(entry.word)
            else:
                signs.add(re.escape(entry.word))
    sources = [words_pattern(script, words) for script, words in sorted(by_script.items())]
    if signs:
        sources.append(f"({'|'.join(sorted(signs, key=len, reverse=True))})")
    return tuple(map(re.compile, sources)), bits


def heard(kind: str, low: str, start: int, end: int, languages: int) -> Iterator[re.Match[str]]:
    """The words of a kind in a stretch of text, in the given languages only."""
    patterns, bits = _local(kind)
    for words in patterns:
        for match in words.finditer(low, max(start, 0), end):
            word = match[match.lastindex or 1]
            if bits.get(word, bits.get(_NOT_WORD.sub("", word), 0)) & languages:
                yield match


def hears(kind: str, low: str, start: int, end: int, languages: int) -> bool:
    """Does a word of the kind stand in the stretch?"""
    return next(heard(kind, low, start, end, languages), None) is not None


_SPOKEN = re.compile(r"[^\W\d_]+")


def spoken(low: str, start: int, end: int) -> int:
    """The languages that a stretch of text may be in, by its scripts and its function words."""
    bits = 0
    words = _SPOKEN.findall(low, max(start, 0), end)
    counts: dict[int, int] = {}
    known = function_words()
    for word in words:
        found = known.get(word, 0)
        while found:
            lowest = found & -found
            counts[lowest] = counts.get(lowest, 0) + 1
            found ^= lowest
    most = max(counts.values(), default=0)
    stretch = low[max(start, 0) : end]
    for script, codes in _SCRIPT_OF.items():
        if _present(script).search(stretch):
            for code in codes or _latin():
                if not most or script not in ("Latin", "Cyrillic") or 3 * counts.get(bit(code), 0) >= most or code == "en":
                    bits |= bit(code)
    for code, letters in _UNSPACED_OF.items():
        if re.search(f"[{letters}]", stretch):
            bits |= bit(code)
    return bits


@functools.cache
def _latin() -> tuple[str, ...]:
    other = {code for codes in (*_SCRIPT_OF.values(), tuple(_UNSPACED_OF)) for code in codes}
    return tuple(code for code in dict.fromkeys(entry.code for entry in entries()) if code not in other)

