"""Names in scripts with capitals: a capital off the start of a sentence, and at its start what is no ordinary word."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ..catalogue import Language
from . import words
from .bases import base_of
from .groups import is_place_word, name_at, without_nouns
from .reading import JOIN, MAYBE, NAME, NO, Reading, following, follows_title, next_capital
from .shapes import CASED, inner_capital, share_of_capitals
from .tokens import Found, Token

_HEADLINE = 0.85  # share of capitals from which they say nothing
_HEADLINE_WORDS = 5
_COMMON = 4.8  # Zipf value from which a word at the start of a sentence is rather a word than a name
_COMMON_SYLLABLE = 5.3  # the same where words have several syllables set apart
_COMMON_FOREIGN = 4.3  # the same for names of another language
_LONGEST_INITIALS = 6
_LONGEST_COMPANY = 9  # letters of a company that is written in capitals, off the start of a sentence
_SHORT_INITIALS = 4  # letters of initials that may be a known word too; longer words are shouted
_APOSTROPHES = frozenset({"'", "’", "ʼ"})


def capital_names(tokens: list[Token], spoken: tuple[Language, ...], script: str) -> Iterator[Found]:
    """The names of one cased script; `tokens` are all tokens of the text."""
    own = [token for token in tokens if token.script == script]
    if script not in CASED or not own:
        return
    cased = [token.text for token in own if not token.masked]
    reading = Reading(tokens, spoken, script, len(cased) >= _HEADLINE_WORDS and share_of_capitals(cased) >= _HEADLINE)
    verdicts = [
        NO if token.script != script or token.masked or token.text.islower() else _verdict(reading, place)  # most words are of small letters
        for place, token in enumerate(tokens)
    ]
    _rescue(reading, verdicts)
    place = 0
    while place < len(tokens):
        if verdicts[place] != NAME:
            place += 1
            continue
        found, place = name_at(reading, verdicts, place)
        yield found


# --- is a word a name? ---


def _verdict(reading: Reading, place: int) -> int:
    """What a word is by itself and by the word before it."""
    token = reading.tokens[place]
    if not token.text.isalpha() and any(char.isdecimal() for char in token.text):
        return NO
    if inner_capital(token.text):
        return NAME
    if not token.capital or len(token.text) == 1:
        return NO
    if token.text.isupper() and (token.first or not words.in_any(token.folded, "things", reading.spoken)):
        return _initials(reading, token)
    if follows_title(reading, place):
        return NO if words.is_function(token.folded, reading.spoken) and token.first else NAME
    if _is_named_like_a_word(reading, token):
        return NAME
    if token.text.isupper() or _never(reading, place):
        firm = token.text.isupper() and not token.first
        return NO if (token.first and not firm) or reading.headline or words.is_date(token.folded, reading.spoken) or _is_date_phrase(reading, place) else JOIN
    if token.first or reading.headline:
        return _at_the_start(reading, place)
    return _noun_or_name(reading, place) if reading.capital_nouns else NAME


def _is_named_like_a_word(reading: Reading, token: Token) -> bool:
    """… is Ben Cole: a capital off the start shows the name, though the word is a function word of a language of the text."""
    if token.first or reading.headline or reading.syllables or reading.capital_nouns or token.text.isupper():
        return False
    return words.is_own_given(token.folded, reading.spoken) and not (
        words.is_date(token.folded, reading.spoken) or words.is_person_word(token.folded, reading.spoken)
    )


def _initials(reading: Reading, token: Token) -> int:
    """NASA, DHL: names, unless they stand for a kind of thing, are shouted words, or everything is in capitals."""
    if words.is_known_name(token.folded, reading.script):
        return NAME
    if reading.headline or token.folded in words.initials() or len(token.text) < 2:
        return NO
    if len(token.text) > _LONGEST_INITIALS and (token.first or len(token.text) > _LONGEST_COMPANY):
        return NO
    if not any(words.is_known(token.folded, language) for language in reading.spoken):
        return NAME
    return NO if token.first or len(token.text) > _SHORT_INITIALS or words.is_function(token.folded, reading.spoken) else NAME


def _never(reading: Reading, place: int) -> bool:
    """Function words, dates, titles, kin: capitals make no name of them. A month before a surname is a person (April Jensen)."""
    token = reading.tokens[place]
    if _is_date_phrase(reading, place) or _is_contraction(reading, place):
        return True
    if words.is_date(token.folded, reading.spoken):
        after = following(reading, place)
        return not (after and after.capital and not words.is_function(after.folded, reading.spoken))
    if words.is_title(token.folded, reading.spoken) or words.is_title_after(token.folded, reading.spoken):
        return not (reading.syllables and not token.first and not next_capital(reading, place))
    if reading.syllables:
        return token.first and words.is_function(token.folded, reading.spoken) and not next_capital(reading, place)
    return words.is_function(token.folded, reading.spoken) or words.is_person_word(token.folded, reading.spoken)


def _is_contraction(reading: Reading, place: int) -> bool:
    """Isn't, They're: with what follows the apostrophe a function word."""
    after = following(reading, place)
    if after is None or after.gap not in _APOSTROPHES:
        return False
    return words.is_function(f"{reading.tokens[place].folded}'{after.folded}", reading.spoken)


def _is_date_phrase(reading: Reading, place: int) -> bool:
    """A word of a date or feast of two words (tháng Ba, Новый год)."""
    near = itertools.pairwise(reading.tokens[max(0, place - 1) : place + 2])
    return any(right.gap == " " and words.is_date_phrase(f"{left.folded} {right.folded}", reading.spoken) for left, right in near)


def _at_the_start(reading: Reading, place: int) -> int:
    """The first word of a sentence: a known name, or a word that is not known and does not look like an ordinary one."""
    token = reading.tokens[place]
    if words.is_given(token.folded, reading.script):
        return NAME if _is_rather_name(reading, place) else MAYBE
    if words.is_known_name(token.folded, reading.script) and words.zipf(token.folded, reading.spoken) < _COMMON:
        return NAME
    if reading.syllables:
        return MAYBE
    if not reading.spoken or words.is_ordinary(token.folded, reading.spoken) or _object_follows(reading, place):
        return MAYBE
    if words.is_inflected_noun(token.folded, reading.spoken):
        return MAYBE
    return NAME


def _is_rather_name(reading: Reading, place: int) -> bool:
    token = reading.tokens[place]
    own = words.is_own_given(token.folded, reading.spoken)
    common = words.zipf(token.folded, reading.spoken)
    if reading.syllables:
        after = following(reading, place)
        pair = f"{token.folded} {after.folded}" if after else ""
        return common < _COMMON_SYLLABLE and not words.in_any(pair, "plain_beginnings", reading.spoken)
    return own or common < _COMMON_FOREIGN


def _object_follows(reading: Reading, place: int) -> bool:
    """An article or a pronoun in the object case straight after the first word shows that it is a verb (Rinse the …)."""
    after = following(reading, place)
    return after is not None and after.gap == " " and words.in_any(after.folded, "determiners", reading.spoken)


def _noun_or_name(reading: Reading, place: int) -> int:
    """Where all nouns have capitals: a name is on a list, or stands right after what bears it (Hund Bello), or is unknown and has no article."""
    token = reading.tokens[place]
    if words.is_given(token.folded, reading.script) or words.is_known_name(token.folded, reading.script):
        return NAME
    before = reading.tokens[place - 1] if place and token.gap == " " else None
    if before and not before.masked and _bears(reading, before):
        return NAME
    base = base_of(token.text, reading.spoken[0])
    if base != token.text and words.is_given(base.lower(), reading.script):
        return NAME
    if "-" in token.text:
        return NAME if without_nouns(reading, token) else MAYBE
    if any(words.is_known(token.folded, language) for language in reading.spoken):
        return MAYBE
    if is_place_word(reading, token):
        return NAME
    if before and before.capital and not before.first and _has_article(reading, place - 1) and not before.masked:
        return NAME  # die Kletterhalle Blockwerk
    return MAYBE if _has_article(reading, place) or words.is_ordinary(token.folded, reading.spoken) else NAME


def _bears(reading: Reading, before: Token) -> bool:
    """Whether a word is one for persons or for what bears a name, a title, or a naming word."""
    return any(before.folded in group for language in reading.spoken for group in (language.kin, language.roles, *_bearers(language)))


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


def _bearers(language: Language) -> tuple[frozenset[str], ...]:
    return language.names["things"], language.names["places"], language.names["naming"], language.titles_before


# --- words at the start of a sentence that other words make names ---


def _rescue(reading: Reading, verdicts: list[int]) -> None:
    """Turn a doubtful word into a name where the text shows it: it takes a name's ending, is joined to a name, or is one elsewhere."""
    sure = {token.folded for token, verdict in zip(reading.tokens, verdicts, strict=True) if verdict == NAME and not token.first}
    for place, token in enumerate(reading.tokens):
        if verdicts[place] != MAYBE:
            continue
        if (token.first and token.folded in sure) or _has_apostrophe_ending(reading, place) or (token.first and _joined_to_name(reading, verdicts, place)):
            verdicts[place] = NAME


def _has_apostrophe_ending(reading: Reading, place: int) -> bool:
    """Pickle's bowl, Kerem'e: an ending after an apostrophe hangs on names; on common words only rarely."""
    after = following(reading, place)
    if after is None or after.gap not in _APOSTROPHES or after.capital:
        return False
    token = reading.tokens[place]
    endings = {f"'{after.folded}"}
    return words.zipf(token.folded, reading.spoken) < _COMMON and any(endings & set(language.name_endings) for language in reading.spoken)


def _joined_to_name(reading: Reading, verdicts: list[int], place: int) -> bool:
    """Thistle and Bramble: what is joined to a name by "and" at the start is one too."""
    if place + 2 >= len(verdicts) or reading.capital_nouns:
        return False
    join, other = reading.tokens[place + 1 : place + 3]
    return join.gap == other.gap == " " and words.in_any(join.folded, "joins", reading.spoken) and verdicts[place + 2] == NAME and not other.first
