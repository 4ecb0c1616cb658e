"""Facts that leave a store as records, and records that come in."""

from __future__ import annotations

import contextlib
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from . import backup, graves, importing, linking_names, names, portable, transfer
from .database import Database
from .importing import Plan
from .naming import index_again
from .records import Indexer, Progress
from .transfer import Record

_PORTION = 200  # facts written in one transaction


class Exchange(ABC):
    """The part of a store that moves facts in and out."""

    _indexer: Indexer
    _clock: Callable[[], datetime]
    _database: Database

    @abstractmethod
    def writing(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """One transaction of ours."""

    @abstractmethod
    def _reading(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """One state of the file."""

    def records(self) -> Iterator[Record]:
        """Everything that the store knows, all from one state of the file."""
        with self._reading() as connection:
            yield from transfer.read_all(connection)

    def records_of_texts(self, texts: Iterable[str], category: str, trust: float, reason: str) -> Iterator[Record]:
        """Texts without a history as records for `plan`."""
        return portable.records_of_texts(texts, category, trust, reason, self._clock())

    def records_of_file(self, path: Path) -> Iterator[Record]:
        """The facts of another store, or of a file of the older provider, as records for `plan`."""
        return portable.records_of_file(path, self._clock())

    def plan(self, records: Iterable[Any]) -> Plan:
        """What would become of records; writes nothing."""
        with self._reading() as connection:
            return importing.plan(connection, records)

    def carry_out(self, plan: Plan, *, progress: Progress | None = None) -> None:
        """Write what a plan holds, some hundred facts in one transaction. Done again after a break, it goes on where it was."""
        done = 0
        for portion in importing.portions(plan.new, _PORTION):
            terms = [transfer.terms_of(record, self._indexer) for record in portion]
            with self.writing() as connection:
                importing.carry_out(connection, plan, portion, terms)
            done += len(portion)
            if progress:
                progress(done, len(plan.new))
        if not (plan.graves or plan.name_graves or plan.aliases):
            return
        with self.writing() as connection:
            graves.add_graves(connection, plan.graves)
            names.add_graves(connection, plan.name_graves)
            for fact_id in linking_names.take_over(connection, plan.aliases):
                index_again(connection, fact_id, self._indexer)

    def back_up(self, target: Path, *, progress: Progress | None = None) -> None:
        """Copy everything to a new file, which is checked. InvalidArgument when there is such a file already."""
        with self._database._connection() as connection:
            backup.back_up(connection, target, progress=progress)
