"""What can be done with the names of a store: listed, joined with others, renamed, merged, confirmed, deleted, guessed anew."""

from __future__ import annotations

import contextlib
import sqlite3
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence

from . import facts, finding_names, index, linking_names, names
from .database import Database
from .records import Declined, Entity, Fact, Guess, Indexer, Progress

SMALL = 2000  # facts whose names are guessed when an older file is first opened; of more, when somebody asks for it
_PORTION = 100  # facts of one transaction
_MOST_SHARED = 2000  # facts of a name of which the names beside it are counted, the newest

_BESIDE = (  # the names of the facts that are about a name, and how many each
    "SELECT l.name_id, count(*) FROM (SELECT fact_id FROM fact_names WHERE name_id = ? ORDER BY fact_id DESC LIMIT ?) f "
    "JOIN fact_names l ON l.fact_id = f.fact_id JOIN names n ON n.name_id = l.name_id GROUP BY l.name_id"
)


class NamesOfStore(ABC):
    """The part of a store that knows who and what its facts are about. Exact joins, nothing approximate."""

    _indexer: Indexer
    _database: Database

    @abstractmethod
    def writing(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """One transaction of ours."""

    @abstractmethod
    def _reading(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """One state of the file."""

    # --- looking ---

    def facts_about(self, name: str, limit: int = 50) -> list[Fact]:
        """Live facts about a name, newest first."""
        return self.facts_about_all([name], limit)

    def facts_about_all(self, wanted: Sequence[str], limit: int = 50) -> list[Fact]:
        """Live facts about each of several names, newest first."""
        with self._reading() as connection:
            meant = [finding_names.find(connection, name) for name in wanted]
            return facts.many(connection, _about_each(connection, meant, limit)) if all(meant) else []

    def with_names(self, found: Sequence[Fact]) -> list[Fact]:
        """Facts with the names that they are about."""
        with self._reading() as connection:
            return facts.with_names(connection, found)

    def other_spellings(self, fact_id: int) -> dict[str, list[str]]:
        """The other names of each name of a fact that has some."""
        with self._reading() as connection:
            return linking_names.other_spellings(connection, fact_id)

    def names_listed(self, *, status: str | None = None, limit: int = 50, with_aliases: bool = True) -> list[Entity]:
        """The names that live facts are about, those of most facts first. `status`: "confirmed" (declared ones among them) or "provisional"."""
        chosen = {"confirmed": "WHERE n.status != 'provisional'", "provisional": "WHERE n.status = 'provisional'"}.get(status or "", "")
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT n.name_id, n.name, n.status, n.kind, count(*) FROM fact_names l JOIN names n USING (name_id) "
                f"{chosen} GROUP BY n.name_id ORDER BY 5 DESC, n.folded LIMIT ?",
                (limit,),
            ).fetchall()
            return [_entity(connection, row, with_aliases=with_aliases) for row in rows]

    def count_names(self) -> dict[str, int]:
        """How many names live facts are about, by status ("confirmed", "provisional")."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT status = 'provisional', count(*) FROM names n WHERE EXISTS (SELECT 1 FROM fact_names l WHERE l.name_id = n.name_id) GROUP BY 1"
            )
            counts = dict(rows.fetchall())
        return {"confirmed": counts.get(0, 0), "provisional": counts.get(1, 0)}

    def names_meant(self, name: str) -> list[Entity]:
        """The names that somebody means: the one spelt so or of which this is a form, and the same name in other scripts."""
        with self._reading() as connection:
            return [_entity_of(connection, name_id) for name_id in finding_names.find(connection, name)]

    def related(self, name: str, limit: int = 20) -> list[tuple[Entity, int]]:
        """The names that share live facts with a name, and how many they share, the most first."""
        with self._reading() as connection:
            meant = finding_names.find(connection, name)
            shared: Counter[int] = Counter()
            for name_id in meant:
                shared.update(dict(connection.execute(_BESIDE, (name_id, _MOST_SHARED)).fetchall()))
            others = sorted((name_id for name_id in shared if name_id not in meant), key=lambda name_id: (-shared[name_id], name_id))
            return [(_entity_of(connection, name_id), shared[name_id]) for name_id in others[:limit]]

    def links_between(self, limit: int) -> list[tuple[str, str, int]]:
        """Pairs of the names of most facts that share facts, with how many: what a picture is drawn from."""
        with self._reading() as connection:
            rows = connection.execute(
                "WITH chosen AS (SELECT name_id FROM fact_names GROUP BY name_id ORDER BY count(*) DESC, name_id LIMIT ?), "
                "few AS (SELECT fact_id, name_id FROM fact_names WHERE name_id IN chosen) "
                "SELECT a.name, b.name, count(*) FROM few x JOIN few y ON x.fact_id = y.fact_id AND x.name_id < y.name_id "
                "JOIN names a ON a.name_id = x.name_id JOIN names b ON b.name_id = y.name_id GROUP BY x.name_id, y.name_id ORDER BY 3 DESC, 1, 2",
                (limit,),
            )
            return [(str(one), str(other), int(count)) for one, other, count in rows]

    # --- changing ---

    def rename(self, name: str, new: str) -> Entity:
        """Give a name another spelling. The old one goes on to find it. Declined when there is no such name or the new one is another's."""
        with self.writing() as connection:
            name_id = _the_one(connection, name)
            other = finding_names.find_exact(connection, new)
            if other is not None and other != name_id:
                raise Declined("refused", "There is another name that is spelt so. Merge the two instead.", 0)
            old = _spelling(connection, name_id)
            if old == new:
                raise Declined("unchanged", "The name is spelt so.", 0)
            connection.execute("DELETE FROM name_aliases WHERE folded = ?", (names.key(new),))
            connection.execute("UPDATE names SET name = ?, folded = ? WHERE name_id = ?", (new, names.key(new), name_id))
            _confirm(connection, name_id)
            if names.key(old) != names.key(new):
                names.add_alias(connection, name_id, old)
            names.put_keys(connection, name_id, new)
            self._index_again(connection, name_id)
            return _entity_of(connection, name_id)

    def merge_names(self, name: str, other: str) -> Entity:
        """Let two names be one, which keeps the first spelling; the second goes on to find it."""
        with self.writing() as connection:
            main, going = _the_one(connection, name), _the_one(connection, other)
            if main == going:
                raise Declined("unchanged", "These are one name already.", 0)
            gone = _entity_of(connection, going)
            connection.execute("UPDATE OR IGNORE fact_names SET name_id = ? WHERE name_id = ?", (main, going))
            names.remove(connection, going)
            for spelling in (gone.name, *gone.aliases):
                names.add_alias(connection, main, spelling)
            if gone.declared:
                connection.execute("UPDATE names SET status = 'declared' WHERE name_id = ?", (main,))
            _confirm(connection, main)
            self._index_again(connection, main)
            return _entity_of(connection, main)

    def add_alias(self, name: str, alias: str) -> Entity:
        """Let a name have another one. Declined when that is the name of another."""
        with self.writing() as connection:
            name_id, other = _the_one(connection, name), finding_names.find_exact(connection, alias)
            if other is not None and other != name_id:
                raise Declined("refused", "That is a name of its own here. Merge the two instead.", 0)
            if other == name_id:
                raise Declined("unchanged", "The name is known so already.", 0)
            names.add_alias(connection, name_id, alias)
            _confirm(connection, name_id)
            self._index_again(connection, name_id)
            return _entity_of(connection, name_id)

    def confirm_name(self, name: str) -> Entity:
        """A person says that this is a name."""
        with self.writing() as connection:
            name_id = _the_one(connection, name)
            if names.status_of(connection, name_id) != "provisional":
                raise Declined("unchanged", "The name is confirmed already.", 0)
            _confirm(connection, name_id)
            return _entity_of(connection, name_id)

    def delete_names(self, unwanted: Sequence[str]) -> tuple[list[str], list[str]]:
        """Delete names, not their facts; they are not guessed again. Returns those deleted, and those that are not there."""
        deleted: list[str] = []
        missing: list[str] = []
        with self.writing() as connection:
            for name in unwanted:
                name_id = finding_names.find_exact(connection, name)
                if name_id is None:
                    missing.append(name)
                    continue
                entity, about = _entity_of(connection, name_id), linking_names.facts_of(connection, [name_id])
                names.bury(connection, (entity.name, *entity.aliases))
                names.remove(connection, name_id)
                for fact_id in about:
                    index_again(connection, fact_id, self._indexer)
                deleted.append(entity.name)
        return deleted, missing

    # --- guessing anew ---

    def nameless(self, most: int = SMALL + 1) -> int:
        """In how many live facts nobody has looked for names yet; counted up to a number."""
        with self._reading() as connection:
            return _count_nameless(connection, most)

    def guess_few(self) -> None:
        """Look for names where nobody has, if these are few; more would keep their user waiting (`holodream names rebuild`)."""
        if self._database.writable and 0 < self.nameless() <= SMALL:
            self.guess_names()

    def guess_names(self, *, anew: bool = False, progress: Progress | None = None) -> int:
        """Look for names in the facts where nobody has, or in all; returns in how many. A broken-off run goes on with the next one."""
        with self.writing() as connection:
            if anew and not _count_nameless(connection, 1):
                connection.execute("UPDATE fact_heads SET named = 0 WHERE state = 'live'")
            names.complete_keys(connection)
            total, done = _count_nameless(connection, -1), 0
        while waiting := self._nameless_facts():
            guessed = {fact.fact_id: names.guesses(fact.content) for fact in waiting}
            with self.writing() as connection:
                for fact in waiting:
                    _guess_again(connection, fact, guessed[fact.fact_id], self._indexer)
            done += len(waiting)
            if progress:
                progress(done, max(done, total))
        return done

    def _nameless_facts(self) -> list[Fact]:
        with self._reading() as connection:
            rows = connection.execute("SELECT fact_id FROM fact_heads WHERE named = 0 AND state = 'live' LIMIT ?", (_PORTION,))
            return facts.many(connection, [int(row[0]) for row in rows])

    def _index_again(self, connection: sqlite3.Connection, name_id: int) -> None:
        for fact_id in linking_names.facts_of(connection, [name_id]):
            index_again(connection, fact_id, self._indexer)


def keep_in_step(connection: sqlite3.Connection, fact_ids: Sequence[int], indexer: Indexer) -> None:
    """After facts were written: a name may be spelt otherwise, have other names, or have been deleted, of which their drafts knew nothing."""
    for fact_id in fact_ids:
        if linking_names.unmark(connection, fact_id):
            index_again(connection, fact_id, indexer)


def index_again(connection: sqlite3.Connection, fact_id: int, indexer: Indexer) -> None:
    """Bring the index of a live fact in step with its names; another program may have linked names to a fact that is not live."""
    for fact in facts.many(connection, [fact_id]):
        index.take(connection, fact_id)
        index.put(connection, [(fact_id, indexer(fact.content, linking_names.spellings(connection, fact_id), fact.keywords))])


def _guess_again(connection: sqlite3.Connection, fact: Fact, guessed: Sequence[Guess], indexer: Indexer) -> None:
    """Link the guesses of a fact's text, unless the fact has another text by now; the declared names stay."""
    now = connection.execute("SELECT content FROM facts WHERE fact_id = ?", (fact.fact_id,)).fetchone()
    if now is None or now[0] != fact.content:
        return
    before = linking_names.spellings(connection, fact.fact_id)
    connection.execute("UPDATE fact_heads SET named = 1 WHERE fact_id = ?", (fact.fact_id,))
    linking_names.link(connection, fact.fact_id, linking_names.of_fact(connection, fact.fact_id), guessed)
    if linking_names.unmark(connection, fact.fact_id) or linking_names.spellings(connection, fact.fact_id) != before:
        index_again(connection, fact.fact_id, indexer)


def _count_nameless(connection: sqlite3.Connection, most: int) -> int:
    row = connection.execute("SELECT count(*) FROM (SELECT 1 FROM fact_heads WHERE named = 0 AND state = 'live' LIMIT ?)", (most,)).fetchone()
    return int(row[0])


def _about_each(connection: sqlite3.Connection, meant: Sequence[Sequence[int]], limit: int) -> list[int]:
    """The newest facts that are about one of each group of names; the rarest group is read, the others are asked."""
    counted = sorted(meant, key=lambda group: sum(_count_facts(connection, name_id) for name_id in group))
    found: list[int] = []
    for fact_id in linking_names.facts_of(connection, counted[0], limit if len(counted) == 1 else None):
        if all(any(_is_about(connection, fact_id, name_id) for name_id in group) for group in counted[1:]):
            found.append(fact_id)
            if len(found) == limit:
                break
    return found


def _count_facts(connection: sqlite3.Connection, name_id: int) -> int:
    return int(connection.execute("SELECT count(*) FROM fact_names WHERE name_id = ?", (name_id,)).fetchone()[0])


def _is_about(connection: sqlite3.Connection, fact_id: int, name_id: int) -> bool:
    return connection.execute("SELECT 1 FROM fact_names WHERE fact_id = ? AND name_id = ?", (fact_id, name_id)).fetchone() is not None


def _the_one(connection: sqlite3.Connection, name: str) -> int:
    """The name that is spelt so: what is written follows no likeness. Declined when there is none."""
    name_id = finding_names.find_exact(connection, name)
    if name_id is None:
        raise Declined("refused", "There is no such name in this memory.", 0)
    return name_id


def _spelling(connection: sqlite3.Connection, name_id: int) -> str:
    return str(connection.execute("SELECT name FROM names WHERE name_id = ?", (name_id,)).fetchone()[0])


def _confirm(connection: sqlite3.Connection, name_id: int) -> None:
    connection.execute("UPDATE names SET status = 'confirmed' WHERE name_id = ? AND status = 'provisional'", (name_id,))


def _entity_of(connection: sqlite3.Connection, name_id: int) -> Entity:
    row = connection.execute("SELECT name_id, name, status, kind FROM names WHERE name_id = ?", (name_id,)).fetchone()
    return _entity(connection, (*row, _count_facts(connection, name_id)))


def _entity(connection: sqlite3.Connection, row: Sequence[object], *, with_aliases: bool = True) -> Entity:
    name_id, name, status, kind, count = row
    rows: Iterator[tuple[str]] = iter(())
    if with_aliases:
        rows = iter(connection.execute("SELECT alias FROM name_aliases WHERE name_id = ? ORDER BY folded", (name_id,)))
    aliases = tuple(str(alias) for (alias,) in rows)
    return Entity(str(name), "provisional" if status == "provisional" else "confirmed", status == "declared", int(str(count)), str(kind), aliases)
