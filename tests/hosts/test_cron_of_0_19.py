"""Cron jobs of 0.19 have no memory provider: our folder, enabled as an ordinary plugin, gives them the tools. Reading always, saving with `cron_writes`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from .host import Home, Host
from .model_server import ModelServer, call
from .test_install import installer

FACT = "The ladder of the museum is in the orchard."
RUN = """
import json, sys
from cron.jobs import create_job
from cron.scheduler import run_job
for prompt in json.loads(sys.argv[1]):
    job = create_job(prompt, "every 2h", name="facts", deliver="local", enabled_toolsets=["memory"])
    run_job(job)
"""


@pytest.fixture(scope="module")
def old_host() -> Host:
    return Host.find("0.19")


def results_of_job(home: Home, model: ModelServer, *calls: str) -> list[dict[str, Any]]:
    before = len(model.tool_results())
    home.script(RUN, json.dumps(list(calls)))
    return [json.loads(result) for result in model.tool_results()[before:]]


def test_a_job_reads_and_writes_when_the_setting_allows_it(old_host: Host, model: ModelServer, tmp_path: Path) -> None:
    home = old_host.new_home(tmp_path, model.port, {"cron_writes": False})
    assert "wrong" not in installer(home).values()
    with home.agents() as agents:
        agents.open("a")
        assert agents.turn("a", call("fact_store", action="add", content=FACT)).results[0]["status"] == "added"
    found, refused = results_of_job(
        home, model, call("fact_store", action="search", query="ladder"), call("fact_store", action="add", content="The bridge is closed.")
    )
    assert [row["content"] for row in found["results"]] == [FACT]
    assert "cron_writes" in refused["error"]

    config = home.path / "config.yaml"
    text = config.read_text(encoding="utf-8")
    allowed = re.sub(r"(\"?cron_writes\"?: )false", r"\1true", text)
    assert allowed != text
    config.write_text(allowed, encoding="utf-8")
    (added,) = results_of_job(home, model, call("fact_store", action="add", content="The bridge is closed."))
    assert added["status"] == "added"
