"""What people really said to the host's agent: its messages without quotes, links, machine text and copies, from trusted chats, screened.

A quote is kept beside the words that answer it. It is only compared with facts and never shown, so the screen looks at a person's own words alone.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

from ....night.inputs import Utterance
from ....screen import screen
from ....store.readonly import PATIENCE
from ..decorations import Spoken, spoken
from ..identity import OBSERVING, PRIVATE
from .copies import Copies
from .message_database import Message, MessageDatabase
from .trust import Session, TrustedChats

_PARTS = "\x00json:"  # before a message of several parts
_DOCUMENT = "[Content of "  # a file's text, which the host puts before what was written beside it
_LINK = re.compile(r"(?:https?|ftp|file)://[!-~]+|\bwww\.[!-~]+", re.IGNORECASE)
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_COMMAND = re.compile(r"/[a-z][a-z0-9_-]{1,31}(?:@\w+)?(?:\s|\Z)", re.IGNORECASE)
_SLACK = "slack"  # where the host writes "[name | Slack user <@ID>]"
_QUOTED_LINE = re.compile(r"^[ \t]*>.*$", re.MULTILINE)


class Speech:
    """The utterances between two moments, the oldest first. Each iteration reads the database anew and raises MessagesUnavailable.

    `left_out` counts, after an iteration, why messages are not among them.
    """

    def __init__(self, path: Path, trusted: TrustedChats, since: datetime, until: datetime, *, patience: float = PATIENCE) -> None:
        self._path = path
        self._trusted = trusted
        self._since, self._until = since, until
        self._patience = patience
        self.left_out: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Utterance]:
        self.left_out.clear()
        with MessageDatabase(self._path, patience=self._patience) as database:
            sessions = {one.session_id: one for one in database.sessions() if self._trusted.trusts(one)}
            places = database.places(frozenset(sessions), self._since, self._until)
            copies = Copies(sessions, places.compactions)
            for message in database.messages(places):
                said = self._said(message)
                session = sessions.get(message.session)
                if said is None or session is None:  # moved meanwhile to a session that is not trusted
                    continue
                if copies.is_copy(message, session, said.text):
                    self.left_out["copy"] += 1
                elif (utterance := self._utterance(message, session, said)) is not None:
                    yield utterance

    def _said(self, message: Message) -> Spoken | None:
        """A person's own words in a message; None when there are none."""
        if message.content is None:
            self.left_out["too_long"] += 1
            return None
        said = spoken(_text(message.content)) if not message.hidden else Spoken("", machine=True)
        if said.machine or said.text.startswith(_DOCUMENT):
            self.left_out["machine"] += 1
            return None
        if not said.text:
            self.left_out["no_words"] += 1
            return None
        return said

    def _utterance(self, message: Message, session: Session, said: Spoken) -> Utterance | None:
        if screen(said.text).kind != "ok":  # the whole of it, before anything is taken off
            self.left_out["screened"] += 1
            return None
        words = own_words(said.text)
        if not words:
            self.left_out["no_words"] += 1
            return None
        at = datetime.fromtimestamp(message.timestamp, timezone.utc)
        return Utterance(_key(message, session, said), _person(session, said), at, session.chat, session.session_id, words, said.quote)


def _text(content: str) -> str:
    """The words of a message; of several parts those that are text."""
    if not content.startswith(_PARTS):
        return content
    try:
        parts = json.loads(content[len(_PARTS) :])
    except (ValueError, RecursionError):
        return ""
    texts = [part.get("text") for part in parts if isinstance(part, dict) and part.get("type") == "text"] if isinstance(parts, list) else []
    return "\n".join(text for text in texts if isinstance(text, str))


def own_words(text: str) -> str:
    """What is left without links, code and lines that quote somebody; "" for a command to the host."""
    if _COMMAND.match(text):
        return ""
    for pattern in (_CODE, _QUOTED_LINE, _LINK):
        text = pattern.sub(" ", text)
    return text.strip() if any(char.isalnum() for char in text) else ""


def _person(session: Session, said: Spoken) -> str:
    """Who speaks, by the id that the provider knows too; "" for the owner at the machine. In a session of one person nobody else can claim to speak."""
    if session.user_id or not session.chat_id:
        return session.user_id
    if session.chat_type == PRIVATE:
        return session.chat_id
    written = said.observed_id if session.source in OBSERVING else said.slack_id if session.source == _SLACK else ""
    return written or f"~{(said.sender or session.chat).casefold()}"  # not an id, but the same for the same name or chat


def _key(message: Message, session: Session, said: Spoken) -> str:
    """The same for all copies of a message, in whichever row and session they stand."""
    identity = "\n".join((session.chat or session.root, f"{message.timestamp:.3f}", said.text))
    return hashlib.blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
