"""The plugin folder: it works alone, under any name, without anything that was installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from holodream import __version__
from holodream.errors import HolodreamError, InvalidArgument
from holodream.hosts.hermes.folders import RECORD
from holodream.hosts.hermes.placing.build import build, copy_package
from holodream.hosts.hermes.placing.build_dreaming import build_dreaming
from holodream.language import TOKENIZER_VERSION, analyse
from holodream.language.catalogue import languages

from ...support import PACKAGE, REPOSITORY

_ROUND_TRIP = """
import importlib, json, pathlib, sys
folder, home, name = sys.argv[1:]
sys.path.insert(0, folder)
module = importlib.import_module(name)
class Context:
    def register_memory_provider(self, provider):
        self.provider = provider
context = Context()
for _ in range(3):
    module.register(context)
provider = context.provider
assert provider.name == 'holographic'
provider.initialize('s1', hermes_home=home, platform='cli', agent_context='primary')
for content in (
    'Livia takes violin lessons with Mr Adeyemi on Thursdays.',
    'Ливия ходит на скрипку к Борису Андреевичу по четвергам.',
    '果果每周四跟陈老师学小提琴。',
):
    print(provider.handle_tool_call('fact_store', {'action': 'add', 'content': content, 'source': 'said'}))
print(provider.prefetch("What day is Livia's violin lesson?", session_id='s2'))
print(provider.prefetch("Когда у Ливии скрипка?", session_id='s3'))
print(provider.prefetch("果果哪天学小提琴？", session_id='s4'))
provider.shutdown()
outside = [str(getattr(m, '__file__', None)) for n, m in sys.modules.items() if 'site-packages' in str(getattr(m, '__file__', None))]
foreign = sorted(n for n in sys.modules if n.split('.')[0] in ('holodream', 'snowballstemmer'))
print('OUTSIDE', outside, foreign)
files = sorted(str(p.relative_to(folder)) for p in pathlib.Path(folder).rglob('*'))
print('FILES', files == json.loads(sys.stdin.read()))
"""


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("dist") / "memory_plugin_under_test")


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_only_one_module_lies_at_the_top(plugin: Path) -> None:
    """The host runs every Python file that lies there."""
    assert sorted(path.name for path in plugin.iterdir()) == ["__init__.py", RECORD, "holodream", "plugin.yaml"]
    assert (plugin / "holodream" / "__init__.py").is_file()


def test_nothing_of_the_workshop_is_packed(plugin: Path) -> None:
    packed = files(plugin)
    assert not [name for name in packed if name.endswith((".pyc", ".so", ".db")) or "__pycache__" in name or "test" in name.split("/")[-1]]
    assert not [name for name in packed if "/cli/" in name or "/demo" in name]
    size = sum((plugin / name).stat().st_size for name in packed)
    assert size < 12_000_000


def test_what_a_tool_left_in_the_sources_is_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host takes many files for a reason to warn."""
    package = tmp_path / "holodream"
    (package / "screen" / ".hypothesis").mkdir(parents=True)
    (package / "screen" / ".hypothesis" / "example").write_text("x", encoding="utf-8")
    (package / "screen" / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.setattr("holodream.hosts.hermes.placing.build._PACKAGE", package)
    copy_package(tmp_path / "copy")
    assert [path.name for path in (tmp_path / "copy" / "screen").iterdir()] == ["__init__.py"]


def test_all_data_files_are_packed(plugin: Path) -> None:
    data = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*") if path.suffix in (".toml", ".tsv") and "hosts" not in path.parts}
    assert data
    assert data <= {path.relative_to(plugin / "holodream").as_posix() for path in (plugin / "holodream").rglob("*")}


def test_libraries_come_with_their_licence(plugin: Path) -> None:
    vendor = plugin / "holodream" / "_vendor"
    libraries = [path for path in vendor.iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert [path.name for path in libraries] == ["snowballstemmer"]
    for library in libraries:
        licences = [path for path in library.iterdir() if path.name.upper().startswith(("COPYING", "LICEN"))]
        assert licences, f"{library.name} came without its licence"
        assert any("Redistribution" in path.read_text(encoding="utf-8") for path in licences)


def test_only_stemmers_that_a_language_names_are_packed(plugin: Path) -> None:
    """A host counts files, and takes more than 400 for a reason to warn."""
    named = {f"{language.stemmer}_stemmer.py" for language in languages().values() if language.stemmer}
    assert {path.name for path in (plugin / "holodream" / "_vendor" / "snowballstemmer").glob("*_stemmer.py")} == named
    assert len(files(plugin)) <= 390, "see CONTRIBUTING.md, The plugin folder"


def test_the_data_comes_with_its_licences(plugin: Path) -> None:
    """The word lists are under CC BY-SA, the table of characters under Apache 2.0; our own licence covers the rest."""
    packed = files(plugin)
    assert "holodream/language/frequencies/README.md" in packed
    assert "holodream/language/LICENSE-APACHE" in packed
    assert "MIT" in (plugin / "holodream" / "LICENSE").read_text(encoding="utf-8")
    assert [name for name in packed if name.upper().rsplit("/", 1)[-1].startswith("LICEN") and "_vendor" not in name], "our own licence is missing"


def test_the_manifest_is_complete(plugin: Path) -> None:
    manifest = (plugin / "plugin.yaml").read_text(encoding="utf-8")
    fields = dict(re.findall(r"^(\w+): \"?([^\"\n]+)\"?$", manifest, re.MULTILINE))
    assert fields["name"] == "holographic"
    assert fields["version"] == __version__
    assert fields["description"]


def test_another_name_for_a_host_that_has_one_like_ours(tmp_path: Path) -> None:
    folder = build(tmp_path / "holodream", name="holodream")
    assert re.search(r"^name: holodream$", (folder / "plugin.yaml").read_text(encoding="utf-8"), re.MULTILINE)


def test_a_round_trip_with_nothing_but_the_folder(plugin: Path, tmp_path: Path) -> None:
    """-I -S: neither the working folder nor anything installed can be imported."""
    before = sorted(path.relative_to(plugin.parent).as_posix() for path in plugin.parent.rglob("*"))
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", _ROUND_TRIP, plugin.parent, tmp_path, plugin.name],
        input=json.dumps(before), capture_output=True, text=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.count('"status":"added"') == 3
    assert "- [1] Livia takes violin lessons" in done.stdout
    assert "- [2] Ливия ходит на скрипку" in done.stdout
    assert "- [3] 果果每周四" in done.stdout
    assert "OUTSIDE [] []" in done.stdout, "something was taken from outside"
    assert "FILES True" in done.stdout, "the plugin wrote into its own folder"


def test_the_same_terms_with_the_vendored_library(plugin: Path) -> None:
    """Both must index alike, as they may use one file."""
    script = (
        "import sys, importlib; sys.path.insert(0, sys.argv[1]); "
        "print(ascii(importlib.import_module(sys.argv[2] + '.holodream.language').analyse(sys.argv[3]).terms))"
    )
    text = "Batteries were bought; таблетки купили; comprimidos comprados; köpeklerin; pencere kapandı; koszyki; हमारी किताबें; كتبهم; fietsen; Häuser; bukunya"
    done = subprocess.run([sys.executable, "-I", "-S", "-B", "-c", script, plugin.parent, plugin.name, text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ascii(analyse(text).terms)
    version = script.replace("analyse(sys.argv[3]).terms", "TOKENIZER_VERSION")
    done = subprocess.run([sys.executable, "-I", "-S", "-B", "-c", version, plugin.parent, plugin.name, text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ascii(TOKENIZER_VERSION)


def test_a_build_replaces_an_older_one(tmp_path: Path) -> None:
    folder = build(tmp_path / "plugin")
    (folder / "holodream" / "left_over.py").write_text("x = 1", encoding="utf-8")
    with (folder / RECORD).open("a", encoding="utf-8") as file:
        file.write("holodream/left_over.py\n")
    first = files(build(folder))
    assert "holodream/left_over.py" not in first
    assert files(build(folder)) == first


@pytest.mark.parametrize("name", ["notes.txt", "__init__.py", "plugin.yml"])
def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / name).write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidArgument, match="left alone"):
        build(tmp_path / "mine")
    assert (tmp_path / "mine" / name).read_text(encoding="utf-8") == "mine"


def test_a_plugin_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    """A plugin.yaml alone does not make the folder ours to delete."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "plugin.yaml").write_text("name: weather\n", encoding="utf-8")
    (tmp_path / "mine" / "weather.py").write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidArgument):
        build(tmp_path / "mine")
    assert (tmp_path / "mine" / "weather.py").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", [".git/config", "skills/mine/notes.md", "holodream/mine/notes.md"])
def test_what_somebody_put_into_our_folder_is_left_alone(plugin: Path, name: str) -> None:
    theirs = plugin / name
    theirs.parent.mkdir(parents=True)
    theirs.write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidArgument, match=re.escape(name)):
        build(plugin)
    assert theirs.read_text(encoding="utf-8") == "mine"
    shutil.rmtree(theirs.parent)


def test_a_build_that_fails_leaves_the_older_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = build(tmp_path / "plugin")
    before = files(folder)
    monkeypatch.setattr("holodream.hosts.hermes.placing.build._STEMMERS", "a_library_that_nobody_has")
    with pytest.raises(HolodreamError, match="not installed"):
        build(folder)
    assert files(folder) == before
    assert [item.name for item in tmp_path.iterdir()] == ["plugin"]


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "plugin").write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidArgument):
        build(tmp_path / "plugin")
    assert (tmp_path / "plugin").read_text(encoding="utf-8") == "mine"


def test_the_wheel_makes_the_same_folders_as_a_checkout(plugin: Path, tmp_path: Path) -> None:
    """Both: the plugin and the package of the night, whose skill lies outside the package in a checkout."""
    wheels, unpacked = tmp_path / "wheels", tmp_path / "unpacked"
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", wheels], cwd=REPOSITORY)
    with zipfile.ZipFile(next(wheels.iterdir())) as wheel:
        wheel.extractall(unpacked)
    for module, expected in (("build", plugin), ("build_dreaming", build_dreaming(tmp_path / "of_checkout"))):
        built = tmp_path / module
        run([sys.executable, "-m", f"holodream.hosts.hermes.placing.{module}", built], cwd=unpacked, env={**os.environ, "PYTHONPATH": str(unpacked)})
        assert files(built) == files(expected)
    assert (built / "skills" / "dreaming" / "SKILL.md").is_file()


def run(command: list[str | Path], **more: Any) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr
