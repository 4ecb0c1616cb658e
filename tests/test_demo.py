"""The demo shows the main job: facts saved through the host's tool, the right one in front of the agent, nothing for small talk."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import unicodedata
from importlib import resources
from itertools import takewhile
from pathlib import Path

import pytest

import holodream
from holodream.hosts import demo

PACKAGE = Path(holodream.__file__).parent

# What each message must bring up, by a piece of the fact; None: nothing at all.
EXPECTED = {
    "Can I give Mika the hazelnut cake?": "hazelnuts",
    "Wann wird der Müll abgeholt?": "Müll",
    "Когда день рождения у Веры?": "12 марта",
    "Где у нас backup фотографий?": "Бэкап",
    "李阿姨星期几来打扫？": "每周三",
    "พี่นกแพ้อะไร": "อาหารทะเล",
    "متى موعد ليلى عند الطبيب؟": "الأحد",
    "¿Dónde están las fotos antiguas de Carmen?": "armario azul",
    "Which hotels does Jonas like?": "(inferred)",
    "Thanks, have a lovely evening!": None,
    "おはようございます！": None,
    "Explain how a hash table works.": None,
}


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return list(demo.play())


def test_every_message_has_its_block_and_a_reason(lines: list[str]) -> None:
    data = tomllib.loads(resources.files(demo.__package__).joinpath("demo.toml").read_text(encoding="utf-8"))
    assert [message["text"] for message in data["messages"]] == list(EXPECTED)
    for message, piece in EXPECTED.items():
        begin = next(number for number, line in enumerate(lines) if line.endswith(f"  {message}"))
        told = list(takewhile(bool, lines[begin + 1 :]))
        block = [line for line in told if "│" in line]
        why = next(line.strip() for line in told if line.strip().startswith("Why"))
        if piece is None:
            assert [line.strip() for line in block] == ["│ (nothing)"], message
            assert why.startswith("Why nothing:")
        else:
            assert piece in block[1], message
            assert re.match(r"Why \[\d+\]: it shares “", why)


def test_facts_in_many_languages_are_saved_and_the_secret_is_not(lines: list[str]) -> None:
    saved = [line for line in lines if re.match(r"  [a-z]{2}  +\[\d+\]", line)]
    assert len(saved) >= 20
    assert len({line.split()[0] for line in saved}) >= 8
    (refused,) = [number for number, line in enumerate(lines) if "refused:" in line]
    assert "secret" in lines[refused + 1]
    assert "Heron" not in "\n".join(lines)


def test_fits_a_terminal(lines: list[str]) -> None:
    def width(line: str) -> int:
        return sum(2 if unicodedata.east_asian_width(char) in "WF" else 0 if unicodedata.combining(char) else 1 for char in line)

    assert max(map(width, lines)) <= 100


def run(module: str, search_path: Path, folder: Path) -> str:
    """The demo in a process of its own, with an empty home; what it prints."""
    folder.mkdir()
    env = {**os.environ, "PYTHONPATH": str(search_path), "HERMES_HOME": str(folder), "TMPDIR": str(folder)}
    done = subprocess.run([sys.executable, "-m", module], env=env, cwd=folder, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert list(folder.iterdir()) == []  # neither the person's own home nor a leftover
    return done.stdout.decode()


def test_as_a_program(tmp_path: Path) -> None:
    begin = time.perf_counter()
    assert "- [1] Mika is allergic to hazelnuts." in run("holodream.hosts.demo", PACKAGE.parent, tmp_path / "empty")
    assert time.perf_counter() - begin < 10


def test_from_a_copy_of_the_package_under_another_name(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "kept" / "inner", ignore=shutil.ignore_patterns("__pycache__"))
    assert "- [1] Mika is allergic to hazelnuts." in run("kept.inner.hosts.demo", tmp_path, tmp_path / "empty")
