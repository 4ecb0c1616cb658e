"""The command screen."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from .conftest import REFUSED, SECRET, Program

TEXT = f"# notes\n\nall harmless here\n  {REFUSED}\nthe end\n"


def test_a_finding_has_a_place_and_a_rule_and_no_value(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text(TEXT, encoding="utf-8")
    done = program("screen", str(file), code=1)
    name, line, column, kind, rule = done.stdout.splitlines()[0].split("\t")
    assert (name, line, kind) == (str(file), "4", "secret")
    assert int(column) > 2
    assert rule
    answer = program.json("screen", str(file), code=1)
    assert answer["findings"][0] == {"file": str(file), "line": 4, "column": int(column), "kind": "secret", "rule": rule}
    assert SECRET not in done.output + str(answer)


def test_harmless_files(program: Program, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("She showed the guests the house.\n", encoding="utf-8")
    done = program("screen", str(tmp_path / "a.txt"), str(tmp_path / "b.txt"))
    assert (done.stdout, done.stderr) == ("", "Nothing was found.\n")
    assert program.json("screen", str(tmp_path / "a.txt")) == {"findings": []}


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_standard_input(program: Program, arguments: tuple[str, ...]) -> None:
    assert program("screen", *arguments, given=TEXT, code=1).stdout.startswith("-\t4\t")
    program("screen", *arguments, given="")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_marked_encodings(program: Program, tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding=encoding)
    assert program.json("screen", str(tmp_path / "a.txt"), code=1)["findings"][0]["line"] == 4


@pytest.mark.parametrize("noise", [b"\x00\xff\x89PNG\r\n", b"\xed\xa0\x80", b"\xff\xfe\x00"])
def test_what_is_no_text_is_searched_all_the_same(program: Program, noise: bytes) -> None:
    program("screen", given=noise)
    program("screen", given=b"\x00\xff\n" + REFUSED.encode() + b"\n" + noise, code=1)


def test_no_store_is_needed_or_made(program: Program) -> None:
    program("screen", given="hello")
    assert not program.store.exists()


def test_missing_files_and_folders(program: Program, tmp_path: Path) -> None:
    assert "does not exist" in program("screen", str(tmp_path / "missing"), code=2).stderr
    assert "does not exist" in program.json("screen", str(tmp_path / "missing"), code=2)["error"]
    program("screen", str(tmp_path), code=2)


@pytest.mark.skipif(importlib.util.find_spec("holodream.screen.report") is None, reason="only the linear screen")
@pytest.mark.parametrize("piece", ["x", "plain words of no harm ", "пароль не скажу "])
def test_ten_megabytes(program: Program, piece: str) -> None:
    assert program("screen", given=piece * (10_000_000 // len(piece.encode()))).stdout == ""
