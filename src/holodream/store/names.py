"""Names of people and things: spelling, status, other names, and those that were deleted. Each function is called inside a transaction.

A name of a fact is declared by the caller or guessed from the text. A guessed name is provisional until another fact or a person
confirms it. `name_aliases` are other names of the same one, `name_keys` the forms under which it is found in other ways.
`finding_names` finds a name that somebody means, `linking_names` says which facts are about which names.
"""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from ..language import fold, script_of
from ..language.names import names as guessed_names
from ..language.names.forms import base_forms, stem_of
from ..language.names.mentions import mentions
from ..language.roman import roman_keys
from . import graves
from .records import Guess

STATUSES = ("declared", "provisional", "confirmed")
JOINED, STEM, ROMAN = "_", "~", "="  # what a key of a name is: without spaces, without its ending, in Latin letters
_LONGEST_GUESS = 80  # characters
_OF_A_NAME = ("fact_names", "name_aliases", "name_keys")  # tables with rows that belong to a name


@functools.lru_cache(maxsize=2000)
def key(name: str) -> str:
    """The form in which two spellings of a name are the same (Hermes Agent, hermes-agent)."""
    return " ".join(fold(name).replace("-", " ").replace("_", " ").split())


def guesses(text: str) -> tuple[Guess, ...]:
    """The names that a text alone shows, each once."""
    found: dict[str, Guess] = {}
    for name in guessed_names(text):
        if len(name.text) <= _LONGEST_GUESS:
            found.setdefault(key(name.text), Guess(name.text, name.kind))
    return tuple(found.values())


def insert(connection: sqlite3.Connection, name: str, status: str, kind: str = "unknown") -> int:
    """A new name with its keys."""
    cursor = connection.execute("INSERT INTO names (name, folded, status, kind) VALUES (?, ?, ?, ?)", (name, key(name), status, kind))
    name_id = int(cursor.lastrowid or 0)
    for table in _OF_A_NAME:  # another program may have left what belonged to a name that had this id before
        connection.execute(f"DELETE FROM {table} WHERE name_id = ?", (name_id,))
    put_keys(connection, name_id, name)
    return name_id


def put_keys(connection: sqlite3.Connection, name_id: int, name: str) -> None:
    """Let a name be found by the other forms of a spelling."""
    connection.executemany("INSERT OR IGNORE INTO name_keys (key, name_id) VALUES (?, ?)", [(found, name_id) for found in _keys(name)])


def complete_keys(connection: sqlite3.Connection) -> None:
    """Let every name be found by its other forms, also those of an older file."""
    rows = connection.execute("SELECT name_id, name FROM names n WHERE NOT EXISTS (SELECT 1 FROM name_keys k WHERE k.name_id = n.name_id)").fetchall()
    for name_id, name in rows:
        put_keys(connection, int(name_id), str(name))


def is_key_of(found: str, name: str) -> bool:
    """Whether a key comes from a name's own spelling, not from another name of the same one."""
    return found in _keys(name)


def _keys(name: str) -> list[str]:
    script = script_of(name.strip()[:1] or " ")
    keys = [JOINED + key(name).replace(" ", "")]
    keys += [STEM + stem for stem in (stem_of(name),) if stem]
    return keys + [f"{ROMAN}{roman} {script}" for roman in roman_keys(name)]


def still_mentioned(declared: Sequence[str], old_text: str, new_text: str, others: Mapping[str, Sequence[str]] | None = None) -> tuple[str, ...]:
    """Of the names of an old text those that a new text keeps: a name that only the old one mentions goes. `others`: other spellings of each name."""
    spelt = {name: (name, *(others or {}).get(name, ())) for name in declared}
    return tuple(name for name in declared if mentions(new_text, spelt[name]) or not mentions(old_text, spelt[name]))


def status_of(connection: sqlite3.Connection, name_id: int) -> str:
    """The status of a name; "provisional" for an id without a name, which another program may have left."""
    row = connection.execute("SELECT status FROM names WHERE name_id = ?", (name_id,)).fetchone()
    return "provisional" if row is None else str(row[0])


# --- names that go ---


def remove(connection: sqlite3.Connection, name_id: int) -> None:
    """Take a name away with all that belongs to it."""
    for table in (*_OF_A_NAME, "names"):
        connection.execute(f"DELETE FROM {table} WHERE name_id = ?", (name_id,))


def drop_unused(connection: sqlite3.Connection, name_ids: Iterable[int]) -> None:
    """Take away those names that no live fact is about."""
    for name_id in name_ids:
        if connection.execute("SELECT 1 FROM fact_names WHERE name_id = ? LIMIT 1", (name_id,)).fetchone() is None:
            remove(connection, name_id)


def bury(connection: sqlite3.Connection, spelt: Iterable[str]) -> None:
    """Remember, as hashes, that names were deleted: they are not guessed again."""
    salt = graves.own_salt(connection)
    add_graves(connection, [(salt, graves.mark(salt, key(name))) for name in spelt])


def add_graves(connection: sqlite3.Connection, marks: Iterable[tuple[bytes, bytes]]) -> None:
    """Take over keys and marks of deleted names, also from another file."""
    connection.executemany("INSERT OR IGNORE INTO name_graves (salt, mark) VALUES (?, ?)", marks)


def all_graves(connection: sqlite3.Connection) -> list[tuple[bytes, bytes]]:
    """Every key and mark, for an export."""
    return graves.well_formed(connection, "name_graves")


def is_buried(connection: sqlite3.Connection, name: str) -> bool:
    """Whether a name, or the name of which it is another form, was deleted."""
    return any(_graves_of(connection, form) for form in (name, *base_forms(name))) if _salts(connection) else False


def dig_up(connection: sqlite3.Connection, name: str) -> None:
    connection.executemany("DELETE FROM name_graves WHERE salt = ? AND mark = ?", _graves_of(connection, name))


def _salts(connection: sqlite3.Connection) -> list[bytes]:
    return [row[0] for row in connection.execute("SELECT DISTINCT salt FROM name_graves") if graves.is_salt(row[0])]


def _graves_of(connection: sqlite3.Connection, name: str) -> list[tuple[bytes, bytes]]:
    marks = [(salt, graves.mark(salt, key(name))) for salt in _salts(connection)]
    return [found for found in marks if connection.execute("SELECT 1 FROM name_graves WHERE salt = ? AND mark = ?", found).fetchone()]


# --- other names ---


def add_alias(connection: sqlite3.Connection, name_id: int, alias: str) -> None:
    """Let a name have another one, unless that belongs to a name already."""
    connection.execute(
        "INSERT INTO name_aliases (folded, alias, name_id) VALUES (?, ?, ?) ON CONFLICT (folded) DO UPDATE SET alias = excluded.alias, "
        "name_id = excluded.name_id WHERE NOT EXISTS (SELECT 1 FROM names n WHERE n.name_id = name_aliases.name_id)",
        (key(alias), alias, name_id),
    )
    put_keys(connection, name_id, alias)


def aliases(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Every name that has another one, and that."""
    rows = connection.execute("SELECT n.name, a.alias FROM name_aliases a JOIN names n USING (name_id) ORDER BY n.folded, a.folded")
    return [(str(name), str(alias)) for name, alias in rows]
