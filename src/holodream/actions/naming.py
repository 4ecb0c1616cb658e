"""Who and what facts are about: looking names up, putting them right, and what facts about a name disagree."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import Any, Literal

from .. import arguments
from ..errors import InvalidArgument
from ..recall.contradictions import contradictions
from ..results import Contradiction, Named, Related, Unnamed
from ..store import Declined, Entity, Fact, Progress, Store
from . import checks

MOST_DELETED = 100  # names in one call
_STATUSES = ("confirmed", "provisional")


class NamesOfFacts:
    """The part of a memory that knows names.

    A name was declared with a fact, or guessed from its text. A guessed name is provisional until a second fact or a person confirms it.
    """

    store: Store

    # --- looking up ---

    def entities(self, *, status: Literal["confirmed", "provisional"] | None = None, limit: int = 50) -> builtins.list[Entity]:
        """The names that facts are about, those of most facts first. Declared names count as confirmed."""
        if status is not None and status not in _STATUSES:
            raise InvalidArgument(f"status is one of {', '.join(_STATUSES)}, or left out.")
        return self.store.names_listed(status=status, limit=arguments.limit(limit))

    def entity(self, name: str) -> builtins.list[Entity]:
        """The names that somebody means by one: the name spelt so or of which this is a form, then the same name in other scripts."""
        return self.store.names_meant(_name(name))

    def probe(self, name: str, *, limit: int = 50) -> builtins.list[Fact]:
        """All facts about a name, newest first; also when it is inflected, or written in another script."""
        return self.store.facts_about(arguments.message(name, arguments.MAX_NAME), arguments.limit(limit))

    def related(self, name: str, *, limit: int = 20) -> builtins.list[Related]:
        """The names that share facts with a name, those that share the most first."""
        found = self.store.related(arguments.message(name, arguments.MAX_NAME), arguments.limit(limit))
        return [Related(entity, shared) for entity, shared in found]

    def reason(self, names: Sequence[str], *, limit: int = 20) -> builtins.list[Fact]:
        """The facts that are about each of several names, newest first."""
        return self.store.facts_about_all(_names(names, arguments.MAX_NAMES), arguments.limit(limit))

    def contradict(self, name: str | None = None, *, limit: int = 20, progress: Progress | None = None) -> builtins.list[Contradiction]:
        """Pairs of facts about the same name, or about one, that disagree. `progress` is told the names done and in all."""
        wanted = None if name is None else _name(name)
        return contradictions(self.store, arguments.limit(limit), name=wanted, progress=progress)

    # --- putting right ---

    def confirm_entity(self, name: str) -> Named:
        """A person says that this is a name of somebody or something."""
        return _named("confirmed", lambda: self.store.confirm_name(_name(name)))

    def rename_entity(self, name: str, new: str) -> Named:
        """Give a name another spelling; the old one goes on to find it. The texts of the facts stay."""
        spelling = _name(new)
        refusal = checks.refusal(spelling)
        return Named(None, "refused", refusal) if refusal else _named("renamed", lambda: self.store.rename(_name(name), spelling))

    def merge_entities(self, name: str, other: str) -> Named:
        """Let two names be one, spelt like the first; the second goes on to find it."""
        return _named("merged", lambda: self.store.merge_names(_name(name), _name(other)))

    def add_alias(self, name: str, alias: str) -> Named:
        """Let a name be known by another one too, such as a nickname."""
        spelling = _name(alias)
        refusal = checks.refusal(spelling)
        return Named(None, "refused", refusal) if refusal else _named("added", lambda: self.store.add_alias(_name(name), spelling))

    def delete_entity(self, names: Sequence[str] | str) -> Unnamed:
        """Delete up to 100 names. Their facts stay; the names are remembered as hashes and not guessed again. Declaring one brings it back."""
        deleted, missing = self.store.delete_names(_names([names] if isinstance(names, str) else names, MOST_DELETED))
        return Unnamed(tuple(deleted), tuple(missing))

    def rebuild_names(self, *, progress: Progress | None = None) -> int:
        """Look for names anew in all facts; returns in how many. What people declared, confirmed or deleted stays so."""
        return self.store.guess_names(anew=True, progress=progress)


def _named(done: Literal["confirmed", "renamed", "merged", "added"], act: Callable[[], Entity]) -> Named:
    try:
        return Named(act(), done)
    except Declined as declined:
        return Named(None, "unchanged" if declined.status == "unchanged" else "refused", declined.reason)


def _name(value: Any) -> str:
    found = arguments.names([value])
    if not found:
        raise InvalidArgument("Give a name.")
    return found[0]


def _names(values: Any, most: int) -> builtins.list[str]:
    if not isinstance(values, list | tuple) or not values or len(values) > most:
        raise InvalidArgument(f"Give a list of 1 to {most} names.")
    return [_name(value) for value in values]
