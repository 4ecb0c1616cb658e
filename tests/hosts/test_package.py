"""What 0.22 says about the plugin folder before it installs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .host import Home, Host
from .model_server import ModelServer

SCAN = """
import json, pathlib, sys
from tools.plugin_guard import scan_plugin
findings = scan_plugin(pathlib.Path(sys.argv[1])).findings
print(json.dumps([[f.severity, f.pattern_id, f"{f.file}:{f.line}"] for f in findings]))
"""


@pytest.fixture
def home(model: ModelServer, tmp_path: Path) -> Home:
    """A home of 0.22, the only host with these checks."""
    return Host.find("0.22").new_home(tmp_path, model.port)


def test_validate_accepts_every_point_without_a_warning(home: Home, plugin_folder: Path) -> None:
    done = home.hermes("plugins", "validate", str(plugin_folder), "--json")
    report = json.loads(done.stdout)
    failed = [check for check in report["checks"] if not check["ok"]]
    assert failed == []
    assert report["ok"], done.stdout
    assert done.returncode == 0, done.stdout
    assert report["warnings"] == []
    assert report["isolation"]["host_ready"], report["isolation"]


def test_the_security_scanner_finds_nothing_above_low(home: Home, plugin_folder: Path) -> None:
    findings = json.loads(home.script(SCAN, str(plugin_folder)))
    assert [finding for finding in findings if finding[0] != "low"] == []
