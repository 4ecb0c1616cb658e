"""Where the night's facts come from: the provider's store, another database, an export in JSON Lines, or nowhere. Only read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ....actions.writing import OWNER
from ....errors import HolodreamError, InvalidArgument
from ....night.inputs import NightFact
from ....store.reading import FactOnFile, facts_on_file
from ....store.schema import as_trust
from .host_config import HostConfig
from .settings import DreamingSettings

NONE, OK = "none", "ok"
_SOURCES = ("said", "confirmed", "inferred")


def read(settings: DreamingSettings, host: HostConfig) -> tuple[tuple[NightFact, ...], str]:
    """The facts, and how it went: ok, none, or why they could not be read."""
    if settings.facts_from == NONE:
        return (), NONE
    path = settings.facts_path or host.store
    if path is None:
        return (), host.store_problem
    if settings.facts_path is None and not path.exists():
        return (), NONE  # this host keeps no facts
    try:
        facts = tuple(_of_export(path) if settings.facts_from == "jsonl" else _of_database(path, settings.busy_seconds))
    except HolodreamError as error:
        return (), str(error)
    if len({fact.fact_id for fact in facts}) < len(facts) or any(fact.fact_id <= 0 for fact in facts):
        return (), f"{path} gives one number to several facts, or a number that is none; each fact needs one of its own."
    return facts, OK


def _of_database(path: Path, patience: float) -> Iterator[NightFact]:
    return (_fact(found) for found in facts_on_file(path, patience=patience))


def _fact(found: FactOnFile) -> NightFact:
    return NightFact(
        fact_id=found.fact_id,
        version=found.version,
        content=found.content,
        category=found.category,
        trust=found.trust,
        source=found.source,
        written_at=found.written_at,
        helpful=found.helpful,
        unhelpful=found.unhelpful,
        retrievals=found.retrievals,
        confirmations=found.confirmations,
        names=found.names,
        behind=_as_heard(found.behind),
    )


def _as_heard(people: Iterable[str]) -> tuple[str, ...]:
    """People by the ids that messages give them: the owner at the machine has none there."""
    return tuple("" if person == OWNER else person for person in people)


def _of_export(path: Path) -> Iterator[NightFact]:
    """The facts of an export: one JSON object a line, holodream's own or {"content": …} with whatever else is known."""
    try:
        with path.open(encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip() and (fact := _of_line(line, number)) is not None:
                    yield fact
    except OSError as error:
        raise InvalidArgument(f"{path} cannot be read ({error.strerror or type(error).__name__}).") from error
    except UnicodeDecodeError as error:
        raise InvalidArgument(f"{path} is not UTF-8 text, so it is no export.") from error


def _of_line(line: str, number: int) -> NightFact | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidArgument(f"line {number} of the export is no JSON.") from error
    if not isinstance(record, Mapping):
        raise InvalidArgument(f"line {number} of the export is no JSON object.")
    if record.get("type", "fact") != "fact" or record.get("state", "live") != "live":
        return None  # a heading, a grave, a fact that has ended
    flat = _flattened(record)
    content = flat.get("content") or flat.get("text")
    if not isinstance(content, str) or not content.strip():
        raise InvalidArgument(f"line {number} of the export holds no content.")
    return NightFact(
        fact_id=_whole(flat.get("fact_id", flat.get("id", number))) or number,
        version=_whole(flat.get("version")) or 1,
        content=content.strip(),
        category=str(flat.get("category") or "general"),
        trust=as_trust(flat.get("trust", flat.get("trust_score"))),
        source=flat["source"] if flat.get("source") in _SOURCES else None,
        written_at=_moment(flat.get("written_at") or flat.get("updated_at") or flat.get("created_at")),
        helpful=_whole(flat.get("helpful", flat.get("helpful_count"))),
        unhelpful=_whole(flat.get("unhelpful", flat.get("unhelpful_count"))),
        retrievals=_whole(flat.get("retrievals", flat.get("retrieval_count"))),
        confirmations=_whole(flat.get("confirmations")),
        names=_texts(flat.get("names")),
        behind=_as_heard(_texts(flat.get("behind"))),
    )


def _flattened(record: Mapping[str, Any]) -> dict[str, Any]:
    """Holodream's own export holds versions, a row of counts and confirmations; all of it as one record."""
    versions = record.get("versions")
    if not isinstance(versions, list) or not isinstance(record.get("row"), Mapping):
        return dict(record)
    current = next((one for one in versions if isinstance(one, Mapping) and one.get("version") == record.get("version")), {})
    said = [one for one in record.get("confirmations", ()) if isinstance(one, Mapping) and one.get("version") == record.get("version")]
    people = sorted({str(one.get("person")) for one in said})
    author = [current["written_by"]] if current.get("source") in ("said", "confirmed") and current.get("written_by") else []
    row = record["row"]
    flat = {**row, **current, **{name: record[name] for name in ("fact_id", "version", "source", "written_at", "unhelpful_count") if name in record}}
    counted = {"confirmations": len(people), "behind": list(dict.fromkeys([*author, *people]))}
    return flat | counted | {"trust": row.get("trust_score"), "category": row.get("category")}


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value


def _whole(value: Any) -> int:
    return int(value) if _is_number(value) and 0 <= value < 2**63 else 0


def _moment(value: Any) -> datetime | None:
    try:
        moment = datetime.fromtimestamp(value, timezone.utc) if _is_number(value) else datetime.fromisoformat(str(value))
    except (ValueError, OverflowError, OSError):
        return None
    return moment.replace(tzinfo=timezone.utc) if moment.tzinfo is None else moment.astimezone(timezone.utc)
