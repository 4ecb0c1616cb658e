"""The host's config.yaml: read through the host, which knows defaults and what its administrator pins. Only a file that parses as a mapping counts.

The host goes on with its defaults, or with its last good copy, when the file cannot be read; for us that is never silently the default.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...errors import ConfigError

log = logging.getLogger("holodream.hermes")

FILE = "config.yaml"
_seen: dict[Path, tuple[tuple[int, int], str]] = {}  # size and time of a file, and what is wrong with it


class NoReaderError(ValueError):
    """Whether a file is right cannot be told here, as no library is there to read it."""


def home_of(told: object) -> Path:
    """The host's home: as it was told, else as the host says when it is asked, else where it usually is."""
    if told:
        return Path(str(told))
    try:
        from hermes_constants import get_hermes_home  # type: ignore[import-not-found]
    except ImportError:  # not inside the host
        return Path.home() / ".hermes"
    return Path(get_hermes_home())


def loaded(home: Path) -> Any:
    """The whole configuration as the host has loaded it. ConfigError without a readable file and without a good copy of it."""
    problem = fault(home / FILE)
    if problem and not is_readable_here(home / FILE):
        problem = ""  # the host has read it
    from hermes_cli import config as host_config  # type: ignore[import-not-found]

    load = getattr(host_config, "load_config_readonly", None) or host_config.load_config
    config = load()
    if not problem:
        return config
    if not _is_good_copy(config):
        raise ConfigError(f"{home / FILE} {problem}. Mend the file; until then memory is off.")
    log.warning("holographic: %s %s; the settings of the last good copy hold until it is mended", home / FILE, problem)
    return config


def _is_good_copy(config: Any) -> bool:
    """Whether the host gave its last good copy: its defaults select no provider, and so would not have brought us here."""
    memory = config.get("memory") if isinstance(config, Mapping) else None
    return isinstance(memory, Mapping) and bool(memory.get("provider")) and getattr(config, "error", None) is None


def fault(path: Path) -> str:
    """What is wrong with a configuration file as a whole, as the rest of a sentence; "" when it is a mapping, empty or not there."""
    try:
        stat = path.stat()
    except FileNotFoundError:
        return ""
    except OSError as error:
        return f"cannot be read ({error.strerror or type(error).__name__})"
    signature = (stat.st_mtime_ns, stat.st_size)
    known = _seen.get(path)
    if known is None or known[0] != signature:
        known = _seen[path] = (signature, _fault(path))
    return known[1]


def _fault(path: Path) -> str:
    try:
        value = parse(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        return f"cannot be read ({error.strerror or type(error).__name__})"
    except UnicodeDecodeError:
        return "is not UTF-8 text"
    except NoReaderError as error:
        return f"cannot be read here ({error})"
    except ValueError as error:
        return f"is not valid YAML ({error})"
    return "" if value is None or isinstance(value, Mapping) else f"must be a mapping of sections, not {type(value).__name__}"


def is_readable_here(path: Path) -> bool:
    """Whether this Python has what it takes to tell a right file from a wrong one."""
    try:
        parse(path.read_text(encoding="utf-8-sig", errors="replace"))
    except NoReaderError:
        return False
    except (OSError, ValueError):
        return True
    return True


def parse(text: str) -> Any:
    """The value of a YAML text, read as the host reads it (YAML 1.1); ValueError says where it is wrong, without quoting it.

    PyYAML is in 0.19, ruamel.yaml in 0.22; without either only what is JSON can be read (JSON is YAML).
    """
    try:
        import yaml
    except ImportError:
        return _parse_with_ruamel(text)
    try:
        return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        raise ValueError(where(error)) from None


def _parse_with_ruamel(text: str) -> Any:
    try:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import YAMLError
    except ImportError:
        return _parse_json(text)
    reader = YAML(typ="safe", pure=True)
    reader.version = (1, 1)
    try:
        return reader.load(text)
    except YAMLError as error:
        raise ValueError(where(error)) from None


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise NoReaderError("this Python has neither PyYAML nor ruamel.yaml") from None


def where(error: Exception) -> str:
    """Where a YAML library met an error, without the words of the file that it quotes."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    return f"line {mark.line + 1}, column {mark.column + 1}" if mark is not None else type(error).__name__
