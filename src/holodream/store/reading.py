"""The facts of a file that is only read: a store of holodream, one of the older provider, or another program's table `facts`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ..errors import StoreUnreadable
from . import schema
from .readonly import PATIENCE, ReadOnlyFile
from .records import SOURCES, as_count


@dataclass(frozen=True, slots=True)
class FactOnFile:
    """What a file says of a fact that is true now. Version 1 where the file keeps no versions: it is the first one when a store takes it over."""

    fact_id: int
    version: int
    content: str
    category: str
    trust: float
    source: str | None
    written_at: datetime | None
    helpful: int
    unhelpful: int
    retrievals: int
    confirmations: int  # people who confirmed this version
    names: tuple[str, ...]
    behind: tuple[str, ...] = ()  # who told this version, or confirmed it


# The columns that are read, each with what stands for it in a file that lacks it.
_OF_FACTS = {
    "category": "'general'",
    "trust_score": "NULL",
    "helpful_count": "0",
    "retrieval_count": "0",
    "updated_at": "NULL",
}
_OF_HEADS = {"version": "1", "source": "NULL", "written_at": "NULL", "unhelpful_count": "0"}


def facts_on_file(path: Path, *, patience: float = PATIENCE) -> list[FactOnFile]:
    """All facts that are true now, by their ids; writes nothing, also no upgrade. StoreError when the file cannot be read or holds no facts."""
    with ReadOnlyFile(path, patience=patience) as file:
        columns, heads = file.columns("facts"), file.columns("fact_heads")
        if not {"fact_id", "content"} <= columns:
            raise StoreUnreadable(f"{path} holds no facts. Give a store of holodream, or a database with a table facts (fact_id, content).")
        with file.one_state():
            rows = file.rows(_question(columns, heads))
            confirmed, told = _confirmations(file), _authors(file)
            names = _names(file)
    return [_fact(row, confirmed, told, names) for row in rows if isinstance(row[0], int) and str(row[1] or "").strip()]


def _question(columns: frozenset[str], heads: frozenset[str]) -> str:
    chosen = [f"f.{name}" if name in columns else other for name, other in _OF_FACTS.items()]
    chosen += [f"coalesce(h.{name}, {other})" if name in heads else other for name, other in _OF_HEADS.items()]
    joined = "LEFT JOIN fact_heads h ON h.fact_id = f.fact_id AND h.state = 'live'" if heads else ""
    return f"SELECT f.fact_id, f.content, {', '.join(chosen)} FROM facts f {joined} ORDER BY f.fact_id"


def _confirmations(file: ReadOnlyFile) -> Mapping[tuple[int, int], list[str]]:
    """Who confirmed each version."""
    found: dict[tuple[int, int], list[str]] = defaultdict(list)
    if file.columns("confirmations"):
        for fact_id, version, person in file.rows("SELECT DISTINCT fact_id, version, person FROM confirmations ORDER BY 1, 2, 3"):
            found[fact_id, version].append(str(person))
    return found


def _authors(file: ReadOnlyFile) -> Mapping[tuple[int, int], str]:
    """Who told each version that somebody stands behind."""
    if not {"source", "written_by"} <= file.columns("fact_versions"):
        return {}
    told = "SELECT fact_id, version, written_by FROM fact_versions WHERE source IN ('said', 'confirmed') AND written_by IS NOT NULL"
    return {(fact_id, version): str(person) for fact_id, version, person in file.rows(told)}


def _names(file: ReadOnlyFile) -> Mapping[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    if file.columns("fact_names") and file.columns("names"):
        for fact_id, name in file.rows("SELECT l.fact_id, n.name FROM fact_names l JOIN names n USING (name_id) ORDER BY l.fact_id, n.name"):
            found[fact_id].append(str(name))
    return found


def _fact(
    row: tuple[Any, ...], confirmed: Mapping[tuple[int, int], list[str]], told: Mapping[tuple[int, int], str], names: Mapping[int, list[str]]
) -> FactOnFile:
    fact_id, content, category, trust, helpful, retrieved, updated, version, source, written, unhelpful = row
    version = as_count(version)
    people = confirmed.get((fact_id, version), [])
    author = told.get((fact_id, version))
    written_at = schema.as_time(written if written is not None else updated)
    return FactOnFile(
        fact_id=fact_id,
        version=version,
        content=str(content).strip(),
        category=str(category or "general"),
        trust=schema.as_trust(trust),
        source=source if source in SOURCES else None,
        written_at=None if written_at == schema.NO_TIME else written_at,
        helpful=as_count(helpful),
        unhelpful=as_count(unhelpful),
        retrievals=as_count(retrieved),
        confirmations=len(people),
        names=tuple(names.get(fact_id, ())),
        behind=tuple(dict.fromkeys((*((author,) if author else ()), *people))),
    )
