"""Every error of holodream. Each says in one sentence what to do; none quotes a fact.

HolodreamError
├── InvalidArgument      the caller passed something that cannot be used
├── ConfigError          a setting has a value that is not allowed
├── FactNotFound         no fact has this id (any more)
├── ServerError          a server outside this process gave nothing usable; memory goes on without it
│   ├── ServerUnreachable    no connection, or it ended too early
│   ├── ServerTooSlow        no complete answer in time
│   ├── ServerRefused        an answer that says no
│   ├── ServerUnusable       an answer that cannot be used
│   └── ServerResting        not asked: it rests after failures, or the time for servers is used up
└── StoreError           the file of facts
    ├── StoreUnreadable  not a database, damaged, or no permission to read
    ├── StoreReadOnly    can be read but not written
    ├── StoreTooNew      written by a newer holodream; readable, not writable
    └── StoreBusy        another process kept it locked for too long
"""

from __future__ import annotations


class HolodreamError(Exception):
    """The root of all errors that holodream raises on purpose."""


class InvalidArgument(HolodreamError, ValueError):
    """An argument cannot be used; the message says what is expected."""


class ConfigError(HolodreamError, ValueError):
    """A setting has a value that is not allowed; the message names the setting and the allowed values."""


class FactNotFound(HolodreamError, LookupError):
    """No fact with this id is there: it never existed, was forgotten, was merged into another one, or has ended.

    `ended_version` is the version that `revert` brings back when the fact has ended, else None.
    """

    def __init__(self, fact_id: int, *, merged_into: int | None = None, ended_version: int | None = None) -> None:
        if ended_version is not None:
            message = f"Fact {fact_id} has ended; `holodream revert {fact_id} {ended_version}` brings it back."
        elif merged_into is not None:
            message = f"Fact {fact_id} is part of fact {merged_into} since a merge; `holodream unmerge {fact_id}` takes that back."
        else:
            message = f"There is no fact {fact_id}. List or search the facts to find the right id."
        super().__init__(message)
        self.fact_id = fact_id
        self.ended_version = ended_version


class StoreError(HolodreamError):
    """The file of facts cannot be used as asked."""


class StoreUnreadable(StoreError):
    """The file is no database, is damaged, or may not be read. It was left as it is."""


class StoreReadOnly(StoreError):
    """The file or its folder may not be written. Facts can be read, nothing can be saved."""


class StoreTooNew(StoreError):
    """A newer holodream wrote the file. Facts can be read; update holodream to save."""


class StoreBusy(StoreError):
    """Another process kept the file locked for too long. Nothing was changed; try again."""


class ServerError(HolodreamError):
    """A server outside this process gave nothing usable. The message names the server, the setting and what to do."""


class ServerUnreachable(ServerError):
    """No connection to the server, or the connection ended before the answer was complete."""


class ServerTooSlow(ServerError):
    """The server gave no complete answer within the time set."""


class ServerRefused(ServerError):
    """The server answered that it will not do this. `status` is the HTTP status; `about` names what it complained of, as far as it is known."""

    def __init__(self, message: str, status: int = 0, about: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.about = about


class ServerUnusable(ServerError):
    """The server answered, but the answer cannot be used: it is incomplete, mixed up or of another kind."""


class ServerResting(ServerError):
    """The server was not asked: it rests after failures, or the time for servers is used up. `seconds` is when to try again."""

    def __init__(self, message: str, seconds: float = 0.0) -> None:
        super().__init__(message)
        self.seconds = seconds
