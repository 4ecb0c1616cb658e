"""Texts that were forgotten, as keyed hashes without the text: what was forgotten is not learnt again from old logs.

The key is random and of this file alone, so that the same text has another mark in every file.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
import unicodedata
from collections.abc import Iterable

from .schema import read_info, write_info

_SALT = 16  # bytes


def bury(connection: sqlite3.Connection, texts: Iterable[str]) -> None:
    """Remember that texts were forgotten."""
    salt = _own_salt(connection)
    connection.executemany("INSERT OR IGNORE INTO graves (salt, mark) VALUES (?, ?)", [(salt, mark(salt, text)) for text in texts])


def is_buried(connection: sqlite3.Connection, text: str) -> bool:
    """Whether a text, however it is spelt in signs and capitals, was forgotten."""
    return bool(_found(connection, text))


def raise_up(connection: sqlite3.Connection, text: str) -> None:
    """A person has said a forgotten text anew: it may be learnt again."""
    connection.executemany("DELETE FROM graves WHERE salt = ? AND mark = ?", _found(connection, text))


def mark(salt: bytes, text: str) -> bytes:
    """The mark of a text under a key."""
    folded = unicodedata.normalize("NFKC", text).casefold()  # not the language layer's folding, which may change between versions
    plain = "".join(char for char in folded if unicodedata.category(char)[0] in "LNM")
    return hashlib.blake2b((plain or text).encode("utf-8", "surrogatepass"), key=salt, digest_size=16).digest()


def all_graves(connection: sqlite3.Connection) -> list[tuple[bytes, bytes]]:
    """Every key and mark, for an export."""
    return [(bytes(salt), bytes(found)) for salt, found in connection.execute("SELECT salt, mark FROM graves ORDER BY salt, mark")]


def add_graves(connection: sqlite3.Connection, graves: Iterable[tuple[bytes, bytes]]) -> None:
    """Take over keys and marks from another file."""
    connection.executemany("INSERT OR IGNORE INTO graves (salt, mark) VALUES (?, ?)", graves)


def _found(connection: sqlite3.Connection, text: str) -> list[tuple[bytes, bytes]]:
    salts = [bytes(row[0]) for row in connection.execute("SELECT DISTINCT salt FROM graves")]
    marks = [(salt, mark(salt, text)) for salt in salts]
    return [found for found in marks if connection.execute("SELECT 1 FROM graves WHERE salt = ? AND mark = ?", found).fetchone()]


def _own_salt(connection: sqlite3.Connection) -> bytes:
    kept = read_info(connection, "grave_salt")
    if kept is None:
        kept = secrets.token_hex(_SALT)
        write_info(connection, "grave_salt", kept)
    return bytes.fromhex(kept)
