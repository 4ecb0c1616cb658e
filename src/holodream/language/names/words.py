"""What the language files and frequency lists say about a word as a name or an ordinary word."""

from __future__ import annotations

import bisect
import functools
from collections.abc import Callable
from importlib import resources

from ..catalogue import Language, languages, languages_of
from ..compound import parts_of
from ..frequency import frequencies
from ..stem import stems

_PLAIN_STEM = 3  # letters before an ending that shows an ordinary word
_SHARED = 4  # letters that two forms of one word share at least
_NEIGHBOURS = 6  # words of the list, before and after, that may be other forms of a word


@functools.cache
def initials() -> frozenset[str]:
    """Initials that name a kind of thing, the same in all languages (PDF, URL): never names."""
    return frozenset(resources.files(__package__).joinpath("initials.txt").read_text(encoding="utf-8").split())


@functools.cache
def pool(key: str, script: str) -> frozenset[str]:
    """A list of words about names, of all languages of a script together: an Italian may be spoken of in German."""
    return frozenset().union(*(language.names[key] for language in languages_of(script)))


@functools.cache
def given_names(language: Language) -> frozenset[str]:
    return frozenset(map(language.unify, language.names["given"]))


@functools.cache
def _starts(key: str, script: str) -> frozenset[str]:
    """The first words of the entries that have several (new york → new)."""
    return frozenset(entry.split()[0] for entry in pool(key, script) if " " in entry)


@functools.lru_cache(maxsize=20_000)
def is_given(word: str, script: str) -> bool:
    return word in pool("given", script) or any(language.unify(word) in given_names(language) for language in languages_of(script) if language.same_letters)


def is_own_given(word: str, spoken: tuple[Language, ...]) -> bool:
    """Whether a word is a given name in one of the languages of the text."""
    return any(language.unify(word) in given_names(language) for language in spoken)


def is_known_name(word: str, script: str) -> bool:
    """A well known place or make, or the first word of one."""
    return word in pool("well_known", script) or word in pool("brands", script) or word in _starts("well_known", script)


@functools.cache
def function_words(code: str) -> frozenset[str]:
    """Words that are never a name alone: function words, pronouns, numbers, times, small talk."""
    language = languages()[code]
    groups = [language.stop, language.self_words, language.user_words, language.time_words, language.negations, language.hedges, *language.months]
    groups += [*language.weekdays, *language.asking.values(), frozenset(language.number_words), language.money, language.small_talk, language.tasks]
    return frozenset().union(*groups, language.frames, language.past)


@functools.cache
def person_words(code: str) -> frozenset[str]:
    """Kin and roles."""
    language = languages()[code]
    return language.kin | language.roles


@functools.cache
def dates(code: str) -> frozenset[str]:
    language = languages()[code]
    return frozenset().union(*language.months, *language.weekdays)


@functools.cache
def _date_phrases(code: str) -> frozenset[str]:
    return frozenset(phrase for phrase in dates(code) | languages()[code].time_words if " " in phrase)


def _titles(code: str) -> frozenset[str]:
    return languages()[code].titles_before


def _titles_after(code: str) -> frozenset[str]:
    return languages()[code].titles_after


@functools.cache
def _file_words(code: str) -> frozenset[str]:
    language = languages()[code]
    groups = [function_words(code), person_words(code), language.names["labels"], language.names["things"], language.names["places"], language.titles_before]
    groups += [language.units, *language.kind_nouns.values(), *map(frozenset, (language.roots,)), language.frames]
    return frozenset().union(*groups)


@functools.cache
def _sorted_words(code: str) -> list[str]:
    return sorted(frequencies(code))


@functools.lru_cache(maxsize=20_000)
def zipf(word: str, spoken: tuple[Language, ...]) -> float:
    return max((frequencies(language.code).get(word, 0.0) for language in spoken), default=0.0)


@functools.lru_cache(maxsize=20_000)
def is_known(word: str, language: Language) -> bool:
    """Whether a folded word, or another form of it, is in the lists of its language (names may be too)."""
    if word in frequencies(language.code) or word in _file_words(language.code):
        return True
    root = frozenset(stems(word, language.code))
    return any(root & frozenset(stems(other, language.code)) for other in _neighbours(word, language.code))


def _neighbours(word: str, code: str) -> list[str]:
    """The known words that share a beginning with a word: all but its last three letters, at least four."""
    known = _sorted_words(code)
    place = bisect.bisect_left(known, word)
    beginning = word[: max(_SHARED, len(word) - 3)]
    near = known[max(0, place - _NEIGHBOURS) : place + _NEIGHBOURS]
    return [other for other in near if other.startswith(beginning) or word.startswith(other[: max(_SHARED, len(other) - 1)])]


@functools.lru_cache(maxsize=20_000)
def looks_plain(word: str, language: Language) -> bool:
    """Whether a folded word has the shape of an ordinary one: an ending that no name has, or known words glued together."""
    if any(word.endswith(ending) and len(word) >= len(ending) + _PLAIN_STEM for ending in language.names["plain_endings"]):
        return True
    return language.compounds and bool(parts_of(word, language.code))


def is_compound(word: str, spoken: tuple[Language, ...]) -> bool:
    return any(language.compounds and bool(parts_of(word, language.code)) for language in spoken)


def is_ordinary(word: str, spoken: tuple[Language, ...]) -> bool:
    """Whether a word is known or looks plain in one of the languages of the text."""
    return any(is_known(word, language) or looks_plain(word, language) for language in spoken)


def in_any(word: str, key: str, spoken: tuple[Language, ...]) -> bool:
    return word in _list_of_all(key, spoken)


@functools.lru_cache(maxsize=256)
def _list_of_all(key: str, spoken: tuple[Language, ...]) -> frozenset[str]:
    return frozenset().union(*(language.names[key] for language in spoken))


@functools.lru_cache(maxsize=64)
def _words_of_all(kind: Callable[[str], frozenset[str]], spoken: tuple[Language, ...]) -> frozenset[str]:
    """The words of a kind in all languages of a text: looked up in one set, as each word of each text is."""
    return frozenset().union(*(kind(language.code) for language in spoken))


@functools.cache
def _stems_of(key: str, code: str) -> frozenset[str]:
    words = languages()[code].names[key]
    return frozenset(stem for word in words if " " not in word for stem in stems(word, code))


@functools.lru_cache(maxsize=10_000)
def inflects(word: str, key: str, language: Language) -> bool:
    """Whether a word, or a form of it, is in a list about names."""
    return word in language.names[key] or (len(word) >= _SHARED and not _stems_of(key, language.code).isdisjoint(stems(word, language.code)))


@functools.cache
def _stems_of_persons(code: str) -> frozenset[str]:
    return frozenset(stem for word in person_words(code) if " " not in word and len(word) >= _SHARED for stem in stems(word, code))


def is_inflected_noun(word: str, spoken: tuple[Language, ...]) -> bool:
    """Whether a word is a form of one for kin, a role or what bears a name (Halamın, Papağanımız)."""
    if len(word) < _SHARED:
        return False
    return any(inflects(word, "things", language) or not _stems_of_persons(language.code).isdisjoint(stems(word, language.code)) for language in spoken)


def is_function(word: str, spoken: tuple[Language, ...]) -> bool:
    return word in _words_of_all(function_words, spoken)


def is_person_word(word: str, spoken: tuple[Language, ...]) -> bool:
    return word in _words_of_all(person_words, spoken)


def is_date(word: str, spoken: tuple[Language, ...]) -> bool:
    return word in _words_of_all(dates, spoken)


def is_date_phrase(pair: str, spoken: tuple[Language, ...]) -> bool:
    """Whether two words are a date, a feast or another time (tháng Ba, Новый год)."""
    return pair in _words_of_all(_date_phrases, spoken)


def is_title(word: str, spoken: tuple[Language, ...]) -> bool:
    return word in _words_of_all(_titles, spoken)


def is_title_after(word: str, spoken: tuple[Language, ...]) -> bool:
    return word in _words_of_all(_titles_after, spoken)
