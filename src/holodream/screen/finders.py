"""Everything that the screen looks for, in the order in which it is reported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from .assignments import find_assignments
from .commands import find_commands
from .context import find_beside_words
from .entered import find_entered
from .level import Level
from .lexicon import BIT, marks, split
from .masks import find_masks
from .runs import find_cards, find_runs, find_seed_phrases
from .shapes import Place, find_shapes


def places(leveled: Level) -> Iterator[tuple[Literal["secret", "instruction"], Place]]:
    """All places of a text that speak against it, secrets first."""
    segments = split(leveled.low)
    found = marks(leveled, segments)
    for place in find_shapes(leveled, ((mark.start, mark.end) for mark in found if mark.kinds & BIT["openings"])):
        yield "secret", place
    for find in (find_assignments, find_runs, find_cards):
        for place in find(leveled):
            yield "secret", place
    for place in find_masks(leveled):
        yield "secret", place
    for place in find_seed_phrases(segments):
        yield "secret", place
    for place in find_beside_words(leveled, found):
        yield "secret", place
    for place in find_entered(leveled, found):
        yield "secret", place
    for place in find_commands(leveled.low, found):
        yield "instruction", place
