"""Learning from a message: what a person stated about themselves or decided becomes facts, each once."""

from __future__ import annotations

import builtins
from abc import ABC, abstractmethod
from collections.abc import Sequence

from .. import arguments
from ..recall.indexing import index_terms, word_terms
from ..results import Added, Found
from ..screen import screen
from ..statements.sameness import same_statement
from ..store import Source, Store
from . import checks

_LOOKED_AT = 5  # facts that may say the same
_MUCH = 0.6  # share of the words of a statement that a fact has, so that it says the same in other words


class Learning(ABC):
    """The part of a memory that finds facts in what people write."""

    store: Store

    @abstractmethod
    def add(self, content: str, *, category: str = "general", source: Source | None = None, by: str | None = None, session: str | None = None) -> Added:
        """Save a fact."""

    @abstractmethod
    def search(self, query: str, *, limit: int = 10) -> Found:
        """Facts that fit some words."""

    def learn(self, message: str, *, by: str | None = None, session: str | None = None, categories: Sequence[str] | None = None) -> builtins.list[Added]:
        """Save what a person states in a message about themselves or decides, as said by them; returns what was added.

        `message` is the person's own words, without what a host puts around them. Nothing is saved of a message that was learnt from
        before or holds a secret, nor a statement that a fact says already or that was forgotten. `categories`: the only ones that are saved.
        """
        from ..extract import extract  # the language data are loaded on first use

        checks.signature(by, session)
        wanted = None if categories is None else arguments.categories(categories)
        words = arguments.message(message)
        if not words.strip() or not arguments.is_text(words) or self.store.knows_message(words) or screen(words).kind != "ok":
            return []
        statements = [statement for statement in extract(words) if wanted is None or statement.category in wanted]
        added: builtins.list[Added] = []
        for statement in statements:
            if self.store.was_forgotten(statement.content) or self._is_known(statement.content):
                continue
            done = self.add(statement.content, category=statement.category, source="said", by=by, session=session)
            if done.status == "added":
                added.append(done)
        if statements:
            self.store.note_message(words)
        return added

    def _is_known(self, content: str) -> bool:
        """Whether a fact says this already, if in other words."""
        words = word_terms(index_terms(content, (), ()))
        found = self.search(content, limit=_LOOKED_AT)
        return any(same_statement(hit.content, content).same or _covers(hit.content, words) for hit in found.hits)


def _covers(text: str, words: frozenset[str]) -> bool:
    held = word_terms(index_terms(text, (), ()))
    return bool(words) and len(words & held) > _MUCH * len(words) and len(words & held) > _MUCH * len(held)
