"""Parts of a compound word (German, Dutch): Winterreifenwechsel holds Winter, Reifen and Wechsel."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from .catalogue import languages
from .characters import script_of
from .frequency import frequencies
from .stem import stems

_LINKS = ("", "s", "n", "en", "es", "er", "e")  # what stands between two parts
_INFINITIVE = "en"  # a verb loses it before another part: waschen, Waschmaschine
_SHORTEST = {"Hangul": 2}  # letters of the shortest part, by script
_DEFAULT_SHORTEST = 4


@functools.lru_cache(maxsize=20_000)
def parts_of(word: str, code: str) -> tuple[str, ...]:
    """The root forms of the known words that a long word is made of; () when it is no compound."""
    shortest = _SHORTEST.get(script_of(word[0]), _DEFAULT_SHORTEST)
    if len(word) <= shortest or word in languages()[code].roots:
        return ()
    cut = (_split(word, frequencies(code), shortest) if len(word) >= 2 * shortest else None) or _noun_before_endings(word, code, shortest)
    return tuple(dict.fromkeys(term for part in cut for term in stems(part, code)))


def _noun_before_endings(word: str, code: str, shortest: int) -> list[str]:
    """In scripts of syllables a verb is often a noun with endings glued on (출근하시지 holds 출근)."""
    if script_of(word[0]) not in _SHORTEST:
        return []
    known = frequencies(code)
    return next(([word[:end]] for end in range(len(word) - 1, shortest - 1, -1) if known.get(word[:end], 0.0) >= 3.0), [])


def _split(word: str, known: Mapping[str, float], shortest: int) -> list[str] | None:
    """The cut into the fewest known parts; the first part may be unknown, the rest must be words."""
    if word in known:  # it may still hold others, but chance would find short ones in many a common word
        return _known_parts(word, known, shortest + 1) or [word]
    if parts := _known_parts(word, known, shortest):
        return parts
    for start in range(len(word) - shortest, shortest - 1, -1):  # an unknown modifier before a known head
        if known.get(word[start:], 0.0) >= 3.5:
            return [word[:start], word[start:]]
    return None


def _known_parts(word: str, known: Mapping[str, float], shortest: int) -> list[str] | None:
    """The cut into the fewest, but at least two known parts."""
    size = len(word)
    best: list[list[str] | None] = [None] * (size + 1)
    best[0] = []
    for end in range(shortest, size + 1):
        for start in range(0, end - shortest + 1):
            before = best[start]
            if before is None or end - start == size or (best[end] is not None and len(before) + 1 >= len(best[end])):  # type: ignore[arg-type]
                continue
            part = _known_part(word[start:end], word[end:], known, shortest)
            if part:
                best[end] = [*before, part]
    return best[size]


def _known_part(part: str, rest: str, known: Mapping[str, float], shortest: int) -> str:
    """The known word that a part is, perhaps with what links it to the rest; "" when there is none."""
    for link in _LINKS if rest else ("",):
        base = part[: len(part) - len(link)] if link else part
        if part.endswith(link) and len(base) >= shortest and base in known:
            return base
    is_verb = rest and part + _INFINITIVE in known and not rest.startswith(_INFINITIVE)  # bedeutend is a form of bedeuten
    return part if is_verb else ""
