"""Secrets that show by a word beside them: "the password is …", "… is her PIN", in every language's words for it.

From each word for a secret the text is read onward to the end of the sentence (or the next line, after a colon) and, failing
that, back to its beginning. How good a value must look depends on the word (a password may be any word, a key must be mixed)
and on what stands between (a link such as "is" or ":", nothing, or other words).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from .index import Found
from .level import Level
from .lexicon import BIT, UNSPACED, Mark, in_languages, local_words, spoken
from .near import Near
from .plainwords import is_passphrase, may_be_spoken, seed_phrase, spoken_code
from .shapes import Place
from .values import Look, Piece, counts_something, is_combination, is_placeholder, pieces

STRONG, CODE, KEY, LOGIN, SEED = (BIT[kind] for kind in ("words", "codes", "keys", "logins", "seeds"))
NOUNS = STRONG | CODE | KEY | LOGIN | SEED
_NOUN_KINDS = ("words", "codes", "keys", "logins", "seeds")

_REACH = 130  # characters that are read onward from the word
_BACK = 90  # and back
_SEED_REACH = 420  # to the end of a wallet's phrase
_LONG = 400  # characters of a sentence of which only the part around the word is looked at
SENTENCE_END = re.compile(r"[.!?…](?=[\s\"”»」]|$)(?<!\b[^\W\d_]\.)|[。！？؟।]|\n")
_HARD_LINK = re.compile(r"[\s\"'”»」』)\]]*(?::=|=>|->|[:=：＝→⇒⇨])[\s\"'“«「『(]*$")
_YEAR = re.compile(r"(?:19|20)\d\d$")
_CHECK_NUMBER = re.compile(r"cv[vc]|ц[вв]в|सीवीवी")
VALUE_SIGN = re.compile(r"[0-9\"“„«»「『‹`_#@!$%&*]|(?<![^\W_])'(?=\w)")  # a digit, an opening quote or a sign of passwords
ACCOUNT_SIGN = re.compile(r"[!#$%^&*_]")
_LINK_SIGN = re.compile(r"[:=：＝→—–]")
_LATIN_WORD = re.compile(r"[a-z][a-z-]{3}")
_CLOSING = ("»", "”", "“", '"')
_WORD_ENDING = re.compile(r"[^\W\d_]{0,12}")
_NEXT_LINE = re.compile(r"\s*(?P<rule>(?:`{3}\w*|[|:\s-]*-[|:\s-]*)\n)?\s*(?P<line>[^\n]*)")  # below the fence of code, or the line under the head of a table
_ASKS_FOR_MORE, _LONE_VALUE = re.compile(r"[:：=＝→]$"), re.compile(r"\s*(?:[!-~]+(?: [!-~]+)?|\S{0,24}\d\S{0,24})\s*")
_MANAGERS = frozenset(
    ["wifi", "wi-fi", "2fa", "qr-code", "qr", "otp", "keepass", "keepassxc", "keepass2", "1password", "bitwarden", "lastpass", "dashlane", "nordpass"]
)


@dataclass(slots=True)
class Noun:
    """A word for a secret in its text, with the languages it may be of and the small words near it."""

    level: Level
    mark: Mark
    near: Near

    @property
    def languages(self) -> int:
        """The languages as bits."""
        return self.near.languages


@dataclass(slots=True)
class Around:
    """What stands between the word and a piece."""

    linked: bool  # a link directly before the piece (or between, when the piece comes first)
    hard: bool  # the link is a sign: a colon, an equals sign
    words: int  # plain words between
    scoped: bool = False  # directly behind "for", "of": the name of what the password is for


def find_beside_words(level: Level, marks: list[Mark]) -> Iterator[Place]:
    """The values beside words for a secret. What was found clean is not looked at again where it is repeated."""
    done = -1
    clean: set[tuple[str, int, int, int, int]] = set()
    small: dict[str, list[Found]] = {}  # the small words of each segment
    for mark in marks:
        if mark.start < done or not mark.kinds & NOUNS or not _worth_a_look(level.low, mark):
            continue
        first, last = (
            (mark.segment, mark.stop) if mark.stop - mark.segment <= _LONG else (max(mark.segment, mark.start - _BACK), min(mark.stop, mark.end + _REACH))
        )
        text = level.plain[first:last]
        around = _around(level.plain, mark, first, last)
        if around in clean:
            continue
        languages = spoken(level.low, max(first, mark.start - _BACK), min(last, mark.end + _REACH))
        languages = languages & mark.any_language(_NOUN_KINDS) or mark.any_language(_NOUN_KINDS)
        if text not in small:
            small[text] = local_words(level.low[first:last], 0, last - first)
        noun = Noun(level, mark, Near(level.low, first, last, languages, in_languages(small[text], languages, first)))
        place = (seed_phrase(level, mark.end, languages) if mark.kinds & SEED else None) or _onward(noun) or _backward(noun)
        if place:
            done = place[2]
            yield place
        else:
            clean.add(around)


def _around(plain: str, mark: Mark, first: int, last: int) -> tuple[str, int, int, int, int]:
    """All that is looked at from a word, and where in it the word and its sentence stand."""
    begin, end = max(min(first, mark.start - _BACK), 0), max(last, mark.end + (_SEED_REACH if mark.kinds & SEED else _REACH) + 1)
    return plain[begin:end], mark.start - begin, first - begin, last - begin, mark.kinds


_TRAILING, _ANNOUNCES = 8, frozenset(":：=＝→")  # characters before a line break that may be spaces; signs before a value


def next_line(low: str, end: int) -> str:
    """The line below, when it may be the value."""
    following = _NEXT_LINE.match(low, end, end + _REACH) if low[end : end + 1] == "\n" else None
    return (
        following[0]
        if following and (low[max(end - _TRAILING, 0) : end].rstrip()[-1:] in _ANNOUNCES or following["rule"] or _LONE_VALUE.fullmatch(following["line"]))
        else ""
    )


def _worth_a_look(low: str, mark: Mark) -> bool:
    """Cheap: no digit, quote or sign anywhere near means no value, unless the word is one for which plain words may be the value."""
    begin, end = max(mark.start - _BACK, 0), mark.end + _REACH
    if mark.kinds & NOUNS == LOGIN:
        return ACCOUNT_SIGN.search(low, mark.end, end) is not None
    if VALUE_SIGN.search(low, mark.end, end) or VALUE_SIGN.search(low, begin, mark.start):
        return True
    if mark.kinds & (STRONG | CODE) and may_be_spoken(low, mark.end, end):
        return True
    if not mark.kinds & (STRONG | SEED):
        return False
    return _LINK_SIGN.search(low, mark.end, end) is not None or _LATIN_WORD.search(low, mark.end, end) is not None


def _onward(noun: Noun) -> Place | None:
    level, low = noun.level, noun.level.low
    start = _word_end(low, noun.mark)
    end = _stretch_end(low, start)
    if VALUE_SIGN.search(low, start, end) or (low[noun.mark.start] > "z" and _LATIN_WORD.search(low, start, end)):
        words, last = 0, start
        for piece in islice(pieces(level.plain, start, end), 16):
            hard = _HARD_LINK.search(low[last : piece.start]) is not None or (words == 0 and "\n" in low[last : piece.start])
            linked = hard or noun.near.ends_with("links", start, piece.start)
            scoped = not linked and noun.near.ends_with("scope", start, piece.start) and not noun.near.has("changes", noun.mark.start - 60, piece.end + 14)
            if _is_value(noun, piece, Around(linked, hard, words, scoped)):
                return "value_beside_word", piece.start, piece.end
            if not (piece.look is Look.WORD and not piece.quoted and noun.near.is_word("links", piece.start, piece.end)):
                words += 1 + (len(piece.text) // 6 if UNSPACED.match(piece.text) else 0)
            last = piece.end
    if noun.mark.kinds & (STRONG | CODE) and (said := spoken_code(noun.near, start, end)):
        return "code_in_words", *said
    if noun.mark.kinds & STRONG and is_passphrase(noun.near, start, end):
        return "passphrase_beside_word", start, end
    return None


def _word_end(low: str, mark: Mark) -> int:
    """Past the ending of an inflected word (passwords, паролем), which belongs to no value."""
    if UNSPACED.match(low[mark.end - 1]) or not low[mark.end - 1].isalpha():
        return mark.end
    rest = _WORD_ENDING.match(low, mark.end)
    return rest.end() if rest and not UNSPACED.search(rest[0]) else mark.end


def _stretch_end(low: str, start: int) -> int:
    """The end of the sentence, or of the next line when this one ends with the word or a link."""
    limit = min(start + _REACH, len(low))
    for end in SENTENCE_END.finditer(low, start, limit):
        if end[0] == "\n":
            line = low[start : end.start()].strip()
            following = _NEXT_LINE.match(low, end.end(), limit)
            if (
                following
                and len(line) <= 60
                and not re.search(r"\d{3}", line)
                and (_ASKS_FOR_MORE.search(line) or following["rule"] or _LONE_VALUE.fullmatch(following["line"]))
            ):
                return following.end()
        elif end[0] in "?？" and not low[start : end.start()].strip(" \"'»”"):
            continue
        return end.start()
    return limit


def _is_value(noun: Noun, piece: Piece, around: Around) -> bool:
    kinds = noun.mark.kinds
    if is_placeholder(piece.text, noun.level.plain[max(piece.start - 2, 0) : piece.start]) or piece.text.lower() in _MANAGERS:
        return False
    if around.linked and kinds & (STRONG | CODE) and is_combination(piece.text):
        return True
    if piece.look is Look.WORD and not piece.quoted:
        joined = around.words == 0 and not around.scoped and "-" in piece.text
        return bool((around.hard or joined or (around.linked and around.words == 0)) and kinds & STRONG and _other_script(noun, piece))
    if around.scoped and piece.look in (Look.SHORT, Look.MIXED) and not piece.quoted:
        return False
    if kinds & STRONG:
        return _after_strong(noun, piece, around)
    if kinds & CODE and _after_code(noun, piece, around):
        return True
    if kinds & LOGIN and not kinds & KEY:
        return piece.look is Look.RANDOM and re.search(r"[!#$%^&*_]", piece.text) is not None and around.words <= 6
    return bool(kinds & KEY) and _after_key(piece, around)


def _after_strong(noun: Noun, piece: Piece, around: Around) -> bool:
    near = around.linked or around.words == 0
    if piece.quoted:
        plain = piece.look in (Look.WORD, Look.NAME) and " " not in piece.text
        return around.linked or (near and not plain) or (around.words <= 3 and piece.look >= Look.DIGITS) or piece.look >= Look.MIXED
    if piece.look is Look.NAME:
        stem = piece.text.rpartition(".")[0]
        return around.words == 0 and not around.linked and bool(re.fullmatch(r"[A-Za-z]{3,}\d{2,}[\w!#$]*", stem))
    if piece.look is Look.DIGITS:
        return _is_code(noun, piece, near=near) and (near or around.words <= 6)
    if piece.look is Look.SHORT:
        return near or around.words <= 2
    return near or around.words <= (6 if piece.look is Look.MIXED else 12)


def _after_code(noun: Noun, piece: Piece, around: Around) -> bool:
    if noun.near.has("other_codes", noun.mark.start - 24, piece.start):
        return False
    near = around.linked or around.words == 0
    if piece.look is Look.DIGITS:
        located = around.words <= 6 and any(noun.near.has(kind, noun.mark.start - 40, piece.start) for kind in ("cards", "places"))
        fits = near or around.words <= 2 or located
        return fits and _is_code(noun, piece, near=near) and len(re.sub(r"\D", "", piece.text)) <= 8
    if piece.quoted:
        return near and piece.look is not Look.WORD
    return piece.look >= Look.MIXED and (near or (around.words <= 3 and piece.look is Look.RANDOM))


def _after_key(piece: Piece, around: Around) -> bool:
    if len(piece.text) < 8 or piece.look < Look.MIXED:
        return piece.quoted and around.linked and piece.look >= Look.SHORT
    return around.linked or around.words == 0 or (piece.look is Look.RANDOM and around.words <= 6)


def _is_code(noun: Noun, piece: Piece, *, near: bool) -> bool:
    """Digits that can be a code: four at least, counting nothing, no year unless a link names them."""
    digits = re.sub(r"\D", "", piece.text)
    if not 3 <= len(digits) <= 12 or counts_something(noun.near, piece.end):
        return False
    if len(digits) == 3:
        start = noun.mark.start - 30
        beside = near and any(noun.near.has(kind, start, piece.start) for kind in ("cards", "places"))  # a lock of a bicycle or a suitcase
        return beside or _CHECK_NUMBER.search(noun.level.low, max(start, 0), piece.start) is not None
    return near or not _YEAR.match(piece.text)


def _other_script(noun: Noun, piece: Piece) -> bool:
    """A Latin word after "пароль:" or "密码是" in a text of another script."""
    word = noun.level.low[noun.mark.start : noun.mark.end]
    return not re.match("[a-z]", word) and piece.text.isascii() and len(piece.text) >= 4 and piece.text[0].islower()


def _backward(noun: Noun) -> Place | None:
    level, low = noun.level, noun.level.low
    begin = max(noun.mark.start - _BACK, 0)
    for end in SENTENCE_END.finditer(low, begin, noun.mark.start):
        if end[0] not in "!?" or low[end.end() : end.end() + 1] not in _CLOSING:  # a value in quotes may end with such a sign
            begin = end.end()
    if not VALUE_SIGN.search(low, begin, noun.mark.start):
        return None
    words = 0
    for piece in reversed(list(pieces(level.plain, begin, noun.mark.start))):
        if piece.look is not Look.WORD or piece.quoted:
            linked = noun.near.has("links", piece.end, noun.mark.start)
            if _is_value_before(noun, piece, Around(linked, False, words)):
                return "value_before_word", piece.start, piece.end
        words += 1 + (len(piece.text) // 6 if UNSPACED.match(piece.text) else 0)
        if words > 9:
            break
    return None


def _is_value_before(noun: Noun, piece: Piece, around: Around) -> bool:
    kinds = noun.mark.kinds
    if is_placeholder(piece.text) or piece.text.lower() in _MANAGERS or (piece.look is Look.NAME and not piece.quoted):
        return False
    if not kinds & STRONG and (not kinds & (CODE | KEY) or noun.near.has("other_codes", piece.end, noun.mark.end + 16)):
        return False
    if piece.look is Look.DIGITS:
        said = around.linked or (around.words == 0 and noun.near.has("changes", piece.start - 24, piece.start))  # "I set 4071 as …" without an "as"
        return bool(kinds & (STRONG | CODE)) and said and around.words <= 4 and _is_code(noun, piece, near=False)
    if kinds & STRONG:
        if piece.look is Look.RANDOM:
            return around.linked or around.words <= 4
        if piece.quoted and piece.look >= Look.SHORT and around.words <= 1:
            return True
        return around.linked and around.words <= 5 and (piece.look >= Look.MIXED or (piece.quoted and around.words <= 3))
    return around.linked and around.words <= 4 and len(piece.text) >= 8 and (piece.look is Look.RANDOM or (piece.quoted and piece.look >= Look.MIXED))
