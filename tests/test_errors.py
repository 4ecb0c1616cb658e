"""One family of errors that say what to do; and neither an error nor a log line that quotes a fact."""

from __future__ import annotations

import inspect
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import holodream
from holodream import errors
from holodream.hosts.hermes.provider import HolographicProvider

from .conftest import Opener
from .old_provider import OldProvider
from .support import outcome

FAMILY = [thing for _, thing in inspect.getmembers(errors, inspect.isclass) if thing.__module__ == errors.__name__]
MARKER = "quillfeather"
FACT = f"Aunt {MARKER.title()} hides presents behind the Zephyrine machine."


@pytest.mark.parametrize("error", FAMILY, ids=lambda error: error.__name__)
def test_every_error_is_of_the_family_public_and_explained(error: type[Exception]) -> None:
    assert issubclass(error, holodream.HolodreamError)
    assert error.__doc__
    assert error.__doc__.strip().endswith(".")
    assert error.__name__ in holodream.__all__
    assert errors.__doc__
    assert error.__name__ in errors.__doc__, "the tree at the top shows every error"


def test_the_tree_is_as_it_is_drawn() -> None:
    """Each line of the drawing stands under its parent."""
    assert errors.__doc__
    above: list[tuple[int, type]] = []
    drawn = set()
    for line in errors.__doc__.splitlines():
        name = line.lstrip("│├└─ ").split(" ")[0]
        thing = getattr(errors, name, None)
        if not isinstance(thing, type):
            continue
        depth = len(line) - len(line.lstrip("│├└─ "))
        above = [(level, parent) for level, parent in above if level < depth]
        if above:
            assert issubclass(thing, above[-1][1]), name
        above.append((depth, thing))
        drawn.add(thing)
    assert drawn == set(FAMILY)


def test_built_in_errors_are_inherited_beside() -> None:
    """Callers who know nothing of us catch what they would expect."""
    assert issubclass(holodream.InvalidArgument, ValueError)
    assert issubclass(holodream.ConfigError, ValueError)
    assert issubclass(holodream.FactNotFound, LookupError)


def everything(memory: Any) -> list[Callable[[], Any]]:
    """Every call, with the marked fact in every place where a caller could put it."""
    return [
        lambda: memory.add(FACT, entities=[MARKER], keywords=[MARKER], by=MARKER, session=MARKER, source="said"),
        lambda: memory.add(FACT, keywords=["other"]),
        lambda: memory.add(FACT + " Indeed."),
        lambda: memory.add(FACT + "\0"),
        lambda: memory.add(FACT + "\ud800"),
        lambda: memory.add(FACT * 100),
        lambda: memory.add(FACT, source=FACT),
        lambda: memory.add(FACT, category=FACT),
        lambda: memory.add(FACT, entities=[FACT * 1000]),
        lambda: memory.add(FACT, keywords=[FACT * 1000, FACT]),
        lambda: memory.add(f"The password of {MARKER} is Tr0ub4dor&3xyz."),
        lambda: memory.change(1, FACT + " Changed."),
        lambda: memory.change(1, f"The password of {MARKER} is Tr0ub4dor&3xyz."),
        lambda: memory.change(99, FACT),
        lambda: memory.change(2, FACT + " Changed."),
        lambda: memory.describe(1, keywords=[MARKER, FACT]),
        lambda: memory.describe(1, category=FACT * 3),
        lambda: memory.feedback(1, FACT),
        lambda: memory.feedback(1, "helpful"),
        lambda: memory.get(FACT),
        lambda: memory.history(FACT),
        lambda: memory.end(FACT),
        lambda: memory.search(FACT),
        lambda: memory.search(FACT, category=FACT, limit=FACT, min_trust=FACT),
        lambda: memory.recall(FACT, session=MARKER),
        lambda: memory.recall(FACT, session=MARKER),
        lambda: memory.recall("What is behind the Zephyrine machine?"),
        lambda: memory.why(1, "What is behind the Zephyrine machine?").text,
        lambda: memory.list(category=FACT),
        lambda: memory.list(before=FACT),
        lambda: memory.probe(FACT),
        lambda: memory.probe(MARKER),
        lambda: memory.forget_session(MARKER),
        lambda: memory.end(2),
    ]


def test_neither_an_error_nor_the_log_quotes_a_fact(open_memory: Opener, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    memory = open_memory()
    quoted = said(memory)
    with OldProvider(tmp_path / "memory.db") as old:
        old.add(FACT + " By another program.", tags=MARKER)
    memory.list()
    memory.close()
    open_memory().close()
    quoted += said(memory)  # closed by now
    assert [text for text in quoted if MARKER in text.lower()] == []
    assert MARKER not in caplog.text.lower()


def said(memory: holodream.Memory) -> list[str]:
    """What the errors of all calls say."""
    answers = [outcome(call) for call in everything(memory)]
    return [text for answer in answers if isinstance(answer, Exception) for text in (str(answer), repr(answer))]


@pytest.mark.parametrize("damage", ["newer", "deleted", "damaged"])
def test_not_even_when_the_store_fails(tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str) -> None:
    caplog.set_level(logging.DEBUG)
    path = tmp_path / "memory.db"
    with holodream.open(path) as memory:
        for number in range(40):
            memory.add(f"{FACT} Number {number}.", entities=[MARKER])
    if damage == "newer":
        with closing(sqlite3.connect(path)) as file:
            file.execute("UPDATE holodream_info SET value = 99 WHERE key IN ('format', 'oldest_writer')")
            file.commit()
    elif damage == "deleted":
        path.unlink()
    else:
        data = bytearray(path.read_bytes())
        for page in range(2, len(data) // 4096):
            data[page * 4096 + 8 : page * 4096 + 90] = b"\xff" * 82
        path.write_bytes(data)
    opened = outcome(lambda: holodream.open(path))
    errors = [opened] if isinstance(opened, Exception) else []
    if isinstance(opened, holodream.Memory):
        memory = opened
        calls: list[Callable[[], object]] = [
            lambda: memory.add(FACT + " New."),
            lambda: memory.list(),
            lambda: memory.recall(FACT),
            lambda: memory.search(FACT),
            lambda: memory.end(3),
        ]
        errors = [answer for answer in map(outcome, calls) if isinstance(answer, Exception)]
        memory.close()
    assert [error for error in errors if MARKER in str(error).lower()] == []
    assert MARKER not in caplog.text.lower()


def test_the_provider_logs_no_text_either(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    provider = HolographicProvider()
    provider.initialize("session", hermes_home=str(tmp_path), user_id="person-1")
    calls: list[dict[str, Any]] = [
        {"action": "add", "content": FACT},
        {"action": "add", "content": FACT, "entities": [{"name": MARKER}]},
        {"action": "add", "content": {"text": FACT}},
        {"action": MARKER},
        {"action": "search", "query": FACT, "limit": FACT},
        {"action": "update", "fact_id": FACT, "content": FACT},
        {"action": "update", "fact_id": 1, "content": FACT, "trust_delta": FACT},
        {"action": "probe", "entity": [FACT]},
    ]
    for arguments in calls:
        provider.handle_tool_call("fact_store", arguments)
        provider.handle_tool_call(MARKER, arguments)
    provider.prefetch(FACT)
    provider.prefetch([FACT])  # type: ignore[arg-type]
    provider.sync_turn(FACT, FACT)
    provider.queue_prefetch(FACT)
    provider.on_turn_start(1, FACT)
    provider.on_session_end([{"role": "user", "content": FACT}])
    provider.shutdown()
    provider.prefetch(FACT)
    assert MARKER not in caplog.text.lower()
