"""Whose words count: the sessions of the host in which people speak, and that their owner trusts. Whatever is not known is not trusted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..identity import PRIVATE, person_in_key

# Where people write to the agent. What is not listed may be a program: cron, subagent, tool, curator, webhook, api_server, email.
CHAT_SOURCES = frozenset(
    (
        *("telegram", "discord", "whatsapp", "whatsapp_cloud", "slack", "signal", "mattermost", "matrix", "sms", "dingtalk", "feishu", "wecom"),
        *("wecom_callback", "weixin", "bluebubbles", "qqbot", "yuanbao", "google_chat", "irc", "line", "simplex", "teams", "photon"),
    )
)
TERMINAL_SOURCES = frozenset(("cli", "oneshot", "tui", "desktop", "acp"))  # the owner at the machine: sessions without a chat


@dataclass(frozen=True, slots=True)
class Session:
    """One session of the host, as far as it matters whose words it holds."""

    session_id: str
    source: str
    chat_id: str = ""
    chat_type: str = ""
    user_id: str = ""  # set when only this person can speak in it
    root: str = ""  # the session that it continues after compaction, else itself

    @property
    def chat(self) -> str:
        """Where it takes place: "source:chat", "" without a chat."""
        return f"{self.source}:{self.chat_id}" if self.chat_id else ""


@dataclass(frozen=True, slots=True)
class TrustedChats:
    """Which chats the owner trusts. Groups count only when listed, by the id of the chat with or without its source before it."""

    private_chats: bool = True
    sessions_without_chat: bool = True
    group_chats: frozenset[str] = frozenset()
    other_sources: frozenset[str] = field(default=frozenset())  # platforms that CHAT_SOURCES lacks

    def trusts(self, session: Session) -> bool:
        """Whether what people say in a session counts."""
        if not session.chat_id:
            return self.sessions_without_chat and session.source in TERMINAL_SOURCES and session.chat_type in ("", PRIVATE)
        if session.source not in CHAT_SOURCES and session.source not in self.other_sources:
            return False
        if session.chat_type == PRIVATE:
            return self.private_chats
        return session.chat_id in self.group_chats or session.chat in self.group_chats


def chat_type_of(stored: str, session_key: str) -> str:
    """The kind of a chat; older rows say it only in the key "agent:main:platform:dm:chat"."""
    if stored:
        return stored.lower()
    parts = session_key.split(":")
    return parts[3].lower() if len(parts) > 4 and parts[0] == "agent" else ""


def only_person(source: str, user_id: str, chat_id: str, chat_type: str, thread_id: str, session_key: str) -> str:
    """The person of a session, where nobody else can speak in it; "" else.

    A session of a group that several people share may keep the id of whoever began it. It is one person's when its key gives it to that id.
    """
    if not chat_id or chat_type == PRIVATE:
        return user_id
    person = person_in_key(session_key, source, chat_id, thread_id)
    return user_id if user_id and f":{person}".endswith(f":{user_id}") else ""


def roots(parents: Iterable[tuple[str, str]]) -> dict[str, str]:
    """For each (session, the session that it continues): the first session of its line. A circle ends where it began."""
    parent_of = dict(parents)
    found: dict[str, str] = {}
    for session in parent_of:
        line, at = {session}, session
        while (above := parent_of.get(at)) and above not in line:
            line.add(above)
            at = above
        found[session] = at
    return found
