"""The memory: facts saved, looked up, rated and changed. What every host uses."""

from __future__ import annotations

import builtins
import logging
import os
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal

from . import arguments
from .actions.forgetting import Forgetting
from .actions.learning import Learning
from .actions.merging import Merging
from .actions.moving import Moving
from .actions.naming import NamesOfFacts
from .actions.outcomes import Outcomes
from .actions.writing import Writing
from .config import Config
from .errors import ConfigError, FactNotFound
from .paths import default_store
from .recall import block, pipeline
from .recall.duplicates import copies_among, own_words
from .recall.evidence import Evidence
from .recall.gate import threshold
from .recall.indexing import index_terms
from .recall.shown import shown_facts
from .recall.trace import Trace
from .recall.why import explain
from .results import Embedded, Explanation, Found, Hit, Similar
from .scope import Scope, make_room
from .screen import screen
from .store import EndedFact, Fact, History, Progress, Store, Wanted, release, shared_store
from .store.groupview import GroupView
from .store.ownership import claim

if TYPE_CHECKING:
    from .meaning.door import Door, Wishes
    from .recall.joining import Near
    from .servers.settings import EmbeddingServer, RerankServer

log = logging.getLogger("holodream.memory")

_SPARE = 3  # facts screened beyond the limit, in case a line does not fit
_MOST_SIMILAR = 3  # near copies named in the answer to a save
_MOST_REMEMBERED = 10_000  # verdicts of the screen
_SIMILAR = 0.7  # share of terms that two facts have in common to be called near copies


class Memory(Writing, Merging, Forgetting, Moving, NamesOfFacts, Outcomes, Learning):
    """A store of facts with recall. Thread-safe; a context manager. Open it with `holodream.open`.

    What writes comes from the modules of `actions`; what looks facts up is here.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        config: Config | None = None,
        *,
        store: Store | None = None,
        progress: Progress | None = None,
        scope: Scope | None = None,
        in_group: bool | None = None,
        for_groups: bool = False,
        embeddings: str | EmbeddingServer | None = None,
        rerank: RerankServer | None = None,
    ) -> None:
        """`in_group`: what is saved counts as told in a group; `for_groups`: only such facts can be seen, and so it does unless `in_group` says otherwise."""
        self.config = config or Config()
        wishes = self._wishes(embeddings, rerank)  # a wrong one is an error before a file is made
        file = arguments.path(path)
        if store is None and file is None:
            default_store().parent.mkdir(parents=True, exist_ok=True)
        self.store = store or _opened(file or default_store(), progress, scope or Scope(), for_groups)
        self.in_group, self.for_groups = for_groups if in_group is None else in_group, for_groups
        self._shown = shown_facts(self.store.path)
        self._passing: dict[tuple[int, int, int], bool] = {}  # what the screen said of versions
        self._closed = False
        self._door = self._opened_door(wishes)

    # --- looking up ---

    def search(self, query: str, *, limit: int = 10, category: str | None = None, min_trust: float | None = None) -> Found:
        """What an agent or a person asks for: the best matches, without the gate."""
        trace = Trace()
        limit, least = arguments.limit(limit), _share(min_trust or 0.0)
        wanted = Wanted(None if category is None else arguments.category(category), least)
        text = _message(query)
        near = self._near(text, limit, trace, wanted)
        evidence = pipeline.weighed(self.store, text, trace, self._ranking(), limit=limit, wanted=wanted, near=near, gated=False)
        return self._found(self._clean(self._reranked(text, evidence, trace), limit, trace), limit, 0, trace, copies=True, gate=0.0)

    def recall(self, message: str, *, limit: int | None = None, max_tokens: int | None = None, session: str | None = None) -> Found:
        """The few facts that matter before a turn; often none. With `session`, what was just shown is not shown again."""
        trace = Trace()
        limit = self.config.recall_limit if limit is None else arguments.limit(limit)
        max_tokens = self.config.prefetch_max_tokens if max_tokens is None else arguments.whole(max_tokens, "max_tokens", 0, arguments.MAX_TOKENS)
        session = arguments.person(session, "session")
        text = _message(message)
        near = self._near(text, limit, trace, self._trusted())
        evidence = pipeline.weighed(self.store, text, trace, self._ranking(), limit=limit, wanted=self._trusted(), near=near)
        through = self._reranked(text, pipeline.passed(evidence, self.config.recall_strictness, trace, near), trace)
        if session is not None:
            through = self._shown.unseen(session, through, self.config.repeat_after_turns, trace)
        through = self._presentable(through, limit, trace)
        found = self._found(through, limit, max_tokens, trace)
        if session is not None:
            given = set(trace.shown)
            self._shown.note(session, [item for item in through if item.posting.fact.fact_id in given])
        log.debug("recall: %s; shown %s", "; ".join(trace.steps), [(hit.fact_id, round(hit.score, 2)) for hit in found.hits])
        return found

    def why(self, fact_id: int, message: str) -> Explanation:
        """Why a fact comes up for a message, or does not."""
        trace = Trace()
        fact = self.get(fact_id)
        limit = self.config.recall_limit
        text = _message(message)
        near = self._near(text, limit, trace, self._trusted())
        evidence = pipeline.weighed(self.store, text, trace, self._ranking(), limit=limit, include=fact_id, wanted=self._trusted(), near=near)
        through = self._presentable(self._reranked(text, pipeline.passed(evidence, self.config.recall_strictness, trace, near), trace), limit, trace)
        shown = [hit.fact_id for hit in self._found(through, limit, self.config.prefetch_max_tokens, trace).hits]
        rank = next((place for place, item in enumerate(evidence, 1) if item.posting.fact.fact_id == fact_id), None)
        least = pipeline.least_score(self.config.recall_strictness, near)
        return explain(fact_id, trace, shown, rank, least, "" if fact_id in shown else self._kept_out(fact))

    def list(self, *, category: str | None = None, min_trust: float = 0.0, limit: int = 50, before: int | None = None) -> builtins.list[Fact]:
        """Facts that are true now, newest first."""
        wanted = None if category is None else arguments.category(category)
        start = None if before is None else arguments.fact_id(before)
        return self.store.listed(category=wanted, min_trust=_share(min_trust), limit=arguments.limit(limit), before=start)

    def ended(self, *, category: str | None = None, limit: int = 50, before: int | None = None) -> builtins.list[EndedFact]:
        """Facts that have ended, the newest ids first, each with the version that `revert` brings back."""
        wanted = None if category is None else arguments.category(category)
        return self.store.ended(category=wanted, limit=arguments.limit(limit), before=None if before is None else arguments.fact_id(before))

    def written_by(self, by: str) -> builtins.list[Fact]:
        """The facts that are true now and whose text somebody wrote, the oldest first. `by` is the id that was given with it."""
        return self.store.written_by(arguments.person(by) or "")

    def get(self, fact_id: int) -> Fact:
        """A fact as it stands; FactNotFound when there is none."""
        return self.store.get(arguments.fact_id(fact_id))

    def history(self, fact_id: int) -> History:
        """Every text a fact has had, the first one first, with what else happened to it and to its copies. A sequence of versions."""
        return self.store.history(arguments.fact_id(fact_id))

    def forget_session(self, session: str) -> None:
        """A session has lost its context (reset, compaction): what it was shown may be shown again."""
        self._shown.forget_session(arguments.person(session, "session") or "")

    def settle(self, timeout: float | None = None) -> bool:
        """Wait for background work: the bytes of forgotten facts, and the vectors of facts when meaning is on.

        True when none is left; False while a reader holds the bytes up, or the model of vectors gives none.
        """
        settled = self._door is None or self._door.settle(timeout)
        return self.store.erased(timeout) and settled

    def embed(self, *, again: bool = False, drop_others: bool = False, progress: Progress | None = None) -> Embedded:
        """Make the vectors that are missing, now and here. `again`: all of this model; `drop_others`: those of other models go.

        `progress` is told the facts done and in all. ServerUnusable with the reason when the model gives none; what was made is kept.
        """
        if self._door is None or self._door.meaning is None:
            raise ConfigError("embeddings: is off, so there is no model. Set it to local or server.")
        from .meaning.embedding import embed

        return embed(self._door.meaning, again=again, drop_others=drop_others, progress=progress)

    def close(self) -> None:
        """Let go of the file. Safe to call twice."""
        if not self._closed:
            self._closed = True
            if self._door is not None:
                self._door.close()
            release(self.store)

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # --- parts ---

    def _wishes(self, embeddings: str | EmbeddingServer | None, rerank: RerankServer | None) -> Wishes | None:
        """What is asked beyond words; nothing of it is loaded when it is off."""
        if embeddings in (None, "off") and rerank is None and (embeddings or self.config.embeddings) == "off" and self.config.rerank == "off":
            return None
        from .meaning.door import wishes

        return wishes(self.config, embeddings, rerank)

    def _opened_door(self, wishes: Wishes | None) -> Door | None:
        if wishes is None:
            return None
        from .meaning.door import Door

        try:
            whole = self.store._whole if isinstance(self.store, GroupView) else self.store
            return Door(whole, self.store, self.config, *wishes)
        except BaseException:
            release(self.store)
            raise

    def _near(self, message: str, limit: int, trace: Trace, wanted: Wanted) -> Near | None:
        """The wanted facts that are near by meaning, when that is on."""
        return None if self._door is None else self._door.near(message, limit, trace, wanted)

    def _reranked(self, message: str, evidence: builtins.list[Evidence], trace: Trace) -> builtins.list[Evidence]:
        return evidence if self._door is None else self._door.reranked(message, evidence, trace)

    def _presentable(self, evidence: Sequence[Evidence], limit: int, trace: Trace) -> builtins.list[Evidence]:
        """The first facts that are trusted enough and that the screen still lets through."""
        trusted = [item for item in evidence if item.posting.fact.trust >= self.config.min_trust_threshold]
        if len(trusted) < len(evidence):
            trace.note(f"{len(evidence) - len(trusted)} too little trusted")
        return self._clean(trusted, limit, trace)

    def _clean(self, evidence: Sequence[Evidence], limit: int, trace: Trace) -> builtins.list[Evidence]:
        """The first facts that the screen still lets through (rules grow, and other programs write too).

        Some more than `limit`, as a line may not fit; the rest is not screened, it will not be shown.
        """
        clean: builtins.list[Evidence] = []
        held_back = 0
        for item in evidence:
            if len(clean) == limit + _SPARE:
                break
            if self._passes_screen(item.posting.fact):
                clean.append(item)
            else:
                held_back += 1
        if held_back:
            trace.note(f"{held_back} held back by the screen")
        return clean

    def _passes_screen(self, fact: Fact) -> bool:
        """Whether the screen lets a fact's text through; looked at once for a version while the program runs, as its rules don't change."""
        key = (fact.fact_id, fact.version, hash(fact.content))
        passes = self._passing.get(key)
        if passes is None:
            if len(self._passing) >= _MOST_REMEMBERED:
                self._passing.clear()
            passes = self._passing[key] = screen(fact.content).kind == "ok"
        return passes

    def _kept_out(self, fact: Fact) -> str:
        """Why a fact is not recalled however well it fits; "" when nothing but the message decides."""
        if fact.trust < self.config.min_trust_threshold:
            return f"its trust is {fact.trust:.2f}, needed {self.config.min_trust_threshold:.2f} (setting min_trust_threshold)"
        verdict = screen(fact.content)
        return "" if verdict.kind == "ok" else f"the screen holds it back ({verdict.rule.replace('_', ' ')})"

    def _near_copies(self, fact: Fact) -> tuple[Similar, ...]:
        own = own_words(fact.content)
        with self.store.searching() as index:
            likely = index.likely_copies(fact.fact_id, own, _SIMILAR)
            near = {posting.fact_id: posting for posting in index.postings([fact.fact_id, *likely])} if likely else {}
        itself = near.pop(fact.fact_id, None)
        twins = copies_among(itself, list(near.values()), _SIMILAR) if itself else []
        return tuple(Similar(twin.fact_id, twin.content) for twin in twins[:_MOST_SIMILAR])

    def _shown_date(self, fact: Fact) -> datetime | None:
        """The date that a fact carries in the block; None for one that has gone meanwhile."""
        try:
            return block.date_of(*self.store.standing(fact), datetime.now(timezone.utc))
        except FactNotFound:
            return None

    def _trusted(self) -> Wanted:
        """Which facts may come up unasked."""
        return Wanted(min_trust=self.config.min_trust_threshold)

    def _ranking(self) -> pipeline.Ranking:
        return pipeline.Ranking(self.config.temporal_decay_half_life, lambda: datetime.now(timezone.utc))

    def _found(self, evidence: Sequence[Evidence], limit: int, max_tokens: int, trace: Trace, *, copies: bool = False, gate: float | None = None) -> Found:
        """`gate`: the score from which words alone bring a fact up here; None: that of the setting."""
        by_id = {item.posting.fact.fact_id: item for item in evidence}
        facts, show_source = [item.posting.fact for item in evidence], self.config.recall_source == "on"
        chosen = block.fitting(facts, limit=limit, max_tokens=max_tokens, show_source=show_source, copies=copies, since=self._shown_date)
        least = threshold(self.config.recall_strictness) if gate is None else gate
        hits = tuple(_hit(fact, by_id[fact.fact_id], least) for fact, _ in chosen)
        trace.shown = [hit.fact_id for hit in hits]
        return Found(hits, "\n".join(text for _, text in chosen), trace)


def _opened(path: Path, progress: Progress | None, scope: Scope, for_groups: bool) -> Store:
    """The store of a scope, or what groups may see of it; StoreError when its file belongs to another one."""
    file = scope.file(path)
    if scope.note:
        make_room(file)
    store = shared_store(file, index_terms, progress=progress)
    try:
        if scope.note:
            claim(store, scope.note)
        return GroupView(store) if for_groups else store
    except BaseException:
        release(store)
        raise


def _hit(fact: Fact, found: Evidence, gate: float) -> Hit:
    how: Literal["words", "meaning"] = "meaning" if found.reasons.by_meaning(gate) else "words"
    return Hit(fact.fact_id, fact.version, fact.content, round(found.score, 4), fact.trust, fact.source, how, fact.category, fact.keywords, fact.written_at)


def _message(value: str) -> str:
    return arguments.message(value, pipeline.MAX_MESSAGE)


def _share(value: float) -> float:
    return arguments.number(value, "min_trust", 0, 1)


__all__ = ["FactNotFound", "Memory"]
