"""The store of facts: the narrow interface that recall and the hosts use. One object per file and process.

Nothing above this module writes SQL. A second engine would implement these methods.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path

from ..errors import StoreBusy, StoreError, StoreReadOnly, StoreTooNew, StoreUnreadable
from ..language import TOKENIZER_VERSION
from . import backup, changes, deliveries, erasure, facts, finding_names, index, likeness, linking_names, older_index, opening, reindexing, schema, upgrading
from .database import READ_ONLY, Database, choose_journal, errors_in_our_words
from .exchange import Exchange
from .learning import LearntMessages
from .life import LifeOfFacts, learnable
from .naming import NamesOfStore, keep_in_step
from .outcomes import OutcomesOfTasks
from .records import ANY, Draft, EndedFact, Fact, Indexer, Posting, Progress, Wanted
from .sweeping import Sweeper
from .vectors import VectorsOfStore

log = logging.getLogger("holodream.store")

_NOT_BROUGHT_UP = (
    "{path} is of an older version and must be brought to this one before it can be read, but it cannot be written: "
    "copy it to a folder where you may write, and use the copy."
)
_PATIENCE = 0.05  # seconds that a reader waits to adopt what another program wrote
_PORTION = 5000  # facts saved in one transaction


class Store(LifeOfFacts, NamesOfStore, VectorsOfStore, OutcomesOfTasks, LearntMessages, Exchange):
    """Facts in one SQLite file. Thread-safe; several processes may have the same file open."""

    def __init__(self, path: Path, indexer: Indexer, *, clock: Callable[[], datetime] | None = None, progress: Progress | None = None) -> None:
        """Open a file, make it when it is missing, upgrade it when it is older. Raises StoreError, the file untouched.

        `progress` is told the facts that an upgrade has taken over, and how many there are.
        """
        self.path = path
        self._indexer = indexer
        self._clock = clock or (lambda: datetime.now(timezone.utc))
        self._database = Database(path)
        self.journal_mode = ""
        self.read_only_reason = ""
        self._refusal: type[StoreError] = StoreReadOnly
        self._sweeper = Sweeper(self._database)
        self._prepare_outcomes()
        self._wrote = False
        self.after_write: list[Callable[[], None]] = []  # told after each transaction; they must not wait
        self._prepared_lock = threading.RLock()
        self._prepare(progress)

    def _check_file(self) -> None:
        """Another file may have been put in the place of ours, such as a backup: it is made ready like any file that is opened."""
        if self._database.identity() != self._prepared:
            with self._prepared_lock:
                if self._database.identity() != self._prepared:
                    log.info("store: another file lies at %s now", self.path)
                    self._prepare(None)

    def _prepare(self, progress: Progress | None) -> None:
        opening.check_header(self.path)
        self._database.writable, self.read_only_reason, self._refusal = True, "", StoreReadOnly
        if self.path.exists():
            self._look_at_rights()
        self._prepared = self._database.identity()
        with errors_in_our_words(self.path), self._database._connection() as connection:
            present = schema.format_of(connection)
            if schema.is_of_another_program(connection):
                raise StoreUnreadable(f"{self.path} is a database of another program, without facts. It was left untouched; choose another file.")
            if present and schema.oldest_writer(connection) > schema.PROGRAM_FORMAT:
                self._database.writable, self._refusal = False, StoreTooNew
                needed = schema.read_info(connection, "oldest_program")
                self.read_only_reason = (
                    f"{self.path} was written by a newer holodream (format {present}). Facts can be read; "
                    f"to save, update holodream{f' to {needed} or newer' if needed else ''}."
                )
                self._prepared = self._database.identity()
                return
            if not self._database.writable:
                if present < schema.PROGRAM_FORMAT:
                    raise StoreReadOnly(_NOT_BROUGHT_UP.format(path=self.path))
                self.journal_mode = str(connection.execute("PRAGMA journal_mode").fetchone()[0])
                return
            self.journal_mode = choose_journal(connection, self.path)
        if present < schema.PROGRAM_FORMAT:
            with self._database.writing() as connection, self._database.reading() as before:
                if schema.format_of(connection) < schema.PROGRAM_FORMAT and _has_facts(before):  # else another process was quicker
                    schema.try_to_write(connection)  # else each opening would leave a copy behind
                    _safety_copy(before, self.path)
                schema.migrate(connection)
        self._prepared = self._database.identity()
        upgrading.adopt_backlog(self._database, self._indexer, self._clock, progress)
        with self._reading() as connection:  # what another program wrote meanwhile is adopted
            pending = _is_pending(connection)
        reindexing.refresh(self._database, self._indexer, TOKENIZER_VERSION, progress)
        self.guess_few()
        if pending:
            self._sweeper.wake()

    def _look_at_rights(self) -> None:
        """A file that this user cannot write is only read."""
        if opening.is_stranded(self.path):
            raise StoreUnreadable(opening.STRANDED.format(path=self.path))
        if opening.can_only_be_read(self.path):
            self._database.writable, self.read_only_reason = False, READ_ONLY.format(path=self.path)

    # --- writing ---

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction of ours; what another program wrote before it is adopted first."""
        self._check_file()
        if self.read_only_reason:
            raise self._refusal(self.read_only_reason)
        while True:
            with self._database.writing() as connection:
                if upgrading.adopt_few(connection, self._indexer, self._clock):
                    yield connection
                    facts.forget_notes(connection)
                    deliveries.expire(connection, self._clock())
                    pending = _is_pending(connection)
                    in_pieces = not pending and not self._sweeper.merges_soon() and index.is_in_pieces(connection)
                    self._wrote = True
                    break
            upgrading.adopt_backlog(self._database, self._indexer, self._clock)
        if pending:
            self._sweeper.wake()
        elif in_pieces:
            self._sweeper.merge_soon()
        for told in tuple(self.after_write):
            told()

    def add(self, draft: Draft) -> tuple[Fact, bool]:
        """Save a text; (the fact, True) when it is new, (the existing fact, False) when this text is there already."""
        fact, twin = self.save(draft)
        return fact, twin is None

    def add_many(self, drafts: Iterable[Draft], *, progress: Callable[[int], None] | None = None) -> int:
        """Save many texts, some thousand in one transaction; returns how many were new. `progress` is told after each how many were looked at.

        Passed over, like the texts that are there: what was forgotten, unless a person says it (source "said"), and texts of merged facts.
        """
        looked_at = new = 0
        waiting = iter(drafts)
        while portion := list(itertools.islice(waiting, _PORTION)):
            with self.writing() as connection:
                ids = facts.insert_many(connection, learnable(connection, portion), self._clock())
                keep_in_step(connection, ids, self._indexer)
                new += len(ids)
            looked_at += len(portion)
            if progress:
                progress(looked_at)
        return new

    def rewrite(self, fact_id: int, draft: Draft) -> Fact:
        """Give a fact a new text and with it a new version."""
        with self.writing() as connection:
            changes.keep_standing(connection, facts.get(connection, fact_id))
            facts.rewrite(connection, fact_id, draft, self._clock())
            keep_in_step(connection, [fact_id], self._indexer)
            return facts.get(connection, fact_id)

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

    def ended(self, *, category: str | None = None, limit: int = 50, before: int | None = None) -> list[EndedFact]:
        """Facts that have ended, the newest ids first."""
        with self._reading() as connection:
            return facts.ended(connection, category=category, limit=limit, before=before)

    def standing(self, fact: Fact) -> tuple[datetime, bool]:
        """Since when a live fact says what it says, and whether something else held before: neither a correction nor a way back is a change."""
        if fact.version == 1:
            return fact.written_at, False
        with self._reading() as connection:
            return facts.standing(connection, fact.fact_id)

    def written_by(self, writer: str) -> list[Fact]:
        """Live facts whose current text somebody wrote, the oldest first."""
        with self._reading() as connection:
            return facts.written_by(connection, writer)

    @contextlib.contextmanager
    def searching(self) -> Iterator[IndexReader]:
        """The word index as it stands at one moment."""
        with self._reading() as connection:
            yield IndexReader(connection)

    def safety_copies(self) -> list[Path]:
        """The copies that were kept before an upgrade."""
        return list(itertools.takewhile(Path.exists, _safety_copies(self.path)))

    def close(self) -> None:
        """Let go of the file. An erasure that is not complete is left to whoever opens it next."""
        self._note_deliveries(1.0)
        self._sweeper.close()
        if self._wrote and self._database.identity() == self._prepared:
            older_index.bring_up_to_date(self._database)
        self._wrote = False
        self._database.close()

    # --- keeping in step with other programs and tokenizers ---

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """One state of the file, with what another program wrote to it adopted first."""
        self._check_file()
        if self._database.writable:
            with self._database.reading() as connection:
                if not facts.has_foreign_writes(connection):
                    yield connection
                    return
            with contextlib.suppress(StoreBusy):  # somebody is writing: a reader does not wait for that, the next one adopts
                self._adopt_foreign_writes()
        with self._database.reading() as connection:
            yield connection

    def _adopt_foreign_writes(self) -> None:
        upgrading.adopt_backlog(self._database, self._indexer, self._clock, patience=_PATIENCE)
        with self._database.writing(patience=_PATIENCE) as connection:
            upgrading.adopt_few(connection, self._indexer, self._clock)


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

    def holders(self, terms: Sequence[str]) -> list[int]:
        """Facts that hold one of the terms."""
        return index.holders(self._connection, terms)

    def newest_holders(self, *groups: Sequence[str], limit: int, wanted: Wanted = ANY) -> list[int]:
        """The newest wanted facts that hold a term of each group."""
        return index.newest_holders(self._connection, *groups, limit=limit, wanted=wanted)

    def likely_copies(self, fact_id: int, terms: Collection[str], share: float, *, limit: int = 50) -> list[int]:
        """Other facts that hold this share of a fact's own terms, among the newest `limit` that may: to be held against it one by one."""
        return likeness.likely_copies(self._connection, fact_id, terms, share, limit)

    def names_of_all(self, name: str | None = None) -> list[tuple[int, list[int]]]:
        """Every name that several live facts are about with the ids of these, the oldest first; or only those that somebody means by a name."""
        return linking_names.shared(self._connection, None if name is None else finding_names.find(self._connection, name))

    def names_spelt_elsewhere(self, words: Sequence[str]) -> list[str]:
        """The names that begin with one of some words as another script writes it, and their other names. One statement."""
        return finding_names.spelt_elsewhere(self._connection, words)

    def terms_of_all(self) -> list[tuple[int, str]]:
        """Every live fact's id with its terms, joined by spaces."""
        return index.terms_of_all(self._connection)

    def counts_of_all(self) -> dict[str, int]:
        """Every term with the number of live facts that hold it."""
        return index.counts_of_all(self._connection)

    def with_numbers_in_keywords(self) -> list[tuple[int, str]]:
        """The live facts whose keywords hold digits, with their texts."""
        return index.with_numbers_in_keywords(self._connection)

    def postings(self, fact_ids: Sequence[int], wanted: Wanted = ANY) -> list[Posting]:
        """Of these facts the wanted ones with their terms, in any order."""
        return facts.postings(self._connection, fact_ids, wanted)


def _is_pending(connection: sqlite3.Connection) -> bool:
    """Whether something that was erased or has expired may still stand in the file."""
    pending = connection.execute("SELECT 1 FROM holodream_info WHERE key IN (?, ?) LIMIT 1", (erasure.PENDING, deliveries.EXPIRED)).fetchone()
    return pending is not None


def _has_facts(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'facts'").fetchone() is not None


def _safety_copy(connection: sqlite3.Connection, path: Path) -> None:
    """Before an upgrade: a checked copy, kept beside the file and beside older copies."""
    target = next(target for target in _safety_copies(path) if not target.exists())
    backup.back_up(connection, target)  # for its owner alone, whoever may read the file
    log.info("store: %s is of an older format; kept a copy as %s", path, target.name)


def _safety_copies(path: Path) -> Iterator[Path]:
    """The names that copies before an upgrade may have, in their order."""
    yield path.with_name(f"{path.name}.before-holodream")
    for number in itertools.count(2):
        yield path.with_name(f"{path.name}.before-holodream-{number}")
