"""A disk that fails at any single moment, for once or for good: a clear error, nothing lost, and all is well when the disk is.

A small library (failing_disk.c) is put before the C library's calls; the test needs a C compiler and Linux.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import holodream

from ..old_provider import OldProvider
from ..support import run_python
from .checks import check_file

_COMPILER = next((compiler for compiler in ("cc", "gcc", "clang") if shutil.which(compiler)), None)
pytestmark = pytest.mark.skipif(sys.platform != "linux" or _COMPILER is None, reason="needs Linux and a C compiler")

# of each action, at how many operations of the disk it is let fail; 40 reach every one of them
MOMENTS = int(os.environ.get("HOLODREAM_DISK_FAULTS", "8"))


@pytest.fixture(scope="module")
def failing_disk(tmp_path_factory: pytest.TempPathFactory) -> str:
    library = tmp_path_factory.mktemp("library") / "failing_disk.so"
    source = Path(__file__).with_name("failing_disk.c")
    subprocess.run([str(_COMPILER), "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True)
    return str(library)


_LIFE = """
import ctypes, errno, os, sys
import holodream
from holodream.store import store

path, library, moments, journal = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
disk = ctypes.CDLL(library).disk_fails
if journal == "delete":
    store.choose_journal = lambda connection, _path: str(connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0])
WAYS = {"error": (errno.EIO, 0), "torn": (errno.EIO, 1), "full": (errno.ENOSPC, 1)}
memory = holodream.open(path)
for number in range(8):
    memory.add(f"Jar {number} of the cellar holds plums.", entities=["Jar"], keywords=["cellar"])

def state():
    return {fact.fact_id: (fact.content, fact.version, fact.helpful, len(memory.history(fact.fact_id).copies)) for fact in memory.list(limit=1000)}

def actions(number):
    ids = sorted(state())
    long = f"Jar {number} holds {'plums, pears and ' * 200} apples."
    yield lambda: memory.add(long)
    yield lambda: memory.change(ids[0], f"Jar {number} holds figs.")
    yield lambda: memory.merge(ids[1], [ids[2]])
    yield lambda: memory.feedback(ids[1], "helpful")
    yield lambda: memory.unmerge(ids[1])
    yield lambda: memory.forget(max(state()))
    yield lambda: memory.settle(0.3)
    yield lambda: list(memory.store.records())

failed = raised = 0
for after in range(moments):
    for way, (code, torn) in WAYS.items():
        for times in (1, 10**9):
            for place, act in enumerate(actions(f"{after}-{way}-{times}")):
                before, error = state(), None
                memory.store._database.close() if (after + place) % 3 == 0 else None  # with files that have to be opened
                memory.store._database._closed = False
                disk(after, times, code, torn)
                try:
                    act()
                except holodream.HolodreamError as caught:
                    error = caught
                failures = disk(-1, 0, 0, 0)
                now = state()
                assert error is None or failures, f"an error without a failure of the disk: {error!r}"
                if error is not None:
                    raised += 1
                    assert "Jar" not in str(error), error
                    assert isinstance(error, holodream.StoreError), repr(error)
                    assert any(word in str(error) for word in ("space", "check", "Check", "again")), error
                failed += bool(failures)
                assert error is not None or place not in (0, 1, 3, 5) or now != before, "what was acknowledged is not there"
                again = memory.feedback(min(now), "helpful")  # the disk is well again
                assert again.status == "rated"
                assert state()[min(now)][2] == now[min(now)][2] + 1
                lost = {fact_id for fact_id in before if fact_id not in now}
                assert len(lost) <= 1, "one action takes one fact away at most"
                if error is not None and now != before:
                    assert len(set(before.items()) ^ set(now.items())) <= 3, "not wholly and not not at all"
assert failed > moments and raised > moments, (failed, raised)
assert memory.settle(20)
kept = state()
memory.close()
with holodream.open(path) as memory:
    assert state() == kept
print(failed, raised)
"""


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_a_disk_that_fails_at_any_moment(tmp_path: Path, failing_disk: str, journal: str) -> None:
    path = tmp_path / "memory.db"
    run_python(_LIFE, path, failing_disk, MOMENTS, journal, seconds=600, LD_PRELOAD=failing_disk)
    check_file(path)


_UPGRADE = """
import ctypes, errno, sys
import holodream
disk = ctypes.CDLL(sys.argv[2]).disk_fails
disk(int(sys.argv[3]), int(sys.argv[4]), errno.EIO, 1)
try:
    with holodream.open(sys.argv[1]) as memory:
        memory.list()
except holodream.StoreError as error:
    assert "Jar" not in str(error), error
print(disk(-1, 0, 0, 0))
"""


@pytest.mark.parametrize("times", [1, 10**9])
def test_an_upgrade_on_a_disk_that_fails(tmp_path: Path, failing_disk: str, times: int) -> None:
    original = tmp_path / "original.db"
    with OldProvider(original) as old:
        for number in range(60):
            old.add(f"Jar {number} holds {number * 3} plums.")
    for after in range(0, 2 * MOMENTS * 8, 16):
        folder = tmp_path / str(after)
        folder.mkdir()
        path = folder / "memory.db"
        shutil.copy(original, path)
        run_python(_UPGRADE, path, failing_disk, after, times, LD_PRELOAD=failing_disk)
        with OldProvider(path) as old:
            assert len(old.listed()) == 60
        with holodream.open(path) as memory:
            assert len(memory.list(limit=1000)) == 60
        check_file(path)
