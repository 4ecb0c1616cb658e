"""How many of 10,000 harmless everyday sentences a language the screen refuses, and which: at most 3 may be."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Sequence

from tests.screen.harmless import languages, sentences

from holodream.screen import screen

COUNT, MOST = 10_000, 3


def main(arguments: Sequence[str]) -> int:
    """Print a line a language and every refusal; 1 when a language has too many."""
    parser = argparse.ArgumentParser(prog="python -m bench.screen_harmless", description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help="sentences a language")
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args(arguments)
    worst = 0
    for language in languages():
        judged = ((text, screen(text)) for text in itertools.islice(sentences(language, chosen.seed), chosen.count))
        refused = [(text, verdict) for text, verdict in judged if verdict.kind != "ok"]
        worst = max(worst, len(refused))
        print(f"{language}: {len(refused)} of {chosen.count} refused")
        for text, verdict in refused[:20]:
            print(f"    {verdict.rule}: {text}")
    return int(worst * COUNT > MOST * chosen.count)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
