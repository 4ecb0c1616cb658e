"""Characters: which script a letter belongs to, and the one folded form in which texts are compared.

Folding makes equal what people do not tell apart when they type: case, width, composed and decomposed accents, native
digits, Arabic vowel signs, dotted and dotless i, Simplified and Traditional Chinese. It keeps accents; `plain` drops them.
"""

from __future__ import annotations

import bisect
import functools
import re
import unicodedata
from collections.abc import Mapping
from importlib import resources

# First code point of each block and its script. "" is a letter of no script that we treat on its own (split by spaces).
_BLOCKS: tuple[tuple[int, str], ...] = (
    (0x0000, "Latin"), (0x0370, "Greek"), (0x0400, "Cyrillic"), (0x0530, ""), (0x0590, "Hebrew"), (0x0600, "Arabic"),
    (0x0700, ""), (0x0750, "Arabic"), (0x0780, ""), (0x08A0, "Arabic"), (0x0900, "Devanagari"), (0x0980, ""),
    (0x0E00, "Thai"), (0x0E80, ""), (0x1100, "Hangul"), (0x1200, ""), (0x1C80, "Cyrillic"), (0x1C90, ""),
    (0x1D00, "Latin"), (0x1F00, "Greek"), (0x2000, "Latin"), (0x2DE0, "Cyrillic"), (0x2E00, ""), (0x2E80, "Han"),
    (0x3000, ""), (0x3005, "Han"), (0x3008, ""), (0x3021, "Han"), (0x302A, ""), (0x3041, "Hiragana"), (0x30A0, "Katakana"),
    (0x3100, "Han"), (0x3130, "Hangul"), (0x3190, ""), (0x31F0, "Katakana"), (0x3200, ""), (0x3400, "Han"), (0xA000, ""),
    (0xA640, "Cyrillic"), (0xA6A0, ""), (0xA720, "Latin"), (0xA800, ""), (0xA8E0, "Devanagari"), (0xA900, ""),
    (0xAC00, "Hangul"), (0xD7FC, ""), (0xF900, "Han"), (0xFB00, "Latin"), (0xFB1D, "Hebrew"), (0xFB50, "Arabic"),
    (0xFE00, ""), (0xFE70, "Arabic"), (0xFEFF, ""), (0x20000, "Han"), (0x32000, ""),
)  # fmt: skip
_STARTS = [start for start, _ in _BLOCKS]

# Marks that belong to a word although \w leaves them out: combining accents, Hebrew and Arabic points, the vowel signs of
# India's and Thailand's scripts, joiners. Without them a Hindi word falls into pieces.
MARKS = (
    "\u0300-\u036f"
    "\u0483-\u0487"
    "\u0591-\u05bd"
    "\u05bf"
    "\u05c1"
    "\u05c2"
    "\u05c4"
    "\u05c5"
    "\u05c7"
    "\u0610-\u061a"
    "\u064b-\u065f"
    "\u0670"
    "\u06d6-\u06dc"
    "\u06df-\u06e4"
    "\u06e7"
    "\u06e8"
    "\u06ea-\u06ed"
    "\u0900-\u0903"
    "\u093a-\u094f"
    "\u0951-\u0957"
    "\u0962"
    "\u0963"
    "\u0981-\u0983"
    "\u09bc-\u09cd"
    "\u0a01-\u0a03"
    "\u0a3c-\u0a4d"
    "\u0a81-\u0a83"
    "\u0abc-\u0acd"
    "\u0b01-\u0b03"
    "\u0b3c-\u0b4d"
    "\u0b82"
    "\u0bbe-\u0bcd"
    "\u0c00-\u0c04"
    "\u0c3e-\u0c4d"
    "\u0c81-\u0c83"
    "\u0cbc-\u0ccd"
    "\u0d00-\u0d03"
    "\u0d3b-\u0d4d"
    "\u0e31"
    "\u0e34-\u0e3a"
    "\u0e47-\u0e4e"
    "\u1dc0-\u1dff"
    "\u200c"
    "\u200d"
    "\u20d0-\u20ff"
    "\u3099"
    "\u309a"
)
WORD = re.compile(rf"(?:[^\W_]|[{MARKS}])+")

# Signs that only decorate a word: Arabic vowel points and the stretching line, Hebrew points, joiners, soft hyphen, marks of direction.
_DECORATION = "".join(
    (
        "\u0610-\u061a",
        "\u064b-\u065f",
        "\u0670",
        "\u06d6-\u06ed",
        "\u0640",
        "\u0591-\u05c7",
        "\u200b-\u200f",
        "\u202a-\u202e",
        "\u2060-\u2069",
        "\ufeff",
        "\u00ad",
        "\ufe00-\ufe0f",
    )
)
_DECORATES = re.compile(f"[{_DECORATION}]+")
KANA = frozenset({"Hiragana", "Katakana"})
_SURROGATES = "\ud800-\udfff"
_EARLY = (("´", "'"), ("\u1ffd", "'"))  # normalizing would make a space and a combining accent of them
_LATE = (("ı", "i"), ("’", "'"), ("ʼ", "'"), ("‘", "'"), ("`", "'"))
_DOTS = re.compile("i\u0307+")
_SHORT = 24  # characters; words are folded again and again, whole texts are not


@functools.lru_cache(maxsize=4096)
def script_of(char: str) -> str:
    """The script of a letter; digits and marks belong to none ("")."""
    if not char.isalpha():
        return ""
    return _BLOCKS[bisect.bisect_right(_STARTS, ord(char)) - 1][1]


@functools.lru_cache(maxsize=20_000)
def seams(run: str) -> tuple[tuple[int, int, str], ...]:
    """A run of letters and digits cut where the script changes: beginning, end, and the script ("Digit" for digits).

    Digits stay with the Latin letters around them (X99, DS224); Chinese characters and kana run on as one, "Han".
    """
    if run.isascii() and run.isalnum():
        return ((0, len(run), "Digit" if run.isdecimal() else "Latin"),)
    begin, script = 0, ""
    found = []
    for place, char in enumerate(run):
        here = "Digit" if char.isdecimal() else script_of(char)
        here = "Han" if here in KANA else here
        if here in ("", script):
            continue
        if {here, script} == {"Digit", "Latin"}:
            script = "Latin"
            continue
        if script:
            found.append((begin, place, script))
            begin = place
        script = here
    return (*found, (begin, len(run), script))


def fold(text: str) -> str:
    """The form in which two texts are compared. Idempotent; never longer than a small multiple of the text."""
    if text.isascii():
        return text.lower().replace("`", "'")
    return _fold_again(text) if len(text) <= _SHORT else _fold(text)


def _fold(text: str) -> str:
    for old, new in _EARLY:
        text = text.replace(old, new)
    text = _DECORATES.sub("", unicodedata.normalize("NFKC", text)).casefold()  # decoration may stand between a letter and its accent
    for old, new in _LATE:
        text = text.replace(old, new)
    text = unicodedata.normalize("NFC", _DOTS.sub("i", text))
    pattern, table = _single()
    return unicodedata.normalize("NFC", pattern.sub(lambda run: "".join([table[char] for char in run[0]]), text))


_fold_again = functools.lru_cache(maxsize=10_000)(_fold)


@functools.cache
def _single() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """The characters that folding changes one by one (digits, Traditional Chinese, lone surrogates), and to what.

    Traditional to Simplified is from OpenCC (Apache 2.0).
    """
    rows = resources.files(__package__).joinpath("han.tsv").read_text(encoding="utf-8").splitlines()
    table = _Single({old: simple for simple, _, olds in (row.partition("\t") for row in rows) for old in olds})
    table.update({old: table[simple] for old, simple in table.items() if simple in table})
    singles = f"{''.join(table)}\\d{_SURROGATES}"
    return re.compile(f"[{singles}]+"), table


class _Single(dict[str, str]):
    """Holds Chinese characters from the start, others once they were met."""

    def __missing__(self, char: str) -> str:
        self[char] = folded = _fold_char(char)
        return folded


def _fold_char(char: str) -> str:
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    return "?" if "\ud800" <= char <= "\udfff" else char  # lone surrogates cannot be stored or compared


def plain(word: str) -> str:
    """A folded word without the accents of Latin letters (é → e), as people type it in a hurry."""
    if word.isascii():
        return word
    bare = [char for char in unicodedata.normalize("NFD", word.replace("đ", "d").replace("ł", "l").replace("ø", "o")) if not "\u0300" <= char <= "\u036f"]
    return "".join(bare) if script_of(word[0]) == "Latin" else word
