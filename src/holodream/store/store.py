"""The store of facts: the narrow interface that recall and the hosts use. One object per file and process.

Nothing above this module writes SQL. A second engine would implement these methods.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import shutil
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path

from ..errors import StoreTooNew, StoreUnreadable
from ..language import TOKENIZER_VERSION
from . import facts, index, names, schema
from .database import Database, choose_journal, errors_in_our_words
from .records import Draft, Fact, Posting, Version

log = logging.getLogger("holodream.store")

Indexer = Callable[[str, Sequence[str], Sequence[str]], tuple[str, ...]]  # text, names, keywords → index terms
_SQLITE_HEADER = b"SQLite format 3\x00"
_PORTION = 5000  # facts saved in one transaction


class Store:
    """Facts in one SQLite file. Thread-safe; several processes may have the same file open."""

    def __init__(self, path: Path, indexer: Indexer, *, clock: Callable[[], datetime] | None = None) -> None:
        """Open a file, make it when it is missing, upgrade it when it is older. Raises StoreError, the file untouched."""
        self.path = path
        self._indexer = indexer
        self._clock = clock or (lambda: datetime.now(timezone.utc))
        self._database = Database(path)
        self.journal_mode = ""
        self.read_only_reason = ""
        self._prepare()

    def _prepare(self) -> None:
        _check_header(self.path)
        with errors_in_our_words(self.path), self._database._connection() as connection:
            present = schema.format_of(connection)
            if present and schema.oldest_writer(connection) > schema.PROGRAM_FORMAT:
                self._database.writable = False
                self.read_only_reason = f"{self.path} was written by a newer holodream (format {present}). Facts can be read; update holodream to save."
                return
            if present < schema.PROGRAM_FORMAT and _has_facts(connection):
                _safety_copy(connection, self.path)
            self.journal_mode = choose_journal(connection, self.path)
        if present < schema.PROGRAM_FORMAT:
            with self._database.writing() as connection:
                schema.migrate(connection)
        with self._reading():
            pass  # what another program wrote meanwhile is adopted
        self._refresh_index()

    # --- writing ---

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction of ours; what another program wrote before it is adopted first."""
        if self.read_only_reason:
            raise StoreTooNew(self.read_only_reason)
        with self._database.writing() as connection:
            self._adopt(connection)
            yield connection
            facts.forget_notes(connection)

    def add(self, draft: Draft) -> tuple[Fact, bool]:
        """Save a text; (the fact, True) when it is new, (the existing fact, False) when this text is there already."""
        with self.writing() as connection:
            present = facts.find_text(connection, draft.content)
            fact_id = present if present is not None else facts.insert(connection, draft, self._clock())
            return facts.get(connection, fact_id), present is None

    def add_many(self, drafts: Iterable[Draft], *, progress: Callable[[int], None] | None = None) -> int:
        """Save many texts, some thousand in one transaction; returns how many were new. `progress` is told after each how many were looked at."""
        looked_at = new = 0
        waiting = iter(drafts)
        while portion := list(itertools.islice(waiting, _PORTION)):
            with self.writing() as connection:
                new += len(facts.insert_many(connection, portion, self._clock()))
            looked_at += len(portion)
            if progress:
                progress(looked_at)
        return new

    def rewrite(self, fact_id: int, draft: Draft) -> Fact:
        """Give a fact a new text and with it a new version."""
        with self.writing() as connection:
            facts.rewrite(connection, fact_id, draft, self._clock())
            return facts.get(connection, fact_id)

    def describe(self, fact_id: int, *, category: str | None = None, keywords: Sequence[str] | None = None) -> Fact:
        """Change category or keywords only; the index follows."""
        with self.writing() as connection:
            facts.describe(connection, fact_id, category=category, keywords=keywords)
            fact = facts.get(connection, fact_id)
            index.take(connection, fact_id)
            index.put(connection, [(fact_id, self._indexer(fact.content, fact.names, fact.keywords))])
            return fact

    def end(self, fact_id: int) -> None:
        """Take a fact out of what is true now."""
        with self.writing() as connection:
            facts.end(connection, fact_id)

    def rate(self, fact_id: int, step: float, *, helpful: bool | None = None) -> tuple[float, Fact]:
        """Move a fact's trust; returns the trust before, and the fact."""
        with self.writing() as connection:
            before, _ = facts.rate(connection, fact_id, step, helpful=helpful)
            return before, facts.get(connection, fact_id)

    # --- reading ---

    def get(self, fact_id: int) -> Fact:
        with self._reading() as connection:
            return facts.get(connection, fact_id)

    def find_text(self, content: str) -> int | None:
        with self._reading() as connection:
            return facts.find_text(connection, content)

    def listed(self, *, category: str | None = None, min_trust: float = 0.0, limit: int = 50, before: int | None = None) -> list[Fact]:
        """Live facts, newest first."""
        with self._reading() as connection:
            return facts.listed(connection, category=category, min_trust=min_trust, limit=limit, before=before)

    def history(self, fact_id: int) -> list[Version]:
        with self._reading() as connection:
            return facts.versions(connection, fact_id)

    def facts_about(self, name: str, limit: int = 50) -> list[Fact]:
        """Live facts about a name, newest first."""
        with self._reading() as connection:
            found = {posting.fact.fact_id: posting.fact for posting in facts.postings(connection, names.facts_about(connection, name, limit))}
            return [found[fact_id] for fact_id in sorted(found, reverse=True)]

    @contextlib.contextmanager
    def searching(self) -> Iterator[IndexReader]:
        """The word index as it stands at one moment."""
        with self._reading() as connection:
            yield IndexReader(connection)

    def close(self) -> None:
        self._database.close()

    # --- keeping in step with other programs and tokenizers ---

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """One state of the file, with what another program wrote to it adopted first."""
        if self._database.writable:
            with self._database.reading() as connection:
                if not facts.has_foreign_writes(connection):
                    yield connection
                    return
            self._adopt_foreign_writes()
        with self._database.reading() as connection:
            yield connection

    def _adopt_foreign_writes(self) -> None:
        with self._database.writing() as connection:
            self._adopt(connection)

    def _adopt(self, connection: sqlite3.Connection) -> None:
        for fact_id in facts.foreign_writes(connection):
            row = facts.foreign_row(connection, fact_id)
            if row is None:
                facts.end_vanished(connection, fact_id)
                continue
            content, category, tags, trust, moment = row
            keywords = tuple(dict.fromkeys(word.strip() for word in tags.split(",") if word.strip()))
            draft = Draft(content, self._indexer(content, (), keywords), category, keywords, trust=trust, reason="written by another program")
            facts.adopt(connection, fact_id, draft, moment or schema.as_text(self._clock()))
        facts.forget_notes(connection)

    def _refresh_index(self) -> None:
        """Build the index anew when the tokenizer has changed."""
        if not self._database.writable:
            return
        with self._database.reading() as connection:
            current = schema.read_info(connection, "tokenizer") == TOKENIZER_VERSION
        if current:
            return
        log.info("store: the rules for words have changed; building the index anew")
        with self._database.writing() as connection:
            index.clear(connection)
            last: int | None = None
            while page := facts.listed(connection, category=None, min_trust=0.0, limit=500, before=last):
                index.put(connection, [(fact.fact_id, self._indexer(fact.content, names.of_fact(connection, fact.fact_id), fact.keywords)) for fact in page])
                last = page[-1].fact_id
            schema.write_info(connection, "tokenizer", TOKENIZER_VERSION)


class IndexReader:
    """What recall asks of the word index, all from one state of the file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def size(self) -> int:
        """The number of live facts."""
        return index.live_facts(self._connection)

    def facts_with(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many live facts each term occurs."""
        return index.facts_with(self._connection, terms)

    def terms_like(self, beginning: str, limit: int) -> list[tuple[str, int]]:
        """Terms with a common beginning."""
        return index.terms_like(self._connection, beginning, limit)

    def holders(self, *groups: Sequence[str], limit: int | None = None) -> list[int]:
        """Facts that hold a term of each group; with a limit the newest ones."""
        return index.holders(self._connection, *groups, limit=limit)

    def holders_of_most(self, terms: Collection[str], share: float, *, limit: int = 50) -> list[int]:
        """The facts that may hold this share of the terms, and some more: to be held against them one by one."""
        return index.holders_of_most(self._connection, terms, share, limit)

    def postings(self, fact_ids: Sequence[int]) -> list[Posting]:
        """Facts with their terms."""
        return facts.postings(self._connection, fact_ids)


_shared: dict[Path, tuple[Store, int]] = {}  # each open file and how many use it
_shared_lock = threading.Lock()


def shared_store(path: Path, indexer: Indexer) -> Store:
    """The one Store of this process for a file; many agents of one process share its connections and its lock.

    Give it back with `release`.
    """
    key = path.absolute()
    with _shared_lock:
        store, users = _shared.get(key) or (Store(key, indexer), 0)
        _shared[key] = (store, users + 1)
        return store


def release(store: Store) -> None:
    """One user of a shared store is done; the last one closes it."""
    with _shared_lock:
        shared, users = _shared.get(store.path, (None, 0))
        if shared is not store:
            store.close()
        elif users > 1:
            _shared[store.path] = (store, users - 1)
        else:
            del _shared[store.path]
            store.close()


def close_shared(below: Path) -> int:
    """Close every shared store below a folder, whoever uses it; returns how many."""
    with _shared_lock:
        gone = [path for path in _shared if path.is_relative_to(below.absolute())]
        for path in gone:
            _shared.pop(path)[0].close()
    return len(gone)


def _check_header(path: Path) -> None:
    """A file that is no database must not even be opened by SQLite for writing."""
    if path.is_dir():
        raise StoreUnreadable(f"{path} is a folder. Give the path of a file.")
    if not path.parent.is_dir():
        raise StoreUnreadable(f"The folder {path.parent} does not exist. Make it, or choose another file.")
    try:
        with path.open("rb") as file:
            beginning = file.read(len(_SQLITE_HEADER))
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreUnreadable(f"{path} cannot be read ({error.strerror}). Check its permissions.") from error
    if beginning and beginning != _SQLITE_HEADER:
        raise StoreUnreadable(f"{path} is not a database of facts. It was left untouched; choose another file.")


def _has_facts(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'facts'").fetchone() is not None


def _safety_copy(connection: sqlite3.Connection, path: Path) -> None:
    """Before an upgrade: a copy through SQLite's backup interface, kept beside the file, once."""
    target = path.with_name(f"{path.name}.before-holodream")
    if target.exists():
        return
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    copy = sqlite3.connect(unfinished)
    try:
        connection.backup(copy)
    finally:
        copy.close()
    shutil.copymode(path, unfinished)
    unfinished.rename(target)
    log.info("store: %s is of an older format; kept a copy as %s", path, target.name)
