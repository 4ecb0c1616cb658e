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
        hit = _first_hit(rules, view, place) if is_open(place) else None
        if hit:
            yield hit[0]
        place = hit[1] if hit else place + 1


def _first_hit(rules: Sequence[Rule[View]], view: View, place: int) -> Hit:
    for rule in rules:
        if hit := rule(view, place):
            return hit
    return None
