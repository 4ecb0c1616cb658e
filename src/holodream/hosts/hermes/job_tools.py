"""The tools for cron jobs of 0.19, which have no memory provider: registered as tools of an ordinary plugin.

In sessions of people the host asks the provider first, so these answer only jobs and subagents: reading, and writing with `cron_writes`.
A subagent may be that of a group chat, which the host does not say; only a session that the host's scheduler named is a cron job.
"""

from __future__ import annotations

import functools
import threading
from typing import Any

from . import tools
from .provider import HolographicProvider

_MOST_JOBS = 16  # at once
_CRON_SESSION = "cron_"  # how the sessions of the host's scheduler begin; those of people and subagents begin with the date
_lock = threading.Lock()
_jobs: dict[tuple[str, str], _Job] = {}  # by home and session, the one that began last at the end


def register(ctx: Any) -> None:
    """Offer the tools to jobs that have the toolset "memory"."""
    for schema in tools.SCHEMAS:
        ctx.register_tool(name=str(schema["name"]), toolset="memory", schema=schema, handler=functools.partial(answer, str(schema["name"])))


def answer(tool: str, args: dict[str, Any], *, session_id: str = "", task_id: str = "", **_more: Any) -> str:
    """The JSON answer to a call from a job."""
    from hermes_constants import get_hermes_home  # type: ignore[import-not-found]

    return _provider(str(get_hermes_home()), str(session_id or task_id or "")).handle_tool_call(tool, args)


def _provider(home: str, session: str) -> HolographicProvider:
    """The provider of a job: kept while it may still ask, so that its file is opened once."""
    while (provider := _job(home, session).provider(home, session)) is None:
        pass  # others pushed it out before it could begin
    return provider


def _job(home: str, session: str) -> _Job:
    with _lock:
        job = _jobs.get((home, session))
        former = _jobs.pop(next(iter(_jobs))) if job is None and len(_jobs) >= _MOST_JOBS else None
        if job is None:
            job = _jobs[home, session] = _Job()
    if former is not None:
        former.end()
    return job


class _Job:
    """A job that asks for memory. Its file is opened by its first call, while nobody else waits for that."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._provider: HolographicProvider | None = None
        self._ended = False

    def provider(self, home: str, session: str) -> HolographicProvider | None:
        """None once it has ended: nobody would close a file that is opened then."""
        with self._lock:
            if self._ended:
                return None
            if self._provider is None:
                kind = "cron" if session.startswith(_CRON_SESSION) else "subagent"
                self._provider = HolographicProvider()
                self._provider.initialize(session, hermes_home=home, platform=kind, agent_context=kind)
            return self._provider

    def end(self) -> None:
        with self._lock:
            self._ended = True
            if self._provider is not None:
                self._provider.shutdown()
