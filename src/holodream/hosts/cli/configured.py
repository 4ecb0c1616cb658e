"""The option --set: settings of a memory for one command, by the names that every host uses."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from ...config import SETTINGS, Config
from ...errors import ConfigError
from ...memory import Memory
from .options import check_exists, settings

Command = TypeVar("Command", bound=Callable[..., Any])

_ENVIRONMENT = "HOLODREAM_SET"  # the same, for every command: NAME=VALUE, separated by line breaks or semicolons
_WHEN_ALONE: dict[str, Any] = {"embeddings_wait": 10.0}  # a command holds up no turn: a model is loaded anew each time, and waited for
_BY_NAME = {setting.name: setting for setting in SETTINGS}
_TRUTH = {"true": True, "false": False}


def configurable(command: Command) -> Command:
    """Give a command the option --set."""
    chosen = click.option("--set", "pairs", multiple=True, metavar="NAME=VALUE", help="A setting of the memory, such as embeddings=local. May be given again.")
    return chosen(command)


def config(pairs: tuple[str, ...]) -> Config:
    """The settings of a command, those of the environment below them. ConfigError names a wrong one."""
    given = os.environ.get(_ENVIRONMENT, "").replace("\n", ";").split(";")
    return Config.from_mapping(_WHEN_ALONE | _values([*(pair for pair in given if pair.strip()), *pairs]))


def memory(chosen: Config) -> Memory:
    """The memory of the store that is meant, which must exist, with these settings."""
    path = settings().path
    check_exists(path)
    return Memory(path, chosen)


def _values(pairs: list[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for pair in pairs:
        name, sign, value = (part.strip() for part in pair.partition("="))
        if not sign:
            raise ConfigError("--set and $HOLODREAM_SET: write NAME=VALUE, such as embeddings=local.")
        values[name] = _typed(name, value)
    return values


def _typed(name: str, value: str) -> Any:
    """A value in the type of its setting; what has none of it is left to the setting to refuse."""
    setting = _BY_NAME.get(name)
    kind = setting.kind if setting else "text"
    if kind == "flag":
        return _TRUTH.get(value.lower(), value)
    if kind in ("whole", "number"):
        try:
            return int(value) if kind == "whole" else float(value)
        except ValueError:
            return value
    return value
