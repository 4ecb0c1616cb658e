"""Names in scripts with capitals: a capital off the start of a sentence, and at its start what is no ordinary word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import name_words as words
from .catalogue import Language
from .name_bases import base_of, base_of_name
from .name_shapes import CASED, inner_capital, share_of_capitals
from .name_tokens import Found, Token

_NO, _JOIN, _MAYBE, _NAME = 0, 1, 2, 3  # _JOIN: no name alone, but part of one (Río Claro, The Cherry Orchard)
_HEADLINE = 0.85  # share of capitals from which they say nothing
_HEADLINE_WORDS = 5
_COMMON = 4.8  # Zipf value from which a word at the start of a sentence is rather a word than a name
_COMMON_SYLLABLE = 5.3  # the same where words have several syllables set apart
_COMMON_FOREIGN = 4.3  # the same for names of another language
_LONGEST_INITIALS = 6
_MOST_LINKS = 3  # words between the parts of a name (von der)
_PATRONS = frozenset({"'", "’", "ʼ"})


@dataclass(frozen=True, slots=True)
class Reading:
    """The tokens of one script in their order, with what is known of the whole text."""

    tokens: list[Token]
    spoken: tuple[Language, ...]
    script: str
    headline: bool

    @property
    def capital_nouns(self) -> bool:
        return bool(self.spoken) and self.spoken[0].capital_nouns

    @property
    def syllables(self) -> bool:
        return bool(self.spoken) and self.spoken[0].syllables


def capital_names(tokens: list[Token], spoken: tuple[Language, ...], script: str) -> Iterator[Found]:
    """The names of one cased script; `tokens` are all tokens of the text."""
    own = [token for token in tokens if token.script == script]
    if script not in CASED or not own:
        return
    cased = [token.text for token in own if not token.masked]
    reading = Reading(tokens, spoken, script, len(cased) >= _HEADLINE_WORDS and share_of_capitals(cased) >= _HEADLINE)
    verdicts = [_verdict(reading, place) if token.script == script else _NO for place, token in enumerate(tokens)]
    _rescue(reading, verdicts)
    place = 0
    while place < len(tokens):
        if verdicts[place] != _NAME:
            place += 1
            continue
        start = _first_of_name(reading, verdicts, place)
        end = _end_of_name(reading, verdicts, max(start, place))
        yield _found(reading, start, end)
        place = end


# --- is a word a name? ---


def _verdict(reading: Reading, place: int) -> int:
    """What a word is by itself and by the word before it."""
    token = reading.tokens[place]
    if token.masked or any(char.isdecimal() for char in token.text):
        return _NO
    if inner_capital(token.text):
        return _NAME
    if not token.capital or len(token.text) == 1:
        return _NO
    if token.text.isupper():
        return _initials(reading, token)
    if _follows_title(reading, place):
        return _NO if words.is_function(token.folded, reading.spoken) and token.first else _NAME
    if _never(reading, place):
        return _NO if token.first or reading.headline or words.is_date(token.folded, reading.spoken) or _is_date_phrase(reading, place) else _JOIN
    if token.first or reading.headline:
        return _at_the_start(reading, place)
    return _noun_or_name(reading, place) if reading.capital_nouns else _NAME


def _initials(reading: Reading, token: Token) -> int:
    """NASA, DHL: names, unless they stand for a kind of thing, are shouted words, or everything is in capitals."""
    if words.is_known_name(token.folded, reading.script):
        return _NAME
    if reading.headline or token.folded in words.INITIALS or not 2 <= len(token.text) <= _LONGEST_INITIALS:
        return _NO
    return _NO if any(words.is_known(token.folded, language) for language in reading.spoken) else _NAME


def _never(reading: Reading, place: int) -> bool:
    """Function words, dates, titles, kin: capitals make no name of them. A month before a surname is a person (April Jensen)."""
    token = reading.tokens[place]
    if _is_date_phrase(reading, place):
        return True
    if words.is_date(token.folded, reading.spoken):
        following = _next(reading, place)
        return not (following and following.capital and not words.is_function(following.folded, reading.spoken))
    if words.is_title(token.folded, reading.spoken) or words.is_title_after(token.folded, reading.spoken):
        return not (reading.syllables and not token.first and not _next_capital(reading, place))
    if reading.syllables:
        return token.first and words.is_function(token.folded, reading.spoken) and not _next_capital(reading, place)
    return words.is_function(token.folded, reading.spoken) or words.is_person_word(token.folded, reading.spoken)


def _is_date_phrase(reading: Reading, place: int) -> bool:
    """A word of a date or feast of two words (tháng Ba, Новый год)."""
    tokens = reading.tokens
    pairs = [f"{left.folded} {right.folded}" for left, right in zip(tokens[max(0, place - 1) : place + 1], tokens[max(0, place - 1) + 1 : place + 2], strict=False) if right.gap == " "]
    return any(words.is_date(pair, reading.spoken) or any(pair in language.time_words for language in reading.spoken) for pair in pairs)


def _follows_title(reading: Reading, place: int) -> bool:
    """Herr Sommer, д-р Заяц, chị Lụa: after a title even an ordinary word is a name."""
    token = reading.tokens[place]
    if not place or token.gap not in (" ", ". ", ".", "\u00a0"):
        return False
    before = reading.tokens[place - 1]
    if before.masked or before.script != reading.script:
        return False
    folded = before.folded + ("." if token.gap.startswith(".") else "")
    return words.is_title(folded, reading.spoken) or words.is_title(before.folded, reading.spoken)


def _at_the_start(reading: Reading, place: int) -> int:
    """The first word of a sentence: a known name, or a word that is not known and does not look like an ordinary one."""
    token = reading.tokens[place]
    if words.is_given(token.folded, reading.script):
        return _NAME if _is_rather_name(reading, place) else _MAYBE
    if words.is_known_name(token.folded, reading.script) and words.zipf(token.folded, reading.spoken) < _COMMON:
        return _NAME
    if reading.syllables:
        return _MAYBE
    if not reading.spoken or words.is_ordinary(token.folded, reading.spoken) or _object_follows(reading, place):
        return _MAYBE
    return _NAME


def _is_rather_name(reading: Reading, place: int) -> bool:
    token = reading.tokens[place]
    own = any(language.unify(token.folded) in words.given_names(language) for language in reading.spoken)
    common = words.zipf(token.folded, reading.spoken)
    if reading.syllables:
        following = _next(reading, place)
        pair = f"{token.folded} {following.folded}" if following else ""
        return common < _COMMON_SYLLABLE and not words.in_any(pair, "plain_beginnings", reading.spoken)
    return own or common < _COMMON_FOREIGN


def _object_follows(reading: Reading, place: int) -> bool:
    """An article or a pronoun in the object case straight after the first word shows that it is a verb (Rinse the …)."""
    following = _next(reading, place)
    return following is not None and following.gap == " " and words.in_any(following.folded, "determiners", reading.spoken)


def _noun_or_name(reading: Reading, place: int) -> int:
    """Where all nouns have capitals: a name is on a list, or stands right after what bears it (Hund Bello), or is unknown and has no article."""
    token = reading.tokens[place]
    if words.is_given(token.folded, reading.script) or words.is_known_name(token.folded, reading.script):
        return _NAME
    before = reading.tokens[place - 1] if place and token.gap == " " else None
    if before and not before.masked and _bears(reading, before):
        return _NAME
    base = base_of(token.text, reading.spoken[0])
    if base != token.text and words.is_given(base.lower(), reading.script):
        return _NAME
    if "-" in token.text:
        return _NAME if _without_nouns(reading, token) else _MAYBE
    if any(words.is_known(token.folded, language) for language in reading.spoken):
        return _MAYBE
    if _is_place_word(reading, token):
        return _NAME
    if before and before.capital and not before.first and _has_article(reading, place - 1) and not before.masked:
        return _NAME  # die Kletterhalle Blockwerk
    return _MAYBE if _has_article(reading, place) or words.is_ordinary(token.folded, reading.spoken) else _NAME


def _bears(reading: Reading, before: Token) -> bool:
    return any(before.folded in language.kin or before.folded in language.roles or any(before.folded in group for group in _bearers(language)) for language in reading.spoken)


def _has_article(reading: Reading, place: int) -> bool:
    """Whether an article, or an article and an adjective, stand before a noun."""
    for back in (1, 2):
        if place < back or reading.tokens[place - back + 1].gap != " ":
            return False
        before = reading.tokens[place - back]
        if words.in_any(before.folded, "determiners", reading.spoken):
            return True
        if before.capital or words.is_function(before.folded, reading.spoken):
            return False
    return False


def _without_nouns(reading: Reading, token: Token) -> str:
    """A word of several parts without the ordinary nouns at its end (Bosch-Motor → Bosch); "" when nothing is left."""
    parts = token.text.split("-")
    if _is_place_word(reading, token):
        return token.text
    if words.is_known_name(parts[0].lower(), reading.script):
        return parts[0]
    while parts and words.is_ordinary(parts[-1].lower(), reading.spoken) and not words.is_given(parts[-1].lower(), reading.script):
        parts.pop()
    return "-".join(parts)


def _bearers(language: Language) -> tuple[frozenset[str], ...]:
    return language.names["things"], language.names["places"], language.names["naming"], language.titles_before


def _is_place_word(reading: Reading, token: Token) -> bool:
    """Lindenstraße, Quedlinburg: an unknown word that ends as places do."""
    endings = [ending for language in reading.spoken if language.compounds for ending in language.names["place_endings"]]
    return any(token.folded.endswith(ending) and len(token.folded) >= len(ending) + 3 for ending in endings)


# --- words at the start of a sentence that other words make names ---


def _rescue(reading: Reading, verdicts: list[int]) -> None:
    """Turn a doubtful word into a name where the text shows it: it takes a name's ending, is joined to a name, or is one elsewhere."""
    sure = {token.folded for token, verdict in zip(reading.tokens, verdicts, strict=True) if verdict == _NAME and not token.first}
    for place, token in enumerate(reading.tokens):
        if verdicts[place] != _MAYBE:
            continue
        if (token.first and token.folded in sure) or _has_apostrophe_ending(reading, place) or (token.first and _joined_to_name(reading, verdicts, place)):
            verdicts[place] = _NAME


def _has_apostrophe_ending(reading: Reading, place: int) -> bool:
    """Pickle's bowl, Kerem'e: an ending after an apostrophe hangs on names; on common words only rarely."""
    following = _next(reading, place)
    if following is None or following.gap not in _PATRONS or following.capital:
        return False
    token = reading.tokens[place]
    endings = {f"'{following.folded}"}
    return words.zipf(token.folded, reading.spoken) < _COMMON and any(endings & set(language.name_endings) for language in reading.spoken)


def _joined_to_name(reading: Reading, verdicts: list[int], place: int) -> bool:
    """Thistle and Bramble: what is joined to a name by "and" at the start is one too."""
    if place + 2 >= len(verdicts) or reading.capital_nouns:
        return False
    join, other = reading.tokens[place + 1 : place + 3]
    return join.gap == other.gap == " " and words.in_any(join.folded, "joins", reading.spoken) and verdicts[place + 2] == _NAME and not other.first


# --- how far a name reaches ---


def _first_of_name(reading: Reading, verdicts: list[int], place: int) -> int:
    """Where the name really begins: with an article or saint before it (El Llano, San Lorenzo), or after a role at the start (Bosman Ignacy)."""
    tokens = reading.tokens
    following = tokens[place + 1] if place + 1 < len(tokens) else None
    role = tokens[place].first and following is not None and following.gap == " " and verdicts[place + 1] == _NAME and not reading.syllables
    if role and following and words.is_given(following.folded, reading.script) and not words.is_given(tokens[place].folded, reading.script):
        return place + 1
    begins = place
    while begins and tokens[begins].gap == " " and verdicts[begins - 1] == _JOIN and _may_begin(reading, tokens[begins - 1]):
        begins -= 1
    return begins


def _may_begin(reading: Reading, token: Token) -> bool:
    return words.in_any(token.folded, "determiners", reading.spoken) or words.in_any(token.folded, "saints", reading.spoken)


def _end_of_name(reading: Reading, verdicts: list[int], start: int) -> int:
    """The place after the last word of the name that begins at a place."""
    end = start + 1
    while end < len(verdicts):
        if _continues(reading, verdicts, start, end):
            end += 1
            continue
        linked = _after_link(reading, verdicts, start, end)
        if not linked:
            break
        end = linked
    return end


def _continues(reading: Reading, verdicts: list[int], start: int, place: int) -> bool:
    token, last = reading.tokens[place], reading.tokens[place - 1]
    if token.script != reading.script or token.masked or not token.capital or words.is_title_after(token.folded, reading.spoken):
        return False
    if token.gap not in (" ", "\u00a0") and not (len(last.text) == 1 and token.gap == ". "):
        return False
    person = words.is_given(reading.tokens[start].folded, reading.script)
    if person and token.folded in words.pool("well_known", reading.script):
        return False  # Nurten Kastamonu'dan: who, and from where
    if verdicts[place - 1] == _JOIN and place - 1 > start and words.is_person_word(last.folded, reading.spoken):
        return False  # Ayşe Abla Trello'ya …: kin after a name ends it
    if verdicts[place] == _NAME and not token.first:
        return not _begins_anew(reading, start, token)
    if verdicts[place] == _JOIN and not reading.capital_nouns:
        return True
    if is_model(token):
        return True
    if len(token.text) == 1:  # Harry J. Smith
        return place + 1 < len(verdicts) and verdicts[place + 1] == _NAME and reading.tokens[place + 1].gap == ". "
    unknown = not any(words.is_known(token.folded, language) for language in reading.spoken)
    return reading.capital_nouns and person and (unknown or words.in_any(token.folded, "surnames", reading.spoken))


def _begins_anew(reading: Reading, start: int, token: Token) -> bool:
    """A given name after an unknown word is another name, as names begin with it (… Notion Marta …)."""
    if reading.syllables or not words.is_given(token.folded, reading.script):
        return False
    first = reading.tokens[start].folded
    return not words.is_given(first, reading.script) and not any(words.is_known(first, language) for language in reading.spoken)


def is_model(token: Token) -> bool:
    """DS220, XM4: capitals and digits right behind the name of a make."""
    return token.text.isalnum() and token.text.isupper() and any(char.isdecimal() for char in token.text) and token.text[0].isalpha()


def _after_link(reading: Reading, verdicts: list[int], start: int, place: int) -> int:
    """The place after "von der Leyen" behind a name, or 0. A person from a place is no one name (Lena aus/de/di + Ort)."""
    link: list[str] = []
    while place < len(verdicts) and len(link) < _MOST_LINKS:
        token = reading.tokens[place]
        if token.gap not in (" ", "'", "’"):
            return 0
        if link and verdicts[place] == _NAME and token.capital:
            fits = any(" ".join(link) in language.names["links"] for language in reading.spoken)
            return place + 1 if fits and _may_be_linked(reading, start, place - len(link) - 1, place) else 0
        if token.capital or token.masked or token.script != reading.script:
            return 0
        link.append(token.folded)
        place += 1
    return 0


def _may_be_linked(reading: Reading, start: int, last: int, place: int) -> bool:
    """A person with a family name (Juan de la Fuente), or an institution (Museum of Halifax), but no two names (Trello de Marta)."""
    first, noun, token = reading.tokens[start].folded, reading.tokens[last].folded, reading.tokens[place].folded
    if words.is_given(first, reading.script):
        return token not in words.pool("well_known", reading.script)
    institution = any(words.is_known(noun, language) for language in reading.spoken) and not words.is_known_name(noun, reading.script)
    return institution and not words.is_given(token, reading.script)


def _found(reading: Reading, start: int, end: int) -> Found:
    tokens = reading.tokens[start:end]
    last = tokens[-1]
    text = reading.tokens[start].text + "".join(token.gap + token.text for token in tokens[1:])
    kind = _kind(reading, start, tokens)
    if not reading.spoken:
        return Found(tokens[0].start, last.end, text, kind)
    if reading.capital_nouns and len(tokens) == 1 and "-" in last.text:
        text = _without_nouns(reading, last) or text
        return Found(last.start, last.start + len(text), text, kind)
    before = reading.tokens[start - 1].folded if start and tokens[0].gap == " " else ""
    capitals = [token.text for token in tokens if token.capital]
    bases = iter(base_of_name(capitals, before, reading.spoken[0]))
    text = "".join((token.gap if place else "") + (next(bases) if token.capital else token.text) for place, token in enumerate(tokens))
    if _owns_next(reading, end):
        text = text.removesuffix("s")
    return Found(tokens[0].start, last.end, text, kind)


def _owns_next(reading: Reading, end: int) -> bool:
    """Tareks Vertrag: where all nouns have capitals, an -s right before a noun is the genitive."""
    if not reading.capital_nouns or end >= len(reading.tokens):
        return False
    following, last = reading.tokens[end], reading.tokens[end - 1]
    noun = following.capital and following.gap == " " and any(words.is_known(following.folded, language) or words.looks_plain(following.folded, language) for language in reading.spoken)
    return noun and last.folded.endswith("s") and not last.folded.endswith("ss") and not words.is_given(last.folded, reading.script)


def _kind(reading: Reading, start: int, tokens: list[Token]) -> str:
    first = tokens[0].folded
    if _follows_title(reading, start) or words.is_given(first, reading.script):
        return "person"
    if first in words.pool("brands", reading.script) or inner_capital(tokens[0].text):
        return "thing"
    if words.is_known_name(" ".join(token.folded for token in tokens), reading.script):
        return "place"
    before = reading.tokens[start - 1] if start else None
    if before is None or tokens[0].gap != " ":
        return "unknown"
    if words.in_any(before.folded, "places", reading.spoken) or words.in_any(tokens[-1].folded, "place_endings", reading.spoken):
        return "place"
    if words.in_any(before.folded, "things", reading.spoken):
        return "thing"
    return "person" if words.is_person_word(before.folded, reading.spoken) else "unknown"


def _next(reading: Reading, place: int) -> Token | None:
    return reading.tokens[place + 1] if place + 1 < len(reading.tokens) else None


def _next_capital(reading: Reading, place: int) -> bool:
    following = _next(reading, place)
    return following is not None and following.gap == " " and following.capital and not following.masked
