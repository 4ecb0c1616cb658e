"""Scopes: whether all people of a profile share one store of facts, or each person, chat or thread has one of its own.

The store of a scope is a file of its own beside the profile's, so nothing of one can reach another. Its name is a slow hash of the id: it
cannot collide, and tells nobody whose it is. The file itself notes its scope, and is refused when it is opened for another one.
"""

from __future__ import annotations

import functools
import hashlib
import json
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import ConfigError, InvalidArgument, StoreUnreadable

KINDS = ("profile", "user", "chat", "thread")
_LONGEST_ID = 1000  # characters
_NAME_BYTES = 16
_WORK = 2**12  # of scrypt, some 10 ms: ids of people are short numbers, which a fast hash would give away
_NO_TEXT = ("Cc", "Cs")  # control characters and halves of characters


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose store it is: `kind` "profile" (one for all, no id), "user", "chat" or "thread" with the id of that person, chat or thread.

    The same id of two kinds, or ids that differ in a single character, are two scopes. ConfigError for an unknown kind, InvalidArgument
    for an id that is missing or no plain text.
    """

    kind: str = "profile"
    id: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ConfigError(f"scope: {_short(self.kind)} is not allowed. Allowed: {', '.join(KINDS)}.")
        if self.kind == "profile":
            if self.id:
                raise InvalidArgument("The scope profile is one store for all; it has no id.")
        elif not isinstance(self.id, str) or not self.id.strip() or len(self.id) > _LONGEST_ID or any(unicodedata.category(c) in _NO_TEXT for c in self.id):
            raise InvalidArgument(f"The scope {self.kind} needs the id of a {self.kind}: plain text of at most {_LONGEST_ID} characters.")

    def file(self, profile: Path) -> Path:
        """Where the facts of this scope lie, given the profile's file."""
        if self.kind == "profile":
            return profile
        return folder_of_scopes(profile) / self.kind / f"{_file_name(self.kind, self.id)}.db"

    @property
    def note(self) -> str:
        """What a file notes of its scope; "" in a profile's."""
        return "" if self.kind == "profile" else json.dumps([self.kind, self.id], ensure_ascii=False)


def folder_of_scopes(profile: Path) -> Path:
    """Where the files of all scopes lie, given the profile's file."""
    return profile.with_name(f"{profile.name}.scopes")


def make_room(file: Path) -> None:
    """The folders of a scope's file, for their owner alone; StoreUnreadable when they cannot be made."""
    for folder in (file.parent.parent, file.parent):
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise StoreUnreadable(f"The folder {folder} cannot be made ({error.strerror}). Make it, or choose another file.") from error


@functools.lru_cache(maxsize=10_000)
def _file_name(kind: str, id: str) -> str:
    return hashlib.scrypt(id.encode(), salt=f"holodream scope {kind}".encode(), n=_WORK, r=8, p=1, dklen=_NAME_BYTES).hex()


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
