"""Secrets that show by the word beside them: "the password is …", in every language's words for it."""

from __future__ import annotations

import functools
import re

from ..language import languages
from .shapes import Place

_WINDOW = 60  # characters after the word in which a value is looked for
_VALUE = re.compile(r"""["'«“「『(]?([^\s"'«»“”「」『』,，;；。、()<>]{3,200})""")
_ASSIGNED = re.compile(r"[A-Z][A-Z0-9_]{2,}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PWD)\s*[=:]\s*[\"']?[^\s\"']{6,}")
_LETTER, _DIGIT, _SIGN = re.compile(r"[^\W\d_]"), re.compile(r"\d"), re.compile(r"[!@#$%^&*_+=~-]")


@functools.cache
def _words() -> tuple[re.Pattern[str], frozenset[str]]:
    strong: set[str] = set()
    weak: set[str] = set()
    for language in languages().values():
        weak |= language.secret["weak_words"]
        strong |= language.secret["words"]
    spaced = sorted((word for word in strong if word and ord(word[0]) < 0x0E00), key=len, reverse=True)
    glued = sorted((word for word in strong if word and ord(word[0]) >= 0x0E00), key=len, reverse=True)
    pattern = rf"(?<![^\W_])(?:{'|'.join(map(re.escape, spaced))})(?![^\W_])|(?:{'|'.join(map(re.escape, glued)) or '(?!)'})"
    return re.compile(pattern, re.IGNORECASE), frozenset(weak)


def find_value_beside_word(text: str) -> Place | None:
    """A value that looks like a secret close after a word for one."""
    match = _ASSIGNED.search(text)
    if match:
        return "assignment", match.start(), match.end()
    pattern, weak = _words()
    for word in pattern.finditer(text):
        for value in _VALUE.finditer(text, word.end(), word.end() + _WINDOW):
            if _looks_secret(value[1], short=word[0].lower() not in weak):
                return "value_beside_word", value.start(1), value.end(1)
    return None


def _looks_secret(value: str, *, short: bool) -> bool:
    value = value.strip(".:!?=")
    kinds = sum(bool(pattern.search(value)) for pattern in (_LETTER, _DIGIT, _SIGN))
    if value.isdecimal():
        return 4 <= len(value) <= 8 and short
    return len(value) >= 6 and kinds >= 2 and bool(_DIGIT.search(value)) and not re.search(r"\.\w{2,5}$|://", value)
