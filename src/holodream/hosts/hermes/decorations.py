"""What the host wraps around a person's words in a message: reply pointers, sender prefixes, voice and image blocks, notes.

The literals are those of hermes-host 5.3 (Hermes 0.19 and 0.22). Pure functions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# Whole messages that no person wrote; what follows the first words is the output of programs and agents, whatever it looks like.
_MACHINES = (
    "[IMPORTANT: You are running as a scheduled cron job.",
    "[IMPORTANT: Background process ",
    "[Background process ",
    "[ASYNC DELEGATION ",
    "[System: Your previous ",
    "[System: The previous response was cut off",
    "[Your active task list was preserved across context compression]",
)
_SKILL = "[IMPORTANT: The "
_SKILL_WORDS = ("The user has provided the following instruction alongside the skill invocation: ", "User instruction: ")
_SUMMARY_END = "--- END OF CONTEXT SUMMARY — respond to the message below, not the summary above ---"
_SUMMARY = ("[CONTEXT COMPACTION — REFERENCE ONLY]", "[CONTEXT SUMMARY]:")
_PRIOR = ("[PRIOR CONTEXT — for reference only; not a new message]", "[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]")
_EMPTY = "(The user sent a message with no text content)"
_FENCE = ("<memory-context>", "</memory-context>")
_IMAGE = ("[The user sent an image~ Here's what I can see:\n", "]\n[If you need a closer look")
_BACKFILL = "\n\n[New message]\n"
_CUT_QUOTE = 500  # characters of a quote in 0.19

_SPACE = re.compile(r"\s*")
_TIME = re.compile(r"\A\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d{2}-\d{2} [^\]\n]{5,20}\] ")
_TRIGGER = re.compile(r"\A\[Triggering message id: [^\n]*\]\s*")
_REPLY = re.compile(r"\[Replying to(?: your previous message)?: \"")
_OBSERVED = re.compile(r"\A\[([^\]\n]{1,80})\|([^\]\n|]{1,80})\]\n")
_SENDER = re.compile(r"\A\[([^\]\n:~]{1,80}?)(?: \| Slack user <@(\w{1,40})>)?\] (?=\S)")
_NOTE = re.compile(r"\[(?:System note:|The user sent |voice message could not)[^\n]*(?:\]|\Z)\s*|\[Delivered from [^\]\n]*\] *")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A person's own words, and the words of somebody else that they answer."""

    text: str
    quote: str = ""
    sender: str = ""  # the name that the host puts before the words of one person among several; people choose theirs, so it tells nobody's id
    observed_id: str = ""  # the sender's id in the mark of an observed group; trust it only where the host writes such marks
    slack_id: str = ""  # the sender's id as the host writes it on Slack; trust it only there
    machine: bool = False  # a cron prompt, a summary: no person speaks here


def spoken(message: str) -> Spoken:
    """Take the host's decorations off a message, from the outside in. Linear in the length of the message."""
    text = _after_summary(_before_summary(_without(message, *_FENCE).strip()))
    if text is None or text.startswith(_MACHINES):
        return Spoken("", machine=True)
    if text.startswith(_SKILL) and "skill" in text[:400]:
        return _skill_words(text)
    quote, text = _reply(_TRIGGER.sub("", _TIME.sub("", text)))
    text = _without(text, *_IMAGE, whole_line=True).strip()
    text = _without_notes(text.rpartition(_BACKFILL)[2])
    sender, observed_id, slack_id, text = _sender(text)
    return Spoken("" if text == _EMPTY else _unquoted_voice(text), quote, sender, observed_id, slack_id)


def _without(text: str, begin: str, end: str, *, whole_line: bool = False) -> str:
    """The text without the parts from `begin` to `end`, or to the end of that line."""
    kept: list[str] = []
    position = 0
    while (start := text.find(begin, position)) >= 0 and (stop := text.find(end, start)) >= 0:
        kept.append(text[position:start])
        position = stop + len(end)
        if whole_line:
            line_end = text.find("\n", position)
            position = len(text) if line_end < 0 else line_end
    return "".join([*kept, text[position:]])


def _before_summary(text: str) -> str:
    """What a person had written where the host added its summary to that; else the text."""
    head, found, summary = text.partition(_PRIOR[1])
    return head.strip().removeprefix(_PRIOR[0]).strip() if found and summary.lstrip().startswith(_SUMMARY) else text


def _after_summary(text: str) -> str | None:
    """What follows the host's summary of earlier turns; None when nothing does."""
    start = 0
    while text.startswith(_SUMMARY, start):
        end = text.find(_SUMMARY_END, start)
        if end < 0:
            return None
        start = _SPACE.match(text, end + len(_SUMMARY_END)).end()  # type: ignore[union-attr]  # it matches everywhere
    return text[start:]


def _sender(text: str) -> tuple[str, str, str, str]:
    """The name of who the host says is speaking, the id in an observed group, the id on Slack, and what is left; "" for what it does not say."""
    if found := _OBSERVED.match(text):
        return found[1], found[2].strip(), "", _SENDER.sub("", text[found.end() :], count=1).strip()
    if found := _SENDER.match(text):
        return found[1], "", found[2] or "", _SENDER.sub("", text[found.end() :], count=1).strip()
    return "", "", "", text.strip()


def _without_notes(text: str) -> str:
    """The text without the notes that the host puts before it."""
    position = 0
    while note := _NOTE.match(text, position):
        position = note.end()
    return text[position:]


def _reply(text: str) -> tuple[str, str]:
    """The quoted words and what the person wrote; ("", text) for no reply.

    A quote may hold '"]' itself, so the pointer ends before an empty line. It may also be a reply, whose own pointer ends before it,
    unless the host cut it off.
    """
    pointer = _REPLY.match(text)
    if pointer is None:
        return "", text
    begin = pointer.end()
    ends = [_end_of_quote(text, begin)]
    while ends[-1] >= 0 and ends[-1] != begin + _CUT_QUOTE and (pointer := _REPLY.match(text, pointer.end())):
        ends.append(_end_of_quote(text, ends[-1] + 1))
    end = next((place for place in reversed(ends) if place >= 0), -1)
    if end < 0:  # no words follow
        end = text.rfind('"]')
        return (text[begin:end], text[end + 2 :].strip()) if end >= begin else (text[begin:], "")
    return text[begin:end], text[end + 4 :].strip()


def _end_of_quote(text: str, start: int) -> int:
    return text.find('"]\n\n', start)


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
