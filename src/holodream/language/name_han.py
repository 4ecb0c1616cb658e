"""Names in Chinese characters and kana: family names, honorifics, naming words, places, katakana that is no known loanword."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from .catalogue import Language
from .characters import script_of
from .frequency import frequencies
from .name_rows import Hit, Row, listed, row_of
from .name_tokens import Found, Token
from .segment import lexicon

_LONGEST_PERSON = 5  # characters of a full name
_LONGEST_TOLD = 6  # characters of a name after a naming word
_ORDINARY = 4.8  # Zipf value from which a word before a place word only describes it (社区医院)
_RARE = 4.3  # Zipf value below which a character is rarely a word of its own
_VERBAL = 5.0  # Zipf value from which a single character is rather a word of its own
_NICKNAME = 4.5  # the same for a nickname of two characters that the word list holds (小李)
_SHORTEST_KATAKANA = 3
_LOANWORD = 4.3  # Zipf value from which two letters of katakana are a word in a compound


def han_names(tokens: list[Token], language: Language) -> Iterator[Found]:
    """The names of all runs of Chinese characters and kana."""
    for place, token in enumerate(tokens):
        if token.script == "Han" and not token.masked:
            yield from _names_of(row_of(tokens, place, language))


def _names_of(row: Row) -> Iterator[Found]:
    rules = _KANA_RULES if is_japanese(row.language) else _RULES
    place = 0
    while place < row.size:
        hit = next(filter(None, (rule(row, place) for rule in rules)), None)
        if hit:
            yield hit[0]
        place = hit[1] if hit else place + 1


def is_japanese(language: Language) -> bool:
    return "Katakana" in language.scripts


# --- rules for Chinese ---


def _nickname(row: Row, place: int) -> Hit:
    """小雯, 老韩, 阿坤: a prefix of familiarity and a family name or a rare character; after kin and roles any one (店员小满)."""
    piece, following = row.piece(place), row.piece(place + 1)
    if piece in row.language.titles_before and len(piece) == 1 and len(following) == 1 and not row.is_function(following):
        if following in row.list("surnames") or row.zipf(following) < _NICKNAME or row.is_person_word(row.piece(place - 1)):
            return row.found(place, place + 2, "person"), place + 2
    if len(piece) == 2 and piece[0] in row.language.titles_before and row.zipf(piece) < _NICKNAME:
        known = row.is_function(piece) or row.is_person_word(piece) or piece in row.language.titles_after
        if not known and (piece[1] in row.list("surnames") or row.is_person_word(row.piece(place - 1))):
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
        if 1 <= len(given) <= 2 and _is_full_name(row, place, end, family, given):
            return row.found(place, end, "person"), end
    return None


def _is_full_name(row: Row, place: int, end: int, family: str, given: str) -> bool:
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
    return piece == "" or row.is_person_word(piece) or row.is_function(piece) or piece in row.list("joins") or piece in row.list("naming")


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


def _told(row: Row, place: int) -> Hit:
    """猫叫汤圆, 名字是旺财, 名前はおもち: the words after a naming word up to the next function word."""
    head = row.head(place)
    naming = next((phrase for phrase in _longest_first(row.list("naming")) if head.endswith(phrase)), "")
    if not naming or (len(naming) == 1 and not _bearer_at_end(row, head[:-1], place)):
        return None
    end = place + (row.piece(place) in row.language.beginnings)
    while end < row.size and not _ends_told(row, place, end) and row.starts[end + 1] - row.starts[place] <= _LONGEST_TOLD:
        end += 1
    return (row.found(place, end, "unknown"), end) if row.starts[end] - row.starts[place] > 1 else None


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


def _place_name(row: Row, place: int) -> Hit:
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


def _rare_run(row: Row, place: int) -> Hit:
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
    language = row.language
    used = row.is_function(piece) or row.is_person_word(piece) or piece in language.units or piece in row.list("labels") or piece in row.list("naming") or piece in row.list("things")
    return len(piece) == 1 and script_of(piece) == "Han" and not used and row.zipf(piece) < _VERBAL


# --- rules for Japanese ---


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
    if row.is_person_word(piece) or any(row.is_person_word(piece + title) for title in ("さん", "ちゃん", "様")):
        return True
    if row.is_function(piece) and piece not in row.language.number_words:
        return True
    listed_name = piece in row.list("surnames") or piece in row.list("given")
    return not listed_name and any(piece.endswith(ending) for ending in row.list("plain_endings")) and len(piece) > 1


def _owned(row: Row, place: int) -> Hit:
    """息子の湊は, 柴犬のごまは: after kin or an animal and の, up to the next particle, when it is no ordinary word."""
    owner = next((word for word in (*row.language.kin, *row.language.roles, *row.list("things")) if row.head(place).endswith(word + _OF)), "")
    if not owner or not place:
        return None
    end = place
    while end < min(row.size, place + 4) and not (row.is_function(row.piece(end)) and row.piece(end) not in row.language.number_words):
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


_OF = "の"


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
        if word in row.list("given") and len(word) >= 2 and script_of(word[0]) == "Han" and row.zipf(word) < _NICKNAME:
            if row.piece(end) == "" or row.is_function(row.piece(end)):
                return row.found(place, end, "person"), end
    return None


def _loanword(row: Row, place: int) -> Hit:
    """A row of katakana that is neither a known word nor made of known ones."""
    end = place
    while end < row.size and _is_katakana(row.piece(end)):
        end += 1
    word = row.text(place, end)
    if end == place:
        return None
    if word in row.list("well_known") or word in row.list("brands"):
        return row.found(place, end, "place" if word in row.list("well_known") else "thing"), end
    known = all(_is_loanword(row, piece) for piece in row.pieces[place:end])
    if known or len(word) < _SHORTEST_KATAKANA or word in row.language.roots or row.is_person_word(word):
        return None
    return row.found(place, end, "unknown"), end


def _is_loanword(row: Row, piece: str) -> bool:
    """A known word; of two letters only a common one, as such pieces turn up in any name."""
    return len(piece) > 1 and row.zipf(piece) >= (_LOANWORD if len(piece) == 2 else 0.1)


def _is_katakana(piece: str) -> bool:
    return bool(piece) and all(script_of(char) == "Katakana" or char == "ー" for char in piece)


def _kana_run(row: Row, place: int) -> Hit:
    """しおかぜの…: hiragana that no known words make up, first in a sentence, up to a particle."""
    if place or not row.token.first:
        return None
    end = place
    while end < row.size and end < place + 5 and _is_loose_kana(row, end, place):
        end += 1
    word = row.text(place, end)
    if len(word) < 3 or not any(piece not in lexicon(row.language.code) for piece in row.pieces[place:end]):
        return None
    return (row.found(place, end, "unknown"), end) if end < row.size and row.is_function(row.piece(end)) else None


def _is_loose_kana(row: Row, place: int, start: int) -> bool:
    piece = row.piece(place)
    if script_of(piece[0]) != "Hiragana" or (row.is_function(piece) and len(piece) > 1) or len(piece) > 2:
        return False
    return not row.is_function(piece) or (place + 1 < row.size and row.piece(place + 1) not in lexicon(row.language.code)) or (place == start and piece not in row.list("joins"))


def _told_after(row: Row, place: int) -> Hit:
    """ポチといいます, ミケという猫: what stands before the words of naming."""
    for end in range(place + 1, min(row.size, place + 3) + 1):
        if row.is_function(row.piece(end - 1)):
            return None
        tail = row.tail(end)
        phrase = next((phrase for phrase in _longest_first(row.list("naming_after")) if tail.startswith(phrase)), "")
        if phrase and (len(phrase) > 3 or any(tail[len(phrase) :].startswith(thing) for thing in (*row.list("things"), *row.language.kin, *row.language.roles))):
            return row.found(place, end, "unknown"), end
    return None


@functools.cache
def _longest_first(phrases: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(phrases, key=lambda phrase: (-len(phrase), phrase)))


_RULES = (_told, _addressed, _nickname, _place_name, _full_name, _given, _kin, _rare_run, listed)
_KANA_RULES = (_honoured, _owned, _told, _told_after, _place_name, _family_name, _given_alone, _loanword, _rare_run, _kana_run, listed)
