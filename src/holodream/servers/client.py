"""The one HTTP client for all servers outside this process: deadlines, budgets, rest after failures, remembered speed, clear errors."""

from __future__ import annotations

import http.client
import json
import logging
import math
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from ..errors import ServerRefused, ServerResting, ServerTooSlow, ServerUnreachable
from . import failures, resting
from .connections import Call, Connections, ProxyRefused, PublicHTTP
from .deadline import Budget, BudgetSpent, Clock, Deadline
from .exchange import Cut, Redirected, TooLarge, exchange
from .failures import Failure
from .names import RESOLVER, Resolver
from .resting import Rest
from .settings import Server
from .speed import Speed

log = logging.getLogger(__name__)

Answered = TypeVar("Answered")

_FAIR = 0.5  # a call that got less than this share of its usual time says nothing about the server


class Unusable(Exception):
    """Raised by a reader of answers: what is wrong with one, as the end of a sentence that begins with the server's name. Never quotes the answer."""


class Client:
    """Asks one server. Thread-safe; several calls may run at once, each on a connection of its own.

    `clock` counts seconds for pauses and speed, `now` is the time of day; neither touches the deadlines of real sockets.
    """

    def __init__(
        self,
        server: Server,
        *,
        speed: Speed | None = None,
        resolver: Resolver = RESOLVER,
        clock: Clock = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.server = server
        self.speed = speed or Speed(first=1, least=1, most=1)
        self._clock = clock
        self._now = now
        self._rest = Rest(clock)
        self._why = ""
        self._connections = Connections(server, resolver)
        self._calls: set[Call] = set()
        self._closed = False
        self._lock = threading.Lock()

    def ask(
        self,
        ending: str,
        question: object,
        read: Callable[[object], Answered],
        budget: Budget,
        *,
        items: int = 1,
        handled: tuple[str, ...] = (),
        endings: tuple[str, ...] = (),
    ) -> Answered:
        """POST a question as JSON to the server's address plus `ending`, and give what `read` makes of the answer.

        `read` raises `Unusable` for an answer that cannot be used. `items`: how many texts are sent, for the remembered speed.
        `handled`: complaints (the names in troubles.toml) that the caller mends itself; then the server does not rest and nothing is logged.
        Raises a ServerError: nothing else, and never later than the server's timeout and the budget allow.
        """
        deadline = self._admit(budget)
        call = Call()
        with self._lock:
            if self._closed:
                raise ServerUnreachable(f"{failures.name(self.server)} was not asked: the memory is being closed.")
            self._calls.add(call)
        began, since = self._clock(), self._rest.round
        try:
            answered = self._answer(ending, endings, question, read, deadline, call)
        except _Failed as failed:
            if call.cancelled:
                raise ServerUnreachable(f"{failures.name(self.server)}: the call was ended because the memory is being closed.") from None
            raise self._after(failed.failure, deadline, budget, items, handled, since) from None
        finally:
            with self._lock:
                self._calls.discard(call)
        self.speed.took(items, self._clock() - began)
        self._well()
        return answered

    def rest_left(self) -> float:
        """Seconds until the server will be asked again; 0 now, infinite when a setting must change first."""
        return self._rest.left()

    @property
    def trouble(self) -> str:
        """The last failure while the server is not well again, else "". For `doctor`."""
        return self._why

    def wake(self) -> None:
        """End a rest at once, when a person says that the server is well again."""
        self._rest.worked()
        self._why = ""

    def rest(self, error: ServerRefused) -> None:
        """Let the server rest for a complaint that the caller wanted to mend itself and could not. Logs it."""
        self._fail(Failure(error, failures.pause(error.about)))

    def close(self) -> None:
        """End the calls in progress and all connections. Idempotent."""
        with self._lock:
            self._closed = True
            calls = list(self._calls)
        for call in calls:
            call.cancel()
        self._connections.close()

    def _admit(self, budget: Budget) -> Deadline:
        if budget.left() <= 0:
            raise ServerResting(f"{failures.name(self.server)} was not asked: the time or the calls for servers are used up.")
        wait = self._rest.admit(self.server.timeout)
        if wait:
            until = "until its settings change" if math.isinf(wait) else f"for another {math.ceil(wait)} s"
            raise ServerResting(f"{failures.name(self.server)} was not asked: it rests {until}. Last trouble: {self._why}", wait)
        try:
            return budget.call(self.server.timeout)
        except BudgetSpent:
            raise ServerResting(f"{failures.name(self.server)} was not asked: the time or the calls for servers are used up.") from None

    def _answer(self, ending: str, endings: tuple[str, ...], question: object, read: Callable[[object], Answered], deadline: Deadline, call: Call) -> Answered:
        """The whole way from a question to a checked answer; `_Failed` whatever goes wrong."""
        target = self.server.address.target(ending, endings)
        body = json.dumps(question, ensure_ascii=False).encode("utf-8", "replace")  # a text may hold half a surrogate pair
        try:
            answer = exchange(self.server, self._connections, target, body, deadline, call)
        except (OSError, http.client.HTTPException, PublicHTTP, ProxyRefused, Redirected, TooLarge, Cut) as error:
            raise _Failed(failures.broken(self.server, error, call.stage, deadline.seconds)) from None
        if not 200 <= answer.status < 300:
            raise _Failed(failures.refused(self.server, answer, self._now))
        try:
            found: object = json.loads(answer.body)
        except (ValueError, RecursionError):
            raise _Failed(failures.unreadable(self.server, answer.body)) from None
        if isinstance(found, dict) and found.get("error"):  # some gateways answer so to an upstream's failure, with status 200
            code = found["error"].get("code") if isinstance(found["error"], dict) else None
            raise _Failed(failures.refused(self.server, answer, self._now, code if type(code) is int and 400 <= code < 600 else 500))
        try:
            return read(found)
        except Unusable as error:
            raise _Failed(failures.unusable(self.server, str(error))) from None

    def _after(self, failure: Failure, deadline: Deadline, budget: Budget, items: int, handled: tuple[str, ...], since: int) -> Exception:
        """Count a failure, and give the error to raise."""
        error = failure.error
        if isinstance(error, ServerRefused) and error.about in handled:
            self._well()
            return error
        if isinstance(error, ServerTooSlow):
            if deadline.seconds < _FAIR * min(self.server.timeout, budget.seconds):
                return error
            self.speed.gave_up(items, deadline.seconds)
        self._fail(failure, since)
        return error

    def _fail(self, failure: Failure, since: int | None = None) -> None:
        pause = self._rest.failed(failure.pause, failure.asked, since)
        if not pause:
            return
        self._why = str(failure.error)
        log.warning("%s %s", failure.error, "It is not asked again." if pause == resting.FOREVER else f"It rests for {pause:.0f} s.")

    def _well(self) -> None:
        ended = self._rest.worked()
        self._why = ""
        if ended:
            log.info("%s answers again.", failures.name(self.server))


class _Failed(Exception):
    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure.error))
        self.failure = failure
