"""What went wrong with a server, as one sentence that names the server, the setting and what to do; and how long it then rests."""

from __future__ import annotations

import errno
import functools
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from importlib import resources
from typing import Any

from ..errors import ServerError, ServerRefused, ServerTooSlow, ServerUnreachable, ServerUnusable
from . import resting
from .exchange import Answer
from .settings import Server

_MOST_READ = 4000  # characters of a server's error that are looked at
_PAUSES = {"passing": resting.FIRST, "setting": resting.FIRST_SETTING, "money": resting.FIRST_MONEY, "forever": resting.FOREVER}
_KINDS = {"TimeoutError": ServerTooSlow, "Redirected": ServerUnusable, "TooLarge": ServerUnusable}


@dataclass(frozen=True, slots=True)
class Failure:
    """An error to raise, the first pause after it (seconds), and the pause that the server asked for itself."""

    error: ServerError
    pause: float = resting.FIRST
    asked: float | None = None


@functools.cache
def _troubles() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(resources.files(__package__).joinpath("troubles.toml").read_text(encoding="utf-8"))


def name(server: Server) -> str:
    """A server as errors and logs call it: host and port, and the setting that holds its address."""
    return f"{server.address.shown} ({server.setting('url')})"


def broken(server: Server, error: Exception, stage: str, seconds: float) -> Failure:
    """A call that brought no answer: `error` is what sockets, TLS or HTTP said, `stage` what the call was doing, `seconds` how long it might take."""
    kinds = [kind.__name__ for kind in type(error).__mro__]
    trouble = next(trouble for trouble in _troubles()["broken"] if trouble["kind"] in kinds)
    code = errno.errorcode.get(getattr(error, "errno", None) or 0, type(error).__name__)
    facts = {"stage": stage, "seconds": f"{seconds:.3g}", "code": code}
    kind = _KINDS.get(trouble["kind"], ServerUnreachable)
    return Failure(kind(_sentence(server, trouble, facts)), _PAUSES[trouble["pause"]])


def refused(server: Server, answer: Answer, now: Callable[[], float], status: int | None = None) -> Failure:
    """A call that was answered with an error. `now`: the time of day in seconds since 1970, for a Retry-After that is a date."""
    status = answer.status if status is None else status
    words = answer.body[:_MOST_READ].decode("utf-8", "replace").lower()
    trouble = next(trouble for trouble in _troubles()["refused"] if _fits(trouble, status, words))
    error = ServerRefused(_sentence(server, trouble, {"status": str(status)}), status, trouble["about"])
    return Failure(error, _PAUSES[trouble["pause"]], retry_after(answer, now))


def pause(about: str) -> float:
    """How long a server rests at first after a complaint of this name, in seconds."""
    return next(_PAUSES[trouble["pause"]] for trouble in _troubles()["refused"] if trouble["about"] == about)


def unusable(server: Server, what: str) -> Failure:
    """An answer that cannot be used; `what` is the end of a sentence that begins with the server's name."""
    return Failure(ServerUnusable(f"{name(server)} {what}"))


def unreadable(server: Server, body: bytes) -> Failure:
    """An answer that is no JSON."""
    what = "a web page" if body.lstrip()[:1] == b"<" else "something that is no JSON" if body else "nothing"
    sentence = f"{name(server)} answers with {what}. Check {server.setting('url')}: it must be the address of the server's API (most end in /v1)."
    return Failure(ServerUnusable(sentence), resting.FIRST_SETTING)


def _fits(trouble: dict[str, Any], status: int, words: str) -> bool:
    if "status" in trouble and status not in trouble["status"]:
        return False
    return "words" not in trouble or re.search("|".join(trouble["words"]), words) is not None


def _sentence(server: Server, trouble: dict[str, Any], facts: dict[str, str]) -> str:
    return f"{name(server)} {trouble['say'].format_map(_Names(server, facts))}"


class _Names(dict[str, str]):
    """What stands for the names in braces: the facts of this failure, else the name of the setting."""

    def __init__(self, server: Server, facts: dict[str, str]) -> None:
        super().__init__(facts, no_key="" if server.key else " (none is set)", where=server.setting("url" if server.proxy is None else "proxy"))
        self._server = server

    def __missing__(self, key: str) -> str:
        return self._server.setting(key)


def retry_after(answer: Answer, now: Callable[[], float]) -> float | None:
    """The seconds that a server asks to be left alone; None when it does not say, or says it in no known way."""
    try:
        if answer.retry_after_ms is not None:
            return max(0.0, float(answer.retry_after_ms) / 1000)
        if answer.retry_after is None:
            return None
        if answer.retry_after.strip().replace(".", "", 1).isdigit():
            return float(answer.retry_after)
        return max(0.0, parsedate_to_datetime(answer.retry_after).timestamp() - now())
    except (ValueError, OverflowError):
        return None
