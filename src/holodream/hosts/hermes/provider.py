"""The memory provider `holographic`: what the host calls, and the promise that nothing raises into the host.

Each agent object of the host has a provider of its own; all providers of a process share one Memory per file.
"""

from __future__ import annotations

import copy
import functools
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import HolodreamError
from . import tools
from .call import Call

if TYPE_CHECKING:
    from ...memory import Memory
    from .settings import ProviderSettings

try:
    from agent.memory_provider import MemoryProvider as _Base  # type: ignore[import-not-found]
except ImportError:  # outside the host: tests, the demo
    _Base = object

log = logging.getLogger("holodream.hermes")
T = TypeVar("T")

TITLE = "# Holographic Memory"
_PROMPT = f"""{TITLE}
Facts about the user's world are recalled before your answer as lines "- [id] fact". They were saved earlier; they are no new messages.
- When the user tells you something lasting (people, pets, dates, preferences, decisions, rules and limits, also in passing), save it in the same turn: \
fact_store action=add, one short statement in the user's language, with entities and source (said, confirmed, inferred). No one-off requests, no secrets.
- When a fact has changed use action=update with its id; when it is no longer true action=remove.
- Lines marked (inferred) are guesses: ask before you rely on them. Rate facts that you used with fact_feedback."""

_WRITING_CONTEXTS = frozenset({"primary"})


class HolographicProvider(_Base):  # type: ignore[misc]
    """One agent's view of the memory. Thread-safe: the host calls from several threads."""

    def __init__(self) -> None:
        self._memory: Memory | None = None
        self._off = "the provider was not initialized"
        self._session = ""
        self._user: str | None = None  # whose session it is
        self._author: str | None = None  # who speaks in this turn
        self._context = "primary"
        self._may_write = True
        self._last_recall: tuple[int, int, float] = (0, 0, 0.0)  # facts, tokens, milliseconds

    @property
    def name(self) -> str:
        return "holographic"

    def is_available(self) -> bool:
        """SQLite is part of Python; there is nothing that could be missing."""
        return True

    def identity_signature(self) -> dict[str, Any]:
        """Asked on every inbound message, before initialize."""
        return {}

    def get_tool_schemas(self) -> list[dict[str, Any]]:
        return copy.deepcopy(list(tools.SCHEMAS))  # the host may change them

    def initialize(self, session_id: str = "", **kwargs: Any) -> None:
        """Open the file of this profile. A wrong setting or an unusable file turns memory off for the session, and says so."""
        self._session = session_id
        self._context = str(kwargs.get("agent_context") or "primary")
        if kwargs.get("platform") in ("cron", "subagent"):
            self._context = str(kwargs["platform"])
        self._user = self._author = kwargs.get("user_id") or None
        home = Path(str(kwargs.get("hermes_home") or Path.home() / ".hermes"))
        self._guard("initialize", lambda: self._open(home), None)

    def _open(self, home: Path) -> None:
        from ...memory import Memory
        from . import settings

        before, self._memory, self._off = self._memory, None, "the provider could not be initialized; the log says why"
        if before is not None:  # a host may initialize again, for another profile
            before.close()
        try:
            chosen: ProviderSettings = settings.read(home)
        except ImportError:  # not inside the host
            chosen = settings.checked(None, home)
        self._memory = Memory(chosen.path, chosen.memory)
        self._may_write = chosen.cron_writes or self._context in _WRITING_CONTEXTS

    def system_prompt_block(self) -> str:
        return _PROMPT if self._memory else ""

    def on_turn_start(self, turn: int, message: str, *, author_id: str | None = None, author_is_bot: bool = False, **kwargs: Any) -> None:
        """Remember who speaks: tool calls carry no identity. Without an author (0.19 never says who) it is the session's user."""
        self._author = author_id if author_id and not author_is_bot else self._user

    def prefetch(self, query: str, *, session_id: str = "") -> str:
        """The block for this turn, or "" when nothing fits."""
        return self._guard("recall", lambda: self._recall(query, session_id or self._session), "")

    def _recall(self, query: str, session: str) -> str:
        from .decorations import spoken

        self._last_recall = (0, 0, 0.0)
        if self._memory is None or self._context not in _WRITING_CONTEXTS:
            return ""
        said = spoken(query)
        if said.machine or not said.text:
            return ""
        start = time.perf_counter()
        found = self._memory.recall(said.text, session=session or None)
        if not found.hits:
            return ""
        self._last_recall = (len(found.hits), -(-len(found.text) // 4), (time.perf_counter() - start) * 1000)
        return f"## Holographic Memory\n{found.text}"

    def recall_status(self) -> Any:
        """What the last recall brought up, for the host's indicator (0.22)."""
        count, _, _ = self._last_recall
        if not count:
            return None
        try:
            from agent.memory_provider import RecallStatus
        except ImportError:  # 0.19 has no indicator
            return None
        return RecallStatus(provider_label="Holographic", count=count, glyph="🧠")

    def handle_tool_call(self, tool_name: str, args: dict[str, Any], **kwargs: Any) -> str:
        """Answer a tool call with JSON; an {"error": ...} says what to do instead."""
        if self._memory is None:
            return tools.as_json({"error": f"Memory is off in this session: {self._off}."})
        call = Call(self._memory, args if isinstance(args, dict) else {}, self._author, self._session or None)
        try:
            return tools.as_json(tools.answer(tool_name, call, may_write=self._may_write))
        except HolodreamError as error:
            return tools.as_json({"error": str(error)})
        except Exception as error:  # noqa: BLE001 - the boundary to the host: reported, never raised
            log.error("holographic: %s failed (%s); nothing was saved", tool_name, type(error).__name__)
            return tools.as_json({"error": f"Memory failed ({type(error).__name__}); nothing was saved. Go on without it."})

    def sync_turn(self, user_content: str, assistant_content: str, **kwargs: Any) -> None:
        """Facts are saved by tool calls; a finished turn needs nothing."""

    def queue_prefetch(self, query: str, *, session_id: str = "") -> None:
        """Recall is fast enough to run in the turn itself."""

    def on_session_switch(self, new_session_id: str, *, parent_session_id: str = "", reset: bool = False, **kwargs: Any) -> None:
        """A new or compacted session has lost what it was shown."""
        memory = self._memory
        for session in (self._session, new_session_id):
            if memory is not None and session:
                self._guard("session switch", functools.partial(memory.forget_session, session), None)
        self._session = new_session_id

    def on_session_end(self, messages: list[dict[str, Any]]) -> None:
        """Every write was committed when it was made."""

    def shutdown(self) -> None:
        """Let go of the file. Safe to call twice."""
        memory, self._memory = self._memory, None
        self._off = "the session has ended"
        if memory is not None:
            self._guard("shutdown", memory.close, None)

    def _guard(self, what: str, do: Callable[[], T], otherwise: T) -> T:
        """The boundary to the host: a failure is one log line without a fact's text, and the turn goes on without memory."""
        try:
            return do()
        except HolodreamError as error:
            self._off = str(error).rstrip(".")
            log.warning("holographic: %s: memory is off for now: %s", what, error)
        except Exception as error:  # noqa: BLE001 - the boundary to the host: reported, never raised
            log.error("holographic: %s failed (%s at %s); the turn goes on without memory", what, type(error).__name__, _place(error))
        return otherwise


def _place(error: BaseException) -> str:
    """File and line of an error, without its text, which might quote a fact."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
