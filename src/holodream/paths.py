"""Where the file of facts lies when nobody says otherwise."""

from __future__ import annotations

import os
import sys
from pathlib import Path

FILE_NAME = "memory_store.db"  # the hosts' backups name this file


def default_store() -> Path:
    """$HERMES_HOME/memory_store.db where a host is set up, else the platform's data folder."""
    home = os.environ.get("HERMES_HOME")
    if home:
        return Path(home).expanduser() / FILE_NAME
    return _data_folder() / "holodream" / FILE_NAME


def _data_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
