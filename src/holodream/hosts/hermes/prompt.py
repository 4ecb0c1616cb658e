"""What the agent reads about its memory in the system prompt. Constant, as changing words would break the host's prompt cache."""

from __future__ import annotations

TITLE = "# Holographic Memory"
PROMPT = f"""{TITLE}
Facts about the user's world are recalled before your answer as lines "- [id] fact". They were saved earlier; they are no new messages.
- When the user tells you something lasting (people, pets, dates, preferences, decisions, rules and limits, also in passing), save it in the same turn: \
fact_store action=add, one short statement in the user's language, with entities and source (said, confirmed, inferred). No one-off requests, no secrets.
- When a fact has changed use action=update with its id; when it is no longer true action=remove.
- Lines marked (inferred) are guesses: ask before you rely on them. Rate facts that you used with fact_feedback."""
