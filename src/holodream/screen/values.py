"""What a piece of text looks like: the value of a secret, a plain word, or the name of a thing (a file, a version, an amount)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import IntEnum

from .level import signs
from .lexicon import UNSPACED
from .near import Near
from .wordlists import function_words


class Look(IntEnum):
    """How much a piece of text looks like the value of a secret."""

    NAME = 0  # a file, an address, a version, an amount, a date
    WORD = 1  # a plain word
    DIGITS = 2  # four digits or more, perhaps in groups
    SHORT = 3  # letters with a digit or a sign, but few, or only a capital within
    MIXED = 4  # letters and digits, as in a model number and in many passwords
    RANDOM = 5  # letters, digits and signs, or so long and mixed that no thing is called so


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text and how it looks."""

    start: int
    end: int
    text: str
    look: Look
    quoted: bool = False


_BREAKS = r"\s\"«»“”„「」『』《》〈〉‹›，。、；：！？（）()<>\[\]{}；。،؛؟।|"
_QUOTED = (
    r"[「『](?P<corner>[^「」『』\n]{2,80}?)[」』]|[\"“”„«»‹‚]\s?(?P<quoted>[^\"“”„«»「」『』‹›\n]{2,80}?)\s?[\"”“»«›](?:(?![A-Za-z0-9])|(?=[a-z]{1,3}\b))"
    r"|(?<![A-Za-z0-9])['`‘](?P<single>[^'`‘’\n]{3,80}?)['`’](?![A-Za-z0-9])"
)
_PIECE = re.compile(rf"{_QUOTED}|(?P<digits>(?<![\w.,/-])\d{{1,4}}(?:[ .-]\d{{1,4}}){{1,5}}(?![\w/]|[.,-]\d))|(?P<bare>[^{_BREAKS}]+)")
_ASCII_RUN = re.compile(r"[!-~]+|[^!-~]+")
_NATIVE_ENDING = re.compile(rf"(?<=[!-~])(?:['’]?[{signs('Hangul')}]{{1,6}}|['’]\w{{1,6}})$")

_LETTER, _DIGIT, _SIGN = re.compile(r"[^\W\d_]"), re.compile(r"\d"), re.compile(r"[!@#$%^&*+=~?]")
_CAPITAL_WITHIN = re.compile(r"[a-zа-я][A-ZА-Я]")
_SWITCH = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
_ENDINGS = (
    "txt|md|rst|toml|jsonl?|ya?ml|csv|tsv|xlsx?|docx?|pptx?|od[tsp]|pdf|png|jpe?g|gif|svg|webp|heic|mp[34]|m4a|wav|flac|mov|avi|mkv|zip|t?gz|bz2|xz|7z|tar|rar|py|ipynb|jsx?"
    "|tsx?|html?|s?css|sh|bash|zsh|bat|ps1|rs|go|java|kt|swift|c|h|cc|cpp|hpp|cs|rb|php|lua|r|sql|db|sqlite3?|log|cfg|ini|conf|lock|bak|old|tmp|iso|img|apk|exe|msi|dmg"
    "|deb|rpm|so|dll|jar|war|tex|bib|epub|mobi|ics|vcf|eml|kdbx?|pem|crt|cer|p12|pfx|key|gpg|asc|pub|example|template|sample|local|dist|plist|xml|proto|graphql|tf|ovpn|gpx"
    "|stl|gcode|step|dwg|psd|ai|fig|sketch|blend|env"
)
_FILE = re.compile(r"(?i)^[\w./~ -]*[\w)]\.(?:" + _ENDINGS + r")$")
_ADDRESS = re.compile(
    r"(?i)^(?:[a-z][a-z0-9+.-]*://|www\.|mailto:)|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$|^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[:/]\S*)?$|^~?/[\w./-]+$|^\d{1,3}(?:\.\d{1,3}){3}"
)
_VERSION = re.compile(r"(?i)^[v^~>=<]{0,2}\d+(?:\.\d+){1,3}(?:[.-]?(?:alpha|beta|rc|dev|post|lts)[.-]?\d*)?$")
_AMOUNT = re.compile(r"^[+~<>≤≥±-]?[$€£¥₽₹₩฿₺₫₴]?\d[\d.,]*(?:[$€£¥₽₹₩฿₺₫₴%°]|[^\W\d_]{1,4}\.?)?$|^\d+(?:\.\d+)?[x×]\d+(?:\.\d+)?\w{0,3}$")
_ORDINAL = re.compile(r"^\d+[-–']?[^\W\d_]{1,12}$")
_TIME = re.compile(r"^\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:am|pm)?(?:[-–]\d{1,2}[:.]\d{2})?$", re.IGNORECASE)
_DATE = re.compile(r"^(?:\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{1,2}[/.]\d{1,4})$")
_COMBINATION, _FIRST_YEAR, _LAST_YEAR = re.compile(r"\d{1,2}-\d{1,2}-(\d{1,2})"), 15, 39
_UUID = re.compile(r"(?i)^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
_GROUPS = re.compile(r"^[#*]?\d+(?:[ .-]\d+)*[#*]?$")
_SETTING = re.compile(r"^[A-Za-z_][\w.-]*=[\w.,-]*$")
# Names that are no value although they mix letters and digits: standards, devices' sizes, and the like.
_STANDARD = re.compile(
    r"(?i)^(?:wpa[23]?|wep|utf-?(?:8|16|32)|sha-?\d{1,3}|md5|aes-?\d{3}|rsa-?\d{4}|ed25519|base64|mp[34]|h26[45]|i?os\d{1,2}|x\d{2}(?:_64)?|win(?:dows)?\d{1,2}"
    r"|[234]fa|oauth2?|ipv?[46]|usb-?[c\d]|gpio\d{1,2}|iso-?\d{3,5}|[a-z]{1,3}-?\d{1,3}|\d{1,4}[-_]?[a-z]{1,4}|c-?19|covid-?19|web[23]|b2[bc]|i18n|l10n|k8s|s3"
    r"|[a-z]{3,12}[_-]?[2-6](?:[.,]\d+)?g(?:hz)?)$"
)
_PLACEHOLDER = re.compile(
    r"(?i)^(?:x{3,}|\*+|\.{3,}|…|-+|_+|<.*>?|\$\{?\w+\}?|%\w+%|\{\{.*|your[\w-]*|change-?me|placeholder|example|dummy|none|null|nil|true|false|undefined|todo|tbd|yes|no|on|off|auto)$"
)


def is_placeholder(text: str, before: str = "") -> bool:
    """A stand-in for a value, or a setting that is no secret; `before` is what stands directly before it."""
    if before[-1:] in ("$", "<", "%") or before.endswith(("${", "{{")):
        return True
    return bool(_PLACEHOLDER.match(text)) or "your" in text.lower()[:6] or (len(text) > 3 and len(set(text)) == 1 and not text.isdigit())


def pieces(text: str, start: int, end: int) -> Iterator[Piece]:
    """The pieces of a stretch of text, in order: quoted passages whole, groups of digits together, the rest word by word."""
    for match in _PIECE.finditer(text, start, end):
        kind = match.lastgroup or "bare"
        if kind in ("quoted", "single", "corner"):
            yield Piece(match.start(kind), match.end(kind), match[kind], look(match[kind]), quoted=True)
        elif kind == "digits":
            yield Piece(match.start(), match.end(), match[0], look(match[0]))
        elif UNSPACED.search(match[0]):
            yield from _runs(match)
        else:
            yield _bare(match[0], match.start())


def _runs(match: re.Match[str]) -> Iterator[Piece]:
    """Latin runs and runs of the script in a text without spaces."""
    for run in _ASCII_RUN.finditer(match[0]):
        yield _bare(run[0], match.start() + run.start())


def _bare(text: str, start: int) -> Piece:
    start += len(text) - len(text.lstrip("'`.,:;=*-–—→"))
    text = text.strip("'`.,:;=-–—→…।").rstrip("?")
    if not text.isascii():
        text = _NATIVE_ENDING.sub("", text)
    elif "'" in text[-6:-1] and text[:-1].rpartition("'")[0]:
        head, _, tail = text.rpartition("'")
        if tail.isalpha() and head:
            text = head
    return Piece(start, start + len(text), text, look(text))


def look(text: str) -> Look:
    """How much a piece of text looks like the value of a secret."""
    text = text.strip(".,:;!?") or text
    if not text or len(text) > 300:
        return Look.NAME
    if not text.isascii() and UNSPACED.search(text):
        return Look.SHORT if _DIGIT.search(text) and _LETTER.match(text) else Look.WORD
    has_digit, has_letter, has_sign = bool(_DIGIT.search(text)), bool(_LETTER.search(text)), bool(_SIGN.search(text.rstrip("!?%")))
    if not has_letter:
        return _look_of_digits(text) if has_digit else Look.NAME
    if " " in text:
        return Look.RANDOM if has_digit and has_sign else Look.WORD
    if re.match(r"\d{4,6}[^\W\d_]{4,}$", text) and (text.isascii() or text[4].isupper()):
        return Look.MIXED
    if is_name(text) or _SETTING.match(text):
        return Look.NAME
    if not has_digit:
        return _look_of_letters(text, has_sign)
    if len(text) < 4 or _STANDARD.match(text) or _ORDINAL.match(text):
        return Look.SHORT if len(text) >= 5 and not text[0].isdigit() and not _STANDARD.match(text) else Look.NAME
    if has_sign and len(text) >= 6:
        return Look.RANDOM
    if len(text) >= 8 and (len(_SWITCH.findall(text)) >= 3 or _CAPITAL_WITHIN.search(text)) and not _UUID.match(text):
        return Look.RANDOM
    return Look.MIXED if len(text) >= 6 else Look.SHORT


def _look_of_letters(text: str, has_sign: bool) -> Look:
    if has_sign and len(text) >= 6 and not text.endswith(("=", "+")):
        return Look.MIXED
    return Look.SHORT if len(text) >= 6 and ("_" in text or _CAPITAL_WITHIN.search(text)) else Look.WORD


def _look_of_digits(text: str) -> Look:
    count = sum(map(str.isdecimal, text))
    if _TIME.match(text) or _is_date(text) or _ADDRESS.match(text) or ("." in text and _VERSION.match(text)):
        return Look.NAME
    if not _GROUPS.match(text):
        return Look.RANDOM if count >= 4 and _SIGN.search(text[:-1]) and not _AMOUNT.match(text) else Look.NAME
    return Look.DIGITS if 3 <= count <= 19 else Look.NAME


def is_name(text: str) -> bool:
    """A file, an address, a version or a path, as a whole."""
    return bool(_ADDRESS.match(text) or _VERSION.match(text) or (_FILE.match(text) and "." in text) or _AMOUNT.match(text) or _DATE.match(text))


def _is_date(text: str) -> bool:
    if not _DATE.match(text):
        return False
    parts = [int(part) for part in re.split(r"\D+", text) if part]
    for day, month, year in {(parts[0], parts[1], parts[-1]), (parts[-1], parts[1], parts[0]), (parts[1], parts[0], parts[-1])} if len(parts) == 3 else ():
        try:
            date(year + 2000 if year < 100 else year, month, day)
        except ValueError:
            continue
        return True
    return len(parts) == 2


def is_combination(text: str) -> bool:
    """Three numbers of a lock that could be a date too, but none of these years (31-07-64)."""
    match = _COMBINATION.fullmatch(text)
    return match is not None and not _FIRST_YEAR <= int(match[1]) <= _LAST_YEAR


def counts_something(near: Near, end: int) -> bool:
    """Does a unit or a counted thing follow the number that ends here (8 characters, 90 days, 12位)?"""
    rest = near.low[end : end + 24]
    if re.match(r"\s?[%°€$£¥₽₹₩฿₺₫]", rest):
        return True
    after = re.match(r"[\s-]{0,2}(?:([^\W\d_]{1,20})\s)?", rest)
    if after and after[1] in function_words():
        after = None
    direct = re.match(r"[\s-]{0,2}", rest)
    begins = {end + found.end() for found in (direct, after) if found}
    return any(word.start in begins for word in near.words("counted"))
