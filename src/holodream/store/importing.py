"""Taking records into a file: first a plan that writes nothing and says what would happen to each, then the plan carried out.

A fact keeps its id where that is free; else it gets a new one, and what mentions it follows. A fact that is there already stays as it
is, so a second import changes nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import InvalidArgument
from ..screen import screen
from . import facts, graves, merging, transfer
from .recordcheck import is_unicode, problem_of
from .transfer import Record

_MOST_NAMES = 300  # characters of a name and another one


@dataclass(slots=True)
class Plan:
    """What becomes of each record: facts to write with their ids, and why others are not written (never their text)."""

    new: list[Record] = field(default_factory=list)
    ids: dict[int, int] = field(default_factory=dict)  # the old id of each fact that is in the file afterwards → its id there
    present: list[int] = field(default_factory=list)  # old ids
    left_out: list[tuple[int, str]] = field(default_factory=list)  # old id, why
    graves: list[tuple[bytes, bytes]] = field(default_factory=list)
    name_graves: list[tuple[bytes, bytes]] = field(default_factory=list)
    aliases: list[tuple[str, str]] = field(default_factory=list)  # a name and another one of the same
    too_late: set[int] = field(default_factory=set)  # old ids of new facts that were not written, since somebody saved the text meanwhile

    @property
    def renumbered(self) -> dict[int, int]:
        """Old and new ids of the facts that are written and could not keep theirs."""
        return {old: self.ids[old] for old in (int(record["fact_id"]) for record in self.new) if self.ids[old] != old}


def plan(connection: sqlite3.Connection, records: Iterable[Any]) -> Plan:
    """What would happen; writes nothing. Each record is checked and screened."""
    made = Plan()
    known = transfer.known_facts(connection)
    next_id = highest = transfer.highest_id(connection)
    candidates: dict[int, Record] = {}
    live_texts: set[str] = set()
    for number, record in enumerate(records, 1):
        if isinstance(record, Mapping) and record.get("type") in ("holodream", "forgotten", "deleted name", "alias"):
            _take_note(record, made)
            continue
        problem = problem_of(record)
        old_id = int(record["fact_id"]) if not problem else -number
        if problem or old_id in candidates or old_id in made.ids:
            made.left_out.append((old_id, problem or "the id occurs twice"))
            continue
        same = _same_fact(connection, record, known)
        content = transfer.content_of(record)
        if same is None and record["state"] == "live":
            same = facts.find_text(connection, content)
        if same is not None:
            made.present.append(old_id)
            made.ids[old_id] = same
        elif any(graves.is_buried(connection, str(version["content"])) for version in record["versions"]):
            made.left_out.append((old_id, "was forgotten on purpose"))
        elif record["state"] == "live" and content in live_texts:
            made.left_out.append((old_id, "another record has the same text"))
        else:
            candidates[old_id] = record
            live_texts.add(content if record["state"] == "live" else "")
            next_id = next_id if record.get("anonymous") else max(next_id, old_id)
    _leave_to_mains(connection, candidates, made)
    for old_id, record in candidates.items():
        if old_id > highest and not record.get("anonymous"):
            made.ids[old_id] = old_id
        else:
            next_id += 1
            made.ids[old_id] = next_id
    made.new = _with_their_mains(candidates, made)
    return made


def portions(new: Sequence[Record], size: int) -> Iterator[list[Record]]:
    """The records of a plan, about `size` at a time. A copy comes with the fact that it was merged into, after it: no break parts them."""
    places = {int(record["fact_id"]): place for place, record in enumerate(new)}
    begin = 0
    while begin < len(new):
        place, end = begin, begin + size
        while place < min(end, len(new)):
            end = max(end, 1 + places.get(_main_of(new[place]), 0))
            place += 1
        portion = {int(record["fact_id"]): record for record in new[begin:end]}
        yield sorted(portion.values(), key=lambda record: _merges_above(record, portion))
        begin = end


def _merges_above(record: Record, among: Mapping[int, Record]) -> int:
    """How many facts a fact was merged into, one into the next."""
    above: list[int] = []
    while (main := _main_of(record)) in among and main not in above:
        above.append(main)
        record = among[main]
    return len(above)


def _main_of(record: Record) -> int:
    """The old id of the fact that a record was merged into; 0 for one that was not merged."""
    return int(record["merged_into"]) if record["state"] == "merged" else 0


def carry_out(connection: sqlite3.Connection, made: Plan, portion: Sequence[Record], terms: Sequence[Sequence[str]]) -> None:
    """Write a portion of a plan. What another process saved since the plan was made is respected."""
    for record, found in zip(portion, terms, strict=True):
        old_id = int(record["fact_id"])
        taken = connection.execute("SELECT 1 FROM fact_heads WHERE fact_id = ?", (made.ids[old_id],)).fetchone()
        why = _too_late(connection, record, made)
        if why:
            made.left_out.append((old_id, why))
            made.too_late.add(old_id)
            continue
        if taken:
            made.ids[old_id] = transfer.highest_id(connection) + 1
        transfer.write(connection, record, made.ids[old_id], made.ids, found)


def _too_late(connection: sqlite3.Connection, record: Record, made: Plan) -> str:
    """Why a record can no longer be written; "" when it can."""
    if any(graves.is_buried(connection, str(version["content"])) for version in record["versions"]):
        return "was forgotten meanwhile"
    if record["state"] != "live":
        return ""
    if facts.find_text(connection, transfer.content_of(record)) is not None or _standing_for(connection, record, made) is not None:
        return "its text was saved meanwhile"
    return ""


def _leave_to_mains(connection: sqlite3.Connection, candidates: dict[int, Record], made: Plan) -> None:
    """Texts that a merged fact of the file had last are not new: its main fact stands for them, or they are past."""
    for old_id, record in list(candidates.items()):
        standing = _standing_for(connection, record, made) if record["state"] == "live" else None
        if standing is None:
            continue
        del candidates[old_id]
        if standing.current:
            made.present.append(old_id)
            made.ids[old_id] = standing.main_id
        else:
            made.left_out.append((old_id, f"its text is past here: it became part of fact {standing.main_id}, which has changed or ended since"))


def _standing_for(connection: sqlite3.Connection, record: Record, made: Plan) -> merging.Standing | None:
    """The merged fact that had a live record's text last, unless it comes from the same records: there both may be."""
    standing = merging.standing_for(connection, transfer.content_of(record))
    return None if standing is None or standing.copy_id in made.ids.values() else standing


def _with_their_mains(candidates: Mapping[int, Record], made: Plan) -> list[Record]:
    """The records that can be written: a merged one needs the fact that stands for it."""
    kept = dict(candidates)
    while alone := [old_id for old_id, record in kept.items() if record["state"] == "merged" and int(record["merged_into"]) not in made.ids]:
        for old_id in alone:
            made.left_out.append((old_id, "the fact that it was merged into is missing"))
            del made.ids[old_id], kept[old_id]
    return list(kept.values())


def _take_note(record: Mapping[str, Any], made: Plan) -> None:
    if record["type"] == "holodream":
        if not isinstance(record.get("records"), int) or record["records"] > transfer.RECORDS:
            raise InvalidArgument("This export was written by a newer holodream. Update holodream to import it.")
        return
    if record["type"] == "alias":
        name, alias = str(record.get("name", "")), str(record.get("alias", ""))
        if is_unicode(name + alias) and name.strip() and alias.strip() and len(name + alias) <= _MOST_NAMES and screen(alias).kind == screen(name).kind == "ok":
            made.aliases.append((name, alias))
        return
    try:
        found = bytes.fromhex(str(record["salt"])), bytes.fromhex(str(record["mark"]))
    except (KeyError, ValueError):
        found = b"", b""
    if graves.is_well_formed(*found):
        (made.graves if record["type"] == "forgotten" else made.name_graves).append(found)
    else:
        made.left_out.append((0, "a mark of something forgotten has not the right length"))


def _same_fact(connection: sqlite3.Connection, record: Record, known: Mapping[tuple[str, str], list[int]]) -> int | None:
    """The fact of the file that is this one, at an earlier or later state."""
    own = transfer.fingerprint(record["versions"])
    for fact_id in known.get(own[0], ()):
        theirs = [
            (str(written_at), str(content))
            for written_at, content in connection.execute("SELECT written_at, content FROM fact_versions WHERE fact_id = ? ORDER BY version", (fact_id,))
        ]
        length = min(len(own), len(theirs))
        if own[:length] == theirs[:length]:
            return fact_id
    return None
