"""What people said of a fact since its current text was written: the days that count, and whether the last word was against it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from .counting import Counted, Mention


@dataclass(frozen=True, slots=True)
class Heard:
    """`confirmed`: mentions in its favour, all of them; `standing`: those after the last one against it; `against`: that one, if nothing came after it."""

    confirmed: tuple[Mention, ...] = ()
    standing: tuple[Mention, ...] = ()
    contradicted: tuple[Mention, ...] = ()

    @property
    def against(self) -> tuple[Mention, ...]:
        """The mentions against it, when the last word was one of them."""
        return () if self.standing else self.contradicted

    @property
    def days(self) -> tuple[date, ...]:
        return tuple(sorted({mention.day for mention in self.standing}))

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(mention.person for mention in self.standing))

    @property
    def last(self) -> date | None:
        return max((mention.day for mention in (*self.confirmed, *self.contradicted)), default=None)


NOTHING = Heard()


def said_since(counted: Iterable[Counted], since: datetime | None, zone: tzinfo) -> Heard:
    """What people said of a fact. `since`: when the current text was written (None: unknown).

    What confirms it may have been said earlier on that day, and led to it; what contradicts it counts from that moment on.
    """
    every = tuple(counted)
    confirmed = [mention for one in every for mention in one.confirmed]
    against = [mention for one in every for mention in one.contradicted]
    if since is not None:
        day = since.astimezone(zone).date()
        confirmed = [mention for mention in confirmed if mention.day >= day]
        against = [mention for mention in against if mention.at > since]
    confirmed.sort(key=_moment)
    against.sort(key=_moment)
    last = against[-1].at if against else None
    standing = [mention for mention in confirmed if last is None or mention.at > last]
    return Heard(tuple(confirmed), tuple(standing), tuple(against))


def _moment(mention: Mention) -> tuple[datetime, str]:
    return mention.at, mention.key
