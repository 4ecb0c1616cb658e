"""The arguments of the public API, checked in one place: each function returns the usable value or raises InvalidArgument with what is expected."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .errors import InvalidArgument
from .store import SOURCES, Source

MAX_FACT = 4000  # characters; a fact is a short statement
MAX_KEYWORDS, MAX_KEYWORD = 12, 40
MAX_NAMES, MAX_NAME = 30, 100
MAX_CATEGORY, MAX_PERSON = 60, 200
MAX_LIMIT, MAX_TOKENS = 1000, 100_000
_MAX_PATH_PART = 255
_MOST_ID = 2**63 - 1
_NOT_TEXT = re.compile("[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f\ud800-\udfff]")


def is_text(content: str) -> bool:
    """Whether it is all text: no control characters, no broken Unicode."""
    return _NOT_TEXT.search(content) is None


def fact_text(content: Any) -> str:
    """The text of a fact, without white space around it."""
    if not isinstance(content, str):
        raise InvalidArgument(f"A fact is a text, not {type(content).__name__}.")
    if len(content) > MAX_FACT:
        raise InvalidArgument(f"This text has {len(content)} characters; a fact has at most {MAX_FACT}. Save the one or two statements that matter.")
    if not is_text(content):
        raise InvalidArgument("This text holds characters that are not text (control characters or broken Unicode). Save it as plain text.")
    text = content.strip()
    if not text:
        raise InvalidArgument("The text of the fact is empty. Give one short statement.")
    if not any(map(str.isalnum, text)):
        raise InvalidArgument("The text of the fact holds no word. Give one short statement.")
    return text


def message(value: Any, most: int | None = None) -> str:
    """A message or query, cut to the part that is looked at (all of it without `most`)."""
    if not isinstance(value, str):
        raise InvalidArgument(f"A message is a text, not {type(value).__name__}.")
    return value[:most]


def names(entities: Any) -> tuple[str, ...]:
    """Declared names, each once."""
    found = tuple(dict.fromkeys(name for name in (" ".join(text.split()) for text in _texts(entities, "entities")) if name))
    if len(found) > MAX_NAMES or any(len(name) > MAX_NAME or _NOT_TEXT.search(name) for name in found):
        raise InvalidArgument(f"entities are at most {MAX_NAMES} names of at most {MAX_NAME} characters of plain text.")
    if not all(any(map(str.isalnum, name)) for name in found):
        raise InvalidArgument("A name has a letter or a digit.")
    return found


def keywords(words: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keywords that are kept, and why others were dropped (never their text)."""
    kept: list[str] = []
    dropped: list[str] = []
    for word in _texts(words.split(",") if isinstance(words, str) else words, "keywords"):
        clean = " ".join(" ".join(word.split()).replace(",", " ").split())
        if not clean or clean in kept:
            dropped.append("repeated" if clean else "empty")
        elif _NOT_TEXT.search(clean):
            dropped.append("not plain text")
        elif len(clean) > MAX_KEYWORD:
            dropped.append(f"longer than {MAX_KEYWORD} characters")
        elif len(kept) == MAX_KEYWORDS:
            dropped.append(f"more than {MAX_KEYWORDS}")
        else:
            kept.append(clean)
    return tuple(kept), tuple(dropped)


def limit(value: Any) -> int:
    """How many are wanted at most."""
    return whole(value, "limit", 1, MAX_LIMIT)


USUAL_CATEGORIES = ("user_pref", "project", "decision", "rule", "tool", "general")


def category(value: Any) -> str:
    """A short word."""
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_CATEGORY or _NOT_TEXT.search(value):
        raise InvalidArgument(f"category is a short word such as {', '.join(USUAL_CATEGORIES[:-1])} or {USUAL_CATEGORIES[-1]}.")
    return value.strip()


def categories(values: Any) -> frozenset[str]:
    """Some categories, none of them as one text."""
    if isinstance(values, str):
        raise InvalidArgument(f"categories is a list, as in [{values!r}].")
    return frozenset(map(category, _texts(values, "categories")))


def source(value: Any) -> Source | None:
    """Who stands behind a fact."""
    for known in SOURCES:
        if isinstance(value, str) and value == known:
            return known
    if value is not None:
        raise InvalidArgument(f"source is one of {', '.join(SOURCES)}, or left out.")
    return None


def person(value: Any, name: str = "by") -> str | None:
    """The id of a person or a session."""
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_PERSON or _NOT_TEXT.search(value):
        raise InvalidArgument(f"{name} is an id of at most {MAX_PERSON} characters, or left out.")
    return value


def fact_id(value: Any) -> int:
    """The number of a fact."""
    return whole(value, "fact_id", 1, _MOST_ID)


def whole(value: Any, name: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InvalidArgument(f"{name} is a whole number from {least} to {most}.")
    return value


def number(value: Any, name: str, least: float, most: float) -> float:
    """A number within bounds; not a number is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not least <= value <= most:
        raise InvalidArgument(f"{name} is a number from {least:g} to {most:g}.")
    return float(value)


def path(value: Any) -> Path | None:
    """The path of a file, or None for the default one."""
    if value is None:
        return None
    if isinstance(value, bytes | bool) or not isinstance(value, str | os.PathLike) or _NOT_TEXT.search(str(value)):
        raise InvalidArgument("path is the path of a file, as text or as a Path.")
    if any(len(part.encode()) > _MAX_PATH_PART for part in Path(value).parts):
        raise InvalidArgument(f"path: no part of a path may be longer than {_MAX_PATH_PART} bytes.")
    return Path(value)


def _texts(values: Any, name: str) -> Sequence[str]:
    if isinstance(values, str):
        return [values]
    if not isinstance(values, list | tuple) or not all(isinstance(value, str) for value in values):
        raise InvalidArgument(f"{name} is a list of texts.")
    return values
