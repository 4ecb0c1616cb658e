"""The night's counting: what messages say of facts, in time of the processor and memory, for few facts with long messages and many with short ones."""

from __future__ import annotations

import argparse
import itertools
import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from . import stores
from .tables import ROOT, table

LONG, SHORT = 600, 63  # characters of a person's own words: the long messages of the goal, and those of a family chat
_QUOTE, _QUOTED = 523, 0.46  # characters of a quote, share of messages that have one
_ABOUT = 0.15  # share of messages with a sentence of one of the facts in them
_STRANGE = 0.1  # share of the made-up sentences that are mixed in, with words of all kinds
_SPOKEN = ("en", "ru", "de")  # the languages of the household
_BEGINNING = datetime(2026, 1, 5, 7, tzinfo=UTC)
_GOALS = ((190, 1_600, LONG), (5_000, 100_000, SHORT))


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench night", description=__doc__)
    parser.add_argument("--all", action="store_true", help="the large goal as well: 5,000 facts and 100,000 messages, about a minute")
    parser.add_argument("--one", type=int, nargs=3, metavar=("FACTS", "MESSAGES", "CHARACTERS"), help="one size in this process, as JSON")
    chosen = parser.parse_args(arguments)
    if chosen.one:
        print(json.dumps(_measured(*chosen.one)))
        return
    sizes = [(190, 400, LONG), (190, 800, LONG), _GOALS[0], (1_000, 10_000, SHORT), (2_000, 20_000, SHORT), *([_GOALS[1]] if chosen.all else [])]
    rows = []
    for facts, messages, length in sizes:
        found = _in_its_own_process(facts, messages, length)
        rows.append([f"{facts:,} facts, {messages:,} messages of {length} characters", *found])
    print("goals: 190 facts and 1,600 long messages in 2 s and 256 MB, 5,000 and 100,000 in 60 s")
    table(["", "seconds of the processor", "ms a message", "MB", "confirmed", "contradicted"], rows)


def _in_its_own_process(facts: int, messages: int, length: int) -> list[object]:
    command = [sys.executable, "-m", "bench", "night", "--one", str(facts), str(messages), str(length)]
    found: list[object] = json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout)
    return found


def _measured(facts: int, messages: int, length: int) -> list[object]:
    """Seconds of the processor with everything that is loaded on the way, milliseconds a message, megabytes, and what was counted."""
    from holodream.night.counting import counted
    from holodream.night.inputs import NightFact, Utterance

    made = _facts(facts)
    known = [NightFact(number, 1, text) for number, (_, text) in enumerate(made, 1)]
    said = [
        Utterance(str(number), "p1", _BEGINNING + timedelta(minutes=7 * number), "c1", "s1", text, quote)
        for number, (text, quote) in enumerate(_talk(made, messages, length))
    ]
    start = time.process_time()
    found = counted(known, said, timezone="Europe/Berlin")
    took = time.process_time() - start
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    mentions = [sum(len(one.confirmed) for one in found.values()), sum(len(one.contradicted) for one in found.values())]
    return [took, 1000 * took / messages, megabytes, *mentions]


def _facts(count: int) -> list[tuple[str, str]]:
    """Facts with their languages: invented ones of the project, and made-up ones where these are too few."""
    known = [(code, fact["text"]) for code in _SPOKEN for fact in _read("recall", code)["facts"]]
    made = ((fact.language, fact.text) for fact in stores.facts(8 * count) if fact.language in _SPOKEN)
    return [*known, *itertools.islice(made, max(0, count - len(known)))][:count]


def _read(folder: str, code: str) -> Any:
    return json.loads((ROOT / "training" / folder / f"{code}.json").read_text(encoding="utf-8"))


def _talk(made: Sequence[tuple[str, str]], count: int, length: int) -> Iterator[tuple[str, str]]:
    """Own words and quotes: lines of chats about other things in one language, some with a sentence about a fact among them."""
    chance = random.Random(3)
    others = {code: [row["message"] for row in _read("corroboration", code)] + [row["text"] for row in _read("recall", code)["nothing"]] for code in _SPOKEN}
    for fact in stores.facts(4_000, seed=4):
        if fact.language in _SPOKEN and chance.random() < _STRANGE:
            others[fact.language].append(fact.text)
    for _ in range(count):
        code, text = chance.choice(made)
        about = [text] if chance.random() < _ABOUT else []
        quote = _sentences(chance, others[code], [text], _QUOTE) if chance.random() < _QUOTED else ""
        yield _sentences(chance, others[code], about, int(chance.uniform(0.3, 1.7) * length)), quote


def _sentences(chance: random.Random, others: list[str], first: list[str], length: int) -> str:
    parts = list(first)
    while sum(map(len, parts)) < length:
        parts.append(chance.choice(others))
    chance.shuffle(parts)
    return ". ".join(parts)
