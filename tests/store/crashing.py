"""Run as a script: for each line of standard input (JSON: what, path, seed, milliseconds) a child works on a store until it is killed.

Answers with one line of JSON: what the child said before ("about to") and after ("done") each action. Children are forked from a process
that has loaded everything, so that hundreds of them take seconds.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import holodream

Say = Callable[..., None]
_TIMED = 10  # facts that are saved to see how fast this machine is
_USUAL = 4.0  # milliseconds for saving a fact: on a slower or busier machine children live longer


def live(path: str, seed: int, say: Say) -> None:
    """Add, change, merge, end and forget facts for ever."""
    chance = random.Random(seed)
    with holodream.open(path) as memory:
        ids = [fact.fact_id for fact in memory.list(limit=1000)]
        for number in range(100_000):
            act = chance.choice(("add", "add", "add", "change", "merge", "unmerge", "end", "forget")) if len(ids) > 6 else "add"
            text = f"Jar {seed}-{number} holds {chance.choice(('plums', 'pears', 'figs'))} of the year {chance.randrange(1000)}."
            one, other = chance.sample(ids, 2) if len(ids) > 6 else (0, 0)
            say("about to", act, one, other, text)
            if act == "add":
                ids.append(memory.add(text, entities=["Jar"], keywords=["cellar"]).fact_id or 0)
            elif act == "change":
                memory.change(one, text)
            elif act == "merge":
                memory.merge(one, [other])
                ids.remove(other)
            elif act == "unmerge":
                ids += memory.unmerge(one).copies
            elif act == "end":
                memory.end(one)
                ids.remove(one)
            else:
                gone = memory.forget(one).fact_ids
                ids = [fact_id for fact_id in ids if fact_id not in gone]
            say("done")


def upgrade(path: str, _seed: int, say: Say) -> None:
    """Open a file of the older provider, and add a fact."""
    with holodream.open(path) as memory:
        say("done")
        memory.add("The bridge is closed.")
        time.sleep(10)


def child(what: str, path: str, seed: int, pipe: int) -> None:
    def say(*words: Any) -> None:
        os.write(pipe, (json.dumps(words) + "\n").encode())

    {"live": live, "upgrade": upgrade}[what](path, seed, say)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, holodream.open(f"{folder}/memory.db") as memory:  # loads everything
        for text in ("Jar 1 holds plums of the year 3.", "Jar 2 holds figs of the year 4."):
            memory.add(text, entities=["Jar"], keywords=["cellar"])
        began = time.perf_counter()
        for number in range(_TIMED):
            memory.add(f"Jar {number + 3} holds nuts of the year {number}.", entities=["Jar"], keywords=["cellar"])
        slower = max(1.0, (time.perf_counter() - began) * 1000 / _TIMED / _USUAL)
    for line in sys.stdin:
        what, path, seed, milliseconds = json.loads(line)
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            try:
                child(what, path, seed, writing)
            finally:
                os._exit(7)  # it was to be killed
        os.close(writing)
        time.sleep(slower * milliseconds / 1000)
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        with os.fdopen(reading, encoding="utf-8") as told:
            words = [json.loads(said) for said in told]
        print(json.dumps([os.waitstatus_to_exitcode(status), words]), flush=True)


if __name__ == "__main__":
    main()
