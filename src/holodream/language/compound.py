"""Parts of a compound word (German, Dutch): Winterreifenwechsel holds Winter, Reifen and Wechsel."""

from __future__ import annotations

import functools

from .catalogue import languages
from .frequency import frequencies
from .stem import stems

_LINKS = ("", "s", "n", "en", "es", "er", "e")  # what stands between two parts
_SHORTEST = 4


@functools.lru_cache(maxsize=20_000)
def parts_of(word: str, code: str) -> tuple[str, ...]:
    """The root forms of the known words that a long word is made of; () when it is no compound."""
    if len(word) < 2 * _SHORTEST or word in languages()[code].roots:
        return ()
    cut = _split(word, code)
    if cut is None or len(cut) < 2:
        return ()
    return tuple(dict.fromkeys(term for part in cut for term in stems(part, code)))


def _split(word: str, code: str) -> list[str] | None:
    """The cut into the fewest known parts; the first part may be unknown, the rest must be words."""
    known = frequencies(code)
    size = len(word)
    best: list[tuple[int, list[str]] | None] = [None] * (size + 1)
    best[0] = (0, [])
    for end in range(_SHORTEST, size + 1):
        for start in range(0, end - _SHORTEST + 1):
            before = best[start]
            part = _known_part(word[start:end], known, final=end == size)
            if before is not None and part and (best[end] is None or before[0] + 1 < best[end][0]):  # type: ignore[index]
                best[end] = (before[0] + 1, [*before[1], part])
    whole = best[size]
    if whole is not None:
        return whole[1]
    for start in range(size - _SHORTEST, _SHORTEST - 1, -1):  # an unknown modifier before a known head
        if word[start:] in known and known[word[start:]] >= 3.5:
            return [word[:start], word[start:]]
    return None


def _known_part(part: str, known: object, *, final: bool) -> str:
    assert isinstance(known, dict)
    for link in ("",) if final else _LINKS:
        base = part[: len(part) - len(link)] if link else part
        if part.endswith(link) and len(base) >= _SHORTEST and base in known:
            return base
    return ""
