"""Settings: a wrong value is an error that names the setting and what is allowed, never a default."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holodream
from holodream.config import SETTINGS, Setting

from .support import outcome

NAN, INFINITE = float("nan"), float("inf")
NO_NUMBERS: list[Any] = [None, "", "5", "0.5", "off", True, False, [], {}, (), b"1", NAN, INFINITE, -INFINITE, 1j, object(), [1], {"a": 1}]
NO_CHOICES: list[Any] = [None, "", " off", "OFF", "On", "Balanced", "strictest", True, False, 0, 1, 0.5, [], {}, ["off"], b"off", object(), "off\n"]

WRONG: list[tuple[str, Any]] = []
NO_BOOLEANS: list[Any] = [None, "", "true", "false", 0, 1, [], "yes"]
NO_TEXTS: list[Any] = [None, 5, 0.5, True, [], {}, b"text", object()]
NO_ADDRESSES: list[Any] = [*NO_TEXTS, "no address", "ftp://host/v1", "https:///v9"]
NO_PROXIES: list[Any] = [*NO_ADDRESSES, "https://host:3128"]
NO_VARIABLES: list[Any] = [*NO_TEXTS, "two words", "1ST", "sk-" + "a1" * 12, "NAME\n"]
OF_KIND = {"choice": NO_CHOICES, "flag": NO_BOOLEANS, "text": NO_TEXTS, "path": NO_TEXTS, "url": NO_ADDRESSES, "proxy": NO_PROXIES, "variable": NO_VARIABLES}
for _setting in SETTINGS:
    if _setting.kind in OF_KIND:
        WRONG += [(_setting.name, value) for value in OF_KIND[_setting.kind]]
    else:
        WRONG += [(_setting.name, value) for value in NO_NUMBERS]
        WRONG += [(_setting.name, value) for value in ((_setting.least or 0) - 1, (_setting.most or 0) + 1, 10**400, -(10**400))]
        WRONG += [(_setting.name, 1.5)] if _setting.kind == "whole" else []


def by_name(name: str) -> Setting:
    return next(setting for setting in SETTINGS if setting.name == name)


@pytest.mark.parametrize(("name", "value"), WRONG, ids=[f"{name}-{index}" for index, (name, _) in enumerate(WRONG)])
def test_a_wrong_value_is_named_with_what_is_allowed(name: str, value: Any) -> None:
    setting = by_name(name)
    for make in (lambda: holodream.Config.from_mapping({name: value}), lambda: holodream.Config(**{name: value}), lambda: setting.check(value)):
        with pytest.raises(holodream.ConfigError) as caught:
            make()
        text = str(caught.value)
        assert name in text
        if setting.kind not in ("url", "proxy"):  # an address can be wrong in many ways, each with advice of its own
            assert f"Allowed: {setting.allowed}." in text
        if setting.kind in ("url", "proxy", "variable") and isinstance(value, str):
            assert value not in text, "people put a key there by mistake"


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_what_is_allowed_is_kept(setting: Setting) -> None:
    values: list[Any] = list(setting.choices) or ([True, False] if isinstance(setting.default, bool) else [setting.default])
    values += [setting.least, setting.most] if setting.kind in ("whole", "number") else []
    for value in values:
        value = int(value) if isinstance(setting.default, int) and not isinstance(setting.default, bool) else value
        config = holodream.Config.from_mapping({setting.name: value})
        assert getattr(config, setting.name) == value
        assert type(getattr(config, setting.name)) is type(setting.default)


@pytest.mark.parametrize("name", ["", "recall_limits", "Recall_Limit", "recall-limit", "scope", "__class__", "check", "x" * 10_000, 5, None, ("a",)])
def test_an_unknown_setting_is_an_error(name: Any) -> None:
    with pytest.raises(holodream.ConfigError, match="recall_limit") as caught:
        holodream.Config.from_mapping({name: 5})
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("name", [setting.name for setting in SETTINGS if setting.kind not in ("text", "path")])
def test_an_error_stays_readable_whatever_was_written(name: str) -> None:
    with pytest.raises(holodream.ConfigError) as caught:
        holodream.Config.from_mapping({name: "x y" * 300_000})
    assert len(str(caught.value)) < 1000


@given(
    st.dictionaries(
        st.sampled_from([setting.name for setting in SETTINGS]), st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9), max_size=3
    )
)
def test_no_other_error_than_ours(values: dict[str, Any]) -> None:
    config = outcome(lambda: holodream.Config.from_mapping(values))
    if isinstance(config, holodream.ConfigError):
        assert any(name in str(config) for name in values)
    else:
        assert all(getattr(config, name) == value for name, value in values.items())


def test_the_table_and_the_class_agree() -> None:
    fields = {field.name: field.default for field in dataclasses.fields(holodream.Config)}
    assert fields == {setting.name: setting.default for setting in SETTINGS}
    assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)


def test_every_setting_is_explained_in_a_sentence() -> None:
    assert all(setting.help.endswith(".") and len(setting.help) > 20 for setting in SETTINGS)


def test_settings_do_not_change_under_a_memory() -> None:
    config = holodream.Config()
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.recall_limit = 7  # type: ignore[misc]


@pytest.mark.parametrize("values", [None, 5, "recall_limit", [("recall_limit", 5)], {"recall_limit"}])
def test_settings_are_a_mapping(values: Any) -> None:
    with pytest.raises(holodream.ConfigError):
        holodream.Config.from_mapping(values)


@pytest.mark.parametrize("name", ["cron_writes", "db_path", "recall_limits"])
def test_a_name_that_is_no_setting_is_our_error(name: str) -> None:
    with pytest.raises(holodream.ConfigError, match=name):
        holodream.Config(**{name: True})
    assert list(inspect.signature(holodream.Config).parameters) == [setting.name for setting in SETTINGS]
    assert dataclasses.replace(holodream.Config(recall_limit=3), recall_source="on").recall_limit == 3
    assert pickle.loads(pickle.dumps(holodream.Config(recall_limit=3))) == holodream.Config(recall_limit=3)


def test_a_proxy_may_need_a_password() -> None:
    assert holodream.Config(embeddings_proxy="http://name:secret@proxy.example:3128").embeddings_proxy.endswith(":3128")
