"""The memory provider `holographic`: what the host calls, and the promise that nothing raises into the host.

Each agent object of the host has a provider of its own; all providers of a process share one Memory per file.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import logging
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import HolodreamError, StoreBusy
from . import learning, mirroring, outcomes, status, tools
from .budget import TooLate, TurnTime
from .call import Call
from .config_file import home_of
from .identity import Identity
from .places import NobodyKnown, place_of
from .prompt import PROMPT, TITLE
from .status import LastRecall
from .stores import RECALL, TOOLS, OpenStores

if TYPE_CHECKING:
    from ...memory import Memory
    from ...results import Found
    from .identity import Speaker
    from .places import Place
    from .settings import ProviderSettings

try:
    from agent.memory_provider import MemoryProvider as _Base  # type: ignore[import-not-found]
except ImportError:  # outside the host: tests, the demo
    _Base = object

log = logging.getLogger("holodream.hermes")
T = TypeVar("T")

__all__ = ["TITLE", "HolographicProvider"]


class HolographicProvider(_Base):  # type: ignore[misc]
    """One agent's view of the memory. Thread-safe: the host calls from several threads."""

    def __init__(self) -> None:
        self._settings: ProviderSettings | None = None  # None: memory is off
        self._stores: OpenStores | None = None
        self._off = "the provider was not initialized"
        self._home: Path | None = None  # known once the host has initialized it
        self._identity = Identity()
        self._turn = TurnTime(0)
        self._last_recall = LastRecall()
        self._speakers = learning.Speakers()
        self._told: set[str] = set()  # why memory was off for a turn; told once a session

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
        settings = self._settings
        experience = settings.experience if settings else self._guard("tools", outcomes.is_on, False)
        return copy.deepcopy([*tools.SCHEMAS, *([outcomes.SCHEMA] if experience else [])])  # the host may change them

    def initialize(self, session_id: str = "", **kwargs: Any) -> None:
        """Open the file of this profile. A wrong setting or an unusable file turns memory off for the session, and says so."""
        self._identity = Identity.of(session_id, kwargs)
        self.shutdown()  # a host may initialize again, for another profile
        self._off = "the provider could not be initialized; the log says why"
        home = self._home = self._guard("initialize", lambda: home_of(kwargs.get("hermes_home")), None)
        if home is not None:
            self._guard("initialize", lambda: self._begin(home), None)
            self._guard("status", lambda: status.note_start(home, self._off), None)

    def _begin(self, home: Path) -> None:
        try:
            self._open(home)
        except HolodreamError as error:
            self._off = str(error).rstrip(".")
            log.warning("holographic: initialize: memory is off for now: %s", error)

    def _open(self, home: Path) -> None:
        from . import settings

        try:
            chosen: ProviderSettings = settings.read(home)
        except ImportError:  # not inside the host
            chosen = settings.checked(None, home)
        self._turn = TurnTime(chosen.turn_budget)
        stores = OpenStores(chosen.memory)
        try:
            stores.open(place_of(chosen, self._identity.room, self._identity.speaker), chosen.turn_budget)
        except (TooLate, StoreBusy, NobodyKnown) as error:  # it may come back: each turn tries anew
            log.info("holographic: the session starts without memory: %s", error)
        self._settings, self._stores, self._off = chosen, stores, ""

    def system_prompt_block(self) -> str:
        settings = self._settings
        if settings is None:
            return ""
        return PROMPT + (outcomes.PROMPT if settings.experience else "")

    def on_turn_start(self, turn: int, message: str, *, author_id: str | None = None, author_is_bot: bool = False, **kwargs: Any) -> None:
        """Remember who speaks: tool calls carry no identity."""
        self._turn.begin()
        self._identity.begin_turn(author_id, is_bot=author_is_bot, message=message)
        settings = self._settings
        if settings is not None and settings.auto_extract:
            self._guard("turn start", lambda: self._speakers.note(message, self._identity.speaker), None)

    def prefetch(self, query: str, *, session_id: str = "") -> str:
        """The block for this turn, or "" when nothing fits."""
        self._last_recall = LastRecall(why_nothing="recall failed; the log says why")
        block = self._guard("recall", lambda: self._recall(query, session_id or self._identity.session), "")
        home = self._home
        if home is not None and self._identity.is_person:
            self._guard("status", lambda: status.note_recall(home, self._last_recall), None)
        return block

    def _recall(self, query: str, session: str) -> str:
        from .decorations import spoken

        if self._settings is None or self._stores is None or not self._identity.is_person:
            self._last_recall = LastRecall(why_nothing=self._off or "jobs recall nothing")
            return ""
        said = spoken(query)
        if said.machine or not said.text:
            self._last_recall = LastRecall(why_nothing="no person says anything in this message")
            return ""
        start = time.perf_counter()
        try:
            memory, found = self._within_turn(RECALL, lambda memory: (memory, memory.recall(said.text, session=session or None)), late=_not_shown(session))
        except NobodyKnown as error:
            self._last_recall = LastRecall(why_nothing=str(error))
            return ""
        except TooLate as error:  # told in the log when it began
            self._last_recall = LastRecall(milliseconds=round((time.perf_counter() - start) * 1000), why_nothing=str(error))
            return ""
        self._last_recall = LastRecall.of(found, time.perf_counter() - start)
        if found.hits and self._settings.experience:
            outcomes.note_block(memory, found, session or None)
            self._write_deliveries(self._stores, self._settings)
        return f"## Holographic Memory\n{found.text}" if found.hits else ""

    def recall_status(self) -> Any:
        """What the last recall brought up, for the host's indicator (0.22)."""
        return self._last_recall.indicator()

    def handle_tool_call(self, tool_name: str, args: dict[str, Any], **kwargs: Any) -> str:
        """Answer a tool call with JSON; an {"error": ...} says what to do instead."""
        settings = self._settings
        if settings is None:
            return tools.as_json({"error": f"Memory is off in this session: {self._off}."})
        who, given = self._identity, args if isinstance(args, dict) else {}
        speaker, nobody = who.speaker, who.nobody
        may_write = settings.cron_writes or who.is_person

        def answer(memory: Memory) -> dict[str, Any]:
            call = Call(memory, given, speaker.person, who.session or None, settings.experience and may_write, nobody)
            return tools.answer(tool_name, call, may_write=may_write)

        try:
            answered = self._within_turn(TOOLS, answer)
            if settings.experience and may_write and given.get("action") == "search" and (stores := self._stores) is not None:
                self._write_deliveries(stores, settings)
            return tools.as_json(answered)
        except TooLate as error:
            return tools.as_json({"error": _too_late(error)})
        except HolodreamError as error:
            return tools.as_json({"error": str(error)})
        except Exception as error:  # noqa: BLE001 - the boundary to the host: reported, never raised
            log.error("holographic: %s failed (%s); nothing was saved", tool_name, type(error).__name__)
            return tools.as_json({"error": f"Memory failed ({type(error).__name__}); nothing was saved. Go on without it."})

    def _within_turn(self, kind: str, do: Callable[[Memory], T], late: Callable[[Memory, T], None] | None = None) -> T:
        """Work on this turn's store, as long as the turn may wait."""
        settings, stores = self._settings, self._stores
        if settings is None or stores is None:
            raise HolodreamError(f"Memory is off: {self._off}.")
        left = self._turn.left if self._identity.is_person else settings.turn_budget  # nobody waits for a job
        if left <= 0:
            raise TooLate(f"the time for memory in this turn is used up (turn_budget: {settings.turn_budget:g} s)", began=False)
        place = self._place(settings)
        seconds = min(left, settings.recall_budget) if kind == RECALL else left
        start = time.monotonic()
        try:
            return stores.use(place, kind, do, seconds, late)
        finally:
            self._turn.use(time.monotonic() - start)

    def _write_deliveries(self, stores: OpenStores, settings: ProviderSettings) -> None:
        """Put on file what the agent was given, when nobody waits for it: old reports may have to be erased with it."""
        self._guard("outcomes", lambda: stores.later(self._place(settings), lambda memory: memory.write_deliveries()), None)

    def _place(self, settings: ProviderSettings, speaker: Speaker | None = None) -> Place:
        """Where this turn's facts lie; NobodyKnown, and one line in the log, when the scope needs somebody who is not known."""
        try:
            return place_of(settings, self._identity.room, speaker or self._identity.speaker)
        except NobodyKnown as error:
            if str(error) not in self._told:
                self._told.add(str(error))
                log.warning("holographic: %s", error)
            raise

    def sync_turn(self, user_content: str, assistant_content: str, **kwargs: Any) -> None:
        """Facts are saved by tool calls; a finished turn needs nothing."""

    def queue_prefetch(self, query: str, *, session_id: str = "") -> None:
        """Recall is fast enough to run in the turn itself."""

    def on_session_switch(self, new_session_id: str, *, parent_session_id: str = "", reset: bool = False, **kwargs: Any) -> None:
        """A new or compacted session has lost what it was shown."""
        stores = self._stores
        for memory in stores.opened() if stores else ():
            for session in filter(None, (self._identity.session, new_session_id)):
                self._guard("session switch", functools.partial(memory.forget_session, session), None)
        self._identity.session = new_session_id

    def on_session_end(self, messages: list[dict[str, Any]]) -> None:
        """Save what people stated about themselves and decided; every other write was committed when it was made."""
        settings = self._settings
        if settings is not None and settings.auto_extract:
            self._guard("looking for facts", lambda: self._learn(messages, settings, settings.turn_budget), None)

    def on_pre_compress(self, messages: list[dict[str, Any]]) -> str:
        """The same before the host sums a session up, in what is left of the turn; the summary needs nothing from here."""
        settings, start = self._settings, time.monotonic()
        if settings is not None and settings.auto_extract:
            self._guard("looking for facts", lambda: self._learn(messages, settings, self._turn.left), None)
            self._turn.use(time.monotonic() - start)
        return ""

    def _learn(self, messages: object, settings: ProviderSettings, seconds: float) -> None:
        stores, who = self._stores, self._identity
        if stores is None or not who.is_person or not isinstance(messages, list):
            return
        end, session = time.monotonic() + seconds, who.session or None
        categories = learning.OF_ALL if settings.scope != "user" and who.room.is_group else None
        for place, said in learning.by_place(messages, self._speakers, who, functools.partial(self._place, settings)).items():
            left = end - time.monotonic()
            if left <= 0:
                log.warning("holographic: no time was left to look for facts in what was said in the session")
                return
            learn = functools.partial(learning.learn, messages=said, session=session, seconds=left / 2, categories=categories)
            self._guard("looking for facts", functools.partial(stores.use, place, TOOLS, learn, left), 0)

    def on_memory_write(self, action: str, target: str, content: str, metadata: Mapping[str, Any] | None = None) -> None:
        """Follow a write of the built-in memory tool."""
        self._guard("mirroring", lambda: self._mirror(mirroring.MemoryWrite.of(action, target, content, metadata)), None)

    def _mirror(self, write: mirroring.MemoryWrite | None) -> None:
        settings = self._settings
        if write is None or settings is None or not settings.mirror_memory_writes:
            return
        if settings.cron_writes or (self._identity.is_person and not write.by_job):
            with contextlib.suppress(NobodyKnown):  # told in the log
                self._within_turn(TOOLS, lambda memory: mirroring.mirror(memory, write))

    def shutdown(self) -> None:
        """Let go of the files. Safe to call twice."""
        stores, self._stores, self._settings = self._stores, None, None
        self._off = "the session has ended"
        if stores is not None:
            self._guard("shutdown", stores.close, None)

    def get_config_schema(self) -> list[dict[str, Any]]:
        """Every setting, for the host's set-up and its panel."""
        from . import setup

        return self._guard("settings", setup.schema, [])

    def save_config(self, values: dict[str, Any], hermes_home: str) -> None:
        """Save what a person chose there. ConfigError, which the host shows, when a value is wrong; then nothing is written."""
        from . import setup

        setup.save(Path(hermes_home), values)

    def post_setup(self, hermes_home: str, config: Any = None) -> None:
        """The dialogue of `hermes memory setup`, in place of the host's, which rewrites a configuration that it cannot read (0.19)."""
        from . import setup

        setup.dialogue(Path(hermes_home), setup.own_name())

    def get_status_config(self, provider_config: Any = None) -> dict[str, Any]:
        """What `hermes memory status` shows of us; asked of a provider that was not initialized."""
        return self._guard("status", lambda: status.overview(home_of(None)), {})

    def _guard(self, what: str, do: Callable[[], T], otherwise: T) -> T:
        """The boundary to the host: a failure is one log line without a fact's text, and the turn goes on without memory."""
        try:
            return do()
        except HolodreamError as error:
            log.warning("holographic: %s did not work: %s; the turn goes on without memory", what, str(error).rstrip("."))
        except Exception as error:  # noqa: BLE001 - the boundary to the host: reported, never raised
            log.error("holographic: %s failed (%s at %s); the turn goes on without memory", what, type(error).__name__, _where(error))
        return otherwise


def _not_shown(session: str) -> Callable[[Memory, tuple[Memory, Found]], None]:
    """What to do with a recall that came too late: its facts were not shown, so they may come up in the next turn."""
    return lambda memory, _found: memory.forget_session(session) if session else None


def _too_late(error: TooLate) -> str:
    done = "Whether it was done is not known: look before you do it again." if error.began else "Nothing was done."
    return f"Memory: {error}. {done} Go on without it."


def _where(error: BaseException) -> str:
    """File and line of an error, without its text, which might quote a fact."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
