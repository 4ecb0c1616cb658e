"""What the agent was given and what it reported: a log that changes nothing else, holds no text, ends after a month and then is gone."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from holodream.recall.indexing import index_terms
from holodream.store import Declined, Draft, Store
from holodream.store.deliveries import DAYS, MOST

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=timezone.utc)


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    opened = Store(tmp_path / "memory.db", index_terms, clock=clock)
    for number in range(1, 6):
        text = f"Plum tree {number} stands in orchard {number}."
        opened.add(Draft(text, index_terms(text, (), ()), guessed=()))
    yield opened
    opened.close()


def give(store: Store, *facts: int, session: str | None = "s1", kind: str = "block") -> None:
    store.deliver(kind, [(fact, 1) for fact in facts], session)  # type: ignore[arg-type]
    store.write_deliveries()


def write_all(store: Store) -> None:
    """Until nothing waits any more: another thread or process may be writing."""
    while store._undelivered:
        store.write_deliveries()


def bytes_of(store: Store) -> bytes:
    return b"".join(path.read_bytes() for path in store.path.parent.iterdir() if path.name.startswith(store.path.name) and not path.name.endswith("-shm"))


def outcomes(store: Store) -> list[tuple[int, str | None]]:
    return [(given.fact_id, given.outcome) for delivery in store.deliveries(MOST) for given in delivery.facts]


def test_what_was_given_and_what_came_of_it(store: Store) -> None:
    give(store, 1, 2)
    give(store, 2, 3, kind="search")
    store.report_outcome("helped", [2], "s1")
    store.report_outcome("misled", [1], "s1")
    store.report_missed(5, "s1")
    assert outcomes(store) == [(2, "helped"), (3, None), (1, "misled"), (2, None)]
    last = store.deliveries(1)[0]
    assert (last.kind, last.session, last.missed, last.missed_fact, last.given_at) == ("search", "s1", True, 5, NOW)
    assert [delivery.delivery_id for delivery in store.deliveries(10, fact_id=5)] == [last.delivery_id]
    store.report_outcome("misled", [2], "s1")
    assert outcomes(store)[0] == (2, "misled"), "the last word counts"


def test_only_what_was_really_given_in_the_session_can_be_reported(store: Store) -> None:
    give(store, 1)
    give(store, 2, session="s2")
    for fact_ids in ([2], [1, 2], [99]):
        with pytest.raises(Declined):
            store.report_outcome("helped", fact_ids, "s1")
    with pytest.raises(Declined):
        store.report_missed(None, "s3")
    with pytest.raises(Declined):
        store.report_missed(99, "s1")
    assert all(outcome is None for _, outcome in outcomes(store))


def test_trust_source_and_order_stay(store: Store) -> None:
    before = store.listed()
    give(store, 1, 2, 3)
    store.report_outcome("misled", [1, 2, 3], "s1")
    assert store.listed() == before
    assert len(store.history(1).events) == 0


def test_a_month_and_no_longer(store: Store, clock: Clock) -> None:
    give(store, 1, session="the-old-session")
    clock.now += timedelta(days=DAYS - 1)
    give(store, 2)
    assert b"the-old-session" in bytes_of(store)
    clock.now += timedelta(days=1, seconds=1)
    assert outcomes(store) == [(2, None)], "not seen any more, even before anybody writes"
    give(store, 3)
    assert store.erased(10)
    assert b"the-old-session" not in bytes_of(store)
    assert outcomes(store) == [(3, None), (2, None)]


@pytest.mark.parametrize("act", ["add", "rate", "report"])
def test_any_write_lets_what_is_expired_go(store: Store, clock: Clock, act: str) -> None:
    give(store, 1, session="the-old-session")
    clock.now += timedelta(days=DAYS - 1)
    give(store, 1, session="s1")
    clock.now += timedelta(days=2)
    if act == "add":
        store.add(Draft("The bridge is closed.", index_terms("The bridge is closed.", (), ()), guessed=()))
    elif act == "rate":
        store.rate(1, 0.1)
    else:
        store.report_outcome("helped", [1], "s1")
    assert store.erased(10)
    assert b"the-old-session" not in bytes_of(store)


def test_no_copy_stays_in_a_file_full_of_reports(store: Store, clock: Clock) -> None:
    """SQLite leaves copies of rows where it splits and joins pages."""
    for number in range(300):
        give(store, *range(1, 1 + number % 5 + 1), session=f"expiring-session-{number:04d}")
        if number % 3 == 0:
            store.report_outcome("helped", [1], f"expiring-session-{number:04d}")
    clock.now += timedelta(days=DAYS - 1)
    for number in range(300):
        give(store, 1, session=f"staying-session-{number:04d}")
    clock.now += timedelta(days=2)
    give(store, 2)
    assert store.erased(10)
    left = bytes_of(store)
    assert b"expiring-session" not in left
    assert left.count(b"staying-session") >= 300


def test_a_thousand_deliveries_and_no_more(store: Store) -> None:
    for number in range(MOST + 50):
        store.deliver("block", [(1, 1)], f"session-{number:05d}")
        if number % 90 == 0:
            write_all(store)
    give(store, 2, session="the-last-one")
    write_all(store)
    kept = store.deliveries(MOST + 100)
    assert len(kept) <= MOST
    assert kept[0].session == "the-last-one"
    assert store.erased(10)
    assert b"session-00000" not in bytes_of(store)


def test_forgetting_a_fact_erases_its_reports(store: Store) -> None:
    give(store, 1, 2, session="both")
    give(store, 1, session="only-the-forgotten")
    store.report_outcome("helped", [1, 2], "both")
    store.report_missed(1, "both")
    store.forget(1, most_keywords=12)
    assert store.erased(10)
    assert outcomes(store) == [(2, "helped")]
    assert store.deliveries(10)[0].missed_fact is None
    assert b"only-the-forgotten" not in bytes_of(store)
    give(store, 1)
    assert outcomes(store) == [(2, "helped")], "a fact that is gone is not noted any more"


def test_noting_waits_for_no_other_process(store: Store) -> None:
    with subprocess.Popen([sys.executable, "-c", _HOLD, store.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holding:
        assert holding.stdout is not None
        assert holding.stdin is not None
        assert holding.stdout.readline() == "locked\n"
        store._database._busy_seconds = 3600
        give(store, 1)  # would not come back: the other one lets go only afterwards
        give(store, 2)
        holding.stdin.close()
    store._database._busy_seconds = 10
    give(store, 3)
    assert [fact for fact, _ in outcomes(store)] == [3, 2, 1], "noted later, in order"


_HOLD = (
    "import sqlite3, sys\n"
    "file = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    "file.execute('BEGIN IMMEDIATE')\n"
    "print('locked', flush=True)\n"
    "sys.stdin.read()\n"
)


def test_a_reader_holds_up_the_bytes_and_nobody_else(store: Store, clock: Clock) -> None:
    give(store, 1, session="the-old-session")
    clock.now += timedelta(days=DAYS + 1)
    with store._database.reading() as connection:
        connection.execute("SELECT count(*) FROM facts").fetchone()
        give(store, 2)
        assert not store.erased(0.3), "said to be pending"
        assert outcomes(store) == [(2, None)]
    give(store, 3)
    assert store.erased(10)
    assert b"the-old-session" not in bytes_of(store)


def test_who_opens_the_file_next_completes_it(store: Store, clock: Clock, tmp_path: Path) -> None:
    give(store, 1, session="the-old-session")
    clock.now += timedelta(days=DAYS + 1)
    store._sweeper._closing.set()  # as if the process died before the bytes went
    give(store, 2)
    store.close()
    again = Store(tmp_path / "memory.db", index_terms, clock=clock)
    assert again.erased(10)
    assert b"the-old-session" not in bytes_of(again)
    again.close()


def test_many_threads_note_and_report(store: Store) -> None:
    failures: list[BaseException] = []

    def work(name: str) -> None:
        try:
            for _ in range(20):
                give(store, 1, 2, session=name)
                store.report_outcome("helped", [1], name)
        except BaseException as error:  # noqa: BLE001 - reported below
            failures.append(error)

    threads = [threading.Thread(target=work, args=(f"s{number}",)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert outcomes(store).count((1, "helped")) == 120


def test_rows_of_a_stranger_hurt_nobody(store: Store) -> None:
    with store.writing() as connection:
        connection.execute("INSERT INTO deliveries (given_at, kind, facts) VALUES ('nonsense', 'block', 'what 1:? :: 7:7')")
    give(store, 1)
    assert outcomes(store)[0] == (1, None)
