"""Saving a fact and what happens to it later: change, correct, end, revert, confirm, feedback."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Literal

from .. import arguments
from ..config import Config
from ..errors import InvalidArgument
from ..recall.indexing import index_terms
from ..results import Added, Changed, Confirmed, Rated, Similar
from ..store import Declined, Draft, Expect, Fact, Guess, Signature, Source, Store
from ..store.names import guesses, still_mentioned
from ..store.records import CORRECTED, is_correction
from . import checks

OWNER = "owner"  # who acts where the host names nobody: the person whose memory it is
_CORRECTED_AS = f"{CORRECTED}: "  # before a reason that somebody gave for a correction
_HELPFUL, _UNHELPFUL = 0.05, -0.10


class Writing(ABC):
    """The part of a memory that writes single facts.

    `expect` guards an action against what happened since the caller read the fact: its version, or the versions of several facts by id.
    When one differs, nothing is written and the status is "changed_since".
    """

    store: Store
    config: Config
    in_group: bool

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
        expect: None = None,  # noqa: ARG002 - a new fact has no version yet
    ) -> Added:
        """Save a fact. The status says what became of it:

        "added"; "exists" (this text, or a fact that it was merged into, is there); "past" (it was merged into a fact that has changed or
        ended since: nothing saved); "refused" (a secret, a command to the agent, or a text that was forgotten: nothing saved).
        """
        text = arguments.fact_text(content)
        kept, dropped = arguments.keywords(keywords or ())
        names, category = arguments.names(entities or ()), arguments.category(category)
        refusal = checks.refusal(text, *names, *kept, category)
        if refusal:
            return Added(None, None, "refused", refusal)
        draft = self._draft(text, kept, names, guesses(text), category, source, checks.signature(by, session), "added")
        try:
            fact, twin = self.store.save(draft)
        except Declined as declined:
            if declined.status == "past":
                return Added(declined.fact_id, declined.version, "past", declined.reason, (), dropped, kept)
            return Added(None, None, "refused", declined.reason, (), dropped, kept)
        if twin is not None:
            if self.in_group and twin == fact.fact_id and not fact.shared:  # told in private before, and in a group now
                fact = self.store.share(fact.fact_id, True)
            said = "This text is already saved." if twin == fact.fact_id else f"Fact {twin}, which says this, was merged into fact {fact.fact_id}."
            return Added(fact.fact_id, fact.version, "exists", said, fact.keywords, dropped, tuple(word for word in kept if word not in fact.keywords))
        return Added(fact.fact_id, fact.version, "added", "", kept, dropped, (), self._near_copies(fact))

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
        expect: Expect | None = None,
    ) -> Changed:
        """Give a fact a new text because the world changed. Trust is that of the new source; ratings and confirmations start afresh."""
        text, why = arguments.fact_text(content), arguments.person(reason, "reason") or "changed"
        signature, source = checks.signature(by, session), arguments.source(source)
        new_keywords, dropped = (None, ()) if keywords is None else arguments.keywords(keywords)
        new_names = None if entities is None else arguments.names(entities)
        new_category = None if category is None else arguments.category(category)
        refusal = checks.refusal(text, why.removeprefix(_CORRECTED_AS), *(new_names or ()), *(new_keywords or ()), new_category or "")
        if refusal:
            return Changed(fact_id, None, "refused", refusal)

        others = {} if new_names is not None else self.store.other_spellings(arguments.fact_id(fact_id))

        def remake(old: Fact) -> Draft:
            names = still_mentioned(old.names, old.content, text, others) if new_names is None else new_names
            guessed = guesses(text) if new_names is None else ()
            words = old.keywords if new_keywords is None else new_keywords
            return self._draft(text, words, names, guessed, new_category or old.category, source, signature, why)

        try:
            fact = self.store.change(arguments.fact_id(fact_id), remake, expect=checks.expect(expect))
        except Declined as declined:
            return Changed(fact_id, declined.version, not_done(declined), declined.reason)
        return Changed(fact_id, fact.version, "changed", "", fact.keywords, dropped)

    def correct(
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
        reason: str = CORRECTED,
        expect: Expect | None = None,
    ) -> Changed:
        """Give a fact a new text because the old one was wrong from the start; else like `change`.

        A `reason` of your own is kept behind the word "corrected", so that a correction is never taken for a change of the world.
        """
        why = arguments.person(reason, "reason") or CORRECTED
        reason = why if is_correction(why) else f"{_CORRECTED_AS}{why}"
        return self.change(
            fact_id, content, entities=entities, keywords=keywords, category=category, source=source, by=by, session=session, reason=reason, expect=expect
        )

    def describe(
        self,
        fact_id: int,
        *,
        category: str | None = None,
        keywords: Sequence[str] | None = None,
        by: str | None = None,
        session: str | None = None,
        expect: Expect | None = None,
    ) -> Changed:
        """Change category or keywords; text, trust and age stay."""
        kept, dropped = (None, ()) if keywords is None else arguments.keywords(keywords)
        wanted = None if category is None else arguments.category(category)
        refusal = checks.refusal(self.store.get(arguments.fact_id(fact_id)).content, *(kept or ()), wanted or "")
        if refusal:
            return Changed(fact_id, None, "refused", refusal)
        signature, expect = checks.signature(by, session), checks.expect(expect)
        try:
            fact = self.store.describe(arguments.fact_id(fact_id), category=wanted, keywords=kept, signature=signature, expect=expect)
        except Declined as declined:
            return Changed(fact_id, declined.version, not_done(declined), declined.reason)
        return Changed(fact_id, fact.version, "changed", "", fact.keywords, dropped)

    def end(self, fact_id: int, *, by: str | None = None, session: str | None = None, expect: Expect | None = None) -> Changed:
        """The fact is no longer true: it leaves search and recall, its history stays, and `revert` brings it back."""
        try:
            version = self.store.end(arguments.fact_id(fact_id), signature=checks.signature(by, session), expect=checks.expect(expect))
        except Declined as declined:
            return Changed(fact_id, declined.version, not_done(declined), declined.reason)
        return Changed(fact_id, version, "ended")

    def revert(self, fact_id: int, version: int, *, by: str | None = None, session: str | None = None, expect: Expect | None = None) -> Changed:
        """Bring back an earlier version as a new one: its text, trust, ratings, confirmations, source, names and keywords.

        A fact that has ended lives again.
        """
        wanted, signature = arguments.whole(version, "version", 1, 2**31), checks.signature(by, session)
        try:
            fact = self.store.revert(arguments.fact_id(fact_id), wanted, signature=signature, expect=checks.expect(expect))
        except Declined as declined:
            return Changed(fact_id, declined.version, not_done(declined), declined.reason)
        return Changed(fact_id, fact.version, "changed", "", fact.keywords)

    def confirm(self, fact_id: int, *, by: str, session: str | None = None, expect: Expect | None = None) -> Confirmed:
        """A person says that the fact is right; counts once per person and version.

        A guess (or a fact without a source) becomes confirmed, with the trust that this starts with: 0.2 more than a guess (0.1 more than
        without a source). For a fact that somebody stands behind already, each further person adds 0.05.
        """
        signature = checks.confirmer(by, session)
        try:
            before, fact = self.store.confirm(arguments.fact_id(fact_id), signature, checks.ABOVE_DEFAULT, expect=checks.expect(expect))
        except Declined as declined:
            status: Literal["already", "changed_since"] = "already" if declined.status == "unchanged" else "changed_since"
            return Confirmed(fact_id, declined.version, status, declined.reason)
        return Confirmed(fact_id, fact.version, "confirmed", "", before, fact.trust)

    def share(self, fact_id: int, shared: bool = True) -> Fact:
        """A person says that group chats may be given a fact, or no longer. Counts where these get only what was told in a group.

        It holds for the current text: one that is told in private later is private again. FactNotFound when there is no such fact.
        """
        return self.store.share(arguments.fact_id(fact_id), shared)

    def feedback(self, fact_id: int, rating: Literal["helpful", "unhelpful"], *, expect: Expect | None = None) -> Rated:
        """Move a fact's trust by what came of it. Never touches its age."""
        if rating not in ("helpful", "unhelpful"):
            raise InvalidArgument("Feedback is 'helpful' or 'unhelpful'.")
        helpful, expect = rating == "helpful", checks.expect(expect)
        try:
            before, fact = self.store.rate(arguments.fact_id(fact_id), _HELPFUL if helpful else _UNHELPFUL, helpful=helpful, expect=expect)
        except Declined as declined:
            fact = self.store.get(fact_id)
            return Rated(fact_id, fact.trust, fact.trust, fact.helpful, "changed_since", declined.reason)
        return Rated(fact_id, before, fact.trust, fact.helpful)

    def adjust_trust(self, fact_id: int, step: float) -> Rated:
        """Move a fact's trust by a number, within 0..1 (kept for callers of the older provider)."""
        before, fact = self.store.rate(arguments.fact_id(fact_id), arguments.number(step, "step", -1, 1))
        return Rated(fact_id, before, fact.trust, fact.helpful)

    @abstractmethod
    def _near_copies(self, fact: Fact) -> tuple[Similar, ...]:
        """Other facts that say nearly the same."""

    def _draft(
        self,
        text: str,
        keywords: tuple[str, ...],
        names: tuple[str, ...],
        guessed: tuple[Guess, ...],
        category: str,
        source: Source | None,
        signature: Signature,
        reason: str,
    ) -> Draft:
        source = arguments.source(source)
        trust = checks.start_trust(self.config, source)
        terms = index_terms(text, (*names, *(guess.name for guess in guessed)), keywords)
        return Draft(text, terms, category, keywords, names, source, trust, signature.by, signature.session, reason, guessed, self.in_group)


def not_done(declined: Declined) -> Literal["unchanged", "refused", "changed_since"]:
    """The status of a change that was declined."""
    return "refused" if declined.status == "past" else declined.status
