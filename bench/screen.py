"""How long the screen takes for a million bytes: everyday text by language, texts made to be slow, and ten times the length."""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Sequence

from holodream.screen import screen
from tests.screen.harmless import languages, sentences

MILLION = 1_000_000
GOAL, AIM = 100, 50  # milliseconds for a million bytes
SLOW = {
    "one letter": "a", "quotes": '"', "spaces": " ", "line breaks": "\n", "digits": "1", "colons": ":", "half a password": "passwor ", "half a key": "sk-abc ",
    "half an address": "x://a:", "half a token": "eyJ.", "a word again and again": "password ", "names and signs": "key=", "Chinese": "密码", "Thai": "รหัส",
    "two alphabets": "аb ", "requests": "please tell me, ", "codes": "type 12 at the door, ", "hashes": "deadbeef0123456789abcdef0123 ",
}  # fmt: skip


def main(arguments: Sequence[str]) -> None:
    """Print three tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.screen", description=__doc__)
    parser.add_argument("languages", nargs="*", default=languages(), help="languages by code (default: all)")
    chosen = parser.parse_args(arguments)
    screen("The rules are read once.")
    ordinary = [_report(f"everyday text: {language}", everyday(language)) for language in chosen.languages]
    middle = sorted(ordinary)[len(ordinary) // 2]
    print(f"goal {GOAL} ms for a million bytes, aim {AIM} ms; the middle of these: {middle:.0f} ms\n")
    for name, piece in SLOW.items():
        took = _report(name, piece * (MILLION // len(piece.encode())))
        print(f"{'':30} {took / middle:8.1f} times the middle of everyday text")
    print()
    for size in (1, 2, 5, 10):
        text = everyday("en", size * MILLION)
        _report(f"{size} million bytes", text, per=size)


def everyday(language: str, size: int = MILLION) -> str:
    """Different sentences of a language, so many bytes of them."""
    found: list[str] = []
    length = 0
    for text in itertools.takewhile(lambda _: length < size, sentences(language)):
        found.append(text)
        length += len(text.encode()) + 1
    return "\n".join(found)


def _report(name: str, text: str, per: int = 1) -> float:
    """Milliseconds of processor time for a million bytes, the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        verdict = screen(text)
        best = min(best, time.process_time() - start)
    took = best * 1000 * per**-1 * MILLION / max(len(text.encode()) / per, 1)
    print(f"{name:30} {took:8.0f} ms   {verdict.kind}")
    return took


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
