"""Texts that were forgotten, as keyed hashes without the text: what was forgotten is not learnt again from old logs.

The key is random and of this file alone, so that the same text has another mark in every file.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator

from .schema import read_info, write_info

_SALT = _MARK = 16  # bytes


def bury(connection: sqlite3.Connection, texts: Iterable[str]) -> None:
    """Remember that texts were forgotten."""
    salt = own_salt(connection)
    connection.executemany("INSERT OR IGNORE INTO graves (salt, mark) VALUES (?, ?)", [(salt, mark(salt, text)) for text in texts])


def any_graves(connection: sqlite3.Connection) -> bool:
    """Whether any text was ever forgotten here."""
    return connection.execute("SELECT 1 FROM graves LIMIT 1").fetchone() is not None


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
    return hashlib.blake2b((plain or text).encode("utf-8", "surrogatepass"), key=salt, digest_size=_MARK).digest()


def is_salt(value: object) -> bool:
    """Whether a stored key can be ours; another program may have left anything."""
    return isinstance(value, bytes) and len(value) == _SALT


def is_well_formed(salt: bytes, found: bytes) -> bool:
    """Whether a key and a mark can be ours."""
    return is_salt(salt) and len(found) == _MARK


def all_graves(connection: sqlite3.Connection) -> list[tuple[bytes, bytes]]:
    """Every key and mark, for an export."""
    return well_formed(connection, "graves")


def well_formed(connection: sqlite3.Connection, table: str) -> list[tuple[bytes, bytes]]:
    """The keys and marks of a table, without those that another program left and that are none."""
    found = connection.execute(f"SELECT salt, mark FROM {table} WHERE typeof(salt) = 'blob' AND typeof(mark) = 'blob' ORDER BY salt, mark")
    return [pair for pair in found if is_well_formed(*pair)]


def add_graves(connection: sqlite3.Connection, graves: Iterable[tuple[bytes, bytes]]) -> None:
    """Take over keys and marks from another file."""
    connection.executemany("INSERT OR IGNORE INTO graves (salt, mark) VALUES (?, ?)", graves)


def _found(connection: sqlite3.Connection, text: str) -> list[tuple[bytes, bytes]]:
    marks = [(salt, mark(salt, text)) for salt in _salts(connection) if is_salt(salt)]
    return [found for found in marks if connection.execute("SELECT 1 FROM graves WHERE salt = ? AND mark = ?", found).fetchone()]


def _salts(connection: sqlite3.Connection) -> Iterator[bytes]:
    """Every key in use, each found by its beginning in the table's order, so that many marks cost nothing."""
    last = b""
    while row := connection.execute("SELECT salt FROM graves WHERE salt > ? ORDER BY salt LIMIT 1", (last,)).fetchone():
        yield (last := bytes(row[0]))


def own_salt(connection: sqlite3.Connection) -> bytes:
    """The key of this file."""
    kept = read_info(connection, "grave_salt")
    if kept is None:
        kept = secrets.token_hex(_SALT)
        write_info(connection, "grave_salt", kept)
    return bytes.fromhex(kept)
