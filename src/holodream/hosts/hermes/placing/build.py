"""Build the self-contained plugin folder: python -m holodream.hosts.hermes.placing.build FOLDER [--for-0.19]

A host that installs a plugin keeps only its folder, and an update of the host can remove packages; so the folder holds this
package and its pure-Python libraries. Nothing but __init__.py lies at its top, as the host runs every file there.
"""

from __future__ import annotations

import re
import shutil
import sys
from importlib import metadata, util
from pathlib import Path

from ....errors import HolodreamError
from ....language.catalogue import languages
from .. import folders

_PACKAGE = Path(__file__).parents[3]
_NOT_NEEDED = (".*", "__pycache__", "*.pyc", "_vendor", "cli", "demo.*", "placing")
_STEMMERS, _STEMMER = "snowballstemmer", "_stemmer.py"
_OUR_FILE = "holodream/hosts/hermes/provider.py"
_AUTHOR = "author: holodream"
_FOR_0_19 = "--for-0.19"

_INIT = '''"""holographic: long-term memory for the agent (holodream {version})."""


def register(ctx):
    """Give the host a memory provider (ctx.register_memory_provider). Called many times in a process; builds only a light object."""
    from .holodream.hosts.hermes.entry import register as register_all

    register_all(ctx)
'''

_MANIFEST = """name: {name}
version: {version}
description: "Long-term memory: facts in one local file, the few that matter recalled before every answer, in 18 languages. No model, no network, no key."
{author}
requires_hermes: ">=0.19"
"""
# 0.19 loads such a folder as an ordinary plugin too, when it is enabled: that is how its cron jobs get the tools.
_STANDALONE = """kind: standalone
provides_tools:
{tools}
"""


def build(folder: Path, *, name: str = "holographic", standalone: bool = False) -> Path:
    """Make the plugin folder anew; returns it. `name` becomes the folder's name when the host installs it; `standalone` is for 0.19.

    Only a folder that this program built is replaced, and only once the new one is complete; HolodreamError says what is in the way.
    """
    return folders.made_anew(folder, KIND, lambda new: _fill(new, name, standalone=standalone))


def _is_ours(folder: Path) -> bool:
    manifest = folder / "plugin.yaml"
    built = (folder / _OUR_FILE).is_file() and manifest.is_file()
    return built and _AUTHOR in manifest.read_text(encoding="utf-8", errors="replace").splitlines()


KIND = folders.Kind("plugin folder", frozenset({"__init__.py", "holodream", "plugin.yaml"}), _is_ours)


def _fill(folder: Path, name: str, *, standalone: bool) -> None:
    from .... import __version__
    from ..tools import SCHEMAS

    copy_package(folder / "holodream")
    (folder / "__init__.py").write_text(_INIT.format(version=__version__), encoding="utf-8")
    manifest = _MANIFEST.format(name=name, version=__version__, author=_AUTHOR)
    if standalone:
        manifest += _STANDALONE.format(tools="\n".join(f"  - {schema['name']}" for schema in SCHEMAS))
    (folder / "plugin.yaml").write_text(manifest, encoding="utf-8")


def copy_package(inner: Path) -> None:
    """This package and its libraries, as a new folder that needs nothing else."""
    shutil.copytree(_PACKAGE, inner, ignore=shutil.ignore_patterns(*_NOT_NEEDED))
    _copy_licences("holodream", inner)
    vendor = inner / "_vendor"
    vendor.mkdir()
    (vendor / "__init__.py").write_text('"""Libraries that this folder carries along, each with its licence."""\n', encoding="utf-8")
    _copy_stemmers(vendor)


def _copy_stemmers(vendor: Path) -> None:
    """The library without stemmers that no language names; its own __init__.py loads all of them."""
    spec = util.find_spec(_STEMMERS)
    if spec is None or not spec.submodule_search_locations:
        raise HolodreamError(f"{_STEMMERS} is not installed; run `make setup` first.")
    source, target = Path(spec.submodule_search_locations[0]), vendor / _STEMMERS
    wanted = {f"{language.stemmer}{_STEMMER}" for language in languages().values()}
    target.mkdir()
    (target / "__init__.py").write_text('"""Of snowballstemmer, the stemmers that a language names, and what they need."""\n', encoding="utf-8")
    for module in source.glob("*.py"):
        if module.name in wanted or not module.name.endswith((_STEMMER, "__init__.py")):
            (target / module.name).write_text(_with_letters(module.read_text(encoding="utf-8")), encoding="utf-8")
    _copy_licences(_STEMMERS, target)


def _copy_licences(distribution: str, folder: Path) -> None:
    own = (file for file in metadata.files(distribution) or () if file.parts[0].endswith(".dist-info"))  # those of its data lie beside that
    licences = [file for file in own if file.name.upper().startswith(("COPYING", "LICEN"))]
    if not licences:
        raise HolodreamError(f"The licence of {distribution} was not found, so nothing was built; install it again.")
    for file in licences:
        shutil.copy(Path(str(file.locate())), folder / file.name)


def _with_letters(source: str) -> str:
    """Python source with letters in place of their escapes: readable, and the host's scanner takes rows of escapes for hiding."""
    return re.sub(r"(?<!\\)\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)) if chr(int(match[1], 16)).isprintable() else match[0], source)


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != _FOR_0_19]
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    for_0_19 = _FOR_0_19 in sys.argv
    try:
        print(build(Path(arguments[0]), name="holodream" if for_0_19 else "holographic", standalone=for_0_19))
    except HolodreamError as error:
        raise SystemExit(str(error)) from error
