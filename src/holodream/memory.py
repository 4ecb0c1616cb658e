"""The memory: facts saved, looked up, rated and changed. What every host uses."""

from __future__ import annotations

import builtins
import logging
import re
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from types import TracebackType
from typing import Literal

from .config import Config
from .errors import FactNotFound, InvalidArgument
from .paths import default_store
from .recall import block, pipeline
from .recall.evidence import Evidence
from .recall.gate import threshold
from .recall.indexing import index_terms, word_terms
from .recall.shown import shown_facts
from .recall.trace import Trace
from .recall.why import explain
from .results import Added, Changed, Explanation, Found, Hit, Rated, Similar
from .screen import Verdict, screen
from .store import SOURCES, Draft, Fact, Source, Store, Version, release, shared_store

log = logging.getLogger("holodream.memory")

MAX_FACT = 4000  # characters; a fact is a short statement
MAX_KEYWORDS, MAX_KEYWORD = 12, 40
MAX_NAMES, MAX_NAME = 30, 100
_SOURCE_TRUST = {"said": 0.1, "confirmed": 0.1, "inferred": -0.1, None: 0.0}
_HELPFUL, _UNHELPFUL = 0.05, -0.10
_SIMILAR = 0.7  # share of terms that two facts have in common to be called near copies
_NOT_TEXT = re.compile("[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f\ud800-\udfff]")


class Memory:
    """A store of facts with recall. Thread-safe; a context manager. Open it with `holodream.open`."""

    def __init__(self, path: Path | None = None, config: Config | None = None, *, store: Store | None = None) -> None:
        self.config = config or Config()
        if store is None and path is None:
            default_store().parent.mkdir(parents=True, exist_ok=True)
        self.store = store or shared_store(path or default_store(), index_terms)
        self._shown = shown_facts(self.store.path)
        self._closed = False

    # --- saving ---

    def add(
        self,
        content: str,
        *,
        entities: Sequence[str] | None = None,
        keywords: Sequence[str] | None = None,
        category: str = "general",
        source: Source | None = None,
        by: str | None = None,
        session: str | None = None,
        expect: None = None,
    ) -> Added:
        """Save a fact. Refused (a result, not an error) when the text holds a secret or a command to the agent."""
        text = _checked_text(content)
        refusal = _refusal(text, *(entities or ()), *(keywords or ()))
        if refusal:
            return Added(None, None, "refused", refusal)
        kept, dropped = _keywords(keywords or ())
        draft = self._draft(text, kept, _names(entities or ()), _checked_category(category), _checked_source(source), by, session, "added")
        fact, new = self.store.add(draft)
        if not new:
            return Added(fact.fact_id, fact.version, "exists", "This text is already saved.", fact.keywords, dropped, tuple(k for k in kept if k not in fact.keywords))
        return Added(fact.fact_id, fact.version, "added", "", kept, dropped, (), self._near_copies(fact, draft.terms))

    def change(
        self,
        fact_id: int,
        content: str,
        *,
        entities: Sequence[str] | None = None,
        keywords: Sequence[str] | None = None,
        category: str | None = None,
        source: Source | None = None,
        by: str | None = None,
        session: str | None = None,
        reason: str = "changed",
    ) -> Changed:
        """Give a fact a new text because the world changed; trust and ratings start afresh."""
        text = _checked_text(content)
        refusal = _refusal(text, *(entities or ()), *(keywords or ()))
        if refusal:
            return Changed(fact_id, None, "refused", refusal)
        old = self.store.get(fact_id)
        if text == old.content:
            return Changed(fact_id, old.version, "unchanged", "The fact already has this text.", old.keywords)
        other = self.store.find_text(text)
        if other is not None:
            return Changed(fact_id, old.version, "refused", f"Fact {other} already says this. End or remove fact {fact_id} instead.", old.keywords)
        kept, dropped = _keywords(keywords) if keywords is not None else (old.keywords, ())
        names = _names(entities) if entities is not None else _names_still_mentioned(old, text)
        draft = self._draft(text, kept, names, category or old.category, _checked_source(source), by, session, reason)
        fact = self.store.rewrite(fact_id, draft)
        return Changed(fact_id, fact.version, "changed", "", kept, dropped)

    def describe(self, fact_id: int, *, category: str | None = None, keywords: Sequence[str] | None = None) -> Changed:
        """Change category or keywords; text, trust and age stay."""
        kept, dropped = _keywords(keywords) if keywords is not None else (None, ())
        refusal = _refusal(*(keywords or ()))
        if refusal:
            return Changed(fact_id, None, "refused", refusal)
        fact = self.store.describe(fact_id, category=None if category is None else _checked_category(category), keywords=kept)
        return Changed(fact_id, fact.version, "changed", "", fact.keywords, dropped)

    def end(self, fact_id: int) -> Changed:
        """The fact is no longer true: it leaves search and recall, its history stays."""
        version = self.store.get(fact_id).version
        self.store.end(fact_id)
        return Changed(fact_id, version, "ended")

    def feedback(self, fact_id: int, rating: Literal["helpful", "unhelpful"]) -> Rated:
        """Move a fact's trust by what came of it. Never touches its age."""
        if rating not in ("helpful", "unhelpful"):
            raise InvalidArgument(f"Feedback is 'helpful' or 'unhelpful', not {rating!r}.")
        before, fact = self.store.rate(fact_id, _HELPFUL if rating == "helpful" else _UNHELPFUL, helpful=rating == "helpful")
        return Rated(fact_id, before, fact.trust, fact.helpful)

    def adjust_trust(self, fact_id: int, step: float) -> Rated:
        """Move a fact's trust by a number, within 0..1 (kept for callers of the older provider)."""
        before, fact = self.store.rate(fact_id, step)
        return Rated(fact_id, before, fact.trust, fact.helpful)

    # --- looking up ---

    def search(self, query: str, *, limit: int = 10, category: str | None = None, min_trust: float | None = None) -> Found:
        """What an agent or a person asks for: the best matches, without the gate."""
        trace = Trace()
        evidence = pipeline.weighed(self.store, _searchable(query), trace, self._ranking())
        fitting = [item for item in evidence if _wanted(item.posting.fact, category, min_trust or 0.0)]
        return self._found(fitting, limit, 0, trace)

    def recall(self, message: str, *, limit: int | None = None, max_tokens: int | None = None, session: str | None = None) -> Found:
        """The few facts that matter before a turn; often none. With `session`, what was just shown is not shown again."""
        trace = Trace()
        evidence = pipeline.weighed(self.store, _searchable(message), trace, self._ranking())
        through = pipeline.passed(evidence, self.config.recall_strictness, trace)
        through = self._presentable(through, trace)
        if session is not None:
            through = self._shown.unseen(session, through, self.config.repeat_after_turns, trace)
        found = self._found(through, limit or self.config.recall_limit, self.config.prefetch_max_tokens if max_tokens is None else max_tokens, trace)
        if session is not None:
            given = set(trace.shown)
            self._shown.note(session, [item for item in through if item.posting.fact.fact_id in given])
        log.debug("recall: %s; shown %s", "; ".join(trace.steps), [(hit.fact_id, round(hit.score, 2)) for hit in found.hits])
        return found

    def why(self, fact_id: int, message: str) -> Explanation:
        """Why a fact comes up for a message, or does not."""
        trace = Trace()
        self.store.get(fact_id)
        evidence = pipeline.weighed(self.store, _searchable(message), trace, self._ranking(), include=fact_id)
        shown = [item.posting.fact.fact_id for item in pipeline.passed(evidence, self.config.recall_strictness, trace)][: self.config.recall_limit]
        rank = next((place for place, item in enumerate(evidence, 1) if item.posting.fact.fact_id == fact_id), None)
        return explain(fact_id, trace, shown, rank, threshold(self.config.recall_strictness))

    def list(self, *, category: str | None = None, min_trust: float = 0.0, limit: int = 50, before: int | None = None) -> builtins.list[Fact]:
        """Facts that are true now, newest first."""
        return self.store.listed(category=category, min_trust=min_trust, limit=limit, before=before)

    def get(self, fact_id: int) -> Fact:
        """A fact as it stands; FactNotFound when there is none."""
        return self.store.get(fact_id)

    def history(self, fact_id: int) -> builtins.list[Version]:
        """Every text a fact has had."""
        return self.store.history(fact_id)

    def probe(self, name: str, *, limit: int = 50) -> builtins.list[Fact]:
        """All facts about a name."""
        return self.store.facts_about(name, limit)

    def forget_session(self, session: str) -> None:
        """A session has lost its context (reset, compaction): what it was shown may be shown again."""
        self._shown.forget_session(session)

    def settle(self, timeout: float | None = None) -> bool:
        """Wait for background work; there is none without embeddings."""
        return True

    def close(self) -> None:
        """Let go of the file. Safe to call twice."""
        if not self._closed:
            self._closed = True
            release(self.store)

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # --- parts ---

    def _presentable(self, evidence: Sequence[Evidence], trace: Trace) -> builtins.list[Evidence]:
        """Facts that are trusted enough, and that the screen still lets through (rules grow, and other programs write too)."""
        trusted = [item for item in evidence if item.posting.fact.trust >= self.config.min_trust_threshold]
        clean = [item for item in trusted if screen(item.posting.fact.content).kind == "ok"]
        if len(clean) < len(evidence):
            trace.note(f"{len(evidence) - len(trusted)} too little trusted, {len(trusted) - len(clean)} held back by the screen")
        return clean

    def _draft(
        self, text: str, keywords: tuple[str, ...], names: tuple[str, ...], category: str, source: Source | None, by: str | None, session: str | None, reason: str
    ) -> Draft:
        trust = min(1.0, max(0.0, round(self.config.default_trust + _SOURCE_TRUST[source], 4)))
        return Draft(text, index_terms(text, names, keywords), category, keywords, names, source, trust, by, session, reason)

    def _near_copies(self, fact: Fact, terms: Sequence[str]) -> tuple[Similar, ...]:
        trace = Trace()
        own = word_terms(terms)
        near = []
        for item in pipeline.weighed(self.store, fact.content, trace, self._ranking())[:6]:
            other = item.posting
            if other.fact.fact_id != fact.fact_id and len(own & word_terms(other.terms)) >= _SIMILAR * len(own | word_terms(other.terms)):
                near.append(Similar(other.fact.fact_id, other.fact.content))
        return tuple(near)

    def _ranking(self) -> pipeline.Ranking:
        return pipeline.Ranking(self.config.temporal_decay_half_life, lambda: datetime.now(timezone.utc))

    def _found(self, evidence: Sequence[Evidence], limit: int, max_tokens: int, trace: Trace) -> Found:
        by_id = {item.posting.fact.fact_id: item for item in evidence}
        chosen = block.fitting([item.posting.fact for item in evidence], limit=limit, max_tokens=max_tokens, show_source=self.config.recall_source == "on")
        hits = tuple(_hit(fact, by_id[fact.fact_id].score) for fact, _ in chosen)
        trace.shown = [hit.fact_id for hit in hits]
        return Found(hits, "\n".join(text for _, text in chosen), trace)


def _hit(fact: Fact, score: float) -> Hit:
    return Hit(fact.fact_id, fact.version, fact.content, round(score, 4), fact.trust, fact.source, "words", fact.category, fact.keywords, fact.written_at)


def _wanted(fact: Fact, category: str | None, min_trust: float) -> bool:
    return (category is None or fact.category == category) and fact.trust >= min_trust


def _checked_text(content: str) -> str:
    if not isinstance(content, str):
        raise InvalidArgument(f"A fact is a text, not {type(content).__name__}.")
    if len(content) > MAX_FACT:
        raise InvalidArgument(f"This text has {len(content)} characters; a fact has at most {MAX_FACT}. Save the one or two statements that matter.")
    if _NOT_TEXT.search(content):
        raise InvalidArgument("This text holds characters that are not text (control characters or broken Unicode). Save it as plain text.")
    text = content.strip()
    if not text:
        raise InvalidArgument("The text of the fact is empty. Give one short statement.")
    return text


def _searchable(message: str) -> str:
    if not isinstance(message, str):
        raise InvalidArgument(f"A message is a text, not {type(message).__name__}.")
    return message[: pipeline.MAX_MESSAGE]


def _checked_source(source: Source | None) -> Source | None:
    if source is not None and source not in SOURCES:
        raise InvalidArgument(f"source is one of {', '.join(SOURCES)}, or left out; not {source!r}.")
    return source


def _checked_category(category: str) -> str:
    if not isinstance(category, str) or not category.strip() or len(category) > 60 or _NOT_TEXT.search(category):
        raise InvalidArgument("category is a short word such as user_pref, project, tool or general.")
    return category.strip()


def _refusal(*texts: str) -> str:
    """Why a save is refused and what to do instead; "" when nothing speaks against it."""
    for text in texts:
        verdict: Verdict = screen(text)
        if verdict.kind != "ok":
            return verdict.advice
    return ""


def _keywords(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keywords that are kept, and why others were dropped (never their text)."""
    if isinstance(words, str):
        words = words.split(",")
    kept: list[str] = []
    dropped: list[str] = []
    for word in words:
        clean = " ".join(str(word).split()).replace(",", " ").strip()
        if not clean or clean in kept:
            dropped.append("empty" if not clean else "repeated")
        elif _NOT_TEXT.search(clean):
            dropped.append("not plain text")
        elif len(clean) > MAX_KEYWORD:
            dropped.append(f"longer than {MAX_KEYWORD} characters")
        elif len(kept) == MAX_KEYWORDS:
            dropped.append(f"more than {MAX_KEYWORDS}")
        else:
            kept.append(clean)
    return tuple(kept), tuple(dropped)


def _names(entities: Sequence[str]) -> tuple[str, ...]:
    if isinstance(entities, str):
        entities = [entities]
    names = tuple(dict.fromkeys(name for name in (" ".join(str(entity).split()) for entity in entities) if name))
    if len(names) > MAX_NAMES or any(len(name) > MAX_NAME or _NOT_TEXT.search(name) for name in names):
        raise InvalidArgument(f"entities are at most {MAX_NAMES} names of at most {MAX_NAME} characters of plain text.")
    return names


def _names_still_mentioned(old: Fact, text: str) -> tuple[str, ...]:
    """Declared names that the old text mentioned and the new one no longer does are dropped."""
    return tuple(name for name in old.names if name.casefold() in text.casefold() or name.casefold() not in old.content.casefold())


__all__ = ["FactNotFound", "Memory"]
