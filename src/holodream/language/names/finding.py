"""Proper names in a text: people, places, products, guessed from the text alone in all languages and their mixtures.

Each script has its own way of showing names: capitals, titles and particles, word breaks. What belongs to a language stands
in its data file; what is code or a label in quotes is put aside first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..catalogue import Language, languages_of
from ..identify import likely_languages
from .capitals import capital_names
from .foreign import foreign_names
from .glued import glued_names
from .han import han_names
from .kana import kana_names
from .quotes import quotes_of, title
from .shapes import CASED, masked
from .spaced import spaced_names
from .thai import thai_names
from .tokens import Found, Token, tokens_of


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a text: its base form, where it stands (`text[start:end]` is the form used there), and what it may be.

    `kind` is "person", "place", "thing" or "unknown".
    """

    text: str
    start: int
    end: int
    kind: str


def names(text: str) -> tuple[Name, ...]:
    """The names in a text in their order. Pure; never raises; linear in the length of the text."""
    mask = masked(text)
    tokens = tokens_of(text, mask)
    scripts = _languages_by_script(tokens)
    spoken = tuple(dict.fromkeys(language for languages in scripts.values() for language in languages))
    titles: list[Found] = []
    for quote in quotes_of(text, spoken):
        if quote.role == "open":
            continue
        if quote.role == "title" and not all(mask[quote.start : quote.end]):
            titles.append(title(text, quote))
        mask[quote.start : quote.end] = b"\1" * (quote.end - quote.start)
    for token in tokens:
        token.masked = bool(mask[token.start])
    found = titles + [name for script in scripts for name in _names_of(script, scripts, tokens)]
    return tuple(Name(name.text, name.start, name.end, name.kind) for name in _without_overlap(found))


def _names_of(script: str, scripts: dict[str, tuple[Language, ...]], tokens: list[Token]) -> Iterable[Found]:
    """The names of one script, by the rules for its way of writing."""
    spoken = scripts[script]
    if script == "Latin" and len(scripts) > 1:
        main = [language for other, languages in scripts.items() if other != script for language in languages]
        return foreign_names(tokens, spoken, tuple(main))
    if script in CASED:
        return capital_names(tokens, spoken, script)
    rules = kana_names if spoken and "Katakana" in spoken[0].scripts else _RULES.get(script)
    if rules:
        return rules(tokens, spoken[0]) if spoken else ()
    return spaced_names(tokens, spoken[0], script) if spoken else ()


_RULES: Mapping[str, Callable[[list[Token], Language], Iterable[Found]]] = {"Han": han_names, "Thai": thai_names, "Hangul": glued_names}


def _languages_by_script(tokens: list[Token]) -> dict[str, tuple[Language, ...]]:
    """The likely languages of each script in the text; kana makes Chinese characters Japanese."""
    by_script: dict[str, list[Token]] = {}
    for token in tokens:
        if token.script not in ("", "Digit"):
            by_script.setdefault(token.script, []).append(token)
    found = {}
    for script, own in by_script.items():
        if script == "Han":
            kana = any("\u3040" <= char <= "\u30ff" for token in own for char in token.text)
            found[script] = languages_of("Hiragana" if kana else "Han")[:1]
        else:
            found[script] = likely_languages((token.folded for token in own if not token.masked), script)
    return found


def _without_overlap(found: list[Found]) -> list[Found]:
    """In order; of two that share letters the longer one stays."""
    chosen: list[Found] = []
    for name in sorted(found, key=lambda name: (name.start, -name.end)):
        if chosen and name.start < chosen[-1].end:
            if name.end - name.start > chosen[-1].end - chosen[-1].start:
                chosen[-1] = name
            continue
        chosen.append(name)
    return chosen
