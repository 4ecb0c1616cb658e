"""Build the self-contained package of the nightly pass: python -m holodream.hosts.hermes.placing.build_dreaming FOLDER

A portable package for 0.22; its folder skills/dreaming is the native skill for 0.19. The scripts run this package's copy in lib/,
so the host's updates take nothing away from them.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

from . import build

_SOURCE = Path(__file__).parents[5] / "plugins" / "hermes-dreaming"
_SKILL = Path("skills") / "dreaming"
_MANIFEST = "plugin.json"
_NAME = "hermes-dreaming"
_AT_THE_TOP = frozenset({_MANIFEST, "skills"})


def has_source() -> bool:
    """Whether the skill itself is here: it is in a checkout, not in a wheel."""
    return (_SOURCE / _MANIFEST).is_file()


def build_dreaming(folder: Path) -> Path:
    """Make the package anew; returns it. Only a folder that this program built is replaced, and only once the new one is complete."""
    if not has_source():
        raise SystemExit(f"{_SOURCE} was not found. Build from a checkout of holodream.")
    _check_replaceable(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    unfinished = folder.with_name(f".{folder.name}.{os.getpid()}.unfinished")
    try:
        shutil.copytree(_SOURCE, unfinished, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        build.copy_package(unfinished / _SKILL / "lib" / "holodream")
        _stamp(unfinished)
        if folder.exists():
            shutil.rmtree(folder)
        unfinished.rename(folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return folder


def _check_replaceable(folder: Path) -> None:
    if not folder.is_symlink() and not folder.exists():
        return
    if folder.is_symlink() or not folder.is_dir():
        raise SystemExit(f"{folder} is no folder; it was left alone. Give an empty or a new folder.")
    present = {item.name for item in folder.iterdir()}
    if present and not is_ours(folder):
        raise SystemExit(f"{folder} is not a package that this program built; it was left alone. Give an empty or a new folder.")
    if others := present - _AT_THE_TOP:
        raise SystemExit(f"{folder} also holds {sorted(others)[0]}, which this program did not build; it was left alone. Move it away, or give a new folder.")


def is_ours(folder: Path) -> bool:
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(manifest, dict) and manifest.get("name") == _NAME and (folder / _SKILL / "lib" / "holodream").is_dir()


def _stamp(folder: Path) -> None:
    """The version of the package that lies inside."""
    from .... import __version__

    path = folder / _MANIFEST
    manifest = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**manifest, "version": __version__}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    print(build_dreaming(Path(sys.argv[1])))
