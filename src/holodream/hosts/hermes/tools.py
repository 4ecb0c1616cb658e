"""The tools that the agent can call, with every word it reads about them, and what each action does.

To add an action: write a function that takes a `Call` and returns a dict, and list it in ACTIONS with one line for the agent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import FactNotFound, InvalidArgument

if TYPE_CHECKING:
    from ...memory import Memory
    from ...store import Fact

DEFAULT_LIMIT = 10
_MOST = 100


@dataclass(frozen=True, slots=True)
class Call:
    """One call of fact_store: the memory, the arguments, and who speaks."""

    memory: Memory
    args: Mapping[str, Any]
    by: str | None = None
    session: str | None = None

    def text(self, name: str) -> str:
        """A required text argument."""
        value = self.args.get(name)
        if not isinstance(value, str) or not value.strip():
            raise InvalidArgument(f"This action needs '{name}', a text.")
        return value

    def optional(self, name: str) -> str | None:
        value = self.args.get(name)
        if value is None or value == "":
            return None
        if not isinstance(value, str):
            raise InvalidArgument(f"'{name}' is a text.")
        return value

    def number(self, name: str) -> int:
        """A required whole number; agents also send it as text."""
        value = self.args.get(name)
        if isinstance(value, str) and value.strip().isdecimal():
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 2**63:
            raise InvalidArgument(f"This action needs '{name}', the number of a fact.")
        return value

    def fraction(self, name: str, default: float, least: float, most: float) -> float:
        value = self.args.get(name, default)
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = float("nan")
        if not least <= number <= most:
            raise InvalidArgument(f"'{name}' is a number from {least:g} to {most:g}.")
        return number

    def limit(self) -> int:
        return int(self.fraction("limit", DEFAULT_LIMIT, 1, _MOST))

    def words(self, *names: str) -> list[str] | None:
        """A list of texts, or one text with commas; None when absent."""
        for name in names:
            value = self.args.get(name)
            if value is None:
                continue
            if isinstance(value, str):
                return [word for word in (part.strip() for part in value.split(",")) if word]
            if isinstance(value, list) and all(isinstance(word, str) for word in value):
                return value
            raise InvalidArgument(f"'{name}' is a list of texts.")
        return None


def add(call: Call) -> dict[str, Any]:
    added = call.memory.add(
        call.text("content"),
        entities=call.words("entities", "entity"),
        keywords=call.words("keywords", "tags"),
        category=call.optional("category") or "general",
        source=call.optional("source"),  # type: ignore[arg-type]
        by=call.by,
        session=call.session,
    )
    if added.status == "refused":
        return {"error": added.reason, "status": "refused"}
    answer: dict[str, Any] = {"fact_id": added.fact_id, "status": added.status}
    answer |= {key: list(value) for key in ("keywords", "keywords_dropped", "keywords_not_set") if (value := getattr(added, key))}
    if added.similar:
        answer["similar"] = [{"fact_id": near.fact_id, "content": near.content} for near in added.similar]
        answer["hint"] = added.similar[0].advice
    return answer


def search(call: Call) -> dict[str, Any]:
    found = call.memory.search(
        call.text("query"),
        limit=call.limit(),
        category=call.optional("category"),
        min_trust=call.fraction("min_trust", call.memory.config.min_trust_threshold, 0, 1),
    )
    rows = [_row(call.memory.get(hit.fact_id)) | {"score": round(hit.score, 3)} for hit in found.hits]
    return {"results": rows, "count": len(rows)}


def probe(call: Call) -> dict[str, Any]:
    rows = [_row(fact) for fact in call.memory.probe(call.text("entity"), limit=call.limit())]
    return {"results": rows, "count": len(rows)}


def listed(call: Call) -> dict[str, Any]:
    facts = call.memory.list(category=call.optional("category"), min_trust=call.fraction("min_trust", 0, 0, 1), limit=call.limit())
    return {"facts": [_row(fact) for fact in facts], "count": len(facts)}


def update(call: Call) -> dict[str, Any]:
    fact_id = call.number("fact_id")
    content, category, keywords = call.optional("content"), call.optional("category"), call.words("keywords", "tags")
    step = call.args.get("trust_delta")
    if content is None and category is None and keywords is None and step is None:
        raise InvalidArgument("update needs what to change: content, category, keywords or trust_delta.")
    answer: dict[str, Any] = {"updated": True, "fact_id": fact_id}
    if content is not None:
        changed = call.memory.change(
            fact_id, content, entities=call.words("entities"), keywords=keywords, category=category,
            source=call.optional("source"), by=call.by, session=call.session,  # type: ignore[arg-type]
        )  # fmt: skip
        if changed.status == "refused":
            return {"updated": False, "error": changed.reason}
        answer["version"] = changed.version
    elif category is not None or keywords is not None:
        described = call.memory.describe(fact_id, category=category, keywords=keywords)
        if described.status == "refused":
            return {"updated": False, "error": described.reason}
    if step is not None:
        answer["trust"] = call.memory.adjust_trust(fact_id, call.fraction("trust_delta", 0, -1, 1)).new_trust
    return answer


def remove(call: Call) -> dict[str, Any]:
    fact_id = call.number("fact_id")
    try:
        call.memory.end(fact_id)
    except FactNotFound:
        return {"removed": False, "hint": f"There is no fact {fact_id} that is true now."}
    return {"removed": True}


@dataclass(frozen=True, slots=True)
class Action:
    """An action of fact_store and the line that the agent reads about it."""

    run: Callable[[Call], dict[str, Any]]
    help: str
    writes: bool


ACTIONS: Mapping[str, Action] = {
    "add": Action(add, "save one lasting fact (content; entities: names it is about; source: said, confirmed or inferred)", True),
    "search": Action(search, "find facts by words (query)", False),
    "probe": Action(probe, "all facts about one name (entity)", False),
    "list": Action(listed, "the newest facts", False),
    "update": Action(update, "the world changed or the text was wrong (fact_id and content; also category, keywords, trust_delta)", True),
    "remove": Action(remove, "no longer true (fact_id); its history stays", True),
}

FACT_STORE = {
    "name": "fact_store",
    "description": "Long-term memory of facts about the user's world; what fits a message is recalled by itself. Actions:\n"
    + "\n".join(f"- {name}: {action.help}" for name, action in ACTIONS.items())
    + "\nOne short statement a fact, in the user's language. Never passwords, keys or codes.",
    "parameters": {
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": list(ACTIONS)},
            "content": {"type": "string", "description": "The fact, one short statement."},
            "entities": {"type": "array", "items": {"type": "string"}, "description": "Names of people, pets, things, projects or places it is about."},
            "source": {
                "type": "string",
                "enum": ["said", "confirmed", "inferred"],
                "description": "said: the user said it. confirmed: you concluded it, the user agreed. inferred: your guess.",
            },
            "query": {"type": "string"},
            "entity": {"type": "string", "description": "One name."},
            "fact_id": {"type": "integer"},
            "category": {"type": "string", "enum": ["user_pref", "project", "tool", "general"]},
            "keywords": {"type": "array", "items": {"type": "string"}, "description": "Other words people may use for it."},
            "tags": {"type": "string", "description": "Keywords with commas (older form)."},
            "trust_delta": {"type": "number"},
            "min_trust": {"type": "number"},
            "limit": {"type": "integer"},
        },
        "required": ["action"],
    },
}

FACT_FEEDBACK = {
    "name": "fact_feedback",
    "description": "Rate a fact after using it: helpful when it was right, unhelpful when it was wrong or out of date.",
    "parameters": {
        "type": "object",
        "properties": {"action": {"type": "string", "enum": ["helpful", "unhelpful"]}, "fact_id": {"type": "integer"}},
        "required": ["action", "fact_id"],
    },
}

SCHEMAS = (FACT_STORE, FACT_FEEDBACK)


def answer(tool: str, call: Call, *, may_write: bool = True) -> dict[str, Any]:
    """Do what a tool call asks; raises HolodreamError with what to do instead."""
    name = call.args.get("action")
    if tool == "fact_feedback":
        if name not in ("helpful", "unhelpful"):
            raise InvalidArgument("fact_feedback needs 'action': helpful or unhelpful, and 'fact_id'.")
        rated = call.memory.feedback(call.number("fact_id"), name)
        return {"fact_id": rated.fact_id, "old_trust": rated.old_trust, "new_trust": rated.new_trust, "helpful_count": rated.helpful_count}
    if tool != "fact_store":
        raise InvalidArgument(f"There is no tool {tool!r} here. Use fact_store or fact_feedback.")
    action = ACTIONS.get(name) if isinstance(name, str) else None
    if action is None:
        raise InvalidArgument(f"Unknown action. Use one of: {', '.join(ACTIONS)}.")
    if action.writes and not may_write:
        raise InvalidArgument("Saving from cron jobs and subagents is switched off (setting cron_writes). Reading works.")
    return action.run(call)


def as_json(result: Mapping[str, Any]) -> str:
    """Compact JSON with letters as they are: fewer tokens in any script."""
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"))


def _row(fact: Fact) -> dict[str, Any]:
    """A fact in an answer, with the older provider's keys."""
    row: dict[str, Any] = {"fact_id": fact.fact_id, "content": fact.content, "category": fact.category, "trust_score": round(fact.trust, 2)}
    if fact.source:
        row["source"] = fact.source
    if fact.keywords:
        row["tags"] = ",".join(fact.keywords)
    return row
