"""A stand-in for a language model: an OpenAI-compatible server on loopback that does what the test tells it to.

The last user message is the script. Each of its lines `CALL <tool> <json>` becomes a tool call, as long as the request
offers that tool; once the results are in, or when nothing is to be called, the answer is plain text. Every request body
is kept.
"""

from __future__ import annotations

import itertools
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

Body = dict[str, Any]
Message = dict[str, Any]

ANSWER = "Understood."
ANSWER_AFTER_TOOLS = "Done."

_DIRECTIVE = re.compile(r"^CALL (\S+) (\{.*\})[ \t]*$", re.MULTILINE)
_FENCE = re.compile(r"<memory-context>\n(.*?)\n</memory-context>", re.DOTALL)


def call(tool: str, **arguments: object) -> str:
    """The directive line that makes the model call `tool`."""
    return f"CALL {tool} {json.dumps(arguments, ensure_ascii=False)}"


def text_of(message: Message) -> str:
    """A message's text, whether it came as a string or as a list of parts."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content if part.get("type") == "text")


def last_user_message(body: Body) -> str:
    """The text of the last user message exactly as the model received it, recall included."""
    return next((text_of(m) for m in reversed(body.get("messages", [])) if m.get("role") == "user"), "")


def recalled_in(body: Body) -> str:
    """What the host put between the fences of the last user message; empty without a fence."""
    fence = _FENCE.search(last_user_message(body))
    return fence.group(1) if fence else ""


class ModelServer:
    """Serves on a free port while the `with` block runs."""

    def __init__(self) -> None:
        self._bodies: list[Body] = []
        self._arrived = threading.Condition()
        self._call_numbers = itertools.count(1)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_for(self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), name="model-server", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.server_address[1])

    @property
    def requests(self) -> list[Body]:
        """All request bodies so far, oldest first; among them the host's own errands, such as a title for a session."""
        with self._arrived:
            return list(self._bodies)

    @property
    def turns(self) -> list[Body]:
        """The request bodies of agents at work: those that offer tools."""
        return [body for body in self.requests if body.get("tools")]

    def wait(self, count: int, timeout: float = 30.0) -> list[Body]:
        """Wait until `count` requests have arrived."""
        with self._arrived:
            if not self._arrived.wait_for(lambda: len(self._bodies) >= count, timeout):
                raise AssertionError(f"the model got {len(self._bodies)} requests in {timeout} s, not {count}")
            return list(self._bodies)

    def last_user_text(self) -> str:
        """What the person wrote in the latest turn, without the recall."""
        turns = self.turns
        return _FENCE.sub("", last_user_message(turns[-1])).strip() if turns else ""

    def recalled(self, text: str) -> str:
        """What was recalled in the latest turn in which a person wrote `text`."""
        for body in reversed(self.turns):
            if text in _FENCE.sub("", last_user_message(body)):
                return recalled_in(body)
        raise AssertionError(f"the model was never asked: {text}")

    def tool_results(self) -> list[str]:
        """The answer of every tool call, each once, in the order in which the model asked for them."""
        results: dict[str, str] = {}
        for body in self.requests:
            for message in body.get("messages", []):
                if message.get("role") == "tool":
                    results.setdefault(str(message.get("tool_call_id")), text_of(message))
        return [results[key] for key in sorted(results)]

    def reply(self, body: Body) -> Message:
        """Keep the request and decide what the model says."""
        with self._arrived:
            self._bodies.append(body)
            self._arrived.notify_all()
        messages = body.get("messages", [])
        if messages and messages[-1].get("role") == "tool":
            return {"role": "assistant", "content": ANSWER_AFTER_TOOLS}
        offered = {tool["function"]["name"] for tool in body.get("tools") or []}
        calls = [
            {
                "id": f"call_{next(self._call_numbers):06d}",
                "type": "function",
                "function": {"name": name, "arguments": arguments},
            }
            for name, arguments in _DIRECTIVE.findall(_FENCE.sub("", last_user_message(body)))
            if name in offered
        ]
        if calls:
            return {"role": "assistant", "content": None, "tool_calls": calls}
        return {"role": "assistant", "content": ANSWER}


_USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}


def _completion(body: Body, message: Message) -> Body:
    reason = "tool_calls" if message.get("tool_calls") else "stop"
    choice = {"index": 0, "message": message, "finish_reason": reason}
    return {**_envelope(body, "chat.completion"), "choices": [choice], "usage": _USAGE}


def _chunks(body: Body, message: Message) -> Iterator[Body]:
    envelope = _envelope(body, "chat.completion.chunk")

    def chunk(delta: Message, reason: str | None = None) -> Body:
        return {**envelope, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

    yield chunk({"role": "assistant"})
    calls = message.get("tool_calls", [])
    for index, one in enumerate(calls):
        yield chunk({"tool_calls": [{"index": index, **one}]})
    if message["content"]:
        yield chunk({"content": message["content"]})
    yield {**chunk({}, "tool_calls" if calls else "stop"), "usage": _USAGE}


def _envelope(body: Body, kind: str) -> Body:
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": body.get("model", "fake-model")}


def _handler_for(model: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: pytest's output belongs to the tests."""

        def do_GET(self) -> None:
            if self.path == "/v1/models":
                self._send_json({"object": "list", "data": [{"id": "fake-model", "object": "model"}]})
            else:
                self.send_error(404)

        def do_POST(self) -> None:
            body: Body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path != "/v1/chat/completions":
                self.send_error(404)
                return
            message = model.reply(body)
            if body.get("stream"):
                self._send_events(_chunks(body, message))
            else:
                self._send_json(_completion(body, message))

        def _send_json(self, answer: Body) -> None:
            data = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _send_events(self, chunks: Iterator[Body]) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            for chunk in chunks:
                self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
            self.wfile.write(b"data: [DONE]\n\n")

    return Handler
