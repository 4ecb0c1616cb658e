"""The host's configuration file: a broken one never means the defaults, and its last good copy holds with a warning."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

import pytest

from holodream import ConfigError
from holodream.hosts.hermes import config_file
from holodream.hosts.hermes.settings import of_file, read

from .conftest import Start, call
from .host_stand_in import HostStandIn

pytest.importorskip("yaml")  # one of the libraries that hosts have

BROKEN = ["memory: {provider: x\nplugins: [", "- a\n- list\n", "a: b: c\n", "\tplugins: 1\n", "just words", "5"]
GOOD_COPY = {"memory": {"provider": "holographic"}, "plugins": {"hermes-memory-store": {"recall_limit": 2}}}


def write(home: Path, text: str) -> Path:
    path = home / "config.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("text", BROKEN)
def test_without_a_good_copy_memory_is_off(start: Start, hermes: HostStandIn, tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture) -> None:
    path = write(tmp_path, text)
    hermes.configure(config={"memory": {"provider": ""}})  # the host's defaults
    provider = start()
    assert "config.yaml" in call(provider, action="list")["error"]
    assert provider.system_prompt_block() == ""
    assert [record.levelname for record in caplog.records if "config.yaml" in record.getMessage()] == ["WARNING"]
    assert not (tmp_path / "memory_store.db").exists()
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("text", BROKEN)
def test_the_hosts_last_good_copy_holds_with_a_warning(hermes: HostStandIn, tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture) -> None:
    write(tmp_path, text)
    hermes.configure(config=GOOD_COPY)
    assert read(tmp_path).memory.recall_limit == 2
    assert [record.levelno for record in caplog.records if "last good copy" in record.getMessage()] == [logging.WARNING]


def test_a_copy_that_the_host_marks_as_none_is_none(hermes: HostStandIn, tmp_path: Path) -> None:
    """0.22 gives its defaults with what administrators pin, and says that the file failed."""

    class FailedConfigRead(dict[str, Any]):
        error = ValueError("broken")

    write(tmp_path, BROKEN[0])
    hermes.configure(config=FailedConfigRead(GOOD_COPY))
    with pytest.raises(ConfigError):
        read(tmp_path)


def test_a_file_that_was_mended_is_read_anew(hermes: HostStandIn, tmp_path: Path) -> None:
    path = write(tmp_path, BROKEN[0])
    hermes.configure(config={})
    with pytest.raises(ConfigError):
        read(tmp_path)
    path.write_text("plugins: {}\n", encoding="utf-8")
    assert read(tmp_path).memory.recall_limit == 5


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = write(tmp_path, "a: 1\n")
    path.chmod(0)
    assert "cannot be read" in config_file.fault(path)


@pytest.mark.parametrize("text", ["", "# nothing\n", "{}", "plugins:\n", "\ufeffplugins: {}\n"])
def test_a_file_without_our_section_is_no_fault(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, text)
    assert config_file.fault(path) == ""
    assert of_file(tmp_path).memory.recall_limit == 5


def test_no_file_is_no_fault(tmp_path: Path) -> None:
    assert config_file.fault(tmp_path / "config.yaml") == ""


def test_bytes_that_are_no_text_are_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(b"plugins: \xff\xfe\n")
    assert "UTF-8" in config_file.fault(path)


def test_a_fault_quotes_nothing_of_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, "key: 'sunflower\nother: [")
    assert "line" in config_file.fault(path)
    assert "sunflower" not in config_file.fault(path)


def test_without_a_yaml_library_a_wrong_file_is_not_told_from_a_right_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("yaml", "ruamel", "ruamel.yaml"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
    assert config_file.parse('{"plugins": {}}') == {"plugins": {}}
    path = write(tmp_path, "plugins: {a: 1}\n")
    assert not config_file.is_readable_here(path)
    assert "YAML" in config_file.fault(path)
