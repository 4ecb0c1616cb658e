"""Names in Chinese characters: family names, titles, naming words, places. Places and naming words serve Japanese too."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from ..catalogue import Language
from ..characters import script_of
from ..frequency import frequencies
from .rows import Row, listed, names_in_rows
from .rules import Hit
from .tokens import Found, Token

_LONGEST_PERSON = 5  # characters of a full name
_LONGEST_TOLD = 6  # characters of a name after a naming word
_ORDINARY = 4.8  # Zipf value from which a word before a place word only describes it (社区医院)
_RARE = 4.3  # Zipf value below which a character is rarely a word of its own
_VERBAL = 5.0  # Zipf value from which a single character is rather a word of its own
_KANA_NAME = re.compile("([ぁ-ん]{2,5}?)(?=です|でし|で$|だ$|だよ|といい|という|って|$)")
_NICKNAME = 4.5  # the same for a nickname of two characters that the word list holds (小李)


def han_names(tokens: list[Token], language: Language) -> Iterator[Found]:
    """The names of all runs of Chinese characters."""
    return names_in_rows(_RULES, "Han", tokens, language)


def _nickname(row: Row, place: int) -> Hit:
    """小雯, 老韩, 阿坤: a prefix of familiarity and a family name or a rare character; after kin and roles any one (店员小满)."""
    piece, following = row.piece(place), row.piece(place + 1)
    after_person = row.is_person_word(row.piece(place - 1))
    familiar = following in row.list("surnames") or row.zipf(following) < _NICKNAME or after_person
    if piece in row.language.titles_before and len(piece) == len(following) == 1 and familiar and not row.is_function(following):
        return row.found(place, place + 2, "person"), place + 2
    if len(piece) == 2 and piece[0] in row.language.titles_before and row.zipf(piece) < _NICKNAME:
        known = row.is_function(piece) or row.is_person_word(piece) or piece in row.language.titles_after
        if not known and (piece[1] in row.list("surnames") or after_person):
            return row.found(place, place + 1, "person"), place + 1
    return None


def _addressed(row: Row, place: int) -> Hit:
    """梁医生, 沈伯, 雅婷姐: a name before a title. A family name alone keeps the title, as it would be no name without it."""
    piece, title = row.piece(place), row.piece(place + 1)
    titles = row.language.titles_after
    if title in titles and not row.is_function(piece):
        if piece in row.list("surnames") and (len(title) > 1 or not row.is_function(row.piece(place - 1)) or row.piece(place + 2) == ""):
            return row.found(place, place + 2, "person"), place + 2
        if piece in row.list("given") and len(piece) > 1:
            return row.found(place, place + 1, "person"), place + 2
    if piece[:1] in row.list("surnames") and piece[1:] in titles and (len(piece) > 2 or row.zipf(piece) < _NICKNAME):
        return row.found(place, place + 1, "person"), place + 1
    return None


def _full_name(row: Row, place: int) -> Hit:
    """周晓燕, 欧阳锋: a family name and one or two characters that are no words here, the longer reading first."""
    piece = row.piece(place)
    family = next((piece[:size] for size in (2, 1) if piece[:size] in row.list("surnames")), "")
    if not family or row.is_function(piece) or row.piece(place - 1) in row.language.number_words:
        return None
    rest = piece[len(family) :]
    for end in range(min(row.size, place + 3), place, -1):
        given = rest + row.text(place + 1, end)
        if 1 <= len(given) <= 2 and _is_full_name(row, place, end, given):
            return row.found(place, end, "person"), end
    return None


def _is_full_name(row: Row, place: int, end: int, given: str) -> bool:
    """What the given name is made of, and whether a name may begin before it and end after it."""
    if given in row.list("given") and len(given) == 2:
        return True
    familiar = [char in given_characters(row.language) or char in row.language.titles_before for char in given]
    if any(row.is_function(char) for char in given) or any(row.zipf(char) >= _VERBAL and not known for char, known in zip(given, familiar, strict=True)):
        return False
    if any(len(piece) > 1 and (row.zipf(piece) >= _NICKNAME or (row.zipf(piece) and not all(familiar))) for piece in row.pieces[place:end]):
        return False
    around = _opens_name(row, place) + _closes_name(row, end)
    told = row.is_person_word(row.piece(place - 1)) or row.piece(place - 1) in row.list("naming")
    return around >= (1 if any(familiar) and len(given) == 2 else 2) and (any(familiar) or told)


@functools.cache
def given_characters(language: Language) -> frozenset[str]:
    """The characters that given names are made of."""
    return frozenset("".join(language.names["given"])) - language.stop - language.titles_before


def _opens_name(row: Row, place: int) -> bool:
    piece = row.piece(place - 1)
    return piece == "" or row.is_person_word(piece) or row.is_function(piece) or any(piece in row.list(key) for key in ("joins", "naming", "person_before"))


def _closes_name(row: Row, place: int) -> bool:
    piece = row.piece(place)
    return piece == "" or len(piece) > 1 or row.is_function(piece) or piece in row.list("joins") or row.zipf(piece) >= _VERBAL


def _given(row: Row, place: int) -> Hit:
    """思琪, 果果: a given name of the list; the longer one first."""
    for end in range(min(row.size, place + 3), place, -1):
        word = row.text(place, end)
        if len(word) > 1 and word in row.list("given") and row.zipf(word) < _NICKNAME:
            return row.found(place, end, "person"), end
    return None


def told(row: Row, place: int) -> Hit:
    """猫叫汤圆, 名字是旺财, 名前はおもち: the words after a naming word up to the next function word."""
    head = row.head(place)
    naming = next((phrase for phrase in longest_first(row.list("naming")) if head.endswith(phrase)), "")
    if not naming or (len(naming) == 1 and not _bearer_at_end(row, head[:-1], place)):
        return None
    if kana := _told_in_kana(row, place):
        return kana
    end = place + (row.piece(place) in row.language.beginnings)
    while end < row.size and not _ends_told(row, place, end) and row.starts[end + 1] - row.starts[place] <= _LONGEST_TOLD:
        end += 1
    return (row.found(place, end, "unknown"), end) if row.starts[end] - row.starts[place] > 1 else None


def _told_in_kana(row: Row, place: int) -> Hit:
    """名前はきなこで: letters of hiragana up to the copula, though the dictionary takes some of them for particles."""
    found = _KANA_NAME.match(row.tail(place))
    if found is None:
        return None
    end = row.starts[place] + found.end(1)
    following = next((after for after in range(place, row.size) if row.starts[after] >= end), row.size)
    return row.cut(row.starts[place], end, "unknown"), following


def _ends_told(row: Row, start: int, place: int) -> bool:
    piece = row.piece(place)
    if row.is_function(piece) or piece in row.list("labels") or piece in row.list("joins"):
        return True
    return place > start and (piece in row.list("naming_after") or any(row.tail(place).startswith(phrase) for phrase in row.list("naming_after")))


def _bearer_at_end(row: Row, head: str, place: int) -> bool:
    """Whether what stands before a short naming word can bear a name: an animal or a person, or anybody when a family name follows."""
    if any(head.endswith(word) for word in (*row.list("things"), *row.language.kin, *row.language.roles)):
        return True
    return row.piece(place)[:1] in row.list("surnames") or row.text(place, min(row.size, place + 1)) in row.list("given")


def _kin(row: Row, place: int) -> Hit:
    """女儿果儿, 同事阿坤: one to three characters after kin that are no words of their own."""
    if not place or not row.is_person_word(row.piece(place - 1)):
        return None
    end = place
    while end < row.size and end < place + 3 and _is_rare_character(row, row.piece(end)):
        end += 1
    return (row.found(place, end, "person"), end) if end - place >= 2 else None


def _is_rare_character(row: Row, piece: str) -> bool:
    return len(piece) == 1 and not row.is_function(piece) and row.zipf(piece) < _VERBAL and piece not in row.list("naming")


def place_name(row: Row, place: int) -> Hit:
    """成都, 西湖区, 春熙路, 横浜駅: a place of the list, or words that are not ordinary before the word for a place."""
    hit = listed(row, place)
    if hit and hit[0].kind == "place":
        ending = _ending_at(row, hit[1])
        return (row.found(place, ending, "place"), ending) if ending else hit
    for end in range(place + 1, min(row.size, place + 3) + 1):
        head = row.text(place, end)
        if any(row.is_function(piece) or row.is_person_word(piece) for piece in row.pieces[place:end]) or len(head) > 4:
            return hit
        ending = _ending_at(row, end)
        if ending and len(head) >= 2 and _may_be_place(row, place, end, row.text(end, ending)):
            return row.found(place, ending, "place"), ending
    whole = row.piece(place)
    if len(whole) >= 3 and whole not in frequencies(row.language.code) and any(whole.endswith(ending) for ending in row.list("place_endings")):
        return row.found(place, place + 1, "place"), place + 1
    return hit


def _ending_at(row: Row, place: int) -> int:
    """The place after a word for places that begins at a piece, or 0."""
    for end in range(min(row.size, place + 2), place, -1):
        if row.text(place, end) in row.list("place_endings"):
            return end
    return 0


def _may_be_place(row: Row, start: int, end: int, ending: str) -> bool:
    if end - start > 1:
        return all(len(piece) == 1 and row.zipf(piece) < 5.4 for piece in row.pieces[start:end]) and row.pieces[start] not in row.language.number_words
    word = row.piece(start)
    if word in row.language.number_words or word in row.language.units:
        return False
    return row.zipf(word) < (_ORDINARY if len(ending) == 1 else 4.2)


def rare_run(row: Row, place: int) -> Hit:
    """骆骁: two to four characters that no known word covers, where a person is expected: first in a sentence, after kin, "with" or "ask"."""
    if not (row.token.first if place == 0 else row.is_person_word(row.piece(place - 1)) or row.piece(place - 1) in row.list("person_before")):
        return None
    end = place
    while end < min(row.size, place + 5) and _is_single(row, row.piece(end)):
        end += 1
    if not 2 <= end - place <= 4 or not _closes_name(row, end):
        return None
    if not any(row.zipf(piece) < _RARE for piece in row.pieces[place:end]):
        return None
    return row.found(place, end, "unknown"), end


def _is_single(row: Row, piece: str) -> bool:
    """A character that stands alone, as no word covers it, and is no function word, number or measure."""
    used = row.is_function(piece) or row.is_person_word(piece) or piece in row.language.units
    used = used or any(piece in row.list(key) for key in ("labels", "naming", "things"))
    return len(piece) == 1 and script_of(piece) == "Han" and not used and row.zipf(piece) < _VERBAL


@functools.cache
def longest_first(phrases: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(phrases, key=lambda phrase: (-len(phrase), phrase)))


_RULES = (told, _addressed, _nickname, place_name, _full_name, _given, _kin, rare_run, listed)
