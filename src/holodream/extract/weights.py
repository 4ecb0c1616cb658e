"""How the reasons weigh: worth.toml says whether a sentence is kept, kinds.toml what it is. Both are made by training/train_extract.py."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources

from ..statements.scorer import Scorer, read


def is_worth_it(reasons: Mapping[str, float]) -> bool:
    """Whether more speaks for keeping a sentence than against it; never where no word list speaks for it."""
    if not reasons.get("own"):
        return False
    points = _scorer("worth").points(reasons)
    return points["keep"] > points["leave"]


def kind_of(reasons: Mapping[str, float]) -> str:
    """The likeliest category of a sentence that is kept."""
    points = _scorer("kinds").points(reasons)
    return max(points, key=lambda kind: (points[kind], kind))


@functools.cache
def _scorer(name: str) -> Scorer:
    return read(resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))
