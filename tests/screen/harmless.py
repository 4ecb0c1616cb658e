"""Harmless sentences about everyday things in 18 languages, made from a small grammar: what memory must be able to keep.

Each language has patterns with slots. Many are look-alikes: talk about passwords without a value, keys of doors, numbers of
orders, books and parcels, versions, amounts, commands of the household. None holds a secret or a command to an agent.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

_TABLE = Path(__file__).with_name("harmless.tsv")
_SLOT = re.compile(r"\{(\w+)\}")
_NUMBERS = {"day": (2, 28), "few": (2, 12), "count": (13, 990), "year": (1950, 2029), "price": (11, 4800), "hour": (7, 21), "big": (10_000, 990_000)}
_FILES = ("token-report-{day}.jsonl", "password_notes.md", "backup-{year}.tar.gz", "pin-map.yaml", "secrets.example.toml", "keyboard.json", "passes_{year}.csv")
_VERSIONS = ("{few}.{day}.{few}", "v{few}.{day}", "{year}.{few}")
_NUMBERED = ("{day}{count}-{big}", "{few}-{big}-{big}", "{big}{count}")


def languages() -> list[str]:
    """The languages of the grammar."""
    return list(_grammar())


def sentences(language: str, seed: int = 0) -> Iterator[str]:
    """Sentences without end."""
    grammar, dice = _grammar()[language], random.Random(f"{language} {seed}")
    while True:
        yield _fill(dice.choice(grammar["pattern"]), grammar, dice)


def _grammar() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for row in _TABLE.read_text(encoding="utf-8").splitlines()[1:]:
        language, slot, choices = row.split("\t")
        found.setdefault(language, {}).setdefault(slot, []).extend(choices.split(" | "))
    return found


def _fill(pattern: str, grammar: dict[str, list[str]], dice: random.Random) -> str:
    def value(match: re.Match[str]) -> str:
        slot = match[1]
        if slot in _NUMBERS:
            return str(dice.randint(*_NUMBERS[slot]))
        if slot == "hash":
            return "".join(dice.choice("0123456789abcdef") for _ in range(dice.choice((8, 10, 40))))
        if slot == "isbn":
            return f"978-{dice.randint(0, 9)}-{dice.randint(100, 999)}-{dice.randint(10000, 99999)}-{dice.randint(0, 9)}"
        if slot == "phone":
            return f"0{dice.randint(20, 99)} {dice.randint(100, 999)} {dice.randint(10, 99)} {dice.randint(10, 99)}"
        choices = {"file": _FILES, "version": _VERSIONS, "number": _NUMBERED}.get(slot) or grammar[slot]
        return _fill(dice.choice(choices), grammar, dice)

    return _SLOT.sub(value, pattern)
