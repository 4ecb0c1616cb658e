"""What the doctor says of the host that uses a store: its settings for memory, and what the last recall did."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ...errors import HolodreamError
from ...paths import FILE_NAME
from ...scope import folder_of_scopes
from ..hermes import config_file, settings, status
from .checks import Check


def checks(store: Path) -> Iterator[Check]:
    """Nothing where no host uses the store: neither the one whose configuration lies beside it, nor that of $HERMES_HOME."""
    home = _home(store)
    if home is None:
        return
    yield _settings(home)
    if line := status.last_recall(home):
        yield Check("last recall", "ok", line)


def _home(store: Path) -> Path | None:
    named = os.environ.get("HERMES_HOME")
    homes = ([Path(named).expanduser()] if named else []) + [store.absolute().parent]
    return next((home for home in homes if (home / config_file.FILE).is_file() and _uses(home, store)), None)


def _uses(home: Path, store: Path) -> bool:
    """Whether a store is the host's: where it would be, where the configuration says, or in the folder of scopes beside that."""
    here, usual = store.absolute().resolve(), home.absolute().resolve() / FILE_NAME
    try:
        path = settings.of_file(home).path.absolute().resolve()
    except HolodreamError:  # not to be told here: whatever lies in the home
        return here.is_relative_to(usual.parent)
    return here in (usual, path) or here.is_relative_to(folder_of_scopes(path))


def _settings(home: Path) -> Check:
    path = home / config_file.FILE
    try:
        settings.of_file(home)
    except HolodreamError as error:
        if config_file.is_readable_here(path):
            return Check("settings", "wrong", f"memory is off in the host: {error}")
        return _as_seen_by_the_host(home)
    return Check("settings", "ok", f"those in {path} are right")


def _as_seen_by_the_host(home: Path) -> Check:
    """Without a YAML library here, what the provider met when it was last started."""
    if problem := status.last_problem(home):
        return Check("settings", "wrong", f"memory was off when a session last began: {problem}")
    return Check("settings", "note", "this Python has no YAML library to read config.yaml; hermes memory status tells whether the settings are right")
