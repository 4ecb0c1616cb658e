"""Stand-ins for known programs: how each treats widths, batches, long texts and errors, as its source or its users tell."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from . import misbehaving as bad
from .misbehaving import Behaviour, Turn, http, reranking, vector

NATIVE = 16  # the width of every model here
LONG = 300  # characters that are too many for a server with a fixed batch size


def say(turn: Turn, status: int, value: Any) -> None:
    turn.send(http(value.encode() if isinstance(value, str) else json.dumps(value).encode(), status))


def _data(question: Mapping[str, Any], width: int) -> dict[str, Any]:
    data = [{"object": "embedding", "index": index, "embedding": vector(text, NATIVE)[:width]} for index, text in enumerate(question["input"])]
    return {"object": "list", "data": data, "model": question["model"]}


def openai(turn: Turn) -> None:
    """Cuts vectors on demand; refuses empty texts and more than 2,048 of them."""
    question = turn.json
    if any(not text for text in question["input"]) or len(question["input"]) > 2048:
        say(turn, 400, {"error": {"message": "'$.input' is invalid.", "type": "invalid_request_error", "param": None, "code": None}})
    elif question.get("dimensions", 1) > NATIVE:
        say(turn, 400, {"error": {"message": "Invalid value for 'dimensions'", "type": "invalid_request_error", "param": "dimensions", "code": None}})
    else:
        say(turn, 200, {**_data(question, question.get("dimensions", NATIVE)), "usage": {"prompt_tokens": 1, "total_tokens": 1}})


def ollama(turn: Turn) -> None:
    """Cuts every vector on demand and brings it to length 1 again."""
    answer = _data(turn.json, turn.json.get("dimensions", NATIVE))
    for item in answer["data"]:
        item["embedding"] = bad.unit(item["embedding"])
    say(turn, 200, answer)


def llama_server(turn: Turn) -> None:
    """Ignores a width; one text over its batch size fails the whole question."""
    if any(len(text) > LONG for text in turn.json["input"]):
        message = "input is too large to process. increase the physical batch size"
        say(turn, 500, {"error": {"code": 500, "message": message, "type": "server_error"}})
    else:
        say(turn, 200, _data(turn.json, NATIVE))


def tei(turn: Turn) -> None:
    """At most 32 texts; its errors have no wrapper and another status than its documents say."""
    count = len(turn.json["input"])
    if count > 32:
        say(turn, 422, {"message": f"batch size {count} > maximum allowed batch size 32", "code": 422, "type": "Validation"})
    elif turn.json.get("dimensions", 1) > NATIVE:
        say(turn, 422, {"message": "`dimensions` should be smaller than the maximum embedding dimension.", "code": 422, "type": "Validation"})
    else:
        ollama(turn)


def vllm(turn: Turn) -> None:
    """Refuses every width, its own too."""
    if "dimensions" in turn.json:
        message = 'Model "m" does not support matryoshka representation, changing output dimensions will lead to poor results.'
        say(turn, 400, {"object": "error", "message": message, "type": "BadRequestError", "param": None, "code": 400})
    else:
        say(turn, 200, _data(turn.json, NATIVE))


def lmstudio(turn: Turn) -> None:
    """Ignores the format that is asked for, and counts nothing."""
    say(turn, 200, {**_data(turn.json, NATIVE), "usage": {"prompt_tokens": 0, "total_tokens": 0}})


def siliconflow(turn: Turn) -> None:
    """At most 64 texts; wants a width for some models, and does not say so."""
    count = len(turn.json["input"])
    if count > 64:
        say(turn, 413, {"code": 20042, "message": f"input batch size {count} > maximum allowed batch size 64", "data": None})
    elif "dimensions" not in turn.json:
        say(turn, 400, {"code": 20015, "message": "The parameter is invalid. Please check again.", "data": None})
    else:
        say(turn, 200, _data(turn.json, turn.json["dimensions"]))


def dashscope(turn: Turn) -> None:
    """At most 10 texts."""
    if len(turn.json["input"]) > 10:
        say(turn, 400, {"error": {"message": "batch size is invalid, it should not be larger than 10.: input.contents", "type": "InvalidParameter"}})
    else:
        openai(turn)


# --- rerankers ---


def llama_rerank(turn: Turn) -> None:
    """Raw logits in the order of the documents; one pair over the batch size fails the whole question."""
    question = turn.json
    if any(len(question["query"]) + len(document) > LONG for document in question["documents"]):
        message = "input (2793 tokens) is too large to process. increase the physical batch size (current batch size: 512)"
        say(turn, 500, {"error": {"code": 500, "message": message, "type": "server_error"}})
        return
    results = [{**item, "relevance_score": 20 * item["relevance_score"] - 11} for item in reranking(question)["results"]]
    say(turn, 200, {"model": "m", "object": "list", "usage": {}, "results": sorted(results, key=lambda item: item["index"])})


def softmax_rerank(turn: Turn) -> None:
    """0 to 1 already."""
    results = [{**item, "relevance_score": 0.001 + 0.998 * item["relevance_score"]} for item in reranking(turn.json)["results"]]
    say(turn, 200, {"results": results})


def tei_rerank(turn: Turn) -> None:
    """Another format: `texts`, and a bare list with `score`."""
    if "texts" not in turn.json:
        say(turn, 422, "Failed to deserialize the JSON body into the target type: missing field `texts` at line 1 column 88")
        return
    results = reranking({"query": turn.json["query"], "documents": turn.json["texts"]})["results"]
    say(turn, 200, [{"index": item["index"], "score": item["relevance_score"]} for item in results])


def _with_documents(wrap: Callable[[str], object]) -> Behaviour:
    def behave(turn: Turn) -> None:
        results = [{**item, "document": wrap(turn.json["documents"][item["index"]])} for item in reranking(turn.json)["results"]]
        say(turn, 200, {"id": "rerank-1", "model": "m", "usage": {"total_tokens": 1}, "results": results})

    return behave


vllm_rerank = _with_documents(lambda text: {"text": text})
infinity_rerank = _with_documents(lambda text: text)


def jina_rerank(turn: Turn) -> None:
    """Only the best of many, some scores below 0."""
    results = [{**item, "relevance_score": item["relevance_score"] - 0.2} for item in reranking(turn.json)["results"]]
    say(turn, 200, {"results": results[:10]})
