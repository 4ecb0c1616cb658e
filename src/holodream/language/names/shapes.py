"""What in a text cannot be a name by its shape: code, addresses, file names, versions, hashes, flags."""

from __future__ import annotations

import re

from ..characters import script_of

_LONGEST = 100  # characters; a longer run without a space is data
_BACKTICKS = re.compile(r"`[^`\n]{1,300}`")
# A run without spaces; letters of scripts without spaces or with particles end it, so that code glued to them stands alone.
# Writing without spaces, which ends a chunk of code.
_UNSPACED = "".join(
    (
        r"\u0e00-\u0e7f",
        r"\u2e80-\u9fff",
        r"\uac00-\ud7a3",
        r"\uf900-\ufaff",
        r"\uff00-\uffef",
        r"\u3000-\u30ff",
    )
)
_CHUNK = re.compile(rf"[^\s{_UNSPACED}“”„«»‹›…—–،؛؟।\"`]+")
_EDGES = "'().,;:!?[]*’‘"
_SIGNS = re.compile(r"[\\^${}<>=_|~#@%*\[\]]|://|\w\(|^.-.$")
_DOTTED = re.compile(r"[\w+-]*\w(?:\.[\w-]+)+")
_NUMBERED = re.compile(r"[vV]?\d+(?:[.,:/-]\w+)*")
_HASH = re.compile(r"[0-9a-fA-F]{6,}")
_FLAG = re.compile(r"-{1,2}[A-Za-z]")
_DOTTED_NAMES = frozenset({"js", "ts", "io", "ai", "com", "net", "org", "app", "co"})  # Node.js, Booking.com


def masked(text: str) -> bytearray:
    """One byte for each character: 1 where it belongs to something that is no name."""
    mask = bytearray(len(text))
    for found in _BACKTICKS.finditer(text):
        _cover(mask, found.start(), found.end())
    for found in _CHUNK.finditer(text):
        if not (found[0].isalpha() and len(found[0]) <= _LONGEST) and is_code(found[0]):  # most are words
            _cover(mask, found.start(), found.end())
    return mask


def _cover(mask: bytearray, start: int, end: int) -> None:
    mask[start:end] = b"\1" * (end - start)


def is_code(chunk: str) -> bool:
    """Whether a run without spaces is code, an address, a file, a number or the like."""
    if len(chunk) > _LONGEST or _FLAG.match(chunk):
        return True
    core = chunk.strip(_EDGES)
    if not core or core.isalpha():
        return chunk.startswith("/") and core.isascii()
    if _SIGNS.search(core) or (core[0] in "/~+" and len(core) > 1) or core.startswith("./"):
        return True
    return _is_path(core) or _is_number(core) or ("." in core and _is_address(core))


def _is_path(core: str) -> bool:
    return "/" in core and (core.count("/") > 1 or (core.isascii() and core.islower()))


def _is_number(core: str) -> bool:
    """Versions, times, ports, hashes, serial numbers."""
    digits = sum(char.isdigit() for char in core)
    if not digits:
        return False
    if _NUMBERED.fullmatch(core) or (digits and ":" in core) or (_HASH.fullmatch(core) is not None):
        return True
    return core.isalnum() and len(core) >= 8 and digits >= 2


def _is_address(core: str) -> bool:
    """Hosts and files (mail.example.org, notes.md); no initials (J.K.Rowling), no two sentences (home.Then)."""
    core = core.lstrip("+.-")
    if not _DOTTED.fullmatch(core):
        return False
    *parts, last = core.split(".")
    if not last.isascii() or len(last) < 2 or all(len(part) == 1 for part in parts):
        return False
    if is_dotted_name(core):
        return False
    return not (last[0].isupper() and not last.isupper())


def is_dotted_name(core: str) -> bool:
    """A product that is written like a host: Node.js, Booking.com."""
    first, _, last = core.partition(".")
    return first[:1].isupper() and last in _DOTTED_NAMES


def inner_capital(word: str) -> bool:
    """GitHub, iPhone, openSUSE: a capital inside tells a name; getUserName is a variable."""
    if word.isupper() or not any(char.isupper() for char in word[1:]):
        return False
    if word[0].isupper():
        return any(char.islower() for char in word)
    head = next(place for place, char in enumerate(word) if char.isupper())
    return head == 1 or word[head:].isupper()


def share_of_capitals(words: list[str]) -> float:
    """How many of the words of cased scripts begin with a capital; in a headline nearly all do."""
    cased = [word for word in words if script_of(word[0]) in CASED]
    return sum(word[0].isupper() for word in cased) / len(cased) if cased else 0.0


CASED = frozenset({"Latin", "Cyrillic", "Greek"})
