"""The main job in a few seconds: python -m holodream.hosts.demo

A household of several languages is saved through the tool that a host's agent calls, and messages are played: each with the
block that the agent would be given, and why. In a temporary folder, without a model or a network; the data is demo.toml.
"""

from __future__ import annotations

import json
import os
import tempfile
import textwrap
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from ..memory import Memory
from ..paths import FILE_NAME
from .cli import output
from .hermes.provider import HolographicProvider

_WIDTH = 92
_SESSION = "demo"
_HIDDEN = "¦"
_MOST_WORDS = 4  # shared words that a line names


def play() -> Iterator[str]:
    """The demo, line by line."""
    data = tomllib.loads(resources.files(__package__).joinpath("demo.toml").read_text(encoding="utf-8"))
    languages = {fact["language"] for fact in data["facts"]}
    yield f"holodream: the memory of an invented household in {len(languages)} languages. No model, no network, no key."
    with _home() as home:
        provider = HolographicProvider()
        provider.initialize(session_id=_SESSION, hermes_home=str(home), platform="cli", agent_context="primary")
        try:
            yield from _saving(provider, data["facts"])
            with Memory(home / FILE_NAME) as memory:
                yield from _asking(provider, memory, data["messages"])
        finally:
            provider.shutdown()


@contextmanager
def _home() -> Iterator[Path]:
    """A host's empty home, gone afterwards. Where the host is installed it must not find the person's own settings."""
    before = os.environ.get("HERMES_HOME")
    with tempfile.TemporaryDirectory(prefix="holodream-demo-") as folder:
        os.environ["HERMES_HOME"] = folder
        try:
            yield Path(folder)
        finally:
            del os.environ["HERMES_HOME"]
            if before is not None:
                os.environ["HERMES_HOME"] = before


def _saving(provider: HolographicProvider, facts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield from ("", "SAVING, as the agent does: the tool fact_store, action add")
    saved, begin = 0, time.perf_counter()
    for fact in facts:
        arguments = {"action": "add", "content": fact["content"].replace(_HIDDEN, ""), "entities": fact["entities"], "source": fact.get("source", "said")}
        answer = json.loads(provider.handle_tool_call("fact_store", arguments))
        if "error" in answer:
            yield f"  {fact['language']}  refused: {fact.get('refused', '(a fact)')}"
            yield from _wrapped(answer["error"])
        else:
            saved += 1
            number = f"[{answer['fact_id']}]"
            yield f"  {fact['language']}  {number:>4} {fact['content']}"
    yield f"  {saved} facts saved in {(time.perf_counter() - begin) * 1000:.0f} ms, with the reading of the language data."


def _asking(provider: HolographicProvider, memory: Memory, messages: Sequence[Mapping[str, str]]) -> Iterator[str]:
    yield from ("", "ASKING: a message, and what is put in front of the agent before it answers")
    for message in messages:
        begin = time.perf_counter()
        block = provider.prefetch(message["text"], session_id=_SESSION)
        spent = (time.perf_counter() - begin) * 1000
        yield from ("", f"  {message['language']}  {message['text']}")
        yield from (f"      │ {line}" for line in block.splitlines() or ["(nothing)"])
        yield from _wrapped(f"{_why(memory, message['text'])} [{spent:.1f} ms]")


def _why(memory: Memory, message: str) -> str:
    """Why the best fact comes up for a message, or why none does."""
    found = memory.recall(message)
    trace = found.trace
    nothing = "Why nothing: it is small talk, and" if trace.query and trace.query.small_talk else "Why nothing:"
    if trace.query and not trace.query.words:
        return f"{nothing} no word says what it is about."
    if not trace.reasons:
        return f"{nothing} none of its words is in any fact."
    best = found.hits[0].fact_id if found.hits else next(iter(trace.reasons))
    reason = memory.why(best, message)
    words = ", ".join(f"“{word}”" for word, _ in reason.matched[:_MOST_WORDS]) or "no word"
    if found.hits:
        return f"Why [{best}]: it shares {words}; score {reason.score:.2f}, needed {reason.threshold:.2f}."
    return f"{nothing} the nearest fact [{best}] shares {words}; score {reason.score:.2f}, needed {reason.threshold:.2f}."


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="      ", subsequent_indent="      ", break_long_words=False, break_on_hyphens=False)


def main() -> None:
    """Show the demo."""
    begin = time.perf_counter()
    output.lines(play())
    output.lines(["", f"Done in {time.perf_counter() - begin:.1f} s; the store is gone. Your own: holodream --help"])


if __name__ == "__main__":
    main()
