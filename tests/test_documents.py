"""The documents tell the truth: every example runs and prints what stands there, and every setting, command and action is explained.

```python blocks are executed; a comment after a print is what it prints, unless it stands in parentheses. ```console blocks are
commands of the program after "$ ", each with what it prints ("…" stands for anything); ```sh blocks are commands without their output.
All blocks of a page share a folder and a store, which begin empty.
"""

from __future__ import annotations

import ast
import re
import runpy
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import holodream
from holodream.hosts.cli.main import cli
from holodream.hosts.hermes.settings import ALL
from holodream.hosts.hermes.tools import ACTIONS
from holodream.store import close_shared

from .support import PACKAGE, REPOSITORY

PAGES = sorted([REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *(REPOSITORY / "docs").glob("*.md")])
NAMES = [page.relative_to(REPOSITORY).as_posix() for page in PAGES]
_FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
FILES = {"notes.txt": "Call the plumber.\n", "MEMORY.md": "The bakery closes at six.\n§\nThe Vespa is green.\n"}


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    return [Block(*match) for match in _FENCED.findall(page.read_text(encoding="utf-8"))]


def prose(page: Path) -> str:
    return _FENCED.sub("", page.read_text(encoding="utf-8"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder with the files that the examples name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HERMES_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("HOLODREAM_STORE", raising=False)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    yield tmp_path
    close_shared(tmp_path)


# --- the examples ---


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_examples_of_a_page(page: Path, folder: Path) -> None:
    assert folder.is_dir()
    for block in blocks(page):
        _RUN[block.language](block.text)


def run_python(text: str) -> None:
    printed: list[tuple[int, str]] = []

    def note(*values: object) -> None:
        printed.append((sys._getframe(1).f_lineno, " ".join(map(str, values))))

    exec(compile(text, "<a document>", "exec"), {"print": note})
    comments = {number: line.partition("  # ")[2] for number, line in enumerate(text.splitlines(), 1)}
    told = {number: line for number, line in printed if comments[number] and not comments[number].startswith("(")}
    assert told == {number: comments[number] for number in told}
    assert all(line == "" for number, line in printed if comments[number] == "(an empty text)")


def run_console(text: str) -> None:
    for command, expected in sessions(text):
        printed = run_program(command)
        pattern = ".*".join(map(re.escape, expected.split("…")))
        assert re.fullmatch(pattern, printed, re.DOTALL), f"$ {command}\n{printed}"


def sessions(text: str) -> Iterator[tuple[str, str]]:
    """Each command with the lines that follow it."""
    assert text.startswith("$ ")
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


def run_program(command: str) -> str:
    """What a command of the program prints to its standard output; a question is answered with yes."""
    name, *arguments = shlex.split(command, comments=True)
    assert name == "holodream", command
    done = CliRunner().invoke(cli, arguments, input="y\n")
    assert done.exit_code == 0, f"$ {command}\n{done.stdout}{done.stderr}"
    return done.stdout


def run_shell(text: str) -> None:
    """Commands of the program are run; of others it is looked whether what they name is there."""
    for line in filter(None, text.splitlines()):
        words = shlex.split(line, comments=True)
        if words[0] == "holodream":
            run_program(line)
        elif words[0] == "make":
            assert set(words[1:]) <= targets(), line
        else:
            assert words[:3] == [".venv/bin/python", "-m", "pytest"], f"nobody checks this line: {line}"
            assert (REPOSITORY / words[3]).exists()


def targets() -> set[str]:
    return set(re.findall(r"^([\w-]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def check_tree(text: str) -> None:
    """A tree of folders: each name at the beginning of a line is there."""
    lines = text.splitlines()
    root = REPOSITORY / lines[0]
    for line in lines[1:]:
        name = line.split()[0]
        assert (root / name).exists(), name


_RUN: dict[str, Any] = {"python": run_python, "console": run_console, "sh": run_shell, "text": check_tree}


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_a_command_within_a_sentence_is_one(page: Path) -> None:
    for code in _INLINE.findall(prose(page)):
        words = code.replace("…", " ").split() or [""]
        if words[0] == "make":
            assert words[1] in targets(), code
        if words[0] != "holodream" or len(words) == 1 or words[1].isupper():
            continue
        command: click.Command = cli
        for word in words[1:]:
            if isinstance(command, click.Group) and word in command.commands:
                command = command.commands[word]
        assert command is not cli or words[1].startswith("-"), code
        flags = {flag for group in (cli, command) for parameter in group.params for flag in parameter.opts} | {"--help", "-h"}
        assert {word for word in words if word.startswith("-")} <= flags, code


def test_examples_of_words_that_are_found(memory: holodream.Memory) -> None:
    pairs = re.findall(r"(\w+) → (\w+)", prose(REPOSITORY / "README.md"))
    assert len(pairs) >= 4
    for one, other in pairs:
        fact_id = memory.add(f"{other}: 12").fact_id
        assert fact_id in [hit.fact_id for hit in memory.search(one).hits], (one, other)


# --- nothing is missing, nothing leads nowhere ---


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_lead_somewhere(page: Path) -> None:
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_a_file_that_is_named_is_there() -> None:
    """In the page for who works on the code; a name alone is that of any file of the project, a path begins at the root, in the package or beside it."""
    named = {name for name in re.findall(r"`([\w./-]+\.(?:py|toml|tsv|txt))(?::\w+)?`", prose(REPOSITORY / "CONTRIBUTING.md")) if "xx." not in name}
    present = [path.as_posix() for folder in ("src", "tests", "training", "tools", "plugins") for path in (REPOSITORY / folder).rglob("*.*")]
    present += [path.as_posix() for path in REPOSITORY.glob("*.*")]
    assert len(named) > 20
    assert {name for name in named if not any(path.endswith(f"/{name}") for path in present)} == set()


PROMISES = re.findall(r"`([\w/]+\.py)(?:::(test_\w+))?`", (REPOSITORY / "docs/promises.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("file", "test"), PROMISES, ids=[test or file for file, test in PROMISES])
def test_a_promise_has_its_test(file: str, test: str) -> None:
    defined = {node.name for node in ast.walk(ast.parse((REPOSITORY / "tests" / file).read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)}
    assert (test in defined) if test else any(name.startswith("test_") for name in defined)


def words_in(name: str) -> set[str]:
    """The words that a page sets as code."""
    return {word for code in _INLINE.findall(prose(REPOSITORY / name)) for word in re.findall(r"[\w-]+", code)}


def test_the_page_of_settings_is_the_one_that_the_tool_makes() -> None:
    made = runpy.run_path(str(REPOSITORY / "tools/make_settings_page.py"))["page"]()
    assert (REPOSITORY / "docs/settings.md").read_text(encoding="utf-8") == made, "run tools/make_settings_page.py"


def test_every_setting_is_explained_with_its_default() -> None:
    lines = (REPOSITORY / "docs/settings.md").read_text(encoding="utf-8").splitlines()
    for setting in ALL.values():
        default = str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
        row = next((line for line in lines if line.startswith(f"| `{setting.name}`")), "")
        assert setting.help in row, setting.name
        assert default == "" or f"| `{default}` |" in row, setting.name


def test_every_command_is_explained() -> None:
    assert set(cli.commands) <= words_in("docs/command-line.md")
    for name, command in cli.commands.items():
        if isinstance(command, click.Group):
            assert set(command.commands) <= words_in("docs/command-line.md"), name


def test_every_action_of_the_tool_is_explained() -> None:
    assert set(ACTIONS) <= words_in("docs/hermes.md") | words_in("docs/facts.md")


_LEVELS = {"info", "warning", "error", "critical"}


def log_lines() -> Iterator[str]:
    """What is logged at INFO and above, with … in place of what changes."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="log"), attr=level), args=[ast.Constant(value=str(line)), *_]) if level in _LEVELS:
                    yield re.sub(r"(%[.\d]*[a-z] ?)+(?=$|\W|\s)", lambda found: "… " * found[0].count("%"), line)


def test_every_log_line_is_explained() -> None:
    page = (REPOSITORY / "docs/log.md").read_text(encoding="utf-8")
    told = {re.sub(r"\s+", "", line) for line in re.findall(r"^\| `([^`]+)`", page, re.MULTILINE)}
    lines = list(log_lines())
    assert len(lines) > 20
    assert {line for line in lines if re.sub(r"\s+", "", line) not in told} == set()


def test_every_section_of_a_night_is_explained() -> None:
    sections = set(holodream.night(holodream.NightInputs()).as_mapping())
    assert len(sections) > 8
    assert sections <= words_in("docs/night.md")


def test_every_public_method_is_explained() -> None:
    explained = set().union(*(words_in(name) for name in NAMES)) | {name for page in PAGES for name in _calls(page)}
    methods = {name for name in dir(holodream.Memory) if not name.startswith("_") and callable(getattr(holodream.Memory, name))}
    assert methods - explained == set()
    assert set(holodream.__all__) - {"Verdict"} <= explained | _results()


def _results() -> set[str]:
    """Classes of results and errors; their docstrings say what they hold."""
    return {name for name in holodream.__all__ if isinstance(getattr(holodream, name), type)}


def _calls(page: Path) -> Iterator[str]:
    for block in blocks(page):
        if block.language == "python":
            yield from (node.attr for node in ast.walk(ast.parse(block.text)) if isinstance(node, ast.Attribute))
