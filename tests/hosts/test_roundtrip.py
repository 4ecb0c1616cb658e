"""A fact told in one session comes back in another: through the host's own agent loop, tools, threads and processes."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Any

import pytest

from .conftest import Process
from .host import Home, Turn
from .model_server import ANSWER, ANSWER_AFTER_TOOLS, ModelServer, call


@dataclass(frozen=True)
class Example:
    """One language: a fact, a question that it answers, and a message that calls for no memory."""

    fact: str
    question: str
    small_talk: str


EXAMPLES = {
    "en": Example(
        "The boiler engineer Marta Kvist comes on the 4th of May.",
        "When does the boiler engineer come?",
        "Good morning! Did you sleep well?",
    ),
    "ru": Example(
        "Ветеринар Зоя Лыткина принимает кота Бублика по средам.",
        "Когда ветеринар примет Бублика?",
        "Доброе утро! Как настроение?",
    ),
    "zh": Example(
        "小提琴老师何雨晴每周四下午五点来家里上课。",
        "小提琴老师什么时候来？",
        "早上好，睡得好吗？",
    ),
    "th": Example(
        "ช่างแอร์ชื่อสมพงษ์จะมาล้างแอร์วันเสาร์หน้า",
        "ช่างแอร์จะมาวันไหน",
        "สวัสดีตอนเช้า นอนหลับสบายไหม",
    ),
    "ar": Example(
        "طبيبة الأسنان ليلى حداد تستقبل المرضى كل ثلاثاء.",
        "متى تستقبل طبيبة الأسنان المرضى؟",
        "السلام عليكم، كيف حالك؟",
    ),
}

# Loggers of the host that quote what a person wrote, whatever the provider does.
QUOTING_LOGGERS = ("agent.turn_context", "agent.title_generator")
# What the host writes when it swallows an exception of a provider or does not like what came from it.
COMPLAINT = re.compile(r" (?:DEBUG|WARNING|ERROR) (?:\[[^]]*\] )?agent\.memory_manager: |Memory provider .*failed")
FAILURE = re.compile(r"Traceback \(most recent call last\)|[Ff]ailed")
OURS = re.compile(r"_hermes_user_memory|plugins/(?:holodream|holographic)\b")


def assert_clean_logs(home: Home, texts: list[str]) -> None:
    """No exception of ours, not even a swallowed one, and no fact's text in the host's logs."""
    records = home.log_records()
    assert any("Memory provider" in record and "activated" in record for record in records), "no provider in the logs"
    failures = [r for r in records if COMPLAINT.search(r) or (OURS.search(r) and FAILURE.search(r))]
    assert not failures, "\n".join(failures)
    quotes = [record for record in records if any(text in record for text in texts) and not any(logger in record for logger in QUOTING_LOGGERS)]
    assert not quotes, "\n".join(quotes)


def add(fact: str, **more: object) -> str:
    """What a person writes so that the agent saves `fact`."""
    return call("fact_store", action="add", content=fact, source="said", **more)


def assert_added(turn: Turn, count: int = 1) -> list[int]:
    """All saves of the turn succeeded; returns the ids."""
    assert len(turn.results) == count, turn
    assert all(result.get("status") == "added" and "error" not in result for result in turn.results), turn.tools
    return [int(result["fact_id"]) for result in turn.results]


# --- five languages, from one session to the next ---


@dataclass(frozen=True)
class Conversations:
    """All languages in one home: each fact is saved, then asked for in a new session that begins with small talk."""

    home: Home
    model: ModelServer
    saves: dict[str, Turn]


@pytest.fixture(scope="module")
def conversations(process: Process) -> Conversations:
    """All languages, one after the other."""
    agents = process.agents
    process.home.configure({"turn_budget": 120, "recall_budget": 7})  # a busy machine must not look like memory that is off
    person = {"platform": "telegram", "user_id": "u1", "user_name": "Ann", "chat_id": "c1", "chat_type": "dm"}
    saves = {}
    for language, example in EXAMPLES.items():
        agents.open("first", **person)
        saves[language] = agents.turn("first", add(example.fact))
        agents.end("first")
    for example in EXAMPLES.values():
        agents.open("second", **person)
        agents.turn("second", example.small_talk)
        agents.turn("second", example.question)
        agents.end("second")
    return Conversations(process.home, process.model, saves)


@pytest.mark.parametrize("language", EXAMPLES)
class TestLanguages:
    """Each language on its own."""

    def test_the_fact_is_saved(self, conversations: Conversations, language: str) -> None:
        assert_added(conversations.saves[language])

    def test_the_fact_comes_back_in_a_new_session(self, conversations: Conversations, language: str) -> None:
        example = EXAMPLES[language]
        assert example.fact in conversations.model.recalled(example.question)

    def test_small_talk_brings_nothing(self, conversations: Conversations, language: str) -> None:
        assert conversations.model.recalled(EXAMPLES[language].small_talk) == ""


def test_logs_are_clean_and_private(conversations: Conversations) -> None:
    assert_clean_logs(conversations.home, [example.fact for example in EXAMPLES.values()])


# --- the command line ---


def test_command_line_from_one_process_to_the_next(home: Home, model: ModelServer) -> None:
    example = EXAMPLES["en"]
    assert home.chat(add(example.fact)).text.endswith(ANSWER_AFTER_TOOLS)
    assert home.chat(example.question).text.endswith(ANSWER)
    assert example.fact in model.recalled(example.question)
    assert [result for result in model.tool_results() if "error" in result] == []
    assert_clean_logs(home, [example.fact])


# --- several at once ---


def lockers(owner: str) -> list[str]:
    """Ten different facts about one person."""
    places = ("pool", "attic", "cellar", "office", "station", "library", "theatre", "garage", "harbour", "school")
    return [f"{owner} rents a locker at the {place}." for place in places]


def saving(agent: str, facts: list[str], per_turn: int = 2) -> list[dict[str, Any]]:
    """Steps in which the agent saves the facts, some in each turn."""
    pieces = [facts[start : start + per_turn] for start in range(0, len(facts), per_turn)]
    return [{"turn": agent, "text": "\n".join(map(add, piece))} for piece in pieces]


def listed(turn: Turn) -> set[str]:
    """The contents in the answer of a `list`."""
    return {fact["content"] for fact in turn.results[0]["facts"]}


LIST_ALL = call("fact_store", action="list", limit=100)


def test_two_people_at_once_in_one_process(shared: Process) -> None:
    agents = shared.agents
    anna, boris = lockers("Anna Feld"), lockers("Boris Lind")
    for number, name in enumerate(("anna", "boris")):
        agents.open(name, platform="telegram", user_id=f"u{number}", chat_id=f"c{number}", chat_type="dm")
    turns = itertools.chain(*agents.parallel(saving("anna", anna), saving("boris", boris)))
    ids = [fact_id for turn in turns for fact_id in assert_added(turn, 2)]
    found = listed(agents.turn("anna", LIST_ALL))
    assert len(set(ids)) == 20
    assert found == {*anna, *boris}


def test_two_processes_at_once_on_one_store(shared: Process) -> None:
    anna, boris = lockers("Anna Feld"), lockers("Boris Lind")
    one = shared.agents
    with shared.home.agents() as other:
        for process in (one, other):
            process.open("a")
        for process, facts in ((one, anna), (other, boris)):
            process.send({"parallel": [saving("a", facts)]})
        turns = [Turn(**result) for process in (one, other) for result in process.receive()["parallel"][0]]
        ids = [fact_id for turn in turns for fact_id in assert_added(turn, 2)]
        found = [listed(process.turn("a", LIST_ALL)) for process in (one, other)]
    assert len(set(ids)) == 20
    assert found == [{*anna, *boris}] * 2


# --- the tools ---


def test_a_password_is_refused_without_repeating_it(shared: Process) -> None:
    home, agents = shared.home, shared.agents
    value = "Sunny" + "Meadow" + "2031"
    agents.open("a")
    refused = agents.turn("a", add(f"The password of the guest network is {value}"))
    found = listed(agents.turn("a", LIST_ALL))
    (answer,) = refused.results
    assert answer.get("reason") or answer.get("error"), answer
    assert "fact_id" not in answer or answer["fact_id"] is None, answer
    assert value not in refused.tools[0]
    assert found == set()
    for file in home.path.glob(f"{home.store_name}*"):
        assert value.encode() not in file.read_bytes(), file.name
    assert_clean_logs(home, [value])


PARAMETERS = {
    "action", "content", "query", "entity", "entities", "fact_id", "category", "tags",
    "trust_delta", "min_trust", "limit", "keywords", "source",
}  # fmt: skip


def test_tools_answer_in_the_shapes_that_agents_know(shared: Process) -> None:
    home, agents, model = shared.home, shared.agents, shared.model
    fact, newer = "Marta Kvist repairs our boiler.", "Marta Kvist repairs our boiler and our pump."
    agents.open("a")

    def use(tool: str, **arguments: object) -> dict[str, Any]:
        (result,) = agents.turn("a", call(tool, **arguments)).results
        return dict(result)

    added = use("fact_store", action="add", content=fact, source="said", entities=["Marta Kvist"], keywords=["heating"])
    assert added["status"] == "added"
    fact_id = added["fact_id"]
    again = use("fact_store", action="add", content=fact)
    assert again["fact_id"] == fact_id
    assert again["status"] in {"added", "exists"}

    for arguments in ({"action": "search", "query": "boiler"}, {"action": "probe", "entity": "Marta Kvist"}):
        found = use("fact_store", **arguments)
        assert found["count"] == 1, found
        assert [(hit["fact_id"], hit["content"]) for hit in found["results"]] == [(fact_id, fact)]

    assert use("fact_store", action="update", fact_id=fact_id, content=newer)["updated"] is True
    assert use("fact_store", action="update", fact_id=fact_id, trust_delta=0.1)["updated"] is True
    facts = use("fact_store", action="list", limit=5, min_trust=0.0)
    assert facts["count"] == 1
    assert [(one["fact_id"], one["content"]) for one in facts["facts"]] == [(fact_id, newer)]

    rated = use("fact_feedback", action="helpful", fact_id=fact_id)
    assert (rated["fact_id"], rated["helpful_count"]) == (fact_id, 1)
    assert rated["new_trust"] > rated["old_trust"]

    assert use("fact_store", action="remove", fact_id=fact_id)["removed"] is True
    assert use("fact_store", action="remove", fact_id=fact_id)["removed"] is False
    assert use("fact_store", action="list") == {"facts": [], "count": 0}
    assert use("fact_store", action="no such action")["error"]

    schemas = {tool["function"]["name"]: tool["function"]["parameters"] for tool in model.turns[-1]["tools"]}
    assert set(schemas["fact_store"]["properties"]) >= PARAMETERS
    assert set(schemas["fact_feedback"]["properties"]) >= {"action", "fact_id"}
    assert_clean_logs(home, [fact, newer])
