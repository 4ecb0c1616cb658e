"""The pip entry point (group hermes_agent.memory_providers): a module with `register`."""

from __future__ import annotations

from typing import Any


def register(ctx: Any) -> None:
    """Give the host a provider. Called many times in a process; builds only a light object."""
    from .provider import HolographicProvider

    ctx.register_memory_provider(HolographicProvider())
