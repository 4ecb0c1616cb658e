"""Names in Japanese: honorifics, family names, naming words, katakana that is no known loanword."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..catalogue import Language
from ..characters import script_of
from ..frequency import frequencies
from ..segment import lexicon
from .han import longest_first, place_name, rare_run, told
from .rows import Row, listed, names_in_rows
from .rules import Hit
from .tokens import Found, Token

_KANA_GIVEN = re.compile("([ぁ-ん]{2,4}?)(?=[はがをにのともへ]|さん|$)")
_LONGEST_PERSON = 5  # characters of a full name
_LONGEST_OWNED = 4  # pieces of a name after its owner
_NICKNAME = 4.5  # Zipf value from which a given name is rather an ordinary word
_SHORTEST_KATAKANA = 3
_SHORTEST_KANA = 3  # letters of an unknown word in hiragana
_LONGEST_KANA = 5  # pieces of one
_FULL_PHRASE = 3  # letters of a naming phrase (という) that needs to be followed by what is called so
_LOANWORD = 4.3  # Zipf value from which two letters of katakana are a word in a compound


def kana_names(tokens: list[Token], language: Language) -> Iterator[Found]:
    """The names of all runs of kana and Chinese characters in a Japanese text."""
    return names_in_rows(_RULES, "Han", tokens, language)


def _honoured(row: Row, place: int) -> Hit:
    """渡辺さん, 結衣ちゃん, 源三さん: what stands before an honorific, where that is no kin, no role and no ordinary word."""
    end = place
    while end < min(row.size, place + 4) and row.piece(end) not in row.language.titles_after:
        end += 1
    if end == place or row.piece(end) not in row.language.titles_after or _start_before(row, end) != place:
        return None
    name = row.text(place, end)
    if _is_no_name(row, name) or (end - place == 1 and _is_no_name(row, row.piece(place))):
        return None
    return row.found(place, end, "person"), end + 1


def _start_before(row: Row, end: int) -> int:
    """Where the name before an honorific begins: back over pieces of one script that are no ordinary words; -1 when there is none."""
    for begin in range(max(0, end - 4), end):
        if row.text(begin, end) in row.list("given") or row.text(begin, end) in row.list("surnames"):
            return begin
    start = end - 1
    script = script_of(row.piece(start)[0])
    if row.is_function(row.piece(start)) and not (script == "Han" and row.piece(start) in row.language.number_words and start):
        return -1
    while start and row.starts[end] - row.starts[start - 1] <= _LONGEST_PERSON and _may_lengthen(row, start - 1, start, script):
        start -= 1
    return start


def _may_lengthen(row: Row, place: int, start: int, script: str) -> bool:
    piece, following = row.piece(place), row.piece(start)
    if row.is_person_word(piece) or script_of(piece[0]) not in (script, "Han"):
        return False
    if piece in row.list("surnames"):
        return True
    if script_of(piece[0]) != script or (row.is_function(piece) and piece not in row.language.number_words):
        return False
    return len(piece) == 1 if script == "Han" and len(following) == 1 else piece not in frequencies(row.language.code)


def _is_no_name(row: Row, piece: str) -> bool:
    if row.is_person_word(piece) or any(row.is_person_word(piece + title) for title in row.language.titles_after):
        return True
    if row.is_function(piece) and piece not in row.language.number_words:
        return True
    listed_name = piece in row.list("surnames") or piece in row.list("given")
    return not listed_name and any(piece.endswith(ending) for ending in row.list("plain_endings")) and len(piece) > 1


def _owned(row: Row, place: int) -> Hit:
    """息子の湊は, 柴犬のごまは: after kin or an animal and の, up to the next particle, when it is no ordinary word."""
    head = row.head(place)
    mark = row.piece(place - 1)
    owners = (*row.language.kin, *row.language.roles, *row.list("things"))
    if mark not in row.list("links") or not any(head.endswith(owner + mark) for owner in owners):
        return None
    end = place
    while end < min(row.size, place + _LONGEST_OWNED) and not (row.is_function(row.piece(end)) and row.piece(end) not in row.language.number_words):
        end += 1
    name = row.text(place, end)
    if end == place or len(name) > _LONGEST_PERSON or not row.is_function(row.piece(end)):
        return None
    single = end - place == 1
    if single and name not in row.list("given") and (name in frequencies(row.language.code) or name in row.language.roots or row.is_person_word(name)):
        return None
    if not single and any(len(piece) > 1 and row.zipf(piece) >= _NICKNAME for piece in row.pieces[place:end]):
        return None
    return row.found(place, end, "person"), end


def _family_name(row: Row, place: int) -> Hit:
    """佐々木健太, 山田が: a family name of the list, with a given name behind it or a particle."""
    for end in range(min(row.size, place + 3), place, -1):
        family = row.text(place, end)
        if family not in row.list("surnames") or len(family) < 2:
            continue
        last = _given_after(row, end)
        if last:
            return row.found(place, last, "person"), last
        following = row.piece(end)
        if following == "" or row.is_function(following):
            return row.found(place, end, "person"), end
    return None


def _given_after(row: Row, place: int) -> int:
    """The place after a given name: one of the list, or one to three characters that are no word together."""
    for end in range(min(row.size, place + 3), place, -1):
        if row.text(place, end) in row.list("given"):
            return end
    addressed = any(row.tail(place).startswith(title) for title in row.language.titles_after)
    kana = None if addressed else _KANA_GIVEN.match(row.tail(place))
    if kana and (size := kana.end(1)):
        end = next((after for after in range(place, row.size + 1) if row.starts[after] >= row.starts[place] + size), 0)
        if end and row.starts[end] == row.starts[place] + size and row.text(place, end) not in frequencies(row.language.code):
            return end
    end = place
    while end < row.size and end < place + 3 and _is_given_piece(row, row.piece(end)):
        end += 1
    size = row.starts[end] - row.starts[place]
    return end if size >= 2 and row.text(place, end) not in row.list("place_endings") and (end == row.size or row.is_function(row.piece(end))) else 0


def _is_given_piece(row: Row, piece: str) -> bool:
    if row.is_function(piece) and piece not in row.language.number_words:
        return False
    return len(piece) == 1 or piece not in frequencies(row.language.code)


def _given_alone(row: Row, place: int) -> Hit:
    """美咲と: a given name of two characters or more before a particle."""
    for end in range(min(row.size, place + 3), place, -1):
        word = row.text(place, end)
        opened = len(word) >= 2 or place == 0 or row.piece(place - 1) in row.list("joins") or row.is_person_word(row.piece(place - 1))
        begins = script_of(word[0]) == "Han" or (place == 0 and row.token.first and len(word) > 2)
        given = word in row.list("given") and opened and begins and row.zipf(word) < _NICKNAME
        if given and (row.piece(end) == "" or row.is_function(row.piece(end))):
            return row.found(place, end, "person"), end
    return None


def _loanword(row: Row, place: int) -> Hit:
    """A row of katakana that is neither a known word nor made of known ones."""
    if _is_katakana(row.piece(place - 1)):
        return None  # the row was looked at from its start
    end = place
    while end < row.size and _is_katakana(row.piece(end)):
        end += 1
    word = row.text(place, end)
    if end == place:
        return None
    if word in row.list("well_known") or word in row.list("brands"):
        return row.found(place, end, "place" if word in row.list("well_known") else "thing"), end
    if word in row.list("given"):
        return row.found(place, end, "person"), end
    if word in row.list("things") or word in row.list("labels"):
        return None
    known = all(_is_loanword(row, piece) for piece in row.pieces[place:end])
    named = len(word) >= _SHORTEST_KATAKANA or (place == 0 and row.is_function(row.piece(end)) and word not in frequencies(row.language.code))
    if known or not named or word in row.language.roots or row.is_person_word(word):
        return None
    return row.found(place, end, "unknown"), end


def _is_loanword(row: Row, piece: str) -> bool:
    """A known word; of two letters only a common one, as such pieces turn up in any name."""
    return len(piece) > 1 and row.zipf(piece) >= (_LOANWORD if len(piece) == 2 else 0.1)


def _is_katakana(piece: str) -> bool:
    return bool(piece) and all(script_of(char) == "Katakana" or char == "ー" for char in piece)


def _kana_run(row: Row, place: int) -> Hit:
    """しおかぜの…: hiragana that no known words make up, first in a sentence, up to a particle."""
    if place > 0 or not row.token.first:
        return None
    end: int = place
    while end < min(row.size, _LONGEST_KANA) and _is_loose_kana(row, end, place):
        end += 1
    word = row.text(place, end)
    if len(word) < _SHORTEST_KANA or not any(piece not in lexicon(row.language.code) for piece in row.pieces[place:end]):
        return None
    return (row.found(place, end, "unknown"), end) if end < row.size and row.is_function(row.piece(end)) else None


def _is_loose_kana(row: Row, place: int, start: int) -> bool:
    piece = row.piece(place)
    if script_of(piece[0]) != "Hiragana" or (row.is_function(piece) and len(piece) > 1) or len(piece) > 2:
        return False
    if not row.is_function(piece):
        return True
    goes_on = place + 1 < row.size and row.piece(place + 1) not in lexicon(row.language.code)
    return goes_on or (place == start and piece not in row.list("joins"))


def _told_after(row: Row, place: int) -> Hit:
    """ポチといいます, ミケという猫: what stands before the words of naming."""
    for end in range(place + 1, min(row.size, place + 3) + 1):
        if row.is_function(row.piece(end - 1)):
            return None
        tail = row.tail(end)
        phrase = next((phrase for phrase in longest_first(row.list("naming_after")) if tail.startswith(phrase)), "")
        bearers = (*row.list("things"), *row.language.kin, *row.language.roles)
        if phrase and (len(phrase) > _FULL_PHRASE or any(tail[len(phrase) :].startswith(bearer) for bearer in bearers)):
            return row.found(place, end, "unknown"), end
    return None


_RULES = (_honoured, _owned, told, _told_after, place_name, _family_name, _given_alone, _loanword, rare_run, _kana_run, listed)
