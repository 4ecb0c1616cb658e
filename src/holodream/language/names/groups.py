"""How far a name with capitals reaches, what its base form is, and what kind of name it may be."""

from __future__ import annotations

from . import words
from .bases import base_of_name
from .reading import JOIN, NAME, Reading, follows_title
from .shapes import inner_capital
from .tokens import Found, Token

_MOST_LINKS = 3  # words between the parts of a name (von der)


def name_at(reading: Reading, verdicts: list[int], place: int) -> tuple[Found, int]:
    """The name that holds the word at a place, and the place after it."""
    start = _first_of_name(reading, verdicts, place)
    end = _end_of_name(reading, verdicts, max(start, place))
    return _found(reading, start, end), end


def _first_of_name(reading: Reading, verdicts: list[int], place: int) -> int:
    """Where the name really begins: with an article or saint before it (El Llano, San Lorenzo), or after a role at the start (Bosman Ignacy)."""
    tokens = reading.tokens
    following = tokens[place + 1] if place + 1 < len(tokens) else None
    role = tokens[place].first and following is not None and following.gap == " " and verdicts[place + 1] == NAME and not reading.syllables
    if role and following and words.is_given(following.folded, reading.script) and not words.is_given(tokens[place].folded, reading.script):
        return place + 1
    begins = place
    while begins and tokens[begins].gap == " " and verdicts[begins - 1] == JOIN and _may_begin(reading, tokens[begins - 1]):
        begins -= 1
    return begins


def _may_begin(reading: Reading, token: Token) -> bool:
    """An article, a saint, the initials of a kind of firm (PT, RS)."""
    if token.text.isupper() and words.in_any(token.folded, "things", reading.spoken):
        return True
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
    if token.script != reading.script or token.masked or not token.capital:
        return False
    if words.is_title_after(token.folded, reading.spoken) and not words.is_person_word(token.folded, reading.spoken):
        return False
    if token.gap not in (" ", "\u00a0") and not (len(last.text) == 1 and token.gap == ". "):
        return False
    person = words.is_given(reading.tokens[start].folded, reading.script)
    unknown_before = not any(words.is_known(last.folded, language) for language in reading.spoken)
    if (person or unknown_before) and token.folded in words.pool("well_known", reading.script):
        return False  # Nurten Kastamonu'dan: who, and from where
    if verdicts[place - 1] == JOIN and place - 1 > start and words.is_person_word(last.folded, reading.spoken):
        return False  # Ayşe Abla Trello'ya …: kin after a name ends it
    if verdicts[place] == NAME and not token.first:
        return not _begins_anew(reading, start, token)
    if verdicts[place] == JOIN and not reading.capital_nouns:
        return True
    if is_model(token):
        return True
    if len(token.text) == 1:  # Harry J. Smith
        return place + 1 < len(verdicts) and verdicts[place + 1] == NAME and reading.tokens[place + 1].gap == ". "
    if not reading.capital_nouns or token.first:
        return False
    unknown = not any(words.is_known(token.folded, language) for language in reading.spoken)
    return (unknown and (person or not words.is_compound(token.folded, reading.spoken))) or (person and words.in_any(token.folded, "surnames", reading.spoken))


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
        if link and verdicts[place] == NAME and token.capital:
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
    if not reading.spoken or not any(token.capital for token in tokens):
        return Found(tokens[0].start, last.end, text, kind)
    if reading.capital_nouns and len(tokens) == 1 and "-" in last.text:
        text = without_nouns(reading, last) or text
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
    noun = any(words.is_known(following.folded, language) or words.looks_plain(following.folded, language) for language in reading.spoken)
    if not (noun and following.capital and following.gap == " "):
        return False
    return last.folded.endswith("s") and not last.folded.endswith("ss") and not words.is_given(last.folded, reading.script)


def _kind(reading: Reading, start: int, tokens: list[Token]) -> str:
    first = tokens[0].folded
    if follows_title(reading, start) or words.is_given(first, reading.script):
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


def without_nouns(reading: Reading, token: Token) -> str:
    """A word of several parts without the ordinary nouns at its end (Bosch-Motor → Bosch); "" when nothing is left."""
    parts = token.text.split("-")
    if is_place_word(reading, token):
        return token.text
    if words.is_known_name(parts[0].lower(), reading.script):
        return parts[0]
    while parts and words.is_ordinary(parts[-1].lower(), reading.spoken) and not words.is_given(parts[-1].lower(), reading.script):
        parts.pop()
    return "-".join(parts)


def is_place_word(reading: Reading, token: Token) -> bool:
    """Lindenstraße, Quedlinburg: an unknown word that ends as places do."""
    endings = [ending for language in reading.spoken if language.compounds for ending in language.names["place_endings"]]
    return any(token.folded.endswith(ending) and len(token.folded) >= len(ending) + 3 for ending in endings)
