"""Settings in the host's file: strict, but kind to what the older provider and YAML make of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from holodream import ConfigError
from holodream.config import SETTINGS
from holodream.hosts.hermes.settings import ALL, ProviderSettings, checked, read
from holodream.setting import Setting

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


@pytest.mark.parametrize("name", ["recall_limits", "scopes", "Default_Trust", "recall-limit", 5, None, ""])
def test_an_unknown_setting_is_an_error(name: Any) -> None:
    with pytest.raises(ConfigError, match="recall_limit"):
        checked({name: 5}, HOME)


@pytest.mark.parametrize("name", ["hrr_dim", "hrr_weight"])
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


# --- every setting ---


def wrong_values(setting: Setting) -> list[Any]:
    """Values that a person might write and that are none of this setting."""
    of_kind: dict[str, list[Any]] = {
        "choice": ["nonsense", "", 1, None, []],
        "flag": ["yes", "", 1, None],
        "whole": [(setting.most or 0) + 1, (setting.least or 0) - 1, 1.5, "many", None],
        "number": [(setting.most or 0) + 1, (setting.least or 0) - 1, "much", None],
        "text": [5, True, []],
        "path": [5, True, []],
        "url": ["not an address", "ftp://host/x", 5],
        "proxy": ["not an address", "socks5://host:1080", "https://host:3128", 5],
        "variable": ["sk-" + "a1" * 12, "two words", 5],
    }
    return of_kind[setting.kind]


EVERY_WRONG = [(name, value) for name, setting in ALL.items() for value in wrong_values(setting)]


@pytest.mark.parametrize(("name", "value"), EVERY_WRONG, ids=[f"{name}-{value!r:.12}" for name, value in EVERY_WRONG])
def test_a_wrong_value_of_any_setting_is_an_error_that_names_it(name: str, value: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        checked({name: value}, HOME)
    text = str(caught.value)
    assert name in text
    if ALL[name].kind not in ("url", "proxy"):  # an address can be wrong in many ways, each with advice of its own
        assert ALL[name].allowed in text
    if ALL[name].kind in ("url", "proxy", "variable") and isinstance(value, str):
        assert value not in text, "people put a key there by mistake"


@pytest.mark.parametrize("name", ALL)
def test_the_default_of_any_setting_may_be_written_down(name: str) -> None:
    assert checked({name: ALL[name].default}, HOME) == checked({}, HOME)


def test_all_wrong_values_are_named_at_once() -> None:
    with pytest.raises(ConfigError) as caught:
        checked({"scope": "users", "recall_limit": 99, "recal_source": "on"}, HOME)
    assert all(part in str(caught.value) for part in ("scope: 'users'", "recall_limit: 99", "Did you mean recall_source?"))


@pytest.mark.parametrize(("value", "meaning"), [("true", True), ("false", False), (True, True), (False, False)])
def test_the_older_providers_set_up_wrote_auto_extract_as_a_text(value: Any, meaning: bool) -> None:
    assert checked({"auto_extract": value}, HOME).auto_extract is meaning


@pytest.mark.parametrize("name", [name for name, setting in ALL.items() if setting.kind == "flag" and name != "auto_extract"])
@pytest.mark.parametrize("value", ["true", "false"])
def test_other_switches_are_booleans_and_no_texts(name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=name):
        checked({name: value}, HOME)
