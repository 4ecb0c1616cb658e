"""The report as the host's agent gets it: one line of JSON in ASCII, which nothing on its way can change or take for a command.

The host searches what a script prints for commands to the agent (a hit stops the job), masks what looks like a secret or a telephone
number, takes out invisible signs, and ends its block at three backticks. All these look at letters and signs as they stand there, so
inside texts the first letter of such a phrase, and every sign that makes a word look like a value, is written as a JSON escape. Whoever
reads the JSON, or copies the escape into the JSON of a tool call, gets the text itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....night.report import SECTIONS

# What a text may hold as it is: letters, digits, spaces and the signs of plain sentences.
_RISKY = re.compile(r"[^A-Za-z0-9 .,;:!?'()-]")
# A long word of mixed signs looks like a key; a date does not.
_KEYLIKE = re.compile(r"[A-Za-z0-9-]{9,}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_LETTERS = re.compile(r"[A-Za-z]+")
_COLON = re.compile(r"(?<=[A-Za-z]):|(?<!\d):(?=\S)|:(?=[^\s\d])")
_OURS = re.compile(r"[0-9a-f]{16}|\d{8}-[0-9a-f]{8}")  # keys of questions and ids of reports are looked for as they stand
# Words with which a command to an agent begins; the host looks for "ignore … previous … instructions" and the like.
_COMMANDS = re.compile(r"\b(?:ignore(?=\s)|disregard(?=\s)|system(?=\s+prompt)|do(?=\s+not)|override\b|authorization\b|bearer(?=\s))", re.IGNORECASE)
_WORDS = frozenset((*SECTIONS, "messages_unavailable", "facts_unavailable", "file_unreadable", "memory_pressure"))  # fixed words of a report
_EVERY = 8  # characters after which a long word of mixed signs is broken


def document(value: Mapping[str, Any], most: int) -> str:
    """One line. When it is longer than `most` characters its evidence goes, never a question."""
    text = encoded(value)
    for kept in (1, 0):
        if len(text) <= most:
            break
        text = encoded({**_with_evidence(value, kept), "evidence_left_out": True})
    return text


def _with_evidence(value: Any, kept: int) -> Any:
    if isinstance(value, Mapping):
        return {name: part[:kept] if name == "evidence" and isinstance(part, list) else _with_evidence(part, kept) for name, part in value.items()}
    return [_with_evidence(part, kept) for part in value] if isinstance(value, list) else value


def encoded(value: Any) -> str:
    """JSON in ASCII, with every text so written that it arrives as it is. Names of fields are ours and stay readable."""
    return "".join(_pieces(value))


def _pieces(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield _text(value)
    elif isinstance(value, Mapping):
        yield "{"
        for place, (name, part) in enumerate(value.items()):
            yield f"{', ' if place else ''}{json.dumps(str(name))}: "
            yield from _pieces(part)
        yield "}"
    elif isinstance(value, list | tuple):
        yield "["
        for place, part in enumerate(value):
            yield ", " if place else ""
            yield from _pieces(part)
        yield "]"
    else:
        yield json.dumps(value)


def _text(text: str) -> str:
    if text in _WORDS or _OURS.fullmatch(text):
        return f'"{text}"'
    hidden = set(_first_letters(text)) | set(_inside_long_words(text)) | {found.start() for found in _COLON.finditer(text)}
    return '"' + "".join(_escaped(char) if place in hidden or _RISKY.match(char) else char for place, char in enumerate(text)) + '"'


def _escaped(char: str) -> str:
    return json.dumps(char)[1:-1] if ord(char) > 126 or ord(char) < 32 else f"\\u{ord(char):04x}"


def _first_letters(text: str) -> Iterator[int]:
    return (found.start() for found in _COMMANDS.finditer(text))


def _inside_long_words(text: str) -> Iterator[int]:
    for found in _KEYLIKE.finditer(text):
        word = found[0]
        if not (_LETTERS.fullmatch(word) or word.isdigit() or _DATE.fullmatch(word)):
            yield from range(found.start() + _EVERY, found.end(), _EVERY)
            yield from (found.start() + place for place, char in enumerate(word) if char == "-")
