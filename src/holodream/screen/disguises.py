"""Texts with a disguise taken off: markup and escaped characters, letters set apart, digits for letters, words joined by signs or put on lines of
their own, a key on two lines.

Each gives another text, which is judged like the first. Its places are traced back to the text as it was given.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterator

from .level import Level, level_word
from .lexicon import UNSPACED, scripts_of, words_of
from .wordlists import languages_in

_SHORTEST_OPEN = 5  # letters of an entry that goes on
_LONGEST = 20_000  # characters of a text that is searched for disguises
_SPELLED = re.compile(r"(?<![^\W_])[^\W_](?:(?P<gap>[ .·*_-])[^\W_])(?:(?P=gap)[^\W_]){2,}(?![^\W_])")
_LEET_WORD = re.compile(r"(?<![^\W_])(?=[a-z0-9$@!]*[a-z])(?=[a-z0-9$@!]*[0-9$@!])[a-z0-9$@!]{4,24}(?![^\W_])")
_LEET = (str.maketrans("01345789$@!", "oieastbgsai"), str.maketrans("01345789$@!", "oleastbgsai"))
_JOINED = re.compile(r"(?<![\w./\\@-])[^\W\d_]+(?:(?P<sign>[._-])[^\W\d_]+)(?:(?P=sign)[^\W\d_]+){2,}(?![\w/\\@-])")
_ON_LINES = re.compile(r"(?m)^[^\W\d_]{1,20}(?:\n[^\W\d_]{1,20}){2,}$")
_BROKEN_WORD = re.compile(r"(?<![\w-])[^\W\d_]{2,}(?:-[^\W\d_]{2,})+(?![\w-])")
_SET_APART = re.compile(rf"(?<={UNSPACED.pattern}) (?={UNSPACED.pattern})")  # where words are not set apart by spaces
_KEY_SIGN = "[A-Za-z0-9_+/=-]"
_BROKEN_KEY = re.compile(rf"(?<={_KEY_SIGN}{{6}})\\?\n[ \t]{{0,4}}(?={_KEY_SIGN}{{6}})")

# What JSON, HTML and Markdown write around and instead of letters: escapes, entities, tags, signs for emphasis at the edge of a word.
_MARKUP = re.compile(
    r"(?P<escapes>(?:\\{1,4}(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[nrtт\"/]))+)|(?P<entities>(?:&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8}\d{0,2});)+)"
    r"|<[/!]?(?P<tag>[a-z]{1,12}\d?)(?:[\s/][^<>]{0,200})?>"
    r"|(?<!\w)(?:[*_~^`]{1,3}|==|\|\|)(?=[^\W_])|(?<=[^\s*_~^`=|])(?:[*_~^`]{1,3}|==|\|\|)(?!\w)"
)
_ESCAPE, _SIGN_OF = re.compile(r"\\+(?:[ux]([0-9a-f]+)|(.))"), {"n": "\n", "r": "\n", "t": "\t", "т": "\t"}
_WITHIN_WORDS = re.compile("abbr|big|code|del|em|font|ins|kbd|mark|small|span|strike|strong|su[bp]|tt|var|[abiqsu]")  # tags of letters
_WITHIN_LINES = frozenset(("br", "td", "th"))

_KEY_END, _KEY_BEGIN, _HALF = re.compile(f"{_KEY_SIGN}+$"), re.compile(f"{_KEY_SIGN}+"), 80


class Undone:
    """A level text without a disguise."""

    __slots__ = ("_begins", "_origins", "level")

    def __init__(self, level: Level, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str]) -> None:
        lows: list[str] = []
        plains: list[str] = []
        self._begins, self._origins, done, length = [0], [0], 0, 0
        for match in pattern.finditer(level.low):
            new = replace(match)
            before = slice(done, match.start())
            lows += [level.low[before], new]
            plains += [level.plain[before], _in_case(level.plain[match.start() : match.end()], new)]
            length += match.start() - done + len(new)
            done = match.end()
            self._begins += [length - len(new), length]
            self._origins += [match.start(), done]
        low, plain = "".join([*lows, level.low[done:]]), "".join([*plains, level.plain[done:]])
        self.level = Level(plain, plain, low)

    def origin(self, offset: int) -> int:
        """The place in the disguised text of a place in this one; within what was changed, its beginning."""
        piece = bisect.bisect_right(self._begins, offset) - 1
        changed = piece % 2 == 1
        return self._origins[piece] + (0 if changed else offset - self._begins[piece])


def _in_case(old: str, new: str) -> str:
    """What stands for the old text, with its own case where nothing but gaps was dropped (keys depend on it)."""
    if old[:1] in ("\\", "&", "<"):
        return new
    letters = [char for char in old if char.isalnum() or char in "_"]
    return "".join(letters) if len(letters) == len(new) else new


def undone(level: Level) -> Iterator[Undone]:
    """The text without each disguise that it may wear."""
    if len(level.low) > _LONGEST:
        return
    for pattern, replace in (
        (_MARKUP, _without_markup),
        (_SPELLED, lambda match: match[0].replace(match["gap"], "")),
        (_JOINED, lambda match: match[0].replace(match["sign"], " ")),
        (_SET_APART, lambda _: ""),
        (_ON_LINES, lambda match: match[0].replace("\n", " ")),
        (_BROKEN_KEY, _joined_key),
    ):
        if pattern.search(level.low):
            yield Undone(level, pattern, replace)
    for pattern, spellings in ((_LEET_WORD, _with_letters), (_BROKEN_WORD, _without_hyphens)):
        if pattern.search(level.low):
            yield Undone(level, pattern, _known_one(spellings, _Known(level.low)))


def _without_markup(match: re.Match[str]) -> str:
    """What escapes and entities stand for, and nothing or a gap instead of other markup."""
    if match["escapes"]:
        return level_word(_unescaped(match["escapes"]))
    if match["entities"]:
        from html import unescape  # its table of names is read when a text has such

        return level_word(unescape(match["entities"]))
    tag = match["tag"]
    return "" if not tag or _WITHIN_WORDS.fullmatch(tag) else " " if tag in _WITHIN_LINES else "\n"


def _unescaped(escapes: str) -> str:
    """The characters of a row of escapes; two halves of a pair make one."""
    chars = (chr(int(code, 16)) if code else _SIGN_OF.get(sign, sign) for code, sign in _ESCAPE.findall(escapes))
    return "".join(chars).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _joined_key(match: re.Match[str]) -> str:
    """The two halves of a key in one; two words without a digit stay apart."""
    text = match.string
    halves = _KEY_END.search(text, max(match.start() - _HALF, 0), match.start()), _KEY_BEGIN.match(text, match.end(), match.end() + _HALF)
    return "" if any(half and any(map(str.isdigit, half[0])) for half in halves) else match[0]


def _known_one(spellings: Callable[[str], Iterator[str]], known: _Known) -> Callable[[re.Match[str]], str]:
    """Puts for a word the first of its spellings that is known, if any is."""

    def replace(match: re.Match[str]) -> str:
        return next(filter(known.has, spellings(match[0])), match[0])

    return replace


def _with_letters(word: str) -> Iterator[str]:
    return (word.translate(table) for table in _LEET)


def _without_hyphens(word: str) -> Iterator[str]:
    yield word.replace("-", "")


class _Known:
    """The words of the languages that a text may be in, for looking up whether a changed word is one of them."""

    def __init__(self, low: str) -> None:
        scripts = scripts_of(low)
        codes = languages_in(scripts)
        self._indexes = [words_of(script, codes) for script in scripts]

    def has(self, word: str) -> bool:
        """Is it an entry, or does it begin like an open one?"""
        opens = [word[:length] + "*" for length in range(_SHORTEST_OPEN, len(word) + 1)]
        return any(index.has(entry) for index in self._indexes for entry in (word, *opens))
