"""The made-up examples in training/screen and, written without a look at the rules, training/screen_heldout: no language may fall behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holodream.language import languages
from holodream.screen import screen

FOLDER = Path(__file__).parents[2] / "training" / "screen"
FILES = sorted(path for path in FOLDER.glob("*.json") if path.stem in languages())
FRESH = sorted((FOLDER.parent / "screen_heldout").glob("*.json"))


def test_every_language_has_examples() -> None:
    assert {path.stem for path in FILES} == set(languages())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_most_examples_are_judged_right(path: Path) -> None:
    counts = {"secret": [0, 0], "instruction": [0, 0], "ok": [0, 0]}
    for example in json.loads(path.read_text(encoding="utf-8")):
        kind = screen(example["text"].replace("¦", "")).kind  # the sign only keeps invented keys from looking real
        counts[example["expect"]][0] += (kind == "ok") == (example["expect"] == "ok")
        counts[example["expect"]][1] += 1
    for expected, (right, total) in counts.items():
        assert right >= (0.97 if expected == "ok" else 0.85) * total, f"{expected}: {right} of {total}"


def test_fresh_examples_are_judged_right() -> None:
    counts = {"secret": [0, 0], "instruction": [0, 0], "ok": [0, 0]}
    for example in (example for path in FRESH for example in json.loads(path.read_text(encoding="utf-8"))):
        kind = screen(example["text"].replace("¦", "")).kind
        counts[example["expect"]][0] += (kind == "ok") == (example["expect"] == "ok")
        counts[example["expect"]][1] += 1
    for expected, (right, total) in counts.items():
        assert right >= (0.98 if expected == "ok" else 0.85) * total, f"{expected}: {right} of {total}"
