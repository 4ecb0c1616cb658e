"""What all tests share: stores in temporary folders that are closed afterwards, and how much hypothesis tries.

HYPOTHESIS_PROFILE=explore tries new random examples, and more of them, instead of the same ones at each run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import holodream

from .household import FACTS

_QUIET = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=60, suppress_health_check=_QUIET)
settings.register_profile("explore", deadline=None, max_examples=600, suppress_health_check=_QUIET)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

Opener = Callable[..., holodream.Memory]


@pytest.fixture
def open_memory(tmp_path: Path) -> Iterator[Opener]:
    """Open stores in the test's folder: open_memory("name.db", recall_limit=3). All are closed at the end."""
    opened: list[holodream.Memory] = []

    def opener(name: str | Path = "memory.db", **values: object) -> holodream.Memory:
        memory = holodream.open(tmp_path / name, config=holodream.Config.from_mapping(values))
        opened.append(memory)
        return memory

    yield opener
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_memory: Opener) -> holodream.Memory:
    """An empty store."""
    return open_memory()


@pytest.fixture(scope="session")
def household(tmp_path_factory: pytest.TempPathFactory) -> Iterator[holodream.Memory]:
    """The facts of a household that speaks 18 languages. Only to be read, without a session."""
    with holodream.open(tmp_path_factory.mktemp("household") / "memory.db") as memory:
        for facts in FACTS.values():
            for fact in facts:
                assert memory.add(fact, source="said").status == "added"
        yield memory


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:  # noqa: ARG001 - the hook's signature
    """Short names of cases, without characters that cannot be sent between the processes that run the tests."""
    return ascii(val)[:40] if isinstance(val, str) and (not val.isprintable() or len(val) > 40) else None


KNOWN_FAULTS = Path(__file__).parent / "known_faults.txt"


def known_faults() -> set[str]:
    """The ids of the tests that are known to fail."""
    return {line for line in KNOWN_FAULTS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of faults that are known and not mended yet must fail; the list is to become empty."""
    known = known_faults()
    for item in items:
        if item.nodeid.encode("ascii", "backslashreplace").decode() in known:
            item.add_marker(pytest.mark.xfail(reason="a known fault, see tests/known_faults.txt", strict=True))
