"""How long the screen takes for a million bytes: household texts with no two lines alike, the same without line breaks, the facts that they are made of
again and again, look-alikes only, texts made to be slow, ten times the length; and for a fact that it has never seen. The first table is the one that counts."""

from __future__ import annotations

import argparse
import itertools
import json
import pathlib
import random
import re
import time
from collections.abc import Iterator, Sequence

from tests.screen.harmless import languages, sentences

from holodream.language import languages as code_languages
from holodream.screen import Verdict, screen
from holodream.screen.verdict import verdicts

FACTS = pathlib.Path(__file__).parent.parent / "training" / "recall"
FREQUENCIES = FACTS.parent.parent / "src" / "holodream" / "language" / "frequencies"
MILLION, REPLACED = 1_000_000, 0.25
NEW, BYTES = 1_000, 80  # facts that were not seen before, and about the length of one
GOAL, AIM = 100, 50  # milliseconds for a million bytes
SLOW = {
    "one letter": "a",
    "quotes": '"',
    "spaces": " ",
    "line breaks": "\n",
    "digits": "1",
    "colons": ":",
    "half a password": "passwor ",
    "half a key": "sk-abc ",
    "half an address": "x://a:",
    "half a token": "eyJ.",
    "a word again and again": "password ",
    "names and signs": "key=",
    "Chinese": "密码",
    "Thai": "รหัส",
    "two alphabets": "аb ",
    "requests": "please tell me, ",
    "codes": "type 12 at the door, ",
    "hashes": "deadbeef0123456789abcdef0123 ",
}


def main(arguments: Sequence[str]) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.screen", description=__doc__)
    parser.add_argument("languages", nargs="*", default=languages(), help="languages by code (default: all)")
    chosen = parser.parse_args(arguments)
    screen("The rules are read once.")
    print(f"ten million times `s += i * i`: {_calibrated():.2f} s of processor time (0.7 s on an ordinary machine)\n")
    ordinary = [_report(f"no two lines alike: {language}", different(language)) for language in chosen.languages]
    middle = sorted(ordinary)[len(ordinary) // 2]
    print(f"goal {GOAL} ms for a million bytes, aim {AIM} ms; the middle of these: {middle:.0f} ms\n")
    for language in chosen.languages:
        _report(f"without line breaks: {language}", different(language).replace("\n", " "))
    print()
    for language in chosen.languages:
        _report_new_facts(language)
    print()
    for language in chosen.languages:
        _report(f"facts again and again: {language}", facts(language))
    print()
    for language in chosen.languages:
        _report(f"look-alikes only: {language}", look_alikes(language))
    print()
    for name, piece in SLOW.items():
        took = _report(name, piece * (MILLION // len(piece.encode())))
        print(f"{'':30} {took / middle:8.1f} times the middle of the first table")
    print()
    for size in (1, 2, 5, 10):
        _report(f"{size} million bytes", different("en", size * MILLION))
        _report(f"{size} million bytes of requests", SLOW["requests"] * (size * MILLION // len(SLOW["requests"])))


def _calibrated() -> float:
    start, total = time.thread_time(), 0
    for number in range(10_000_000):
        total += number * number
    return time.thread_time() - start


def facts(language: str, size: int = MILLION) -> str:
    """The made-up facts of households and teams in training/recall, drawn again and again."""
    texts = [fact["text"] for fact in json.loads((FACTS / f"{language}.json").read_text(encoding="utf-8"))["facts"]]
    dice = random.Random(language)
    return _lines(iter(lambda: dice.choice(texts), None), size)


def different(language: str, size: int = MILLION) -> str:
    """The same facts with every fourth word drawn from the language's common words, so that nothing is repeated: harder than any real text."""
    dice = random.Random(language)
    rows = (FREQUENCIES / f"{language}.tsv").read_text(encoding="utf-8").splitlines()
    words = [word for row in rows if "\t" in row for word in row.split("\t")[1].split()]
    weights = list(itertools.accumulate(1 / (rank + 3) for rank in range(len(words))))

    def drawn(match: re.Match[str]) -> str:
        return dice.choices(words, cum_weights=weights)[0] if dice.random() < REPLACED else match[0]

    spaced = code_languages()[language].spaces
    lines = facts(language, size).splitlines()
    return "\n".join(re.sub(r"[^\W\d_]+" if spaced else r".{1,3}", drawn, line) for line in lines)


def look_alikes(language: str, size: int = MILLION) -> str:
    """Sentences that all look a little like secrets or commands: the slowest of ordinary texts."""
    return _lines(sentences(language), size)


def _lines(texts: Iterator[str], size: int) -> str:
    found: list[str] = []
    length = 0
    while length < size:
        found.append(next(texts))
        length += len(found[-1].encode()) + 1
    return "\n".join(found)


def _report(name: str, text: str) -> float:
    """Milliseconds of processor time for a million bytes, the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.thread_time()
        verdict = next(found := verdicts(text), Verdict("ok"))
        for _ in found:  # the whole text, whatever was found
            pass
        best = min(best, time.thread_time() - start)
    took = best * 1000 * MILLION / len(text.encode())
    print(f"{name:30} {took:8.0f} ms   {verdict.kind}")
    return took


def _report_new_facts(language: str) -> None:
    """Microseconds of processor time for each line that was not seen before, after as many others."""
    lines = list(dict.fromkeys(different(language, NEW * 2 * BYTES).splitlines()))
    seen, new = lines[: len(lines) // 2], lines[len(lines) // 2 :]
    for line in seen:
        screen(line)
    start = time.thread_time()
    for line in new:
        screen(line)
    took = (time.thread_time() - start) / len(new) * 1_000_000
    print(f"a new fact of {sum(map(len, new)) // len(new)} characters: {language:6} {took:8.0f} µs")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
