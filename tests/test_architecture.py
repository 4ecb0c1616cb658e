"""What must survive any change: the direction of imports, languages as data, a small public surface, light imports."""

from __future__ import annotations

import ast
import functools
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import holodream

from .support import PACKAGE, run_python

# What each part may import of the others; a part may always import itself. "" is the top: errors, config, results, memory, paths.
ALLOWED = {
    "language": set(),
    "screen": {"language"},
    "statements": {"language"},
    "store": {"language", "screen"},
    "recall": {"store", "language"},
    "extract": {"statements", "screen", "language"},
    "night": {"statements", "screen", "language"},
    "servers": set(),
    "meaning": {"recall", "store", "screen", "servers", "config", "results"},
    "actions": {"recall", "store", "extract", "statements", "screen", "arguments", "config", "results"},
}
# Modules at the top that stand below everything and may be imported by every part but the purest three.
GROUND = {"errors", "files", "paths", "setting"}
LIBRARIES = {"_vendor"}  # in the plugin folder: the libraries that it carries along
PURE = {"language", "screen", "statements"}

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "_vendor" not in path.parts)


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@functools.cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def own_imports(path: Path) -> Iterator[tuple[str, ...]]:
    """The modules of the package that a module imports, as parts of their dotted names below the package; `typing` imports too."""
    here = ("holodream", *path.relative_to(PACKAGE).with_suffix("").parts)
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = here[: len(here) - node.level]  # of an __init__.py too: its last part stands for the folder
            target = (*base, *(node.module.split(".") if node.module else ()))
            for alias in node.names:
                yield (*target[1:], alias.name)


def foreign_imports(path: Path) -> Iterator[str]:
    """The first names of the modules that are imported absolutely."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).split(".")[0]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    part = path.relative_to(PACKAGE).parts[0]
    if part not in ALLOWED:
        return
    for target in own_imports(path):
        first = target[0]
        if first == part or first in ALLOWED[part] | LIBRARIES | {"errors"} or (first in GROUND and part not in PURE):
            continue
        in_the_same_breath = part == "recall" and first == "results"  # the record that `why` gives back
        assert in_the_same_breath, f"{name_of(path)} imports {'.'.join(target)}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_nothing_below_the_hosts_imports_one(path: Path) -> None:
    if path.relative_to(PACKAGE).parts[0] == "hosts":
        return
    assert not [target for target in own_imports(path) if target[0] == "hosts"]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_only_its_own_folder_knows_hermes(path: Path) -> None:
    """Neither the host's modules nor its name; $HERMES_HOME in paths.py is where the default file lies."""
    if path.relative_to(PACKAGE).parts[:2] == ("hosts", "hermes"):
        return
    assert not set(foreign_imports(path)) & {"agent", "gateway", "hermes_cli", "hermes_constants", "hermes_state", "tools", "plugins", "cron"}
    if path.relative_to(PACKAGE).parts[0] == "hosts" or path.name == "paths.py":
        return
    source = path.read_text(encoding="utf-8")
    in_comments_only = [line for line in source.lower().splitlines() if "hermes" in line and not line.strip().startswith(("#", '"""'))]
    assert not [line for line in in_comments_only if "hermes agent, hermes-agent" not in line], "knows a host by its name"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_the_package_imports_itself_relatively(path: Path) -> None:
    """The plugin folder carries the package under another name."""
    assert "holodream" not in set(foreign_imports(path))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_the_purest_parts_touch_nothing_but_their_data(path: Path) -> None:
    if path.relative_to(PACKAGE).parts[0] not in PURE:
        return
    assert not set(foreign_imports(path)) & {"os", "sqlite3", "socket", "subprocess", "time", "random", "logging", "pathlib", "urllib", "http"}
    for node in ast.walk(tree_of(path)):
        assert not (isinstance(node, ast.Attribute) and node.attr in ("now", "today", "utcnow")), "asks the clock"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_language_is_known_by_its_code(path: Path) -> None:
    """No `if language.code == "ru"`, no `{"zh", "ja"}`, no `match`: whatever belongs to a language stands in its file."""
    codes = {file.stem for file in (PACKAGE / "language" / "languages").glob("*.toml")}
    for node in ast.walk(tree_of(path)):
        compared: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            compared = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            compared = [node.value]
        elif isinstance(node, ast.Dict):
            compared = [key for key in node.keys if key is not None]
        elif isinstance(node, ast.Subscript):
            compared = [node.slice]
        elif isinstance(node, ast.Set | ast.List | ast.Tuple) and len(node.elts) > 1:
            compared = list(node.elts) if all(_is_code(item, codes) for item in node.elts) else []
        for expression in compared:
            for inner in ast.walk(expression):
                assert not _is_code(inner, codes), f"{name_of(path)}:{inner.lineno} knows a language by its code"  # type: ignore[attr-defined]


def _is_code(node: ast.AST, codes: set[str]) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in codes


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_says_what_it_is_for_in_its_first_line(path: Path) -> None:
    document = ast.get_docstring(tree_of(path), clean=False)
    assert document, "no docstring"
    assert document[0] not in " \n", "the first line is empty"
    assert path.read_text(encoding="utf-8").startswith('"""')


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 450


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_function_fits_a_screen(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, f"{node.name} is too long"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_error_is_swallowed(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, f"line {node.lineno}: a bare except"
            assert not all(isinstance(line, ast.Pass) for line in node.body), f"line {node.lineno}: an error is passed over"


def test_only_the_store_writes_sql() -> None:
    for path in MODULES:
        if path.relative_to(PACKAGE).parts[0] != "store":
            assert "sqlite3" not in set(foreign_imports(path)), f"{name_of(path)} imports sqlite3"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_numbered_placeholder_is_given_a_sequence(path: Path) -> None:
    """Python 3.14 refuses "?1" with a tuple, and 3.12 warns of it: use "?", or names with a mapping."""
    assert not [
        node.value
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"[=(,<> ]\?\d", node.value) and "SELECT" in node.value.upper()
    ]


def test_public_surface() -> None:
    assert sorted(holodream.__all__) == [
        "Added", "Changed", "Config", "ConfigError", "Confirmed", "Contradiction", "Delivery", "Duplicate", "Embedded", "EmbeddingServer", "Entity",
        "Explanation", "FactNotFound", "Forgotten", "Found", "History", "Hit", "HolodreamError", "Imported", "InvalidArgument", "Memory", "MemoryFile",
        "Merged", "Name", "Named", "NightConfig", "NightFact", "NightInputs", "Pair", "QueuedWrite", "Rated", "Related", "Report", "Reported", "RerankServer",
        "Scope", "ServerError", "ServerRefused", "ServerResting", "ServerTooSlow", "ServerUnreachable", "ServerUnusable", "Similar", "Similarity",
        "Statement", "StoreBusy", "StoreError", "StoreReadOnly", "StoreTooNew", "StoreUnreadable", "Unnamed", "Utterance", "Verdict", "corroborates",
        "extract", "names", "night", "open", "same_statement", "screen",
    ]  # fmt: skip
    assert all(hasattr(holodream, name) for name in holodream.__all__)


# --- what an import costs ---

_HEAVY = {"numpy", "httpx", "click", "rich", "starlette", "mcp", "snowballstemmer", "yaml", "requests", "sqlite3", "torch", "onnxruntime", "pydantic"}
_LOADED = "import sys; import {module}; print(*sorted(sys.modules))"


@pytest.mark.parametrize("module", ["holodream.hosts.hermes.provider", "holodream.hosts.hermes.entry"])
def test_importing_the_provider_is_light(module: str) -> None:
    """The host imports it at every start, whether or not memory is used."""
    loaded = set(run_python(_LOADED.format(module=module)).split())
    assert not {name.split(".")[0] for name in loaded} & _HEAVY
    parts = {name for name in loaded if name.startswith(("holodream.store", "holodream.recall", "holodream.language", "holodream.memory", "holodream.screen"))}
    assert not parts


def test_using_a_memory_needs_no_library_of_the_outer_ring(tmp_path: Path) -> None:
    """Words only, no model, no network, no web: what the inner ring promises."""
    script = (
        "import sys, holodream\n"
        "with holodream.open(sys.argv[1]) as memory:\n"
        "    memory.add('Vera keeps the ladder in the orchard.')\n"
        "    assert memory.recall('Where is the ladder of Vera?').hits\n"
        "print(*sorted(sys.modules))"
    )
    loaded = {name.split(".")[0] for name in run_python(script, tmp_path / "memory.db").split()}
    assert not loaded & (_HEAVY - {"sqlite3", "snowballstemmer"})


def test_importing_touches_no_file_and_starts_no_thread(tmp_path: Path) -> None:
    script = "import os, threading, holodream, holodream.hosts.hermes.provider; print(threading.active_count(), os.listdir('.'))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env={"HOME": str(tmp_path), "HERMES_HOME": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["1", "[]"]
