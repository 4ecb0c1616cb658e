"""Change single values of the host's config.yaml: comments, order and everything else stay. A file that is no mapping is never written."""

from __future__ import annotations

import copy
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...errors import ConfigError
from ...files import written_whole
from .config_file import fault, parse, where

Change = tuple[Sequence[str], Any]  # the keys from the outside in, and the new value


class Gone:
    """As a value: the key is taken out."""


GONE = Gone()
_WIDTH = 4096  # characters: no long line is wrapped


def values(path: Path) -> dict[str, Any]:
    """What a configuration file says; {} when it is not there. ConfigError when it is no mapping."""
    if problem := fault(path):
        raise ConfigError(f"{path} {problem}. It was left as it is: mend it first.")
    try:
        found = parse(path.read_text(encoding="utf-8-sig")) if path.exists() else None
    except (OSError, ValueError) as error:  # it has changed since
        raise ConfigError(f"{path} cannot be read ({_reason(error)}). It was left as it is: mend it first.") from None
    return dict(found or {})


def change(path: Path, changes: Sequence[Change]) -> bool:
    """Make the changes; False when the file said all that already. ConfigError, and the file untouched, when they cannot be made safely."""
    before = values(path)
    wanted = copy.deepcopy(before)
    for keys, value in changes:
        _set(wanted, keys, value)
    if wanted == before:
        return False
    try:
        text = _edited(path, changes)
        if parse(text) != wanted:  # this library and the host's may read a value differently
            raise ConfigError(f"{path} could not be changed without changing more than that. It was left as it is: {_by_hand(changes)}")
        _replace(path, text)
    except ConfigError:
        raise
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path} could not be changed ({_reason(error)}). It was left as it is: mend that first, or do it by hand.") from None
    return True


def _reason(error: OSError | ValueError) -> str:
    """What went wrong, without a word of the file."""
    if isinstance(error, UnicodeError):
        return "it is not UTF-8 text"
    return (error.strerror or type(error).__name__) if isinstance(error, OSError) else str(error)


def _set(mapping: Any, keys: Sequence[str], value: Any) -> None:
    *outer, last = keys
    for place, key in enumerate(outer):
        if mapping.get(key) is None:
            if value is GONE:
                return
            mapping[key] = {}
        mapping = mapping[key]
        if not isinstance(mapping, Mapping):
            raise ConfigError(f"{'.'.join(outer[: place + 1])} in config.yaml must be a mapping, not {type(mapping).__name__}. It was left as it is.")
    if value is GONE:
        mapping.pop(last, None)
    else:
        mapping[last] = value


def _edited(path: Path, changes: Sequence[Change]) -> str:
    try:
        from ruamel.yaml import YAML
        from ruamel.yaml.comments import CommentedMap
        from ruamel.yaml.error import YAMLError
        from ruamel.yaml.scalarstring import DoubleQuotedScalarString
    except ImportError as error:  # every host has it
        raise ConfigError(f"config.yaml can only be changed by the host's own Python. {_by_hand(changes)}") from error
    try:
        return _by_editor(YAML(), CommentedMap, DoubleQuotedScalarString, path, changes)
    except YAMLError as error:  # its own words quote the file
        raise ValueError(f"{where(error)}: a key that stands there twice, or something else that is no clean YAML") from None


def _by_editor(editor: Any, mapping: Callable[[], Any], quoted: Callable[[str], Any], path: Path, changes: Sequence[Change]) -> str:
    editor.preserve_quotes = True
    editor.width = _WIDTH
    old = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    document, above = editor.load(old), ""
    if document is None:  # nothing but comments
        document, above = mapping(), f"{old.rstrip()}\n" if old.strip() else ""
    for keys, value in changes:
        needs_quotes = isinstance(value, str) and parse(value) != value  # "off" would be a boolean
        _set(document, keys, quoted(value) if needs_quotes else value)
    text = io.StringIO()
    editor.dump(document, text)
    return above + text.getvalue()


def _by_hand(changes: Sequence[Change]) -> str:
    lines = [f"{'.'.join(keys)} {'has to go' if value is GONE else f'has to be {value!r}'}" for keys, value in changes]
    return f"By hand: {'; '.join(lines)}."


def _replace(path: Path, text: str) -> None:
    """Whole or not at all, with the rights of the old file; a link stays a link."""
    with written_whole(path.resolve(), keep_rights=True) as file:
        file.write(text.encode("utf-8"))
