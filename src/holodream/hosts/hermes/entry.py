"""What the host calls to get the provider, from the plugin folder or as a pip entry point (group hermes_agent.memory_providers)."""

from __future__ import annotations

from typing import Any


def register(ctx: Any) -> None:
    """Give the host a provider. Called many times in a process; builds only a light object.

    The loader of ordinary plugins in 0.19 takes no provider; it gets the tools, for cron jobs.
    """
    if hasattr(ctx, "register_memory_provider"):
        from .provider import HolographicProvider

        ctx.register_memory_provider(HolographicProvider())
    elif hasattr(ctx, "register_tool"):
        from .job_tools import register as register_tools

        register_tools(ctx)
