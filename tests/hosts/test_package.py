"""What 0.22 says about our packages before it installs them. A warning about the package of the night would mean that its skill is dropped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .host import Host

# The host's own command line; what its scanner finds on the way is printed too, as the report tells only the verdict.
VALIDATE = """
import json, sys
from tools import plugin_guard
scan, seen = plugin_guard.scan_plugin, []
def noted(*arguments, **more):
    seen.append(scan(*arguments, **more))
    return seen[-1]
plugin_guard.scan_plugin = noted
from hermes_cli.main import main
sys.argv = ["hermes", "plugins", "validate", sys.argv[1], "--json"]
try:
    code = main()
except SystemExit as ended:
    code = ended.code
findings = [[f.severity, f.pattern_id, f"{f.file}:{f.line}"] for result in seen for f in result.findings]
print("SEEN", json.dumps({"code": code or 0, "scans": len(seen), "findings": findings}))
"""


@pytest.mark.parametrize("host", ["0.22"], indirect=True)  # the only one with these checks
@pytest.mark.parametrize("package", ["plugin_folder", "dreaming_package"])
def test_every_check_of_the_host_is_passed_without_a_warning(request: pytest.FixtureRequest, host: Host, tmp_path: Path, package: str) -> None:
    folder: Path = request.getfixturevalue(package)
    printed = host.new_home(tmp_path, 1).script(VALIDATE, str(folder), timeout=300)
    document, _, last = printed.rpartition("SEEN ")
    report: dict[str, Any] = json.loads(document)
    seen = json.loads(last)
    assert [check for check in report["checks"] if not check["ok"]] == []
    assert {check["name"]: check["detail"] for check in report["checks"]}["security scan"] == "safe"
    assert report["ok"], report
    assert report["warnings"] == []
    assert report.get("isolation", {"host_ready": True})["host_ready"], report["isolation"]
    assert (seen["code"], seen["scans"]) == (0, 1)
    assert [finding for finding in seen["findings"] if finding[0] != "low"] == []
