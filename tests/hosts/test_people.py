"""Several people in one process of a real host: each meets their own memory, a group only what it may know, and many at once do no harm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .conftest import Process
from .host import PATIENT, Host
from .model_server import ModelServer, call
from .test_roundtrip import assert_clean_logs

FACT = "The spare key of the museum hangs behind the barometer."
QUESTION = "Where does the spare key of the museum hang?"

Told = dict[str, str]


def place(chat_id: str, chat_type: str, *, user: str = "", name: str = "", thread: str = "", per_user: bool = True) -> Told:
    """What a gateway tells of an agent when it makes it."""
    own = user if chat_type != "dm" and per_user and not thread else ""
    key = ":".join(filter(None, ["agent:main:telegram", chat_type, chat_id, thread, own]))
    told = {
        "platform": "telegram",
        "chat_id": chat_id,
        "chat_type": chat_type,
        "user_id": user,
        "user_name": name,
        "thread_id": thread,
        "gateway_session_key": key,
    }
    return {key: value for key, value in told.items() if value}


def add(content: str) -> str:
    return call("fact_store", action="add", content=content, source="said")


SEARCH, LIST, HISTORY = (
    call("fact_store", action=action, **more) for action, more in (("search", {"query": QUESTION}), ("list", {}), ("history", {"fact_id": 1}))
)  # type: ignore[arg-type]


def assert_knows(agents: Any, model: ModelServer, name: str, knows: bool, author: dict[str, object] | None = None) -> None:
    """The agent finds the fact with tools and in the recall, or gets no word of it."""
    agents.turn(name, QUESTION, author)
    assert ("barometer" in model.recalled(QUESTION)) is knows
    answers = "".join(tool for asked in (SEARCH, LIST, HISTORY) for tool in agents.turn(name, asked, author).tools)
    assert ("barometer" in answers) is knows, answers


CASES: dict[str, tuple[str, Told, Told, Told]] = {  # scope, who tells it, who shares the scope, who does not
    "user": ("user", place("1", "dm", user="1"), place("-9", "group", user="1"), place("2", "dm", user="2")),
    "user-in-a-group": ("user", place("-9", "group", user="1"), place("1", "dm", user="1"), place("-9", "group", user="2")),
    "chat": ("chat", place("-9", "group", user="1"), place("-9", "group", user="2"), place("1", "dm", user="1")),
    "thread": ("thread", place("-9", "group", user="1", thread="5"), place("-9", "group", user="2", thread="5"), place("-9", "group", user="1", thread="6")),
}


@pytest.mark.parametrize("case", CASES)
def test_nothing_reaches_another_scope(shared: Process, case: str) -> None:
    home, agents, model = shared.home, shared.agents, shared.model
    scope, teller, same, other = CASES[case]
    home.configure({"scope": scope, **PATIENT})
    agents.open("teller", **teller)
    assert agents.turn("teller", add(FACT)).results[0]["status"] == "added"
    agents.open("other", **other)
    assert_knows(agents, model, "other", False)
    agents.open("same", **same)
    assert_knows(agents, model, "same", True)
    assert not home.store_path.exists(), "the store of all is not even made"
    assert_clean_logs(home, [FACT])


def test_an_agent_that_serves_two_people(shared: Process, host: Host) -> None:
    """0.22 names the author of each turn. 0.19 does not, so nobody has a memory there."""
    shared.home.configure({"scope": "user", **PATIENT})
    agents = shared.agents
    marta, tomas = {"id": "1", "name": "Marta", "is_bot": False}, {"id": "2", "name": "Tomas", "is_bot": False}
    agents.open("group", **place("-9", "group", user="1", name="Marta", per_user=False))
    saved = agents.turn("group", f"[Marta] {add(FACT)}".replace("[Marta] CALL", "[Marta]\nCALL"), marta).results[0]
    if host.version == "0.19":
        assert "does not say who" in saved["error"]
        return
    assert saved["status"] == "added"
    assert_knows(agents, shared.model, "group", False, tomas)
    assert "a bot wrote" in agents.turn("group", LIST, {"id": "3", "name": "Helper", "is_bot": True}).results[0]["error"]
    found = agents.turn("group", SEARCH, marta).results[0]
    assert found["count"] == 1


def test_a_group_is_given_what_was_told_in_a_group(shared: Process) -> None:
    shared.home.configure({"group_recall": "shared", **PATIENT})
    agents, model = shared.agents, shared.model
    agents.open("private", **place("1", "dm", user="1"))
    agents.open("group", **place("-9", "group", user="1"))
    assert agents.turn("private", add(FACT)).results[0]["status"] == "added"
    assert_knows(agents, model, "group", False)
    assert agents.turn("private", call("fact_store", action="share", fact_id=1)).results == [{"shared": True}]
    assert_knows(agents, model, "group", True)


def test_a_wrong_scope_is_never_the_wider_one(shared: Process) -> None:
    home, agents = shared.home, shared.agents
    home.configure({"scope": "users"})
    agents.open("a", **place("1", "dm", user="1"))
    error = agents.turn("a", add(FACT)).results[0]["error"]
    assert "scope" in error
    assert "profile, user, chat, thread" in error
    assert not list(home.path.rglob(f"{home.store_name}*")), "nothing is kept anywhere"
    assert any("'users'" in record and "WARNING" in record for record in home.log_records())


# --- many at once ---

AGENTS, USERS = 20, 8


def test_twenty_agents_of_eight_people_in_one_process(shared: Process) -> None:
    """The longer run is `python -m bench agents`."""
    home = shared.home
    home.configure({"scope": "user", "experience": "on", "auto_extract": True, "mirror_memory_writes": True, **PATIENT})
    scripts = []
    for number in range(AGENTS):
        user = number % USERS
        steps: list[dict[str, Any]] = [{"open": f"a{number}", "kwargs": place(str(1000 + user), "dm", user=str(1000 + user))}]
        for turn in range(2):
            steps.append({"turn": f"a{number}", "text": add(f"Person {user} keeps box {turn} of agent {number} in room {number * 10 + turn}.")})
            steps.append({"turn": f"a{number}", "text": f"Where is box {turn} of agent {number}?"})
        steps += [{"turn": f"a{number}", "text": call("fact_store", action="list", limit=100)}, {"end": f"a{number}"}]
        scripts.append(steps)
    turns = shared.agents.parallel(*scripts)
    for number, results in enumerate(turns):
        user = number % USERS
        assert [result.results[0]["status"] for result in (results[0], results[2])] == ["added", "added"]
        listed = [row["content"] for row in results[-1].results[0]["facts"]]
        assert listed
        assert all(content.startswith(f"Person {user} ") for content in listed), "somebody else's fact"
    stores = list((home.path / f"{home.store_name}.scopes" / "user").glob("*.db"))
    assert len(stores) == USERS
    assert not [record for record in home.log_records() if "locked" in record]
    assert_clean_logs(home, ["keeps box"])


RUN_JOBS = """
import sys
from cron.jobs import create_job
from cron.scheduler import run_job
for prompt in sys.argv[1:]:
    job = create_job(prompt, "every 2h", name="facts", deliver="local", enabled_toolsets=["memory"])
    print(run_job(job)[0])
"""


def test_a_gateway_a_cron_run_and_the_command_line_on_one_store(shared: Process, host: Host, tmp_path: Path) -> None:
    home = shared.home
    home.configure({"cron_writes": True, **PATIENT})
    agents = shared.agents
    agents.open("gateway", **place("1", "dm", user="1"))
    assert agents.turn("gateway", add(FACT)).results[0]["status"] == "added"
    program = [sys.executable, "-c", "from holodream.hosts.cli.main import main; main()", "--json"]
    source = Path(__file__).parents[2] / "src"
    environment = {**os.environ, "HOLODREAM_STORE": str(home.store_path), "PYTHONPATH": str(source), "HERMES_HOME": str(tmp_path)}
    lines = [
        subprocess.Popen(
            [*program[:-1], "add", f"Line {number} of the museum's inventory lists {number * 7} barometers."], env=environment, stdout=subprocess.PIPE
        )
        for number in range(3)
    ]
    scripts = [{"turn": "gateway", "text": add(f"Shelf {number} of the museum holds {number * 3} sextants.")} for number in range(4)]
    agents.send({"parallel": [scripts]})
    assert home.script(RUN_JOBS, add("The museum's night job counted the clocks.")).strip().splitlines()[-1] == "True"
    assert [line.wait(60) for line in lines] == [0, 0, 0]
    for line in lines:
        line.communicate()
    statuses = [json.loads(result["tools"][0])["status"] for result in agents.receive()["parallel"][0]]
    assert statuses == ["added"] * 4
    listed = agents.turn("gateway", call("fact_store", action="list", limit=100)).results[0]
    expected = 1 + 3 + 4 + (host.version != "0.19")  # whose jobs have no provider
    assert listed["count"] == expected
    assert sorted(row["fact_id"] for row in listed["facts"]) == list(range(1, expected + 1))
    assert not [record for record in home.log_records() if "is locked" in record]
