"""Names in scripts without capitals whose words are set apart (Arabic, Devanagari): lists, titles, kin, naming words, marks of persons."""

from __future__ import annotations

from collections.abc import Iterator

from ..catalogue import Language
from . import words
from .lines import Line, core_of, cores, names_in_lines
from .rules import Hit
from .tokens import Found, Token

_MOST_TITLES = 2  # titles that follow a title
_MOST_AFTER_TITLE = 3  # words of a name that follow a title
_SHORTEST = 2  # letters of a name
_COMMON_NOUN = "ة"  # the end of most Arabic nouns that are feminine
_ORIGIN = ("ي", "ية")  # the end of family names that tell an origin
_DESCRIPTION = 4.5  # Zipf value from which a word before one for a place only describes it
_CLEAR = 3.5  # Zipf value from which a word is no name with a clitic before it
_NOUN = 4.3  # Zipf value from which a word behind what bears a name is rather an ordinary one
_OWNED = ("نا", "ها", "ه", "ي")  # what makes "our cat" of "cat"


def spaced_names(tokens: list[Token], language: Language, script: str) -> Iterator[Found]:
    """The names of one script; each rule looks at one word and its neighbours and says where the name ends."""
    return names_in_lines(_RULES, script, tokens, language)


def _title_before(line: Line, place: int) -> Hit:
    """श्री हरीश चंद्र, الدكتورة نجلاء: the words after a title, until an ordinary one; أم يوسف: such a title belongs to the name."""
    token = line.tokens[place]
    core = next((core for core in cores(line, token) if core.text in line.language.titles_before), None)
    following = line.after(place)
    if core is None or following is None or (core.text in line.language.number_words and not line.kind_of(following.folded)):
        return None
    if core.text in line.list("links"):
        named = line.kind_of(following.folded) == "person" or token.first or not line.is_ordinary(following.folded) or not line.is_function(core.text)
        return (line.found(core, place + 1, place, "person"), place + 2) if named and not line.is_function(following.folded) else None
    start = place + 1
    for _ in range(_MOST_TITLES):
        second = line.after(start)
        if second is None or line.tokens[start].folded not in line.language.titles_before or not _may_follow_title(line, second, True):
            break
        start += 1
    end = start
    while end < start + _MOST_AFTER_TITLE and line.after(end - 1) and _may_follow_title(line, line.tokens[end], end == start):
        end += 1
    if end == start:
        return None
    return line.found(core_of(line.tokens[start]), end - 1, start, "person"), end


def _may_follow_title(line: Line, token: Token, first: bool) -> bool:
    if not first and token.folded in line.list("surnames"):
        return True
    if line.is_function(token.folded) or line.is_person_word(token.folded) or token.folded in line.language.titles_after:
        return False
    if line.kind_of(token.folded) == "person":
        return True
    return first or not line.is_ordinary(token.folded) or _has_article(line, token.folded)


def _told(line: Line, place: int) -> Hit:
    """ "Its name is …": the word after a naming word, where it is no function word and no question."""
    following = line.after(place)
    if following is None or not any(core.text in line.list("naming") for core in cores(line, line.tokens[place])):
        return None
    if line.is_function(following.folded) or following.folded in line.list("labels"):
        return None
    second = line.after(place + 1)
    if line.list("naming_after") and second is not None and not line.is_function(second.folded):
        return None  # "the name must change": where naming words stand after names too, a verb form follows the name
    return line.found(core_of(following), place + 1, place + 1, "unknown"), place + 2


def _told_before(line: Line, place: int) -> Hit:
    """लड्डू नाम का: the word before a naming word."""
    token, following, second = line.tokens[place], line.after(place), line.after(place + 1)
    if following is None or line.is_function(token.folded) or line.is_person_word(token.folded):
        return None
    phrases = {following.folded, f"{following.folded} {second.folded}" if second else ""}
    if not phrases & line.list("naming_after"):
        return None
    return line.found(core_of(token), place, place, "unknown"), place + 2


def _listed(line: Line, place: int) -> Hit:
    """A name of the lists, with the family name or the rest of the place that follows."""
    token = line.tokens[place]
    for core in cores(line, token):
        following = line.after(place)
        if following and f"{core.text} {following.folded}" in line.list("well_known"):
            return line.found(core, place + 1, place, "place"), place + 2
        kind = line.kind_of(core.text)
        if kind and not line.list("articles") and (end := _before_place_word(line, place)):
            return line.found(core, end - 1, place, "place"), end
        known = core.start != token.start and words.zipf(token.folded, (line.language,)) >= _CLEAR
        if kind and not known and (core.start == token.start or not words.is_known(token.folded, line.language) or kind != "thing"):
            end = _end_after(line, place + 1, kind)
            return line.found(core, end - 1, place, kind), end
    return None


def _before_place_word(line: Line, place: int) -> int:
    """The place after a word for places that stands behind a name, or behind one more word (दिल्ली पब्लिक स्कूल), or 0."""
    following, second = line.after(place), line.after(place + 1)
    if following is None:
        return 0
    if following.folded in line.list("place_endings"):
        return place + 2
    between = not line.is_function(following.folded) and not line.is_person_word(following.folded)
    return place + 3 if between and second is not None and second.folded in line.list("place_endings") else 0


def _servant(line: Line, place: int) -> Hit:
    """عبد الرحمن: a given name of two words, the second with the article."""
    token, following = line.tokens[place], line.after(place)
    if token.folded not in line.list("links") or token.folded in line.language.titles_before or following is None or not _has_article(line, following.folded):
        return None
    end = _end_after(line, place + 2, "person")
    return line.found(core_of(token), end - 1, place, "person"), end


def _end_after(line: Line, place: int, kind: str) -> int:
    """The place after the words that go on with a name; one unknown word at most, the family name."""
    unknown = 0
    while line.after(place - 1) and unknown < 2 and _goes_on(line, line.tokens[place], kind):
        unknown += not line.kind_of(line.tokens[place].folded) and line.tokens[place].folded not in line.list("links") | line.list("place_endings")
        if unknown > 1:
            break
        place += 1
    return place


def _goes_on(line: Line, token: Token, kind: str) -> bool:
    if kind == "place":
        return token.folded in line.list("place_endings") and not line.list("articles")
    if token.folded in line.list("given") or token.folded in line.list("surnames") or token.folded in line.list("links"):
        return True
    if _has_article(line, token.folded) and not token.folded.endswith(_ORIGIN):
        return False  # a noun behind the verb's subject
    if len(cores(line, token)) > 1:
        return False  # with "and" or a preposition something else begins
    return kind == "person" and not line.is_ordinary(token.folded) and not line.is_function(token.folded) and not line.is_verb_like(token.folded)


def _marked_person(line: Line, place: int) -> Hit:
    """An unknown word before an honorific, kin or a mark of persons, or after kin: रुक्मिणी जी, सरोज मौसी, बेटी काव्या, أختي رزان."""
    token = line.tokens[place]
    if len(token.folded) < _SHORTEST or line.is_ordinary(token.folded) or line.is_function(token.folded):
        return None
    following, before = line.after(place), line.before(place)
    if line.is_verb_like(token.folded):
        return None
    marked = following is not None and (following.folded in line.language.titles_after or following.folded in line.list("person_marks"))
    kin_after = following is not None and bool(line.list("person_marks")) and line.is_person_word(following.folded)
    kin_before = before is not None and (before.folded in line.language.kin or (not line.list("articles") and before.folded in line.language.roles))
    family = following is not None and following.folded in line.list("surnames")
    if not (marked or kin_after or kin_before or family):
        return None
    end = _end_after(line, place + 1, "person")
    return line.found(core_of(token), end - 1, place, "person"), end


def _place_by_ending(line: Line, place: int) -> Hit:
    """रामपुर, बनी पार्क: an unknown word that ends as places do, or stands before such a word."""
    token, following = line.tokens[place], line.after(place)
    if not line.list("place_endings") or line.list("articles") or line.is_function(token.folded) or line.is_person_word(token.folded):
        return None
    known = line.is_ordinary(token.folded) and words.zipf(token.folded, (line.language,)) >= _DESCRIPTION
    if following and following.folded in line.list("place_endings") and not known:
        return line.found(core_of(token), place + 1, place, "place"), place + 2
    if line.is_ordinary(token.folded):
        return None
    if any(token.folded.endswith(ending) and len(token.folded) >= len(ending) + 2 for ending in line.list("place_endings")):
        return line.found(core_of(token), place, place, "place"), place + 1
    return None


def _borne(line: Line, place: int) -> Hit:
    """مشروع النهر الصافي, شارع الحمرا, جامعة دمشق: what follows the word for a thing or place, where it is no description.

    A street, a café and the like belong to the name, a project does not.
    """
    token, following = line.tokens[place], line.after(place)
    if following is None or not line.list("articles"):
        return None
    readings = cores(line, token)
    heads = [core for core in readings if core.text in line.list("place_endings")]
    place_word = heads or any(core.text in line.list("places") for core in readings)
    kind = "place" if place_word else "thing" if any(core.text in line.list("things") for core in readings) else ""
    if not kind or line.is_function(following.folded) or line.is_person_word(following.folded):
        return None
    if following.folded in line.list("well_known"):
        return (line.found(heads[0], place + 1, place, "place"), place + 2) if heads else None
    second = line.after(place + 1)
    last = place + 1
    if _has_article(line, following.folded):
        if second and _has_article(line, second.folded) and not line.is_function(second.folded) and not line.is_person_word(second.folded):
            last = place + 2
        elif kind != "place":
            return None
    elif line.is_ordinary(following.folded):
        return None
    return line.found(heads[0] if heads else core_of(following), last, place if heads else place + 1, kind), last + 1


def _expected_person(line: Line, place: int) -> Hit:
    """مع رزان, يا غيث: an unknown word after "with", "ask" or a call, or without article after a particle, with the family name behind it."""
    token, before = line.tokens[place], line.before(place)
    if before is None or _is_no_topic(line, token):
        return None
    governed = bool(line.list("articles")) and before.folded in line.language.stop and not before.first and not line.is_verb_like(token.folded)
    if not governed and before.folded not in line.list("person_before"):
        return None
    end = _end_after(line, place + 1, "person")
    return line.found(core_of(token), end - 1, place, "person"), end


def _topic(line: Line, place: int) -> Hit:
    """لوزة تأكل …: an unknown word without article before the verb. What a sentence is about is definite: without an article it is a name."""
    token, following = line.tokens[place], line.after(place)
    if not token.first or following is None or not line.list("articles") or line.is_verb_like(token.folded) or _is_no_topic(line, token):
        return None
    goes_on = line.is_verb_like(following.folded) or line.is_function(following.folded)
    return (line.found(core_of(token), place, place, "unknown"), place + 1) if goes_on else None


def _is_no_topic(line: Line, token: Token) -> bool:
    """Whether a word is ordinary, has an article, or ends as verbs in the past do."""
    word = token.folded
    return line.is_ordinary(word) or line.is_function(word) or _has_article(line, word) or word.endswith("ت") or len(word) <= _SHORTEST


def _subject(line: Line, place: int) -> Hit:
    """يعود وسيم …: an unknown word without article after the first word, where that is no noun: the verb comes first, its subject is definite."""
    token, before = line.tokens[place], line.before(place)
    if before is None or not before.first or not line.list("articles") or _is_no_topic(line, token):
        return None
    other = any(before.folded in line.list(key) for key in ("things", "places", "labels", "place_endings"))
    noun = _has_article(line, before.folded) or other or line.is_person_word(before.folded) or line.is_function(before.folded)
    return None if noun else (line.found(core_of(token), place, place, "person"), place + 1)


def _owned(line: Line, place: int) -> Hit:
    """كلبنا روكي: an unknown word right after an animal or thing that is somebody's."""
    token, before = line.tokens[place], line.before(place)
    if before is None or not line.list("articles") or _is_no_topic(line, token):
        return None
    owned = any(before.folded.endswith(ending) and before.folded[: -len(ending)] in line.list("things") for ending in _OWNED)
    return (line.found(core_of(token), place, place, "unknown"), place + 1) if owned else None


def _two_unknown(line: Line, place: int) -> Hit:
    """كتبت المقال غيداء نوفل: two unknown words without article side by side after a known one: a given and a family name."""
    token, before, following = line.tokens[place], line.before(place), line.after(place)
    if before is None or following is None or not line.list("articles") or line.is_function(before.folded):
        return None
    unknown = not _is_no_topic(line, token) and not _is_no_topic(line, following)
    verbs = line.is_verb_like(token.folded) or line.is_verb_like(following.folded)
    return (line.found(core_of(token), place + 1, place, "person"), place + 2) if unknown and not verbs and not token.text.endswith(_COMMON_NOUN) else None


def _named_thing(line: Line, place: int) -> Hit:
    """प्रोजेक्ट आकाश, कुत्ता बुलबुल: a rather rare word between what bears a name and a postposition or the verb."""
    token, before, following = line.tokens[place], line.before(place), line.after(place)
    if before is None or following is None or line.list("articles") or before.folded not in line.list("things"):
        return None
    rare = words.zipf(token.folded, (line.language,)) < _NOUN and len(token.folded) > _SHORTEST
    plain = words.looks_plain(token.folded, line.language) or line.is_function(token.folded) or line.is_person_word(token.folded)
    closed = line.is_function(following.folded)
    return (line.found(core_of(token), place, place, "thing"), place + 1) if rare and closed and not plain else None


def _possessor(line: Line, place: int) -> Hit:
    """झरोखा की स्थापना: an unknown word as the first of a sentence, with a mark of possession or object behind it."""
    token, following = line.tokens[place], line.after(place)
    if not token.first or following is None or following.folded not in line.list("noun_marks"):
        return None
    return None if line.is_ordinary(token.folded) or line.is_function(token.folded) else (line.found(core_of(token), place, place, "unknown"), place + 1)


_RULES = (
    _title_before, _servant, _told_before, _told, _listed, _marked_person, _place_by_ending, _borne, _expected_person, _owned, _topic, _subject,
    _two_unknown, _named_thing, _possessor,
)  # fmt: skip


def _has_article(line: Line, word: str) -> bool:
    return any(word.startswith(article) for article in line.list("articles"))
