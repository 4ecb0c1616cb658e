"""Who an agent works for, and who speaks to it in this turn. Tool calls carry no identity, so it is remembered from the turn's beginning.

An agent that a gateway keeps may serve several people, and its first one is told when it is made. So a speaker is known by what comes
with the turn (the author in 0.22, the mark before an observed message), or by a session that can only be one person's: a private chat,
or a group session whose key goes on after the chat. Else nobody is known, and whatever needs a person is off for that turn.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

PRIMARY = "primary"
_JOBS = frozenset({"cron", "subagent", "curator"})
_CONSOLES = frozenset({"", "cli", "tui", "oneshot"})  # one person sits there
_NO_CHATS = _CONSOLES | {"acp", "desktop", "cron", "curator"}  # what the owner runs or starts; all else is a gateway, or a subagent of any chat
PRIVATE = "dm"  # the type of a chat with one person

# Where hosts keep the bot's own id (no secret among them): a platform that reports it as everyone's id must not make one person of all.
_OWN_IDS = ("WEIXIN_ACCOUNT_ID", "MATRIX_USER_ID", "SIGNAL_ACCOUNT", "EMAIL_ADDRESS", "FEISHU_BOT_USER_ID", "WECOM_BOT_ID", "YUANBAO_BOT_ID")

# Observed groups: the host drops the sender from the session and writes "[name|id]" before each message instead.
OBSERVING = frozenset({"telegram", "yuanbao"})
_MARK = re.compile(r"^\[[^\n]*\|([^|\]\n]+)\]$", re.MULTILINE)
_ADDRESSED = "[Current addressed message - answer only this unless it explicitly asks you to use the observed context]\n"

BOT = "a bot wrote this message"
BOTS_ID = "the platform gives the bot's own id for the person"
UNKNOWN = "the host does not say who wrote this message"


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks in a turn. `person` is None when nobody is known for certain, and `nobody` says why."""

    person: str | None = None
    nobody: str = UNKNOWN


@dataclass(frozen=True, slots=True)
class Room:
    """Where an agent is talked to, as the host told when it made it. Empty texts: nothing of the kind."""

    platform: str = ""
    chat: str = ""
    chat_type: str = ""
    thread: str = ""
    key: str = ""  # the gateway's session key: agent:main:<platform>:<type>:<chat>[:<thread>][:<person>]

    @classmethod
    def of(cls, host: Mapping[str, Any]) -> Room:
        platform, key = _text(host, "platform").lower(), _text(host, "gateway_session_key")
        chat_type, _, chat = _after_platform(key, platform)
        thread = _text(host, "thread_id")
        if thread and chat.endswith(f":{thread}"):
            chat = chat[: -len(thread) - 1]
        told = _text(host, "chat_id") or (chat if chat_type == PRIVATE else "")
        return cls(platform, told, _text(host, "chat_type").lower() or chat_type, thread, key)

    @property
    def is_unknown(self) -> bool:
        """Whether the host does not say where this is, though it may be any chat."""
        return not (self.chat or self.chat_type) and self.platform not in _NO_CHATS

    @property
    def is_group(self) -> bool:
        """Whether several people may read along: a chat of which nothing else is known counts as one."""
        return self.is_unknown or (bool(self.chat or self.chat_type) and self.chat_type != PRIVATE)

    @property
    def agrees(self) -> bool:
        """Whether the chat stands in the session's key, if there is one. WhatsApp's keys spell it otherwise."""
        if not self.key or self.platform == "whatsapp":
            return True
        return any(place == self.chat or place.startswith(f"{self.chat}:") for place in _places(self.key, self.platform))

    @property
    def is_of_one_person(self) -> bool:
        """Whether only one person can speak here: a private chat, or a part of a group that the session's key gives to one."""
        if not self.is_group:
            return bool(self.chat) or (self.platform in _CONSOLES and not self.key)  # a key of "all private chats" names no chat
        return bool(person_in_key(self.key, self.platform, self.chat, self.thread))


@dataclass(slots=True)
class Identity:
    """One agent's session and the people in it."""

    session: str = ""
    context: str = PRIMARY  # or what kind of job it is
    room: Room = field(default_factory=Room)
    speaker: Speaker = field(default_factory=Speaker)
    _user: str = ""  # whom the host named when it made the agent

    @classmethod
    def of(cls, session: str, host: Mapping[str, Any]) -> Identity:
        """What the host tells when it initializes a provider."""
        platform, context = _text(host, "platform"), _text(host, "agent_context") or PRIMARY
        identity = cls(session, platform if platform in _JOBS else context, Room.of(host), _user=_text(host, "user_id"))
        identity.begin_turn(None, is_bot=False)
        return identity

    @property
    def is_person(self) -> bool:
        """Whether a person is at the other end, and no cron job or subagent."""
        return self.context == PRIMARY

    @property
    def nobody(self) -> str:
        """Why nothing that is said in this turn is a certain person's word; "" when it is, or when only the owner can have said it."""
        return "" if self.speaker.person or (self.speaker.nobody == UNKNOWN and not self.room.is_group) else self.speaker.nobody

    def begin_turn(self, author: object, *, is_bot: object, message: object = "") -> None:
        """Remember who speaks."""
        self.speaker = self.who_wrote(author if isinstance(author, str) else "", bool(is_bot), message if isinstance(message, str) else "")

    def who_wrote(self, author: str, is_bot: bool, message: str) -> Speaker:
        """The speaker of a message, of which the host may have named the author."""
        if is_bot:
            _bots.add((self.room.platform, author))
            return Speaker(nobody=BOT)
        person = author or self._marked(message) or (self._of_session() if self.room.is_of_one_person else "")
        if person and self._is_own(person):
            return Speaker(nobody=BOTS_ID)
        return Speaker(person, "") if person else Speaker()

    def _of_session(self) -> str:
        private_of_key = self.room.chat if self.room.chat_type == PRIVATE and self.room.key else ""
        return self._user or private_of_key

    def _marked(self, message: str) -> str:
        """The id that an observing host wrote before the message. Somebody may have written such a mark too: then they differ, and none counts."""
        if self._user or self.room.platform not in OBSERVING or not self.room.is_group:
            return ""
        before, found, after = message.partition(_ADDRESSED)
        return _only(_MARK.findall(after if found else before))

    def _is_own(self, person: str) -> bool:
        return (self.room.platform, person) in _bots or person in map(os.environ.get, _OWN_IDS)


_bots: set[tuple[str, str]] = set()  # platform and id of everybody who wrote as a bot in this process


def _only(found: Iterable[str]) -> str:
    ids = set(found)
    return ids.pop() if len(ids) == 1 else ""


def person_in_key(key: str, platform: str, chat: str, thread: str) -> str:
    """To whom the key of a session in a group gives it: "agent:main:<platform>:<type>:<chat>[:<thread>]:<person>"; "" when to several."""
    place = f"{chat}:{thread}:" if thread else f"{chat}:"
    after = next((found.removeprefix(place) for found in _places(key, platform) if chat and found.startswith(place)), "")
    is_thread = not thread and _after_platform(key, platform)[0] == "thread"  # one that the host does not tell: it is to be opened for the answer
    return after.partition(":")[2] if is_thread else after


def _places(key: str, platform: str) -> tuple[str, ...]:
    """What follows the type of chat in a session key, for Slack also without the workspace before it."""
    _, _, rest = _after_platform(key, platform)
    return (rest, rest.partition(":")[2]) if platform == "slack" else (rest,)


def _after_platform(key: str, platform: str) -> tuple[str, str, str]:
    """The type of chat in a session key, ":", and what follows it."""
    _, found, rest = key.partition(f":{platform}:") if platform else ("", "", "")
    return rest.partition(":") if found else ("", "", "")


def _text(host: Mapping[str, Any], name: str) -> str:
    value = host.get(name)
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
