"""The outcomes of tasks, as the store offers them: what is given is noted without holding anybody up, what is reported is written at once."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from ..errors import StoreBusy, StoreError
from . import deliveries
from .database import Database
from .deliveries import Delivery, Kind, Outcome
from .records import Declined
from .sweeping import Sweeper

log = logging.getLogger("holodream.store")

_PATIENCE = 0.01  # seconds that noting a delivery waits for another writer; then it is noted later
_MOST_WAITING = 100  # deliveries that are not noted yet
_SWEEP_SECONDS = 0.02  # how long the caller that notices an expired report waits for its bytes to go


class OutcomesOfTasks(ABC):
    """The part of a store that knows what the agent was given."""

    _clock: Callable[[], datetime]
    _database: Database
    _sweeper: Sweeper

    @abstractmethod
    def writing(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """One transaction of ours."""

    @abstractmethod
    def _reading(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        """One state of the file."""

    def _prepare_outcomes(self) -> None:
        self._undelivered: deque[tuple[Kind, Sequence[tuple[int, int]], str | None]] = deque()
        self._noting = threading.Lock()

    def deliver(self, kind: Kind, given: Sequence[tuple[int, int]], session: str | None) -> None:
        """Note which (fact, version) the agent is given. Only in memory: touches no file, see `write_deliveries`."""
        if given and self._database.writable and len(self._undelivered) < _MOST_WAITING:
            self._undelivered.append((kind, given, session))

    def write_deliveries(self) -> None:
        """Write what was noted to the file. Waits for nobody: what cannot be written now is written with what comes next."""
        self._note_deliveries(0)

    def report_outcome(self, outcome: Outcome, fact_ids: Sequence[int], session: str | None) -> None:
        """Note that facts helped or misled. Declined, and nothing is noted, when one was not given in this session."""
        with self._writing_all() as connection:
            unknown = deliveries.report(connection, outcome, fact_ids, session)
            if unknown:
                raise Declined("refused", f"Fact {unknown[0]} was not given to you in this session. Nothing was noted.", unknown[0])

    def report_missed(self, fact_id: int | None, session: str | None) -> None:
        """Note that the last delivery of a session lacked a fact, or this one. Declined when nothing was given there."""
        with self._writing_all() as connection:
            if fact_id is not None and not connection.execute("SELECT 1 FROM fact_heads WHERE fact_id = ?", (fact_id,)).fetchone():
                raise Declined("refused", f"There is no fact {fact_id}. Nothing was noted.", fact_id)
            if not deliveries.report_missed(connection, fact_id, session):
                raise Declined("refused", "No fact was given to you in this session yet. Nothing was noted.", fact_id or 0)

    def deliveries(self, limit: int, fact_id: int | None = None) -> list[Delivery]:
        """What the agent was given, the newest first."""
        self._note_deliveries(1.0)
        with self._reading() as connection:
            return deliveries.log(connection, limit, fact_id, self._clock())

    @contextlib.contextmanager
    def _writing_all(self) -> Iterator[sqlite3.Connection]:
        """A transaction that begins with what was noted until now."""
        with self._noting:
            with self.writing() as connection:
                written = self._write_undelivered(connection)
                yield connection
            self._drop(written)
        self._sweep()

    def _note_deliveries(self, seconds: float) -> None:
        """Write down what waits, if nobody else is writing; another thread that is at it is waited for so long."""
        if not self._undelivered or not self._noting.acquire(timeout=seconds):
            return
        try:
            with self._database.writing(patience=_PATIENCE, lasting=False) as connection:
                written = self._write_undelivered(connection)
                expired = deliveries.expire(connection, self._clock()) or deliveries.is_pending(connection) is not None
            self._drop(written)
        except StoreBusy:
            return
        except StoreError as error:
            log.warning("store: what the agent was given is not noted (%s)", type(error).__name__)
            self._undelivered.clear()
            return
        finally:
            self._noting.release()
        if expired:
            self._sweeper.wake()
            self._sweep()

    def _write_undelivered(self, connection: sqlite3.Connection) -> int:
        waiting = list(self._undelivered)
        for kind, given, session in waiting:
            deliveries.note(connection, kind, given, session, self._clock())
        return len(waiting)

    def _drop(self, written: int) -> None:
        for _ in range(written):
            self._undelivered.popleft()

    def _sweep(self) -> None:
        """Whoever noticed an expired report waits a moment for its bytes to go, and no longer."""
        self._sweeper.wait_idle(_SWEEP_SECONDS)
