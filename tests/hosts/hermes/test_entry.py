"""Registration: called many times in a process, it builds a light object and nothing else."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

from holodream.hosts.hermes import entry
from holodream.hosts.hermes.provider import HolographicProvider


class Context:
    """What a host passes to `register`."""

    def __init__(self) -> None:
        self.providers: list[object] = []

    def register_memory_provider(self, provider: object) -> None:
        self.providers.append(provider)


def test_each_registration_gives_an_object_of_its_own(tmp_path: Path) -> None:
    context = Context()
    for _ in range(50):
        entry.register(context)
    assert len({id(provider) for provider in context.providers}) == 50
    assert all(isinstance(provider, HolographicProvider) for provider in context.providers)
    assert list(tmp_path.iterdir()) == []


def test_the_entry_point_is_declared_in_the_group_that_the_host_reads() -> None:
    (point,) = [point for point in metadata.entry_points(group="hermes_agent.memory_providers") if point.name == "holographic"]
    assert point.load().register is entry.register
