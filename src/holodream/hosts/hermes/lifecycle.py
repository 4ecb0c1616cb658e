"""The actions of fact_store on facts that are there: change, end, revert, confirm, merge, forget and their like.

An answer says in few tokens what happened and, when nothing did, what to do instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import InvalidArgument
from .call import Call

if TYPE_CHECKING:
    from ...results import Changed, Merged
    from ...store import History, Version

OWNER = "owner"  # who speaks where the host names nobody
_MOST_VERSIONS = 20  # in one answer
_NEAR = "The facts in similar say nearly the same and are still there: ask the user whether to forget them too."


def change(call: Call) -> dict[str, Any]:
    return _changed(call.memory.change(call.number("fact_id"), call.text("content"), **_what(call)))


def correct(call: Call) -> dict[str, Any]:
    return _changed(call.memory.correct(call.number("fact_id"), call.text("content"), **_what(call)))


def end(call: Call) -> dict[str, Any]:
    return _changed(call.memory.end(call.number("fact_id"), **_who(call)))


def revert(call: Call) -> dict[str, Any]:
    return _changed(call.memory.revert(call.number("fact_id"), call.number("version"), **_who(call)))


def share(call: Call) -> dict[str, Any]:
    return {"shared": call.memory.share(call.number("fact_id")).shared}


def unshare(call: Call) -> dict[str, Any]:
    return {"shared": call.memory.share(call.number("fact_id"), False).shared}


def confirm(call: Call) -> dict[str, Any]:
    if call.nobody:
        raise InvalidArgument(f"A confirmation belongs to a person, and {call.nobody}. Nothing was changed.")
    done = call.memory.confirm(call.number("fact_id"), by=call.by or OWNER, session=call.session, expect=call.expect())
    answer: dict[str, Any] = {"status": done.status, "fact_id": done.fact_id, "version": done.version}
    return answer | ({"trust": done.new_trust} if done.status == "confirmed" else {"hint": done.reason})


def merge(call: Call) -> dict[str, Any]:
    done = call.memory.merge(call.number("fact_id"), call.numbers("copies") or [], **_who(call))
    return _merged(done)


def unmerge(call: Call) -> dict[str, Any]:
    return _merged(call.memory.unmerge(call.number("fact_id"), call.numbers("copies"), **_who(call)))


def forget(call: Call) -> dict[str, Any]:
    done = call.memory.forget(call.number("fact_id"), expect=call.expect())
    answer: dict[str, Any] = {"status": done.status}
    if done.reason:
        answer["hint"] = done.reason
    if done.fact_ids:
        answer |= {"fact_ids": list(done.fact_ids), "may_still_be_in": list(done.beyond_reach)}
    if done.similar:
        answer["similar"] = [{"fact_id": near.fact_id, "content": near.content} for near in done.similar]
        answer["hint"] = f"{done.reason} {_NEAR}".strip()
    return answer


def history(call: Call) -> dict[str, Any]:
    found = call.memory.history(call.number("fact_id"))
    answer: dict[str, Any] = {"fact_id": found.fact_id, "state": found.state, "versions": _versions(found)}
    if found.merged_into is not None:
        answer["merged_into"] = found.merged_into
    if found.confirmations:
        answer["confirmed_by"] = [{"version": item.version, "by": item.person, "on": f"{item.confirmed_at:%Y-%m-%d}"} for item in found.confirmations]
    if found.copies:
        answer["copies"] = [{"fact_id": copy.fact_id, "versions": _versions(copy)} for copy in found.copies]
    return answer


def duplicates(call: Call) -> dict[str, Any]:
    pairs = call.memory.duplicates(limit=call.limit())
    rows = [{"facts": [{"fact_id": fact.fact_id, "version": fact.version, "content": fact.content} for fact in (pair.first, pair.second)]} for pair in pairs]
    return {"pairs": rows, "count": len(rows)} | ({"hint": "Ask the user before merging: action=merge, fact_id, copies."} if rows else {})


def _what(call: Call) -> dict[str, Any]:
    """What may come with a new text."""
    what = {"entities": call.words("entities", "entity"), "keywords": call.words("keywords", "tags")}
    return {**what, "category": call.optional("category"), "source": call.optional("source"), **_who(call)}


def _who(call: Call) -> dict[str, Any]:
    return {"by": call.by, "session": call.session, "expect": call.expect()}


def _changed(done: Changed) -> dict[str, Any]:
    if done.status == "refused":
        return {"error": done.reason, "status": done.status}
    answer: dict[str, Any] = {"status": done.status, "fact_id": done.fact_id, "version": done.version}
    if done.reason:
        answer["hint"] = done.reason
    if done.status == "changed":
        answer |= {key: list(value) for key in ("keywords", "keywords_dropped") if (value := getattr(done, key))}
    return answer


def _merged(done: Merged) -> dict[str, Any]:
    if done.status == "refused":
        return {"error": done.reason, "status": done.status}
    answer: dict[str, Any] = {"status": done.status, "fact_id": done.fact_id}
    if done.reason:
        answer["hint"] = done.reason
    return answer | {key: list(value) for key in ("copies", "keywords", "keywords_dropped") if (value := getattr(done, key))}


def _versions(found: History) -> list[dict[str, Any]]:
    return [_version(version) for version in found.versions[-_MOST_VERSIONS:]]


def _version(version: Version) -> dict[str, Any]:
    row: dict[str, Any] = {"version": version.version, "content": version.content, "on": f"{version.written_at:%Y-%m-%d}", "why": version.reason}
    row |= {key: value for key in ("source", "by") if (value := getattr(version, key))}
    return row
