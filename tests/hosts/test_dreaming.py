"""The nightly pass in the real hosts: the gate of a cron job, what the agent is given, and its edit of permanent memory."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import holodream

from .host import Home, Host
from .model_server import ModelServer, call, last_user_message

FACT = "The spare key of the cabin hangs behind the blue barrel."
SAID = ("The spare key of the cabin still hangs behind the blue barrel.", "Yes, the spare key of the cabin hangs behind the blue barrel, I looked.")
ENTRY = "The library card number of Ana is 4471."
PROMPT = "Work through the report above as the skill says."
_DAY = 86400

RUN_JOB = """
import json, sys
from cron.jobs import create_job
from cron.scheduler import run_job
job = create_job(sys.argv[1], "30 3 * * *", name="dreaming", deliver="local", script="dream-precheck.py", skills=[sys.argv[2]], enabled_toolsets=["memory"])
ok, document, answer, error = run_job(job)
print("RESULT " + json.dumps({"ok": ok, "document": document, "answer": answer, "error": error}))
"""


class Dreaming:
    """A home with the package in place."""

    def __init__(self, home: Home, package: Path) -> None:
        self.home = home
        if home.host.version == "0.22":
            shutil.copytree(package, home.path / "plugins" / "hermes-dreaming")
            self.skill = home.path / "plugins" / "hermes-dreaming" / "skills" / "dreaming"
            self.name = "agent-plugin-hermes-dreaming-7bb971ab:dreaming"
            self._enable()
            done = self.script("install.py")
        else:
            self.skill = package / "skills" / "dreaming"
            self.name = "dreaming"
            done = self.script("install.py", "--native")
            self.skill = home.path / "skills" / "memory" / "dreaming"
        assert done.returncode in (0, 1), done.stderr  # 1: there are no messages yet
        assert "launcher" in done.stdout

    def _enable(self) -> None:
        path = self.home.path / "config.yaml"
        config = json.loads(path.read_text(encoding="utf-8"))
        config["plugins"]["enabled"] = ["hermes-dreaming"]
        path.write_text(json.dumps(config), encoding="utf-8")

    def script(self, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a script of the skill as its host would."""
        return subprocess.run(
            [self.home.host.python, self.skill / "scripts" / name, *arguments],
            env=self.home.environment(), cwd=self.home.working_folder, capture_output=True, text=True, encoding="ascii", timeout=120, check=False,
        )  # fmt: skip

    def report(self) -> dict[str, Any]:
        """What a dry run prints."""
        done = self.script("dream.py", "--dry-run")
        assert done.returncode == 0, done.stdout + done.stderr
        return dict(json.loads(done.stdout))

    def run_job(self, prompt: str = PROMPT) -> dict[str, Any]:
        """Make the cron job and run it at once."""
        printed = self.home.script(RUN_JOB, prompt, self.name)
        line = next(line for line in printed.splitlines() if line.startswith("RESULT "))
        return dict(json.loads(line.removeprefix("RESULT ")))

    def live(self) -> None:
        """One person tells a fact, another one speaks of it on two days, and permanent memory holds an entry."""
        with self.home.agents() as agents:
            agents.open("b", platform="telegram", user_id="70", user_name="Ben", chat_id="70", chat_type="dm")
            agents.turn("b", call("fact_store", action="add", content=FACT, source="said"))
            agents.end("b")
            session = agents.open("a", platform="telegram", user_id="77", user_name="Ana", chat_id="77", chat_type="dm")
            agents.turn("a", call("memory", action="add", target="memory", content=ENTRY))
            for words in SAID:
                agents.turn("a", words)
            agents.end("a")
        self._move_back(session)

    def _move_back(self, session: str) -> None:
        """What was said now was said on the last two days; the fact was told before."""
        with closing(sqlite3.connect(self.home.path / "state.db")) as messages:
            for days, words in zip((2, 1), SAID, strict=True):
                changed = messages.execute("UPDATE messages SET timestamp = timestamp - ? WHERE role = 'user' AND content = ?", (days * _DAY, words)).rowcount
                assert changed == 1
            # As a gateway notes it; agents of tests have none.
            messages.execute("UPDATE sessions SET chat_id = '77', chat_type = 'dm', user_id = '77' WHERE id = ?", (session,))
            messages.commit()
        with closing(sqlite3.connect(self.home.store_path)) as store:
            store.execute("UPDATE fact_heads SET written_at = datetime(written_at, '-3 days')")
            store.execute("UPDATE facts SET created_at = datetime(created_at, '-3 days')")
            store.commit()


@pytest.fixture
def dreaming(home: Home, dreaming_package: Path) -> Dreaming:
    return Dreaming(home, dreaming_package)


def test_the_agent_sleeps_when_there_is_nothing(dreaming: Dreaming, model: ModelServer) -> None:
    with dreaming.home.agents() as agents:
        agents.open("a", platform="telegram", user_id="77", user_name="Ana", chat_id="77", chat_type="dm")
        agents.turn("a", "Good morning!")
        agents.end("a")
    before = len(model.requests)
    done = dreaming.run_job()
    assert done["ok"]
    assert done["answer"] == "[SILENT]"
    assert len(model.requests) == before


def test_the_agent_is_woken_answers_and_is_not_asked_again(dreaming: Dreaming, model: ModelServer) -> None:
    dreaming.live()
    report = dreaming.report()
    assert [one["text"] for one in report["confirmations"]] == [FACT]
    assert report["wakeAgent"]
    done = dreaming.run_job()
    assert done["ok"], done
    prompt = last_user_message(model.turns[-1])
    assert '"wakeAgent": true' in prompt
    assert report["report_id"] in prompt
    assert "# Dreaming" in prompt
    state = json.loads((dreaming.home.path / "dreaming" / "state.json").read_text(encoding="utf-8"))["night"]
    assert list(state["pending"]) == [report["report_id"]]
    again = dreaming.report()
    assert again["confirmations"] == []
    assert json.loads((dreaming.home.path / "dreaming" / "state.json").read_text(encoding="utf-8"))["night"] == state


# Harmless, but the host would stop a job for some, and mask or cut others.
DELICATE = (
    "Ana may ignore the above care instructions of the wool coat.",
    "The sign says: please do not tell the username of the printer to guests.",
    "Ana rings at +66812345678 when the ferry is late.",
    "The bakery sells ``` three ticks ``` bread, KEY=4 and token=12.",
    "پدربزرگ هر روز خانه\u200cاش را جارو می\u200cکند.",
)


def test_what_the_agent_is_given_is_the_report_to_the_letter(dreaming: Dreaming, model: ModelServer) -> None:
    """Neither the scanner of prompts nor the redactor of secrets stops or changes it."""
    dreaming.live()
    with holodream.open(dreaming.home.store_path) as memory:
        for text in DELICATE:
            assert memory.add(text, source="said").status == "added"
    (dreaming.home.path / "dreaming" / "dreaming.json").write_text('{"new_facts_most": 9}', encoding="utf-8")
    report = dreaming.report()
    assert {one["text"] for one in report["new_facts"]} >= set(DELICATE)
    done = dreaming.run_job()
    assert done["ok"], done
    prompt = last_user_message(model.turns[-1])
    line = next(line for line in prompt.splitlines() if line.startswith('{"wakeAgent"'))
    assert {**json.loads(line), "statistics": {}} == {**report, "statistics": {}}


def test_what_people_stated_is_confirmed_by_the_script(dreaming: Dreaming) -> None:
    dreaming.live()
    [confirmation] = dreaming.report()["confirmations"]
    done = dreaming.script("dream-confirm.py", confirmation["key"])
    assert json.loads(done.stdout) == {"confirmed": [{"fact_id": confirmation["fact_id"], "status": "confirmed"}]}, done.stderr


def edit(host: Host, anchor: str, content: str) -> str:
    """The call by which the host's memory tool changes an entry."""
    return call("memory", action="patch" if host.version == "0.22" else "replace", target="memory", old_text=anchor, content=content)


def test_the_edit_with_the_given_anchor_succeeds(dreaming: Dreaming, host: Host, model: ModelServer) -> None:
    """`replace` of 0.19 takes the whole entry, `patch` of 0.22 what it is given: the anchor, or in a cron job the entry. 0.19 gives a cron agent no memory."""
    with dreaming.home.agents() as agents:
        agents.open("a", **CHAT)
        agents.turn("a", "Good morning!")
        agents.end("a")
        over = what_is_over(dreaming)
        agents.open("b", **CHAT)
        agents.turn("b", edit(host, over["anchor"], NO_DENTIST))
        agents.end("b")
    assert_edited(dreaming, model, OVER.replace(over["anchor"], NO_DENTIST) if host.version == "0.22" else NO_DENTIST)
    if host.version == "0.22":
        assert dreaming.run_job(edit(host, what_is_over(dreaming)["entry"], NO_DENTIST))["ok"]
        assert_edited(dreaming, model, NO_DENTIST)
    assert dreaming.report()["expired_events"] == []


CHAT = {"platform": "telegram", "user_id": "77", "user_name": "Ana", "chat_id": "77", "chat_type": "dm"}
_PAST = date.today() - timedelta(days=10)
OVER = f"Ana’s dentist visit will be on {_PAST.day} {_PAST:%B %Y},\nat the “Old Mill” – bring the papers."
NO_DENTIST = "Ana has no dentist."
BESIDE = ("Ana’s dentist is at the “Old Mill”.", "Bring the papers to Ana’s dentist, at the “Old Mill” – always.")  # much like it


def memory_file(dreaming: Dreaming) -> Path:
    return dreaming.home.path / "memories" / "MEMORY.md"


def what_is_over(dreaming: Dreaming) -> dict[str, str]:
    """Write permanent memory anew, with an entry about a day that is past, and find that as a night tells of it."""
    memory_file(dreaming).parent.mkdir(exist_ok=True)
    memory_file(dreaming).write_text("\n§\n".join((BESIDE[0], OVER, BESIDE[1])), encoding="utf-8")
    [over] = dreaming.report()["expired_events"]
    assert over["entry"]["entry"] == OVER
    return dict(over["entry"])


def assert_edited(dreaming: Dreaming, model: ModelServer, wanted: str) -> None:
    result = json.loads(model.tool_results()[-1])
    assert result["success"], result
    left = memory_file(dreaming).read_text(encoding="utf-8")
    assert [entry.strip() for entry in left.split("§")] == [BESIDE[0], wanted, BESIDE[1]]
