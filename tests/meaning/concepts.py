"""A server of embeddings whose vectors mean something: texts about the same few things are near each other, whatever their words."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from ..servers.misbehaving import Turn, http, vector

WIDTH = 48
_TOPICS = (
    {"ladder", "orchard", "climb", "apple"},
    {"dentist", "teeth", "toothache", "rossi"},
    {"piano", "music", "instrument", "tuner"},
    {"boat", "harbour", "sail", "vessel"},
    {"bread", "baker", "loaf", "dough"},
)
FACTS = (
    "Vera keeps the ladder in the orchard.",
    "Rossi takes patients on Fridays only.",
    "The tuner comes twice a year.",
    "The harbour fee is due in March.",
    "The baker closes on Mondays.",
    *(f"Parcel number {number} lies on shelf {number % 7}." for number in range(25)),
)
UNLIKE_IN_WORDS = "where can I get help with a toothache"  # means fact 2 and shares no word with it


def meaning(text: str) -> list[float]:
    """A little of the text itself, much of the topics in it."""
    words = set(text.lower().strip("?.!").replace(".", " ").split())
    values = [0.2 * value / math.sqrt(WIDTH) for value in vector(text, WIDTH)]
    for place, topic in enumerate(_TOPICS):
        if words & topic:
            values[place] += 1.0
    values[-1] += 0.3  # as real models have it, all texts are a little alike
    return values


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """What a well-behaved server with such vectors answers."""
    data = [{"object": "embedding", "index": index, "embedding": meaning(text)} for index, text in enumerate(question["input"])]
    return {"object": "list", "model": question["model"], "data": data}


def concepts(turn: Turn) -> None:
    """A well-behaved server with such vectors."""
    turn.send(http(json.dumps(answer(turn.json)).encode()))
