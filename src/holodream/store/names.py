"""Names of people and things, and the live facts that are about them. Each function is called inside a transaction.

A name of a fact is declared by the caller or guessed from the text. A guessed name is provisional until another fact or a person
confirms it. `name_aliases` are other names of the same one, `name_keys` the forms under which it is found in other ways.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from ..language import fold, script_of
from ..language.names import names as guessed_names
from ..language.names.forms import base_forms, is_form_of, is_listed, stem_of
from ..language.names.mentions import mentions
from ..language.roman import roman_keys
from . import graves
from .index import chunks
from .records import Draft, Guess, Naming

STATUSES = ("declared", "provisional", "confirmed")
_JOINED, _STEM, _ROMAN = "_", "~", "="  # what a key of a name is: without spaces, without its ending, in Latin letters
_LONGEST_GUESS = 80  # characters
_KEYS_AT_ONCE = (8, 24, 80)  # keys of one statement that looks for names in other scripts,
_MOST_KEYS = _KEYS_AT_ONCE[-1]
_MOST_ELSEWHERE = 100  # and the names that it finds
_OF_A_NAME = ("fact_names", "name_aliases", "name_keys")  # tables with rows that belong to a name


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


# --- the names of a fact ---


def link(connection: sqlite3.Connection, fact_id: int, declared: Sequence[str], guessed: Sequence[Guess] = ()) -> None:
    """Make a live fact be about exactly these names. Declaring a name that was deleted brings it back; guessing it does not."""
    before = connection.execute("DELETE FROM fact_names WHERE fact_id = ? RETURNING name_id", (fact_id,)).fetchall()
    for name in declared:
        _link_declared(connection, fact_id, name)
    for guess in guessed:
        _link_guessed(connection, fact_id, guess)
    drop_unused(connection, [int(name_id) for (name_id,) in before if status_of(connection, name_id) == "provisional"])


def link_draft(connection: sqlite3.Connection, fact_id: int, draft: Draft) -> None:
    link(connection, fact_id, draft.names, draft.guessed or ())


def link_new(connection: sqlite3.Connection, fact_id: int, draft: Draft) -> None:
    """The same for a fact that has no names yet."""
    for name in draft.names:
        _link_declared(connection, fact_id, name)
    for guess in draft.guessed or ():
        _link_guessed(connection, fact_id, guess)


def _link_declared(connection: sqlite3.Connection, fact_id: int, name: str) -> None:
    name_id = find_exact(connection, name)
    if name_id is None:
        name_id = insert(connection, name, "declared")
        _dig_up(connection, name)
    else:
        _mark_respelt(connection, fact_id, name_id, name)
    connection.execute("UPDATE names SET status = 'declared' WHERE name_id = ? AND status != 'declared'", (name_id,))
    connection.execute("INSERT OR IGNORE INTO fact_names (fact_id, name_id, guessed) VALUES (?, ?, 0)", (fact_id, name_id))


def _link_guessed(connection: sqlite3.Connection, fact_id: int, guess: Guess) -> None:
    name_id = find_exact(connection, guess.name) or _find_inflected(connection, guess.name)
    if name_id is None:
        if is_buried(connection, guess.name):
            _mark(connection, fact_id)
            return
        name_id = insert(connection, guess.name, "provisional", guess.kind)
    else:
        _mark_respelt(connection, fact_id, name_id, guess.name)
        if connection.execute("SELECT 1 FROM fact_names WHERE name_id = ? AND fact_id != ? LIMIT 1", (name_id, fact_id)).fetchone():
            connection.execute("UPDATE names SET status = 'confirmed' WHERE name_id = ? AND status = 'provisional'", (name_id,))
    if guess.kind != "unknown":
        connection.execute("UPDATE names SET kind = ? WHERE name_id = ? AND kind = 'unknown'", (guess.kind, name_id))
    connection.execute("INSERT OR IGNORE INTO fact_names (fact_id, name_id, guessed) VALUES (?, ?, 1)", (fact_id, name_id))


def _mark_respelt(connection: sqlite3.Connection, fact_id: int, name_id: int, typed: str) -> None:
    """Note that the index of a fact must follow, where a name is spelt otherwise in the store or has other names."""
    row = connection.execute(
        "SELECT name, EXISTS (SELECT 1 FROM name_aliases a WHERE a.name_id = n.name_id) FROM names n WHERE name_id = ?", (name_id,)
    ).fetchone()
    if row is not None and (row[0] != typed or row[1]):
        _mark(connection, fact_id)


def _mark(connection: sqlite3.Connection, fact_id: int) -> None:
    connection.execute("UPDATE fact_heads SET named = 2 WHERE fact_id = ? AND named = 1", (fact_id,))


def _find_inflected(connection: sqlite3.Connection, name: str) -> int | None:
    """A certain name of which a guess is likely another form; not where the guess is a name of its own."""
    # guesses are in their base form already, as far as that can be told without the store
    found = [name_id for name_id in _by_stem(connection, name) if status_of(connection, name_id) != "provisional"]
    return found[0] if len(found) == 1 else None


def link_saved(connection: sqlite3.Connection, fact_id: int, name: str, status: str, *, guessed: bool) -> None:
    """Link a name again that a fact had before."""
    name_id = find_exact(connection, name)
    if name_id is None and is_buried(connection, name):
        return
    if name_id is None:
        name_id = insert(connection, name, status if status in STATUSES else "provisional")
    connection.execute("INSERT OR IGNORE INTO fact_names (fact_id, name_id, guessed) VALUES (?, ?, ?)", (fact_id, name_id, guessed))


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


def _keys(name: str) -> list[str]:
    script = script_of(name.strip()[:1] or " ")
    keys = [_JOINED + key(name).replace(" ", "")]
    keys += [_STEM + stem for stem in (stem_of(name),) if stem]
    return keys + [f"{_ROMAN}{roman} {script}" for roman in roman_keys(name)]


def still_mentioned(declared: Sequence[str], old_text: str, new_text: str, others: Mapping[str, Sequence[str]] | None = None) -> tuple[str, ...]:
    """Of the names of an old text those that a new text keeps: a name that only the old one mentions goes. `others`: other spellings of each name."""
    spelt = {name: (name, *(others or {}).get(name, ())) for name in declared}
    return tuple(name for name in declared if mentions(new_text, spelt[name]) or not mentions(old_text, spelt[name]))


def other_spellings(connection: sqlite3.Connection, fact_id: int) -> dict[str, list[str]]:
    """The other names of each name of a fact that has some."""
    found: dict[str, list[str]] = {}
    rows = connection.execute(
        "SELECT n.name, a.alias FROM fact_names l JOIN names n USING (name_id) JOIN name_aliases a USING (name_id) WHERE l.fact_id = ?", (fact_id,)
    )
    for name, alias in rows:
        found.setdefault(str(name), []).append(str(alias))
    return found


def of_fact(connection: sqlite3.Connection, fact_id: int) -> list[str]:
    """The names declared for a fact."""
    return list(of_facts(connection, [fact_id]).get(fact_id, Naming()).declared)


def of_facts(connection: sqlite3.Connection, fact_ids: Sequence[int]) -> dict[int, Naming]:
    """The names of several facts, by the facts that have any."""
    found: dict[int, tuple[list[str], list[str]]] = {}
    for marks, chunk in chunks(fact_ids):
        rows = connection.execute(
            f"SELECT l.fact_id, n.name, l.guessed FROM fact_names l JOIN names n USING (name_id) WHERE l.fact_id IN ({marks}) ORDER BY n.name_id", chunk
        )
        for fact_id, name, guessed in rows:
            found.setdefault(fact_id, ([], []))[bool(guessed)].append(name)
    return {fact_id: Naming(tuple(declared), tuple(guessed)) for fact_id, (declared, guessed) in found.items()}


def spellings(connection: sqlite3.Connection, fact_id: int) -> tuple[str, ...]:
    """Every name of a fact and its other names: what the fact is indexed under."""
    rows = connection.execute(
        "SELECT n.name, 0 FROM fact_names l JOIN names n USING (name_id) WHERE l.fact_id = ?1 "
        "UNION ALL SELECT a.alias, 1 FROM fact_names l JOIN name_aliases a USING (name_id) WHERE l.fact_id = ?1 ORDER BY 2, 1",
        (fact_id,),
    )
    return tuple(dict.fromkeys(str(row[0]) for row in rows))


def unmark(connection: sqlite3.Connection, fact_id: int) -> bool:
    """Whether the index of a fact must follow its names, which is so no more."""
    return connection.execute("UPDATE fact_heads SET named = 1 WHERE fact_id = ? AND named = 2", (fact_id,)).rowcount > 0


# --- finding a name ---


def find_exact(connection: sqlite3.Connection, name: str) -> int | None:
    """The name that is spelt so, but for case, hyphens and spaces (also CopperLantern for Copper Lantern), or has this as another name."""
    row = connection.execute(
        "SELECT name_id FROM names WHERE folded = ?1 UNION ALL SELECT name_id FROM name_aliases a JOIN names USING (name_id) WHERE a.folded = ?1 LIMIT 1",
        (key(name),),
    ).fetchone()
    if row:
        return int(row[0])
    alike = (name_id for name_id, spelt in _spelt_by_key(connection, [_joined(name)]) if _without_humps(spelt) == _without_humps(name))
    return next(alike, None)


def _joined(name: str) -> str:
    return _JOINED + key(name).replace(" ", "")


def _without_humps(name: str) -> str:
    """The key of a name with its humps as words: CopperLantern is Copper Lantern, Lina is not Li Na."""
    return key("".join(f" {char}" if place and char.isupper() and name[place - 1].islower() else char for place, char in enumerate(name)))


def find(connection: sqlite3.Connection, name: str) -> list[int]:
    """The names that somebody means: the one spelt so, else one of which it is a form; with them, those written so in other scripts."""
    exact = find_exact(connection, name)
    if exact is None:
        own, spelt = _by_forms(connection, name), [name, *base_forms(name)]
    else:
        own, spelt = [exact], [name, *(str(row[0]) for row in connection.execute("SELECT name FROM names WHERE name_id = ?", (exact,)))]
    elsewhere = [name_id for spelling in dict.fromkeys(spelt) for name_id in _in_other_scripts(connection, spelling)]
    return list(dict.fromkeys([*own, *elsewhere])) or _by_key(connection, _joined(name))


def _by_forms(connection: sqlite3.Connection, name: str) -> list[int]:
    """The names of which this is another form: by its base forms, else by the stem, and only when one alone has it. A known name is no form."""
    for form in base_forms(name):
        found = find_exact(connection, form)
        if found is not None and is_form_of(name, form):
            return [found]
    by_stem = _by_stem(connection, name)
    return by_stem if len(by_stem) == 1 else []


def _by_stem(connection: sqlite3.Connection, name: str) -> list[int]:
    """The names of the same stem of which this is a form by their own declension."""
    stem = stem_of(name)
    if not stem or is_listed(name):
        return []
    return list(dict.fromkeys(name_id for name_id, spelt in _spelt_by_key(connection, [_STEM + stem]) if is_form_of(name, spelt)))


def _spelt_by_key(connection: sqlite3.Connection, wanted: Sequence[str]) -> list[tuple[int, str]]:
    """The names that have one of some keys, each with its spelling and its other ones."""
    marks = ",".join("?" * len(wanted))
    rows = connection.execute(
        f"SELECT name_id, name, NULL FROM names WHERE name_id IN (SELECT name_id FROM name_keys WHERE key IN ({marks})) UNION ALL "
        f"SELECT name_id, alias, 1 FROM name_aliases JOIN names USING (name_id) "
        f"WHERE name_id IN (SELECT name_id FROM name_keys WHERE key IN ({marks})) ORDER BY 1, 3",
        (*wanted, *wanted),
    )
    return [(int(name_id), str(spelt)) for name_id, spelt, _ in rows]


def spelt_elsewhere(connection: sqlite3.Connection, words: Sequence[str]) -> list[str]:
    """The names of the store that begin with one of some words as another script writes it (Zhenya: Женя, Женя Ким). One statement."""
    keys = list(dict.fromkeys(roman for word in words for roman in roman_keys(word)))[:_MOST_KEYS]
    if not keys:
        return []
    size = next(size for size in _KEYS_AT_ONCE if size >= len(keys))  # few sizes, so that SQLite's compiled statements are used again
    keys += keys[-1:] * (size - len(keys))
    rows = connection.execute(
        f"WITH wanted (low, high) AS (VALUES {','.join(['(?, ?)'] * size)}) SELECT DISTINCT n.name, a.alias FROM wanted CROSS JOIN name_keys k "
        "ON k.key > low AND k.key < high JOIN names n USING (name_id) LEFT JOIN name_aliases a USING (name_id) LIMIT ?",
        (*(bound for roman in keys for bound in (f"{_ROMAN}{roman} ", f"{_ROMAN}{roman}!")), _MOST_ELSEWHERE),
    )
    return list(dict.fromkeys(str(spelt) for row in rows for spelt in row if spelt))


def _in_other_scripts(connection: sqlite3.Connection, name: str) -> list[int]:
    own = script_of(name.strip()[:1] or " ")
    found: list[int] = []
    for roman in roman_keys(name):
        rows = connection.execute(
            "SELECT key, name_id FROM name_keys JOIN names USING (name_id) WHERE key > ? AND key < ?", (f"{_ROMAN}{roman} ", f"{_ROMAN}{roman}!")
        )
        found += [int(name_id) for full, name_id in rows if full.rpartition(" ")[2] != own]
    return found


def _by_key(connection: sqlite3.Connection, wanted: str) -> list[int]:
    rows = connection.execute("SELECT name_id FROM name_keys JOIN names USING (name_id) WHERE key = ? ORDER BY name_id LIMIT 5", (wanted,))
    return [int(row[0]) for row in rows]


def status_of(connection: sqlite3.Connection, name_id: int) -> str:
    """The status of a name; "provisional" for an id without a name, which another program may have left."""
    row = connection.execute("SELECT status FROM names WHERE name_id = ?", (name_id,)).fetchone()
    return "provisional" if row is None else str(row[0])


def facts_about(connection: sqlite3.Connection, name: str, limit: int) -> list[int]:
    """Ids of live facts about a name, newest first."""
    return facts_of(connection, find(connection, name), limit)


def facts_of(connection: sqlite3.Connection, name_ids: Sequence[int], limit: int | None = None) -> list[int]:
    """Ids of live facts that are about any of some names, newest first."""
    found: set[int] = set()
    for name_id in name_ids:
        rows = connection.execute("SELECT fact_id FROM fact_names WHERE name_id = ? ORDER BY fact_id DESC LIMIT ?", (name_id, -1 if limit is None else limit))
        found.update(int(row[0]) for row in rows)
    return sorted(found, reverse=True)[:limit]


def shared(connection: sqlite3.Connection, name_ids: Sequence[int] | None = None) -> list[tuple[int, list[int]]]:
    """The names that several live facts are about, all or some, with the ids of these."""
    ids: list[tuple[int, list[int]]] = []
    wanted = "" if name_ids is None else f"WHERE name_id IN ({','.join(str(int(name_id)) for name_id in name_ids)})"
    for name_id, rows in itertools.groupby(
        connection.execute(f"SELECT name_id, fact_id FROM fact_names {wanted} ORDER BY name_id, fact_id"), key=lambda row: row[0]
    ):
        ids.append((int(name_id), [int(row[1]) for row in rows]))
    return [(name_id, about) for name_id, about in ids if len(about) > 1]


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


def _dig_up(connection: sqlite3.Connection, name: str) -> None:
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


def take_over(connection: sqlite3.Connection, others: Iterable[tuple[str, str]]) -> list[int]:
    """Give names of an import their other names, where these are free; returns the facts about them."""
    changed: list[int] = []
    for name, alias in others:
        name_id = find_exact(connection, name)
        if name_id is not None and find_exact(connection, alias) is None:
            add_alias(connection, name_id, alias)
            changed.append(name_id)
    return facts_of(connection, changed)
