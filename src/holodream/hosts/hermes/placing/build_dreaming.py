"""Build the self-contained package of the nightly pass: python -m holodream.hosts.hermes.placing.build_dreaming FOLDER

A portable package for 0.22; its folder skills/dreaming is the native skill for 0.19. The scripts run this package's copy in lib/,
so the host's updates take nothing away from them.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from ....errors import HolodreamError
from .. import folders
from . import build

_SOURCE = Path(__file__).parents[5] / "plugins" / "hermes-dreaming"
_SKILL = Path("skills") / "dreaming"
_MANIFEST = "plugin.json"
_NAME = "hermes-dreaming"


def has_source() -> bool:
    """Whether the skill itself is here: it is in a checkout, not in a wheel."""
    return (_SOURCE / _MANIFEST).is_file()


def build_dreaming(folder: Path) -> Path:
    """Make the package anew; returns it.

    Only a folder that this program built is replaced, and only once the new one is complete; HolodreamError says what is in the way.
    """
    if not has_source():
        raise HolodreamError(f"{_SOURCE} was not found. Build from a checkout of holodream.")
    return folders.made_anew(folder, KIND, _fill)


def _fill(folder: Path) -> None:
    shutil.copytree(_SOURCE, folder, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    build.copy_package(folder / _SKILL / "lib" / "holodream")
    _stamp(folder)


def _is_ours(folder: Path) -> bool:
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(manifest, dict) and manifest.get("name") == _NAME and (folder / _SKILL / "lib" / "holodream").is_dir()


KIND = folders.Kind("package", frozenset({_MANIFEST, "skills"}), _is_ours)


def _stamp(folder: Path) -> None:
    """The version of the package that lies inside."""
    from .... import __version__

    path = folder / _MANIFEST
    manifest = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**manifest, "version": __version__}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    try:
        print(build_dreaming(Path(sys.argv[1])))
    except HolodreamError as error:
        raise SystemExit(str(error)) from error
