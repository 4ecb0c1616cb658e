"""A text made level for the rules: one width, one case, no accents, no invisible or look-alike letters; each place can be traced back."""

from __future__ import annotations

import functools
import re
import unicodedata
from dataclasses import dataclass
from importlib import resources

from .. import language

# Signs without width or meaning of their own: soft hyphen, joiners, marks of direction, Arabic vowel points and the
# stretching line, the dot of Hindi loan letters, variation selectors.
_DROPPED = re.compile(
    "[\u00ad\u034f\u0610-\u061a\u0640\u064b-\u0652\u0670\u06d6-\u06ed\u093c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e01ef]"
)
# Letters that only dress another: full-width, ligatures, presentation forms, letters in circles, mathematical alphabets.
_DRESSED = re.compile(
    "[\u00aa\u00b2\u00b3\u00b9\u00ba\u2000-\u200a\u202f\u205f\u2070-\u209c\u2100-\u214f\u2460-\u24ff\ufb00-\ufb06\ufb50-\ufdff\ufe50-\ufefc"
    "\uff02-\uff07\uff0a\uff0b\uff0d-\uff19\uff1c-\uff1e\uff20-\uff5e\uff61-\uffdc\U0001d400-\U0001d7ff\U0001f110-\U0001f189]+"
)
_STRANGE = re.compile(f"{_DROPPED.pattern[:-1]}{_DRESSED.pattern[1:-1]}")
# Letters of one alphabet that pass for those of another, both ways.
_LATIN_LIKE = dict(zip("асԁеһіјӏкмпорԛѕтухԝѵɡɑıοανρτυικεηх", "acdehijlkmnopqstyxwvgaioavptuikenx", strict=True))
_CYRILLIC_LIKE = dict(zip("aceopxyhkmtbiu", "асеорхункмтвіи", strict=True))
_GREEK_OR_CYRILLIC = re.compile("[\u0370-\u052f]")
_MIXED = re.compile("[a-z](?:(?=[\u0370-\u052f])|(?<=[\u0370-\u052f].))")
_FOREIGN_LIKE = re.compile("[ԁһјӏԛѕԝѵɡɑ]")
_CLUSTER = re.compile("\r\n|.[\u0300-\u036f\u0653-\u0655\u3099\u309a\u1160-\u11ff\u093c]*", re.DOTALL)


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
        for cluster in _CLUSTER.finditer(self.given):
            if done >= offset and _plain(cluster[0]):
                return cluster.start()
            done += len(_plain(cluster[0]))
        return len(self.given)


def level(text: str) -> Level:
    """Both level forms of a text."""
    if text.isascii():
        return Level(text, text, text.lower())
    plain = _plain(text)
    low = plain.lower()
    foldable, table = _folding()
    low = foldable.sub(lambda found: table[found[0]], low)
    if _FOREIGN_LIKE.search(low) or (_GREEK_OR_CYRILLIC.search(low) and _MIXED.search(low)):
        low = re.sub(r"[^\W\d_]+", _one_alphabet, low)
    return Level(text, plain, low)


def _plain(text: str) -> str:
    """One width, composed letters, nothing invisible."""
    text = unicodedata.normalize("NFC", text).replace("İ", "I")
    if not _STRANGE.search(text):
        return text
    return _DROPPED.sub("", _DRESSED.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text))


@functools.cache
def _folding() -> tuple[re.Pattern[str], dict[str, str]]:
    """Letters that count as another letter: accents of Latin letters, ё, Arabic hamza forms, native digits, Traditional Chinese."""
    table = {"ё": "е", "ß": "s", "đ": "d", "ł": "l", "ø": "o", "ı": "i", "’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "\u00a0": " ", "\u3000": " "}
    table |= {"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ی": "ي", "ة": "ه", "ک": "ك", "ؤ": "و", "ئ": "ي"}
    ranges = ((0xC0, 0x250), (0x660, 0x66A), (0x6F0, 0x6FA), (0x966, 0x970), (0xE50, 0xE5A), (0x1E00, 0x1F00))
    for code in (code for low, high in ranges for code in range(low, high)):
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
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    return "".join(part for part in unicodedata.normalize("NFD", char) if not unicodedata.combining(part))


def level_word(word: str) -> str:
    """A word of the rules in the form of `Level.low`."""
    return level(word).low


def _one_alphabet(found: re.Match[str]) -> str:
    """A word with letters of two alphabets, in the one that it is meant to be: all Latin if that can be, else all Cyrillic."""
    word = found[0]
    if word.isascii() or not (_MIXED.search(word) or _FOREIGN_LIKE.search(word)):
        return word
    latin = "".join(_LATIN_LIKE.get(char, char) for char in word)
    if latin.isascii():
        return latin
    return "".join(_CYRILLIC_LIKE.get(char, char) for char in word)
