"""Which name of the store somebody means: by its spelling, its inflected forms, its sound in another script. Called inside a transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from ..language import script_of
from ..language.names.forms import base_forms, is_form_of, is_listed, stem_of
from ..language.roman import roman_keys
from .names import JOINED, ROMAN, STEM, key, status_of

_KEYS_AT_ONCE = (8, 24, 80)  # keys of one statement that looks for names in other scripts,
_MOST_KEYS = _KEYS_AT_ONCE[-1]
_MOST_ELSEWHERE = 100  # and the names that it finds


def find_exact(connection: sqlite3.Connection, name: str) -> int | None:
    """The name that is spelt so, but for case, hyphens and spaces (also CopperLantern for Copper Lantern), or has this as another name."""
    row = connection.execute(
        "SELECT name_id FROM names WHERE folded = :key UNION ALL SELECT name_id FROM name_aliases a JOIN names USING (name_id) WHERE a.folded = :key LIMIT 1",
        {"key": key(name)},
    ).fetchone()
    if row:
        return int(row[0])
    alike = (name_id for name_id, spelt in _spelt_by_key(connection, [_joined(name)]) if _without_humps(spelt) == _without_humps(name))
    return next(alike, None)


def _joined(name: str) -> str:
    return JOINED + key(name).replace(" ", "")


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
    return list(dict.fromkeys(name_id for name_id, spelt in _spelt_by_key(connection, [STEM + stem]) if is_form_of(name, spelt)))


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
        (*(bound for roman in keys for bound in (f"{ROMAN}{roman} ", f"{ROMAN}{roman}!")), _MOST_ELSEWHERE),
    )
    return list(dict.fromkeys(str(spelt) for row in rows for spelt in row if spelt))


def _in_other_scripts(connection: sqlite3.Connection, name: str) -> list[int]:
    own = script_of(name.strip()[:1] or " ")
    found: list[int] = []
    for roman in roman_keys(name):
        rows = connection.execute(
            "SELECT key, name_id FROM name_keys JOIN names USING (name_id) WHERE key > ? AND key < ?", (f"{ROMAN}{roman} ", f"{ROMAN}{roman}!")
        )
        found += [int(name_id) for full, name_id in rows if full.rpartition(" ")[2] != own]
    return found


def _by_key(connection: sqlite3.Connection, wanted: str) -> list[int]:
    rows = connection.execute("SELECT name_id FROM name_keys JOIN names USING (name_id) WHERE key = ? ORDER BY name_id LIMIT 5", (wanted,))
    return [int(row[0]) for row in rows]


def certain_base(connection: sqlite3.Connection, name: str) -> int | None:
    """A certain name of which a guess is likely another form; not where the guess is a name of its own."""
    # guesses are in their base form already, as far as that can be told without the store
    found = [name_id for name_id in _by_stem(connection, name) if status_of(connection, name_id) != "provisional"]
    return found[0] if len(found) == 1 else None
