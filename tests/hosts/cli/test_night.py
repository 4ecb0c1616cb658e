"""The command `night`."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from ..hermes.night_home import ENTRY, FACT, NightHome
from .conftest import Program


@pytest.fixture
def home(tmp_path: Path) -> NightHome:
    return NightHome(tmp_path / "home")


def test_a_readable_report(program: Program, home: NightHome) -> None:
    done = program("night", "--home", str(home.path), "--dry-run")
    assert "the agent would wake" in done.stdout
    assert FACT in done.stdout
    assert "holodream confirm 1" in done.stdout
    assert "No state and no diary were written." in done.stdout


def test_a_dry_run_writes_nothing(program: Program, home: NightHome) -> None:
    before = home.files()
    program("night", "--home", str(home.path), "--dry-run")
    program("night", "--home", str(home.path), "--explain", "1")
    assert home.files() == before


def test_a_night_is_kept(program: Program, home: NightHome) -> None:
    program("night", "--home", str(home.path))
    assert home.state["pending"]


def test_as_json(program: Program, home: NightHome) -> None:
    report = program.json("night", "--home", str(home.path), "--dry-run")
    assert report["confirmations"][0]["text"] == FACT
    explained = program.json("night", "--home", str(home.path), "--explain", "1")
    assert explained["numbers"]["days"] == 2


def test_an_explanation(program: Program, home: NightHome) -> None:
    done = program("night", "--home", str(home.path), "--explain", "1")
    assert "recency" in done.stdout
    assert "proposed" in done.stdout
    assert "fact 99" in program("night", "--home", str(home.path), "--explain", "99", code=1).stderr


def test_other_facts(program: Program, home: NightHome) -> None:
    report = program.json("--store", str(home.path / "nowhere.db"), "night", "--home", str(home.path), "--dry-run")
    assert report["confirmations"] == []
    assert report["statistics"]["facts_status"] not in ("ok", "none")


def test_a_page(program: Program, home: NightHome, tmp_path: Path) -> None:
    (home.path / "memories" / "MEMORY.md").write_text(f"{ENTRY}\n§\n<script>alert('x')</script> & more", encoding="utf-8")
    page = tmp_path / "night.html"
    program("night", "--home", str(home.path), "--dry-run", "--html", str(page))
    text = page.read_text(encoding="utf-8")
    assert FACT in text
    assert "<blockquote" in text
    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert os.name == "nt" or stat.S_IMODE(page.stat().st_mode) == 0o600
    program("night", "--home", str(home.path), "--dry-run", "--html", str(page))


def test_a_page_does_not_take_the_place_of_another_file(program: Program, home: NightHome, tmp_path: Path) -> None:
    (tmp_path / "letter.html").write_text("<!doctype html>dear", encoding="utf-8")
    before = home.files()
    program("night", "--home", str(home.path), "--html", str(tmp_path / "letter.html"), code=1)
    program("night", "--home", str(home.path), "--html", str(tmp_path / "no" / "night.html"), code=1)
    assert (tmp_path / "letter.html").read_text(encoding="utf-8") == "<!doctype html>dear"
    assert home.files() == before


def test_every_text_of_a_page_is_escaped() -> None:
    from holodream.hosts.cli import night_page

    bad = "</article><img src=x onerror=alert(1)>"
    place = {"file": bad, "entry": bad}
    item = {
        "key": bad,
        "fact_id": 1,
        "text": bad,
        "reasons": [bad],
        "score": 0.5,
        "nearest": {**place, "entry": f"{bad}2"},
        "evidence": [{"day": bad, "snippet": bad}],
    }
    item["commands"] = [{"line": bad}]
    report = {"wakeAgent": True, "report_id": bad, "day": bad, "promotions": [item], "alerts": [{"kind": bad, "text": bad}], "statistics": {bad: bad}}
    text = night_page.page(json.loads(json.dumps(report)))
    assert "<img" not in text
    assert text.count("&lt;img") > 10


def test_no_home(program: Program, tmp_path: Path) -> None:
    assert "no home" in program("night", "--home", str(tmp_path / "nothing"), code=1).stderr
    assert not (tmp_path / "nothing").exists()


def test_a_home_that_has_nothing(program: Program, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    assert f"{tmp_path / 'home' / 'state.db'} cannot be read now" in program("night", "--home", str(tmp_path / "home"), "--dry-run").stdout
    assert list((tmp_path / "home").iterdir()) == []


def test_a_broken_setting(program: Program, home: NightHome) -> None:
    home.configure(nights=3)
    assert "nights" in program("night", "--home", str(home.path), code=1).stderr
