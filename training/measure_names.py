"""Figures of names on training/names (or another folder in the same form): python training/measure_names.py [--misses] [--lang de,it]

found: names given back in their base form. junk: strings that must not become a name and did not. extra: guesses that are neither.
"""

from __future__ import annotations

import argparse
import json
import pathlib
from collections import Counter

import holodream

HERE = pathlib.Path(__file__).parent / "names"


def fold(name: str) -> str:
    return name.casefold().strip(" .,;:!?«»\"'“”《》「」『』()")


def measure(examples: list[dict]) -> tuple[Counter[str], list[str]]:  # type: ignore[type-arg]
    """The counts over the examples of one language, and a line for each miss."""
    counts: Counter[str] = Counter()
    misses = []
    for example in examples:
        guesses = {fold(name.text): name for name in holodream.names(example["text"])}
        wanted = {fold(name) for name in example["names"]}
        junk = {fold(word) for word in example["junk"]}
        counts["names"] += len(wanted)
        counts["found"] += len(wanted & set(guesses))
        counts["junk"] += len(junk)
        counts["kept out"] += len(junk - set(guesses))
        counts["extra"] += len(set(guesses) - wanted - junk)
        lost, wrong = wanted - set(guesses), set(guesses) - wanted
        if lost or wrong:
            misses.append(f"lost {sorted(lost)}  wrong {sorted(wrong)}  in {example['text']}")
    return counts, misses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, default=HERE)
    parser.add_argument("--lang")
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    total: Counter[str] = Counter()
    for file in sorted(options.data.glob("*.json")):
        if options.lang and file.stem not in options.lang.split(","):
            continue
        counts, misses = measure(json.loads(file.read_text(encoding="utf-8")))
        total += counts
        print(_line(file.stem, counts))
        if options.misses:
            print(*(f"    {miss}" for miss in misses), sep="\n")
    print(_line("all", total))


def _line(label: str, counts: Counter[str]) -> str:
    found, kept = counts["found"] / max(1, counts["names"]), counts["kept out"] / max(1, counts["junk"])
    return f"{label:4} found {found:6.1%} of {counts['names']:3}   junk kept out {kept:6.1%} of {counts['junk']:3}   extra {counts['extra']}"


if __name__ == "__main__":
    main()
