"""What is kept of a look-up: ids, words of the message and scores, never the text of a fact."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

import holodream

SECRETIVE = "Quillfeather hides presents behind the Zephyrine machine."
QUESTION = "What is behind the Zephyrine machine?"


def texts(thing: object, depth: int = 0) -> Iterator[str]:
    """Every text that can be reached from an object."""
    if depth > 12:
        return
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from texts(key, depth + 1)
            yield from texts(value, depth + 1)
    elif isinstance(thing, list | tuple | set | frozenset):
        for item in thing:
            yield from texts(item, depth + 1)
    elif dataclasses.is_dataclass(thing):
        for part in dataclasses.fields(thing):
            yield from texts(getattr(thing, part.name), depth + 1)


def test_a_trace_holds_no_text_of_a_fact(memory: holodream.Memory) -> None:
    memory.add(SECRETIVE)
    for found in (memory.recall(QUESTION), memory.search(QUESTION)):
        assert found.hits
        assert SECRETIVE not in list(texts(found.trace))
        assert "Quillfeather" not in repr(found.trace)


def test_it_says_what_happened(memory: holodream.Memory) -> None:
    fact_id = memory.add(SECRETIVE).fact_id
    memory.add("The bakery closes at six.")
    trace = memory.recall(QUESTION).trace
    assert trace.size == 2
    assert trace.shown == [fact_id]
    assert trace.steps
    assert all(isinstance(step, str) for step in trace.steps)


def test_results_print_without_their_trace(memory: holodream.Memory) -> None:
    memory.add(SECRETIVE)
    assert "trace" not in repr(memory.recall(QUESTION))
    assert memory.recall(QUESTION) == memory.recall(QUESTION)
