"""Where the facts of a turn lie: the one file of the profile, or that of the person, chat or thread. Without the identity, nowhere."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import HolodreamError
from ...scope import Scope

if TYPE_CHECKING:
    from ...config import Config
    from ...memory import Memory
    from .identity import Room, Speaker
    from .settings import ProviderSettings


class NobodyKnown(HolodreamError):
    """The scope needs to know whose facts it is about, and nobody says."""


@dataclass(frozen=True, slots=True)
class Place:
    """A store of facts, whether what is said there is told in a group, and whether only the part that was may be seen."""

    profile: Path  # the profile's file
    scope: Scope = field(default_factory=Scope)
    in_group: bool = False
    for_groups: bool = False

    @property
    def file(self) -> Path:
        """The file that holds the facts."""
        return self.scope.file(self.profile)

    def open(self, config: Config) -> Memory:
        """A memory of its own; close it."""
        from ...memory import Memory

        # where it is not known whether it is a group, only what is shared is seen, and nothing is shared
        return Memory(self.profile, config, scope=self.scope, in_group=self.in_group, for_groups=self.for_groups)


def place_of(settings: ProviderSettings, room: Room, speaker: Speaker) -> Place:
    """The place of a turn; NobodyKnown says what is missing for the scope."""
    limited = settings.group_recall == "shared" and room.is_group
    return Place(settings.path, scope_of(settings.scope, room, speaker), room.is_group and not room.is_unknown, limited)


def scope_of(kind: str, room: Room, speaker: Speaker) -> Scope:
    """Whose facts a turn is about."""
    if kind == "user":
        if speaker.person is None:
            raise NobodyKnown(_OFF.format(kind=kind, why=speaker.nobody))
        return Scope(kind, _id(room.platform, speaker.person))
    if kind == "profile":
        return Scope()
    if not room.chat or (kind == "thread" and not room.thread):
        raise NobodyKnown(_OFF.format(kind=kind, why=f"this session is in no {kind}"))
    if not room.agrees:
        raise NobodyKnown(_OFF.format(kind=kind, why="the session's key is that of another chat"))
    return Scope(kind, _id(room.platform, room.chat, room.thread) if kind == "thread" else _id(room.platform, room.chat))


_OFF = "Memory is off for this turn: scope is {kind}, but {why}. Nothing was saved or looked up"


def _id(*parts: str) -> str:
    """Parts as one text that no other parts give."""
    return json.dumps(parts, ensure_ascii=False)
