"""Whose facts a file holds: noted in the file when it is made, so that a copy or a mistake cannot pass for another's."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import StoreUnreadable
from .schema import read_info, write_info

if TYPE_CHECKING:
    from .store import Store

_OWNER = "scope"


def claim(store: Store, owner: str) -> None:
    """Note whose file it is, or find that it is; StoreUnreadable for one of somebody else, or with facts of nobody in particular."""
    with store._reading() as connection:
        if _is_owned(connection, owner, store.path):
            return
    with store.writing() as connection:
        if not _is_owned(connection, owner, store.path):
            write_info(connection, _OWNER, owner)


def owner_of(connection: sqlite3.Connection) -> str | None:
    """What a file notes of its scope; None in a profile's."""
    return read_info(connection, _OWNER)


def _is_owned(connection: sqlite3.Connection, owner: str, path: Path) -> bool:
    noted = owner_of(connection)
    if noted == owner:
        return True
    if noted is not None or connection.execute("SELECT 1 FROM fact_heads LIMIT 1").fetchone() is not None:
        whose = "no scope" if noted is None else "another scope"
        raise StoreUnreadable(f"{path} holds the facts of {whose}, so it was not used. Move the file away, and import what belongs here.")
    return False
