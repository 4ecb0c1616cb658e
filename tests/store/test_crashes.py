"""Processes are killed at random moments, disks fill up: what was acknowledged is there, the rest wholly or not at all."""

from __future__ import annotations

import copy
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import holodream

from ..old_provider import OldProvider
from ..support import REPOSITORY, run_python
from .checks import check_file

KILLED_AT_WORK, KILLED_AT_UPGRADES = 260, 40
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")

Kill = Callable[[str, Path, int, float], list[list[Any]]]


@pytest.fixture
def kill() -> Iterator[Kill]:
    """Let a child work on a store and kill it; what it said."""
    command = [sys.executable, "-m", "tests.store.crashing"]
    with subprocess.Popen(command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        assert server.stdin
        assert server.stdout

        def killed(what: str, path: Path, seed: int, milliseconds: float) -> list[list[Any]]:
            assert server.stdin
            assert server.stdout
            server.stdin.write(json.dumps([what, str(path), seed, milliseconds]) + "\n")
            server.stdin.flush()
            code, words = json.loads(server.stdout.readline())
            assert code == -signal.SIGKILL, f"the child ended by itself ({code}) after {words[-2:]}"
            return list(words)

        yield killed
        server.stdin.close()


class Model:
    """What the store must hold: text and state of every fact, and into which one it was merged."""

    def __init__(self) -> None:
        self.facts: dict[int, tuple[str, str, int | None]] = {}
        self.last_id = 0

    def after(self, act: str, one: int, other: int, text: str) -> Model:
        new = copy.deepcopy(self)
        if act == "add":
            new.last_id += 1
            new.facts[new.last_id] = (text, "live", None)
        elif act == "change":
            new.facts[one] = (text, "live", None)
        elif act == "merge":
            new.facts[other] = (self.facts[other][0], "merged", one)
        elif act == "unmerge":
            new.facts |= {fact_id: (said, "live", None) for fact_id, (said, _, main) in self.facts.items() if main == one}
        elif act == "end":
            new.facts[one] = (self.facts[one][0], "ended", None)
        elif act == "forget":
            for fact_id in new.tree(one):
                del new.facts[fact_id]
        return new

    def tree(self, fact_id: int) -> list[int]:
        return [fact_id, *(gone for other, (_, _, main) in list(self.facts.items()) if main == fact_id for gone in self.tree(other))]


def held(path: Path) -> dict[int, tuple[str, str, int | None]]:
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT h.fact_id, v.content, h.state, h.merged_into FROM fact_heads h JOIN fact_versions v USING (fact_id, version)").fetchall()
    return {fact_id: (content, state, main) for fact_id, content, state, main in rows}


def test_a_writer_is_killed_hundreds_of_times(tmp_path: Path, kill: Kill) -> None:
    path, chance, model, acts = tmp_path / "memory.db", random.Random(5), Model(), 0
    for seed in range(KILLED_AT_WORK):
        words = kill("live", path, seed, 15 + chance.random() ** 2 * 90)
        intent: list[Any] | None = None
        for said in words:
            if said[0] == "about to":
                intent = said[1:]
            else:
                assert intent
                model, intent, acts = model.after(*intent), None, acts + 1
        if not path.exists():
            continue
        if seed % 3 == 0:  # sometimes the next child finds the file as it was left
            with holodream.open(path) as memory:
                assert memory.settle(20)
            check_file(path)
        elif not _readable(path):
            assert not model.facts
            continue
        now = held(path)
        if intent is not None and now != model.facts:
            model = model.after(*intent)
        assert now == model.facts
    assert acts > KILLED_AT_WORK, "the children were killed before they did anything"
    with holodream.open(path) as memory:
        assert memory.settle(20)
        live = {fact_id: content for fact_id, (content, state, _) in model.facts.items() if state == "live"}
        assert {fact.fact_id: fact.content for fact in memory.list(limit=1000)} == dict(sorted(live.items())[-1000:])
    check_file(path)


def _readable(path: Path) -> bool:
    """Whether the file has our tables yet: a child may have been killed while it made them."""
    with closing(sqlite3.connect(path)) as file:
        return file.execute("SELECT 1 FROM sqlite_master WHERE name = 'fact_heads'").fetchone() is not None


def test_an_upgrade_is_killed_again_and_again(tmp_path: Path, kill: Kill) -> None:
    original = tmp_path / "original.db"
    with OldProvider(original) as old:
        for number in range(300):
            old.add(f"Jar {number} holds {number * 3} plums.", tags="cellar")
        old.remove(7)
        old.rate(9, helpful=True)
        before = old.connection.execute("SELECT fact_id, content, tags, trust_score, created_at FROM facts ORDER BY fact_id").fetchall()
    chance = random.Random(6)
    for number in range(KILLED_AT_UPGRADES):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "memory.db"
        shutil.copy(original, path)
        kill("upgrade", path, 0, 4 + chance.random() * 250)
        with OldProvider(path) as old:
            assert len(old.listed()) >= 299, "the older provider still opens it"
        with holodream.open(path) as memory:
            after = [(fact.fact_id, fact.content, ",".join(fact.keywords), fact.trust) for fact in reversed(memory.list(limit=1000))]
            assert after[:299] == [row[:4] for row in before]
            assert memory.search("Jar 42").hits
            for copied in memory.store.safety_copies():
                with closing(sqlite3.connect(copied)) as file:
                    assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                    assert file.execute("SELECT fact_id, content, tags, trust_score, created_at FROM facts ORDER BY fact_id").fetchall() == before
        check_file(path)
        shutil.rmtree(folder)


# --- a full disk, and errors of the disk ---

_FULL_DISK = """
import resource, signal, sys, holodream
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
memory = holodream.open(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
done, failed = [], 0
for number in range(2000):
    try:
        if done and number % 7 == 3:
            memory.change(done[-1][0], f"Jar {number} of the cellar holds figs.")
            done[-1] = (done[-1][0], f"Jar {number} of the cellar holds figs.")
        elif done and number % 7 == 6:
            memory.forget(done[-1][0])
            done.pop()
        else:
            text = f"Jar {number} of the cellar holds {'plums, pears and ' * 10} apples."
            done.append((memory.add(text).fact_id, text))
    except holodream.StoreReadOnly as error:
        assert "space" in str(error) and "Jar" not in str(error), error
        failed += 1
        if failed == 20:
            break
assert failed == 20, "the disk never became full"
assert [fact.content for fact in memory.list(limit=1000)][:5] == [text for _, text in reversed(done)][:5]
assert memory.search("jar of the cellar").hits
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
done.append((memory.add("The bridge is closed.").fact_id, "The bridge is closed."))
assert memory.settle(20)
memory.close()
print(*(fact_id for fact_id, _ in done))
"""


@pytest.mark.parametrize("limit", [200_000, 300_000, 400_000])
def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path, limit: int) -> None:
    path = tmp_path / "memory.db"
    ids = [int(fact_id) for fact_id in run_python(_FULL_DISK, path, limit).split()]
    with holodream.open(path) as memory:
        assert memory.settle(20)
        assert [fact.fact_id for fact in memory.list(limit=1000)] == sorted(ids, reverse=True)[:1000]
    check_file(path)


_UPGRADE_ON_A_FULL_DISK = """
import resource, signal, sys, holodream
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    holodream.open(sys.argv[1]).close()
    print("upgraded")
except holodream.StoreError as error:
    assert "Jar" not in str(error)
    print("refused")
"""


@pytest.mark.parametrize("limit", [10_000, 60_000, 90_000, 150_000, 250_000])
def test_an_upgrade_on_a_full_disk(tmp_path: Path, limit: int) -> None:
    path = tmp_path / "memory.db"
    with OldProvider(path) as old:
        for number in range(300):
            old.add(f"Jar {number} holds {number * 3} plums.")
    run_python(_UPGRADE_ON_A_FULL_DISK, path, limit)
    with OldProvider(path) as old:
        assert len(old.listed()) == 300
    with holodream.open(path) as memory:
        assert len(memory.list(limit=1000)) == 300
    check_file(path)
