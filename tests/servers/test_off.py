"""Off costs nothing: without a server set, nothing of this is imported."""

from __future__ import annotations

from pathlib import Path

from ..support import run_python

_NETWORK = {"http.client", "ssl", "socket"}


def test_a_memory_without_servers_imports_none_of_it(tmp_path: Path) -> None:
    script = (
        "import sys, holodream\n"
        "with holodream.open(sys.argv[1]) as memory:\n"
        "    memory.add('Vera keeps the ladder in the orchard.')\n"
        "    memory.recall('Where is the ladder of Vera?')\n"
        "print(*sorted(sys.modules))"
    )
    loaded = set(run_python(script, tmp_path / "memory.db").split())
    assert not [name for name in loaded if name.startswith("holodream.servers")]
    assert not loaded & _NETWORK


def test_the_package_itself_loads_nothing() -> None:
    loaded = set(run_python("import sys, holodream.servers; print(*sorted(sys.modules))").split())
    assert [name for name in loaded if name.startswith("holodream.servers")] == ["holodream.servers"]
    assert not loaded & _NETWORK


def test_a_client_needs_no_library_and_starts_no_thread() -> None:
    script = (
        "import sys, threading, holodream.servers.embeddings as e, holodream.servers.rerank as r, holodream.servers.settings as s\n"
        "e.Embeddings(s.EmbeddingServer('http://127.0.0.1:1/v1', 'm')); r.Reranker(s.RerankServer('http://127.0.0.1:1/v1'))\n"
        "print(threading.active_count(), *sorted(name.split('.')[0] for name in sys.modules))"
    )
    count, *loaded = run_python(script).split()
    assert count == "1"
    assert not set(loaded) & {"numpy", "httpx", "requests", "urllib3", "certifi"}
