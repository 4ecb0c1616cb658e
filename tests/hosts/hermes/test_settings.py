"""Settings in the host's file: strict, but kind to what the older provider and YAML make of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from holodream import ConfigError
from holodream.config import SETTINGS
from holodream.hosts.hermes.settings import ProviderSettings, checked, read

from ...support import outcome
from .host_stand_in import HostStandIn

HOME = Path("/somewhere/home")


def test_nothing_set_means_the_defaults() -> None:
    values: dict[str, Any] | None
    for values in (None, {}):
        settings = checked(values, HOME)
        assert settings.path == HOME / "memory_store.db"
        assert not settings.cron_writes
        assert all(getattr(settings.memory, setting.name) == setting.default for setting in SETTINGS)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("$HERMES_HOME/facts.db", HOME / "facts.db"),
        ("${HERMES_HOME}/a/facts.db", HOME / "a" / "facts.db"),
        ("/elsewhere/facts.db", Path("/elsewhere/facts.db")),
        ("~/facts.db", Path("~/facts.db").expanduser()),
        ("", HOME / "memory_store.db"),
        (None, HOME / "memory_store.db"),
    ],
)
def test_where_the_file_lies(text: str | None, path: Path) -> None:
    assert checked({"db_path": text}, HOME).path == path


def test_a_relative_path_does_not_depend_on_where_the_host_was_started() -> None:
    """The gateway, cron and the command line start in different folders; they must not have a store each."""
    assert checked({"db_path": "facts.db"}, HOME).path.is_absolute()


@pytest.mark.parametrize("value", [5, True, [], {}, 1.5])
def test_a_path_is_a_text(value: Any) -> None:
    with pytest.raises(ConfigError, match="db_path"):
        checked({"db_path": value}, HOME)


@pytest.mark.parametrize(("value", "number"), [("0.7", 0.7), ("1", 1.0), (0, 0.0), ("0", 0.0), (".5", 0.5), (" 0.7 ", 0.7)])
def test_numbers_may_be_texts(value: Any, number: float) -> None:
    """The older provider's set-up wrote them so."""
    assert checked({"default_trust": value}, HOME).memory.default_trust == number


@pytest.mark.parametrize("value", ["half", "0,5", "nan", "inf", "1e999", "٠.٥x", "0.5.5", "--1", [], {}, None, "2", -0.1])
def test_a_text_that_is_no_number_is_an_error(value: Any) -> None:
    with pytest.raises(ConfigError, match="default_trust"):
        checked({"default_trust": value}, HOME)


@pytest.mark.parametrize("value", ["5", 5, 5.0, "5.0"])
def test_a_whole_number_may_be_written_with_a_point(value: Any) -> None:
    settings = outcome(lambda: checked({"recall_limit": value}, HOME))
    if isinstance(settings, ConfigError):
        assert "recall_limit" in str(settings)
        assert "." in str(value), "a plain 5 must do"
    else:
        assert isinstance(settings, ProviderSettings)
        assert settings.memory.recall_limit == 5


@pytest.mark.parametrize(("value", "meaning"), [("on", "on"), ("off", "off"), (True, "on"), (False, "off")])
def test_on_and_off_are_booleans_for_a_yaml_reader(value: Any, meaning: str) -> None:
    """`recall_source: on` in config.yaml reaches us as true from PyYAML (0.19) and as "on" from ruamel.yaml (0.22)."""
    assert checked({"recall_source": value}, HOME).memory.recall_source == meaning


@pytest.mark.parametrize("value", ["yes", "ON", 1, 0, None, "", "true"])
def test_other_words_for_it_are_errors(value: Any) -> None:
    with pytest.raises(ConfigError, match=r"recall_source.*off, on"):
        checked({"recall_source": value}, HOME)


@pytest.mark.parametrize("value", [True, False])
def test_cron_writes_is_true_or_false(value: bool) -> None:
    assert checked({"cron_writes": value}, HOME).cron_writes is value


@pytest.mark.parametrize("value", ["yes", 1, 0, None, "", [], "on", 0.0])
def test_anything_else_is_an_error(value: Any) -> None:
    with pytest.raises(ConfigError, match=r"cron_writes.*true, false"):
        checked({"cron_writes": value}, HOME)


@pytest.mark.parametrize("name", ["recall_limits", "scope", "Default_Trust", "recall-limit", 5, None, ""])
def test_an_unknown_setting_is_an_error(name: Any) -> None:
    with pytest.raises(ConfigError, match="recall_limit"):
        checked({name: 5}, HOME)


@pytest.mark.parametrize("name", ["hrr_dim", "hrr_weight", "auto_extract"])
@pytest.mark.parametrize("value", [1024, "false", True, None, "1024"])
def test_keys_of_the_older_provider_do_no_harm(name: str, value: Any) -> None:
    assert checked({name: value, "recall_limit": 3}, HOME).memory.recall_limit == 3


@pytest.mark.parametrize("values", ["text", 5, [], [{"recall_limit": 5}], True])
def test_a_section_is_a_mapping(values: Any) -> None:
    with pytest.raises(ConfigError, match="mapping"):
        checked(values, HOME)


def test_the_settings_are_read_from_the_host(hermes: HostStandIn) -> None:
    hermes.configure(recall_limit=3, cron_writes=True)
    settings = read(HOME)
    assert (settings.memory.recall_limit, settings.cron_writes) == (3, True)


@pytest.mark.parametrize(
    "config", [None, {}, {"plugins": None}, {"plugins": {}}, {"plugins": {"hermes-memory-store": None}}, {"plugins": {"other": {"scope": 1}}}]
)
def test_a_host_without_our_section_means_the_defaults(hermes: HostStandIn, config: Any) -> None:
    hermes.configure(config={} if config is None else config)
    assert read(HOME).memory.recall_limit == 5


@pytest.mark.parametrize(
    "config", [{"plugins": "text"}, {"plugins": ["hermes-memory-store"]}, {"plugins": {"hermes-memory-store": "on"}}, ["plugins"], "plugins"]
)
def test_a_broken_file_is_an_error_and_never_the_defaults(hermes: HostStandIn, config: Any) -> None:
    hermes.configure(config=config)
    with pytest.raises(ConfigError):
        read(HOME)
