"""dreaming.json and what the night reads of config.yaml: strict, and never silently a default."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from holodream import ConfigError
from holodream.hosts.hermes.night import host_config
from holodream.hosts.hermes.night import settings as dreaming_settings
from holodream.hosts.hermes.night.settings import DreamingSettings
from holodream.night.settings import NightConfig

from ...support import REPOSITORY


def read(home: Path, values: Any) -> DreamingSettings:
    folder = home / "dreaming"
    folder.mkdir(exist_ok=True)
    (folder / "dreaming.json").write_text(values if isinstance(values, str) else json.dumps(values), encoding="utf-8")
    return dreaming_settings.read(home)


def test_without_a_file(tmp_path: Path) -> None:
    found = dreaming_settings.read(tmp_path)
    assert found == DreamingSettings()
    assert found.trusted.private_chats
    assert not found.trusted.group_chats


def test_everything_set(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "chats": {"private_chats": False, "sessions_without_chat": False, "group_chats": [-100123, "telegram:-5"], "other_sources": ["Zulip"]},
            "facts": {"from": "jsonl", "path": "facts.jsonl"},
            "busy_seconds": 2,
            "promotions_most": 1,
            "corroboration": {"memory_mb": 64},
        },
    )
    assert found.trusted == dreaming_settings.TrustedChats(False, False, frozenset({"-100123", "telegram:-5"}), frozenset({"zulip"}))
    assert (found.facts_from, found.facts_path, found.busy_seconds) == ("jsonl", tmp_path / "facts.jsonl", 2.0)
    assert found.night == NightConfig(promotions_most=1, corroboration_memory_mb=64)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ("", "not valid JSON"),
        ("{", "line 1"),
        ("[]", "mapping"),
        ("null", "mapping"),
        ('{"chats": {}, "chats": {}}', "twice"),
        ('{"busy_seconds": NaN}', "NaN"),
        ("[" * 100_000, "dreaming.json"),
        ({"chats": []}, "chats"),
        ({"chats": {"private_chats": "true"}}, "private_chats"),
        ({"chats": {"private_chats": 1}}, "private_chats"),
        ({"chats": {"sessions_without_chat": None}}, "sessions_without_chat"),
        ({"chats": {"group_chats": "all"}}, "group_chats"),
        ({"chats": {"group_chats": ["*"]}}, "group_chats"),
        ({"chats": {"group_chats": [True]}}, "group_chats"),
        ({"chats": {"group_chats": [""]}}, "group_chats"),
        ({"chats": {"groups": []}}, "groups"),
        ({"facts": {"from": "everywhere"}}, "from"),
        ({"facts": {"from": "database"}}, "path"),
        ({"facts": {"form": "jsonl"}}, "form"),
        ({"promotion_most": 3}, "promotion_most"),
        ({"promotions_most": "3"}, "promotions_most"),
        ({"corroboration": {"memory": 3}}, "memory"),
        ({"output_chars": 1}, "output_chars"),
    ],
)
def test_a_broken_file_stops_the_night(tmp_path: Path, values: Any, told: str) -> None:
    with pytest.raises(ConfigError, match=told) as error:
        read(tmp_path, values)
    assert "dreaming.json" in str(error.value)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "dreaming").mkdir()
    (tmp_path / "dreaming" / "dreaming.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(ConfigError, match="UTF-8"):
        dreaming_settings.read(tmp_path)


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "dreaming" / "dreaming.json").mkdir(parents=True)
    with pytest.raises(ConfigError, match="cannot be read"):
        dreaming_settings.read(tmp_path)


# --- config.yaml ---


def configured(home: Path, config: Any) -> host_config.HostConfig:
    (home / "config.yaml").write_text(config if isinstance(config, str) else json.dumps(config), encoding="utf-8")
    return host_config.read(home)


def test_no_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERMES_TIMEZONE", "Asia/Tokyo")
    found = host_config.read(tmp_path)
    assert found.limits == {"MEMORY.md": 2200, "USER.md": 1375}
    assert (found.timezone, found.approval, found.store) == ("Asia/Tokyo", False, tmp_path / "memory_store.db")


def test_a_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HERMES_TIMEZONE", raising=False)
    found = configured(
        tmp_path,
        {
            "timezone": "Europe/Tallinn",
            "memory": {"memory_char_limit": 100, "user_profile_enabled": False, "write_approval": True},
            "plugins": {"hermes-memory-store": {"db_path": "$HERMES_HOME/other.db"}},
        },
    )
    assert found.limits == {"MEMORY.md": 100}
    assert (found.timezone, found.approval, found.store) == ("Europe/Tallinn", True, tmp_path / "other.db")


@pytest.mark.parametrize(
    "config",
    [
        "[1, 2]",
        "{broken",
        '"text"',
        {"memory": 5},
        {"memory": {"memory_char_limit": "many"}},
        {"memory": {"user_char_limit": True}},
        {"timezone": "Mars/North"},
    ],
)
def test_a_configuration_that_cannot_be_used_stops_the_night(tmp_path: Path, config: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HERMES_TIMEZONE", raising=False)
    with pytest.raises(ConfigError):
        configured(tmp_path, config)


def test_a_python_without_yaml_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("yaml", "ruamel", "ruamel.yaml"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ConfigError, match=r"no YAML library.*-m pip install pyyaml"):
        configured(tmp_path, "memory:\n  memory_char_limit: 100\n")
    assert configured(tmp_path, {"memory": {"memory_char_limit": 100}}).limits["MEMORY.md"] == 100


def test_stores_of_single_people_are_not_read(tmp_path: Path) -> None:
    found = configured(tmp_path, {"plugins": {"hermes-memory-store": {"scope": "user"}}})
    assert found.store is None
    assert "scope" in found.store_problem


def test_a_wrong_setting_of_the_provider_is_told(tmp_path: Path) -> None:
    found = configured(tmp_path, {"plugins": {"hermes-memory-store": {"scope": "users"}}})
    assert found.store is None
    assert "users" in found.store_problem


def test_every_setting_is_explained() -> None:
    page = (REPOSITORY / "docs" / "night.md").read_text(encoding="utf-8").splitlines()
    for prefix, settings in (("chats.", dreaming_settings.OF_CHATS), ("facts.", dreaming_settings.OF_FACTS), ("", dreaming_settings.OF_THE_HOST)):
        for setting in settings:
            row = next((line for line in page if line.startswith(f"| `{prefix}{setting.name}`")), "")
            assert setting.help in row, setting.name
            default = str(setting.default).lower()
            assert not default or f"| `{default}` |" in row, setting.name
