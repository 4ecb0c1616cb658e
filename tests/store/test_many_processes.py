"""Several processes with several threads each work on one file: no update is lost, nobody is told "locked", no reader waits.

HOLODREAM_OPERATIONS sets how many operations are done in all (bench/processes.py does 20,000).
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import holodream

from ..support import start_python
from .checks import check_file

PROCESSES, THREADS = 4, 2
OPERATIONS = int(os.environ.get("HOLODREAM_OPERATIONS", "1600"))

WORKER = """
import json, random, sys, threading, time
import holodream

path, number, operations = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
THREADS = 2
told = [dict(added=[], helpful=0, changed=0, refused=0, waits=[]) for _ in range(THREADS)]
errors = []

def work(place):
    chance, own, mine = random.Random(number * 10 + place), [], told[place]
    memory = holodream.open(path)
    for step in range(operations):
        act = chance.random()
        try:
            if act < 0.25 or len(own) < 3:
                text = f"Jar {number}-{place}-{step} holds plums of {chance.randrange(100)} trees."
                own.append(memory.add(text, entities=["Jar"], by=f"p{number}").fact_id)
                mine["added"].append(text)
            elif act < 0.40:
                memory.feedback(1, "helpful")
                mine["helpful"] += 1
            elif act < 0.48:  # everybody counts up one fact, guarded by the version that was read
                while True:
                    seen = memory.get(2)
                    count = int(seen.content.split()[2]) + 1
                    done = memory.change(2, f"The count {count} stands on the door.", expect=seen.version)
                    if done.status == "changed":
                        mine["changed"] += 1
                        break
                    assert done.status == "changed_since", done
                    mine["refused"] += 1
            elif act < 0.54:
                one, other = chance.sample(own, 2)
                assert memory.merge(one, [other]).status == "merged"
                if step % 2:
                    assert memory.unmerge(one, [other]).status == "unmerged"
                else:
                    own.remove(other)
            elif act < 0.56:
                memory.end(own[0])
                memory.revert(own[0], 1)
            elif act < 0.57:
                memory.forget(own.pop())
                mine["added"].pop(0)  # how many are left is what is checked
            else:
                start = time.perf_counter()
                if act < 0.9:
                    memory.get(chance.choice(own))
                elif act < 0.95:
                    memory.list(limit=10)
                else:
                    memory.history(1)
                mine["waits"].append(time.perf_counter() - start)
        except Exception as error:
            errors.append(f"{type(error).__name__}: {error}")
    memory.close()

threads = [threading.Thread(target=work, args=(place,)) for place in range(THREADS)]
for thread in threads: thread.start()
for thread in threads: thread.join()
waits = sorted(wait for mine in told for wait in mine["waits"])
print(json.dumps(dict(added=sum(len(mine["added"]) for mine in told), helpful=sum(mine["helpful"] for mine in told),
    changed=sum(mine["changed"] for mine in told), refused=sum(mine["refused"] for mine in told), waits=waits, errors=errors)))
"""


def run(path: Path, operations: int) -> list[dict[str, object]]:
    """Let all processes work; what each of them says."""
    with holodream.open(path) as memory:
        memory.add("Everybody rates this fact about the door.")
        memory.add("The count 0 stands on the door.")
    each = operations // (PROCESSES * THREADS)
    processes = [start_python(WORKER, path, number, each) for number in range(PROCESSES)]
    told = []
    for process in processes:
        out, err = process.communicate(timeout=600)
        assert process.returncode == 0, err
        told.append(json.loads(out))
    return told


def test_mixed_work_of_several_processes(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    told = run(path, OPERATIONS)
    assert [error for one in told for error in one["errors"]] == []  # type: ignore[attr-defined]
    with holodream.open(path) as memory:
        assert memory.settle(60)
        assert memory.get(1).helpful == sum(one["helpful"] for one in told)  # type: ignore[misc]
        changed = sum(one["changed"] for one in told)  # type: ignore[misc]
        assert memory.get(2).content == f"The count {changed} stands on the door."
        assert memory.get(2).version == changed + 1
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT count(*) FROM fact_heads").fetchone()[0] - 2 <= sum(one["added"] for one in told)  # type: ignore[misc]
    check_file(path)
    waits = sorted(wait for one in told for wait in one["waits"])  # type: ignore[attr-defined]
    assert waits[int(len(waits) * 0.99)] < 0.1, "readers waited"
