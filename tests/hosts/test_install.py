"""holodream install hermes, in real hosts: it places, selects and tries; it can be repeated, checked and taken back, and spoils nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from holodream.errors import HolodreamError
from holodream.hosts.hermes.placing.install import Installer

from .host import REPOSITORY, Home, Host
from .model_server import ModelServer, call

CONFIG = """# what I set
model:
  default: fake-model   # the only one
  provider: custom
  base_url: {url}
  api_key: none
  context_length: 200000
plugins:
  hermes-memory-store:
    recall_limit: 3   # few
    auto_extract: "false"   # as the older provider's set-up wrote it
model_catalog: {{enabled: false}}
security: {{allow_lazy_installs: false, tirith_enabled: false}}
"""
SECRET = "Sunny" + "Meadow2031"
MALFORMED = [
    f"key: {SECRET}\nmemory: {{provider: x\nplugins: [",
    f"key: {SECRET}\nkey: 1: {SECRET}\n",
    f"key: '{SECRET}\n",
    "- a\n- list\n",
    "a: b: c\n",
    "\tplugins: 1\n",
    "just words",
    "a: 'open\n",
    "plugins:\n  x: 1\n plugins: 2\n",
]


one_host = pytest.mark.parametrize("host", ["0.22"], indirect=True)  # what our own code does alike in every host


@pytest.fixture
def bare(host: Host, model: ModelServer, tmp_path: Path) -> Home:
    """A home without a plugin, and a configuration with comments in it."""
    home = host.new_home(tmp_path, model.port)
    (home.path / "config.yaml").write_text(CONFIG.format(url=home.model_url), encoding="utf-8")
    return home


def holodream(home: Home, *arguments: str, code: int = 0, **environment: str) -> dict[str, Any]:
    """Run our program, without a network in sight of it."""
    env: Mapping[str, str] = {**home.environment(), "PYTHONPATH": str(REPOSITORY / "src"), "http_proxy": "http://127.0.0.1:9", **environment}
    done = subprocess.run(
        [sys.executable, "-m", "holodream.hosts.cli.main", *arguments, "--json"],
        env=env, cwd=home.working_folder, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == code, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    answer = json.loads(done.stdout)
    assert isinstance(answer, dict)
    return answer


def installer(home: Home, *arguments: str, code: int = 0, **environment: str) -> dict[str, str]:
    """What each step says of itself: "did", "ok", "note" or "wrong"."""
    answer = holodream(home, "install", "hermes", "--hermes", str(home.host.python.with_name("hermes")), *arguments, code=code, **environment)
    return {step["name"]: step["status"] for step in answer["steps"]}


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}


def seen(folder: Path) -> dict[str, tuple[int, int]]:
    """Everything below a folder, with its size and when it was changed."""
    return {str(path.relative_to(folder)): ((stat := path.lstat()).st_size, stat.st_mtime_ns) for path in (folder, *folder.rglob("*"))}


def test_installed_used_checked_repeated_and_taken_back(bare: Home) -> None:
    steps = installer(bare)
    assert "wrong" not in steps.values(), steps
    assert (steps["provider"], steps["selection"], steps["round trip"]) == ("did", "did", "ok")
    text = (bare.path / "config.yaml").read_text(encoding="utf-8")
    assert all(line in text for line in CONFIG.format(url=bare.model_url).splitlines() if not line.startswith(("plugins", "security", "model_catalog"))), text
    assert not bare.store_path.exists(), "nothing was saved in the person's own store"

    with bare.agents() as agents:
        agents.open("a")
        assert agents.turn("a", call("fact_store", action="add", content="The ladder is in the orchard.")).results[0]["status"] == "added"
    facts = bare.store_path.read_bytes()

    status = bare.hermes("memory", "status").stdout
    assert "installed ✓" in status
    assert "available ✓" in status
    assert "memory: on" in status
    placed, config = files(bare.path / "plugins"), (bare.path / "config.yaml").read_bytes()
    again = installer(bare)
    assert set(again.values()) <= {"ok", "note"}, again
    assert files(bare.path / "plugins") == placed
    assert (bare.path / "config.yaml").read_bytes() == config
    assert set(installer(bare, "--check").values()) <= {"ok", "note"}

    plugin = bare.path / "plugins" / bare.host.plugin_name
    (plugin / "holodream" / "__init__.py").write_text("__version__ = '0.0.1'\n", encoding="utf-8")
    assert installer(bare, "--check", code=1)["provider"] == "wrong", "an older version"
    renewed = installer(bare)
    assert {name for name, status in renewed.items() if status == "did"} == {"provider"}
    assert files(bare.path / "plugins") == placed

    (plugin / "notes.txt").write_text("mine", encoding="utf-8")
    kept = installer(bare, "--uninstall")
    assert kept["config.yaml"] == "did"
    assert kept[plugin.name] == "note"
    assert (plugin / "notes.txt").read_text(encoding="utf-8") == "mine"
    (plugin / "notes.txt").unlink()
    assert installer(bare, "--uninstall")[plugin.name] == "did"
    assert not plugin.exists()
    assert bare.store_path.read_bytes() == facts
    assert "recall_limit: 3   # few" in (bare.path / "config.yaml").read_text(encoding="utf-8")
    assert installer(bare, "--check", code=1)["provider"] == "wrong"


def test_a_check_changes_nothing(bare: Home) -> None:
    """Not even by asking the host, which puts folders into the home in which it is asked."""
    before = seen(bare.path)
    assert installer(bare, "--check", code=1)["provider"] == "wrong"
    assert seen(bare.path) == before
    installer(bare)
    before = seen(bare.path)
    assert installer(bare, "--check")["round trip"] == "ok"
    assert seen(bare.path) == before


@one_host
def test_the_plugin_of_somebody_else_is_left_alone(bare: Home) -> None:
    theirs = bare.path / "plugins" / bare.host.plugin_name / "__init__.py"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("def register(ctx): ctx.register_memory_provider(None)\n", encoding="utf-8")
    config = (bare.path / "config.yaml").read_bytes()
    answer = holodream(bare, "install", "hermes", "--hermes", str(bare.host.python), code=1)
    assert str(theirs.parent) in answer["error"]
    assert theirs.read_text(encoding="utf-8").startswith("def register")
    assert (bare.path / "config.yaml").read_bytes() == config


@one_host
def test_a_malformed_configuration_is_never_overwritten(bare: Home) -> None:
    path = bare.path / "config.yaml"
    path.write_text(MALFORMED[0], encoding="utf-8")
    for arguments in ((), ("--uninstall",)):
        answer = holodream(bare, "install", "hermes", "--hermes", str(bare.host.python), *arguments, code=1)
        assert "config.yaml" in answer["error"]
        assert SECRET not in answer["error"]
    with Installer(bare.host.python, bare.path) as ours:
        for text in MALFORMED:
            path.write_text(text, encoding="utf-8")
            for steps in (ours.install(), ours.uninstall()):
                with pytest.raises(HolodreamError, match=r"config\.yaml") as caught:
                    list(steps)
                assert SECRET not in str(caught.value)
            assert path.read_text(encoding="utf-8") == text
    assert not (bare.path / "plugins").exists() or not list((bare.path / "plugins").iterdir())


SAVE = """
import json, pathlib, sys
from plugins.memory import load_memory_provider
home = pathlib.Path(sys.argv[2])
provider = load_memory_provider(sys.argv[1])
for text in json.loads(sys.argv[3]):
    (home / "config.yaml").write_text(text, encoding="utf-8")
    for values in ({"recall_limit": "4"}, {"recall_limit": ""}):
        try:
            provider.save_config(values, str(home))
            print("SAVED")
        except ValueError as error:
            print("REFUSED", error)
    provider.post_setup(str(home), {})
    print("KEPT", (home / "config.yaml").read_text(encoding="utf-8") == text)
"""


def test_the_set_up_never_overwrites_a_malformed_configuration(home: Home) -> None:
    printed = home.script(SAVE, home.host.plugin_name, str(home.path), json.dumps(MALFORMED))
    refused = [line for line in printed.splitlines() if line.startswith("REFUSED")]
    assert len(refused) == 2 * len(MALFORMED)
    assert all("config.yaml" in line for line in refused)
    assert printed.count("Nothing was changed") == printed.count("KEPT True") == len(MALFORMED)
    assert "SAVED" not in printed
    assert SECRET not in printed


def test_hermes_memory_setup_selects_and_keeps(bare: Home, plugin_folder: Path) -> None:
    bare.install(plugin_folder)
    done = bare.hermes("memory", "setup", bare.host.plugin_name)
    assert done.returncode == 0, done.stderr
    text = (bare.path / "config.yaml").read_text(encoding="utf-8")
    assert f"provider: {bare.host.plugin_name}" in text
    assert "recall_limit: 3   # few" in text
    (bare.path / "config.yaml").unlink()
    for _ in range(2):
        done = bare.hermes("memory", "setup", bare.host.plugin_name)
        assert done.returncode == 0, done.stderr
        assert (bare.path / "config.yaml").read_text(encoding="utf-8") == f"memory:\n  provider: {bare.host.plugin_name}\n"


PANEL = """
import json, sys
from plugins.memory import load_memory_provider
provider = load_memory_provider(sys.argv[1])
fields = provider.get_config_schema()
provider.save_config({"experience": "off", "auto_extract": "true", "recall_limit": "7", "default_trust": "0.5", "scope": "chat", "hrr_dim": "1024"}, sys.argv[2])
try:
    provider.save_config({"recall_strictness": "harsh"}, sys.argv[2])
except ValueError as error:
    print("REFUSED", error)
from hermes_cli.config import load_config
print(json.dumps([fields, load_config()["plugins"]["hermes-memory-store"]]))
"""


def test_the_panel_saves_what_was_changed_and_nothing_else(bare: Home, plugin_folder: Path) -> None:
    bare.install(plugin_folder)
    refused, document = bare.script(PANEL, bare.host.plugin_name, str(bare.path)).strip().splitlines()[-2:]
    assert "recall_strictness" in refused
    assert "balanced" in refused
    fields, section = json.loads(document)
    assert {"recall_limit", "scope", "db_path", "auto_extract"} <= {field["key"] for field in fields}
    assert all(field["description"] for field in fields)
    assert section == {"recall_limit": 7, "auto_extract": True, "scope": "chat"}
    text = (bare.path / "config.yaml").read_text(encoding="utf-8")
    assert text.startswith("# what I set")
    assert "default: fake-model   # the only one" in text


@one_host
def test_a_configuration_of_comments_keeps_them(bare: Home, plugin_folder: Path) -> None:
    bare.install(plugin_folder)
    path = bare.path / "config.yaml"
    path.write_text("# nothing yet\n# but words", encoding="utf-8")
    bare.script(PANEL, bare.host.plugin_name, str(bare.path))
    assert path.read_text(encoding="utf-8").startswith("# nothing yet\n# but words\nplugins:\n")


@pytest.mark.skipif(os.name == "nt", reason="links and rights of POSIX systems")
@one_host
def test_a_linked_configuration_stays_a_link_with_its_rights(bare: Home, plugin_folder: Path, tmp_path: Path) -> None:
    bare.install(plugin_folder)
    path, kept = bare.path / "config.yaml", tmp_path / "dotfiles.yaml"
    path.rename(kept)
    kept.chmod(0o640)
    path.symlink_to(kept)
    bare.script(PANEL, bare.host.plugin_name, str(bare.path))
    assert path.is_symlink()
    assert kept.stat().st_mode & 0o777 == 0o640
    assert "recall_limit: 7" in kept.read_text(encoding="utf-8")


def test_a_host_that_is_not_there(tmp_path: Path) -> None:
    env = {"PATH": str(tmp_path), "HOME": str(tmp_path), "PYTHONPATH": str(REPOSITORY / "src")}
    done = subprocess.run(
        [sys.executable, "-m", "holodream.hosts.cli.main", "install", "hermes"], env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 1
    assert "--hermes" in done.stderr
    assert "Traceback" not in done.stderr
