"""How rules find names: at each place of a text the first rule that finds something says where the name ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from .tokens import Found

View = TypeVar("View")
Hit = tuple[Found, int] | None  # a name and the place after it
Rule = Callable[[View, int], Hit]


def found_by(rules: Sequence[Rule[View]], view: View, places: int, is_open: Callable[[int], object] = lambda _place: True) -> Iterator[Found]:
    """What the rules find at the places of a view that are open to them."""
    place = 0
    while place < places:
        hit = next(filter(None, (rule(view, place) for rule in rules)), None) if is_open(place) else None
        if hit:
            yield hit[0]
        place = hit[1] if hit else place + 1
