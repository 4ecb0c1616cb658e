"""Which sentences of a message are worth keeping, and what kind of statement each is."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import InvalidArgument
from ..screen import screen
from . import weights
from .features import found

_LONGEST = 4000  # characters of a message; of a longer one nobody says that much about themselves: it is pasted


@dataclass(frozen=True, slots=True)
class Statement:
    """What somebody stated about themselves, their household and work, or decided.

    `category`: "user_pref", "project", "decision", "rule" or "general".
    """

    content: str
    category: str


def extract(message: str) -> list[Statement]:
    """What is worth saving in a person's message, in its order; [] when nothing is. Pure; linear in the length of the message.

    Nothing is taken from questions, wishes of the moment, requests, small talk, pasted text, code, quotes of others, nor what
    `holodream.screen` refuses. InvalidArgument for what is no text.
    """
    if not isinstance(message, str):
        raise InvalidArgument(f"A message is a text, not {type(message).__name__}.")
    if len(message) > _LONGEST:
        return []
    kept: dict[str, Statement] = {}
    for sentence in found(message):
        category = weights.kind_of(sentence.reasons) if weights.is_worth_it(sentence.reasons) else None
        if category and sentence.content not in kept and screen(sentence.content).kind == "ok":
            kept[sentence.content] = Statement(sentence.content, category)
    return list(kept.values())
