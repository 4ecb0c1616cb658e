"""A text made level for the rules: one width, one case, no accents, no invisible or look-alike letters; each place can be traced back."""

from __future__ import annotations

import bisect
import functools
import itertools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources

from .. import language
from .tables import Table

# Letters of one alphabet that pass for those of another, both ways.
_LATIN_LIKE = dict(zip("асԁеһіјӏкмпорԛѕтухԝѵɡɑıοανρτυικεηх", "acdehijlkmnopqstyxwvgaioavptuikenx", strict=True))
_SMALL_CAPITALS = str.maketrans("ᴀʙᴄᴅᴇꜰғɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ", "abcdeffghijklmnopqrstuvwyz")
_CYRILLIC_LIKE = dict(zip("aceopxyhkmtbiu", "асеорхункмтвіи", strict=True))
_GLUED = re.compile("[a-z]{2,}[^a-z]{2,}|[^a-z]{2,}[a-z]{2,}")  # two words of two alphabets, written as one
_WIDTH = 0xFEE0  # from a character to its wide form
_WIDE_SIGN = re.compile(
    r"[！-／：-＠［-｀｛-～](?<=[^\W_].)[！-／：-＠［-｀｛-～]{0,2}(?=[０-９Ａ-Ｚａ-ｚ])"
)  # within a wide word, not the end of a Chinese sentence
_SMALL = re.compile("[ᴀ-ᴢꜰꜱ]")  # small capitals; some letters of theirs are used otherwise, too
_BEHIND_GLUED = frozenset("0123456789_-")  # a key may go on with these
_WORD = re.compile(r"[^\W\d_]+")
_MAY_GO_ON = re.compile("[^a-z]{2,}[a-z]+")
_TABLE = "table "
_SAMPLE, _FEW_SIGNS = 2_000, 4  # characters by which the alphabet is told, and signs among them that are of none
_BEYOND_ASCII = re.compile("[^\x00-\xbf\u2000-\u2fff]")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])`(?=[^\W\d_])")
_FOREIGN_LIKE = re.compile("[ԁһјӏԛѕԝѵɡɑ]")


@functools.cache
def signs(kind: str) -> str:
    """The characters of a kind (see characters.tsv), as what stands within the brackets of a pattern."""
    return "".join(f"{re.escape(chr(first))}-{re.escape(chr(last))}" for first, last in _ranges(kind))


def _ranges(kind: str) -> list[tuple[int, int]]:
    return [(int(first, 16), int(last, 16)) for name, first, last, _ in _characters() if name == kind]


@functools.cache
def _characters() -> list[list[str]]:
    return [row.split("\t") for row in resources.files(__package__).joinpath("characters.tsv").read_text(encoding="utf-8").splitlines()[1:]]


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
        re.compile(f".[{signs('joining')}]*", re.DOTALL),
    )


# A line, or a part of a long one, which ends where what follows is never composed with what stands before.
_PIECE = re.compile("[^\n]{0,300}[^\n ก-ฮ一-鿿]*+\n?")


@dataclass(frozen=True, slots=True)
class Level:
    """`plain` keeps case (keys depend on it), `low` is the form in which words are compared; both have the same length."""

    given: str
    plain: str
    low: str

    _origins: list[_Origins] = field(default_factory=list, compare=False, repr=False)  # made when something was found

    def origin(self, offset: int) -> int:
        """The place in the given text of a place in the level text."""
        if self.plain == self.given:
            return offset
        if not self._origins:
            self._origins.append(_Origins(self.given))
        return self._origins[0].of(offset)


class _Origins:
    """Where the characters of a level text were in the given one, made piece by piece up to what was found, and within a piece when that is there."""

    def __init__(self, given: str) -> None:
        self._following = (piece[0] for piece in _PIECE.finditer(given))
        self._pieces: list[str] = []
        self._given, self._plain = [0], [0]  # where each piece begins, and the next one
        self._within: dict[int, list[int]] = {}

    def of(self, offset: int) -> int:
        """The place in the given text."""
        while self._plain[-1] <= offset and (following := next(self._following, None)) is not None:
            self._pieces.append(following)
            self._given.append(self._given[-1] + len(following))
            self._plain.append(self._plain[-1] + len(_plain(following)[0]))
        piece = min(bisect.bisect_right(self._plain, offset), len(self._pieces)) - 1
        if piece not in self._within:
            self._within[piece] = list(_sources(self._pieces[piece]))
        sources = self._within[piece]
        place = offset - self._plain[piece]
        return self._given[piece] + (sources[place] if place < len(sources) else len(self._pieces[piece]))


def _sources(line: str) -> Iterator[int]:
    """For each character of a level line the place of its cluster in the given line."""
    for cluster in _patterns().cluster.finditer(line):
        yield from itertools.repeat(cluster.start(), len(_plain(cluster[0])[0]))


def level(text: str) -> Level:
    """Both level forms of a text."""
    if text.isascii():
        return Level(text, text, _with_apostrophes(text.lower()))
    lines = text.split("\n")
    others = [place for place, line in enumerate(lines) if not line.isascii()]
    if 2 * len(others) > len(lines):
        return Level(text, *_leveled(text))
    plains, lows = (form.split("\n") for form in _leveled("\n".join([lines[place] for place in others])))
    levels = [_with_apostrophes(line.lower()) for line in lines]
    for place, plain, low in zip(others, plains, lows, strict=True):
        lines[place], levels[place] = plain, low
    return Level(text, "\n".join(lines), "\n".join(levels))


def _with_apostrophes(low: str) -> str:
    return _APOSTROPHE.sub("'", low) if "`" in low else low


def _leveled(text: str) -> tuple[str, str]:
    """The plain and the low form of a text; what one of the tables knows is made by it."""
    alphabet = _alphabet_of(text)
    if not alphabet:
        return _leveled_slowly(text)
    low, others = _table(alphabet).level(text)
    low = _with_apostrophes(low)
    if not others:
        return text, low
    lines, lows = text.split("\n"), low.split("\n")
    plains, levels = (form.split("\n") for form in _leveled_slowly("\n".join([lines[place] for place in others])))
    for place, plain, level in zip(others, plains, levels, strict=True):
        lines[place], lows[place] = plain, level
    return "\n".join(lines), "\n".join(lows)


@functools.cache
def _alphabets() -> tuple[tuple[str, frozenset[str]], ...]:
    """The alphabets for which there may be a table."""
    names = dict.fromkeys(name for name, *_ in _characters() if name.startswith(_TABLE))
    return tuple((name, frozenset(chr(code) for first, last in _ranges(name) for code in range(first, last + 1))) for name in names)


def _alphabet_of(text: str) -> str:
    """The alphabet to which most letters at the beginning of a text belong, if they do."""
    first = _BEYOND_ASCII.search(text)
    sample = {*text[first.start() : first.start() + _SAMPLE]} if first else set()
    letters = {char for char in sample if not char.isascii()}
    name, known = max(((name, len(letters & known)) for name, known in _alphabets()), key=lambda pair: pair[1])
    return name if known and 4 * known > 3 * len(letters) - 4 * _FEW_SIGNS else ""


@functools.cache
def _table(name: str) -> Table:
    other = _patterns().foreign_alphabet
    return Table(sorted(dict(_alphabets())[name]), _form, lambda low: other.match(low) is not None)


def _form(char: str) -> str | None:
    """The level form of a character if that is one, whatever stands around it, and its plain form is itself."""
    plain, low = _leveled_slowly(char)
    return low if plain == char and len(low) == 1 and not _FOREIGN_LIKE.search(char.lower()) else None


def _leveled_slowly(text: str) -> tuple[str, str]:
    plain, odd = _plain(text)
    low = plain.lower()
    if _SMALL.search(low):
        low = low.translate(_SMALL_CAPITALS)
    foldable, table = _folding()
    low = _with_apostrophes(foldable.sub(lambda found: table[found[0]], low))
    if (odd and _FOREIGN_LIKE.search(low)) or (_patterns().foreign_alphabet.search(low) and _patterns().mixed.search(low)):
        known: dict[str, str] = {}

        def meant(found: re.Match[str]) -> str:
            word = found[0]
            if word in known:
                return known[word]
            if _MAY_GO_ON.fullmatch(word):
                return _one_alphabet(word, found.string[found.end() : found.end() + 1] in _BEHIND_GLUED)
            return known.setdefault(word, _one_alphabet(word, False))

        low = "\n".join([line if line.isascii() or not _is_mixed(line) else _WORD.sub(meant, line) for line in low.split("\n")])
    return plain, low


def _is_mixed(line: str) -> bool:
    return _FOREIGN_LIKE.search(line) is not None or _patterns().mixed.search(line) is not None


def _plain(text: str) -> tuple[str, bool]:
    """One width, composed letters, plain digits, nothing invisible; and whether anything in the text was or is odd."""
    text = (text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)).replace("İ", "I")
    known = _patterns()
    if not known.strange.search(text):
        return text, False
    text = _WIDE_SIGN.sub(lambda sign: "".join(chr(ord(char) - _WIDTH) for char in sign[0]), text)
    text = known.dropped.sub("", known.dressed.sub(lambda run: _undressed(run[0]), text))
    return known.digits.sub(lambda digit: str(unicodedata.decimal(digit[0])), text), True


@functools.lru_cache(maxsize=4_096)
def _undressed(run: str) -> str:
    return unicodedata.normalize("NFKC", run)


@functools.cache
def _folding() -> tuple[re.Pattern[str], dict[str, str]]:
    """Letters that count as another letter: accents of Latin letters, ё, Arabic hamza forms, Traditional Chinese."""
    table = {"ё": "е", "ß": "s", "đ": "d", "ł": "l", "ø": "o", "ı": "i", "’": "'", "‘": "'", "ʼ": "'", "´": "'"}
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


def _one_alphabet(word: str, before_sign: bool) -> str:
    """A word with letters of two alphabets, in the one that it is meant to be: that of most of its letters if all can be of it.

    Latin if one of them belongs to no language that we know.
    """
    if word.isascii() or not (_patterns().mixed.search(word) or _FOREIGN_LIKE.search(word)):
        return word
    if _GLUED.fullmatch(word) or (before_sign and _MAY_GO_ON.fullmatch(word)):
        return word
    latin = "".join(_LATIN_LIKE.get(char, char) for char in word)
    cyrillic = "".join(_CYRILLIC_LIKE.get(char, char) for char in word)
    mostly_latin = 2 * sum("a" <= char <= "z" for char in word) >= len(word)
    if latin.isascii() and (mostly_latin or re.search("[a-z]", cyrillic) or _FOREIGN_LIKE.search(word)):
        return latin
    return word if re.search("[a-z]", cyrillic) else cyrillic
