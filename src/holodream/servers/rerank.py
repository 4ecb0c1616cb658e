"""Reranking by a server in Cohere's format: which of the candidates answer the question best. Whatever goes wrong, the order stays as it was."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..errors import ServerError, ServerRefused
from . import scores
from .client import Client
from .deadline import Budget, Clock
from .names import RESOLVER, Resolver
from .settings import RerankServer
from .speed import Speed

LONGEST_QUESTION = 500  # characters; a longer message is no question that a reranker was trained for

_FIRST, _LEAST, _MOST = 10, 2, 40  # candidates: before the speed is known, and always
_SHARE = 0.5  # of the timeout that scoring may take
_BYTES_PER_TOKEN = 3  # fewer than a token has in any of our languages, so that what is cut fits surely
_ENDINGS = ("/reranking",)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a candidate stands after reranking: its place before (from 0), its score from 0 to 1 if it has one, whether it is cut, and why in words."""

    place: int
    score: float | None
    cut: bool
    why: str


@dataclass(frozen=True, slots=True)
class Reranking:
    """All candidates in their new order, the cut ones last. `used` is false when the order is the old one; `note` says what happened."""

    placed: tuple[Placed, ...]
    used: bool
    note: str


class Reranker:
    """Asks one server, one question at a time, so that it cannot confuse two of ours. Thread-safe."""

    def __init__(
        self,
        settings: RerankServer,
        *,
        resolver: Resolver = RESOLVER,
        clock: Clock = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.settings = settings
        self.client = Client(settings.server, speed=Speed(_FIRST, _LEAST, _MOST), resolver=resolver, clock=clock, now=now)
        self._turn = threading.Lock()
        self._tokens = settings.tokens
        self._raw = False  # whether this server was seen to send raw logits
        self._texts_format = False  # whether it wants `texts` instead of `documents`

    def rerank(self, question: str, documents: Sequence[str], budget: Budget) -> Reranking:
        """The documents (best first by the order so far) by how well they answer the question.

        Only the first ones are scored, as many as the server can score in half its timeout; the others follow in their order. Never raises a ServerError:
        without a usable answer the order is as it was.
        """
        if len(documents) < _LEAST:
            return _as_before(documents, "fewer than two candidates")
        if len(question) > LONGEST_QUESTION:
            return _as_before(documents, f"a message of more than {LONGEST_QUESTION} characters")
        if not question.strip():
            return _as_before(documents, "an empty message")
        if not self._turn.acquire(timeout=_SHARE * min(self.settings.timeout, budget.left())):
            return _as_before(documents, "another question is being reranked")
        try:
            found = self._scores(question, documents, budget)
        except ServerError as error:
            return _as_before(documents, str(error))
        finally:
            self._turn.release()
        return arrange(len(documents), found, self.settings.window)

    def close(self) -> None:
        """End a call in progress and the connections."""
        self.client.close()

    def _scores(self, question: str, documents: Sequence[str], budget: Budget) -> dict[int, float]:
        """Scores from 0 to 1 by place. Two complaints are mended: another format, and once a text that is too long."""
        most = self.client.speed.batch(_SHARE * min(self.settings.timeout, budget.left()))
        halved = False
        while True:
            sent_format = self._texts_format
            try:
                return self._ask(question, documents[:most], budget)
            except ServerRefused as error:
                if error.about == "texts" and not sent_format:
                    self._texts_format = True
                elif error.about == "long" and not halved:
                    halved, self._tokens = True, max(1, self._tokens // 2)
                else:
                    if error.about in ("texts", "long"):
                        self.client.rest(error)
                    raise

    def _ask(self, question: str, documents: Sequence[str], budget: Budget) -> dict[int, float]:
        room = self._tokens * _BYTES_PER_TOKEN
        asked = cut(question, room // 2)
        sent = [cut(document, room - len(asked.encode("utf-8", "replace"))) or "-" for document in documents]
        body: dict[str, object] = {"query": asked, "documents": sent, "top_n": len(sent), "return_documents": False}
        if self._texts_format:
            body = {"query": asked, "texts": sent, "raw_scores": False, "return_text": False, "truncate": True}
        elif self.settings.model:
            body["model"] = self.settings.model
        raw = self.client.ask("/rerank", body, lambda answer: scores.read(answer, sent), budget, items=len(sent), handled=("texts", "long"), endings=_ENDINGS)
        self._raw = self._raw or scores.are_raw(raw)
        return scores.to_unit(raw, self._raw)


def cut(text: str, most: int) -> str:
    """The beginning of a text, at most so many bytes of UTF-8, where possible up to the end of a word."""
    data = text.encode("utf-8", "replace")
    if len(data) <= most:
        return text
    kept = data[: max(0, most)].decode("utf-8", "ignore")
    whole, space, _ = kept.rpartition(" ")
    return whole if space and len(whole) > len(kept) // 2 else kept


def arrange(count: int, found: dict[int, float], window: float) -> Reranking:
    """The new order of `count` candidates from the scores (0 to 1) of some.

    Best first; candidates within `window` of the best of their group count as equal and keep their order. Weak ones are cut: beyond the window of the best
    and with less than a tenth of its score. Candidates without a score follow in their order.
    """
    if not found:
        return _as_before(range(count), "no candidate got a score")
    best = max(found.values())
    placed: list[Placed] = []
    cut_off: list[Placed] = []
    waiting = sorted(found, key=lambda place: (-found[place], place))
    while waiting:
        leader = found[waiting[0]]
        group = [place for place in waiting if leader - found[place] <= window]
        waiting = waiting[len(group) :]
        for place in sorted(group):
            weak = scores.is_weak(found[place], best, window)
            (cut_off if weak else placed).append(Placed(place, found[place], weak, _reason(found[place], leader, best, window, len(group), weak)))
    rest = [Placed(place, None, False, "not scored; keeps its order after the scored ones") for place in range(count) if place not in found]
    note = f"{len(found)} of {count} candidates scored, {len(cut_off)} cut"
    return Reranking((*placed, *rest, *cut_off), True, note)


def _reason(score: float, leader: float, best: float, window: float, group: int, weak: bool) -> str:
    if weak:
        return f"score {score:.3f}: cut, less than a tenth of the best ({best:.3f})"
    if group > 1:
        return f"score {score:.3f}: counts as equal to {leader:.3f} (window {window:g}), so the order before decides"
    return f"score {score:.3f}"


def _as_before(documents: Sequence[object], note: str) -> Reranking:
    return Reranking(tuple(Placed(place, None, False, "not reranked") for place in range(len(documents))), False, note)
