"""The actions of fact_store on names: entities, related, reason, contradict, rename, merge, confirm, delete.

Answers keep the older provider's keys `results` and `count`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import InvalidArgument
from .call import Call

if TYPE_CHECKING:
    from ...results import Named
    from ...store import Entity, Fact

_PERSONS_WORK = "Confirm, rename, merge or delete a name only when the user wants it."


def entities(call: Call) -> dict[str, Any]:
    rows = [_entity(entity) for entity in call.memory.entities(status=call.optional("status"), limit=call.limit())]  # type: ignore[arg-type]
    answer: dict[str, Any] = {"entities": rows, "count": len(rows), "in_all": call.memory.store.count_names()}
    return answer | ({"hint": _PERSONS_WORK} if any(row["status"] == "provisional" for row in rows) else {})


def related(call: Call) -> dict[str, Any]:
    found = call.memory.related(call.text("entity"), limit=call.limit())
    rows = [{"entity": item.entity.name, "shared": item.shared, "status": item.entity.status} for item in found]
    return {"results": rows, "count": len(rows)}


def reason(call: Call) -> dict[str, Any]:
    rows = [fact_row(fact) for fact in call.memory.reason(_wanted(call), limit=call.limit())]
    return {"results": rows, "count": len(rows)}


def contradict(call: Call) -> dict[str, Any]:
    found = call.memory.contradict(call.optional("entity"), limit=call.limit())
    rows = [{"entity": pair.name, "differs_in": pair.reason, "facts": [fact_row(pair.first), fact_row(pair.second)]} for pair in found]
    hint = {"hint": "Ask the user which one holds; then change, correct or end the other."} if rows else {}
    return {"results": rows, "count": len(rows)} | hint


def rename_entity(call: Call) -> dict[str, Any]:
    return _named(call.memory.rename_entity(call.text("entity"), call.text("new_name")))


def merge_entities(call: Call) -> dict[str, Any]:
    wanted = _wanted(call)
    if len(wanted) != 2:
        raise InvalidArgument("merge_entities needs 'entities': two names, first the one that stays.")
    return _named(call.memory.merge_entities(*wanted))


def add_alias(call: Call) -> dict[str, Any]:
    return _named(call.memory.add_alias(call.text("entity"), call.text("new_name")))


def confirm_entity(call: Call) -> dict[str, Any]:
    return _named(call.memory.confirm_entity(call.text("entity")))


def delete_entity(call: Call) -> dict[str, Any]:
    done = call.memory.delete_entity(_wanted(call))
    return {"deleted": list(done.deleted)} | ({"not_there": list(done.missing)} if done.missing else {})


def fact_row(fact: Fact) -> dict[str, Any]:
    """A fact in an answer, with the older provider's keys."""
    row: dict[str, Any] = {"fact_id": fact.fact_id, "content": fact.content, "category": fact.category, "trust_score": round(fact.trust, 2)}
    if fact.version > 1:
        row["version"] = fact.version
    if fact.source:
        row["source"] = fact.source
    if fact.keywords:
        row["tags"] = ",".join(fact.keywords)
    return row


def _wanted(call: Call) -> list[str]:
    """The names that are meant: a list, or a single one."""
    found = call.words("entities", "entity")
    if not found:
        raise InvalidArgument("This action needs 'entities', a list of names.")
    return found


def _entity(entity: Entity) -> dict[str, Any]:
    row: dict[str, Any] = {"name": entity.name, "status": entity.status, "facts": entity.facts}
    if entity.kind != "unknown":
        row["kind"] = entity.kind
    if entity.aliases:
        row["aliases"] = list(entity.aliases)
    return row


def _named(done: Named) -> dict[str, Any]:
    if done.status == "refused":
        return {"error": done.reason, "status": done.status}
    answer: dict[str, Any] = {"status": done.status}
    if done.entity:
        answer |= _entity(done.entity) | {"status": done.status}
    return answer | ({"hint": done.reason} if done.reason else {})
