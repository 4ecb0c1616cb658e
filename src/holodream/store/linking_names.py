"""Which live facts are about which names. Each function is called inside a transaction."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from . import names
from .finding_names import certain_base, find, find_exact
from .index import chunks
from .records import Draft, Guess, Naming


def link(connection: sqlite3.Connection, fact_id: int, declared: Sequence[str], guessed: Sequence[Guess] = ()) -> None:
    """Make a live fact be about exactly these names. Declaring a name that was deleted brings it back; guessing it does not."""
    before = connection.execute("DELETE FROM fact_names WHERE fact_id = ? RETURNING name_id", (fact_id,)).fetchall()
    _link_all(connection, fact_id, declared, guessed)
    names.drop_unused(connection, [int(name_id) for (name_id,) in before if names.status_of(connection, name_id) == "provisional"])


def link_draft(connection: sqlite3.Connection, fact_id: int, draft: Draft) -> None:
    link(connection, fact_id, draft.names, draft.guessed or ())


def link_new(connection: sqlite3.Connection, fact_id: int, draft: Draft) -> Naming:
    """The same for a fact that has no names yet; returns its names as the store spells them."""
    return _link_all(connection, fact_id, draft.names, draft.guessed or ())


def _link_all(connection: sqlite3.Connection, fact_id: int, declared: Sequence[str], guessed: Sequence[Guess]) -> Naming:
    kinds = {guess.name: guess.kind for guess in guessed}
    by_id = dict(_link_declared(connection, fact_id, name, kinds.get(name, "unknown")) for name in declared)
    others = (_link_guessed(connection, fact_id, guess) for guess in guessed if guess.name not in declared)
    shown = {name_id: spelt for name_id, spelt in filter(None, others) if name_id not in by_id}
    return Naming(_in_order(by_id), _in_order(shown))


def _in_order(spelt: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(spelt[name_id] for name_id in sorted(spelt))


def _link_declared(connection: sqlite3.Connection, fact_id: int, name: str, kind: str) -> tuple[int, str]:
    """The id and the spelling of a name that is now declared for a fact."""
    name_id, spelt = find_exact(connection, name), name
    if name_id is None:
        name_id = names.insert(connection, name, "declared", kind)
        names.dig_up(connection, name)
    else:
        status, spelt = _known_as(connection, fact_id, name_id, name, kind)
        if status != "declared":
            connection.execute("UPDATE names SET status = 'declared' WHERE name_id = ?", (name_id,))
    connection.execute("INSERT OR IGNORE INTO fact_names (fact_id, name_id, guessed) VALUES (?, ?, 0)", (fact_id, name_id))
    return name_id, spelt


def _link_guessed(connection: sqlite3.Connection, fact_id: int, guess: Guess) -> tuple[int, str] | None:
    """The same of a name that a fact's text shows; None for one that was deleted."""
    name_id, spelt = find_exact(connection, guess.name) or certain_base(connection, guess.name), guess.name
    if name_id is None:
        if names.is_buried(connection, guess.name):
            _mark(connection, fact_id)
            return None
        name_id = names.insert(connection, guess.name, "provisional", guess.kind)
    else:
        status, spelt = _known_as(connection, fact_id, name_id, guess.name, guess.kind)
        if status == "provisional":
            connection.execute(
                "UPDATE names SET status = 'confirmed' WHERE name_id = :name AND EXISTS (SELECT 1 FROM fact_names WHERE name_id = :name AND fact_id != :fact)",
                {"name": name_id, "fact": fact_id},
            )
    connection.execute("INSERT OR IGNORE INTO fact_names (fact_id, name_id, guessed) VALUES (?, ?, 1)", (fact_id, name_id))
    return name_id, spelt


def _known_as(connection: sqlite3.Connection, fact_id: int, name_id: int, typed: str, kind: str) -> tuple[str, str]:
    """The status and the spelling of a name. Takes down of what `kind` it is where nobody has said so yet.

    Notes that the index of a fact must follow, where the name is spelt otherwise in the store or has other names.
    """
    status, spelt, known, has_others = connection.execute(
        "SELECT status, name, kind, EXISTS (SELECT 1 FROM name_aliases a WHERE a.name_id = n.name_id) FROM names n WHERE name_id = ?", (name_id,)
    ).fetchone()
    if spelt != typed or has_others:
        _mark(connection, fact_id)
    if known == "unknown" != kind:
        connection.execute("UPDATE names SET kind = ? WHERE name_id = ?", (kind, name_id))
    return str(status), str(spelt)


def _mark(connection: sqlite3.Connection, fact_id: int) -> None:
    connection.execute("UPDATE fact_heads SET named = 2 WHERE fact_id = ? AND named = 1", (fact_id,))


def link_saved(connection: sqlite3.Connection, fact_id: int, name: str, status: str, *, guessed: bool) -> None:
    """Link a name again that a fact had before."""
    name_id = find_exact(connection, name)
    if name_id is None and names.is_buried(connection, name):
        return
    if name_id is None:
        name_id = names.insert(connection, name, status if status in names.STATUSES else "provisional")
    connection.execute("INSERT OR IGNORE INTO fact_names (fact_id, name_id, guessed) VALUES (?, ?, ?)", (fact_id, name_id, guessed))


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
        "SELECT n.name, 0 FROM fact_names l JOIN names n USING (name_id) WHERE l.fact_id = :fact_id "
        "UNION ALL SELECT a.alias, 1 FROM fact_names l JOIN name_aliases a USING (name_id) WHERE l.fact_id = :fact_id ORDER BY 2, 1",
        {"fact_id": fact_id},
    )
    return tuple(dict.fromkeys(str(row[0]) for row in rows))


def unmark(connection: sqlite3.Connection, fact_id: int) -> bool:
    """Whether the index of a fact must follow its names, which is so no more."""
    return connection.execute("UPDATE fact_heads SET named = 1 WHERE fact_id = ? AND named = 2", (fact_id,)).rowcount > 0


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


def take_over(connection: sqlite3.Connection, others: Iterable[tuple[str, str]]) -> list[int]:
    """Give names of an import their other names, where these are free; returns the facts about them."""
    changed: list[int] = []
    for name, alias in others:
        name_id = find_exact(connection, name)
        if name_id is not None and find_exact(connection, alias) is None:
            names.add_alias(connection, name_id, alias)
            changed.append(name_id)
    return facts_of(connection, changed)
