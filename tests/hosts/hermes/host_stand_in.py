"""A stand-in for the parts of a host that the provider asks for: its configuration, and the class of its recall indicator."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ..host import PATIENT

_CONFIG = """
CONFIG = {}
ERROR = None

def load_config():
    if ERROR is not None:
        raise ERROR
    return CONFIG
"""

_AGENT = """
class MemoryProvider:
    pass


class RecallStatus:
    def __init__(self, provider_label, count, glyph):
        self.provider_label, self.count, self.glyph = provider_label, count, glyph
"""


@dataclass(frozen=True)
class HostStandIn:
    """`configure` sets what the host would have read from config.yaml."""

    module: Any

    def configure(self, config: object = None, error: Exception | None = None, **settings: object) -> None:
        self.module.CONFIG = {"plugins": {"hermes-memory-store": {**PATIENT, **settings}}} if config is None else config
        self.module.ERROR = error


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> HostStandIn:
    """Make `hermes_cli.config` and `agent.memory_provider` importable for one test."""
    for package, module, source in (("hermes_cli", "config", _CONFIG), ("agent", "memory_provider", _AGENT)):
        (folder / package).mkdir(parents=True)
        (folder / package / "__init__.py").write_text("", encoding="utf-8")
        (folder / package / f"{module}.py").write_text(source, encoding="utf-8")
        for name in (package, f"{package}.{module}"):
            monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(folder)
    from hermes_cli import config  # type: ignore[import-not-found]

    host = HostStandIn(config)
    host.configure()
    return host


def forget(monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - called after the test, when the path is restored
    """Unload the stand-ins, so that no later test meets them."""
    for name in [name for name in sys.modules if name.split(".")[0] in ("hermes_cli", "agent")]:
        del sys.modules[name]
