"""The commands embed, eval and doctor as to meaning, in a process of their own over a stand-in server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import holodream
from holodream.hosts.cli.main import cli
from holodream.meaning import e5

from ...meaning.concepts import FACTS, UNLIKE_IN_WORDS, concepts
from ...servers.misbehaving import Standin, embed


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "memory.db"
    with holodream.open(path) as memory:
        for fact in FACTS:
            memory.add(fact)
    return path


def run(store: Path, *arguments: object) -> Result:
    return CliRunner().invoke(cli, ["--store", str(store), *map(str, arguments)])


def server_set(url: str) -> list[str]:
    return ["--set", "embeddings=server", "--set", f"embeddings_url={url}", "--set", "embeddings_model=small", "--set", "embeddings_wait=5"]


def test_embed_makes_what_is_missing(store: Path) -> None:
    with Standin(concepts) as server:
        first = run(store, "embed", "--json", *server_set(server.url))
        second = run(store, "embed", "--json", *server_set(server.url))
    assert json.loads(first.stdout) == {"model": "small", "made": len(FACTS), "dropped": 0, "vectors": len(FACTS), "missing": 0}
    assert json.loads(second.stdout)["made"] == 0


def test_embed_needs_a_model(store: Path) -> None:
    result = run(store, "embed")
    assert result.exit_code == 1
    assert "embeddings=local" in result.stderr


def test_search_by_meaning(store: Path) -> None:
    with Standin(concepts) as server:
        run(store, "embed", *server_set(server.url))
        found = json.loads(run(store, "search", UNLIKE_IN_WORDS, "--json", *server_set(server.url)).stdout)
    assert found["hits"][0]["content"] == FACTS[1]


@pytest.mark.parametrize("pair", ["embeddings=maybe", "nonsense=1", "recall_limit=many", "embeddings"])
def test_a_wrong_setting_is_named(store: Path, pair: str) -> None:
    result = run(store, "recall", "ladder", "--set", pair)
    assert result.exit_code == 1
    assert pair.split("=", maxsplit=1)[0] in result.stderr


def test_doctor_says_what_would_be_sent_where(store: Path) -> None:
    with Standin(concepts) as server:
        before = run(store, "doctor", *server_set(server.url)).stdout
        run(store, "embed", *server_set(server.url))
        after = run(store, "doctor", *server_set(server.url)).stdout
        asked = len(server.asked)
        other = run(store, "doctor", "--set", "embeddings=server", "--set", "embeddings_url=http://127.0.0.1:9/v1", "--set", "embeddings_model=large").stdout
    assert f"{len(FACTS)} facts have no vector of small" in before
    assert server.host in before
    assert f"small (48 numbers): {len(FACTS)} of {len(FACTS)} facts" in after
    assert "while large is set" in other
    assert "WRONG embeddings server: 127.0.0.1:9" in other
    assert "small answers with 48 numbers, the model whose vectors the store holds" in after
    assert len(server.asked) == asked


def test_doctor_sends_the_server_no_fact(store: Path) -> None:
    with Standin(concepts) as server:
        done = run(store, "doctor", *server_set(server.url))
        sent = [text for turn in server.asked for text in json.loads(turn.body)["input"]]
    assert "small answers with 48 numbers" in done.stdout
    assert sent
    assert not any(fact in text for text in sent for fact in FACTS)
    assert all(len(text.split()) <= 3 for text in sent)


def test_doctor_names_another_width_behind_the_same_name(store: Path) -> None:
    with Standin(concepts) as server:
        run(store, "embed", *server_set(server.url))
    with Standin(embed) as server:
        done = run(store, "doctor", *server_set(server.url))
    assert done.exit_code == 1
    assert "WRONG embeddings server" in done.stdout
    assert "48" in done.stdout


@pytest.mark.parametrize(
    ("pair", "named"),
    [("embeddings=maybe", "embeddings:"), ("nonsense=1", "'nonsense'"), ("embeddings_url=ftp://x", "embeddings_url:"), ("embeddings", "--set")],
)
def test_doctor_tells_a_wrong_setting_beside_all_else(store: Path, pair: str, named: str) -> None:
    done = run(store, "doctor", *server_set("http://127.0.0.1:9/v1"), "--set", pair)
    assert done.exit_code == 1
    assert f"WRONG settings given: {named}" in done.stdout
    assert "ok    integrity" in done.stdout
    assert "ok    screen" in done.stdout


def test_doctor_says_what_a_local_model_lacks(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(e5, "PACKAGE", "no_such_package")
    lacking = run(store, "doctor", "--set", "embeddings=local")
    assert "WRONG local embeddings: embeddings: 'local' needs the package no_such_package. Install it with: pip install" in lacking.stdout
    assert lacking.exit_code == 1
    monkeypatch.setattr(e5, "PACKAGE", "click")
    assert "ok    local embeddings" in run(store, "doctor", "--set", "embeddings=local").stdout


def test_doctor_of_words_only(store: Path) -> None:
    assert "recall sends nothing anywhere" in run(store, "doctor").stdout


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    lines = [
        {"question": "Where does Vera keep the ladder?", "want": [1]},
        {"question": UNLIKE_IN_WORDS + "?", "want": [2]},
        {"question": "Good morning!", "want": []},
    ]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


def test_eval_compares(store: Path, questions: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    with Standin(concepts) as server:
        result = run(store, "eval", questions, "--compare", "lexical,server", "--report", report, *server_set(server.url))
    assert result.exit_code == 0, result.output
    lexical, server_row = (line.split("\t") for line in result.stdout.splitlines())
    assert lexical[:4] == ["lexical", "1/2", "1/2", "1/1"]
    assert server_row[1] in ("1/2", "2/2")
    told = json.loads(report.read_text(encoding="utf-8"))
    assert [outcome["mode"] for outcome in told["outcomes"]] == ["lexical", "server"]
    assert told["facts"] == len(FACTS)
    private = ["Vera", "ladder", "tooth", "127.0.0.1", str(server.url)]
    assert not [word for word in private if word in report.read_text(encoding="utf-8")]


@pytest.mark.parametrize("line", ["no json", '{"question": 1, "want": []}', '{"question": "a"}', '{"question": "a", "want": ["x"]}', "[]", ""])
def test_eval_names_a_line_that_is_no_question(store: Path, tmp_path: Path, line: str) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(line, encoding="utf-8")
    result = run(store, "eval", path)
    assert result.exit_code == 1
    assert '"want"' in result.stderr


def test_eval_knows_its_modes(store: Path, questions: Path) -> None:
    assert "lexical, local, server, rerank" in run(store, "eval", questions, "--compare", "magic").stderr


def test_a_report_without_a_folder_is_told_before_the_work(store: Path, questions: Path, tmp_path: Path) -> None:
    with Standin(concepts) as server:
        done = run(store, "eval", questions, "--compare", "server", "--report", tmp_path / "nowhere" / "r.json", *server_set(server.url))
        assert server.asked == []
    assert done.exit_code == 1
    assert f"{tmp_path / 'nowhere'} is no folder that exists" in done.stderr


def test_a_report_overwrites_nothing(store: Path, questions: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    report.write_text("mine")
    assert run(store, "eval", questions, "--report", report).exit_code == 1
    assert report.read_text() == "mine"
