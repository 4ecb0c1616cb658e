"""A turn beside a server that misbehaves: the result of the words, in time; one clear line in the log; nothing lost once the server is well."""

from __future__ import annotations

import base64
import json
import logging
import math
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import holodream

from ..servers import misbehaving as bad
from ..servers.misbehaving import Behaviour, Standin, Turn, answers, http
from .concepts import FACTS, UNLIKE_IN_WORDS, answer, concepts
from .conftest import Open

Serve = Callable[[Behaviour], Standin]
Change = Callable[[dict[str, Any]], object]

QUESTION = "Where does Vera keep the ladder?"
LATER = "The toothache of Otto was Rossi's work."  # saved while the server is in trouble
SOON = 0.3  # seconds that a call may take where the server never ends its answer
PATIENT = 20.0  # seconds elsewhere: a busy machine must not look like a slow server


def concepts_but(change: Change) -> Behaviour:
    """The server of `concepts`, whose answer is changed before it is sent."""

    def behave(turn: Turn) -> None:
        changed = answer(turn.json)
        change(changed)
        turn.send(http(json.dumps(changed).encode()))

    return behave


def each(change: Callable[[dict[str, Any], int], object]) -> Behaviour:
    def change_all(whole: dict[str, Any]) -> None:
        for place, item in enumerate(whole["data"]):
            change(item, place)

    return concepts_but(change_all)


def rotated(whole: dict[str, Any]) -> None:
    """The right indexes, but each vector belongs to the next text."""
    vectors = [item["embedding"] for item in whole["data"]]
    for item, other in zip(whole["data"], [*vectors[1:], vectors[0]], strict=True):
        item["embedding"] = other


MISBEHAVIOURS: dict[str, Behaviour] = {
    "late headers": bad.late_headers,
    "trickled headers": bad.trickled_headers,
    "trickled body": bad.trickled_body,
    "trickled chunks": bad.trickled_chunks,
    "closed at once": bad.closes_at_once,
    "closed in the body": bad.closes_in_the_body,
    "reset": bad.resets,
    "no http": bad.no_http,
    "endless body": bad.endless_body,
    "html": answers(b"<html>Sign in</html>"),
    "html with 502": answers(b"<html>Bad gateway</html>", 502),
    "400 for dimensions": answers({"error": {"message": "This model does not support dimensions"}}, 400),
    "401": answers({"error": {"message": "no such key"}}, 401),
    "429 with Retry-After": answers({"error": {"message": "slow down"}}, 429, {"Retry-After": "60"}),
    "500": answers({"error": {"message": "oops"}}, 500),
    "redirect": answers(b"", 307, {"Location": "http://127.0.0.1:1/v1/embeddings"}),
    "one too few": concepts_but(lambda whole: whole["data"].pop()),
    "one too many": concepts_but(lambda whole: whole["data"].append({**whole["data"][0], "index": len(whole["data"])})),
    "wrong order": concepts_but(rotated),
    "repeated index": each(lambda item, place: item.update(index=max(place, 1))),
    "missing index": each(lambda item, _: item.pop("index")),
    "another width": each(lambda item, _: item.update(embedding=item["embedding"][:-1])),
    "NaN": each(lambda item, _: item["embedding"].__setitem__(0, math.nan)),
    "bad base64": each(lambda item, _: item.update(embedding="%%%%")),
}

NEVER_ENDING = (bad.late_headers, bad.trickled_headers, bad.trickled_body, bad.trickled_chunks)

ODD_BUT_RIGHT: dict[str, Behaviour] = {
    "base64": each(lambda item, _: item.update(embedding=base64.b64encode(struct.pack(f"<{len(item['embedding'])}f", *item["embedding"])).decode())),
    "shuffled with their indexes": concepts_but(lambda whole: whole["data"].reverse()),
}


@dataclass
class Trouble:
    """A memory whose facts have vectors; what words alone find; and its log of warnings."""

    memory: holodream.Memory
    server: Standin
    by_words: list[int]
    log: pytest.LogCaptureFixture
    opened: Callable[[float], holodream.Memory]

    def lines(self) -> list[str]:
        """What the log says of the server."""
        return [record.getMessage() for record in self.log.records if "127.0.0.1" in record.getMessage()]

    def well_again(self) -> None:
        """The server is mended, and its rest over."""
        impatient, self.server.behave = self.server.behave in NEVER_ENDING, concepts
        if impatient:
            self.memory.close()
            self.memory = self.opened(PATIENT)
            return
        assert self.memory._door is not None
        assert self.memory._door.meaning is not None
        self.memory._door.meaning.model._server.client.wake()  # type: ignore[attr-defined]


@pytest.fixture
def troubled(serve: Serve, remembering: Open, caplog: pytest.LogCaptureFixture) -> Callable[[Behaviour], Trouble]:
    """troubled(behave): a memory over a server that is spoilt once the facts have vectors."""
    caplog.set_level(logging.WARNING)

    def made(behave: Behaviour) -> Trouble:
        plain = remembering("", FACTS)
        by_words = [hit.fact_id for hit in plain.recall(QUESTION).hits]
        assert by_words
        plain.close()
        server = serve(concepts)
        remembering(server.url, timeout=PATIENT).close()
        memory = remembering(server.url, timeout=SOON if behave in NEVER_ENDING else PATIENT)
        server.behave = behave
        return Trouble(memory, server, by_words, caplog, lambda timeout: remembering(server.url, timeout=timeout))

    return made


def in_time(ask: Callable[[], holodream.Found]) -> holodream.Found:
    """What a turn brings; it must end although the server would hold it for half a minute."""
    found: list[holodream.Found] = []
    thread = threading.Thread(target=lambda: found.append(ask()), daemon=True)
    thread.start()
    thread.join(10)
    assert found, "the turn did not end"
    return found[0]


@pytest.mark.parametrize("behave", MISBEHAVIOURS.values(), ids=MISBEHAVIOURS)
def test_a_turn_goes_on_with_words(troubled: Callable[[Behaviour], Trouble], behave: Behaviour) -> None:
    trouble = troubled(behave)
    found = in_time(lambda: trouble.memory.recall(QUESTION))
    assert [hit.fact_id for hit in found.hits] == trouble.by_words
    assert any("words only" in step for step in found.trace.steps), found.trace.steps
    (line,) = trouble.lines()
    assert "embeddings_" in line
    assert "rests" in line or "not asked again" in line
    assert "ladder" not in trouble.log.text


@pytest.mark.parametrize("behave", MISBEHAVIOURS.values(), ids=MISBEHAVIOURS)
def test_what_is_saved_meanwhile_is_not_lost(troubled: Callable[[Behaviour], Trouble], behave: Behaviour) -> None:
    trouble = troubled(behave)
    assert trouble.memory.add(LATER).status == "added"
    assert trouble.memory.settle(5) is False
    assert len(trouble.lines()) == 1
    assert LATER in [hit.content for hit in in_time(lambda: trouble.memory.search("toothache of Otto")).hits]
    trouble.well_again()
    assert trouble.memory.embed().missing == 0
    assert {FACTS[1], LATER} <= {hit.content for hit in in_time(lambda: trouble.memory.search(UNLIKE_IN_WORDS)).hits}


@pytest.mark.parametrize("behave", ODD_BUT_RIGHT.values(), ids=ODD_BUT_RIGHT)
def test_an_odd_answer_that_is_right_counts(troubled: Callable[[Behaviour], Trouble], behave: Behaviour) -> None:
    trouble = troubled(behave)
    trouble.memory.add(LATER)
    assert trouble.memory.settle(10)
    assert {FACTS[1], LATER} <= {hit.content for hit in trouble.memory.search(UNLIKE_IN_WORDS).hits}
    assert not trouble.lines()


def test_exchanged_answers_of_two_turns_leave_both_with_words(troubled: Callable[[Behaviour], Trouble]) -> None:
    trouble = troubled(bad.exchanges(right=answer))
    found: dict[str, holodream.Found] = {}

    def turn(text: str) -> None:
        found[text] = trouble.memory.recall(text)

    threads = [threading.Thread(target=turn, args=(text,), daemon=True) for text in (QUESTION, UNLIKE_IN_WORDS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert [hit.fact_id for hit in found[QUESTION].hits] == trouble.by_words
    assert all(any("words only" in step for step in found[text].trace.steps) for text in (QUESTION, UNLIKE_IN_WORDS))
    (line,) = trouble.lines()
    assert "confuses questions" in line


# --- reranking ---


def results_but(change: Callable[[list[dict[str, Any]]], object]) -> Behaviour:
    """A reranker whose list of results is changed in place, or replaced by what `change` gives."""

    def whole(told: dict[str, Any]) -> dict[str, Any]:
        changed = change(told["results"])
        return {"results": changed if isinstance(changed, list) else told["results"]}

    return bad.rerank_but(whole)


WIRE = tuple(
    name for name, behave in MISBEHAVIOURS.items() if "dimensions" not in name and behave.__qualname__.partition(".")[0] not in ("concepts_but", "each")
)
NO_RANKING: dict[str, Behaviour] = {
    **{name: MISBEHAVIOURS[name] for name in WIRE},
    "repeated index": results_but(lambda items: [{**item, "index": 0} for item in items]),
    "missing index": results_but(lambda items: [{"relevance_score": item["relevance_score"]} for item in items]),
    "too many": results_but(lambda items: [*items, {"index": len(items), "relevance_score": 1.0}]),
    "none": results_but(lambda _: []),
    "NaN": results_but(lambda items: [{**item, "relevance_score": math.nan} for item in items]),
}


@pytest.mark.parametrize("behave", NO_RANKING.values(), ids=NO_RANKING)
def test_a_turn_goes_on_without_a_ranking(serve: Serve, remembering: Open, caplog: pytest.LogCaptureFixture, behave: Behaviour) -> None:
    caplog.set_level(logging.WARNING)
    facts = (*FACTS, "Vera painted the ladder that stands by the shed.")
    plain = remembering("", facts)
    asked = "Vera's ladder"
    before = [hit.fact_id for hit in plain.recall(asked).hits]
    assert len(before) > 1, "one fact alone is not reranked"
    plain.close()
    server = serve(behave)
    memory = remembering("", rerank=server.url, rerank_timeout=SOON if behave in NEVER_ENDING else PATIENT)
    found = in_time(lambda: memory.recall(asked))
    assert [hit.fact_id for hit in found.hits] == before
    assert any(step.startswith("not reranked") for step in found.trace.steps)
    assert server.asked or server.connections
    (line,) = [record.getMessage() for record in caplog.records if "127.0.0.1" in record.getMessage()]
    assert "rerank_" in line
    assert "ladder" not in caplog.text


@pytest.mark.parametrize("logits", [False, True])
def test_scores_of_any_kind_order_a_turn(serve: Serve, remembering: Open, logits: bool) -> None:
    facts = (*FACTS, "Vera painted the ladder that stands by the shed.")

    def scored(items: list[dict[str, Any]]) -> None:
        for item in items:  # the second one best, by a raw number or as a share
            right = item["index"] == 1
            item["relevance_score"] = (4.2 if right else 0.3) if logits else (0.9 if right else 0.6)

    plain = remembering("", facts)
    first, second, *_ = [hit.fact_id for hit in plain.recall("Vera's ladder").hits]
    plain.close()
    memory = remembering("", rerank=serve(results_but(scored)).url)
    assert [hit.fact_id for hit in memory.recall("Vera's ladder").hits][:2] == [second, first]
