"""Names in Thai: no spaces, no capitals; titles, nicknames, naming words and words for places show them."""

from __future__ import annotations

from collections.abc import Iterator

from ..catalogue import Language
from ..frequency import frequencies
from ..segment import lexicon, segment
from . import words
from .rows import Row, listed, names_in_rows
from .rules import Hit
from .tokens import Found, Token
from .words import is_known

_MOST_PIECES = 6  # pieces that an unknown name may be cut into
_WORD = 5.5  # Zipf value from which a word after a title is rather a verb than a nickname
_START = 5.15  # Zipf value from which a nickname at the start is rather a word
_LONG_RUN = 3  # letters of an unknown run that may be a name
_LONGEST_FAMILY = 12  # letters of a family name
_DESCRIPTION = 4.3  # Zipf value from which a word behind one for a place or a project only describes it
_MOST_WORDS = 3  # of the name of a project
_PROJECTS = frozenset({"โครงการ", "โปรเจกต์", "โปรเจ็กต์", "เซิร์ฟเวอร์", "ชมรม", "แบรนด์"})  # what is named with any words
_CLUSTER = 2  # letters of a piece that is a word of its own


def thai_names(tokens: list[Token], language: Language) -> Iterator[Found]:
    """The names of all runs of Thai letters."""
    return names_in_rows(_RULES, "Thai", tokens, language)


def _titled(row: Row, place: int) -> Hit:
    """คุณธนากร, พี่แนน, หมอศิริพร: the word after a title, known or not, unless it is a verb or a function word."""
    title = row.piece(place)
    if title not in row.language.titles_before or place + 1 >= row.size:
        return None
    end = _end_of_name(row, place + 1)
    word = row.text(place + 1, end)
    if end == place + 1 or len(word) < 2 or (word not in row.list("given") and not _is_nickname(row, place + 1, end)):
        return None
    if end == row.size and _is_family_name(row):
        return _with_family_name(row, place + 1), end
    return row.found(place + 1, end, "person"), end


def _is_family_name(row: Row) -> bool:
    """Whether a short run without function words follows after a space: given and family name are set apart (นายสมชาย ใจดี)."""
    after = row.after
    if after is None or after.script != "Thai" or after.masked or len(after.folded) > _LONGEST_FAMILY:
        return False
    return not any(row.is_function(piece) or row.is_person_word(piece) for piece in segment(after.folded, row.language.code))


def _with_family_name(row: Row, start: int) -> Found:
    given, after = row.found(start, row.size, "person"), row.after
    return Found(given.start, after.end, given.text + after.gap + after.text, "person") if after else given


def _is_nickname(row: Row, start: int, end: int) -> bool:
    word = row.text(start, end)
    if row.is_function(word) or row.is_person_word(word) or row.zipf(word) >= _WORD:
        return False
    return end - start > 1 or row.zipf(word) < _WORD


def _end_of_name(row: Row, start: int) -> int:
    """The place after a name: the longest one of the lists, else the pieces that are no known words, else one word."""
    for end in range(min(row.size, start + _MOST_PIECES), start, -1):
        if row.text(start, end) in row.list("given") or row.text(start, end) in row.list("well_known"):
            return end + (end < row.size and _is_unknown(row, end) and not row.is_function(row.piece(end)))
    end = start
    while end < row.size and end < start + _MOST_PIECES and _is_unknown(row, end):
        end += 1
    if end == start and start < row.size and not row.is_function(row.piece(start)):
        end = start + 1
    return end


def _is_unknown(row: Row, place: int) -> bool:
    piece = row.piece(place)
    return piece not in frequencies(row.language.code) and not is_known(piece, row.language)


def _told(row: Row, place: int) -> Hit:
    """แมวชื่อขนมปัง, ชื่อว่าเจ้าดำ: what follows a naming word up to a space or a function word."""
    if row.piece(place) not in row.list("naming") and not _is_naming(row, place):
        return None
    start = place + 1
    while start < row.size and (row.piece(start) in row.list("naming") or row.piece(start) in _QUOTING):
        start += 1
    end = start + (row.piece(start) in words.dates(row.language.code))  # a child may be called like a month
    while end < row.size and end < start + 3 and not row.is_function(row.piece(end)) and row.piece(end) not in row.list("labels"):
        end += 1
    if end < row.size and end > start:  # more is said than the name: a verb may stand right behind it
        end = min(end, _end_of_name(row, start))
    return (row.found(start, end, "unknown"), end) if end > start else None


_QUOTING = frozenset({"ว่า", "คือ"})


def _is_naming(row: Row, place: int) -> bool:
    return row.piece(place) + row.piece(place + 1) in row.list("naming")


def _nickname(row: Row, place: int) -> Hit:
    """A name of the list at the start of a run, after a space or beside kin and "with": พลอย ภรรยาของ…, กับสมชาย."""
    for end in range(min(row.size, place + _MOST_PIECES), place, -1):
        word = row.text(place, end)
        if word not in row.list("given") or row.is_function(word):
            continue
        rare = len(word) >= 4 and row.zipf(word) < 4.0
        before = row.piece(place - 1)
        opened = before in row.list("joins") or before in row.list("person_before") or row.is_person_word(before)
        if rare or (opened and row.zipf(word) < _WORD):
            if end == row.size and _is_family_name(row):
                return _with_family_name(row, place), end
            return row.found(place, end, "person"), end
    return None


def _borne(row: Row, place: int) -> Hit:
    """จังหวัดภูเก็ต, สถานีอโศก, ร้านดอยฟ้า: an unknown word after the word for a place or a thing."""
    piece = row.piece(place)
    kind = "place" if piece in row.list("places") | row.list("place_endings") else "thing" if piece in row.list("things") else ""
    if not kind or place + 1 >= row.size:
        return None
    end = _end_of_name(row, place + 1)
    word = row.text(place + 1, end)
    if piece in row.list("place_endings"):  # a temple or a school is not named without that word
        named = word in row.list("well_known") or (end > place + 1 and row.zipf(word) < _DESCRIPTION and not row.is_person_word(word))
        return (row.found(place, end, kind), end) if named and not row.is_function(word) else None
    if piece in _PROJECTS:
        end = _end_of_phrase(row, place + 1)
        if end > place + 1 and row.zipf(row.piece(place + 1)) < _DESCRIPTION:
            return row.found(place + 1, end, kind), end
    if word in row.list("well_known") or (end > place + 1 and len(word) > _CLUSTER and _is_unknown(row, place + 1)):
        return row.found(place + 1, end, kind), end
    return None


def _end_of_phrase(row: Row, start: int) -> int:
    """The place after up to three words that are no function words."""
    end = start
    while end < min(row.size, start + _MOST_WORDS) and not row.is_function(row.piece(end)) and not row.is_person_word(row.piece(end)):
        end += 1
    return end


def _at_the_start(row: Row, place: int) -> Hit:
    """พลอยไม่กินเผ็ด, ถุงทองเป็น…: a nickname of the list, or letters that no known words make up, as the first thing said."""
    if place or not row.token.first:
        return None
    end = _end_of_name(row, 0)
    word = row.text(0, end)
    if word in row.list("given") and word not in row.list("things") and row.zipf(word) < _START and (row.size > end or row.after is not None):
        return row.found(0, end, "person"), end
    return None


def _unknown_run(row: Row, place: int) -> Hit:
    """Letters that no known words make up, between words that are known: rare words are loanwords or names."""
    end = place
    while end < row.size and end < place + _MOST_PIECES and row.piece(end) not in lexicon(row.language.code):
        end += 1
    word = row.text(place, end)
    before, after = row.piece(place - 1), row.piece(end)
    opened = before == "" or row.is_function(before) or row.is_person_word(before) or before in row.list("joins") or before in row.list("person_before")
    closed = after == "" or row.is_function(after) or row.is_person_word(after)
    return (row.found(place, end, "unknown"), end) if len(word) >= _LONG_RUN and opened and closed else None


_RULES = (_told, _titled, _borne, _nickname, _at_the_start, listed, _unknown_run)
