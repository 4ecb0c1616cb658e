"""Vectors from servers: every answer is checked before it is believed, and what a server does not take is asked again in another way."""

from __future__ import annotations

import base64
import logging
import math
import struct
import threading
from array import array
from collections.abc import Callable
from typing import Any

import pytest

from holodream.errors import InvalidArgument, ServerError, ServerRefused, ServerUnreachable, ServerUnusable
from holodream.servers.deadline import Budget
from holodream.servers.embeddings import Embeddings
from holodream.servers.families import mark_words
from holodream.servers.marks import Marks, Plan
from holodream.servers.vectors import Vector, cosine, numbers

from . import misbehaving as bad
from . import programs
from .conftest import SOON, Bench
from .misbehaving import Behaviour, Standin, Turn, answers, embed, embed_but, http, unit, vector

TEXTS = [f"Fact number {number} of the household." for number in range(7)]
SECRET_TEXT = "Aunt Quillfeather hides presents."
MARKS = len(mark_words())


def budget(seconds: float = 20.0) -> Budget:
    return Budget(seconds)


def right(found: list[Vector | None], texts: list[str], width: int = bad.WIDTH) -> bool:
    """Whether these are the vectors of these texts."""
    wanted = [unit(vector(text, width)) for text in texts]
    return all(one is not None and list(one) == pytest.approx(other, abs=1e-6) for one, other in zip(found, wanted, strict=True))


def sent(turn: Turn) -> list[str]:
    """The texts of a question, without the marks."""
    return [text for text in turn.json["input"] if text not in mark_words()]


def test_vectors_come_in_the_order_of_the_texts_and_have_length_1(bench: Bench) -> None:
    server = bench.serve(embed)
    embeddings = bench.embeddings(server.url)
    assert right(embeddings.passages(TEXTS, budget()), TEXTS)
    assert right([embeddings.query(TEXTS[0], budget())], TEXTS[:1])
    assert embeddings.width == bad.WIDTH
    assert embeddings.query("x", budget()).typecode == "f"
    question = server.asked[0].json
    assert question["encoding_format"] == "float"
    assert question["model"] == "small"
    assert set(question) == {"model", "input", "encoding_format"}, "no dimensions unless they are set"


def shuffled(answer: dict[str, Any]) -> None:
    answer["data"].reverse()


def in_base64(answer: dict[str, Any]) -> None:
    for item in answer["data"]:
        item["embedding"] = bad.as_base64(item["embedding"])


def enlarged(answer: dict[str, Any]) -> None:
    for item in answer["data"]:
        item["embedding"] = [value * 1e200 for value in item["embedding"]]


@pytest.mark.parametrize("change", [shuffled, in_base64, enlarged])
def test_what_is_odd_but_right_is_understood(bench: Bench, change: Callable[[dict[str, Any]], None]) -> None:
    embeddings = bench.embeddings(bench.serve(embed_but(change)).url)
    assert right(embeddings.passages(TEXTS, budget()), TEXTS)


def each(change: Callable[[dict[str, Any], int], None]) -> Callable[[dict[str, Any]], None]:
    def behave(answer: dict[str, Any]) -> None:
        for place, item in enumerate(answer["data"]):
            change(item, place)

    return behave


def rotated(answer: dict[str, Any]) -> None:
    """The right indexes, but each vector belongs to the next text."""
    vectors = [item["embedding"] for item in answer["data"]]
    for item, other in zip(answer["data"], [*vectors[1:], vectors[0]], strict=True):
        item["embedding"] = other


def turned_round(answer: dict[str, Any]) -> None:
    vectors = [item["embedding"] for item in answer["data"]]
    for item, other in zip(answer["data"], reversed(vectors), strict=True):
        item["embedding"] = other


WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "too few": lambda answer: answer["data"].pop(),
    "none": lambda answer: answer["data"].clear(),
    "too many": lambda answer: answer["data"].append({**answer["data"][0], "index": len(answer["data"])}),
    "repeated index": each(lambda item, place: item.update(index=max(place, 1))),
    "missing index": each(lambda item, _: item.pop("index")),
    "one missing index": lambda answer: answer["data"][3].pop("index"),
    "index from 1": each(lambda item, place: item.update(index=place + 1)),
    "negative index": each(lambda item, place: item.update(index=-place)),
    "index as text": each(lambda item, place: item.update(index=str(place))),
    "index as truth": each(lambda item, place: item.update(index=bool(place))),
    "rotated": rotated,
    "turned round": turned_round,
    "NaN": each(lambda item, _: item["embedding"].__setitem__(0, math.nan)),
    "infinity": each(lambda item, _: item["embedding"].__setitem__(0, math.inf)),
    "null": each(lambda item, _: item["embedding"].__setitem__(0, None)),
    "all null": each(lambda item, _: item.update(embedding=None)),
    "text": each(lambda item, _: item["embedding"].__setitem__(0, "0.5")),
    "huge whole number": each(lambda item, _: item["embedding"].__setitem__(0, 10**400)),
    "zeros": each(lambda item, _: item.update(embedding=[0.0] * 8)),
    "empty": each(lambda item, _: item.update(embedding=[])),
    "nested": each(lambda item, _: item.update(embedding=[item["embedding"]])),
    "the same for all": each(lambda item, _: item.update(embedding=[1.0] * 8)),
    "bad base64": each(lambda item, _: item.update(embedding="%%%%")),
    "base64 of 3 bytes": each(lambda item, _: item.update(embedding="QUJD")),
    "base64 of NaN": each(lambda item, _: item.update(embedding=bad.as_base64([math.nan] * 8))),
    "different widths": each(lambda item, place: item.update(embedding=item["embedding"][: 4 + place % 2])),
    "no data": lambda answer: answer.pop("data"),
    "data of no objects": lambda answer: answer.update(data=[1] * 15),
    "a list": lambda answer: [answer],
    "a number": lambda _: 7,
    "null answer": lambda _: "null",
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_wrong_answer_is_noticed(bench: Bench, change: Callable[[dict[str, Any]], Any]) -> None:
    server = bench.serve(embed_but(lambda answer: result if isinstance(result := change(answer), list | int | str) else None))
    embeddings = bench.embeddings(server.url)
    for _ in range(2):  # in the first answer, and in one of a server that was well before
        noticed(embeddings, server)
        bench.clock.sleep(embeddings.client.rest_left())
        wrong, server.behave = server.behave, embed
        assert right(embeddings.passages(TEXTS, budget()), TEXTS)
        server.behave = wrong


def noticed(embeddings: Embeddings, server: Standin) -> None:
    with pytest.raises(ServerUnusable) as caught:
        embeddings.passages([*TEXTS[:6], SECRET_TEXT], budget())
    text = str(caught.value)
    assert server.host in text
    assert "embeddings_" in text
    assert "Check" in text or "Look" in text
    assert "Quillfeather" not in text
    assert embeddings.client.rest_left() > 0


@pytest.mark.parametrize("behave", [answers({}, 401), answers({}, 429, {"Retry-After": "30"}), answers({}, 500), answers(b"<html>"), bad.closes_in_the_body])
def test_a_server_in_trouble_is_asked_again_after_its_rest(bench: Bench, behave: Behaviour) -> None:
    server = bench.serve(behave)
    embeddings = bench.embeddings(server.url)
    with pytest.raises(ServerError):
        embeddings.query("Who lives here?", budget())
    server.behave = embed
    embeddings.client.wake()
    assert right([embeddings.query("Who lives here?", budget())], ["Who lives here?"])


def test_one_text_without_a_usable_vector_does_not_hold_the_others(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    def behave(turn: Turn) -> None:
        answer = bad.embeddings(turn.json)
        answer["data"][turn.json["input"].index(SECRET_TEXT)]["embedding"][2] = math.nan
        programs.say(turn, 200, answer)

    embeddings = bench.embeddings(bench.serve(behave).url)
    found = embeddings.passages([TEXTS[0], SECRET_TEXT, TEXTS[1]], budget())
    assert found[1] is None
    assert right([found[0], found[2]], TEXTS[:2])
    assert "1 of 3 texts" in caplog.text
    assert "Quillfeather" not in caplog.text
    with pytest.raises(ServerUnusable):
        embeddings.passages([SECRET_TEXT], budget())


# --- exchanged answers ---


@pytest.mark.parametrize("learned", [False, True])
def test_exchanged_answers_are_noticed(bench: Bench, learned: bool) -> None:
    """Two questions at once, of the same size, and each gets the other's answer: nothing in the format shows it."""
    server = bench.serve(embed)
    embeddings = bench.embeddings(server.url)
    if learned:
        embeddings.query("The marks are known from now on.", budget())
    server.behave = bad.exchanges()
    errors: list[BaseException] = []

    def run(text: str) -> None:
        with pytest.raises(ServerUnusable, match="confuses") as caught:
            embeddings.query(text, budget())
        errors.append(caught.value)

    threads = [threading.Thread(target=run, args=(text,)) for text in ("Where is the ladder?", "Who has the key?")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(errors) == 2
    server.behave = embed
    bench.clock.sleep(embeddings.client.rest_left())
    assert right([embeddings.query("Where is the ladder?", budget())], ["Where is the ladder?"])


def test_questions_in_progress_carry_different_marks(bench: Bench) -> None:
    embeddings = bench.embeddings(bench.serve(embed).url)
    embeddings.query("The marks are known from now on.", budget())
    marks = Marks(embeddings.marks["query"])
    plans = [marks.plan(1) for _ in range(2 * MARKS)]
    assert len(set(plans)) == 2 * MARKS
    assert marks.plan(1) in plans, "more at once than there are marks: some are the same, none fails"


def exchanged(asked: Plan, other: Plan, marks: Marks) -> bool:
    """Whether marks believe an answer that belongs to another question."""
    return marks.fits(asked, *([array("f", unit(vector(word))) for word in words] for words in (other.before, other.after)))


def test_whatever_plans_are_made_an_exchange_and_a_turn_are_noticed() -> None:
    for _ in range(50):
        marks = Marks()
        first, *_ = plans = [marks.plan(3) for _ in range(6)]
        assert all(exchanged(one, other, Marks()) is (one is other) for one in plans for other in plans)
        assert not exchanged(first, Plan(first.after[::-1], first.before[::-1]), Marks())
    known = {word: array("f", unit(vector(word))) for word in mark_words()}
    for texts, count in ((1, 2 * MARKS), (3, MARKS * (MARKS - 1))):
        marks = Marks(known)
        plans = [marks.plan(texts) for _ in range(count)]
        assert all(len(one.before) != len(other.before) or exchanged(one, other, marks) is (one is other) for one in plans for other in plans)


def test_another_model_behind_the_same_name_is_noticed(bench: Bench) -> None:
    """Of the same width, and after a restart: what is stored of the old one tells."""
    server = bench.serve(embed)
    first = bench.embeddings(server.url)
    first.passages(TEXTS, budget())
    first.query("x", budget())
    stored, width = first.marks, first.width
    assert set(stored["query"]) == set(stored["passage"]) == set(mark_words())
    again = bench.embeddings(server.url, width=width, marks=stored)
    assert right(again.passages(TEXTS, budget()), TEXTS)
    assert len(server.asked[-1].json["input"]) == len(TEXTS) + 2, "nothing has to be learned again"
    server.behave = embed_but(each(lambda item, _: item.update(embedding=item["embedding"][::-1])))
    later = bench.embeddings(server.url, width=width, marks=stored)
    with pytest.raises(ServerUnusable, match="another model"):
        later.passages(TEXTS, budget())


def test_another_width_is_named(bench: Bench) -> None:
    server = bench.serve(programs.lmstudio)
    with pytest.raises(ServerUnusable, match=r"16 numbers, before 8.*embed all facts again"):
        bench.embeddings(server.url, width=8).passages(TEXTS, budget())
    embeddings = bench.embeddings(server.url)
    embeddings.passages(TEXTS, budget())
    server.behave = embed
    with pytest.raises(ServerUnusable, match="8 numbers, before 16"):
        embeddings.passages(TEXTS, budget())


# --- widths, batches, long texts: known programs ---


@pytest.mark.parametrize(
    "program", [programs.openai, programs.ollama, programs.llama_server, programs.tei, programs.vllm, programs.lmstudio, programs.dashscope]
)
def test_without_a_width_every_program_works(bench: Bench, program: Behaviour) -> None:
    texts = [f"Fact {number}" for number in range(100)]
    embeddings = bench.embeddings(bench.serve(program).url)
    for _ in range(2):
        assert right(embeddings.passages(texts, budget()), texts, programs.NATIVE)
    assert right([embeddings.query(texts[0], budget())], texts[:1], programs.NATIVE)


@pytest.mark.parametrize("program", [programs.openai, programs.ollama, programs.tei, programs.siliconflow])
def test_a_width_is_asked_for_when_it_is_set(bench: Bench, program: Behaviour) -> None:
    texts = [f"Fact {number}" for number in range(80)]
    embeddings = bench.embeddings(bench.serve(program).url, dimensions=8)
    found = embeddings.passages(texts, budget())
    assert embeddings.width == 8
    assert all(one is not None and cosine(one, one) == pytest.approx(1) for one in found)


def test_a_refused_width_that_is_the_models_own_is_left_out_from_then_on(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    server = bench.serve(programs.vllm)
    embeddings = bench.embeddings(server.url, dimensions=programs.NATIVE)
    for _ in range(2):
        assert right(embeddings.passages(TEXTS, budget()), TEXTS, programs.NATIVE)
    assert [turn.json.get("dimensions") for turn in server.asked] == [programs.NATIVE, None, None]
    assert not caplog.records


@pytest.mark.parametrize("program", [programs.vllm, programs.llama_server])
def test_a_vector_is_cut_only_if_its_model_was_trained_for_that(bench: Bench, program: Behaviour) -> None:
    server = bench.serve(program)
    with pytest.raises(ServerUnusable, match=r"cannot give 8\. Remove embeddings_dimensions, or set it to 16"):
        bench.embeddings(server.url, dimensions=8, model="bge-m3").passages(TEXTS, budget())
    found = bench.embeddings(server.url, dimensions=8, model="Qwen/Qwen3-Embedding-0.6B").passages(TEXTS, budget())
    wanted = [unit(vector(text, 16)[:8]) for text in TEXTS]
    assert [list(one or []) for one in found] == [pytest.approx(one, abs=1e-6) for one in wanted]


def test_a_width_that_the_model_does_not_have(bench: Bench) -> None:
    for program in (programs.openai, programs.tei):
        with pytest.raises(ServerUnusable, match="embeddings_dimensions"):
            bench.embeddings(bench.serve(program).url, dimensions=99).passages(TEXTS, budget())


def test_a_missing_width_is_suspected(bench: Bench) -> None:
    with pytest.raises(ServerRefused, match="embeddings_dimensions may be missing"):
        bench.embeddings(bench.serve(programs.siliconflow).url).passages(TEXTS, budget())


def test_a_batch_limit_is_learned(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    server = bench.serve(programs.tei)
    embeddings = bench.embeddings(server.url)
    texts = [f"Fact {number}" for number in range(200)]
    assert right(embeddings.passages(texts, budget()), texts, programs.NATIVE)
    server.asked.clear()
    assert right(embeddings.passages(texts, budget()), texts, programs.NATIVE)
    assert max(len(turn.json["input"]) for turn in server.asked) <= 32
    assert not caplog.records


@pytest.mark.parametrize("most", [1, 2, 5, 9, 10])
def test_no_question_holds_more_texts_than_set(bench: Bench, most: int) -> None:
    server = bench.serve(embed)
    embeddings = bench.embeddings(server.url, batch=most)
    assert right(embeddings.passages(TEXTS, budget()), TEXTS)
    assert right([embeddings.query(TEXTS[0], budget())], TEXTS[:1])
    assert max(len(turn.json["input"]) for turn in server.asked) <= most


def test_a_server_that_takes_one_text_at_a_time(bench: Bench) -> None:
    def behave(turn: Turn) -> None:
        if len(turn.json["input"]) > 1:
            programs.say(turn, 400, {"error": "batch input is not supported"})
        else:
            embed(turn)

    embeddings = bench.embeddings(bench.serve(behave).url)
    assert right(embeddings.passages(TEXTS, budget()), TEXTS)


def test_a_long_text_is_cut_and_does_not_hold_the_others(bench: Bench) -> None:
    server = bench.serve(programs.llama_server)
    texts = ["short", "word " * 500, "also short"]
    found = bench.embeddings(server.url).passages(texts, budget())
    assert right([found[0], found[2]], ["short", "also short"], programs.NATIVE)
    assert found[1] is not None
    assert len(server.asked) < 8


def test_a_server_that_finds_everything_too_long_rests(bench: Bench) -> None:
    server = bench.serve(answers({"error": {"message": "input is too large to process"}}, 500))
    embeddings = bench.embeddings(server.url)
    with pytest.raises(ServerRefused, match="too long"):
        embeddings.passages(["word " * 500], budget())
    assert embeddings.client.rest_left() > 0
    assert len(server.asked) < 12


def test_a_text_that_a_server_refuses_does_not_hold_the_others(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    def behave(turn: Turn) -> None:
        if SECRET_TEXT in turn.json["input"]:
            programs.say(turn, 400, {"error": {"message": f"content policy: {SECRET_TEXT}"}})
        else:
            embed(turn)

    server = bench.serve(behave)
    embeddings = bench.embeddings(server.url)
    embeddings.passages(TEXTS, budget())
    texts = [f"Fact {number}" for number in range(60)]
    texts[41] = SECRET_TEXT
    server.asked.clear()
    found = embeddings.passages(texts, budget())
    assert [place for place, one in enumerate(found) if one is None] == [41]
    assert right(found[:41], texts[:41])
    assert right(found[42:], texts[42:])
    assert len(server.asked) < 30
    assert len(caplog.records) == 1
    assert "Quillfeather" not in caplog.text
    server.asked.clear()
    bench.clock.sleep(1000)
    with pytest.raises(ServerRefused):
        bench.embeddings(server.url).passages([SECRET_TEXT], budget())  # never worked: the fault may be in the settings


# --- batches in the background ---


def test_a_first_batch_of_4_then_as_many_as_the_speed_allows(bench: Bench) -> None:
    server = bench.serve(lambda turn: (bench.clock.sleep(0.01 * len(turn.json["input"])), embed(turn))[1])  # 10 ms a text
    embeddings = bench.embeddings(server.url, timeout=8)
    texts = [f"Fact {number}" for number in range(1000)]
    found = dict(embeddings.in_batches(texts, budget()))
    assert right([one for start in sorted(found) for one in found[start]], texts)
    sizes = [len(sent(turn)) for turn in server.asked]
    assert sizes[0] == 4
    assert sizes[1] > 4
    assert max(sizes) <= 256
    assert len(sizes) < 12


def test_a_slow_server_gets_small_batches(bench: Bench) -> None:
    server = bench.serve(lambda turn: (bench.clock.sleep(1.0 * len(turn.json["input"])), embed(turn))[1])  # a second a text
    embeddings = bench.embeddings(server.url, timeout=8)
    for _ in embeddings.in_batches([f"Fact {number}" for number in range(20)], budget()):
        pass
    assert max(len(sent(turn)) for turn in server.asked) == 4


def test_what_was_given_before_a_failure_can_be_kept(bench: Bench) -> None:
    server = bench.serve(embed)
    embeddings = bench.embeddings(server.url)
    batches = embeddings.in_batches(TEXTS, budget())
    start, found = next(batches)
    assert (start, len(found)) == (0, 4)
    server.behave = bad.closes_at_once
    with pytest.raises(ServerUnreachable):
        next(batches)


def test_batches_end_with_the_budget(bench: Bench) -> None:
    server = bench.serve(embed)
    batches = bench.embeddings(server.url).in_batches(TEXTS, Budget(20, calls=1))
    assert [start for start, _ in batches] == [0]
    assert len(server.asked) == 1


def test_batches_end_without_an_error_when_the_budget_ends_in_one(bench: Bench) -> None:
    server = bench.serve(embed)
    batches = bench.embeddings(server.url, timeout=60).in_batches(TEXTS, Budget(1.0))
    assert next(batches)[0] == 0
    server.behave = bad.late_headers
    assert list(batches) == []


def test_a_call_ends_within_the_budget(bench: Bench) -> None:
    embeddings = bench.embeddings(bench.serve(bad.trickled_body).url, timeout=60)
    with pytest.raises(ServerError):
        embeddings.query("Who?", Budget(SOON))


# --- what is sent ---


@pytest.mark.parametrize(
    ("model", "query", "passage"),
    [
        ("intfloat/multilingual-e5-small", "query: Who?", "passage: Who?"),
        ("e5-mistral-7b-instruct", "Instruct: Given a question, retrieve the facts that answer it\nQuery: Who?", "Who?"),
        ("nomic-embed-text:latest", "search_query: Who?", "search_document: Who?"),
        ("text-embedding-3-small", "Who?", "Who?"),
        ("bge-m3", "Who?", "Who?"),
        ("fee5ble", "Who?", "Who?"),
    ],
)
def test_prefixes_of_the_models_family(bench: Bench, model: str, query: str, passage: str) -> None:
    server = bench.serve(embed)
    embeddings = bench.embeddings(server.url, model=model)
    embeddings.query("Who?", budget())
    embeddings.passages(["Who?"], budget())
    prefix = query.removesuffix("Who?")
    assert query in server.asked[0].json["input"]
    assert prefix + mark_words()[0] in server.asked[0].json["input"], "marks are texts of the same kind"
    assert passage in server.asked[1].json["input"]


def test_prefixes_that_are_set(bench: Bench) -> None:
    server = bench.serve(embed)
    bench.embeddings(server.url, model="e5-base", query_prefix="ask: ", passage_prefix="").query("Who?", budget())
    assert "ask: Who?" in server.asked[0].json["input"]


def test_a_server_that_puts_the_prefix_itself(bench: Bench) -> None:
    server = bench.serve(embed)
    embeddings = bench.embeddings(server.url, model="multilingual-e5-small-q4")
    embeddings.query("Who?", budget())
    embeddings.passages(["Who?"], budget())
    assert [turn.json["input_type"] for turn in server.asked] == ["query", "passage"]
    assert all("Who?" in turn.json["input"] for turn in server.asked)


@pytest.mark.parametrize("empty", ["", " ", "\n\t"])
def test_an_empty_text_is_never_sent(bench: Bench, empty: str) -> None:
    server = bench.serve(embed)
    embeddings = bench.embeddings(server.url)
    with pytest.raises(InvalidArgument):
        embeddings.passages(["x", empty], budget())
    assert embeddings.passages([], budget()) == []
    assert list(embeddings.in_batches([], budget())) == []
    assert not server.asked


@pytest.mark.parametrize("text", ["half a pair \ud800", "nothing \x00 here", "日本語", "😀" * 1000])
def test_any_text_can_be_sent(bench: Bench, text: str) -> None:
    embeddings = bench.embeddings(bench.serve(embed).url)
    assert len(embeddings.query(text, budget())) == bad.WIDTH


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/", "/v1/embeddings", "/openai/deployments/x/embeddings"])
def test_the_address_may_be_the_base_or_the_whole(bench: Bench, path: str) -> None:
    server = bench.serve(embed)
    bench.embeddings(f"http://{server.host}{path}").query("Who?", budget())
    assert server.asked[0].target == (path.rstrip("/") if path.endswith("embeddings") else f"{path.rstrip('/')}/embeddings")


def test_nothing_of_a_text_is_logged(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    def behave(turn: Turn) -> None:
        turn.send(http(turn.body, 500))

    embeddings = bench.embeddings(bench.serve(behave).url)
    for _ in range(2):
        with pytest.raises(ServerError):
            embeddings.query(SECRET_TEXT, budget())
    assert "Quillfeather" not in caplog.text
    assert len(caplog.records) == 1


def test_big_endian_machines_read_base64_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.byteorder", "big")
    data = struct.pack(">2f", 1.0, 2.0)
    assert list(numbers(base64.b64encode(data).decode())) == [1.0, 2.0]
