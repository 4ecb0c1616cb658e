"""What a mask has left of a secret: stars, "[redacted]", the head and tail of a key. Saving it would look like success."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .shapes import Place

_WORDED = re.compile(r"[\[<«(]{1,3}\s?(?:redacted|masked|removed|hidden|filtered)\b[^\]>»)\n]{0,40}[\]>»)]", re.IGNORECASE)
_STARRED = re.compile(r"[:=：＝]\s{0,2}[\"'“«]?[*•●]{3,}|(?<=[\w:/])[*•●]{3,}(?=@)|(?<=[A-Za-z0-9])[*•●]{4,}(?=[A-Za-z0-9]|\s|$)|(?<![*•●\w])[•●]{4,}")
_PHONE = re.compile(r"\+\d{1,4}[*•]{3,}\d{2,4}")
_HEAD_AND_TAIL = re.compile(r"(?<![A-Za-z0-9_.-])(?P<head>[A-Za-z0-9_:-]{3,14})(?:\.\.\.|…)(?P<tail>[A-Za-z0-9_-]{4})(?![A-Za-z0-9_.-])")
_KEY_HEAD = re.compile(r"(?i)^(?:sk|pk|rk|gh[pousr]|xox[a-z]|akia|asia|aiza|eyj|hf|gsk|npm|pypi|key|tok|m0|whsec|glpat)[-_:]?")
_ASSIGNED_BEFORE = re.compile(r"[:=：＝]\s{0,2}[\"'“«]?$")
_ANY = re.compile(r"\*\*\*|\.\.\.|…|•|●|(?i:redacted|masked|removed\]|hidden\]|filtered\])")


def find_masks(plain: str) -> Iterator[Place]:
    """The remains of masked values."""
    if not _ANY.search(plain):
        return
    for match in _PHONE.finditer(plain):
        yield "masked_phone_number", match.start(), match.end()
    for pattern in (_WORDED, _STARRED):
        for match in pattern.finditer(plain):
            yield "masked_value", match.start(), match.end()
    for match in _HEAD_AND_TAIL.finditer(plain):
        if _is_key(match, plain):
            yield "masked_value", match.start(), match.end()


def _is_key(match: re.Match[str], plain: str) -> bool:
    head, tail = match["head"], match["tail"]
    if re.fullmatch(r"\d+", head) and re.fullmatch(r"\d+", tail):
        return False
    mixed = re.search(r"\d", head + tail) is not None and re.search(r"[A-Za-z]", head + tail) is not None
    known = _KEY_HEAD.match(head) is not None and (mixed or "-" in head or "_" in head or head.startswith("eyJ"))
    return known or (mixed and len(head) >= 6) or (len(head) == 6 and _ASSIGNED_BEFORE.search(plain[max(match.start() - 4, 0) : match.start()]) is not None)
