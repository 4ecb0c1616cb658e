"""A store whose disk hangs: turns go on without memory and soon, the log says it once, and memory is back when the disk is.

A small library (hermes/hanging_disk.c) is put before the C library's calls; the test needs a C compiler and Linux.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .host import Home, Host
from .model_server import ANSWER, ModelServer, call

FACT = "The boiler engineer Marta Kvist comes on the 4th of May."
SECONDS = {"0.19": 10, "0.22": 30}  # that the disk hangs; after five of them both hosts have done the same

pytestmark = pytest.mark.skipif(sys.platform != "linux" or shutil.which("cc") is None, reason="needs Linux and a C compiler")


@pytest.fixture(scope="session")
def hanging_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("library") / "hanging_disk.so"
    source = Path(__file__).parent / "hermes/hanging_disk.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True, timeout=60)
    return library


@pytest.fixture
def sign(tmp_path: Path) -> Iterator[Path]:
    """While this file exists, the disk hangs."""
    path = tmp_path / "the disk hangs"
    yield path
    path.unlink(missing_ok=True)


def hanging_home(home: Home, library: Path, sign: Path) -> Home:
    """The same home, with the library in front of every process of it."""

    class HangingHome(Home):
        def environment(self) -> dict[str, str]:
            return {**super().environment(), "LD_PRELOAD": str(library), "DISK_HANGS_WHILE": str(sign)}

    return HangingHome(home.host, home.path, home.model_url)


def listed(agents: Any, name: str) -> dict[str, Any]:
    return dict(agents.turn(name, call("fact_store", action="list")).results[0])


def test_turns_go_on_while_the_disk_hangs(host: Host, model: ModelServer, plugin_folder: Path, tmp_path: Path, hanging_disk: Path, sign: Path) -> None:
    home = hanging_home(host.new_home(tmp_path, model.port, {"recall_budget": 0.5, "turn_budget": 5}), hanging_disk, sign)
    home.install(plugin_folder)
    with home.agents() as agents:
        agents.open("first", platform="telegram", user_id="u1", chat_id="c1", chat_type="dm")
        agents.turn("first", call("fact_store", action="add", content=FACT, source="said"))
        sign.touch()
        begin = time.monotonic()
        turns = [agents.turn("first", f"When does the boiler engineer come? ({number})").answer for number in range(3)]
        without = listed(agents, "first")
        agents.open("second", platform="telegram", user_id="u2", chat_id="c2", chat_type="dm")  # another agent of the process
        turns.append(agents.turn("second", "When does the boiler engineer come? (second)").answer)
        agents.end("second")
        time.sleep(max(0.0, SECONDS[host.version] - (time.monotonic() - begin)))  # all turns are through, or they would never be
        sign.unlink()
        agents.open("third", platform="telegram", user_id="u1", chat_id="c1", chat_type="dm")
        back = listed(agents, "third")
        for _ in range(50):
            if "error" not in back:
                break
            time.sleep(0.1)
            back = listed(agents, "third")
        agents.turn("third", "When does the boiler engineer come? (back)")
    assert turns == [ANSWER] * 4
    assert "Go on without it" in without["error"]
    assert [fact["content"] for fact in back["facts"]] == [FACT]
    assert not any(model.recalled(f"When does the boiler engineer come? ({number})") for number in (0, 1, 2, "second"))
    assert FACT in model.recalled("When does the boiler engineer come? (back)")
    lines = [record for record in home.log_records() if "turns go on without it" in record]
    assert len({line.partition("holographic:")[2] for line in lines}) == 1, lines
