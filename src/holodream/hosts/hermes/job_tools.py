"""The tools for cron jobs of 0.19, which have no memory provider: registered as tools of an ordinary plugin.

In sessions of people the host asks the provider first, so these answer only jobs and subagents: reading, and writing with `cron_writes`.
"""

from __future__ import annotations

import functools
import threading
from typing import Any

from . import tools
from .provider import HolographicProvider

_MOST_JOBS = 16  # at once
_lock = threading.Lock()
_jobs: dict[tuple[str, str], HolographicProvider] = {}  # by home and session, the one that began last at the end


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
    with _lock:
        provider = _jobs.get((home, session))
        if provider is not None:
            return provider
        former = _jobs.pop(next(iter(_jobs))) if len(_jobs) >= _MOST_JOBS else None
        provider = _jobs[home, session] = HolographicProvider()
        provider.initialize(session, hermes_home=home, platform="cron", agent_context="cron")
    if former is not None:
        former.shutdown()
    return provider
