"""The settings of a night: each in the table with a range and a sentence; a wrong one is an error that names it."""

from __future__ import annotations

import runpy
from typing import Any

import pytest

from holodream import ConfigError, NightConfig
from holodream.night.report import SECTIONS
from holodream.night.settings import SETTINGS

from ..support import REPOSITORY


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_setting_has_a_range_around_its_default_and_a_sentence(setting: Any) -> None:
    assert setting.least <= setting.default <= setting.most
    assert setting.help.endswith(".")
    for value in (setting.least, setting.most):
        value = type(setting.default)(value)
        if setting.name.startswith("weight_"):
            continue
        assert getattr(NightConfig.from_mapping({setting.name: value}), setting.name) == value


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
@pytest.mark.parametrize("wrong", [None, "1", True, [], float("nan"), -1, 10**9])
def test_a_wrong_value_is_named(setting: Any, wrong: Any) -> None:
    with pytest.raises(ConfigError, match=setting.name):
        NightConfig.from_mapping({setting.name: wrong})


def test_nothing_can_be_asked_twice_within_two_weeks() -> None:
    for name in ("cooldown_days", "entry_cooldown_days"):
        with pytest.raises(ConfigError, match="from 14"):
            NightConfig.from_mapping({name: 13})


def test_a_table_holds_the_settings_that_begin_with_its_name() -> None:
    assert NightConfig.from_mapping({"corroboration": {"memory_mb": 64}}).corroboration_memory_mb == 64
    with pytest.raises(ConfigError, match="corroboration_surprise"):
        NightConfig.from_mapping({"corroboration": {"surprise": 1}})


@pytest.mark.parametrize("wrong", [[], "x", None, 5])
def test_settings_are_a_mapping(wrong: Any) -> None:
    with pytest.raises(ConfigError, match="mapping"):
        NightConfig.from_mapping(wrong)


def test_an_unknown_setting_is_an_error() -> None:
    with pytest.raises(ConfigError, match="promotion_scores"):
        NightConfig.from_mapping({"promotion_scores": 0.5})


def test_all_weights_at_zero_are_no_score() -> None:
    with pytest.raises(ConfigError, match="weight_relevance"):
        NightConfig.from_mapping({f"weight_{name}": 0 for name in NightConfig().weights})


def test_the_weights_of_the_defaults_make_one() -> None:
    assert sum(NightConfig().weights.values()) == pytest.approx(1.0)


def test_the_table_in_the_document_is_the_one_that_the_tool_makes() -> None:
    made = runpy.run_path(str(REPOSITORY / "tools/make_night_table.py"))["page"]
    text = (REPOSITORY / "docs/night.md").read_text(encoding="utf-8")
    assert text == made(text), "run tools/make_night_table.py"
    assert all(f"| `{setting.name}` |" in text for setting in SETTINGS)


def test_the_document_explains_every_section_and_component() -> None:
    text = (REPOSITORY / "docs/night.md").read_text(encoding="utf-8")
    assert all(f"| `{section}` |" in text for section in SECTIONS)
    assert all(f"| {component} |" in text for component in NightConfig().weights)
