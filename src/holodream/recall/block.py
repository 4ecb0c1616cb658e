"""The block for the prompt: one fact a line, whole lines only, each statement once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from ..language import fold
from ..store import Fact

_OLD = timedelta(days=45)  # as old as what the nightly pass asks about by default
LINE_LIMIT = 300  # characters of a line
# The end of a sentence: a full stop after a word too long for an abbreviation, before a word that may begin a sentence.
_SENTENCE_END = re.compile(r"(?<=\w{4})[.!?…](?=\s+(?P<next>\S))|[。！？؟।]")
_MORE = " […]"  # the fact goes on; the agent can look it up by its id
_CHARACTERS_PER_TOKEN = 4  # of Latin text; a character of any other script counts as a token of its own


def date_of(began: datetime, changed: bool, now: datetime) -> datetime | None:
    """The date that the line of a fact carries, so that nobody presents it as news: of one that has changed or is old. None for any other."""
    return began if changed or now - began >= _OLD else None


def line(fact: Fact, *, show_source: bool = False, since: datetime | None = None) -> str:
    """A fact as the agent sees it, with a date where one is given. A guess that nobody confirmed always says so."""
    labels = []
    if fact.source == "inferred":
        labels.append("inferred")
    elif show_source and fact.source:
        labels.append(fact.source)
    if since is not None:
        labels.append(f"since {since:%B %Y}")
    suffix = f" ({', '.join(labels)})" if labels else ""
    start = f"- [{fact.fact_id}] "
    content = " ".join(fact.content.split())
    text = _whole_sentences(content, LINE_LIMIT - len(start) - len(suffix)) or f"(a long fact of {len(content)} characters: read it with fact_store search)"
    return f"{start}{text}{suffix}"


def _whole_sentences(text: str, room: int) -> str:
    """The text, or as many of its first sentences as there is room for; never part of one, as a "not" or a date could be lost."""
    if len(text) <= room:
        return text
    ends = [match.end() for match in _SENTENCE_END.finditer(text) if match.end() + len(_MORE) <= room and not (match["next"] or "").islower()]
    return text[: ends[-1]].rstrip() + _MORE if ends else ""


def tokens(text: str) -> int:
    """An estimate of a text's length in tokens, rather too high than too low."""
    latin = sum(1 for char in text if ord(char) < 0x250)
    return -(-latin // _CHARACTERS_PER_TOKEN) + len(text) - latin


def fitting(
    facts: Sequence[Fact],
    *,
    limit: int,
    max_tokens: int = 0,
    show_source: bool = False,
    copies: bool = False,
    since: Callable[[Fact], datetime | None] = lambda _: None,
) -> list[tuple[Fact, str]]:
    """The first `limit` facts whose whole lines fit; a line that does not fit is left out, never cut.

    `since` gives the date that a fact carries. The same statement comes once, unless `copies` are asked for.
    """
    chosen: list[tuple[Fact, str]] = []
    said: set[str] = set()
    left = max_tokens or 10**9
    for fact in facts:
        if len(chosen) == limit:
            break
        text = line(fact, show_source=show_source, since=since(fact))
        cost = tokens(text) + 1 if max_tokens else 0
        statement = "" if copies else "".join(filter(str.isalnum, fold(fact.content)))
        if cost > left or (statement and statement in said):
            continue
        said.add(statement)
        left -= cost
        chosen.append((fact, text))
    return chosen
