"""What people said in a session, for saving what they stated about themselves and decided (setting auto_extract).

Only the persons' own words: without the host's decorations, recalled lines, quotes, files and everything that programs and the agent wrote.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .decorations import spoken
from .identity import BOT
from .places import NobodyKnown

if TYPE_CHECKING:
    from ...memory import Memory
    from .identity import Identity, Speaker
    from .places import Place

log = logging.getLogger("holodream.hermes")

OF_ALL = ("decision", "rule")  # what holds for everybody in a group; "I never eat …" would be told as the next speaker's own
_LONGEST = 2000  # characters of one message; a longer one is pasted
_MOST = 500  # messages of a session that are looked at, the last ones; and turns whose speakers are remembered
_NOT_TYPED = ("[Content of ", "[The user sent a text document")
_MARKS = ("display_kind", "_compressed_summary", "observed")  # what the host notes of a message that nobody typed to the agent


class Speakers:
    """Who wrote the messages of a session, by the messages' hashes. Only the turn itself tells it."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, Speaker] = OrderedDict()

    def note(self, message: object, speaker: Speaker) -> None:
        """Remember who wrote a message."""
        words = _words(message)
        if words:
            self._known[_hash(words)] = speaker
            while len(self._known) > _MOST:
                self._known.popitem(last=False)

    def of(self, words: str) -> Speaker | None:
        """Who wrote these words, if the turn is remembered."""
        return self._known.get(_hash(words))


def said(messages: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """The person's own words in each message that one typed, with the message as it was."""
    for message in list(messages)[-_MOST:]:
        if not isinstance(message, Mapping) or message.get("role") != "user" or any(message.get(mark) for mark in _MARKS):
            continue
        content = message.get("content")
        text = content if isinstance(content, str) else _of_parts(content)
        if words := _words(text):
            yield words, text


def by_place(messages: Iterable[Any], speakers: Speakers, who: Identity, place_of: Callable[[Speaker], Place]) -> dict[Place, list[tuple[str, str | None]]]:
    """People's own words and who each was, by the places where their facts lie. Without a place, or by a bot: left out."""
    found: dict[Place, list[tuple[str, str | None]]] = {}
    for words, message in said(messages):
        speaker = speakers.of(words) or who.who_wrote("", False, message)
        if speaker.nobody == BOT:
            continue
        with contextlib.suppress(NobodyKnown):
            found.setdefault(place_of(speaker), []).append((words, speaker.person))
    return found


def learn(memory: Memory, messages: list[tuple[str, str | None]], session: str | None, seconds: float, categories: Sequence[str] | None = None) -> int:
    """Save what is worth it in (words, person) of a session, as long as there is time; returns how many facts are new.

    `categories`: the only ones that are saved; all without it.
    """
    end = time.monotonic() + seconds
    new = 0
    for done, (words, person) in enumerate(messages):
        if time.monotonic() > end:
            log.warning("holographic: no time was left to look for facts in %d messages of the session", len(messages) - done)
            break
        new += len(memory.learn(words, by=person, session=session, categories=categories))
    if new:
        log.info("holographic: %d facts were found in what was said in the session", new)
    return new


def _words(message: object) -> str:
    if not isinstance(message, str) or any(mark in message for mark in _NOT_TYPED):
        return ""
    found = spoken(message)
    return "" if found.machine or len(found.text) > _LONGEST or found.text.startswith("/") else found.text


def _of_parts(content: object) -> str:
    parts = content if isinstance(content, list) else []
    return "\n".join(str(part.get("text") or "") for part in parts if isinstance(part, Mapping) and part.get("type") == "text")


def _hash(words: str) -> bytes:
    return hashlib.blake2b(words.encode("utf-8", "surrogatepass"), digest_size=16).digest()
