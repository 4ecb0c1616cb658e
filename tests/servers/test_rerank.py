"""Reranking: both kinds of scores are understood, and whatever goes wrong the order stays as it was."""

from __future__ import annotations

import itertools
import logging
import math
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holodream.servers import scores
from holodream.servers.deadline import Budget
from holodream.servers.rerank import Reranking, arrange, cut

from . import misbehaving as bad
from . import programs
from .conftest import KEY, SOON, Bench
from .misbehaving import Behaviour, Turn, answers, rerank, rerank_but

QUESTION = "where is the ladder"
DOCUMENTS = ["Vera likes the blue cup.", "The ladder is in the orchard.", "Where Leo works is the harbour.", "where is the ladder", "Quillfeather sings."]
BEST_FIRST = [3, 1, 2, 0, 4]


def budget(seconds: float = 20.0) -> Budget:
    return Budget(seconds)


def order(found: Reranking) -> list[int]:
    return [placed.place for placed in found.placed]


def unchanged(found: Reranking, count: int = len(DOCUMENTS)) -> bool:
    return not found.used and order(found) == list(range(count)) and not any(placed.cut for placed in found.placed)


PROGRAMS = {
    "plain": rerank,
    "llama-server": programs.llama_rerank,
    "llama-server with softmax": programs.softmax_rerank,
    "TEI": programs.tei_rerank,
    "vLLM": programs.vllm_rerank,
    "Infinity": programs.infinity_rerank,
    "Jina": programs.jina_rerank,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_the_order_of_known_programs(bench: Bench, program: Behaviour) -> None:
    reranker = bench.reranker(bench.serve(program).url, window=0.0)
    for _ in range(2):
        found = reranker.rerank(QUESTION, DOCUMENTS, budget())
        assert found.used, found.note
        assert order(found) == BEST_FIRST
        assert all(placed.score is not None and 0 <= placed.score <= 1 for placed in found.placed)


def test_it_works_without_a_key_and_without_a_model(bench: Bench) -> None:
    server = bench.serve(rerank)
    bench.reranker(server.url).rerank(QUESTION, DOCUMENTS, budget())
    bench.reranker(server.url, key=KEY, model="small").rerank(QUESTION, DOCUMENTS, budget())
    without, given_both = server.asked
    assert "authorization" not in without.headers
    assert without.json == {"query": QUESTION, "documents": DOCUMENTS, "top_n": 5, "return_documents": False}
    assert given_both.headers["authorization"] == f"Bearer {KEY}"
    assert given_both.json["model"] == "small"


@pytest.mark.parametrize("path", ["", "/v1", "/v1/rerank", "/reranking", "/v2/rerank/"])
def test_the_address_may_be_the_base_or_the_whole(bench: Bench, path: str) -> None:
    server = bench.serve(rerank)
    bench.reranker(f"http://{server.host}{path}").rerank(QUESTION, DOCUMENTS, budget())
    whole = path.rstrip("/").endswith(("rerank", "reranking"))
    assert server.asked[0].target == (path.rstrip("/") if whole else f"{path}/rerank")


def result(change: Callable[[list[dict[str, Any]]], Any]) -> Behaviour:
    return rerank_but(lambda answer: {"results": changed} if isinstance(changed := change(answer["results"]), list) else None)


USELESS: dict[str, Behaviour] = {
    "repeated index": result(lambda items: [{**item, "index": 0} for item in items]),
    "missing index": result(lambda items: [{"relevance_score": item["relevance_score"]} for item in items]),
    "index out of range": result(lambda items: [*items, {"index": 5, "relevance_score": 1.0}]),
    "negative index": result(lambda _: [{"index": -1, "relevance_score": 1.0}]),
    "no score": result(lambda items: [{"index": item["index"]} for item in items]),
    "all NaN": result(lambda items: [{**item, "relevance_score": math.nan} for item in items]),
    "all null": result(lambda items: [{**item, "relevance_score": None} for item in items]),
    "infinite": result(lambda items: [{**item, "relevance_score": math.inf} for item in items]),
    "empty": result(lambda _: []),
    "no results": answers({"data": []}),
    "numbers": answers([1, 2, 3]),
    "another's documents": rerank_but(lambda answer: {"results": [{**item, "document": {"text": "another"}} for item in answer["results"]]}),
    "a page": answers(b"<html>"),
    "401": answers("Invalid token", 401),
    "429": answers({}, 429, {"Retry-After": "30"}),
    "500": answers({"error": {"message": "out of memory"}}, 500),
    "no reranker": answers({"error": {"message": "This model does not support reranking"}}, 400),
    "redirect": answers(b"", 307, {"Location": "http://127.0.0.1:1/"}),
    "closed": bad.closes_in_the_body,
    "late": bad.late_headers,
    "trickled": bad.trickled_body,
}


@pytest.mark.parametrize("behave", USELESS.values(), ids=USELESS)
def test_without_a_usable_answer_the_order_is_as_it_was(bench: Bench, behave: Behaviour, caplog: pytest.LogCaptureFixture) -> None:
    server = bench.serve(behave)
    reranker = bench.reranker(server.url, timeout=SOON if behave in (bad.late_headers, bad.trickled_body) else 5.0)
    found = reranker.rerank(QUESTION, DOCUMENTS, budget())
    assert unchanged(found)
    assert server.host in found.note
    assert "rerank_" in found.note
    assert "Quillfeather" not in found.note + caplog.text
    assert len(caplog.records) == 1
    asked = len(server.asked)
    assert unchanged(reranker.rerank(QUESTION, DOCUMENTS, budget())), "it rests"
    assert len(server.asked) == asked
    assert len(caplog.records) == 1
    server.behave = rerank
    reranker.client.wake()
    assert reranker.rerank(QUESTION, DOCUMENTS, budget()).used


@pytest.mark.parametrize(("question", "documents"), [("x" * 501, DOCUMENTS), (" ", DOCUMENTS), (QUESTION, DOCUMENTS[:1]), (QUESTION, [])])
def test_what_is_not_reranked(bench: Bench, question: str, documents: list[str]) -> None:
    server = bench.serve(rerank)
    found = bench.reranker(server.url).rerank(question, documents, budget())
    assert unchanged(found, len(documents))
    assert not server.asked


def test_some_scores_are_no_numbers(bench: Bench) -> None:
    behave = result(lambda items: [{**item, "relevance_score": None if item["index"] == 3 else item["relevance_score"]} for item in items])
    found = bench.reranker(bench.serve(behave).url, window=0.0).rerank(QUESTION, DOCUMENTS, budget())
    assert order(found)[:2] == [1, 2]
    assert found.used


def test_candidates_missing_in_the_answer_follow_unscored(bench: Bench) -> None:
    found = bench.reranker(bench.serve(result(lambda items: items[:2])).url).rerank(QUESTION, DOCUMENTS, budget())
    assert order(found) == [3, 1, 0, 2, 4]
    assert [placed.score is None for placed in found.placed] == [False, False, True, True, True]


def test_raw_scores_are_remembered(bench: Bench) -> None:
    """An answer whose logits happen to lie between 0 and 1 is read like the others of its server."""
    server = bench.serve(answers({"results": [{"index": 0, "relevance_score": -8.5}, {"index": 1, "relevance_score": 7.0}]}))
    reranker = bench.reranker(server.url)
    first = reranker.rerank(QUESTION, DOCUMENTS[:2], budget())
    assert [placed.score for placed in first.placed] == [pytest.approx(0.99909, abs=1e-5), pytest.approx(0.0002, abs=1e-4)]
    server.behave = answers({"results": [{"index": 0, "relevance_score": 0.0}, {"index": 1, "relevance_score": 0.5}]})
    second = reranker.rerank(QUESTION, DOCUMENTS[:2], budget())
    assert {placed.place: placed.score for placed in second.placed} == {0: 0.5, 1: pytest.approx(0.6225, abs=1e-4)}
    other = bench.reranker(server.url).rerank(QUESTION, DOCUMENTS[:2], budget())
    assert {placed.place: placed.score for placed in other.placed} == {0: 0.0, 1: 0.5}


# --- long texts ---


def test_an_over_long_document_does_not_fail_the_question(bench: Bench) -> None:
    """llama-server fails the whole question for one pair that is too long."""
    server = bench.serve(programs.llama_rerank)
    documents = [*DOCUMENTS, "the ladder " * 500]
    assert bench.reranker(server.url, tokens=90).rerank(QUESTION, documents, budget()).used
    assert len(server.asked) == 1
    reranker = bench.reranker(server.url, tokens=150)
    assert reranker.rerank(QUESTION, documents, budget()).used
    assert len(server.asked) == 3, "cut by half and asked once more"
    assert reranker.rerank(QUESTION, documents, budget()).used
    assert len(server.asked) == 4, "remembered"


def test_after_one_more_try_it_goes_on_without(bench: Bench) -> None:
    server = bench.serve(answers({"error": {"message": "input is too large to process"}}, 500))
    reranker = bench.reranker(server.url)
    assert unchanged(reranker.rerank(QUESTION, DOCUMENTS, budget()))
    assert len(server.asked) == 2
    assert reranker.client.rest_left() > 0


@given(st.text(max_size=200), st.integers(0, 150))
def test_a_cut_text_fits_and_is_a_beginning(text: str, most: int) -> None:
    found = cut(text, most)
    assert len(found.encode("utf-8", "replace")) <= most
    assert text.encode("utf-8", "replace").decode("utf-8").startswith(found) or text.startswith(found)


# --- how many, and when ---


def test_as_many_as_the_server_can_score_in_half_the_timeout(bench: Bench) -> None:
    pace = [0.01]
    server = bench.serve(lambda turn: (bench.clock.sleep(pace[0] * len(turn.json["documents"])), rerank(turn))[1])
    reranker = bench.reranker(server.url, timeout=3.0)
    documents = [f"document {number}" for number in range(100)]
    for _ in range(3):
        found = reranker.rerank(QUESTION, documents, budget())
        assert sorted(order(found)) == list(range(100))
    assert [len(turn.json["documents"]) for turn in server.asked] == [10, 40, 40]
    assert [turn.json["documents"] for turn in server.asked][1] == documents[:40]
    pace[0] = 0.5
    for _ in range(8):
        reranker.rerank(QUESTION, documents, budget())
    assert len(server.asked[-1].json["documents"]) in (2, 3)


def test_a_server_that_was_too_slow_gets_fewer_next_time(bench: Bench) -> None:
    server = bench.serve(bad.late_headers)
    reranker = bench.reranker(server.url, timeout=SOON)
    reranker.rerank(QUESTION, DOCUMENTS * 2, budget())
    server.behave = rerank
    bench.clock.sleep(60)
    reranker.rerank(QUESTION, DOCUMENTS * 2, budget())
    assert [len(turn.json["documents"]) for turn in server.asked] == [10, 2]


def test_one_question_at_a_time(bench: Bench) -> None:
    """A server that exchanges the answers of two questions at once never has two of ours."""
    at_once = [0, 0]
    lock = threading.Lock()

    def behave(turn: Turn) -> None:
        with lock:
            at_once[0] += 1
            at_once[1] = max(at_once)
        turn.stopped.wait(0.03)
        with lock:
            at_once[0] -= 1
        rerank(turn)

    reranker = bench.reranker(bench.serve(behave).url, window=0.0)
    found: list[Reranking] = []
    threads = [threading.Thread(target=lambda: found.append(reranker.rerank(QUESTION, DOCUMENTS, budget()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert at_once[1] == 1
    assert [order(each) for each in found] == [BEST_FIRST] * 4


def test_who_would_wait_too_long_goes_without(bench: Bench) -> None:
    began, go_on = threading.Event(), threading.Event()

    def behave(turn: Turn) -> None:
        began.set()
        go_on.wait(10)
        rerank(turn)

    reranker = bench.reranker(bench.serve(behave).url)
    first = threading.Thread(target=reranker.rerank, args=(QUESTION, DOCUMENTS, budget()))
    first.start()
    assert began.wait(10)
    found = reranker.rerank(QUESTION, DOCUMENTS, Budget(SOON))
    assert unchanged(found)
    assert "another question" in found.note
    go_on.set()
    first.join(10)


def test_nothing_of_a_text_is_logged(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    reranker = bench.reranker(bench.serve(lambda turn: turn.send(bad.http(turn.body, 500))).url)
    found = reranker.rerank("Quillfeather?", DOCUMENTS, budget())
    assert "Quillfeather" not in caplog.text + found.note


# --- the new order ---


def test_scores_within_the_window_count_as_equal() -> None:
    found = arrange(4, {0: 0.80, 1: 0.84, 2: 0.60, 3: 0.83}, window=0.05)
    assert order(found) == [0, 1, 3, 2]
    assert "window 0.05" in found.placed[0].why
    assert "window" not in found.placed[3].why
    assert order(arrange(4, {0: 0.80, 1: 0.84, 2: 0.60, 3: 0.83}, window=0.0)) == [1, 3, 0, 2]


def test_weak_candidates_are_cut_and_it_is_said_why() -> None:
    found = arrange(4, {0: 0.02, 1: 0.9, 2: 0.1}, window=0.05)
    assert [(placed.place, placed.cut) for placed in found.placed] == [(1, False), (2, False), (3, False), (0, True)]
    assert "cut" in found.placed[-1].why
    assert "not scored" in found.placed[2].why


def test_nothing_is_cut_when_nothing_is_good() -> None:
    """Tiny scores say that the reranker finds nothing relevant, and nothing about which is the least."""
    found = arrange(3, {0: 0.0001, 1: 0.04, 2: 0.00002}, window=0.05)
    assert order(found) == [0, 1, 2]
    assert not any(placed.cut for placed in found.placed)


SCORES = st.dictionaries(st.integers(0, 19), st.floats(0, 1), max_size=20)


@given(SCORES, st.floats(0, 1))
def test_no_candidate_is_lost_and_the_best_is_never_cut(found: dict[int, float], window: float) -> None:
    made = arrange(20, found, window)
    assert sorted(order(made)) == list(range(20))
    assert not made.placed[0].cut
    if found:
        best = max(found.values())
        assert all(not placed.cut for placed in made.placed if placed.score == best)
        assert best - (made.placed[0].score or 0.0) <= window


@given(st.dictionaries(st.integers(0, 9), st.floats(-50, 50) | st.just(math.nan), min_size=1).filter(lambda found: not all(map(math.isnan, found.values()))))
def test_scores_of_any_kind_come_to_0_to_1_in_their_order(found: dict[int, float]) -> None:
    brought = scores.to_unit(found, scores.are_raw(found))
    assert set(brought) == set(found)
    assert all(0 <= score <= 1 for score in brought.values())
    ordered = sorted((score, place) for place, score in found.items() if not math.isnan(score))
    for (low, one), (high, other) in itertools.pairwise(ordered):
        assert low > high or brought[one] <= brought[other]
