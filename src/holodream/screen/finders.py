"""Everything that the screen looks for, in the order in which it is reported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from .assignments import find_assignments
from .commands import find_commands
from .context import find_beside_words
from .disguises import undone
from .entered import find_entered
from .keylike import Bytes
from .level import Level
from .lexicon import marks
from .masks import find_masks
from .runs import find_cards, find_runs
from .seeds import find_seed_phrases
from .shapes import Place, find_shapes
from .stretches import worth_a_look

Found = tuple[Literal["secret", "instruction"], Place]


def places(leveled: Level) -> Iterator[Found]:
    """All places of a text that speak against it, secrets first; those that only show without a disguise last."""
    found = False
    for place in _places(leveled):
        found = True
        yield place
    for other in () if found else undone(leveled):
        for kind, (rule, start, end) in _places(other.level):
            yield kind, (rule, other.origin(start), max(other.origin(end), other.origin(start)))


def _places(leveled: Level) -> Iterator[Found]:
    for place in _secrets_by_shape(leveled):
        yield "secret", place
    stretches = worth_a_look(leveled.low)
    for place in find_seed_phrases(leveled.low, stretches):
        yield "secret", place
    found = marks(leveled, stretches)
    for place in find_beside_words(leveled, found):
        yield "secret", place
    for place in find_entered(leveled, found):
        yield "secret", place
    for place in find_commands(leveled.low, found):
        yield "instruction", place


def _secrets_by_shape(leveled: Level) -> Iterator[Place]:
    characters = Bytes(leveled.plain)
    runs = list(characters.runs())
    yield from find_shapes(leveled, runs)
    yield from find_assignments(leveled)
    yield from find_runs(leveled, runs)
    yield from find_cards(leveled, characters.rows_of_digits())
    yield from find_masks(leveled)
