"""What the last recall did is told: to the host's indicator, in the log, and in a small file that the doctor reads, without a person's words."""

from __future__ import annotations

import json
import logging
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from holodream.hosts.hermes import status
from holodream.hosts.hermes.provider import HolographicProvider
from holodream.hosts.hermes.status import FILE, LastRecall

from .conftest import Start, call
from .host_stand_in import HostStandIn

FACT = "Livia takes violin lessons with Mr Adeyemi on Thursdays."
QUESTION = "What day is Livia's violin lesson?"


def until(condition: Callable[[], bool]) -> None:
    """Wait for what is written behind the turn's back."""
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_recall_is_counted_logged_and_kept(start: Start, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    provider = start()
    call(provider, action="add", content=FACT)
    provider.prefetch(QUESTION)
    assert provider.recall_status().count == 1
    until(lambda: status.last_recall(tmp_path).startswith("1 fact"))
    kept = status.kept(tmp_path)["recall"]
    assert kept["facts"] == 1
    assert kept["tokens"] > 5
    lines = [record.getMessage() for record in caplog.records if "recall: 1 fact" in record.getMessage()]
    assert len(lines) == 1
    text = (tmp_path / FILE).read_text(encoding="utf-8") + caplog.text
    assert not any(word in text for word in ("Livia", "violin", "lesson"))


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (QUESTION, "shown lately"),
        ("Where is the ladder?", "0 candidates"),
        ("ok", "no word"),
        ("[System note: Livia has violin on Thursday]", "no person"),
    ],
)
def test_why_nothing_came_up_is_told(start: Start, message: str, why: str) -> None:
    provider = start()
    call(provider, action="add", content=FACT)
    provider.prefetch(QUESTION)
    assert provider.prefetch(message) == ""
    assert provider.recall_status() is None
    assert why in provider._last_recall.why_nothing


def test_a_job_leaves_the_last_recall_as_it_is(start: Start, tmp_path: Path) -> None:
    provider = start()
    provider.prefetch(QUESTION)
    until(lambda: "recall" in status.kept(tmp_path))
    before = status.kept(tmp_path)["recall"]
    start("job", platform="cron").prefetch(QUESTION)
    provider.shutdown()
    assert status.kept(tmp_path)["recall"] == before


def test_why_memory_is_off_is_kept(start: Start, hermes: HostStandIn, tmp_path: Path) -> None:
    hermes.configure(scope="users")
    start()
    until(lambda: "scope" in status.last_problem(tmp_path))
    hermes.configure()
    start("session-2")
    until(lambda: status.last_problem(tmp_path) == "")


def test_the_file_is_for_its_owner_alone(start: Start, tmp_path: Path) -> None:
    start().prefetch(QUESTION)
    until(lambda: "recall" in status.kept(tmp_path))
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "no json", "[1]", '{"recall": 5}', '{"recall": {"facts": "x"}}', '{"recall": {"more": 1}, "start": []}'])
def test_a_broken_file_is_no_status_and_is_replaced(start: Start, tmp_path: Path, text: str) -> None:
    path = tmp_path / FILE
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    status.last_recall(tmp_path)
    assert status.last_problem(tmp_path) == ""
    start().prefetch(QUESTION)
    until(lambda: "milliseconds" in status.kept(tmp_path).get("recall", {}))
    assert json.loads(path.read_text(encoding="utf-8"))["recall"]["facts"] == 0


def test_lines_for_people() -> None:
    assert str(LastRecall(1, 12, 4)) == "1 fact, about 12 tokens, 4 ms"
    assert str(LastRecall(3, 80, 4)) == "3 facts, about 80 tokens, 4 ms"
    assert str(LastRecall(milliseconds=2, why_nothing="no word of the message bears meaning")) == "nothing (no word of the message bears meaning), 2 ms"


def test_a_provider_that_knows_no_home_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept: list[object] = []
    monkeypatch.setattr(status, "_keep", lambda *what: kept.append(what))
    assert HolographicProvider().prefetch(QUESTION) == ""
    assert kept == []
