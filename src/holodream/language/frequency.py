"""How ordinary a word is in a language: its Zipf value (0 unknown or rare … 7 an article), from frequencies/*.tsv."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources

from .characters import fold


@functools.cache
def frequencies(code: str) -> Mapping[str, float]:
    """The commonest words of a language, folded, with their Zipf values; empty when there is no list."""
    file = resources.files(__package__).joinpath("frequencies", f"{code}.tsv")
    if not file.is_file():
        return {}
    table: dict[str, float] = {}
    for row in reversed(fold(file.read_text(encoding="utf-8")).splitlines()):  # of two values the higher one counts
        zipf, _, words = row.partition("\t")
        table.update(dict.fromkeys(words.split(), float(zipf)))
    return table
