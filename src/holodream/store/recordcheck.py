"""Whether a record that comes from outside may become a fact: every value has the type that its column needs, every text passes the screen."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..screen import is_id, screen
from .records import SOURCES

_STATES = ("live", "ended", "merged")
_KINDS = ("described", "ended", "merged", "absorbed", "unmerged")
_MOST_TEXT = 100_000  # characters; more is no statement, whoever wrote it
_MOST_ID = 2**62
_LONGEST_TIME = 40  # characters
_OF_TIMES = frozenset("0123456789-+:. TZ")

Check = Callable[[Any], bool]


def problem_of(record: Any) -> str:
    """Why a record cannot be taken in; "" when it can. Never quotes it."""
    if not isinstance(record, Mapping) or record.get("type") != "fact":
        return "no record of a fact"
    try:
        problem = _types(record) or _sense(record)
        texts = [] if problem else list(dict.fromkeys(_texts_of(record)))
        ids = set() if problem else set(_ids_of(record)) - set(texts)
    except (KeyError, TypeError, ValueError, AttributeError):
        return "the record is incomplete"
    if problem:
        return problem
    if not all(map(is_unicode, (*texts, *ids))):
        return "a text holds broken Unicode"
    for text in (*texts, *(value for value in ids if not is_id(value))):
        verdict = screen(text)
        if verdict.kind != "ok":
            return f"refused by the screen ({verdict.rule})"
    return ""


def is_unicode(text: str) -> bool:
    """Whether a text is free of halves of characters, which no file can hold."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


# --- types ---


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and abs(value) < 2**63


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_share(value: Any) -> bool:
    return isinstance(value, int | float) and 0 <= value <= 1


def _is_time(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_TIME and _OF_TIMES.issuperset(value)


def _is_scalar(value: Any) -> bool:
    return value is None or isinstance(value, str | float) or _is_number(value)


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _is_links(value: Any) -> bool:
    """Names, each with its status and, in newer records, whether it was guessed."""
    return isinstance(value, list) and all(isinstance(link, list) and len(link) in (2, 3) and _is_list_of_texts(link[:2]) for link in value)


def _is_row(value: Any) -> bool:
    return isinstance(value, Mapping) and all(_is_scalar(value.get(name)) for name in _OF_ROWS)


def _is_kept_row(value: Any) -> bool:
    """A whole row as it was, in which a column of another program may hold bytes."""
    return _is_row(value) and all(_is_scalar(kept) or _is_bytes(kept) for kept in value.values())


def _is_bytes(value: Any) -> bool:
    return isinstance(value, Mapping) and list(value) == ["base64"] and isinstance(value["base64"], str)


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


_OF_ROWS = ("fact_id", "content", "category", "tags", "trust_score", "retrieval_count", "helpful_count", "created_at", "updated_at")
_maybe_text, _maybe_number, _is_source = _or_none(_is_text), _or_none(_is_number), _or_none(SOURCES.__contains__)
_RECORD: dict[str, Check] = {"fact_id": _is_number, "state": _STATES.__contains__, "version": _is_number, "source": _is_source, "written_at": _is_time}
_RECORD_MAYBE: dict[str, Check] = {
    "unhelpful_count": _or_none(_is_count), "shared": _maybe_number, "merged_into": _maybe_number, "merged_version": _maybe_number,
    "row": _or_none(_is_row), "links": _is_links,
}  # fmt: skip
_VERSION: dict[str, Check] = {
    "version": _is_number, "content": _is_text, "category": _is_text, "keywords": _is_list_of_texts, "names": _is_list_of_texts,
    "source": _is_source, "trust": _is_share, "written_at": _is_time, "reason": _is_text,
}  # fmt: skip
_VERSION_MAYBE: dict[str, Check] = {
    "written_by": _maybe_text, "session": _maybe_text, "last_trust": _or_none(_is_share), "last_helpful": _is_count, "last_unhelpful": _is_count,
}  # fmt: skip
_CONFIRMATION: dict[str, Check] = {"version": _is_number, "person": _is_text, "session": _maybe_text, "confirmed_at": _is_time}
_EVENT: dict[str, Check] = {"version": _is_number, "kind": _KINDS.__contains__, "happened_at": _is_time, "inverse": lambda value: isinstance(value, dict)}
_EVENT_MAYBE: dict[str, Check] = {"other": _maybe_number, "written_by": _maybe_text, "session": _maybe_text}
_INVERSE_MAYBE: dict[str, Check] = {"row": _is_kept_row, "links": _is_links, "keywords": _is_list_of_texts, "category": _maybe_text}


def _types(record: Mapping[str, Any]) -> str:
    if not _fits(record, _RECORD, _RECORD_MAYBE):
        return "its state, id or another value makes no sense"
    if not all(_fits(version, _VERSION, _VERSION_MAYBE) for version in record["versions"]):
        return "a version makes no sense"
    if not all(_fits(confirmation, _CONFIRMATION, {}) for confirmation in record.get("confirmations", ())):
        return "a confirmation makes no sense"
    events = record.get("events", ())
    if not all(_fits(event, _EVENT, _EVENT_MAYBE) and _fits(event["inverse"], {}, _INVERSE_MAYBE) for event in events):
        return "what it keeps for the way back makes no sense"
    return ""


def _fits(values: Mapping[str, Any], needed: Mapping[str, Check], others: Mapping[str, Check]) -> bool:
    return all(check(values[name]) for name, check in needed.items()) and all(check(values[name]) for name, check in others.items() if name in values)


# --- sense ---


def _sense(record: Mapping[str, Any]) -> str:
    numbers = [version["version"] for version in record["versions"]]
    if not 1 <= record["fact_id"] <= _MOST_ID:
        return "its state or id makes no sense"
    if not numbers or sorted(set(numbers)) != numbers or record["version"] not in numbers:
        return "its versions make no sense"
    if not all(0 < len(version["content"]) <= _MOST_TEXT for version in record["versions"]):
        return "a version makes no sense"
    if record["state"] == "live" and record["row"] is None:
        return "its row is missing"
    if record["state"] == "merged" and record["merged_into"] in (None, record["fact_id"]):
        return "it is merged into itself or nothing"
    persons = [(confirmation["version"], confirmation["person"]) for confirmation in record.get("confirmations", ())]
    texts = {version["content"] for version in record["versions"]}
    kept = [event["inverse"]["row"]["content"] for event in record.get("events", ()) if "row" in event["inverse"]]
    if len(set(persons)) < len(persons) or not texts.issuperset(kept):
        return "what it keeps for the way back makes no sense"
    return ""


# --- texts ---

_NO_WORDS = frozenset({"written_at", "happened_at", "confirmed_at", "state", "kind", "type", "source"})  # checked above
_IDS = frozenset({"written_by", "session", "person"})


def _texts_of(values: Any) -> Iterator[str]:
    """Everything in a record that somebody wrote, wherever it is."""
    if isinstance(values, str):
        yield values
    elif isinstance(values, list):
        for value in values:
            yield from _texts_of(value)
    elif isinstance(values, Mapping):
        if _is_bytes(values):
            yield from _text_in(values["base64"])
            return
        for name, value in values.items():
            if name not in _NO_WORDS | _IDS:
                yield from _texts_of(value)


def _ids_of(record: Mapping[str, Any]) -> Iterator[str]:
    """Who wrote, confirmed or did something, and in which session."""
    for part in (*record["versions"], *record.get("confirmations", ()), *record.get("events", ())):
        yield from (part[name] for name in _IDS if part.get(name))


def _text_in(coded: str) -> Iterator[str]:
    """What coded bytes say, if they are a text. ValueError when they are no bytes."""
    try:
        found = base64.b64decode(coded, validate=True)
    except binascii.Error as error:
        raise ValueError from error
    try:
        yield found.decode()
    except UnicodeDecodeError:  # a vector
        return
