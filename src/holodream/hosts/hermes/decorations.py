"""What the host wraps around a person's words in a message: reply pointers, sender prefixes, voice and image blocks, notes.

The literals are those of hermes-host 5.3 (Hermes 0.19 and 0.22). Pure functions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_CRON = "[IMPORTANT: You are running as a scheduled cron job."
_SKILL_WORDS = ("The user has provided the following instruction alongside the skill invocation: ", "User instruction: ")
_SUMMARY_END = "--- END OF CONTEXT SUMMARY — respond to the message below, not the summary above ---"
_SUMMARY = ("[CONTEXT COMPACTION — REFERENCE ONLY]", "[CONTEXT SUMMARY]:")
_EMPTY = "(The user sent a message with no text content)"

_FENCE = re.compile(r"<memory-context>.*?</memory-context>", re.DOTALL)
_TIME = re.compile(r"\A\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d{2}-\d{2} [^\]\n]{5,20}\] ")
_TRIGGER = re.compile(r"\A\[Triggering message id: [^\n]*\]\s*")
_REPLY = re.compile(r"\A\[Replying to(?: your previous message)?: \"")
_IMAGE = re.compile(r"\[The user sent an image~ Here's what I can see:\n.*?\]\n\[If you need a closer look[^\n]*\]", re.DOTALL)
_BACKFILL = "[New message]\n"
_OBSERVED = re.compile(r"\A\[[^\]\n|]{1,80}\|[^\]\n]{1,80}\]\n")
_SENDER = re.compile(r"\A\[[^\]\n:~]{1,80}\] (?=\S)")
_NOTE = re.compile(
    r"\A\[(?:System note:|The user sent |voice message could not|IMPORTANT: Background process|Background process|Delivered from )[^\n]*(?:\]|\Z)\s*"
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A person's own words, and the words of somebody else that they answer."""

    text: str
    quote: str = ""
    machine: bool = False  # a cron prompt, a summary: no person speaks here


def spoken(message: str) -> Spoken:
    """Take the host's decorations off a message, from the outside in."""
    text = _FENCE.sub("", message).strip()
    if text.startswith(_CRON) or _EMPTY in text:
        return Spoken("", machine=True)
    if text.startswith(_SUMMARY):
        _, end, rest = text.partition(_SUMMARY_END)
        return spoken(rest) if end else Spoken("", machine=True)
    if text.startswith("[IMPORTANT: The ") and "skill" in text[:400]:
        return _skill_words(text)
    text = _TRIGGER.sub("", _TIME.sub("", text))
    quote = ""
    if _REPLY.match(text):
        quote, text = _reply(text)
    text = _IMAGE.sub("", text).strip()
    if _BACKFILL in text:
        text = text.rpartition(_BACKFILL)[2]
    while (stripped := _NOTE.sub("", text, count=1)) != text:
        text = stripped
    text = _SENDER.sub("", _OBSERVED.sub("", text, count=1), count=1)
    return Spoken(_unquoted_voice(text.strip()), quote)


def _reply(text: str) -> tuple[str, str]:
    """The quoted words and what the person wrote. A quote may hold '"]' itself; the pointer ends before an empty line."""
    begin = text.index('"') + 1
    end = text.find('"]\n\n', begin)
    if end < 0:
        end = text.rfind('"]')
        return (text[begin:end], text[end + 2 :].strip()) if end >= begin else (text[begin:], "")
    return text[begin:end], text[end + 4 :].strip()


def _skill_words(text: str) -> Spoken:
    for marker in _SKILL_WORDS:
        _, found, words = text.rpartition(marker)
        if found:
            return spoken(words)
    return Spoken("", machine=True)


def _unquoted_voice(text: str) -> str:
    """A voice transcript comes as one quoted line, a caption may follow; both are the person's."""
    first, newline, rest = text.partition("\n")
    if len(first) > 1 and first.startswith('"') and first.endswith('"'):
        first = first[1:-1]
    return f"{first}{newline}{rest}".strip()
