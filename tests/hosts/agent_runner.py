"""Runs agents inside one process of a host. Started by host.py with the host's own Python; knows nothing of holodream.

Reads one step a line from stdin, as JSON, and prints one JSON result a line:

    {"open": NAME, "kwargs": {...}}            a new agent; kwargs of AIAgent: platform, user_id, chat_id, chat_type ...
    {"turn": NAME, "text": "", "author": {}}   one turn; the author (id, name, is_bot) reaches hosts that know authors
    {"end": NAME}                              the session ends, as on /new or when the program closes
    {"parallel": [[step, ...], [step, ...]]}   each list in a thread of its own, all of them at once
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
import threading
import traceback
from typing import Any

Step = dict[str, Any]
Result = dict[str, Any]


class Runner:
    """The agents by name, each with the messages of its session so far."""

    def __init__(self, base_url: str) -> None:
        self._agent_class = importlib.import_module("run_agent").AIAgent
        self._session_db = importlib.import_module("hermes_state").SessionDB()
        self._base_url = base_url
        self._agents: dict[str, Any] = {}
        self._messages: dict[str, list[dict[str, Any]]] = {}
        self._knows_authors = "turn_author" in inspect.signature(self._agent_class.run_conversation).parameters

    def run(self, step: Step) -> Result:
        """Do one step; an exception becomes a result, so that the caller can show it."""
        try:
            if "parallel" in step:
                return {"parallel": self._parallel(step["parallel"])}
            if "open" in step:
                return self._open(step["open"], step.get("kwargs", {}))
            if "turn" in step:
                return self._turn(step["turn"], step["text"], step.get("author"))
            return self._end(step["end"])
        except Exception:
            return {"error": traceback.format_exc()}

    def _open(self, name: str, kwargs: dict[str, Any]) -> Result:
        agent = self._agent_class(
            base_url=self._base_url, api_key="none", model="fake-model", provider="custom", quiet_mode=True,
            session_db=self._session_db, enabled_toolsets=["memory"], **kwargs,
        )  # fmt: skip
        self._agents[name], self._messages[name] = agent, []
        return {"session": agent.session_id}

    def _turn(self, name: str, text: str, author: dict[str, Any] | None) -> Result:
        agent = self._agents[name]
        extra = {"turn_author": author} if author and self._knows_authors else {}
        result = agent.run_conversation(text, conversation_history=self._messages[name], **extra)
        messages = self._messages[name] = result["messages"]
        if agent._memory_manager is not None:
            agent._memory_manager.flush_pending()  # the host reports a finished turn to the provider in the background
        start = max(i for i, message in enumerate(messages) if message["role"] == "user")
        tools = [message["content"] for message in messages[start:] if message["role"] == "tool"]
        return {"answer": result["final_response"], "tools": tools}

    def _end(self, name: str) -> Result:
        self._agents.pop(name).shutdown_memory_provider(self._messages.pop(name))
        return {}

    def _parallel(self, scripts: list[list[Step]]) -> list[list[Result]]:
        results: list[list[Result]] = [[] for _ in scripts]
        ready = threading.Barrier(len(scripts))

        def work(script: list[Step], out: list[Result]) -> None:
            ready.wait()
            out.extend(self.run(step) for step in script)

        threads = [threading.Thread(target=work, args=pair) for pair in zip(scripts, results, strict=True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return results


def main() -> None:
    """Answer steps until stdin ends. Whatever the host prints goes to stderr, so that stdout carries results only."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    runner = Runner(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(runner.run(json.loads(line))), file=out, flush=True)
    out.flush()
    os._exit(0)  # the agents are ended; the host's idle workers need not be waited for


if __name__ == "__main__":
    main()
