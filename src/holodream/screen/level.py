"""A text made level for the rules: one width, one case, no accents, no invisible or look-alike letters; each place can be traced back."""

from __future__ import annotations

import functools
import re
import unicodedata
from dataclasses import dataclass
from importlib import resources

from .. import language

# Letters of one alphabet that pass for those of another, both ways.
_LATIN_LIKE = dict(zip("асԁеһіјӏкмпорԛѕтухԝѵɡɑıοανρτυικεηх", "acdehijlkmnopqstyxwvgaioavptuikenx", strict=True))
_CYRILLIC_LIKE = dict(zip("aceopxyhkmtbiu", "асеорхункмтвіи", strict=True))
_GLUED = re.compile("[a-z]{2,}[^a-z]{2,}|[^a-z]{2,}[a-z]{2,}")  # two words of two alphabets, written as one
_FOREIGN_LIKE = re.compile("[ԁһјӏԛѕԝѵɡɑ]")


@functools.cache
def signs(kind: str) -> str:
    """The characters of a kind (see characters.tsv), as what stands within the brackets of a pattern."""
    return "".join(f"{re.escape(chr(first))}-{re.escape(chr(last))}" for first, last in _ranges(kind))


def _ranges(kind: str) -> list[tuple[int, int]]:
    rows = resources.files(__package__).joinpath("characters.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [(int(first, 16), int(last, 16)) for name, first, last, _ in (row.split("\t") for row in rows) if name == kind]


@dataclass(frozen=True, slots=True)
class _Patterns:
    """What levelling looks for, made when the first text that is not plain ASCII comes."""

    dropped: re.Pattern[str]
    dressed: re.Pattern[str]
    digits: re.Pattern[str]
    strange: re.Pattern[str]  # any of these, or a letter that is foreign to the alphabets it looks like
    foreign_alphabet: re.Pattern[str]
    mixed: re.Pattern[str]
    cluster: re.Pattern[str]


@functools.cache
def _patterns() -> _Patterns:
    dropped, dressed, digits, foreign = signs("dropped"), signs("dressed"), signs("digits"), _FOREIGN_LIKE.pattern[1:-1]
    other = signs("greek_or_cyrillic")
    return _Patterns(
        re.compile(f"[{dropped}]"),
        re.compile(f"[{dressed}]+"),
        re.compile(f"[{digits}]"),
        re.compile(f"[{dropped}{dressed}{digits}{foreign}{foreign.upper()}]"),
        re.compile(f"[{other}]"),
        re.compile(f"[a-z](?:(?=[{other}])|(?<=[{other}].))"),
        re.compile(f"\r\n|.[{signs('joining')}]*", re.DOTALL),
    )


@dataclass(frozen=True, slots=True)
class Level:
    """`plain` keeps case (keys depend on it), `low` is the form in which words are compared; both have the same length."""

    given: str
    plain: str
    low: str

    def origin(self, offset: int) -> int:
        """The place in the given text of a place in the level text. Slow, and only needed once something was found."""
        if self.plain == self.given:
            return offset
        done = 0
        for cluster in _patterns().cluster.finditer(self.given):
            length = len(_plain(cluster[0])[0])
            if done >= offset and length:
                return cluster.start()
            done += length
        return len(self.given)


def level(text: str) -> Level:
    """Both level forms of a text."""
    if text.isascii():
        return Level(text, text, text.lower())
    plain, odd = _plain(text)
    low = plain.lower()
    foldable, table = _folding()
    low = foldable.sub(lambda found: table[found[0]], low)
    if (odd and _FOREIGN_LIKE.search(low)) or (_patterns().foreign_alphabet.search(low) and _patterns().mixed.search(low)):
        low = re.sub(r"[^\W\d_]+", _one_alphabet, low)
    return Level(text, plain, low)


def _plain(text: str) -> tuple[str, bool]:
    """One width, composed letters, plain digits, nothing invisible; and whether anything in the text was or is odd."""
    text = unicodedata.normalize("NFC", text).replace("İ", "I")
    known = _patterns()
    if not known.strange.search(text):
        return text, False
    text = known.dropped.sub("", known.dressed.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text))
    return known.digits.sub(lambda digit: str(unicodedata.decimal(digit[0])), text), True


@functools.cache
def _folding() -> tuple[re.Pattern[str], dict[str, str]]:
    """Letters that count as another letter: accents of Latin letters, ё, Arabic hamza forms, Traditional Chinese."""
    table = {"ё": "е", "ß": "s", "đ": "d", "ł": "l", "ø": "o", "ı": "i", "’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'"}
    table |= {chr(0xA0): " ", chr(0x3000): " "}
    table |= {"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ی": "ي", "ة": "ه", "ک": "ك", "ؤ": "و", "ئ": "ي"}
    for code in (code for first, last in _ranges("folded") for code in range(first, last + 1)):
        char = chr(code)
        if char not in table and char == char.lower():
            bare = _bare(char)
            if bare != char and len(bare) == 1:
                table[char] = bare
    for row in resources.files(language).joinpath("han.tsv").read_text(encoding="utf-8").splitlines():
        simple, _, olds = row.partition("\t")
        table |= dict.fromkeys(olds, simple)
    return re.compile("[" + "".join(map(re.escape, table)) + "]"), table


def _bare(char: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFD", char) if not unicodedata.combining(part))


def as_latin(word: str) -> str:
    """A word with Latin letters for those of another alphabet that look like them."""
    if not _patterns().foreign_alphabet.search(word):
        return word
    return "".join(_LATIN_LIKE.get(char, char) for char in word)


def level_word(word: str) -> str:
    """A word of the rules in the form of `Level.low`."""
    return level(word).low


def _one_alphabet(found: re.Match[str]) -> str:
    """A word with letters of two alphabets, in the one that it is meant to be: all Latin if that can be, else all Cyrillic."""
    word = found[0]
    if word.isascii() or not (_patterns().mixed.search(word) or _FOREIGN_LIKE.search(word)):
        return word
    if _GLUED.fullmatch(word) or (found.string[found.end() : found.end() + 1] in "0123456789_-" and re.fullmatch("[^a-z]{2,}[a-z]+", word)):
        return word
    latin = "".join(_LATIN_LIKE.get(char, char) for char in word)
    if latin.isascii():
        return latin
    cyrillic = "".join(_CYRILLIC_LIKE.get(char, char) for char in word)
    return word if re.search("[a-z]", cyrillic) else cyrillic
