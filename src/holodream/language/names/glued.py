"""Names in Hangul: no capitals, particles glued to the words (지현이가, 최수빈 씨한테, 강남역에서)."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from ..catalogue import Language
from ..compound import parts_of
from ..frequency import frequencies
from . import words
from .lines import Line, names_in_lines
from .rules import Hit
from .tokens import Found, Token

_GIVEN = 2  # syllables of most given names
_COMMON = 4.3  # Zipf value from which a given name is rather an ordinary word
_DESCRIPTION = 4.8  # Zipf value from which a word before a place word only describes it
_LONGEST_NAME = 4


def glued_names(tokens: list[Token], language: Language) -> Iterator[Found]:
    """The names of a script whose particles are glued to the words."""
    return names_in_lines(_RULES, "Hangul", tokens, language)


def _honoured(line: Line, place: int) -> Hit:
    """최수빈 씨한테, 유진씨, 박 선생님: the word before an honorific; a family name alone keeps it."""
    token = line.tokens[place]
    following = line.after(place)
    if following:
        title = _title_at_start(line, following)
        if title and not _is_no_name(line, token.folded):
            if token.folded in line.list("surnames"):
                return Found(token.start, following.start + len(title), token.text + following.gap + following.text[: len(title)], "person"), place + 2
            return Found(token.start, token.end, token.text, "person"), place + 2
    for rest in readings(token.folded, line.language):
        for title in _titles(line.language):
            name = rest[: -len(title)]
            if rest.endswith(title) and 2 <= len(name) <= _LONGEST_NAME and _takes_honorific(line, rest, name):
                return _found(token, len(name), "person"), place + 1
    return None


def _takes_honorific(line: Line, word: str, name: str) -> bool:
    """Whether a word is a name with an honorific glued to it, and not a full name or a known word that only ends like that."""
    if _is_full_name(line, word) or _is_no_name(line, name):
        return False
    return _is_person(line, name) or not words.is_known(word, line.language)


def _title_at_start(line: Line, token: Token) -> str:
    """The honorific that a word consists of, apart from its particles."""
    forms = readings(token.folded, line.language)
    return next((form for form in forms if form in line.language.titles_after), "")


@functools.cache
def _titles(language: Language) -> tuple[str, ...]:
    return tuple(sorted((title for title in language.titles_after if title.isalpha()), key=len, reverse=True))


def _person(line: Line, place: int) -> Hit:
    """김민수가, 서연이랑: a family name with a given name, or a given name of the list."""
    token = line.tokens[place]
    forms = readings(token.folded, line.language)
    for rest in forms:
        if rest.endswith(_CALLING) and _is_person(line, rest[:-1]) and rest not in frequencies(line.language.code):
            return _found(token, len(rest) - 1, "person"), place + 1
    for rest in forms:
        if _is_person(line, rest) and not _is_verb(line.language, token.folded, rest):
            return _found(token, len(rest), "person"), place + 1
    return None


def _is_verb(language: Language, word: str, rest: str) -> bool:
    """Whether a word is a verb of the list with an ending that no name takes (지우려면 is to erase, 지우는 may be a person)."""
    ending = word[len(rest) :]
    return rest in language.roots and ending != "" and ending not in language.name_endings


_NOUNED = "기"  # what makes a noun of a verb
_CALLING = "이"  # what follows a given name that ends in a consonant


def _is_person(line: Line, word: str) -> bool:
    if word in line.list("given"):
        return len(word) >= _GIVEN and words.zipf(word, (line.language,)) < _COMMON
    return _is_full_name(line, word)


def _is_full_name(line: Line, word: str) -> bool:
    """A family name and two syllables that occur in given names, together no known word."""
    family = next((word[:size] for size in (2, 1) if word[:size] in line.list("surnames") and len(word) == size + _GIVEN), "")
    if not family or word in frequencies(line.language.code) or words.is_function(word, (line.language,)):
        return False
    if any(word.endswith(ending) for ending in line.list("plain_endings")):
        return False
    given = word[len(family) :]
    first, second = _syllables(line.language)
    return given in line.list("given") or (given[0] in first and given[1] in second and not words.is_known(word, line.language))


@functools.cache
def _syllables(language: Language) -> tuple[frozenset[str], frozenset[str]]:
    """The first and the second syllables of the given names that the language file lists."""
    names = [name for name in language.names["given"] if len(name) == _GIVEN]
    return frozenset(name[0] for name in names), frozenset(name[1] for name in names)


def _place(line: Line, place: int) -> Hit:
    """부산에서, 해운대구, 강남역, 서울대학교: a place of the list, or an unknown word with the ending of one."""
    token = line.tokens[place]
    if token.folded in frequencies(line.language.code) and token.folded not in line.list("well_known") | line.list("brands"):
        return None  # 고양이 is a cat, not a town with a particle
    for rest in readings(token.folded, line.language):
        if rest in line.list("well_known"):
            return _found(token, len(rest), "place"), place + 1
        if rest in line.list("brands"):
            return _found(token, len(rest), "thing"), place + 1
    for rest in readings(token.folded, line.language):
        if _is_place(line, rest):
            return _found(token, len(rest), "place"), place + 1
    return None


def _is_place(line: Line, word: str) -> bool:
    if word in frequencies(line.language.code) or words.is_function(word, (line.language,)):
        return False
    for ending in line.list("place_endings"):
        head = word[: -len(ending)]
        if not word.endswith(ending) or len(head) < _GIVEN:
            continue
        if head in line.list("well_known") or head in line.list("brands"):
            return True
        known = words.is_known(head, line.language) or bool(parts_of(head, line.language.code))
        if len(ending) > 1 and not words.is_person_word(head, (line.language,)) and words.zipf(head, (line.language,)) < _DESCRIPTION:
            return True
        rare = not known or (words.zipf(head, (line.language,)) < _COMMON and not words.is_person_word(head, (line.language,)))
        if rare and ending not in line.language.endings:
            return True
    return False


def _told(line: Line, place: int) -> Hit:
    """이름은 호빵이고, 초코라는 강아지: the word after "name", or before the particle of naming."""
    token, following = line.tokens[place], line.after(place)
    if following and token.folded in line.list("naming") and not words.is_function(following.folded, (line.language,)):
        rest = readings(following.folded, line.language)[-1]
        if len(rest) >= 2 and not words.is_function(rest, (line.language,)) and rest not in line.list("labels"):
            return _found(following, len(rest), "unknown"), place + 2
    for particle in sorted(line.list("naming_after"), key=len, reverse=True):
        name = token.folded[: -len(particle)]
        if len(name) >= 2 and token.folded.endswith(particle) and following and _names_something(line, following):
            return (_found(token, len(name), "unknown"), place + 1) if not words.is_function(name, (line.language,)) else None
    return None


def _names_something(line: Line, token: Token) -> bool:
    """After the particle of naming: a verb of calling, or what is called so (…라고 불러요, …라는 식당)."""
    forms = set(readings(token.folded, line.language))
    return bool(forms & (line.list("things") | line.language.kin)) or any(token.folded.startswith(verb) for verb in line.list("naming_verbs"))


def _called(line: Line, place: int) -> Hit:
    """주원아, 지훈아!: a name of two syllables that somebody calls, at the beginning."""
    token = line.tokens[place]
    ends = place + 1 == len(line.tokens) or line.tokens[place + 1].gap[:1] in _CALL_ENDS
    name = token.folded[:-1]
    if not (token.first and ends and len(name) == _GIVEN and token.folded[-1] in _VOCATIVE):
        return None
    first, second = _syllables(line.language)
    known = words.is_known(name, line.language) or words.is_known(token.folded, line.language) or words.is_person_word(name, (line.language,))
    named = name in line.list("given") or (not known and (name[0] in first or name[1] in second))
    return (_found(token, len(name), "person"), place + 1) if named else None


_VOCATIVE = frozenset("아야")
_CALL_ENDS = frozenset(",!~.…")


def _kin(line: Line, place: int) -> Hit:
    """남동생 민재는, 친구 하늘이가: an unknown word after kin."""
    token, before = line.tokens[place], line.before(place)
    if before is None or not words.is_person_word(before.folded, (line.language,)):
        return None
    for rest in readings(token.folded, line.language)[::-1]:
        if 2 <= len(rest) <= _LONGEST_NAME and rest in line.list("given"):
            return _found(token, len(rest), "person"), place + 1
    rest = readings(token.folded, line.language)[-1]
    if 2 <= len(rest) <= 3 and rest != token.folded and not words.is_known(rest, line.language) and not words.is_known(token.folded, line.language):
        return _found(token, len(rest), "person"), place + 1
    return None


def _bearing(line: Line, place: int) -> Hit:
    """청개구리 스튜디오, 한빛 프로젝트: an unknown word without particle right before the word for what bears the name."""
    token, following = line.tokens[place], line.after(place)
    if following is None or len(token.folded) < 2 or words.is_known(token.folded, line.language) or words.is_function(token.folded, (line.language,)):
        return None
    if any(token.folded.endswith(ending) for ending in (*line.list("plain_endings"), *_noun_particles(line.language))):
        return None
    forms = set(readings(following.folded, line.language))
    return (_found(token, len(token.folded), "thing"), place + 1) if forms & (line.list("things") | line.list("place_endings")) else None


def _unknown_noun(line: Line, place: int) -> Hit:
    """세라의, 새벽라면은: a word that no known one begins, with a particle that only nouns have, or as the first of a sentence."""
    token = line.tokens[place]
    language = line.language
    dated = any(token.folded.startswith(word) for word in words.dates(language.code) if len(word) > 1)
    if dated or words.is_known(token.folded, language) or any(token.folded.endswith(ending) for ending in line.list("plain_endings")):
        return None
    for ending in _noun_particles(line.language):
        rest = token.folded[: -len(ending)]
        if not token.folded.endswith(ending) or not 2 <= len(rest) <= 5:
            continue
        if words.is_known(rest, language) or words.is_function(rest, (language,)) or parts_of(rest, language.code) or rest.endswith(_NOUNED):
            return None
        if any(rest.endswith(particle) and rest[: -len(particle)] in frequencies(language.code) for particle in language.endings):
            return None  # 안에서는: particles behind each other
        return _found(token, len(rest), "unknown"), place + 1
    return None


@functools.cache
def _noun_particles(language: Language) -> tuple[str, ...]:
    return tuple(sorted(language.names["noun_marks"], key=len, reverse=True))


_RULES = (_honoured, _called, _told, _person, _place, _kin, _bearing, _unknown_noun)


@functools.lru_cache(maxsize=20_000)
def readings(word: str, language: Language) -> tuple[str, ...]:
    """A word as it stands and without each particle that may end it, the shortest particle first."""
    rests = [word[: -len(ending)] for ending in language.endings if word.endswith(ending) and len(word) > len(ending)]
    rests += [word[: -len(ending)] for ending in language.names["person_marks"] if word.endswith(ending) and len(word) > len(ending)]
    return (word, *sorted(dict.fromkeys(rests), key=len, reverse=True))


def _is_no_name(line: Line, word: str) -> bool:
    """Kin and roles before an honorific are persons, but not named (의사 선생님)."""
    return words.is_person_word(word, (line.language,)) or words.is_function(word, (line.language,)) or word in line.language.titles_after


def _found(token: Token, size: int, kind: str) -> Found:
    size = size if len(token.folded) == len(token.text) else len(token.text)
    return Found(token.start, token.start + size, token.text[:size], kind)
