"""What a mask has left of a secret: stars, "[redacted]", the head and tail of a key. Saving it would look like success."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .level import Level
from .shapes import Place

_WORDED = re.compile(r"[\[<«(]{1,3}\s?(?:redacted|masked|removed|hidden|filtered)\b[^\]>»)\n]{0,40}[\]>»)]")
_WORDS = ("redacted", "masked", "removed", "hidden", "filtered")
_STARS = {sign: re.compile(re.escape(sign * 3) + r"[*•●]*") for sign in "*•●"}
_PHONE = re.compile(r"\+\d{1,4}$")
_TAILS = {sign: re.compile(re.escape(sign) + r"(?=([A-Za-z0-9_-]{4})(?![A-Za-z0-9_.-]))") for sign in ("...", "…")}  # fixed beginnings are found fast
_HEAD = re.compile(r"(?<![A-Za-z0-9_.-])[A-Za-z0-9_:-]{3,14}$")
_KEY_HEAD = re.compile(r"(?i)^(?:sk|pk|rk|gh[pousr]|xox[a-z]|akia|asia|aiza|eyj|hf|gsk|npm|pypi|key|tok|m0|whsec|glpat)[-_:]?")
_ASSIGNED_BEFORE = re.compile(r"[:=：＝]\s{0,2}[\"'“«]?$")


def find_masks(level: Level) -> Iterator[Place]:
    """The remains of masked values."""
    plain = level.plain
    if any(sign in plain for sign in "[<«(") and any(word in level.low for word in _WORDS):
        for match in _WORDED.finditer(level.low):
            yield "masked_value", match.start(), match.end()
    for sign, stars in _STARS.items():
        for match in stars.finditer(plain) if sign in plain else ():
            phone = _PHONE.search(plain, max(match.start() - 6, 0), match.start())
            if phone and plain[match.end() : match.end() + 2].isdecimal():
                yield "masked_phone_number", phone.start(), match.end()
            elif _stands_for_a_value(plain, match):
                yield "masked_value", match.start(), match.end()
    for match in (match for sign, tail in _TAILS.items() if sign[0] in plain and sign in plain for match in tail.finditer(plain)):
        head = _HEAD.search(plain, max(match.start() - 16, 0), match.start())
        if head and _is_key(head[0], match[1], plain[max(head.start() - 4, 0) : head.start()]):
            yield "masked_value", head.start(), match.end(1)


def _stands_for_a_value(plain: str, match: re.Match[str]) -> bool:
    """Stars behind a sign of assignment, in an address, or joined to letters and digits; not a line or bold print."""
    before, after = plain[max(match.start() - 4, 0) : match.start()], plain[match.end() : match.end() + 1]
    if _ASSIGNED_BEFORE.search(before):
        return True
    if before[-1:].isalnum() or before[-1:] in (":", "/"):
        return after == "@" or (len(match[0]) >= 4 and before[-1:].isalnum() and (after.isalnum() or not after.strip()))
    return match[0][0] in "•●" and len(match[0]) >= 4


def _is_key(head: str, tail: str, before: str) -> bool:
    if head.isdecimal() and tail.isdecimal():
        return False
    mixed = re.search(r"\d", head + tail) is not None and re.search(r"[A-Za-z]", head + tail) is not None
    known = _KEY_HEAD.match(head) is not None and (mixed or "-" in head or "_" in head or head.startswith("eyJ"))
    return known or (mixed and len(head) >= 6) or (len(head) == 6 and _ASSIGNED_BEFORE.search(before) is not None)
