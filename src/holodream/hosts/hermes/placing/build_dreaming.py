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
from ..night import install as night_install
from . import build

_NAME = night_install.PACKAGE
_SKILL = Path("skills") / night_install.SKILL
_MANIFEST = "plugin.json"
_SOURCES = (Path(__file__).with_name(_NAME), Path(__file__).parents[5] / "plugins" / _NAME)  # in a wheel, in a checkout


def build_dreaming(folder: Path) -> Path:
    """Make the package anew; returns it.

    Only a folder that this program built is replaced, and only once the new one is complete; HolodreamError says what is in the way.
    """
    return folders.made_anew(folder, KIND, _fill)


def _fill(folder: Path) -> None:
    source = next((place for place in _SOURCES if (place / _MANIFEST).is_file()), None)
    if source is None:
        raise HolodreamError(f"{_SOURCES[0]} was not found, so the nightly pass was not built; install holodream again.")
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    build.copy_package(folder / _SKILL / "lib" / "holodream")
    _stamp(folder)


def _is_ours(folder: Path) -> bool:
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(manifest, dict) and manifest.get("name") == _NAME and (folder / _SKILL / "lib" / "holodream").is_dir()


KIND = folders.Kind("package", frozenset({_MANIFEST, *((_SKILL / part).as_posix() for part in night_install.KIND.parts)}), _is_ours)


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
