"""How near two index terms are: forms of one root share their beginning."""

from __future__ import annotations

from .characters import script_of

# Letters that must agree at the beginning, by script: roots are shorter where vowels are not written.
_SHORTEST = {"Arabic": 3, "Hebrew": 3, "Hangul": 4}
_DEFAULT_SHORTEST = 4
_OF_ONE_LENGTH = 1  # letters more that must agree of terms of one length: short ones are different roots (chiave, chiamare)
_LONGEST_TAIL, _SHORT_TAIL = 5, 1  # letters after the common beginning, of the longer and the shorter term
_LEAST_SHARE = 0.6  # of the longer term that must be common
_ALPHABETS = frozenset({"Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Hangul", ""})


def shared_beginning(term: str) -> str:
    """The beginning that every term near to this one has; "" when only the term itself is near."""
    script = script_of(term[0])
    shortest = _SHORTEST.get(script, _DEFAULT_SHORTEST)
    if script not in _ALPHABETS or len(term) < shortest or any(char.isdecimal() for char in term):
        return ""
    return term[: max(shortest, round(len(term) * 0.6))]


def nearness(a: str, b: str) -> float:
    """1 for equal terms, down to about 0.5 for distant forms of one root, 0 for strangers."""
    if a == b:
        return 1.0
    common = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        common += 1
    longer, shorter = max(len(a), len(b)), min(len(a), len(b))
    least = _SHORTEST.get(script_of(a[0]), _DEFAULT_SHORTEST) + (_OF_ONE_LENGTH if longer == shorter else 0)
    if common < least or longer - common > _LONGEST_TAIL:
        return 0.0
    share = common / longer
    if shorter - common > _SHORT_TAIL or share < _LEAST_SHARE:
        return 0.0
    return 0.35 + 0.6 * share
